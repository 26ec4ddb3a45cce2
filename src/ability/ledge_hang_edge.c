// ledge_hang_edge.c - the shape of an edge, measured by rays: its height, direction, corners, gaps and ends.
//
//            top ray                      along -->
//               v                 o-----------+  end     An end is found by a ray back at the side of the
//     hand ==>  +=====  top       |   ledge   |<---      wall. Behind it the edge may go on round the corner.
//     wall ray->|                 +-----------+
//
// Built on the public headers alone. Data: none. Read next: ledge_hang_shimmy.c.
#include "ledge_hang_edge.h"
#include "ledge_hang_place.h"
#include "level.h"

#define BEHIND 0.04 // m behind the edge the top is looked for
#define BELOW 0.03  // m below the top the wall is looked for
#define DEEP 0.15   // m: how far behind the line of the edge the wall may be
#define FLAT 0.7    // least part along up of a top's normal
#define UPRIGHT 0.5 // most part along up of a wall's normal
#define SAMPLE 0.04 // m between the places that are looked at over a gap
#define SAMPLES_MOST 32
#define HALVES 14 // of the way, to find an end that no ray meets: to 0.02 mm

// Counts what is no character.
static bool is_solid(void *context, const lope_cast_hit *hit)
{
    (void)context;
    return !hit->character;
}

// Casts a ray at what may be held, or at all that blocks. Returns true for a hit of a surface from outside.
static bool ray(lope_tick *tick, uint32_t channels, lope_point from, lope_point motion, lope_cast_hit *hit)
{
    const lope_cast_def def = {.from = from, .motion = motion, .filter = {.channels = channels}, .accept = is_solid};
    return lope_tick_cast(tick, &def, hit) && hit->depth <= 0;
}

// Returns whether a hit is a wall, and the level direction into it.
static bool is_wall(lope_tick *tick, const lope_cast_hit *hit, lope_point *inward)
{
    const lope_point up = lope_tick_up(tick);
    const double lean = lope_along(hit->surface_normal, up);
    *inward = lope_unit_of(lope_point_scale(lope_level_part(hit->surface_normal, up), -1));
    return lean < UPRIGHT && lean > -UPRIGHT;
}

bool lope_hang_measure(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *near, lope_point at,
                       lope_hang_edge *edge)
{
    const uint32_t channels = lope_hang_channels(tick, settings);
    const lope_point up = lope_tick_up(tick), inward = near->inward;
    const double scale = lope_hang_scale(tick), step = (double)settings->step_most * scale + 1e-3 * scale,
                 off = lope_hang_off(tick, settings);
    lope_cast_hit top, wall;
    const lope_point over = lope_point_mad(lope_point_mad(at, inward, BEHIND * scale), up, step);
    if (!ray(tick, channels, over, lope_point_scale(up, -2.0 * step), &top)) return false;
    if (lope_along(top.surface_normal, up) < FLAT || top.fraction <= 0) return false;
    const double height = step - 2.0 * step * top.fraction, reach = off + DEEP * scale;
    const lope_point before = lope_point_mad(lope_point_mad(at, inward, -off), up, height - BELOW * scale);
    if (!ray(tick, channels, before, lope_point_scale(inward, reach), &wall)) return false;
    if (!is_wall(tick, &wall, &edge->inward) || lope_point_dot(edge->inward, inward) < 0.2) return false;
    edge->point = lope_point_mad(wall.point, up, lope_along(lope_point_sub(top.point, wall.point), up));
    edge->body = top.body;
    return true;
}

// Returns the cosine of the sharpest corner that is gone round.
static double sharpest(const lope_ledge_hang_settings *settings) { return (double)lope_cos(settings->corner_most) - 1e-5; }

// Returns how far (m) the edge can be held, up to `way`.
static double end_by_halves(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge,
                            lope_point along, double way)
{
    double held = 0, free = way;
    lope_hang_edge found;
    for (int i = 0; i < HALVES; i++) {
        const double middle = 0.5 * (held + free);
        if (lope_hang_measure(tick, settings, edge, lope_point_mad(edge->point, along, middle), &found))
            held = middle;
        else
            free = middle;
    }
    return held;
}

bool lope_hang_corner(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, lope_point along,
                      double way, double *distance, lope_hang_edge *behind)
{
    const double scale = lope_hang_scale(tick), off = lope_hang_off(tick, settings);
    const lope_point up = lope_tick_up(tick);
    lope_cast_hit side;
    lope_point inward;
    const lope_point low = lope_point_mad(lope_point_mad(edge->point, edge->inward, BELOW * scale), up, -BELOW * scale);
    const uint32_t channels = lope_hang_channels(tick, settings);
    double far = way + off;
    *distance = 0;
    bool met = ray(tick, channels, lope_point_mad(low, along, far), lope_point_scale(along, -far), &side);
    if (!met) { // the ray began in something behind the end
        *distance = end_by_halves(tick, settings, edge, along, way);
        far = *distance + BELOW * scale;
        met = ray(tick, channels, lope_point_mad(low, along, far), lope_point_scale(along, -far), &side);
    }
    if (!met || !is_wall(tick, &side, &inward)) return false;
    const double slant = -lope_point_dot(along, inward);
    if (slant < 0.02) return false;
    *distance = -lope_point_dot(lope_point_sub(side.point, edge->point), inward) / slant;
    if (lope_point_dot(inward, edge->inward) < sharpest(settings)) return false;
    const lope_hang_edge corner = {lope_point_mad(edge->point, along, *distance), inward, edge->body};
    const double turns = lope_along(lope_point_cross(edge->inward, along), up);
    const lope_point next = lope_point_scale(lope_point_cross(inward, up), turns < 0 ? 1 : -1);
    lope_hang_edge found;
    if (!lope_hang_measure(tick, settings, &corner, lope_point_mad(corner.point, next, BEHIND * scale), &found)) return false;
    *behind = corner;
    behind->body = found.body;
    return true;
}

bool lope_hang_gap(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, lope_point along,
                   double at)
{
    const double scale = lope_hang_scale(tick), most = (double)settings->gap_most * scale, step = SAMPLE * scale;
    lope_hang_edge found;
    double ahead = 0, back = 0;
    bool held = false;
    for (int i = 1; i <= SAMPLES_MOST && ahead < most && !held; i++) {
        ahead = i * step < most ? i * step : most;
        held = lope_hang_measure(tick, settings, edge, lope_point_mad(edge->point, along, at + ahead), &found) &&
               lope_point_dot(found.inward, edge->inward) > 0.99;
    }
    if (!held) return false;
    held = false;
    for (int i = 0; i <= SAMPLES_MOST && back <= most - ahead + step && !held; i++) {
        back = i * step;
        held = lope_hang_measure(tick, settings, edge, lope_point_mad(edge->point, along, at - back), &found);
    }
    return held && ahead + back <= most + 2.0 * step;
}

bool lope_hang_inner(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, lope_point along,
                     double way, double *distance, lope_hang_edge *behind)
{
    const double scale = lope_hang_scale(tick), off = lope_hang_off(tick, settings);
    const lope_point up = lope_tick_up(tick);
    const lope_point axis = lope_point_mad(edge->point, edge->inward, -off), low = lope_point_mad(axis, up, -BELOW * scale);
    lope_cast_hit wall;
    lope_point inward;
    // a wall at a slant is met later than the axis is near it
    if (!ray(tick, lope_hang_channels(tick, settings), low, lope_point_scale(along, 2.5 * off + way), &wall)) return false;
    if (!is_wall(tick, &wall, &inward)) return false;
    const double slant = lope_point_dot(along, inward);
    if (slant < 0.02 || lope_point_dot(inward, edge->inward) < sharpest(settings)) return false;
    *distance = (lope_point_dot(lope_point_sub(wall.point, axis), inward) - off) / slant;
    if (*distance > way) return false;
    const lope_point centre = lope_point_mad(axis, along, *distance);
    const lope_hang_edge guess = {lope_point_mad(centre, inward, off), inward, edge->body};
    return lope_hang_measure(tick, settings, &guess, guess.point, behind);
}
