// body_shape.h - the shape of a body in its own frame: one of seven kinds. Read next: body.h.
#ifndef LOPE_LEVEL_BODY_SHAPE_H
#define LOPE_LEVEL_BODY_SHAPE_H

#include "level/height_field.h"
#include "level/hull.h"
#include "level/mesh.h"

#include <lope/level.h>

// The kinds of shapes that a body may have.
typedef enum lope_body_kind {
    LOPE_BODY_MESH,
    LOPE_BODY_HEIGHT_FIELD,
    LOPE_BODY_BOX,
    LOPE_BODY_SPHERE,
    LOPE_BODY_CAPSULE,
    LOPE_BODY_CYLINDER,
    LOPE_BODY_HULL
} lope_body_kind;

// A shape, with the sizes of its definition: whole, not half.
typedef struct lope_body_shape {
    lope_body_kind kind;
    union {
        lope_mesh mesh;
        lope_height_field field;
        lope_solid_hull hull;
        lope_vec3 box; // m, full size
        struct {
            float radius, height;
        } round; // m; a sphere has no height
    } as;
} lope_body_shape;

// Releases the memory of a mesh, a height field or a hull. The other kinds own none.
void lope_body_shape_free(lope_body_shape *shape, const lope_allocator *allocator);

// Returns the bounds of the shape in its own frame, m.
lope_bounds lope_body_shape_bounds(const lope_body_shape *shape);

#endif
