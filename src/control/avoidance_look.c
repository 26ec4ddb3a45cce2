// avoidance_look.c - gathers what walls and edges are looked for in. See avoidance_look.h.
//
// The scout gathers; the agent's own nearby keeps what may count, with room to go some way. What many agents
// share comes from without: lope_walls_use.
// Read next: avoidance_boundary.c, avoidance_walls.c.
#include "base/prefetch.h"
#include "control/avoidance_near.h"
#include "motion/nearby/gather.h"

#include <stddef.h>

#define FARTHER 1.5 // m, by which a look gathers farther than it needs: about as much as it needs costs least
#define STEEP 0.5   // as much of that upward and downward
#define CLAMPED 0.5 // radii past the reach, where an edge may end that is crossed: avoidance_edges.c

static double larger(double a, double b) { return a > b ? a : b; }

lope_walls_extent lope_walls_extent_of(const lope_wall_look *look)
{
    // a floor past an edge is looked for a step over and under where the edge may be: avoidance_edges.c
    const double beyond = 2 * LOPE_EDGE_BEYOND * (double)look->tuning->units_per_metre,
                 tall = look->reach + 2 * lope_agent_step(look) + beyond;
    return (lope_walls_extent){.around = look->reach + CLAMPED * (double)look->state->radius + beyond,
                               .tall = larger(tall, (double)look->state->height)};
}

lope_bounds lope_walls_bounds(const lope_wall_look *look)
{
    const lope_point feet = lope_point_sub(look->state->feet, look->origin), up = lope_vec3_to_point(look->state->up);
    const lope_walls_extent extent = lope_walls_extent_of(look);
    return lope_avoidance_bounds(feet, up, extent.around, -extent.tall, extent.tall);
}

// Returns the bounds, relative to the origin, of what counts for a look, and by `more` m farther.
static lope_bounds bounds_of(const lope_wall_look *look, double more)
{
    const lope_point feet = lope_point_sub(look->state->feet, look->origin), up = lope_vec3_to_point(look->state->up);
    const lope_walls_extent extent = lope_walls_extent_of(look);
    const double far = look->far + 2 * LOPE_EDGE_BEYOND * (double)look->tuning->units_per_metre;
    return lope_avoidance_bounds(feet, up, larger(extent.around, far) + more, -extent.tall - STEEP * more,
                                 extent.tall + STEEP * more);
}

lope_boundary lope_walls_boundary(const lope_wall_look *look)
{
    return (lope_boundary){.up = lope_vec3_to_point(look->state->up),
                           .limit = look->limit,
                           .step = lope_agent_step(look),
                           .beyond = LOPE_EDGE_BEYOND * (double)look->tuning->units_per_metre};
}

lope_filter lope_walls_filter(const lope_wall_look *look)
{
    return (lope_filter){.channels = look->state->channels & ~LOPE_CHANNEL_CHARACTER, .ignore = LOPE_BODY_NONE};
}

// Gathers with the scout what stands, for the look's `self`. growth: as of lope_nearby.
static lope_result gather_with_scout(const lope_wall_look *look, const lope_surroundings *surroundings, lope_filter filter,
                                     const lope_bounds *bounds, double growth)
{
    lope_nearby *scout = look->scout;
    lope_near_self self = look->self;
    uint32_t gathers = 0;
    lope_nearby_clear(scout);
    lope_nearby_begin(scout, surroundings, filter, look->state->feet, &self, (double)look->tuning->units_per_metre);
    scout->moving_kept = scout->nothing_moves = true;
    scout->growth = growth;
    scout->unordered = true; // lope_boundary_copy orders what is kept
    const lope_result result = lope_nearby_cover(scout, surroundings, filter, bounds, &gathers);
    scout->self = NULL;
    scout->unordered = false;
    return result;
}

lope_result lope_walls_gather_within(lope_wall_look *look, const lope_surroundings *surroundings, const lope_bounds *bounds,
                                     const lope_boundary_agents *agents, lope_boundary *boundary, const lope_allocator *allocator,
                                     lope_near_set *to)
{
    look->self = (lope_near_self){.own = LOPE_BODY_NONE};
    const lope_result result = gather_with_scout(look, surroundings, lope_walls_filter(look), bounds, 0);
    if (result != LOPE_OK) return result;
    const bool room = lope_boundary_copy(boundary, look->scout, agents, allocator, to);
    return room ? LOPE_OK : LOPE_ERROR_MEMORY;
}

void lope_walls_use(lope_wall_look *look, const lope_near_set *set, const lope_boundary *boundary)
{
    const bool is_told = lope_boundary_tells_floor(boundary, lope_vec3_to_point(look->state->up));
    look->still = set;
    look->still_floor = is_told ? boundary->floor : NULL;
}

// Gathers with the scout what stands, and keeps what may count.
static lope_result gather_boundary(lope_wall_look *look, const lope_surroundings *surroundings, lope_filter filter)
{
    lope_nearby *own = look->nearby;
    const lope_bounds bounds = bounds_of(look, FARTHER * (double)look->tuning->units_per_metre);
    own->kept = false;
    const lope_result result = gather_with_scout(look, surroundings, filter, &bounds, own->growth);
    if (result != LOPE_OK) return result;
    own->growth = look->scout->growth;
    if (!lope_boundary_copy(look->boundary, look->scout, NULL, &own->allocator, &own->sets[0])) return LOPE_ERROR_MEMORY;
    lope_nearby_holds_as(own, look->scout);
    return LOPE_OK;
}

// Makes sure that the agent's own nearby has what stands.
static lope_result keep_still(lope_wall_look *look, const lope_surroundings *surroundings, lope_filter filter,
                              const lope_bounds *bounds)
{
    const lope_boundary boundary = lope_walls_boundary(look);
    if (look->scout == NULL) return LOPE_OK; // all of it is gathered with what moves
    if (!lope_boundary_holds(look->boundary, &boundary)) look->nearby->kept = false;
    if (look->nearby->kept && lope_bounds_contain(&look->nearby->bounds, bounds)) return LOPE_OK;
    *look->boundary = boundary;
    return gather_boundary(look, surroundings, filter);
}

// Lets the agent's own nearby be without what stands.
static void leave_still(lope_wall_look *look, const lope_surroundings *surroundings, lope_filter filter,
                        const lope_bounds *bounds)
{
    *look->boundary = (lope_boundary){0}; // holds for no agent
    lope_nearby_holds_nothing(look->nearby, surroundings, filter, bounds);
}

lope_result lope_walls_gather(lope_wall_look *look, const lope_surroundings *surroundings)
{
    const lope_state *state = look->state;
    const bool is_known = look->still != NULL;
    if (is_known && !(look->far > 0)) return LOPE_OK;
    lope_nearby *own = look->nearby;
    lope_filter filter = lope_walls_filter(look);
    filter.ignore = state->own_body;
    look->self = (lope_near_self){.own = LOPE_BODY_NONE, .heading = lope_vec3_to_point(state->velocity)};
    lope_nearby_begin(own, surroundings, filter, state->feet, &look->self, (double)look->tuning->units_per_metre);
    look->origin = own->origin;
    const lope_bounds bounds = bounds_of(look, 0);
    lope_result result = LOPE_OK;
    if (is_known)
        leave_still(look, surroundings, filter, &bounds);
    else
        result = keep_still(look, surroundings, filter, &bounds);
    uint32_t gathers = 0;
    own->moving_kept = own->nothing_moves = !(look->far > 0);
    if (result == LOPE_OK) result = lope_nearby_cover(own, surroundings, filter, &bounds, &gathers);
    own->self = NULL;
    own->moving_kept = own->nothing_moves = false;
    if (result == LOPE_OK && !is_known) lope_walls_use(look, &own->sets[0], look->boundary);
    return result;
}

void lope_walls_prefetch(const lope_near_set *set, uint64_t used)
{
    const uint64_t all = set->triangle_count < 64 ? (UINT64_C(1) << set->triangle_count) - 1 : UINT64_MAX;
    if (set->triangle_count == 0) return;
    lope_prefetch(set->bodies, offsetof(lope_sink_body, channels));
    for (uint32_t i = 0; i < set->triangle_count; i += LOPE_BLOCK)
        lope_prefetch(&set->triangle_blocks[i / LOPE_BLOCK], sizeof(lope_near_block));
    for (uint64_t left = used & all; left != 0; left &= left - 1)
        lope_prefetch(&set->triangles[lope_lowest_bit64(left)], sizeof(lope_near_triangle));
}
