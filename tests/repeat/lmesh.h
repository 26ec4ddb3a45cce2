// lmesh.h - meshes for golden runs: reads and writes .lmesh (the layout stands in scene/mesh.h), reads .obj
// by bench/obj.c.
//
// A reader of its own, because the scene library wants cJSON and assimp, which no cross target has. What it
// writes has points and triangles only, as they stand in the OBJ file, each number rounded once: assimp's
// numbers differ in the last bit.
#ifndef LOPE_TESTS_REPEAT_LMESH_H
#define LOPE_TESTS_REPEAT_LMESH_H

#include "bench/obj.h"

// By the name's ending. False: `text` says why, and the mesh is empty. Free it with obj_release.
bool lmesh_read(const char *path, obj_mesh *mesh, char *text, unsigned size);
bool lmesh_write(const char *path, const obj_mesh *mesh);

#endif
