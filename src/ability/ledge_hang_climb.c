// ledge_hang_climb.c - from hanging up onto the ledge, by the mantle's way `clear`: up, over and down, with
// its own sweeps.
//
// Data: lope_mantle_data, in the mode's bytes. Read next: mantle_route.c, mantle_course.c.
#include "ledge_hang_climb.h"
#include "ledge_hang_place.h"
#include "level.h"
#include "mantle_course.h"
#include "mantle_route.h"

#include <lope/input.h>

#include <string.h>

#define BAND 0.15       // m: heights of tops that are looked at, about the edge
#define BEYOND 0.2      // m behind the wall that are looked at
#define STAND_REACH 0.1 // m, within which the floor is looked for at the end

_Static_assert(sizeof(lope_mantle_data) <= LOPE_MODE_DATA, "it stands in the state");

// Tells that a climb is refused. Returns false.
static bool refuse(lope_tick *tick, const lope_hang_data *data, uint32_t why, uint32_t query, lope_point point, uint64_t body)
{
    lope_tick_refused_by(tick, query, point, body);
    lope_tick_refuse(tick, LOPE_ASKED_ABILITY + (uint32_t)data->ability, why);
    return false;
}

// Finds the top of the edge among those ahead. Returns false when there is none.
static bool find_top(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_mantle_search *search,
                     const lope_hang_edge *edge, lope_probe_ledge *ledge)
{
    const double height = lope_along(lope_point_sub(edge->point, search->feet), lope_tick_up(tick)), band = BAND * search->scale;
    const lope_probe_def def = {.feet = search->feet,
                                .direction = edge->inward,
                                .least = height - band,
                                .most = height + band,
                                .reach = lope_hang_off(tick, settings) + BEYOND * search->scale,
                                .into = (double)settings->climb_into * search->scale,
                                .scale = search->scale};
    const lope_probe *probe = lope_tick_probe(tick, &def);
    double nearest = band;
    for (uint32_t i = 0; i < probe->ledge_count; i++) {
        const double off = probe->ledges[i].height - height, away = off < 0 ? -off : off;
        if (!(probe->ledges[i].flags & LOPE_LEDGE_WALKABLE) || away >= nearest) continue;
        nearest = away;
        *ledge = probe->ledges[i];
    }
    return nearest < band;
}

bool lope_hang_climb(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_data *data,
                     const lope_hang_edge *edge, uint32_t mode)
{
    lope_mantle_search search = {
        .feet = lope_tick_feet(tick), .direction = edge->inward, .scale = lope_hang_scale(tick), .airborne = true};
    lope_mantle_plan plan;
    search.brought = search.feet;
    if (!find_top(tick, settings, &search, edge, &plan.ledge))
        return refuse(tick, data, LOPE_REFUSAL_NOT_WALKABLE, LOPE_MANTLE_QUERY_TOP, edge->point, edge->body);
    if (lope_mantle_route(tick, &search, &plan) != LOPE_REFUSAL_NONE)
        return refuse(tick, data, search.why, search.query, search.point, search.body);
    lope_mantle_data climb = {.way = LOPE_MANTLE_CLEAR,
                              .ability = data->ability,
                              .height = (float)plan.ledge.height,
                              .scale = (float)search.scale,
                              .seconds = settings->climb_seconds};
    lope_tick_set_mode(tick, mode);
    if (lope_tick_base_body(tick) != plan.ledge.body) lope_tick_set_base(tick, plan.ledge.body);
    lope_mantle_aim(tick, &search, &plan, edge->inward, &climb);
    memcpy(lope_tick_data(tick), &climb, sizeof climb);
    return true;
}

double lope_hang_climb_run(lope_tick *tick, double seconds)
{
    lope_mantle_data data;
    double left = seconds;
    memcpy(&data, lope_tick_data(tick), sizeof data);
    const bool goes = lope_mantle_go_on(tick, &data, &left);
    if (goes && !lope_mantle_is_over(&data)) {
        memcpy(lope_tick_data(tick), &data, sizeof data);
        return 0;
    }
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 0));
    const bool stands = goes && lope_tick_stand(tick, STAND_REACH * (double)data.scale);
    lope_tick_set_mode(tick, stands ? LOPE_MODE_WALKING : LOPE_MODE_FALLING);
    return left;
}
