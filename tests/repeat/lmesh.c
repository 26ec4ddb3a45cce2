// lmesh.c - .lmesh in and out, byte by byte, so that the machine's own order does not matter. Read next:
// golden.c.
#include "lmesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER 32 // bytes
#define OBJECT 20
#define MATERIAL 8

static const unsigned char magic[8] = {'L', 'M', 'E', 'S', 'H', '\r', '\n', 0x1a};

static uint32_t get_u32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static unsigned char *put_u32(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) *at++ = (unsigned char)(value >> (8 * i) & 255u);
    return at;
}

static uint64_t fnv(const unsigned char *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static unsigned char *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    const long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    unsigned char *bytes = length >= 0 && fseek(file, 0, SEEK_SET) == 0 ? malloc((size_t)length + 1) : NULL;
    if (bytes != NULL && fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    *size = bytes != NULL ? (size_t)length : 0;
    return bytes;
}

static const char *decode(const unsigned char *bytes, size_t size, obj_mesh *mesh)
{
    if (size < HEADER + 8 || memcmp(bytes, magic, sizeof magic) != 0 || get_u32(bytes + 8) != 1) return "no .lmesh of version 1";
    const uint32_t points = get_u32(bytes + 12), triangles = get_u32(bytes + 16);
    const uint64_t whole = HEADER + 12 * ((uint64_t)points + triangles) + OBJECT * (uint64_t)get_u32(bytes + 20) +
                           MATERIAL * (uint64_t)get_u32(bytes + 24) + get_u32(bytes + 28) + 8;
    if (whole != size || triangles == 0) return "its size does not fit what it says it holds";
    const uint64_t hash = get_u32(bytes + size - 8) | (uint64_t)get_u32(bytes + size - 4) << 32;
    if (hash != fnv(bytes, size - 8)) return "its hash is wrong";
    mesh->points = malloc(12 * (size_t)points + 1);
    mesh->indices = malloc(12 * (size_t)triangles);
    if (mesh->points == NULL || mesh->indices == NULL) return "out of memory";
    mesh->point_count = points;
    mesh->triangle_count = triangles;
    const unsigned char *at = bytes + HEADER;
    for (size_t i = 0; i < 3 * (size_t)points; i++, at += 4) {
        const uint32_t bits = get_u32(at);
        memcpy(&mesh->points[i], &bits, sizeof bits);
    }
    for (size_t i = 0; i < 3 * (size_t)triangles; i++, at += 4) mesh->indices[i] = get_u32(at); // the level checks them
    return NULL;
}

bool lmesh_read(const char *path, obj_mesh *mesh, char *text, unsigned size)
{
    const size_t length = strlen(path);
    if (length >= 4 && strcmp(path + length - 4, ".obj") == 0) return obj_read(path, mesh, text, size);
    *mesh = (obj_mesh){0};
    size_t count = 0;
    unsigned char *bytes = read_all(path, &count);
    const char *wrong = bytes == NULL ? "cannot be read" : decode(bytes, count, mesh);
    free(bytes);
    if (wrong == NULL) return true;
    snprintf(text, size, "%s: %s", path, wrong);
    obj_release(mesh);
    return false;
}

bool lmesh_write(const char *path, const obj_mesh *mesh)
{
    const size_t points = 3 * (size_t)mesh->point_count, indices = 3 * (size_t)mesh->triangle_count;
    const size_t size = HEADER + 4 * (points + indices) + 8;
    unsigned char *bytes = calloc(1, size);
    if (bytes == NULL) return false;
    memcpy(bytes, magic, sizeof magic);
    put_u32(put_u32(put_u32(bytes + 8, 1), mesh->point_count), mesh->triangle_count); // no objects, no materials, no names
    unsigned char *at = bytes + HEADER;
    for (size_t i = 0; i < points; i++) {
        uint32_t bits;
        memcpy(&bits, &mesh->points[i], sizeof bits);
        at = put_u32(at, bits);
    }
    for (size_t i = 0; i < indices; i++) at = put_u32(at, mesh->indices[i]);
    const uint64_t hash = fnv(bytes, size - 8);
    put_u32(put_u32(at, (uint32_t)(hash & UINT32_MAX)), (uint32_t)(hash >> 32));
    FILE *file = fopen(path, "wb");
    const bool written = file != NULL && fwrite(bytes, 1, size, file) == size;
    const bool closed = file != NULL && fclose(file) == 0;
    free(bytes);
    return written && closed;
}
