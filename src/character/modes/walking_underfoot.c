// walking_underfoot.c - what a walker has under its feet: the planes it rests on, how they rise, the way down
// to the floor.
//
// A level way rises by the steepest of the planes underfoot. Read next: motion/floor/find_floor.h.
#include "character/modes/walking_underfoot.h"
#include "character/modes/walking_private.h"
#include "character/state/input_check.h"
#include "character/tick/tick.h"
#include "motion/floor/ground_height.h"
#include "motion/floor/rim.h"
#include "motion/moving/plane.h"
#include "motion/query/query_log.h"
#include "motion/query/sweep.h"
#include "motion/query/touch.h"
#include "motion/query/vertical_ray.h"

// 1 - cosine: an edge that makes it sticks out by that share of the radius, 3.5 micrometres
#define FLUSH 1e-5
#define UNEVEN 2e-3       // m: the round bottom just rolls over what is no higher
#define BEHIND 2e-3       // m behind an edge, where the ground is looked for
#define SETTLE 0.05       // of the radius: so far down a steep slope a floor at its foot is looked for
#define SETTLE_TURNS 3    // slopes along which it slides
#define ACROSS_LEAST 1e-3 // radii from the axis: a rim's point nearer to it does not say how the rim lies
#define SETTLE_TOUCH 1e-4 // m, within which a slope counts as touched
#define SETTLE_CONTACTS 8
#define LOOK 0.02 // m over and under the ground, of the look down that is recorded

double lope_walk_rise(const lope_tick *tick, const lope_walk *walk, lope_point level)
{
    double most = -1e30;
    for (uint32_t i = 0; i < walk->plane_count; i++) {
        double up = lope_rise(&tick->space, walk->planes[i]);
        double rise = up > 1e-3 ? -lope_point_dot(walk->planes[i], level) / up : 0.0;
        if (rise > most) most = rise;
    }
    return walk->plane_count ? most : 0.0;
}

void lope_walk_add_plane(lope_walk *walk, lope_point normal)
{
    for (uint32_t i = 0; i < walk->plane_count; i++)
        if (lope_point_dot(walk->planes[i], normal) > 1.0 - 1e-14) return;
    if (walk->plane_count == LOPE_WALK_PLANES) {
        for (uint32_t i = 1; i < LOPE_WALK_PLANES; i++) walk->planes[i - 1] = walk->planes[i];
        walk->plane_count--;
    }
    walk->planes[walk->plane_count++] = normal;
}

// True when the floor is the edge of a riser, and no ridge between slopes: the ground ends behind it. The
// contact with such an edge has a plane that would lead the feet below the rim. There the rim is no longer
// found.
static bool is_edge(lope_tick *tick, const lope_floor_hit *floor)
{
    if (floor->kind == LOPE_FLOOR_RIM || floor->over_rim) return true;
    if (floor->contact.smooth) return false;
    const double behind = BEHIND * tick->space.unit;
    const lope_point out = lope_flat(&tick->space, floor->contact.normal);
    const double length = lope_point_length(out);
    lope_point from = lope_point_mad(floor->contact.point, tick->space.up, behind);
    if (length > 1e-6) from = lope_point_mad(from, out, behind / length);
    const double riser = lope_riser((double)floor->contact.limit);
    lope_contact below;
    return !lope_vertical_ray(&tick->space, from, -(1.0 + sqrt(1.0 - riser * riser) / riser) * behind, &below);
}

// Returns the plane of a surface, turned so that it is level across the rim that is nearest to the feet. It
// rises along the rim as the surface does.
static lope_point level_across(const lope_tick *tick, const lope_floor_hit *floor, lope_point surface)
{
    const lope_point out = lope_flat(&tick->space, lope_point_sub(tick->feet, floor->contact.point));
    const double length = lope_point_length(out), up = lope_rise(&tick->space, surface);
    if (!(length > ACROSS_LEAST * tick->space.radius) || !(up > 1e-3)) return surface;
    const lope_point across = lope_point_scale(out, 1.0 / length);
    const lope_point turned = lope_point_mad(surface, across, -lope_point_dot(surface, across));
    return lope_point_scale(turned, 1.0 / lope_point_length(turned));
}

// A face gives its own plane, and so does a ridge: the contact's. A rim is level across, and rises along the
// way as its face does.
void lope_walk_stand_on(lope_tick *tick, lope_walk *walk)
{
    const lope_floor_hit *floor = &tick->floor;
    walk->plane_count = 0;
    if (floor->contact.walkable && is_edge(tick, floor)) {
        // a recalled floor has floats, which are not quite unit
        lope_point surface = floor->contact.surface;
        surface = lope_point_scale(surface, 1.0 / lope_point_length(surface));
        lope_walk_add_plane(walk, floor->kind == LOPE_FLOOR_RIM ? level_across(tick, floor, surface) : surface);
    }
    lope_walk_add_plane(walk, floor->normal);
}

// A ramp is a walkable face, or a ridge between walkable faces over which the round bottom rolls. It is no
// higher than a step.
bool lope_walk_is_ramp(const lope_tick *tick, const lope_walk *walk, const lope_contact *contact)
{
    const lope_space *space = &tick->space;
    if (contact->character) return false;
    if (contact->walkable && contact->smooth) return true;
    for (uint32_t i = 0; i < walk->plane_count; i++) // an edge that sticks out by a rounding
        if (lope_point_dot(walk->planes[i], contact->normal) > 1.0 - FLUSH) return true;
    lope_point from = lope_point_sub(contact->point, tick->feet);
    double height = lope_rise(space, from) - lope_walk_rise(tick, walk, lope_flat(space, from));
    if (!lope_contact_is_gentle(space, contact) || height > space->step_height) return false;
    if (height < UNEVEN * space->unit) return true;
    return lope_rim_ground_goes_on(space, tick->feet, contact->point);
}

bool lope_walk_rolls_over(lope_tick *tick, const lope_step_ground *ground, const lope_contact *contact)
{
    if (contact->character || contact->no_step_up || !lope_contact_is_gentle(&tick->space, contact)) return false;
    lope_point from = lope_point_sub(contact->point, ground->point);
    double up = lope_rise(&tick->space, ground->normal), most = tick->space.step_height;
    if (up > 1e-3 && lope_point_dot(ground->normal, from) <= most * up) return true;
    return lope_step_over_foot(&tick->space, tick->feet, ground, contact) <= most;
}

lope_point lope_walk_over_ground(const lope_tick *tick, const lope_walk *walk, lope_point level)
{
    return lope_point_mad(level, tick->space.up, lope_walk_rise(tick, walk, level));
}

double lope_walk_snap_reach(const lope_tick *tick)
{
    if (lope_plane_leans(&tick->space)) return 1e-3 * tick->space.unit; // down would lead out of the plane
    double snap = (double)tick->tuning->snap_distance;
    return snap < 0 ? (double)tick->tuning->max_step_height : snap;
}

// Replaces a face that was touched at an edge by the rim there. The edge must belong to a moving body, and
// there must be room. A rim that has come up under the round bottom carries at its own height, as any rim
// does.
static void onto_rim(lope_tick *tick, lope_floor_hit *floor)
{
    lope_space *space = &tick->space;
    if (!floor->contact.moving || floor->kind != LOPE_FLOOR_FACE || floor->contact.smooth || !floor->walkable || floor->over_rim)
        return;
    lope_point beside = lope_flat(space, lope_point_sub(floor->contact.point, tick->feet)), up = space->up;
    double square = space->radius * space->radius - lope_point_dot(beside, beside), spare = 1e-3 * space->unit;
    // m, of the rim over the feet
    double over = space->radius - sqrt(square > 0 ? square : 0) - floor->distance;
    lope_floor_hit rim = lope_find_floor(space, tick->feet, lope_walk_snap_reach(tick) + spare, over + spare);
    lope_contact above;
    if (!rim.walkable || rim.kind != LOPE_FLOOR_RIM || rim.contact.body != floor->contact.body || space->failed) return;
    if (lope_sweep(space, tick->feet, lope_point_scale(up, -rim.distance), &above)) return;
    *floor = rim;
}

// Returns the floor under the feet. Ground that carries is asked first, for that is cheapest.
static lope_floor_hit floor_under(lope_tick *tick)
{
    lope_space *space = &tick->space;
    double spare = 1e-3 * space->unit, snap = lope_walk_snap_reach(tick);
    lope_floor_hit floor;
    space->purpose = LOPE_QUERY_FLOOR;
    if (lope_ground_floor(space, &tick->ground, tick->feet, snap, spare, &floor)) {
        if (space->log) lope_walk_log_floor(space, tick->feet, &floor);
        return floor;
    }
    floor = lope_find_floor(space, tick->feet, snap + spare, spare);
    onto_rim(tick, &floor);
    return floor;
}

// Returns the unit direction straight down, clipped by all that is touched at `feet` and too steep to stand
// on. Zero: no way leads down.
static lope_point down_along(lope_space *space, lope_point feet)
{
    lope_contact contacts[SETTLE_CONTACTS];
    lope_point planes[SETTLE_CONTACTS], down = lope_point_scale(space->up, -1.0);
    uint32_t count = lope_touching(space, feet, SETTLE_TOUCH * space->unit, contacts, SETTLE_CONTACTS), steep = 0;
    for (uint32_t i = 0; i < count; i++)
        if (lope_rise(space, contacts[i].normal) > 0 && !lope_contact_is_gentle(space, &contacts[i]))
            planes[steep++] = contacts[i].normal;
    down = lope_along_walls(down, planes, steep);
    double length = lope_point_length(down);
    return length > 1e-3 ? lope_point_scale(down, 1.0 / length) : lope_point_make(0, 0, 0);
}

// Returns how far (m) along a way down (unit), of at most `most`, the feet come to the height of a rim. The
// rim does not stop the capsule, which would sink over it by its round bottom. Returns `most` when there is
// none.
static double way_to_rim(lope_space *space, lope_point feet, lope_point along, double most)
{
    const double down = -lope_rise(space, along);
    lope_contact rim;
    double height;
    if (!(down > 0) || !lope_highest_rim(space, feet, -most * down, LOPE_TOUCH * space->unit, NULL, &rim, &height)) return most;
    return height < 0 ? -height / down : 0;
}

// True for a contact of the way down that lets the capsule go by: a rim. A gentle contact that does not hold
// is for the perch rule.
static bool lets_go(const lope_space *space, const lope_contact *on)
{
    return lope_contact_is_gentle(space, on) || (!on->smooth && lope_rise(space, on->normal) < lope_riser((double)on->limit));
}

// Looks for a floor beside what stopped the way down. The capsule slides down along a slope that is too steep
// until it comes onto the ground at its foot, or to the height of a rim there. So a character that walks
// along the foot of a slope, over ground that falls away, stays on the ground. So does one on a rim below a
// wall that leans back, where the rim's face has led it up by ever so little. floor: what was met; replaced
// by the floor that was found. *feet: in and out. Returns false when there is none within SETTLE.
static bool settle_beside(lope_space *space, lope_floor_hit *floor, lope_point *feet)
{
    double left = SETTLE * space->radius;
    lope_point at = lope_point_mad(*feet, space->up, -floor->distance);
    if (floor->kind != LOPE_FLOOR_FACE || floor->distance > left || lets_go(space, &floor->contact)) return false;
    for (int i = 0; i < SETTLE_TURNS && !space->failed; i++) {
        lope_point along = down_along(space, at);
        if (!(lope_point_dot(along, along) > 0)) return false;
        const double rim = way_to_rim(space, at, along, left);
        lope_contact contact;
        const bool met = lope_sweep(space, at, lope_point_scale(along, rim), &contact);
        if (!met && !(rim < left)) return false;
        const double gone = met ? contact.fraction * rim : rim;
        at = lope_point_mad(at, along, gone);
        left -= gone;
        *floor = lope_find_floor(space, at, SETTLE_TOUCH * space->unit, LOPE_TOUCH * space->unit);
        if (!floor->walkable) continue;
        *feet = at;
        return true;
    }
    return false;
}

bool lope_walk_holds_at(lope_tick *tick, lope_point *feet, lope_floor_hit *floor)
{
    const double spare = 1e-3 * tick->space.unit;
    *floor = lope_find_floor(&tick->space, *feet, lope_walk_snap_reach(tick) + spare, spare);
    if (!floor->walkable && !settle_beside(&tick->space, floor, feet)) return false;
    *feet = lope_point_mad(*feet, tick->space.up, -floor->distance);
    return true;
}

bool lope_walk_holds(lope_tick *tick, lope_point feet)
{
    lope_floor_hit floor;
    return lope_walk_holds_at(tick, &feet, &floor);
}

bool lope_walk_to_floor(lope_tick *tick)
{
    lope_space *space = &tick->space;
    lope_floor_hit floor = floor_under(tick);
    if (space->failed) return true;
    tick->floor_seen = true;
    lope_point from = tick->feet;
    if (!floor.walkable && !settle_beside(space, &floor, &tick->feet)) return space->failed;
    tick->report->moved_by_snap += lope_point_length(lope_point_sub(tick->feet, from));
    if (floor.distance > lope_walk_snap_reach(tick) + 1e-6 * space->unit) {
        lope_log_floor_verdict(space, LOPE_VERDICT_TOO_FAR);
        return false;
    }
    tick->feet = lope_point_mad(tick->feet, space->up, -floor.distance);
    tick->report->moved_by_snap += floor.distance < 0 ? -floor.distance : floor.distance;
    floor.distance = 0;
    tick->floor = floor;
    return true;
}

lope_point lope_walk_along(lope_point level, double rise)
{
    double length = lope_point_length(level);
    return length > 0 ? lope_point_scale(level, length / sqrt(length * length + rise * rise)) : level;
}

void lope_walk_log_floor(lope_space *space, lope_point feet, const lope_floor_hit *floor)
{
    double look = LOOK * space->unit;
    lope_contact contact = floor->contact;
    lope_point at = lope_point_mad(feet, space->up, -floor->distance);
    contact.fraction = 0.5;
    lope_log_sweep(space, lope_point_mad(at, space->up, look), lope_point_scale(space->up, -2 * look), &contact);
    lope_log_floor(space, feet, floor->kind == LOPE_FLOOR_NONE ? NULL : &floor->contact, floor->walkable);
}
