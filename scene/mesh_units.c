// mesh_units.c - see mesh_units.h.
#include "mesh_units.h"

#define FURTHEST 1e9f // m

const char *const lope_scene_up_names[] = {"y", "z", "x", NULL};

// Turns a point by a quarter about an axis, so that nothing is mirrored. 0 - x is never -0.
static void turn(float *p, uint32_t up)
{
    const float x = p[0], y = p[1], z = p[2];
    if (up == LOPE_SCENE_UP_Z) {
        p[1] = z;
        p[2] = 0.0f - y;
    } else if (up == LOPE_SCENE_UP_X) {
        p[0] = 0.0f - y;
        p[1] = x;
    }
}

static void turn_triangles(lope_scene_mesh *mesh)
{
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t swap = mesh->indices[3 * i];
        mesh->indices[3 * i] = mesh->indices[3 * i + 2];
        mesh->indices[3 * i + 2] = swap;
    }
}

bool lope_scene_mesh_convert(lope_scene_mesh *mesh, uint32_t up, const double scale[3])
{
    const float by[3] = {(float)scale[0], (float)scale[1], (float)scale[2]};
    for (size_t i = 0; i < mesh->point_count; i++) {
        float *p = &mesh->points[3 * i];
        turn(p, up);
        for (int k = 0; k < 3; k++) {
            p[k] *= by[k];
            if (!(p[k] >= -FURTHEST && p[k] <= FURTHEST)) return false;
        }
    }
    if (scale[0] * scale[1] * scale[2] < 0.0) turn_triangles(mesh);
    return true;
}
