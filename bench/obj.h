// obj.h - reads the positions and faces of a Wavefront OBJ file, so that the benchmark needs no importer.
#ifndef LOPE_BENCH_OBJ_H
#define LOPE_BENCH_OBJ_H

#include <stdbool.h>
#include <stdint.h>

typedef struct obj_mesh {
    float *points;     // x, y, z each
    uint32_t *indices; // 3 a triangle
    uint32_t point_count, triangle_count;
} obj_mesh;

// False: `text` (of `size` bytes) says why, with the line, and the mesh is empty.
bool obj_read(const char *path, obj_mesh *mesh, char *text, unsigned size);
void obj_release(obj_mesh *mesh);

#endif
