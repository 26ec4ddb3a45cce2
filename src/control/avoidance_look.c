// avoidance_look.c - gathers what walls and edges are looked for in. See avoidance_look.h.
//
// The scout gathers; the agent's own nearby keeps what may count, with room to go some way.
// Read next: avoidance_boundary.c, avoidance_walls.c.
#include "base/prefetch.h"
#include "control/avoidance_near.h"
#include "motion/nearby/gather.h"

#include <stddef.h>

#define FARTHER 1.5 // m, by which a look gathers farther than it needs: about as much as it needs costs least
#define STEEP 0.5   // as much of that upward and downward
#define CLAMPED 0.5 // radii past the reach, where an edge may end that is crossed: avoidance_edges.c

static double larger(double a, double b) { return a > b ? a : b; }

// Returns the bounds, relative to the origin, of what counts for a look, and by `more` m farther.
static lope_bounds bounds_of(const lope_wall_look *look, double more)
{
    const lope_state *state = look->state;
    const lope_point feet = lope_point_sub(state->feet, look->nearby->origin), up = lope_vec3_to_point(state->up);
    // a floor past an edge is looked for a step over and under where the edge may be: avoidance_edges.c
    const double beyond = 2 * LOPE_EDGE_BEYOND * (double)look->tuning->units_per_metre,
                 around = larger(look->reach + CLAMPED * (double)state->radius, look->far) + beyond,
                 tall = look->reach + 2 * lope_agent_step(look) + beyond;
    return lope_avoidance_bounds(feet, up, around + more, -tall - STEEP * more,
                                 larger(tall, (double)state->height) + STEEP * more);
}

// Gathers what is static with the scout, and keeps what may count.
static lope_result gather_boundary(lope_wall_look *look, const lope_surroundings *surroundings, lope_filter filter)
{
    lope_nearby *scout = look->scout, *own = look->nearby;
    lope_near_self self = look->self;
    const double unit = (double)look->tuning->units_per_metre;
    const lope_bounds bounds = bounds_of(look, FARTHER * unit);
    uint32_t gathers = 0;
    own->kept = false;
    lope_nearby_clear(scout);
    lope_nearby_begin(scout, surroundings, filter, look->state->feet, &self, unit);
    scout->moving_kept = scout->nothing_moves = true;
    scout->growth = own->growth;
    const lope_result result = lope_nearby_cover(scout, surroundings, filter, &bounds, &gathers);
    scout->self = NULL;
    if (result != LOPE_OK) return result;
    own->growth = scout->growth;
    if (!lope_boundary_copy(look->boundary, &scout->bounds, &scout->sets[0], &own->allocator, &own->sets[0]))
        return LOPE_ERROR_MEMORY;
    lope_nearby_holds_as(own, scout);
    return LOPE_OK;
}

lope_result lope_walls_gather(lope_wall_look *look, const lope_surroundings *surroundings)
{
    const lope_state *state = look->state;
    const double unit = (double)look->tuning->units_per_metre;
    const lope_filter filter = {.channels = state->channels & ~LOPE_CHANNEL_CHARACTER, .ignore = state->own_body};
    const lope_boundary boundary = {.up = lope_vec3_to_point(state->up),
                                    .limit = (double)lope_cos(look->tuning->walkable_floor_angle),
                                    .step = lope_agent_step(look),
                                    .beyond = LOPE_EDGE_BEYOND * unit};
    look->self = (lope_near_self){.own = LOPE_BODY_NONE, .heading = lope_vec3_to_point(state->velocity)};
    lope_nearby_begin(look->nearby, surroundings, filter, state->feet, &look->self, unit);
    const lope_bounds bounds = bounds_of(look, 0);
    lope_result result = LOPE_OK;
    look->nearby->used = 0;
    if (look->scout != NULL) {
        if (!lope_boundary_holds(look->boundary, &boundary)) look->nearby->kept = false;
        const bool covered = look->nearby->kept && lope_bounds_contain(&look->nearby->bounds, &bounds);
        if (!covered) *look->boundary = boundary;
        if (!covered) result = gather_boundary(look, surroundings, filter);
    }
    uint32_t gathers = 0;
    look->nearby->moving_kept = look->nearby->nothing_moves = !(look->far > 0);
    if (result == LOPE_OK) result = lope_nearby_cover(look->nearby, surroundings, filter, &bounds, &gathers);
    look->nearby->self = NULL;
    look->nearby->moving_kept = look->nearby->nothing_moves = false;
    return result;
}

void lope_walls_prefetch(const lope_nearby *nearby)
{
    const lope_near_set *set = &nearby->sets[0];
    const uint64_t all = set->triangle_count < 64 ? (UINT64_C(1) << set->triangle_count) - 1 : UINT64_MAX;
    if (set->triangle_count == 0) return;
    lope_prefetch(set->bodies, offsetof(lope_sink_body, channels));
    for (uint32_t i = 0; i < set->triangle_count; i += LOPE_BLOCK)
        lope_prefetch(&set->triangle_blocks[i / LOPE_BLOCK], sizeof(lope_near_block));
    for (uint64_t used = nearby->used & all; used != 0; used &= used - 1)
        lope_prefetch(&set->triangles[lope_lowest_bit64(used)], sizeof(lope_near_triangle));
}
