// fuzz_files.c - the readers of mesh files on any bytes: .lmesh, .gltf and .glb are read; .obj, .ply, .off
// and .stl are looked over, as before assimp reads them. A file is refused with one line, or what is read is
// whole.
//
// The first bytes choose the reader; what begins as none of these does is an .obj, and .stl of bytes beside.
// .gltf and .obj go through a file, as they do in life: fuzz_files_input.* in the working folder.
// Read next: bytes.h, replay.c.
#include "scene/gltf_read.h"
#include "scene/mesh.h"
#include "scene/mesh_file.h"
#include "scene/mesh_obj.h"
#include "scene/mesh_off.h"
#include "scene/mesh_ply.h"
#include "scene/mesh_stl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void broken(const char *what, const lope_scene_fault *fault)
{
    fprintf(stderr, "INVARIANT files: %s; status %d, text \"%s\"\n", what, fault->status, fault->text);
    abort();
}

// After a refusal: a status that means something and one line of text. After success: none.
static void check_fault(const lope_scene_fault *fault, bool success)
{
    if (success) {
        if (fault->status != 0) broken("success with a fault", fault);
        return;
    }
    if (fault->status != LOPE_SCENE_OWN_FAULT && fault->status != LOPE_SCENE_BAD_INPUT) broken("refused without a status", fault);
    if (fault->text[0] == 0) broken("refused without a text", fault);
    if (memchr(fault->text, 0, sizeof fault->text) == NULL) broken("a text without an end", fault);
    for (const char *c = fault->text; *c != 0; c++)
        if ((unsigned char)*c < 32 || *c == 127) broken("a text of more than one line", fault);
}

static void write_file(const char *name, const uint8_t *data, size_t size)
{
    FILE *file = fopen(name, "wb");
    if (!file || (size > 0 && fwrite(data, 1, size, file) != size) || fclose(file) != 0) {
        fprintf(stderr, "cannot write %s in the working folder\n", name);
        exit(1);
    }
}

// What is written can be read, and is then written alike. (A file may hold its names in another order, so it
// need not come out the same at first.)
static void check_written(const lope_scene_mesh *mesh, lope_scene_fault *fault)
{
    size_t size = 0, again_size = 0;
    lope_scene_mesh copy = {0};
    unsigned char *bytes = lope_scene_mesh_encode(mesh, &size), *again = NULL;
    if (!bytes) return;
    if (!lope_scene_mesh_decode(&copy, bytes, size, "written.lmesh", fault)) broken("a mesh that was written is refused", fault);
    again = lope_scene_mesh_encode(&copy, &again_size);
    if (again && (again_size != size || memcmp(again, bytes, size) != 0)) broken("a mesh changes in writing it again", fault);
    lope_scene_mesh_free(&copy);
    free(bytes);
    free(again);
}

static void read_lmesh(const uint8_t *data, size_t size)
{
    lope_scene_fault fault = {0};
    lope_scene_mesh mesh = {0};
    bool good = lope_scene_mesh_decode(&mesh, data, size, "input.lmesh", &fault);
    check_fault(&fault, good);
    if (good) {
        for (uint32_t i = 0; i < 3 * mesh.triangle_count; i++)
            if (mesh.indices[i] >= mesh.point_count) broken("an index past the points was let through", &fault);
        check_written(&mesh, &fault);
    }
    lope_scene_mesh_free(&mesh);
}

// A changed byte makes the hash at an .lmesh's end wrong, which alone would keep everything behind it from
// being reached.
static void read_lmesh_with_hash(const uint8_t *data, size_t size)
{
    read_lmesh(data, size);
    if (size < 8) return;
    uint8_t *copy = malloc(size);
    if (!copy) return;
    memcpy(copy, data, size);
    uint64_t hash = lope_scene_mesh_hash(copy, size - 8);
    for (size_t i = 0; i < 8; i++) copy[size - 8 + i] = (uint8_t)(hash >> (8 * i));
    read_lmesh(copy, size);
    free(copy);
}

static void read_gltf(const uint8_t *data, size_t size)
{
    static const char name[] = "fuzz_files_input.gltf";
    lope_scene_fault fault = {0};
    lope_scene_mesh mesh = {0};
    write_file(name, data, size);
    bool good = lope_scene_gltf_read(&mesh, name, &fault);
    check_fault(&fault, good);
    for (size_t i = 0; good && i < 3 * (size_t)mesh.triangle_count; i++)
        if (mesh.indices[i] >= mesh.point_count) broken("an index past the points was let through", &fault);
    for (size_t i = 0; good && i < 3 * (size_t)mesh.point_count; i++)
        if (!isfinite(mesh.points[i])) broken("a point that is not finite was let through", &fault);
    if (good) check_written(&mesh, &fault);
    lope_scene_mesh_free(&mesh);
}

static void read_obj(const uint8_t *data, size_t size)
{
    static const char name[] = "fuzz_files_input.obj";
    lope_scene_fault fault = {0};
    size_t length = 0;
    write_file(name, data, size);
    char *text = lope_scene_obj_text(name, &length, &fault);
    check_fault(&fault, text != NULL);
    if (text && text[length] != 0) broken("a text without an end", &fault);
    free(text);
}

static bool begins(const uint8_t *data, size_t size, const char *with)
{
    return size >= strlen(with) && memcmp(data, with, strlen(with)) == 0;
}

typedef bool checker(const char *text, size_t length, const char *file, lope_scene_fault *fault);

// Without a byte behind the text, so that a look past its end is found.
static void check_text(const uint8_t *data, size_t size, checker *check)
{
    lope_scene_fault fault = {0};
    char *copy = malloc(size > 0 ? size : 1);
    if (!copy) return;
    if (size > 0) memcpy(copy, data, size);
    check_fault(&fault, check(copy, size, "input", &fault));
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (begins(data, size, "LMESH")) {
        read_lmesh_with_hash(data, size);
    } else if (begins(data, size, "glTF") || begins(data, size, "{")) {
        read_gltf(data, size);
    } else if (begins(data, size, "ply")) {
        check_text(data, size, lope_scene_ply_check);
    } else if (begins(data, size, "OFF")) {
        check_text(data, size, lope_scene_off_check);
    } else {
        check_text(data, size, lope_scene_stl_check);
        read_obj(data, size);
    }
    return 0;
}
