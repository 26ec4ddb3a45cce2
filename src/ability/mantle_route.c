// mantle_route.c - the room for a mantle: the character's own capsule on its whole way.
//
//                  over
//              +---------->+            The way goes up at the column, which is where the character stands. A
//              |           v down       roof or a cornice over that place leaves another one: just before the
//           up |      =====x=====       edge. The capsule is swept along each part.
//       aside  |      |
//      o------>+      | wall
//
// Read next: mantle_way.c, how the way is followed in time.
#include "mantle_route.h"

#include "level.h"
#include "room.h"

#define CLEAR 0.02  // m: so high over the ledge the capsule goes
#define BEFORE 0.03 // m: gap between the capsule and the edge at the second column
#define BELOW 0.05  // m: so far below the place to stand the capsule may come to rest
#define STAGE 10    // refusals for room have come farther than all others

uint32_t lope_mantle_refuse(lope_mantle_search *search, int stage, uint32_t why, uint32_t query, lope_point point, uint64_t body)
{
    if (stage <= search->stage) return why;
    search->stage = stage;
    search->why = why;
    search->query = query;
    search->point = point;
    search->body = body;
    return why;
}

// Sweeps the capsule from one place to another. Returns LOPE_REFUSAL_NONE, or the refusal that is noted.
static uint32_t sweep(lope_tick *tick, lope_mantle_search *search, lope_point from, lope_point to, uint32_t query)
{
    lope_cast_hit hit;
    if (!lope_room_sweep(tick, from, to, search->scale, &hit)) return LOPE_REFUSAL_NONE;
    return lope_mantle_refuse(search, STAGE + (int)query, LOPE_REFUSAL_NO_ROOM, query, hit.point, hit.body);
}

// Lets the capsule down onto the place to stand: fills in target and over.
static uint32_t find_target(lope_tick *tick, lope_mantle_search *search, lope_mantle_plan *plan)
{
    const lope_probe_ledge *ledge = &plan->ledge;
    const lope_point up = lope_tick_up(tick);
    const double cosine = lope_along(ledge->normal, up), radius = (double)lope_tick_state(tick)->radius;
    // on a slope the round bottom touches beside the axis, and the feet hang above the plane
    const double rests = radius * (1.0 / cosine - 1.0), edge = lope_along(lope_point_sub(ledge->edge, ledge->stand), up);
    const double top = (edge > rests ? edge : rests) + CLEAR * search->scale, way = top + BELOW * search->scale;
    const lope_point from = lope_point_mad(ledge->stand, up, top);
    const lope_cast_def def = lope_room_capsule(tick, from, lope_point_scale(up, -way), 0);
    lope_cast_hit hit;
    if (!lope_tick_cast(tick, &def, &hit) || (hit.depth <= 0 && !hit.walkable))
        return lope_mantle_refuse(search, STAGE, LOPE_REFUSAL_NOT_WALKABLE, LOPE_MANTLE_QUERY_STAND, from, ledge->body);
    if (hit.depth > 0 || hit.fraction <= 0)
        return lope_mantle_refuse(search, STAGE, LOPE_REFUSAL_NO_ROOM, LOPE_MANTLE_QUERY_STAND, hit.point, hit.body);
    plan->over = hit.fraction * way;
    plan->target = lope_point_mad(from, up, -plan->over);
    return LOPE_REFUSAL_NONE;
}

// Tests the way by a column: aside, up and over.
static uint32_t by_column(lope_tick *tick, lope_mantle_search *search, const lope_mantle_plan *plan, lope_point column)
{
    const lope_point up = lope_tick_up(tick), above = lope_point_mad(plan->target, up, plan->over);
    const lope_point high = lope_point_mad(column, up, lope_along(lope_point_sub(above, column), up));
    const lope_point aside = lope_point_sub(column, search->brought);
    uint32_t why = LOPE_REFUSAL_NONE;
    if (lope_point_dot(aside, aside) > 0) why = sweep(tick, search, search->brought, column, LOPE_MANTLE_QUERY_ASIDE);
    if (why == LOPE_REFUSAL_NONE) why = sweep(tick, search, column, high, LOPE_MANTLE_QUERY_UP);
    return why == LOPE_REFUSAL_NONE ? sweep(tick, search, high, above, LOPE_MANTLE_QUERY_OVER) : why;
}

uint32_t lope_mantle_route(lope_tick *tick, lope_mantle_search *search, lope_mantle_plan *plan)
{
    const uint32_t why = find_target(tick, search, plan);
    if (why != LOPE_REFUSAL_NONE) return why;
    const lope_point up = lope_tick_up(tick);
    plan->column = search->brought;
    const uint32_t straight = by_column(tick, search, plan, plan->column);
    if (straight == LOPE_REFUSAL_NONE) return straight;
    const lope_point stand = lope_point_sub(plan->target, plan->ledge.edge);
    const double behind = lope_point_dot(stand, plan->ledge.inward),
                 off = behind + (double)lope_tick_state(tick)->radius + BEFORE * search->scale;
    const lope_point before = lope_point_mad(plan->target, plan->ledge.inward, -off);
    plan->column = lope_point_mad(before, up, lope_along(lope_point_sub(search->brought, before), up));
    return by_column(tick, search, plan, plan->column);
}
