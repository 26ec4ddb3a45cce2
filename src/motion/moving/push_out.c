// push_out.c - sweeps the capsule relative to each moving body, and pushes by what the sweep meets.
//
// Rule: seen from a moving body, the character comes toward it. So the capsule is swept along its course
// relative to the body (relative_motion.h). The body stands at the end of the tick. What stops that sweep
// pushes the capsule, to in front of the plane in which it was met. The push goes along the mean of
// the contact normals at its begin and at its end (Heun's method), up to the body's surface. A body that goes
// far in a tick is met in parts of the tick (character/move/parts.h). So round bodies and corners push the
// capsule along one path at every tick rate.
// Read next: relative_motion.h, depenetrate.c.
#include "motion/moving/push_out.h"
#include "motion/moving/relative_motion.h"
#include "motion/nearby/broadphase.h"
#include "motion/query/sweep.h"
#include "shape/kernels.h"

#define PUSH_ROUNDS 3    // pushes in a tick, at most
#define ONE_NORMAL 1e-12 // 1 - cosine between normals that are one
#define NORMALS_NEAR 0.5 // cosine between the normals at a push's begin and end, at least, for a mean
#define HEUN_ROUNDS 3    // Newton's steps to the body's surface
#define HEUN_GAP 1e-6    // m from that surface, at most, for the mean to count
#define LEANS 0.9        // of a normal down: a face that leans over by more than 64 degrees is a ceiling
#define ALIKE 1e-7       // m: pushes of one face differ by this through rounding; the earlier one counts

// The longest push so far.
typedef struct lope_shove {
    double length; // m
    lope_point push;
    uint64_t body; // the body that pushes
    double met;    // the share of the tick after which the push begins
    // m straight up that would do as well for a character that is kept on the ground; 0: no such way
    double lift;
    lope_point along;  // unit: the way out in the world at the instant of contact
    lope_point motion; // of the character as seen from the body
    bool found;
} lope_shove;

// Returns how far (m) the capsule is behind the plane in which it was met.
static double behind(const lope_capsule *capsule, const lope_sweep_hit *hit)
{
    double a = lope_point_dot(lope_point_sub(capsule->a, hit->point), hit->normal);
    double b = lope_point_dot(lope_point_sub(capsule->b, hit->point), hit->normal);
    return capsule->radius - (a < b ? a : b);
}

// Returns a push (m) by a face that turns. From the instant of contact to the tick's end the face has many
// normals. The push goes along the middle one. time: share of the tick from the contact to the tick's end.
static lope_point push_of(const lope_relative_motion *course, lope_point normal, double length, double time)
{
    float turn = (float)(-0.5 * time) * course->angle;
    if (!(turn < 0)) return lope_point_scale(normal, length);
    lope_point middle = lope_quat_rotate_point(lope_quat_from_axis(course->axis, turn), normal);
    double facing = lope_point_dot(middle, normal);
    return lope_point_scale(facing > 0.5 ? middle : normal, facing > 0.5 ? length / facing : length);
}

// A way out of a plane.
typedef struct lope_aside {
    lope_point along; // unit
    double share;     // how far 1 m along it leads along the plane's normal
    double rise;      // the same for 1 m up, for a character that is kept on the ground; 0: it is not
    bool level;       // it leads along the ground, however the body turns
} lope_aside;

// Finds the way out from a contact. To a standing character, a too steep face or rim that comes along the
// ground is a wall. It pushes along the ground and does not lift: also at the instant at which it turns away.
// Only what comes from below lifts. So does a face that leans over the character: it does not press it into
// the ground, unless it comes from above. motion: of the character as seen from the body.
static lope_aside way_aside(const lope_space *space, const lope_sink_body *body, lope_point normal, lope_point motion,
                            lope_point ground)
{
    lope_aside out = {.rise = 0};
    out.along = lope_cut_by_plane(space, normal, LOPE_PLANE_PUSH, &out.share);
    double off = lope_point_dot(out.along, ground);
    if (off == 0 || off < -LEANS || (off > 0 && lope_space_walkable(space, body, out.along))) return out;
    lope_point along = lope_point_mad(out.along, ground, -off);
    double length = lope_point_length(along), nears = -lope_point_dot(along, motion), rises = -lope_point_dot(ground, motion);
    // of what lifts or presses down, the part along the ground's normal is the greater
    const bool upright = off * rises > LOPE_GRAZING * lope_point_length(motion) && nears < off * rises;
    if (length < LOPE_PLANE_PUSH || upright) return out;
    if (off > 0) out.rise = out.share * lope_rise(space, out.along);
    out.share *= length;
    out.along = lope_point_scale(along, 1.0 / length);
    out.level = true;
    return out;
}

// Returns a way out that has turned with the body, without what it gained thereby along the ground's normal.
// Into the ground it would be a press. Unchanged where the way out does not lead along the ground.
static lope_point keep_level(const lope_aside *out, lope_point ground, lope_point way)
{
    return out->level ? lope_point_mad(way, ground, -lope_point_dot(way, ground)) : way;
}

// Returns a vector seen from a turning body, as it stands in the world after a share of the tick.
static lope_point in_world(const lope_relative_motion *course, lope_point v, double time)
{
    if (!(course->angle > 0)) return v;
    return lope_quat_rotate_point(lope_quat_from_axis(course->axis, -course->angle * (float)(1.0 - time)), v);
}

// Keeps the push of one shape in *shove, when it is longer than the one there. laid: the course of the
// capsule, as the shape's body sees it. ground: the normal of the plane that the character stands on, or
// zero.
static void shove_by(lope_space *space, const lope_relative_motion *course, const lope_core_course *laid,
                     const lope_near_triangle *triangle, const lope_near_round *round, lope_point ground, lope_shove *shove)
{
    const lope_near_set *set = &space->nearby->sets[1];
    double part = 1.0 / laid->steps;
    for (uint32_t k = 1; k <= laid->steps; k++) {
        const lope_point motion = laid->motions[k - 1];
        if (lope_leads_off(triangle, motion) || lope_point_dot(motion, motion) <= 0) continue;
        const lope_capsule from = {laid->a[k - 1], laid->b[k - 1], space->radius};
        lope_sweep_hit hit;
        space->triangles++;
        bool met = triangle ? lope_sweep_capsule_triangle(&from, motion, &triangle->shape, lope_near_normal(triangle), 1.0, &hit)
                            : lope_capsule_sweep(&from, motion, &round->shape, &hit);
        if (!met || lope_point_dot(hit.normal, motion) >= 0) continue;
        const lope_sink_body *body = &set->bodies[triangle ? triangle->body : round->body];
        const lope_capsule there = {laid->a[laid->steps], laid->b[laid->steps], space->radius};
        lope_aside out = way_aside(space, body, hit.normal, motion, ground);
        double depth = behind(&there, &hit), length = depth / out.share;
        double at = ((double)(k - 1) + hit.fraction) * part, alike = ALIKE * space->unit;
        bool as_long = shove->found && length <= shove->length + alike && length > shove->length - alike;
        if (as_long ? at >= shove->met : length <= shove->length) continue;
        shove->length = length;
        shove->met = at;
        shove->push = space->planar ? lope_point_scale(out.along, length) : push_of(course, out.along, length, 1.0 - at);
        shove->push = keep_level(&out, ground, shove->push);
        shove->lift = out.rise > LOPE_PLANE_PUSH ? depth / out.rise : 0;
        shove->along = keep_level(&out, ground, in_world(course, out.along, at));
        shove->motion = motion;
        shove->body = body->id;
        shove->found = true;
        return;
    }
}

// Returns the longest push that any moving body asks for.
static lope_shove longest_push(lope_space *space, lope_point feet, lope_point ground)
{
    lope_capsule here = lope_space_capsule(space, feet);
    lope_shove shove = {.length = 1e-9 * space->unit};
    lope_relative_motion course = {.steps = 0};
    lope_core_course laid;
    lope_moving_shape shape = {.next = 0};
    while (lope_moving_next(&space->nearby->sets[1], &shape)) {
        if (shape.anew) {
            course = lope_relative_motion_of(space, shape.body, &here);
            lope_core_course_lay(&laid, &course, &here, lope_point_make(0, 0, 0), 0, 1, course.steps);
        }
        if (lope_core_course_leads_on(&laid, shape.triangle))
            shove_by(space, &course, &laid, shape.triangle, shape.round, ground, &shove);
    }
    return shove;
}

// What of a body is nearest to the capsule.
typedef struct lope_nearest {
    double gap;        // m, to the capsule; negative: an overlap
    lope_point normal; // unit, toward the capsule, in the world
    bool found;        // the core is outside of all
} lope_nearest;

// Returns what of a shape is nearest to a capsule, as the shape's body sees it.
static lope_nearest nearest_on(const lope_capsule *capsule, const lope_moving_shape *shape, double least)
{
    if (shape->round) {
        lope_separation apart = lope_capsule_separation(capsule, &shape->round->shape);
        return (lope_nearest){apart.distance, apart.normal, apart.distance > -capsule->radius};
    }
    lope_point on_core, on_face;
    double distance = sqrt(lope_segment_triangle(capsule->a, capsule->b, &shape->triangle->shape, &on_core, &on_face));
    lope_point apart = lope_point_sub(on_core, on_face);
    bool before = shape->triangle->two_sided || lope_point_dot(apart, lope_near_normal(shape->triangle)) >= 0;
    if (!(distance > least) || !before) return (lope_nearest){.found = false};
    return (lope_nearest){distance - capsule->radius, lope_point_scale(apart, 1.0 / distance), true};
}

// Returns what of the body `id` is nearest to the capsule at `feet` at the tick's end. *body: that body.
static lope_nearest nearest_of(const lope_space *space, uint64_t id, lope_point feet, const lope_sink_body **body)
{
    const lope_capsule capsule = lope_space_capsule(space, feet);
    lope_moving_shape shape = {.next = 0};
    lope_nearest nearest = {.gap = 1e30};
    while (lope_moving_next(&space->nearby->sets[1], &shape)) {
        if (shape.body->id != id) continue;
        *body = shape.body;
        lope_nearest one = nearest_on(&capsule, &shape, LOPE_SKIN * space->unit);
        if (one.found && one.gap < nearest.gap) nearest = one;
    }
    return nearest;
}

// Turns a push into the mean of the ways out at its begin and at its end, and ends it at the body's surface.
// Leaves it as it is where there is no such mean.
static void push_midway(const lope_space *space, lope_point feet, lope_point ground, lope_shove *shove)
{
    const lope_sink_body *body = NULL;
    if (space->planar) return;
    lope_nearest end = nearest_of(space, shove->body, lope_point_add(feet, shove->push), &body);
    if (!end.found) return;
    lope_aside out = way_aside(space, body, end.normal, shove->motion, ground);
    double facing = lope_point_dot(out.along, shove->along);
    if (facing > 1.0 - ONE_NORMAL || facing < NORMALS_NEAR) return;
    lope_point middle = lope_point_add(out.along, shove->along);
    middle = lope_point_scale(middle, 1.0 / lope_point_length(middle));
    double length = shove->length;
    for (int i = 0; i < HEUN_ROUNDS; i++) {
        end = nearest_of(space, shove->body, lope_point_mad(feet, middle, length), &body);
        double nears = end.found ? lope_point_dot(end.normal, middle) : 0;
        if (nears < LOPE_PLANE_PUSH) return;
        length -= end.gap / nears;
    }
    double off = end.gap < 0 ? -end.gap : end.gap;
    if (!(length > 0) || off > HEUN_GAP * space->unit) return;
    shove->length = length;
    shove->push = lope_point_scale(middle, length);
}

// Returns the share of a push that is free of all but the body that pushes. That body may be anywhere by
// now: in front, around or behind. *against: what stops the push.
static double share_beside(lope_space *space, lope_point feet, const lope_shove *shove, uint64_t *against)
{
    lope_capsule capsule = lope_space_capsule(space, feet);
    lope_near_query query = lope_near_query_capsule(&capsule, shove->push);
    lope_candidates walk;
    lope_candidates_begin(&walk, space->nearby, &query);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    double share = 1.0, into = -LOPE_GRAZING * shove->length;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        lope_sweep_hit hit;
        const lope_sink_body *body = &walk.set->bodies[triangle ? triangle->body : round->body];
        if (body->id == shove->body || lope_character_gives_way(space, body) ||
            (triangle && !triangle->two_sided && lope_point_dot(lope_near_normal(triangle), shove->push) >= 0))
            continue;
        space->triangles++;
        bool met = triangle ? lope_sweep_capsule_triangle(&capsule, shove->push, &triangle->shape, lope_near_normal(triangle),
                                                          share, &hit)
                            : lope_capsule_sweep(&capsule, shove->push, &round->shape, &hit);
        if (!met || lope_point_dot(hit.normal, shove->push) >= into || hit.fraction >= share) continue;
        share = hit.fraction;
        *against = walk.set->bodies[triangle ? triangle->body : round->body].id;
    }
    for (uint32_t i = 0; i < space->nearby->fence_count; i++) {
        double along = lope_point_dot(space->nearby->fences[i].normal, shove->push);
        double room = lope_character_plane_room(&capsule, &space->nearby->fences[i]);
        if (!lope_character_plane_stands(space, &space->nearby->fences[i]) || along >= into || room >= -share * along) continue;
        share = room > 0 ? room / -along : 0;
        *against = space->nearby->fences[i].body;
    }
    return share;
}

// Returns the share of a push that is free. *against: the body that stops it.
static double free_share(lope_space *space, lope_point feet, const lope_shove *shove, uint64_t *against)
{
    lope_contact blocking; // stops the push: the rest is a crush
    if (!lope_sweep(space, feet, shove->push, &blocking)) return 1.0;
    *against = blocking.body;
    if (blocking.body != shove->body) return blocking.fraction;
    return share_beside(space, feet, shove, against);
}

// Sweeps the capsule down again by `rise` (m), as far as it is free. The way up was measured by the plane in
// which the body was met. A round body lies below that plane, and so does one that ends there.
static void settle(lope_space *space, double rise, lope_point *feet)
{
    lope_contact below;
    lope_point down = lope_point_scale(space->up, -rise);
    *feet = lope_point_mad(*feet, down, lope_sweep(space, *feet, down, &below) ? below.fraction : 1.0);
}

// Pushes the capsule as far as it is free, and what is left upward when that would do as well.
static void push_by(lope_space *space, const lope_shove *shove, lope_point *feet, double *pushed, lope_moving_push *press)
{
    lope_bounds way = lope_space_bounds(space, *feet, shove->push, 0.0);
    if (!lope_space_cover(space, &way)) return;
    double share = free_share(space, *feet, shove, &press->against);
    *feet = lope_point_mad(*feet, shove->push, share);
    *pushed += share * shove->length;
    press->pressed = share < 1.0;
    if (press->by != shove->body) {
        press->by = shove->body;
        press->met = shove->met;
        press->way = (lope_point){0, 0, 0};
    }
    press->way = lope_point_mad(press->way, shove->push, share);
    if (share >= 1.0 || !(shove->lift > 0)) return;
    lope_shove up = *shove; // no farther along the ground: over it
    up.length = (1.0 - share) * shove->lift;
    up.push = lope_point_scale(space->up, up.length);
    up.lift = 0;
    const double before = lope_rise(space, *feet);
    push_by(space, &up, feet, pushed, press);
    settle(space, lope_rise(space, *feet) - before, feet);
}

// Returns true when the capsule overlaps a shape by more than the skin. core: of the capsule.
static bool overlaps(const lope_space *space, const lope_capsule *core, const lope_moving_shape *shape)
{
    lope_capsule capsule = *core;
    lope_point on_core, on_face;
    capsule.radius = space->radius - LOPE_SKIN * space->unit;
    if (!shape->triangle) return lope_capsule_overlap(&capsule, &shape->round->shape);
    double square = lope_segment_triangle(core->a, core->b, &shape->triangle->shape, &on_core, &on_face);
    return square < capsule.radius * capsule.radius;
}

LOPE_COLD bool lope_begins_in_moving(lope_space *space, lope_point feet)
{
    lope_capsule here = lope_space_capsule(space, feet), then = here;
    lope_bounds around = lope_space_bounds(space, feet, lope_point_make(0, 0, 0), 0.0);
    lope_moving_shape shape = {.next = 0};
    if (!lope_space_cover(space, &around)) return false;
    while (lope_moving_next(&space->nearby->sets[1], &shape)) {
        if (shape.anew) {
            lope_relative_motion course = lope_relative_motion_of(space, shape.body, &here);
            then.a = lope_relative_motion_at(&course, here.a, 0);
            then.b = lope_relative_motion_at(&course, here.b, 0);
        }
        if (overlaps(space, &then, &shape)) return true;
    }
    return false;
}

lope_point lope_push_by_moving(lope_space *space, lope_point feet, lope_point ground, double *pushed, lope_moving_push *press)
{
    lope_point still = {0, 0, 0};
    lope_bounds here = lope_space_bounds(space, feet, still, 0.0);
    if (!lope_space_cover(space, &here) || space->nearby->sets[1].body_count == 0) return feet;
    space->shoved = true;
    for (int i = 0; i < PUSH_ROUNDS && !press->pressed; i++) {
        lope_shove shove = longest_push(space, feet, ground);
        if (!shove.found) break;
        push_midway(space, feet, ground, &shove);
        push_by(space, &shove, &feet, pushed, press);
        here = lope_space_bounds(space, feet, still, 0.0);
        if (space->failed || !lope_space_cover(space, &here)) break;
    }
    space->shoved = false;
    return feet;
}

LOPE_COLD bool lope_presses_down(lope_space *space, lope_point feet, const lope_contact *contact, lope_point ground)
{
    const lope_near_set *set = &space->nearby->sets[1];
    const lope_capsule here = lope_space_capsule(space, feet);
    const lope_sink_body *body = NULL;
    for (uint32_t i = 0; i < set->body_count && !body; i++)
        if (set->bodies[i].id == contact->body && !set->bodies[i].character && lope_body_moves(&set->bodies[i]))
            body = &set->bodies[i];
    if (!body) return false;
    const lope_relative_motion course = lope_relative_motion_of(space, body, &here);
    lope_core_course laid;
    lope_core_course_lay(&laid, &course, &here, lope_point_make(0, 0, 0), 0, 1, 1);
    const lope_point motion = laid.motions[0];
    if (!(lope_point_dot(contact->normal, motion) < 0)) return false;
    const lope_aside out = way_aside(space, body, contact->normal, motion, ground);
    return !out.level && lope_point_dot(out.along, ground) < 0;
}
