// gltf_accessor.h - numbers of a glTF accessor: floats, or whole numbers as they are or normalised to -1 to
// 1, dense or sparse.
//
// Read next: gltf_accessor.c.
#ifndef LOPE_SCENE_GLTF_ACCESSOR_H
#define LOPE_SCENE_GLTF_ACCESSOR_H

#include "gltf_json.h"

typedef struct lope_gltf_accessor {
    const unsigned char *at; // NULL: all zero but for what is sparse
    size_t stride;
    uint32_t count, components, kind; // kind: componentType, such as 5126
    bool normalized;
    const unsigned char *sparse_indices, *sparse_values;
    uint32_t sparse_count, sparse_kind;
} lope_gltf_accessor;

// Opens an accessor, of which every element lies within its buffer then. components: 1, 3, 4 or 16, which its
// type must have. Returns false on a fault.
bool lope_gltf_accessor_open(lope_gltf *g, uint32_t index, uint32_t components, lope_gltf_accessor *accessor);

// Reads one element, of `components` numbers; the index must be less than the count.
void lope_gltf_accessor_read(const lope_gltf_accessor *accessor, uint32_t index, double *values);

// Reads one whole number of an accessor of one component, as it is.
uint32_t lope_gltf_accessor_integer(const lope_gltf_accessor *accessor, uint32_t index);

#endif
