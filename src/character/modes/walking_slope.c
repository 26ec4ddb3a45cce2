// walking_slope.c - see walking_slope.h. The ground beside an edge is asked with one vertical ray.
#include "character/modes/walking_slope.h"
#include "character/modes/walking_underfoot.h"
#include "motion/query/query_log.h"
#include "motion/query/vertical_ray.h"

#define RISE 1e-3   // of a plane underfoot: along a steeper one no way is asked
#define ROLLS 1e-7  // 1 - cosine between normals that are one: 0.03 degrees, as of a smooth contact
#define BESIDE 1e-3 // m from a contact's point, where the ground beside an edge is looked at

bool lope_walk_leads_up(const lope_tick *tick, const lope_walk_slice *s, lope_point normal)
{
    const double least = LOPE_STEEP_BACK * tick->space.unit;
    const lope_law *drive = &s->drive;
    lope_point way = s->level;
    if (drive->acceleration > 0 && lope_point_dot(way, way) < least * least) {
        way = lope_along_walls(drive->direction, drive->walls, drive->wall_count);
        if (!(lope_point_dot(way, way) > 0)) way = drive->direction;
    }
    return lope_point_dot(normal, way) < 0;
}

bool lope_walk_sinks_beside(const lope_tick *tick, const lope_walk *walk, const lope_walk_slice *s, const lope_contact *side)
{
    const lope_space *space = &tick->space;
    const lope_law *drive = &s->drive;
    if (side->halfway || side->character || !walk->plane_count || !(drive->acceleration > 0)) return false;
    const lope_point *plane = &walk->planes[walk->plane_count - 1];
    const double up = lope_rise(space, *plane), level = lope_point_dot(side->normal, s->level);
    if (up < RISE || level < 0 || lope_point_dot(side->normal, drive->direction) >= 0) return false;
    return level - lope_point_dot(*plane, s->level) / up * lope_rise(space, side->normal) < 0;
}

// True when there is ground beside the point of a contact, down its normal, as deep as a slope's. Beside the
// edge of a face there is the side that it stands on, or nothing.
static bool slope_goes_on(lope_tick *tick, const lope_contact *steep)
{
    const lope_space *space = &tick->space;
    const double beside = BESIDE * space->unit, rise = lope_riser((double)steep->limit);
    const lope_point flat = lope_flat(space, steep->normal);
    lope_point at = lope_point_mad(steep->point, flat, beside / lope_point_length(flat));
    lope_contact ground;
    at = lope_point_mad(at, space->up, beside);
    tick->space.purpose = LOPE_QUERY_FLOOR;
    return lope_vertical_ray(&tick->space, at, -beside * (1.0 + sqrt(1.0 - rise * rise) / rise), &ground);
}

bool lope_walk_rolls_off(lope_tick *tick, const lope_walk_slice *s, double last, const lope_contact *steep)
{
    lope_point feet = lope_point_mad(s->from, lope_point_sub(tick->feet, s->from), last);
    lope_floor_hit floor;
    if (steep->smooth || !lope_walk_holds_at(tick, &feet, &floor)) return false;
    return lope_point_dot(floor.contact.normal, steep->normal) > 1.0 - ROLLS && !slope_goes_on(tick, steep);
}
