// level_pack.c - packs a level. Read first: level_pack.h.
#include "level_pack.h"

#include "scene/mesh_file.h"
#include "scene/read_file.h"

#include <stdlib.h>
#include <string.h>

#define LARGEST_TEXT (64u << 20) // bytes of a scenario

static bool add(tool_pack *pack, const void *bytes, size_t size)
{
    if (pack->size + size > pack->room) {
        const size_t room = 2 * (pack->size + size);
        unsigned char *more = realloc(pack->bytes, room);
        if (more == NULL) return false;
        pack->bytes = more;
        pack->room = room;
    }
    if (size > 0) memcpy(pack->bytes + pack->size, bytes, size);
    pack->size += size;
    return true;
}

static bool add_number(tool_pack *pack, size_t number)
{
    const unsigned char bytes[4] = {number & 255u, number >> 8 & 255u, number >> 16 & 255u, number >> 24 & 255u};
    return add(pack, bytes, sizeof bytes);
}

static bool add_text(tool_pack *pack, const void *text, size_t size) { return add_number(pack, size) && add(pack, text, size); }

// Adds a mesh as its file has it: the scenario's scale comes with the scenario.
static bool add_mesh(tool_pack *pack, const char *file, lope_scene_fault *fault)
{
    lope_scene_mesh mesh;
    size_t size = 0;
    if (!lope_scene_mesh_read(&mesh, file, fault)) return false;
    unsigned char *bytes = lope_scene_mesh_encode(&mesh, &size);
    const bool good = bytes != NULL && add_text(pack, file, strlen(file)) && add_text(pack, bytes, size);
    free(bytes);
    lope_scene_mesh_free(&mesh);
    return good || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", file);
}

// Returns the file of a piece's mesh, when no piece before it has the same; NULL: none.
static const char *new_file(const lope_scenario *scenario, uint32_t number)
{
    const char *file = scenario->pieces[number].mesh_file;
    for (uint32_t i = 0; file != NULL && i < number; i++)
        if (scenario->pieces[i].mesh_file != NULL && strcmp(scenario->pieces[i].mesh_file, file) == 0) return NULL;
    return file;
}

static bool add_meshes(tool_pack *pack, const lope_scenario *scenario, lope_scene_fault *fault)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < scenario->piece_count; i++) count += new_file(scenario, i) != NULL;
    if (!add_number(pack, count)) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "out of memory");
    for (uint32_t i = 0; i < scenario->piece_count; i++)
        if (new_file(scenario, i) != NULL && !add_mesh(pack, new_file(scenario, i), fault)) return false;
    return true;
}

bool tool_level_pack(const lope_scenario *scenario, tool_pack *pack, lope_scene_fault *fault)
{
    const bool is_mesh = lope_scene_mesh_is_named(scenario->file);
    size_t size = 0;
    char *text = is_mesh ? NULL : lope_scene_read_file(scenario->file, LARGEST_TEXT, "a scenario file", &size, fault);
    *pack = (tool_pack){.size = 0};
    if (!is_mesh && text == NULL) return false;
    bool good =
        add(pack, "LPACK\r\n\x1a", 8) && add_text(pack, scenario->file, strlen(scenario->file)) && add_text(pack, text, size);
    free(text);
    if (!good) lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "out of memory");
    good = good && (is_mesh ? add_number(pack, 1) && add_mesh(pack, scenario->file, fault) : add_meshes(pack, scenario, fault));
    if (good) return true;
    free(pack->bytes);
    *pack = (tool_pack){.size = 0};
    return false;
}
