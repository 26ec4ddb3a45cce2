// net_begin.c - places on a spiral, tried by standing there for half a second. Read first: net_begin.h.
#include "net_begin.h"

#include <math.h>

#define SPACING 0.9  // m, between players where they begin
#define TRIES 400u   // places that are looked at for one player
#define TRY_TICKS 30 // for which it is looked whether a player stays there

// Returns whether a character stands where a state is put, and stays there.
static bool can_begin(const lope_scene_net_ground *g, lope_state state)
{
    const lope_point start = state.feet;
    const lope_input none = {0};
    for (int i = 0; i < TRY_TICKS; i++) {
        const lope_surroundings *around = lope_scene_net_around(g->view, g->tick);
        if (lope_move(&state, &none, g->moveset, around, g->nearby, 1.0f / 60, NULL) != LOPE_OK) return false;
    }
    const lope_point moved = lope_point_sub(state.feet, start);
    return state.mode == LOPE_MODE_WALKING && state.stuck_ticks == 0 && fabs(moved.x) + fabs(moved.z) < 0.05 &&
           fabs(moved.y) < 0.6;
}

// Returns place k of a square spiral, in steps.
static void spiral(uint32_t k, int32_t *x, int32_t *z)
{
    int32_t along = 0, step = 1, side = 0;
    *x = *z = 0;
    for (uint32_t i = 0; i < k; i++) {
        *x += side == 0 ? 1 : side == 2 ? -1 : 0;
        *z += side == 1 ? 1 : side == 3 ? -1 : 0;
        if (++along < step) continue;
        along = 0;
        side = (side + 1) % 4;
        step += side % 2 == 0;
    }
}

lope_state lope_scene_net_begin(const lope_scene_net_ground *ground, const lope_state *first, uint32_t *at)
{
    lope_state state = *first;
    for (uint32_t tries = 0; tries < TRIES; tries++) {
        int32_t x, z;
        spiral((*at)++, &x, &z);
        state.feet = lope_point_add(first->feet, (lope_point){SPACING * x, 0.01, SPACING * z});
        if (can_begin(ground, state)) return state;
    }
    return *first;
}
