// mantle_find.c - finds the ledge that a mantle takes, and tells why there is none.
//
// The probe tells which ledges are ahead, from the lowest to the highest. The first is taken that passes
// every rule. Where none does, the refusal is told of the ledge that came farthest through the rules. Read
// next: mantle_route.c, which tests the room.
#include "mantle_find.h"

#include "level.h"
#include "mantle_route.h"
#include "room.h"
#include "units.h"

#define BAND_LEAST 0.25 // m: walls below are not looked for
#define BAND_ABOVE 0.3  // m above the highest ledge: tops there are told as too high
#define WIDTH 0.34      // m: the radius for which reach is given
// m beyond the reach that are looked at: a wall stands at its place of the tick's end, and may have been near
#define BEYOND 0.25

// How far a ledge came through the rules.
enum { STAGE_WALL = 1, STAGE_TOP, STAGE_WALKABLE, STAGE_HEIGHT, STAGE_SPEED, STAGE_FLOOR };

// Returns how far the wall may be from the axis, m.
static double reach_of(const lope_tick *tick, const lope_mantle_search *search)
{
    const double reach = (double)(search->airborne ? search->settings->air_reach : search->settings->reach);
    return (double)lope_tick_state(tick)->radius + (reach - WIDTH) * search->scale;
}

// Returns the question for the probe.
static lope_probe_def question(const lope_tick *tick, const lope_mantle_search *search)
{
    const lope_mantle_settings *settings = search->settings;
    const double scale = search->scale,
                 most = (double)(search->airborne ? settings->air_ledge_height_most : settings->ledge_height_most);
    return (lope_probe_def){.feet = search->feet,
                            .direction = search->direction,
                            .least = BAND_LEAST * scale,
                            .most = (most + BAND_ABOVE) * scale,
                            .reach = reach_of(tick, search) + BEYOND * scale,
                            .into = (double)settings->into * scale,
                            .scale = scale,
                            .wall_channels = (uint32_t)settings->mantle_channels,
                            .top_channels = (uint32_t)settings->stand_channels};
}

// The reach is given from the axis of a capsule of WIDTH.
lope_ask lope_mantle_asks(const lope_mantle_settings *settings)
{
    const float reach = settings->air_reach - (float)WIDTH;
    return (lope_ask){.modes = UINT32_MAX,
                      .channels = (uint32_t)settings->mantle_channels,
                      .needs = LOPE_NEEDS_INPUT | LOPE_NEEDS_LEDGE_AHEAD,
                      .reach = reach > 0 ? reach : 0,
                      .low = (float)BAND_LEAST,
                      .high = settings->air_ledge_height_most + (float)BAND_ABOVE,
                      .beyond = (float)BEYOND};
}

// Returns why the height rules a ledge out, or LOPE_REFUSAL_NONE.
static uint32_t height_rule(const lope_tick *tick, lope_mantle_search *search, const lope_probe_ledge *ledge)
{
    const lope_mantle_settings *settings = search->settings;
    const double least = (double)(search->airborne ? settings->air_ledge_height_least : settings->ledge_height_least),
                 most = (double)(search->airborne ? settings->air_ledge_height_most : settings->ledge_height_most),
                 slack = 1e-6 * search->scale; // a height that is the limit is within it
    const double step = (double)lope_tick_tuning(tick)->max_step_height;
    uint32_t why = LOPE_REFUSAL_NONE;
    if (ledge->height < least * search->scale - slack) why = LOPE_REFUSAL_TOO_LOW;
    if (ledge->height > most * search->scale + slack) why = LOPE_REFUSAL_TOO_HIGH;
    if (why == LOPE_REFUSAL_NONE && !search->airborne && ledge->height <= step) why = LOPE_REFUSAL_STEP;
    if (why == LOPE_REFUSAL_NONE) return why;
    return lope_mantle_refuse(search, STAGE_HEIGHT, why, LOPE_MANTLE_QUERY_TOP, ledge->edge, ledge->body);
}

// Returns how far (m) below a ledge is the floor that is looked for; a negative number: there is none near.
// On the ground it is what is before the edge. In the air it is where the capsule would come down before the
// wall: a top that is narrower than its radius is none.
static double drop_of(lope_tick *tick, const lope_mantle_search *search, const lope_probe_ledge *ledge, double near)
{
    const double drop = ledge->flags & LOPE_LEDGE_FLOOR ? ledge->height - ledge->floor : -1.0;
    if (!search->airborne || drop < 0 || drop >= near) return drop;
    const lope_state *state = lope_tick_state(tick);
    const lope_point up = lope_tick_up(tick), before = lope_point_mad(ledge->edge, ledge->inward, -(double)state->radius);
    const uint32_t chosen = (uint32_t)search->settings->stand_channels, own = chosen ? chosen : state->channels;
    const lope_cast_def down = {.from = before,
                                .motion = lope_point_scale(up, -near),
                                .filter = {.channels = own & ~(uint32_t)LOPE_CHANNEL_CHARACTER},
                                .flags = LOPE_CAST_WALKABLE_ONLY};
    lope_cast_hit hit;
    return lope_tick_cast(tick, &down, &hit) ? near * hit.fraction : -1.0;
}

// Returns why the floor before a ledge rules it out, or LOPE_REFUSAL_NONE. On the ground a ledge can be
// stepped onto from a floor that is walked to, step by step, as on stairs.
static uint32_t floor_rule(lope_tick *tick, lope_mantle_search *search, const lope_probe_ledge *ledge)
{
    const double step = (double)lope_tick_tuning(tick)->max_step_height, slack = 1e-6 * search->scale,
                 clearance = (double)search->settings->ground_clearance * search->scale - slack,
                 drop = drop_of(tick, search, ledge, clearance > step ? clearance : step);
    uint32_t why = LOPE_REFUSAL_NONE;
    if (drop < 0) return why;
    if (search->airborne && drop < clearance) why = LOPE_REFUSAL_GROUND_NEAR;
    if (drop <= step && (search->airborne || ledge->rise <= step)) why = LOPE_REFUSAL_STEP;
    if (why == LOPE_REFUSAL_NONE) return why;
    const lope_point floor = lope_point_mad(ledge->edge, lope_tick_up(tick), -drop);
    return lope_mantle_refuse(search, STAGE_FLOOR, why, LOPE_MANTLE_QUERY_FLOOR, floor, ledge->body);
}

// Returns why a ledge is not taken, but for its room, or LOPE_REFUSAL_NONE.
static uint32_t rules(lope_tick *tick, lope_mantle_search *search, const lope_probe_ledge *ledge)
{
    const lope_mantle_settings *settings = search->settings;
    const double steep = lope_along(ledge->normal, lope_tick_up(tick)), unit = lope_unit(tick),
                 limit = (double)settings->max_ledge_speed * unit;
    // 1e-6: the float error of a normal; a slope of the limit itself is taken
    const bool walkable = ledge->flags & LOPE_LEDGE_WALKABLE && steep >= (double)lope_cos(settings->slope_limit) - 1e-6;
    if (!walkable)
        return lope_mantle_refuse(search, STAGE_WALKABLE, LOPE_REFUSAL_NOT_WALKABLE, LOPE_MANTLE_QUERY_TOP, ledge->stand,
                                  ledge->body);
    uint32_t why = height_rule(tick, search, ledge);
    if (why != LOPE_REFUSAL_NONE) return why;
    if (limit > 0 && lope_point_length(ledge->velocity) > limit)
        return lope_mantle_refuse(search, STAGE_SPEED, LOPE_REFUSAL_TOO_FAST, LOPE_MANTLE_QUERY_WALL, ledge->edge, ledge->body);
    return floor_rule(tick, search, ledge);
}

uint32_t lope_mantle_find(lope_tick *tick, lope_mantle_search *search, lope_mantle_plan *plan)
{
    search->brought = search->feet;
    lope_probe_def def = question(tick, search);
    const lope_probe *probe = lope_tick_probe(tick, &def);
    if (probe->wall &&
        lope_room_follow(tick, probe->wall_body, search->scale, &search->feet, &search->direction, &search->brought)) {
        def = question(tick, search);
        probe = lope_tick_probe(tick, &def);
    }
    const double reach = reach_of(tick, search);
    if (!probe->wall || probe->wall_distance > reach) {
        const lope_point far = lope_point_mad(search->feet, search->direction, reach);
        return lope_mantle_refuse(search, STAGE_WALL, LOPE_REFUSAL_NO_WALL, LOPE_MANTLE_QUERY_WALL,
                                  probe->wall ? probe->wall_point : far, probe->wall ? probe->wall_body : LOPE_BODY_NONE);
    }
    for (uint32_t i = 0; i < probe->ledge_count; i++) {
        plan->ledge = probe->ledges[i];
        if (plan->ledge.distance > reach) {
            lope_mantle_refuse(search, STAGE_WALL, LOPE_REFUSAL_NO_WALL, LOPE_MANTLE_QUERY_TOP, plan->ledge.edge,
                               plan->ledge.body);
            continue;
        }
        uint32_t why = rules(tick, search, &plan->ledge);
        if (why == LOPE_REFUSAL_NONE) why = lope_mantle_route(tick, search, plan);
        if (why == LOPE_REFUSAL_NONE) return why;
    }
    if (search->stage > 0) return search->why;
    return lope_mantle_refuse(search, STAGE_TOP, LOPE_REFUSAL_TOO_HIGH, LOPE_MANTLE_QUERY_TOP, probe->wall_point,
                              probe->wall_body);
}
