// gltf_json.h - what the readers of a glTF file share: its JSON, its lists, and checked access to their
// members.
//
// Every fault names its place as glTF does: "level.gltf: accessors[3].count: ...". Every look at a member is
// counted, and a file that asks for too many of them is refused: so no file can keep the program busy for
// long. Read next: gltf_file.c, which fills the lists; gltf_accessor.c.
#ifndef LOPE_SCENE_GLTF_JSON_H
#define LOPE_SCENE_GLTF_JSON_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LOPE_GLTF_NONE UINT32_MAX
// Corners, nodes and members looked at: a number, and more for each byte of the file, so that a small file
// cannot make a huge level, up to some seconds. Each triangle takes three or more; the most triangles take a
// fifth of it.
#define LOPE_GLTF_LEAST_WORK 10000000u
#define LOPE_GLTF_WORK_A_BYTE 1000u
#define LOPE_GLTF_MOST_WORK 300000000u

struct cJSON;

// A member of the file's JSON and its place, for faults. json NULL: it is not there.
typedef struct lope_gltf_item {
    const struct cJSON *json;
    const char *list; // "accessors"
    uint32_t index;
} lope_gltf_item;

typedef struct lope_gltf_list {
    const struct cJSON **items;
    uint32_t count;
    const char *name;
} lope_gltf_list;

typedef struct lope_gltf_bytes {
    unsigned char *owned; // NULL: of the GLB file, or not read yet
    const unsigned char *at;
    size_t size;
} lope_gltf_bytes;

typedef struct lope_gltf {
    const char *file;
    lope_scene_fault *fault;
    struct cJSON *root;
    char *whole;                // the file's bytes
    const unsigned char *chunk; // GLB: its binary chunk; NULL without one
    size_t chunk_size;
    lope_gltf_list accessors, buffers, materials, meshes, nodes, scenes, skins, views;
    lope_gltf_bytes *buffer_bytes; // one a buffer, read when first asked for
    size_t size;                   // bytes of the file
    uint64_t work;
} lope_gltf;

// Fills a fault at an item's member (key NULL: the item itself). Returns false.
bool lope_gltf_fail(const lope_gltf *g, lope_gltf_item item, const char *key, const char *format, ...) LOPE_SCENE_FORMAT(4, 5);

// Counts work. Returns false when it has become too much.
bool lope_gltf_spend(lope_gltf *g, uint64_t count);

// Returns an item of a list; the index must be less than its count.
lope_gltf_item lope_gltf_at(const lope_gltf_list *list, uint32_t index);

// Returns a member of an object; json NULL when it is not there, or the item is no object.
lope_gltf_item lope_gltf_member(lope_gltf *g, lope_gltf_item item, const char *key);

// Returns an extension of an item; json NULL when the item has none of that name.
lope_gltf_item lope_gltf_extension(lope_gltf *g, lope_gltf_item item, const char *name);

// Fills the elements of a list that is a member; none when it is not there. Free list->items. Returns false
// on a fault.
bool lope_gltf_open_list(lope_gltf *g, lope_gltf_item item, const char *key, lope_gltf_list *list);

// Reads a whole number from `least` to `most` that is a member; leaves `value` when it is not there. Returns
// false on a fault.
bool lope_gltf_integer(lope_gltf *g, lope_gltf_item item, const char *key, uint64_t least, uint64_t most, uint64_t *value);

// Reads the number of an element of `list`, as lope_gltf_integer; `index` is LOPE_GLTF_NONE when it is not
// there.
bool lope_gltf_index(lope_gltf *g, lope_gltf_item item, const char *key, const lope_gltf_list *list, uint32_t *index);

// The same for a JSON value itself, such as an element of a list of node numbers.
bool lope_gltf_index_of(lope_gltf *g, lope_gltf_item place, const char *key, const struct cJSON *json, const lope_gltf_list *list,
                        uint32_t *index);

// Reads `count` finite numbers from a list that is a member; leaves `values` when it is not there. Returns
// false on a fault.
bool lope_gltf_numbers(lope_gltf *g, lope_gltf_item item, const char *key, uint32_t count, double *values);

// Returns the text of a member; NULL when it is not there or no text.
const char *lope_gltf_text(lope_gltf *g, lope_gltf_item item, const char *key);

#endif
