// lives.c - see lives.h.
#include "lives.h"

#include "../behaviour/check.h"

#include <string.h>

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
