// gltf_make.h - writes small glTF files for tests: the bytes of one buffer, and the JSON around them.
//
// Read next: test_gltf.c.
#ifndef LOPE_TESTS_SCENE_GLTF_MAKE_H
#define LOPE_TESTS_SCENE_GLTF_MAKE_H

#include <stddef.h>

typedef struct gltf_bytes {
    unsigned char at[4096];
    size_t size;
} gltf_bytes;

// Add numbers to a buffer, little-endian. bytes: of each number, 1, 2 or 4.
void gltf_put_floats(gltf_bytes *bytes, const float *values, size_t count);
void gltf_put_wholes(gltf_bytes *bytes, const long *values, size_t count, unsigned size);

// Return the text of a .gltf with that buffer in base64, or the bytes of a .glb, from malloc. members: JSON
// behind the buffers, without the outer braces.
char *gltf_text(const gltf_bytes *bytes, const char *members);
unsigned char *gltf_binary(const gltf_bytes *bytes, const char *members, size_t *size);

#endif
