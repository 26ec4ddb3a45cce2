// mesh.c - chooses the reader of a mesh file by its name.
//
// Read next: gltf_read.c (.gltf, .glb), mesh_file.c (.lmesh), mesh_import.c (assimp, all else), which mesh_process.c runs apart,
// mesh_obj.c (lines of .obj faults).
#include "mesh.h"

#include "gltf_read.h"
#include "mesh_file.h"
#include "mesh_import.h"
#include "mesh_process.h"

#include <assimp/cimport.h>

#include <ctype.h>
#include <string.h>

// The extension in small letters with its point; "" without one.
static void extension_of(const char *file, char extension[16])
{
    const char *point = strrchr(file, '.');
    extension[0] = 0;
    if (point == NULL || strchr(point, '/') != NULL || strchr(point, '\\') != NULL || strlen(point) > 15) return;
    size_t i = 0;
    for (; point[i] != 0; i++) extension[i] = (char)tolower((unsigned char)point[i]);
    extension[i] = 0;
}

// glTF has a reader of lope's own, which takes both by their first bytes.
static bool is_gltf(const char *extension) { return strcmp(extension, ".gltf") == 0 || strcmp(extension, ".glb") == 0; }

bool lope_scene_mesh_is_named(const char *file)
{
    char extension[16];
    extension_of(file, extension);
    if (extension[0] == 0 || strcmp(extension, ".json") == 0) return false;
    return strcmp(extension, ".lmesh") == 0 || is_gltf(extension) || aiIsExtensionSupported(extension) != 0;
}

bool lope_scene_mesh_read(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    memset(mesh, 0, sizeof *mesh);
    char extension[16];
    extension_of(file, extension);
    if (!lope_scene_mesh_is_named(file)) {
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                               "%s: no mesh by its name, expected .obj, .gltf, .glb, .fbx, .lmesh or another that assimp reads",
                               file);
    }
    bool good;
    if (strcmp(extension, ".lmesh") == 0) {
        good = lope_scene_mesh_load(mesh, file, fault);
    } else if (is_gltf(extension)) {
        good = lope_scene_gltf_read(mesh, file, fault);
    } else {
        bool obj = strcmp(extension, ".obj") == 0;
        good = lope_scene_mesh_read_apart(obj ? lope_scene_mesh_import_obj : lope_scene_mesh_import, mesh, file, fault);
    }
    if (!good) lope_scene_mesh_free(mesh);
    return good;
}
