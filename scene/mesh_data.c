// mesh_data.c - frees a mesh, and welds its points.
//
// Welding hashes the three coordinates' bits into an open table, so 300,000 corners take some milliseconds.
#include "mesh_data.h"

#include <stdlib.h>
#include <string.h>

char *lope_scene_mesh_copy_name(const char *name)
{
    size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    if (copy != NULL) memcpy(copy, name, size);
    return copy;
}

void lope_scene_mesh_free(lope_scene_mesh *mesh)
{
    for (uint32_t i = 0; mesh->objects != NULL && i < mesh->object_count; i++) free(mesh->objects[i].name);
    for (uint32_t i = 0; mesh->materials != NULL && i < mesh->material_count; i++) free(mesh->materials[i]);
    free(mesh->points);
    free(mesh->indices);
    free(mesh->objects);
    free(mesh->materials);
    memset(mesh, 0, sizeof *mesh);
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint32_t slot_of(const float *p, uint32_t mask)
{
    uint64_t h = bits_of(p[0]) * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ (h >> 29) ^ bits_of(p[1])) * UINT64_C(0xBF58476D1CE4E5B9);
    h = (h ^ (h >> 32) ^ bits_of(p[2])) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)(h >> 32) & mask;
}

bool lope_scene_mesh_weld(lope_scene_mesh *mesh)
{
    uint32_t size = 16;
    while (size / 2 < mesh->point_count && size < 0x80000000u) size *= 2;
    uint32_t *table = calloc(size, sizeof *table); // a point's new number plus 1; 0: empty
    uint32_t *moved = malloc(((size_t)mesh->point_count + 1) * sizeof *moved);
    bool good = table != NULL && moved != NULL;
    uint32_t kept = 0;
    for (uint32_t i = 0; good && i < mesh->point_count; i++) {
        float p[3];
        for (uint32_t k = 0; k < 3; k++) p[k] = mesh->points[3 * (size_t)i + k] + 0.0f;
        uint32_t slot = slot_of(p, size - 1);
        while (table[slot] != 0 && memcmp(&mesh->points[3 * ((size_t)table[slot] - 1)], p, sizeof p) != 0)
            slot = (slot + 1) & (size - 1);
        if (table[slot] == 0) {
            memcpy(&mesh->points[3 * (size_t)kept], p, sizeof p);
            table[slot] = ++kept;
        }
        moved[i] = table[slot] - 1;
    }
    for (size_t i = 0; good && i < 3 * (size_t)mesh->triangle_count; i++) mesh->indices[i] = moved[mesh->indices[i]];
    if (good) mesh->point_count = kept;
    free(table);
    free(moved);
    return good;
}
