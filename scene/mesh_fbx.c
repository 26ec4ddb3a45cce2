// mesh_fbx.c - the axes of an FBX file, which stand in its settings as numbers of axes and their signs.
//
// assimp 5 hands them on as metadata and leaves the points as they are; later versions turn the root node.
// Read next: mesh_import.c.
#include "mesh_fbx.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Returns false where the scene has no whole number of that name.
static bool read_whole(const struct aiScene *scene, const char *name, int32_t *value)
{
    const struct aiMetadata *data = scene->mMetaData;
    for (unsigned i = 0; data != NULL && i < data->mNumProperties; i++) {
        if (strcmp(data->mKeys[i].data, name) != 0 || data->mValues[i].mType != AI_INT32) continue;
        memcpy(value, data->mValues[i].mData, sizeof *value);
        return true;
    }
    return false;
}

// Whether the root node turns or scales.
static bool is_turned(const struct aiScene *scene)
{
    const struct aiMatrix4x4 *t = &scene->mRootNode->mTransformation;
    const double off[9] = {(double)t->a1 - 1.0, (double)t->a2, (double)t->a3, (double)t->b1,      (double)t->b2 - 1.0,
                           (double)t->b3,       (double)t->c1, (double)t->c2, (double)t->c3 - 1.0};
    for (int i = 0; i < 9; i++)
        if (!(fabs(off[i]) < 1e-5)) return true; // rounding of floats near 1
    return false;
}

lope_scene_affine lope_scene_fbx_axes(const struct aiScene *scene)
{
    static const char *const names[3][2] = {
        {"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"}};
    lope_scene_affine axes = {{0.0}};
    bool taken[3] = {false, false, false}, told = !is_turned(scene);
    for (size_t row = 0; row < 3 && told; row++) {
        int32_t axis = -1, sign = 0;
        told = read_whole(scene, names[row][0], &axis) && read_whole(scene, names[row][1], &sign) && axis >= 0 && axis < 3 &&
               !taken[axis] && (sign == 1 || sign == -1);
        if (!told) break;
        taken[axis] = true;
        axes.m[4 * row + (size_t)axis] = (double)sign;
    }
    return told ? axes : lope_scene_affine_identity();
}
