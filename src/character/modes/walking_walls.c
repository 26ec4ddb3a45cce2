// walking_walls.c - walls of the level plane: what a contact is to a walking character, and whether it is
// still touched.
//
// A wall is a level unit normal. Over a slope it is that of the level ways along which the feet do not go
// into the contact. How a velocity goes along one wall or two: motion/velocity/two_wall_adjust.h.
#include "character/modes/walking_walls.h"
#include "base/hot_cold.h"
#include "character/base/base_frame.h"
#include "character/modes/walking_private.h"
#include "character/modes/walking_underfoot.h"
#include "character/tick/tick.h"
#include "motion/floor/ground_height.h"
#include "motion/query/query_log.h"
#include "motion/query/sweep.h"
#include "motion/query/touch.h"

#define TOUCH_CONTACTS 16
#define PRESSED 1e-6  // share of the input into a wall: less runs along it
#define SAME_SIDE 0.5 // cosine between the normals of one wall, before and after a slice

// Sets *wall to the level normal of a contact for a character that goes along `level`, with the ground's
// rise. *length: the part of a way along the contact's own normal that a way along the wall's is. False:
// there is none.
static bool level_normal(const lope_tick *tick, const lope_walk *walk, lope_point level, lope_point normal, lope_point *wall,
                         double *length)
{
    const lope_space *space = &tick->space;
    double into = lope_rise(space, normal);
    *wall = lope_flat(space, normal);
    if (walk->plane_count && lope_point_dot(level, level) > 0) {
        const lope_point *plane = &walk->planes[walk->plane_count - 1];
        double up = lope_rise(space, *plane);
        if (up > 1e-3) *wall = lope_point_mad(*wall, lope_flat(space, *plane), -into / up);
    }
    *length = lope_point_length(*wall);
    if (*length < 1e-6) return false;
    *wall = lope_point_scale(*wall, 1.0 / *length);
    return true;
}

lope_wall_kind lope_wall_kind_of(const lope_contact *contact)
{
    if (contact->halfway) return LOPE_WALL_GIVEN;
    return contact->flat ? LOPE_WALL_FLAT : LOPE_WALL_BENT;
}

void lope_wall_drop(lope_walk *walk, uint32_t i)
{
    for (uint32_t k = i + 1; k < walk->drive.wall_count; k++) {
        walk->drive.walls[k - 1] = walk->drive.walls[k];
        walk->kinds[k - 1] = walk->kinds[k];
    }
    walk->drive.wall_count--;
}

// Drops earlier walls that the character leaves along the last one: both its velocity and its input lead away
// from them.
static void drop_left(const lope_tick *tick, lope_walk *walk)
{
    lope_law *drive = &walk->drive;
    lope_point last = drive->walls[drive->wall_count - 1];
    lope_point way = lope_along_walls(drive->direction, drive->walls, drive->wall_count);
    lope_point velocity = lope_along_walls(tick->velocity, &last, 1);
    double length = lope_point_length(way), speed = lope_point_length(velocity);
    for (uint32_t i = drive->wall_count - 1; i-- > 0;) {
        bool led = lope_point_dot(way, drive->walls[i]) > 1e-6 * length;
        if (led && lope_point_dot(velocity, drive->walls[i]) >= -1e-6 * speed) lope_wall_drop(walk, i);
    }
}

bool lope_wall_add(const lope_tick *tick, lope_walk *walk, lope_point level, lope_point normal, lope_wall_kind kind)
{
    lope_point wall;
    double length, length_of_level = lope_point_length(level);
    if (tick->space.planar) kind = LOPE_WALL_GIVEN; // there is no way round it
    if (!level_normal(tick, walk, level, normal, &wall, &length)) {
        // a ceiling as steep as the floor, or something underneath: no way on
        if (length_of_level <= 0) return false;
        wall = lope_point_scale(level, -1.0 / length_of_level);
    }
    if (lope_point_dot(wall, level) > 0) wall = lope_point_scale(level, -1.0 / length_of_level);
    for (uint32_t i = 0; i < walk->drive.wall_count; i++) {
        if (lope_point_dot(walk->drive.walls[i], wall) <= 1.0 - 1e-9) continue;
        walk->drive.walls[i] = wall;
        walk->kinds[i] = kind;
        return true;
    }
    if (walk->drive.wall_count == LOPE_WALLS) return false;
    walk->kinds[walk->drive.wall_count] = kind;
    walk->drive.walls[walk->drive.wall_count++] = wall;
    if (!walk->drive.per_tick) drop_left(tick, walk);
    if (LOPE_UNLIKELY(walk->drive.own != NULL)) walk->clipped = true;
    return true;
}

// Lists what may be a wall within `reach` m of the capsule. Ground that carries is none.
static uint32_t touched(lope_tick *tick, lope_point feet, double reach, lope_contact contacts[TOUCH_CONTACTS])
{
    uint32_t count;
    if (lope_ground_touching(&tick->space, &tick->ground, feet, reach, contacts, TOUCH_CONTACTS, &count)) return count;
    return lope_touching(&tick->space, feet, reach, contacts, TOUCH_CONTACTS);
}

// The same as lope_wall_touched, and fills in the contact, unless `by` is NULL.
static LOPE_INLINED bool touched_by(lope_tick *tick, const lope_walk *walk, lope_point feet, lope_point normal, double reach,
                                    lope_touch *touch, lope_contact *by)
{
    lope_contact contacts[TOUCH_CONTACTS];
    tick->space.purpose = LOPE_QUERY_PRESS;
    uint32_t count = touched(tick, feet, reach, contacts);
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        lope_touch one;
        double length;
        if (contacts[i].halfway || lope_walk_is_ramp(tick, walk, &contacts[i])) continue;
        if (!level_normal(tick, walk, normal, contacts[i].normal, &one.normal, &length)) continue;
        one.gap = -contacts[i].depth / length;
        one.kind = lope_wall_kind_of(&contacts[i]);
        if (lope_point_dot(one.normal, normal) < SAME_SIDE || one.gap > reach || (found && one.gap >= touch->gap)) continue;
        *touch = one;
        if (by) *by = contacts[i];
        found = true;
    }
    return found;
}

bool lope_wall_touched(lope_tick *tick, const lope_walk *walk, lope_point feet, lope_point normal, double reach,
                       lope_touch *touch)
{
    return touched_by(tick, walk, feet, normal, reach, touch, NULL);
}

// Returns the velocity (m/s) of a body's point at p (local).
static lope_point velocity_at(const lope_tick *tick, const lope_sink_body *body, lope_point p)
{
    const lope_point arm = lope_point_sub(lope_point_add(p, tick->origin), body->pose.position);
    const lope_point turned = lope_point_cross(lope_vec3_to_point(body->motion.rotation), arm);
    return lope_point_scale(lope_point_add(body->motion.displacement, turned), 1.0 / tick->seconds);
}

LOPE_COLD double lope_contact_recedes(const lope_tick *tick, const lope_contact *contact)
{
    const lope_sink_body *body = contact->moving ? lope_base_find(&tick->space, contact->body) : NULL;
    if (!body || !(tick->seconds > 0)) return 0;
    lope_point velocity = velocity_at(tick, body, contact->point);
    const lope_sink_body *base = tick->base_carry.on ? lope_base_find(&tick->space, tick->state.base_body) : NULL;
    if (base) velocity = lope_point_sub(velocity, velocity_at(tick, base, contact->point));
    return -lope_point_dot(velocity, lope_flat(&tick->space, contact->normal));
}

LOPE_COLD bool lope_wall_recedes(lope_tick *tick, const lope_walk *walk, lope_point feet, lope_point normal, double reach,
                                 double *speed)
{
    lope_touch touch = {.gap = 0};
    lope_contact by;
    if (!touched_by(tick, walk, feet, normal, reach, &touch, &by)) return false;
    *speed = lope_contact_recedes(tick, &by);
    return true;
}

bool lope_wall_pressed(const lope_walk *walk, lope_point normal)
{
    const lope_law *drive = &walk->drive;
    const double press = drive->acceleration > 0 ? -lope_point_dot(drive->direction, normal) : 0;
    if (!drive->drifts) return press > PRESSED;
    return press > -PRESSED && lope_point_dot(drive->drift, normal) < -PRESSED * lope_point_length(drive->drift);
}

bool lope_wall_holds(const lope_walk *walk)
{
    const lope_law *drive = &walk->drive;
    if (walk->coarse || drive->per_tick || drive->wall_count != 1) return false;
    bool solid = walk->kinds[0] == LOPE_WALL_FLAT || walk->kinds[0] == LOPE_WALL_BENT;
    return solid && lope_wall_pressed(walk, drive->walls[0]);
}

void lope_wall_follow(lope_tick *tick, lope_walk *walk, const lope_touch *touch)
{
    lope_point level = lope_point_scale(touch->normal, -touch->gap), velocity = tick->velocity;
    lope_point motion = lope_point_mad(level, tick->space.up, lope_walk_rise(tick, walk, level));
    lope_contact met;
    tick->space.purpose = LOPE_QUERY_SLIDE;
    if (touch->gap > LOPE_HOLD_REACH * tick->space.unit && lope_sweep(&tick->space, tick->feet, motion, &met))
        motion = lope_point_scale(motion, met.fraction);
    if (touch->gap > 0) tick->feet = lope_point_add(tick->feet, motion);
    walk->drive.walls[0] = touch->normal;
    walk->kinds[0] = touch->kind;
    double into = lope_point_dot(velocity, touch->normal), speed = lope_point_length(velocity);
    lope_point along = lope_point_mad(velocity, touch->normal, -into);
    double length = lope_point_length(along);
    // round what falls back it keeps its speed; against what stands out it loses some
    bool turns = into > 0 && length > 0;
    tick->velocity = turns ? lope_point_scale(along, speed / length) : along;
}
