// ledge_hang_place.c - where the character hangs. See ledge_hang_place.h.
//
// The axis is at a fixed distance before the wall, the feet at a fixed height below the edge. The edge, and
// the directions into the wall and up, are kept in the frame of the ledge's body; a top that has tilted since
// the start is no ledge any more.
//
// Built on the public headers alone. Data: grip, inward, up of lope_hang_data. Read next: ledge_hang.c.
#include "ledge_hang_place.h"
#include "level.h"
#include "units.h"

#define LEVEL 0.7 // least part along up of the top's own up, as it was at the start

double lope_hang_scale(const lope_tick *tick) { return lope_body_scale(tick); }

double lope_hang_off(const lope_tick *tick, const lope_ledge_hang_settings *settings)
{
    const lope_state *state = lope_tick_state(tick);
    return (double)state->radius + (double)settings->wall_gap * (double)state->height;
}

lope_point lope_hang_feet(const lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge)
{
    const double below = (double)settings->hang_height * (double)lope_tick_state(tick)->height;
    const lope_point before = lope_point_mad(edge->point, edge->inward, -lope_hang_off(tick, settings));
    return lope_point_mad(before, lope_tick_up(tick), -below);
}

uint32_t lope_hang_channels(const lope_tick *tick, const lope_ledge_hang_settings *settings)
{
    return settings->marked_only ? LOPE_CHANNEL_LEDGE : lope_tick_state(tick)->channels & ~(uint32_t)LOPE_CHANNEL_CHARACTER;
}

bool lope_hang_direction(lope_tick *tick, const lope_hang_data *data, lope_vec3 direction, lope_point point, lope_point *world)
{
    lope_body_pose pose = data->grip;
    lope_transform at;
    pose.point = lope_point_add(pose.point, lope_vec3_to_point(direction));
    if (!lope_tick_place_of(tick, &pose, &at)) return false;
    *world = lope_point_sub(at.position, point);
    return true;
}

bool lope_hang_edge_of(lope_tick *tick, const lope_hang_data *data, lope_hang_edge *edge)
{
    lope_transform world;
    lope_point up;
    if (!lope_tick_place_of(tick, &data->grip, &world)) return false;
    edge->point = world.position;
    edge->body = data->grip.body;
    if (!lope_hang_direction(tick, data, data->inward, edge->point, &edge->inward) ||
        !lope_hang_direction(tick, data, data->up, edge->point, &up))
        return false;
    edge->inward = lope_unit_of(lope_level_part(edge->inward, lope_tick_up(tick)));
    return lope_along(up, lope_tick_up(tick)) >= LEVEL;
}

void lope_hang_keep(lope_tick *tick, lope_hang_data *data, const lope_hang_edge *edge)
{
    const lope_quat none = lope_quat_identity();
    data->grip = lope_tick_seen_from(tick, edge->body, edge->point, none);
    const lope_point in = lope_tick_seen_from(tick, edge->body, lope_point_add(edge->point, edge->inward), none).point,
                     above = lope_tick_seen_from(tick, edge->body, lope_point_add(edge->point, lope_tick_up(tick)), none).point;
    data->inward = lope_point_to_vec3(lope_point_sub(in, data->grip.point));
    data->up = lope_point_to_vec3(lope_point_sub(above, data->grip.point));
}
