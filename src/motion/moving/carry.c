// carry.c - takes the capsule along an arc in straight pieces. See carry.h. Read next: relative_motion.h.
#include "motion/moving/carry.h"
#include "motion/query/sweep.h"
#include "motion/velocity/two_wall_adjust.h"

#define CARRY_STEPS 32  // straight pieces, at most
#define CARRY_STRAY 0.1 // of the radius: a straight piece may be off the arc by this
#define ROLL_OFF 0.1    // of the radius: how far off the turn's axis a rolling shape's middle may be
#define ROLL_COSINE 0.9 // between that axis and the shape's own: about 26 degrees
#define UPRIGHT 0.7     // cosine between that axis and up: beyond it, it is a turntable
#define CARRY_SLIDES 4  // contacts that it slides along in one straight piece

// Returns the arm from the body's origin to the point, `share` of the tick before its end.
static lope_point turned_back(const lope_base_motion *carrier, double share)
{
    if (!(carrier->angle > 0) || !(share > 0)) return carrier->arm;
    return lope_quat_rotate_point(lope_quat_from_axis(carrier->axis, (float)(-carrier->angle * share)), carrier->arm);
}

// Returns true when a round shape stays in its own place while it turns about an axis (unit) through
// `center`.
static bool turns_in_place(const lope_shape *shape, lope_point center, lope_point axis)
{
    const lope_cylinder *c = &shape->as.cylinder;
    const lope_capsule *k = &shape->as.capsule;
    bool ball = shape->kind == LOPE_SHAPE_SPHERE, cylinder = shape->kind == LOPE_SHAPE_CYLINDER;
    lope_point middle = ball ? shape->as.sphere.center : cylinder ? c->center : lope_point_scale(lope_point_add(k->a, k->b), 0.5);
    double radius = ball ? shape->as.sphere.radius : cylinder ? c->radius : k->radius;
    lope_point off = lope_point_sub(middle, center);
    off = lope_point_mad(off, axis, -lope_point_dot(off, axis));
    if (lope_point_dot(off, off) > ROLL_OFF * ROLL_OFF * radius * radius) return false;
    if (ball) return true;
    lope_point along = cylinder ? c->axis : lope_point_sub(k->b, k->a);
    double facing = lope_point_dot(along, axis);
    return facing * facing >= ROLL_COSINE * ROLL_COSINE * lope_point_dot(along, along);
}

bool lope_base_rolls(const lope_space *space, const lope_sink_body *body)
{
    const lope_near_set *set = &space->nearby->sets[1];
    lope_point axis = lope_vec3_to_point(body->motion.rotation),
               center = lope_point_sub(body->pose.position, space->nearby->origin);
    double angle = lope_point_length(axis);
    if (!(angle > 0)) return false;
    axis = lope_point_scale(axis, 1.0 / angle);
    const double upright = lope_rise(space, axis);
    if (upright * upright > UPRIGHT * UPRIGHT) return false;
    bool round = false;
    for (uint32_t i = 0; i < set->triangle_count; i++)
        if (set->bodies[set->triangles[i].body].id == body->id) return false;
    for (uint32_t i = 0; i < set->round_count; i++) {
        if (set->bodies[set->rounds[i].body].id != body->id) continue;
        if (!turns_in_place(&set->rounds[i].shape, center, axis)) return false;
        round = true;
    }
    return round;
}

lope_base_motion lope_base_motion_of(const lope_space *space, const lope_sink_body *body, lope_point from, lope_point to)
{
    lope_point turn = body->character ? (lope_point){0, 0, 0} : lope_vec3_to_point(body->motion.rotation);
    lope_base_motion carrier = {.axis = {0, 1, 0}, .angle = lope_point_length(turn)};
    carrier.center = lope_point_sub(body->pose.position, space->nearby->origin);
    carrier.arm = lope_point_sub(to, carrier.center);
    if (carrier.angle > 0) carrier.axis = lope_point_to_vec3(lope_point_scale(turn, 1.0 / carrier.angle));
    carrier.way = lope_point_sub(lope_point_add(carrier.center, turned_back(&carrier, 1.0)), from);
    return carrier;
}

lope_point lope_base_motion_at(const lope_base_motion *carrier, double share)
{
    lope_point center = lope_point_mad(carrier->center, carrier->way, share - 1.0);
    return lope_point_add(center, turned_back(carrier, 1.0 - share));
}

lope_point lope_base_motion_velocity(const lope_base_motion *carrier, double share, double time, bool turning)
{
    lope_point velocity = lope_point_scale(carrier->way, 1.0 / time);
    if (!turning || !(carrier->angle > 0)) return velocity;
    lope_point spin = lope_point_scale(lope_vec3_to_point(carrier->axis), carrier->angle / time);
    return lope_point_add(velocity, lope_point_cross(spin, turned_back(carrier, 1.0 - share)));
}

// Returns the level normal of a face too steep to walk on, else the normal itself. Such a face is a wall:
// what is carried against it is not lifted.
static lope_point wall_of(const lope_space *space, const lope_contact *contact)
{
    lope_point level = lope_flat(space, contact->normal);
    double length = lope_point_length(level);
    if (lope_rise(space, contact->normal) <= 0 || lope_contact_is_gentle(space, contact) || length < 1e-6) return contact->normal;
    return lope_point_scale(level, 1.0 / length);
}

// Moves carried->feet along `motion` (m), and slides along what is met.
static void go(lope_space *space, lope_point motion, lope_carried *carried)
{
    lope_point walls[CARRY_SLIDES];
    for (uint32_t i = 0; i < CARRY_SLIDES && lope_point_length(motion) > 1e-12 * space->unit; i++) {
        lope_contact contact;
        bool met = lope_sweep(space, carried->feet, motion, &contact);
        if (space->failed) return;
        if (!met) {
            carried->feet = lope_point_add(carried->feet, motion);
            return;
        }
        if (!carried->blocked) carried->contact = contact;
        carried->blocked = true;
        carried->feet = lope_point_mad(carried->feet, motion, contact.fraction);
        walls[i] = wall_of(space, &contact);
        motion = lope_along_walls(lope_point_scale(motion, 1.0 - contact.fraction), walls, i + 1);
    }
}

// Returns how many straight pieces are near enough to the arc. A chord is off the arc by lever * angle^2 /
// 8.
static uint32_t steps_of(const lope_space *space, const lope_base_motion *carrier)
{
    double lever = lope_point_length(carrier->arm);
    double steps = carrier->angle * sqrt(lever / (8.0 * CARRY_STRAY * space->radius)) + 1.0;
    return steps < CARRY_STEPS ? (uint32_t)steps : CARRY_STEPS;
}

lope_carried lope_carry(lope_space *space, lope_point feet, const lope_base_motion *carrier, lope_point target)
{
    lope_carried carried = {.feet = feet};
    uint32_t steps = steps_of(space, carrier);
    lope_point from = lope_base_motion_at(carrier, 0);
    space->along->under_way = true;
    for (uint32_t k = 1; k <= steps && !space->failed; k++) {
        lope_point to = lope_base_motion_at(carrier, (double)k / steps);
        bool straight = k == steps && !carried.blocked;
        go(space, straight ? lope_point_sub(target, carried.feet) : lope_point_sub(to, from), &carried);
        from = to;
    }
    space->along->under_way = false;
    if (!carried.blocked) carried.feet = target;
    return carried;
}

lope_carried lope_carry_among(lope_space *space, lope_point feet, lope_point motion)
{
    lope_carried carried = {.feet = feet};
    go(space, motion, &carried);
    return carried;
}

lope_carried lope_carry_straight(lope_space *space, lope_point feet, lope_point motion)
{
    lope_carried carried = {.feet = feet};
    space->along->under_way = true;
    go(space, motion, &carried);
    space->along->under_way = false;
    return carried;
}
