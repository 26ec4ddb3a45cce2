// pack.c - what the scenario's reader asks for comes from the pack: in place of scene/read_file.c and scene/mesh.c.
// Read first: pack.h.
#include "pack.h"

#include "scene/mesh.h"
#include "scene/mesh_file.h"
#include "scene/read_file.h"

#include <stdlib.h>
#include <string.h>

typedef struct span {
    const unsigned char *bytes;
    size_t size;
} span;

static span whole, text, meshes; // the pack; the scenario; from the first mesh on
static char name[4096];
static size_t mesh_count;

static bool take_number(span *from, size_t *number)
{
    if (from->size < 4) return false;
    const unsigned char *at = from->bytes;
    *number = at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16 | (size_t)at[3] << 24;
    from->bytes += 4;
    from->size -= 4;
    return true;
}

static bool take_span(span *from, span *taken)
{
    if (!take_number(from, &taken->size) || taken->size > from->size) return false;
    taken->bytes = from->bytes;
    from->bytes += taken->size;
    from->size -= taken->size;
    return true;
}

bool play_pack_open(const unsigned char *bytes, size_t size)
{
    span file;
    whole = (span){bytes, size};
    if (size < 8 || memcmp(bytes, "LPACK\r\n\x1a", 8) != 0) return false;
    span rest = {bytes + 8, size - 8};
    if (!take_span(&rest, &file) || file.size >= sizeof name || !take_span(&rest, &text) || !take_number(&rest, &mesh_count))
        return false;
    memcpy(name, file.bytes, file.size);
    name[file.size] = '\0';
    meshes = rest;
    return true;
}

const char *play_pack_name(void) { return name; }

bool play_pack_is_mesh(void) { return text.size == 0; }

char *lope_scene_read_file(const char *file, size_t most, const char *expected, size_t *length, lope_scene_fault *fault)
{
    (void)most;
    char *copy = strcmp(file, name) == 0 ? malloc(text.size + 1) : NULL;
    if (copy == NULL) {
        lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: is not in the pack, expected %s", file, expected);
        return NULL;
    }
    memcpy(copy, text.bytes, text.size);
    copy[text.size] = '\0';
    *length = text.size;
    return copy;
}

bool lope_scene_mesh_read(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    span rest = meshes, own, bytes;
    *mesh = (lope_scene_mesh){0};
    for (size_t i = 0; i < mesh_count && take_span(&rest, &own) && take_span(&rest, &bytes); i++)
        if (own.size == strlen(file) && memcmp(own.bytes, file, own.size) == 0)
            return lope_scene_mesh_decode(mesh, bytes.bytes, bytes.size, file, fault);
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: is not in the pack", file);
}

bool lope_scene_mesh_read_units(lope_scene_mesh *mesh, const char *file, const lope_scene_units *units, lope_scene_fault *fault)
{
    (void)units; // the server's are metres, y up
    return lope_scene_mesh_read(mesh, file, fault);
}

bool lope_scene_mesh_is_named(const char *file)
{
    (void)file;
    return play_pack_is_mesh();
}
