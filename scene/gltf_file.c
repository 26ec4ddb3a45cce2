// gltf_file.c - opens a glTF file.
//
// A GLB is a header of 12 bytes ("glTF", version, length) and chunks of 8 bytes (length, kind) and their
// contents: the JSON first, then the bytes of buffer 0. Read next: gltf_extensions.c, gltf_buffer.c.
#include "gltf_file.h"

#include "gltf_extensions.h"
#include "json_syntax.h"
#include "little_endian.h"
#include "mesh_data.h"
#include "read_file.h"

#include <cjson/cJSON.h>

#include <stdlib.h>
#include <string.h>

#define KIND_JSON 0x4e4f534au
#define KIND_BINARY 0x004e4942u

static bool refuse(const lope_gltf *g, const char *text)
{
    return lope_scene_fail(g->fault, LOPE_SCENE_BAD_INPUT, "%.250s: %s", g->file, text);
}

// Finds the JSON and the binary chunk of a GLB. Chunks of other kinds are passed over, as glTF asks.
static bool open_chunks(lope_gltf *g, size_t size, char **text, size_t *length)
{
    const unsigned char *bytes = (const unsigned char *)g->whole;
    if (size < 20) return refuse(g, "a .glb that was cut off inside its header; export it again");
    if (lope_scene_u32_at(bytes + 4) != 2)
        return lope_scene_fail(g->fault, LOPE_SCENE_BAD_INPUT, "%.250s: .glb version %u, expected 2; export it as glTF 2.0",
                               g->file, (unsigned)lope_scene_u32_at(bytes + 4));
    *text = NULL;
    for (size_t at = 12; at + 8 <= size;) {
        uint32_t chunk = lope_scene_u32_at(bytes + at), kind = lope_scene_u32_at(bytes + at + 4);
        at += 8;
        if (chunk > size - at) return refuse(g, "a .glb that was cut off inside a chunk; export it again");
        if (kind == KIND_JSON && *text == NULL) {
            *text = g->whole + at;
            *length = chunk;
        } else if (kind == KIND_BINARY && *text != NULL && g->chunk == NULL) {
            g->chunk = bytes + at;
            g->chunk_size = chunk;
        }
        at += chunk;
    }
    return *text != NULL || refuse(g, "a .glb without its JSON chunk; export it again");
}

static bool check_version(lope_gltf *g)
{
    lope_gltf_item root = {.json = g->root}, asset = lope_gltf_member(g, root, "asset");
    const char *version = lope_gltf_text(g, asset, "version"), *least = lope_gltf_text(g, asset, "minVersion");
    if (version == NULL) return lope_gltf_fail(g, root, "asset.version", "is missing, expected \"2.0\"; export it as glTF 2.0");
    if (strncmp(version, "2.", 2) != 0)
        return lope_gltf_fail(g, root, "asset.version", "found %.20s, expected 2.0; export it as glTF 2.0", version);
    if (least != NULL && strcmp(least, "2.0") != 0)
        return lope_gltf_fail(g, root, "asset.minVersion", "found %.20s, expected 2.0; export it as glTF 2.0", least);
    return true;
}

static bool open_lists(lope_gltf *g)
{
    lope_gltf_item root = {.json = g->root};
    bool good = lope_gltf_open_list(g, root, "accessors", &g->accessors) &&
                lope_gltf_open_list(g, root, "buffers", &g->buffers) &&
                lope_gltf_open_list(g, root, "materials", &g->materials) && lope_gltf_open_list(g, root, "meshes", &g->meshes) &&
                lope_gltf_open_list(g, root, "nodes", &g->nodes) && lope_gltf_open_list(g, root, "scenes", &g->scenes) &&
                lope_gltf_open_list(g, root, "skins", &g->skins) && lope_gltf_open_list(g, root, "bufferViews", &g->views);
    if (!good) return false;
    g->buffer_bytes = calloc((size_t)g->buffers.count + 1, sizeof *g->buffer_bytes);
    return g->buffer_bytes != NULL || lope_scene_fail(g->fault, LOPE_SCENE_OWN_FAULT, "%.250s: out of memory", g->file);
}

// Whether a text begins as an object of JSON does, also behind a byte order mark or a comment.
static bool is_text(const char *text, size_t size)
{
    size_t at = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && text[at] != 0 && strchr(" \t\r\n", text[at]) != NULL) at++;
    return at < size && (text[at] == '{' || text[at] == '/');
}

bool lope_gltf_open(lope_gltf *g)
{
    size_t size = 0, length = 0;
    g->whole = lope_scene_read_file(g->file, LOPE_SCENE_LARGEST_MESH, "a mesh file", &size, g->fault);
    if (g->whole == NULL) return false;
    char *text = g->whole;
    length = g->size = size;
    bool binary = size >= 4 && memcmp(g->whole, "glTF", 4) == 0;
    if (!binary && !is_text(text, size))
        return refuse(g, size == 0 ? "is empty; export it again"
                                   : "begins neither as a .glb nor as a .gltf does; export it as glTF 2.0");
    if (binary && !open_chunks(g, size, &text, &length)) return false;
    lope_json_source source = {.file = g->file, .fault = g->fault};
    if (!lope_json_parse(&source, text, length)) return false;
    g->root = source.root;
    return check_version(g) && lope_gltf_check_extensions(g) && open_lists(g);
}

void lope_gltf_close(lope_gltf *g)
{
    lope_gltf_list *lists[] = {&g->accessors, &g->buffers, &g->materials, &g->meshes,
                               &g->nodes,     &g->scenes,  &g->skins,     &g->views};
    for (uint32_t i = 0; g->buffer_bytes != NULL && i < g->buffers.count; i++) free(g->buffer_bytes[i].owned);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]->items);
    free(g->buffer_bytes);
    cJSON_Delete(g->root);
    free(g->whole);
}
