// mantle_find.c - finds the ledge that a mantle takes, and tells why there is none.
//
// The probe tells which ledges are ahead, from the lowest to the highest. The first is taken that passes
// every rule. Where none does, the refusal is told of the ledge that came farthest through the rules. Read
// next: mantle_route.c, which tests the room.
#include "mantle_find.h"

#include "level.h"
#include "mantle_route.h"

#define BAND_LEAST 0.25 // m: walls below are not looked for
#define BAND_ABOVE 0.3  // m above the highest ledge: tops there are told as too high
#define WIDTH 0.34      // m: the radius for which reach is given
// m beyond the reach that are looked at: a wall stands at its place of the tick's end, and may have been near
#define BEYOND 0.25
#define SKIN 1e-3 // m, by which the capsule is smaller that is brought along

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

// Returns why the floor before a ledge rules it out, or LOPE_REFUSAL_NONE.
static uint32_t floor_rule(const lope_tick *tick, lope_mantle_search *search, const lope_probe_ledge *ledge)
{
    if (!(ledge->flags & LOPE_LEDGE_FLOOR)) return LOPE_REFUSAL_NONE;
    const double above = ledge->height - ledge->floor, near = (double)search->settings->ground_clearance * search->scale;
    uint32_t why = LOPE_REFUSAL_NONE;
    if (above <= (double)lope_tick_tuning(tick)->max_step_height) why = LOPE_REFUSAL_STEP;
    if (why == LOPE_REFUSAL_NONE && search->airborne && above < near - 1e-6 * search->scale) why = LOPE_REFUSAL_GROUND_NEAR;
    if (why == LOPE_REFUSAL_NONE) return why;
    const lope_point floor = lope_point_mad(ledge->edge, lope_tick_up(tick), -above);
    return lope_mantle_refuse(search, STAGE_FLOOR, why, LOPE_MANTLE_QUERY_FLOOR, floor, ledge->body);
}

// Returns why a ledge is not taken, but for its room, or LOPE_REFUSAL_NONE.
static uint32_t rules(lope_tick *tick, lope_mantle_search *search, const lope_probe_ledge *ledge)
{
    const lope_mantle_settings *settings = search->settings;
    const double steep = lope_along(ledge->normal, lope_tick_up(tick)), unit = (double)lope_tick_tuning(tick)->units_per_metre,
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

// Counts what stops a character that a body takes along.
static bool is_another(void *context, const lope_cast_hit *hit)
{
    const uint64_t *carrier = context;
    return hit->body != *carrier && !hit->character;
}

// Returns where the feet get to when a body takes them along by `way`, and what stands in the way stops them.
static lope_point brought(lope_tick *tick, lope_point feet, lope_point way, uint64_t body, double skin)
{
    const lope_state *state = lope_tick_state(tick);
    lope_cast_hit hit;
    for (int i = 0; i < 3; i++) {
        const lope_cast_def def = {.from = lope_point_mad(feet, lope_tick_up(tick), skin),
                                   .motion = way,
                                   .radius = (float)((double)state->radius - skin),
                                   .height = (float)((double)state->height - 2.0 * skin),
                                   .filter = {.channels = state->channels},
                                   .accept = is_another,
                                   .context = &body};
        if (!lope_tick_cast(tick, &def, &hit)) return lope_point_add(feet, way);
        feet = lope_point_mad(feet, way, hit.fraction);
        way = lope_point_scale(way, 1.0 - hit.fraction);
        const double into = lope_point_dot(way, hit.normal);
        way = lope_point_mad(way, hit.normal, into < 0 ? -into : 0);
    }
    return feet;
}

// Moves the question into the frame of a wall that moves, or off the character's own base: bodies stand at
// their pose of the tick's end, and so shall the character. True: it is another question now.
static bool follow_wall(lope_tick *tick, lope_mantle_search *search, const lope_probe *probe)
{
    lope_point feet;
    double turn;
    if (!probe->wall || !lope_tick_brought_to(tick, probe->wall_body, &feet, &turn)) return false;
    const lope_point way = lope_point_sub(feet, search->feet);
    if (lope_point_dot(way, way) < 1e-18 && turn == 0) return false;
    search->brought = brought(tick, search->feet, way, probe->wall_body, SKIN * search->scale);
    search->feet = feet;
    search->direction = lope_turn_about(search->direction, lope_tick_up(tick), turn);
    return true;
}

uint32_t lope_mantle_find(lope_tick *tick, lope_mantle_search *search, lope_mantle_plan *plan)
{
    search->brought = search->feet;
    lope_probe_def def = question(tick, search);
    const lope_probe *probe = lope_tick_probe(tick, &def);
    if (follow_wall(tick, search, probe)) {
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
