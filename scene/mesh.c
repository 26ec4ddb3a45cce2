// mesh.c - chooses the reader of a mesh file by its name.
//
// Read next: gltf_read.c (.gltf, .glb), mesh_file.c (.lmesh), mesh_import.c (assimp, all else), which
// mesh_process.c runs apart, mesh_obj.c, mesh_ply.c, mesh_off.c, mesh_stl.c (what is looked over before).
#include "mesh.h"

#include "gltf_read.h"
#include "mesh_file.h"
#include "mesh_import.h"
#include "mesh_off.h"
#include "mesh_ply.h"
#include "mesh_process.h"
#include "mesh_stl.h"
#include "read_file.h"

#include <assimp/cimport.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
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

// Looks over a file of a kind that assimp reads badly when it is broken. Returns false on a fault.
static bool look_over(const char *extension, const char *file, lope_scene_fault *fault)
{
    static const struct {
        const char *extension;
        bool (*check)(const char *text, size_t length, const char *file, lope_scene_fault *fault);
    } checks[] = {{".ply", lope_scene_ply_check}, {".off", lope_scene_off_check}, {".stl", lope_scene_stl_check}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        if (strcmp(checks[i].extension, extension) != 0) continue;
        size_t length = 0;
        char *text = lope_scene_read_file(file, LOPE_SCENE_LARGEST_MESH, "a mesh file", &length, fault);
        bool good = text != NULL && checks[i].check(text, length, file, fault);
        free(text);
        return good;
    }
    return true;
}

// Windows programs write text in 16 bits a letter, which no reader here takes. Returns false on a fault.
static bool refuse_wide_text(const char *extension, const char *file, lope_scene_fault *fault)
{
    static const char *const texts[] = {".obj", ".ply", ".off", ".gltf"};
    unsigned char begin[2] = {0, 0};
    bool is_text = false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) is_text = is_text || strcmp(texts[i], extension) == 0;
    FILE *stream = is_text ? fopen(file, "rb") : NULL;
    if (stream == NULL) return true;
    const bool wide = fread(begin, 1, 2, stream) == 2 && begin[0] + begin[1] == 0xFF + 0xFE;
    fclose(stream);
    return !wide ||
           lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: text in UTF-16, expected UTF-8; save it again as UTF-8", file);
}

// Reads by the reader of an extension. Returns false on a fault.
static bool read_by(const char *extension, lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    if (strcmp(extension, ".lmesh") == 0) return lope_scene_mesh_load(mesh, file, fault);
    if (is_gltf(extension)) return lope_scene_gltf_read(mesh, file, fault);
    const bool obj = strcmp(extension, ".obj") == 0;
    return look_over(extension, file, fault) &&
           lope_scene_mesh_read_apart(obj ? lope_scene_mesh_import_obj : lope_scene_mesh_import, mesh, file, fault);
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
    if (refuse_wide_text(extension, file, fault) && read_by(extension, mesh, file, fault)) return true;
    lope_scene_mesh_free(mesh);
    return false;
}

bool lope_scene_mesh_read_units(lope_scene_mesh *mesh, const char *file, const lope_scene_units *units, lope_scene_fault *fault)
{
    if (!lope_scene_mesh_read(mesh, file, fault)) return false;
    if (units == NULL) return true;
    const double all = units->scale > 0.0 ? units->scale : 1.0, scale[3] = {all, all, all};
    if (lope_scene_mesh_convert(mesh, units->up, scale)) return true;
    lope_scene_mesh_free(mesh);
    if (all == 1.0)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                               "%.300s: has a point further out than 1e9 m, expected less; a scale makes it smaller", file);
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                           "%.300s: scaled by %.9g it has a point further out than 1e9 m, expected less", file, all);
}
