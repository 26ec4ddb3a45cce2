// wall_run_way.c - one piece of a run along a wall: see wall_run_way.h.
//
// A piece looks for the wall where it was, and ahead, and goes by closed forms along its tangent. What is
// left of the gap to it halves in GAP_LIFE. Speeds are read from the velocity at each begin: what pushes
// counts. The speed stays where the wall bends.
//
// Built on the public headers alone. Data: none of its own. Read next: wall.c.
#include "wall_run_way.h"

#include "level.h"
#include "units.h"
#include "wall.h"

#include <lope/state.h>
#include <lope/tuning.h>

#define LN2 0.693147180559945
#define GAP_LIFE 0.05 // s
#define SKIN 1e-3     // m, of the gap that stays
#define BEND 0.5      // cosine of the sharpest bend that is followed
#define UPRIGHT 0.866 // level part of the normal of a wall, at least
#define EDGE 0.92     // cosine from the face to the contact, up to which the rim of a wall is no end
#define FLOOR 0.02    // m: a floor this near ends the run

// What a piece does, by closed forms.
typedef struct piece {
    double along, climb; // m
    double speed, rise;  // m/s, after it
} piece;

lope_point lope_wall_way(const lope_wall_side *wall, lope_point up)
{
    return lope_point_scale(lope_point_cross(wall->normal, up), -wall->side);
}

// Takes the wall that a sweep meets, when it is upright and bends little. Its face counts: the rim of the
// wall's end turns nothing. Returns its gap, or -1: none.
static double meet(lope_tick *tick, lope_wall_side *wall, lope_point motion)
{
    const lope_point up = lope_tick_up(tick);
    lope_tick_contact contact;
    if (!lope_tick_sweep(tick, motion, &contact) || contact.walkable || lope_wall_is_character(&contact)) return -1;
    const lope_point normal = lope_level_part(contact.surface_normal, up), level = lope_unit_of(normal);
    if (lope_point_dot(contact.normal, contact.surface_normal) < EDGE) return -1;
    if (lope_point_length(normal) < 0.866 || lope_point_dot(level, wall->normal) < BEND) return -1;
    const double gap = -contact.fraction * lope_point_dot(motion, level);
    wall->normal = level;
    wall->body = contact.body;
    return gap > 0 ? gap : 0;
}

// Finds the wall beside the character and ahead on its way. Returns the gap, or -1: it has ended.
static double follow(lope_tick *tick, const lope_wall_run_settings *settings, lope_wall_side *wall, double ahead)
{
    const lope_point up = lope_tick_up(tick);
    double gap = meet(tick, wall, lope_point_scale(wall->normal, -2 * lope_metres(tick, settings->reach)));
    if (gap < 0) return -1;
    lope_wall_side next = *wall;
    if (meet(tick, &next, lope_point_scale(lope_wall_way(wall, up), ahead)) < 0) return gap;
    *wall = next;
    return 0;
}

// Returns the speed along the wall: where the wall bends a little all of the level speed, else its part.
static double speed_along(lope_point level, lope_point way)
{
    const double whole = lope_point_length(level), share = lope_point_dot(level, way);
    return share > BEND * whole ? whole : share;
}

// Returns what a piece of `time` s does from a speed along the wall and up.
static piece piece_of(const lope_tick *tick, const lope_wall_run_settings *settings, double speed, double rise, double time)
{
    const double goal = lope_metres(tick, settings->speed), rate = LN2 / (double)settings->half_life;
    const double rest = lope_exp_double(-rate * time);
    const double pull = (double)settings->gravity * lope_along(lope_tick_gravity(tick), lope_tick_up(tick));
    return (piece){.along = goal * time + (speed - goal) * (1 - rest) / rate,
                   .climb = (rise + 0.5 * pull * time) * time,
                   .speed = goal + (speed - goal) * rest,
                   .rise = rise + pull * time};
}

// Returns the s of `time` until a floor is met on the way down, as it is below the character now; all of
// `time` without one. rise: m/s up at the begin. climb: m up by the end.
static double until_floor(lope_tick *tick, const lope_wall_run_settings *settings, double rise, double climb, double time)
{
    const double pull = (double)settings->gravity * lope_along(lope_tick_gravity(tick), lope_tick_up(tick));
    lope_floor floor;
    if (climb >= 0 || !lope_tick_floor_under(tick, -climb, &floor)) return time;
    const double down = floor.distance > 0 ? floor.distance : 0, root = sqrt(rise * rise - 2 * pull * down);
    const double until = pull < 0 ? (rise + root) / -pull : down / -rise;
    return until < time ? until : time;
}

// Moves the character by a piece, and toward the wall. Returns false where something stops it.
static bool move(lope_tick *tick, const lope_wall_side *wall, const piece *piece, double gap, double time)
{
    const lope_point up = lope_tick_up(tick), way = lope_wall_way(wall, up), from = lope_tick_feet(tick);
    const double skin = SKIN * lope_unit(tick);
    const double closing = gap > skin ? (gap - skin) * (1 - lope_exp_double(-LN2 / GAP_LIFE * time)) : 0;
    const lope_point motion = lope_point_mad(lope_point_scale(way, piece->along), up, piece->climb);
    const lope_point along = lope_point_scale(way, piece->speed);
    lope_tick_set_velocity(tick, lope_point_mad(along, up, piece->rise));
    lope_tick_slide_for(tick, lope_point_mad(motion, wall->normal, -closing), time);
    const lope_point moved = lope_point_sub(lope_tick_feet(tick), from);
    const bool ceiling = piece->rise > 0 && lope_along(moved, up) < piece->climb - skin;
    lope_tick_set_velocity(tick, lope_point_mad(along, up, ceiling ? 0 : piece->rise));
    return lope_point_dot(moved, way) >= 0.5 * piece->along;
}

bool lope_wall_run_go(lope_tick *tick, const lope_wall_run_settings *settings, lope_wall_side *wall, double time)
{
    const lope_point up = lope_tick_up(tick), before = lope_tick_velocity(tick), last = wall->normal;
    const double ahead = lope_point_length(lope_level_part(before, up)) * time;
    const double gap = follow(tick, settings, wall, ahead), off = LOPE_WALL_OFF_SPEED * lope_unit(tick);
    if (gap < 0) return false;
    // A bend turns the velocity against the new normal alone, a wall that turns against the last one alone.
    if (lope_point_dot(before, last) > off && lope_point_dot(before, wall->normal) > off) return false;
    if (lope_tick_base_body(tick) != wall->body) lope_tick_set_base(tick, wall->body);
    const lope_point velocity = lope_tick_velocity(tick), way = lope_wall_way(wall, up);
    const double speed = speed_along(lope_level_part(velocity, up), way);
    if (speed < lope_metres(tick, settings->least)) return false;
    const double rise = lope_along(velocity, up);
    piece piece = piece_of(tick, settings, speed, rise, time);
    const double until = until_floor(tick, settings, rise, piece.climb, time);
    if (until < time) piece = piece_of(tick, settings, speed, rise, until);
    if (!move(tick, wall, &piece, gap, until) || until < time) return false;
    lope_floor floor;
    return !(piece.rise <= 0 && lope_tick_floor_under(tick, FLOOR * lope_unit(tick), &floor));
}
