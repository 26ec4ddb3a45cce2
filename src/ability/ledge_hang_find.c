// ledge_hang_find.c - which edge is taken hold of: in the air by the look ahead, on the ground by a ray back
// at the wall below the edge that the character would walk off.
//
// Built on the public headers alone. Data: none. Read next: ledge_hang_edge.c.
#include "ledge_hang_find.h"
#include "ledge_hang_edge.h"
#include "ledge_hang_place.h"
#include "ledge_hang_rim.h"
#include "level.h"
#include "room.h"
#include "units.h"

#include <lope/input.h>
#include <lope/probe.h>

#define BAND 0.3    // m about the hands that are looked at beyond the settings, to tell why not
#define BEYOND 0.25 // m beyond the reach: a wall stands at its place of the tick's end
#define FACING 0.5  // least cosine between the direction and the wall's inward normal: 60 degrees
#define OUTSIDE 0.1 // m beyond the capsule, where the wall below an edge is looked for from
#define BELOW 0.05  // m below the feet
#define DEEP 0.6    // m: a floor nearer below the edge is no drop to hang on, as a share of the capsule

// Notes the place of a refusal, and returns the refusal.
static uint32_t refuse(lope_tick *tick, uint32_t why, uint32_t query, lope_point point, uint64_t body)
{
    lope_tick_refused_by(tick, query, point, body);
    return why;
}

// Returns the edge's height above the feet when the character hangs.
static double hands_of(const lope_tick *tick, const lope_ledge_hang_settings *settings)
{
    return (double)settings->hang_height * (double)lope_tick_state(tick)->height;
}

// Returns why the air rules a catch out before anything is looked for.
static uint32_t air_rule(lope_tick *tick, const lope_ledge_hang_settings *settings)
{
    const double unit = lope_unit(tick), speed = lope_along(lope_tick_velocity(tick), lope_tick_up(tick)) / unit;
    if (speed > (double)settings->rise_speed_most || -speed > (double)settings->fall_speed_most) return LOPE_REFUSAL_TOO_FAST;
    lope_floor floor;
    const double near = (double)settings->ground_clearance * lope_hang_scale(tick);
    if (near > 0 && lope_tick_floor_under(tick, near, &floor))
        return refuse(tick, LOPE_REFUSAL_GROUND_NEAR, LOPE_LEDGE_QUERY_FLOOR, lope_tick_feet(tick), floor.body);
    return LOPE_REFUSAL_NONE;
}

// Returns why one edge that the probe tells of is not taken, or LOPE_REFUSAL_NONE with the edge.
static uint32_t edge_rule(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_probe *probe,
                          const lope_probe_ledge *ledge, lope_point brought, lope_hang_edge *edge)
{
    const double scale = lope_hang_scale(tick), hands = hands_of(tick, settings), slack = 1e-6 * scale,
                 reach = (double)lope_tick_state(tick)->radius + (double)settings->reach * scale;
    // what falls fast passes more in a tick than the band is high
    const double falls = lope_along(lope_point_sub(ledge->velocity, lope_tick_velocity(tick)), lope_tick_up(tick)),
                 passed = falls > 0 ? falls * lope_tick_length(tick) : 0;
    uint32_t why = LOPE_REFUSAL_NONE;
    if (!(ledge->flags & LOPE_LEDGE_WALKABLE)) why = LOPE_REFUSAL_NOT_WALKABLE;
    if (ledge->height < hands - (double)settings->below * scale - slack) why = LOPE_REFUSAL_TOO_LOW;
    if (ledge->height > hands + (double)settings->above * scale + passed + slack) why = LOPE_REFUSAL_TOO_HIGH;
    if (ledge->distance > reach || lope_point_dot(ledge->inward, probe->asked.direction) < FACING) why = LOPE_REFUSAL_NO_WALL;
    if (why != LOPE_REFUSAL_NONE) return refuse(tick, why, LOPE_LEDGE_QUERY_TOP, ledge->edge, ledge->body);
    *edge = (lope_hang_edge){ledge->edge, ledge->inward, ledge->body};
    lope_hang_settle(tick, settings, brought, edge);
    lope_cast_hit hit;
    if (lope_room_sweep(tick, brought, lope_hang_feet(tick, settings, edge), scale, &hit))
        return refuse(tick, LOPE_REFUSAL_NO_ROOM, LOPE_LEDGE_QUERY_ROOM, hit.point, hit.body);
    return why;
}

// Returns the question for the probe.
static lope_probe_def question(const lope_tick *tick, const lope_ledge_hang_settings *settings, lope_point feet,
                               lope_point direction)
{
    const double scale = lope_hang_scale(tick), hands = hands_of(tick, settings),
                 fall = -lope_along(lope_tick_velocity(tick), lope_tick_up(tick)) * lope_tick_length(tick),
                 least = hands - ((double)settings->below + BAND) * scale, low = 0.1 * scale;
    return (lope_probe_def){.feet = feet,
                            .direction = direction,
                            .least = least > low ? least : low,
                            .most = hands + ((double)settings->above + BAND) * scale + (fall > 0 ? fall : 0),
                            .reach = (double)lope_tick_state(tick)->radius + ((double)settings->reach + BEYOND) * scale,
                            .into = (double)settings->climb_into * scale,
                            .scale = scale,
                            .wall_channels = settings->marked_only ? LOPE_CHANNEL_LEDGE : 0,
                            .top_channels = settings->marked_only ? LOPE_CHANNEL_LEDGE : 0};
}

// A ledge on markers is met by other queries than the tick's own. 1.76 m: hands_of, of a standing character.
lope_ask lope_hang_asks_catch(const lope_ledge_hang_settings *settings)
{
    const bool by_button = settings->catch_by == LOPE_LEDGE_CATCH_BUTTON;
    const uint32_t input = settings->catch_by == LOPE_LEDGE_CATCH_TOWARD ? LOPE_NEEDS_INPUT : 0;
    const float hands = settings->hang_height * (float)LOPE_STANDARD_HEIGHT;
    return (lope_ask){.modes = 1u << LOPE_MODE_FALLING,
                      .held = by_button ? LOPE_BUTTON_GRAB : 0,
                      .channels = settings->marked_only ? LOPE_CHANNEL_LEDGE : 0,
                      .needs = LOPE_NEEDS_LEDGE_AHEAD | input,
                      .drop = settings->ground_clearance,
                      .reach = settings->reach,
                      .low = hands - settings->below - (float)BAND,
                      .high = hands + settings->above + (float)BAND,
                      .beyond = (float)BEYOND};
}

// Returns the button that lets the character down.
static uint32_t drop_button(const lope_ledge_hang_settings *settings)
{
    return settings->drop_by == LOPE_LEDGE_DROP_GRAB ? LOPE_BUTTON_GRAB : LOPE_BUTTON_CROUCH;
}

lope_ask lope_hang_asks_drop(const lope_ledge_hang_settings *settings)
{
    return (lope_ask){
        .modes = 1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING, .held = drop_button(settings), .needs = LOPE_NEEDS_INPUT};
}

uint32_t lope_hang_find_catch(lope_tick *tick, const lope_ledge_hang_settings *settings, bool pressed, lope_hang_edge *edge)
{
    const lope_point wanted = lope_unit_of(lope_level_part(lope_tick_wanted(tick), lope_tick_up(tick)));
    const bool asks = pressed || (lope_tick_input(tick)->held & LOPE_BUTTON_GRAB), steers = lope_point_dot(wanted, wanted) > 0;
    if (!pressed && settings->catch_by == LOPE_LEDGE_CATCH_TOWARD && !steers) return LOPE_REFUSAL_NO_INPUT;
    if (settings->catch_by == LOPE_LEDGE_CATCH_BUTTON && !asks) return LOPE_REFUSAL_NO_INPUT;
    uint32_t why = air_rule(tick, settings);
    if (why != LOPE_REFUSAL_NONE) return why;
    lope_point direction = steers ? wanted : lope_facing(tick), feet = lope_tick_feet(tick), brought = feet;
    lope_probe_def def = question(tick, settings, feet, direction);
    const lope_probe *probe = lope_tick_probe(tick, &def);
    if (probe->wall && lope_room_follow(tick, probe->wall_body, def.scale, &feet, &direction, &brought)) {
        def = question(tick, settings, feet, direction);
        probe = lope_tick_probe(tick, &def);
    }
    const lope_point far = lope_point_mad(feet, direction, def.reach);
    why = refuse(tick, probe->wall ? LOPE_REFUSAL_TOO_HIGH : LOPE_REFUSAL_NO_WALL, LOPE_LEDGE_QUERY_WALL,
                 probe->wall ? probe->wall_point : far, probe->wall ? probe->wall_body : LOPE_BODY_NONE);
    for (uint32_t i = 0; i < probe->ledge_count; i++) {
        why = edge_rule(tick, settings, probe, &probe->ledges[i], brought, edge);
        if (why == LOPE_REFUSAL_NONE) return why;
    }
    return why;
}

// Returns whether the input asks to be let down: slowly, or backwards.
static bool asks_down(const lope_tick *tick, const lope_ledge_hang_settings *settings, lope_point wanted)
{
    if (settings->drop_by == LOPE_LEDGE_DROP_NEVER || !(lope_tick_input(tick)->held & drop_button(settings))) return false;
    if (!(lope_point_dot(wanted, wanted) > 0)) return false;
    const double unit = lope_unit(tick), speed = lope_point_length(lope_tick_velocity(tick));
    return speed <= (double)settings->drop_speed_most * unit || lope_point_dot(wanted, lope_facing(tick)) < -FACING;
}

uint32_t lope_hang_find_drop(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_hang_edge *edge)
{
    const lope_point up = lope_tick_up(tick), wanted = lope_unit_of(lope_level_part(lope_tick_wanted(tick), up));
    if (!asks_down(tick, settings, wanted)) return LOPE_REFUSAL_NO_INPUT;
    const double scale = lope_hang_scale(tick), radius = (double)lope_tick_state(tick)->radius,
                 height = (double)lope_tick_state(tick)->height, far = radius + lope_hang_off(tick, settings) + OUTSIDE * scale,
                 speed = lope_point_length(lope_tick_velocity(tick)) * lope_tick_length(tick);
    const lope_point feet = lope_tick_feet(tick);
    const lope_point outside = lope_point_mad(lope_point_mad(feet, wanted, far + speed), up, -BELOW * scale);
    const lope_cast_def back = {.from = outside,
                                .motion = lope_point_scale(wanted, -(far + speed)),
                                .filter = {.channels = lope_hang_channels(tick, settings)}};
    lope_cast_hit wall;
    if (!lope_tick_cast(tick, &back, &wall) || wall.depth > 0)
        return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_LEDGE_QUERY_WALL, outside, LOPE_BODY_NONE);
    const double away = lope_point_dot(lope_point_sub(wall.point, feet), wanted);
    if (away > radius + speed) return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_LEDGE_QUERY_WALL, wall.point, wall.body);
    const lope_point inward = lope_unit_of(lope_point_scale(lope_level_part(wall.surface_normal, up), -1));
    const lope_hang_edge near = {lope_point_mad(wall.point, up, BELOW * scale), inward, wall.body};
    if (lope_point_dot(inward, wanted) > -FACING)
        return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_LEDGE_QUERY_WALL, wall.point, wall.body);
    if (!lope_hang_measure(tick, settings, &near, near.point, edge))
        return refuse(tick, LOPE_REFUSAL_NOT_WALKABLE, LOPE_LEDGE_QUERY_TOP, wall.point, wall.body);
    lope_hang_settle(tick, settings, feet, edge);
    // out over the edge, and down
    const lope_point hangs = lope_hang_feet(tick, settings, edge);
    const double low = lope_along(lope_point_sub(feet, hangs), up);
    const lope_point over = lope_point_mad(hangs, up, low + 0.02 * scale), from = lope_point_mad(feet, up, 0.02 * scale);
    const lope_cast_def clear = {.from = over, .motion = lope_point_scale(up, -(1.0 + DEEP) * height)};
    lope_cast_hit hit;
    if (lope_tick_cast(tick, &clear, &hit) && hit.fraction * (1.0 + DEEP) < (double)settings->hang_height)
        return refuse(tick, LOPE_REFUSAL_GROUND_NEAR, LOPE_LEDGE_QUERY_FLOOR, hit.point, hit.body);
    if (lope_room_sweep(tick, from, over, scale, &hit) || lope_room_sweep(tick, over, hangs, scale, &hit))
        return refuse(tick, LOPE_REFUSAL_NO_ROOM, LOPE_LEDGE_QUERY_ROOM, hit.point, hit.body);
    return LOPE_REFUSAL_NONE;
}
