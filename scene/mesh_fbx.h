// mesh_fbx.h - the axes that an FBX file says it has. Read next: mesh_fbx.c.
#ifndef LOPE_SCENE_MESH_FBX_H
#define LOPE_SCENE_MESH_FBX_H

#include "affine.h"

#include <assimp/scene.h>

// Returns the map from an imported FBX scene's axes to x right, y up, z to the viewer. It changes nothing where
// the importer has turned the scene itself, or the file does not tell its axes.
lope_scene_affine lope_scene_fbx_axes(const struct aiScene *scene);

#endif
