// gltf_accessor.c - opens accessors with all their limits checked, and reads their elements.
//
// glTF stores whole numbers for positions where KHR_mesh_quantization is used; normalised ones mean c / 127
// and the like, with the lowest clamped to -1 (glTF 2.0, 3.11). Everything is little-endian. Read next:
// gltf_read.c.
#include "gltf_accessor.h"

#include "gltf_buffer.h"
#include "little_endian.h"

#include <cjson/cJSON.h>

#include <string.h>

enum { INT8 = 5120, UINT8 = 5121, INT16 = 5122, UINT16 = 5123, UINT32 = 5125, FLOAT32 = 5126 };

// Bytes of a component; 0 for an unknown kind.
static uint32_t size_of(uint64_t kind)
{
    return kind == INT8 || kind == UINT8 ? 1 : kind == INT16 || kind == UINT16 ? 2 : kind == UINT32 || kind == FLOAT32 ? 4 : 0;
}

static const char *type_of(uint32_t components)
{
    return components == 1 ? "SCALAR" : components == 3 ? "VEC3" : components == 4 ? "VEC4" : "MAT4";
}

// Whether count elements of a size, a stride apart, fit into bytes from an offset on.
static bool fits(uint64_t offset, uint64_t count, uint64_t stride, uint64_t size, uint64_t bytes)
{
    return offset + (count - 1) * stride + size <= bytes;
}

static uint32_t whole_at(const unsigned char *at, uint32_t kind)
{
    if (size_of(kind) == 1) return at[0];
    return size_of(kind) == 2 ? lope_scene_u16_at(at) : lope_scene_u32_at(at);
}

// Opens what a view holds from a byteOffset on: `count` elements of `size` bytes.
static bool open_view(lope_gltf *g, lope_gltf_item item, uint32_t view, uint64_t count, uint32_t size, bool strided,
                      const unsigned char **at, size_t *stride)
{
    uint64_t offset = 0;
    lope_gltf_bytes bytes = {0};
    size_t step = 0;
    if (!lope_gltf_integer(g, item, "byteOffset", 0, INT32_MAX, &offset) || !lope_gltf_view(g, view, &bytes, &step)) return false;
    if (step == 0 || !strided) step = size;
    if (step < size) {
        return lope_gltf_fail(g, lope_gltf_at(&g->views, view), "byteStride",
                              "found %u, expected at least the %u bytes of an element", (unsigned)step, (unsigned)size);
    }
    if (!fits(offset, count, step, size, bytes.size)) {
        return lope_gltf_fail(g, item, NULL, "%llu elements reach past the %llu bytes of bufferViews[%u]; export the file again",
                              (unsigned long long)count, (unsigned long long)bytes.size, (unsigned)view);
    }
    *at = bytes.at + offset;
    *stride = step;
    return true;
}

static bool check_sparse_order(lope_gltf *g, lope_gltf_item item, const lope_gltf_accessor *a)
{
    if (!lope_gltf_spend(g, a->sparse_count)) return false;
    for (uint32_t i = 0; i < a->sparse_count; i++) {
        uint32_t size = size_of(a->sparse_kind);
        uint32_t index = whole_at(a->sparse_indices + (size_t)i * size, a->sparse_kind);
        bool rises = i == 0 || whole_at(a->sparse_indices + (size_t)(i - 1) * size, a->sparse_kind) < index;
        if (index >= a->count || !rises)
            return lope_gltf_fail(g, item, "sparse", "indices must rise and be less than the count; export the file again");
    }
    return true;
}

static bool open_sparse(lope_gltf *g, lope_gltf_item item, lope_gltf_accessor *a)
{
    lope_gltf_item sparse = lope_gltf_member(g, item, "sparse");
    if (sparse.json == NULL) return true;
    lope_gltf_item indices = lope_gltf_member(g, sparse, "indices"), values = lope_gltf_member(g, sparse, "values");
    uint64_t count = 0, kind = 0;
    uint32_t index_view = LOPE_GLTF_NONE, value_view = LOPE_GLTF_NONE;
    size_t stride = 0;
    if (!lope_gltf_integer(g, sparse, "count", 1, a->count, &count) ||
        !lope_gltf_integer(g, indices, "componentType", UINT8, UINT32, &kind) ||
        !lope_gltf_index(g, indices, "bufferView", &g->views, &index_view) ||
        !lope_gltf_index(g, values, "bufferView", &g->views, &value_view))
        return false;
    bool plain = kind == UINT8 || kind == UINT16 || kind == UINT32;
    if (count == 0 || !plain || index_view == LOPE_GLTF_NONE || value_view == LOPE_GLTF_NONE)
        return lope_gltf_fail(g, item, "sparse", "is incomplete, expected count, indices and values; export the file again");
    a->sparse_count = (uint32_t)count;
    a->sparse_kind = (uint32_t)kind;
    return open_view(g, indices, index_view, count, size_of(kind), false, &a->sparse_indices, &stride) &&
           open_view(g, values, value_view, count, size_of(a->kind) * a->components, false, &a->sparse_values, &stride) &&
           check_sparse_order(g, item, a);
}

static bool check_kind(lope_gltf *g, lope_gltf_item item, uint32_t components, uint64_t kind, uint64_t count)
{
    const char *type = lope_gltf_text(g, item, "type");
    if (size_of(kind) == 0)
        return lope_gltf_fail(g, item, "componentType", "found %llu, expected 5120 to 5123, 5125 or 5126",
                              (unsigned long long)kind);
    if (type == NULL || strcmp(type, type_of(components)) != 0)
        return lope_gltf_fail(g, item, "type", "found %.20s, expected %s", type == NULL ? "nothing" : type, type_of(components));
    if (count == 0) return lope_gltf_fail(g, item, "count", "is missing, expected at least 1");
    if (components == 16 && kind != FLOAT32) return lope_gltf_fail(g, item, "componentType", "expected 5126 for matrices");
    return true;
}

bool lope_gltf_accessor_open(lope_gltf *g, uint32_t index, uint32_t components, lope_gltf_accessor *a)
{
    lope_gltf_item item = lope_gltf_at(&g->accessors, index), normalized = lope_gltf_member(g, item, "normalized");
    uint64_t kind = 0, count = 0;
    uint32_t view = LOPE_GLTF_NONE;
    *a = (lope_gltf_accessor){.components = components};
    if (!lope_gltf_integer(g, item, "componentType", 0, UINT32_MAX, &kind) ||
        !lope_gltf_integer(g, item, "count", 1, INT32_MAX, &count) || !lope_gltf_index(g, item, "bufferView", &g->views, &view) ||
        !check_kind(g, item, components, kind, count))
        return false;
    a->kind = (uint32_t)kind;
    a->count = (uint32_t)count;
    a->normalized = cJSON_IsTrue(normalized.json) && kind != FLOAT32 && kind != UINT32;
    uint32_t size = size_of(kind) * components;
    if (view != LOPE_GLTF_NONE && !open_view(g, item, view, count, size, true, &a->at, &a->stride)) return false;
    return open_sparse(g, item, a);
}

static double component_at(const unsigned char *at, uint32_t kind, bool normalized)
{
    static const double largest[] = {127.0, 255.0, 32767.0, 65535.0}; // by kind, from INT8
    uint32_t bits = whole_at(at, kind);
    if (kind == FLOAT32) {
        float value;
        memcpy(&value, &bits, sizeof value);
        return (double)value;
    }
    double value = (double)bits;
    if (kind == INT8 && bits > 127) value -= 256.0;
    if (kind == INT16 && bits > 32767) value -= 65536.0;
    if (!normalized) return value;
    value /= largest[kind - INT8];
    return value < -1.0 ? -1.0 : value;
}

// Where an element lies: among the sparse ones by bisection, else in the view; NULL: all zero.
static const unsigned char *element(const lope_gltf_accessor *a, uint32_t index)
{
    uint32_t low = 0, high = a->sparse_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint32_t at = whole_at(a->sparse_indices + (size_t)middle * size_of(a->sparse_kind), a->sparse_kind);
        if (at == index) return a->sparse_values + (size_t)middle * size_of(a->kind) * a->components;
        if (at < index)
            low = middle + 1;
        else
            high = middle;
    }
    return a->at == NULL ? NULL : a->at + (size_t)index * a->stride;
}

void lope_gltf_accessor_read(const lope_gltf_accessor *a, uint32_t index, double *values)
{
    const unsigned char *at = element(a, index);
    for (uint32_t i = 0; i < a->components; i++)
        values[i] = at == NULL ? 0.0 : component_at(at + (size_t)i * size_of(a->kind), a->kind, a->normalized);
}

uint32_t lope_gltf_accessor_integer(const lope_gltf_accessor *a, uint32_t index)
{
    const unsigned char *at = element(a, index);
    return at == NULL ? 0 : whole_at(at, a->kind);
}
