// ledge_hang_edge.c - one place on an edge, measured by rays: its height, and the wall below it.
//
//            top ray
//               v
//     hand ==>  +=====  top
//     wall ray->|
//
// Built on the public headers alone. Data: none. Read next: ledge_hang_rim.c, what comes along the edge.
#include "ledge_hang_edge.h"
#include "ledge_hang_place.h"
#include "level.h"

#define BEHIND 0.04 // m behind the edge the top is looked for
#define DEEP 0.15   // m: how far behind the line of the edge the wall may be
#define FLAT 0.7    // least part along up of a top's normal
#define UPRIGHT 0.5 // most part along up of a wall's normal
#define AHEAD 0.2   // least cosine between the wall and the one that it is measured from: 78 degrees

// Counts what is no character.
static bool is_solid(void *context, const lope_cast_hit *hit)
{
    (void)context;
    return !hit->character;
}

// Casts a ray at what may be held. Returns true for a hit of a surface from outside.
static bool ray(lope_tick *tick, uint32_t channels, lope_point from, lope_point motion, lope_cast_hit *hit)
{
    const lope_cast_def def = {.from = from, .motion = motion, .filter = {.channels = channels}, .accept = is_solid};
    return lope_tick_cast(tick, &def, hit) && hit->depth <= 0;
}

bool lope_hang_is_wall(const lope_cast_hit *hit, lope_point up, lope_point *inward)
{
    const double lean = lope_along(hit->surface_normal, up);
    *inward = lope_unit_of(lope_point_scale(lope_level_part(hit->surface_normal, up), -1));
    return lean < UPRIGHT && lean > -UPRIGHT;
}

bool lope_hang_wall(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_point from, lope_point motion,
                    lope_cast_hit *hit, lope_point *inward)
{
    return ray(tick, lope_hang_channels(tick, settings), from, motion, hit) && lope_hang_is_wall(hit, lope_tick_up(tick), inward);
}

bool lope_hang_measure(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *near, lope_point at,
                       lope_hang_edge *edge)
{
    const lope_point up = lope_tick_up(tick), inward = near->inward;
    const double scale = lope_hang_scale(tick), step = (double)settings->step_most * scale + 1e-3 * scale,
                 off = lope_hang_off(tick, settings);
    lope_cast_hit top, wall;
    const lope_point over = lope_point_mad(lope_point_mad(at, inward, BEHIND * scale), up, step);
    if (!ray(tick, lope_hang_channels(tick, settings), over, lope_point_scale(up, -2.0 * step), &top)) return false;
    if (lope_along(top.surface_normal, up) < FLAT || top.fraction <= 0) return false;
    const double height = step - 2.0 * step * top.fraction, reach = off + DEEP * scale;
    const lope_point before = lope_point_mad(lope_point_mad(at, inward, -off), up, height - LOPE_HANG_BELOW * scale);
    if (!lope_hang_wall(tick, settings, before, lope_point_scale(inward, reach), &wall, &edge->inward)) return false;
    if (lope_point_dot(edge->inward, inward) < AHEAD) return false;
    edge->point = lope_point_mad(wall.point, up, lope_along(lope_point_sub(top.point, wall.point), up));
    edge->body = top.body;
    return true;
}
