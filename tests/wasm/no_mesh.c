// no_mesh.c - a build that reads no mesh files, which takes libraries that are not there for wasm. Scenarios
// of boxes and round bodies play.
#include "scene/mesh.h"

bool lope_scene_mesh_read(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    return lope_scene_mesh_read_units(mesh, file, NULL, fault);
}

bool lope_scene_mesh_read_units(lope_scene_mesh *mesh, const char *file, const lope_scene_units *units, lope_scene_fault *fault)
{
    (void)units;
    *mesh = (lope_scene_mesh){0};
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: this build reads no meshes", file);
}

bool lope_scene_mesh_is_named(const char *file)
{
    (void)file;
    return false;
}
