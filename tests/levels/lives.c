// lives.c - see lives.h.
#include "lives.h"

#include "../behaviour/check.h"

#include <string.h>

#ifndef LOPE_SHARED_DIR
#define LOPE_SHARED_DIR "../shared"
#endif

static int chosen_count;
static char **chosen;

void levels_choose(int argc, char **argv)
{
    chosen_count = argc - 1;
    chosen = argv + 1;
}

bool level_is_chosen(const char *name)
{
    for (int i = 0; i < chosen_count; i++)
        if (strcmp(chosen[i], name) == 0) return true;
    return chosen_count == 0;
}

void levels_play(bool (*play)(const char *name))
{
    int bad = 0;
    for (int i = 0; i < LEVELS; i++) {
        if (level_is_chosen(level_names[i]) && !play(level_names[i])) bad++;
        fflush(stdout);
    }
    if (bad) fail_msg("%d levels with faults", bad);
}

uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

double uniform(uint32_t *seed) { return (double)next_random(seed) / 16777216.0; }

brute_point feet_of(const lope_state *state) { return brute_make(state->feet.x, state->feet.y, state->feet.z); }

void core_of(const lope_state *state, brute_point feet, brute_point core[2])
{
    core[0] = brute_make(feet.x, feet.y + (double)state->radius, feet.z);
    core[1] = brute_make(feet.x, feet.y + (double)state->height - (double)state->radius, feet.z);
}

bool level_of_name(level_data *level, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/levels/%s/%s.obj", LOPE_SHARED_DIR, name, name);
    if (level_load(level, path)) return true;
    printf("  %-26s skipped: %s is not there\n", name, path);
    return false;
}

int level_wander_spawns(const char *name, brute_point spawns[64])
{
    if (strcmp(name, "town") == 0) { // twenty of the crowd's thousand, spread over its grid
        for (int k = 0; k < WANDERERS; k++) {
            int i = k * 50 + 7;
            spawns[k] = brute_make(-90 + 180 * ((i % 32) + 0.5) / 32, 6, -90 + 180 * ((double)(i / 32) + 0.5) / 32);
        }
        return WANDERERS;
    }
    char path[512];
    snprintf(path, sizeof path, "%s/levels/%s/%s.json", LOPE_SHARED_DIR, name, name);
    bool clear[64];
    int n = level_spawns(path, "spawn_feet", spawns, 64), flags = level_flags(path, "spawn_feet_clear", clear, 64), kept = 0;
    for (int i = 0; i < n; i++)
        if (flags != n || clear[i]) spawns[kept++] = spawns[i];
    return kept ? kept : level_spawns(path, "auto_spawn_feet", spawns, 64);
}

lope_level *level_of(const level_data *data, const char *name)
{
    lope_level *level = lope_level_create(&(lope_level_def){0});
    lope_error error = {0};
    lope_mesh_def def = {.points = data->points,
                         .point_count = (uint32_t)data->point_count,
                         .indices = data->indices,
                         .triangle_count = (uint32_t)data->triangle_count,
                         .error = &error};
    if (!lope_level_valid(level, lope_level_add_mesh(level, &def))) fail_msg("%s: %s: %s", name, error.field, error.text);
    return level;
}
