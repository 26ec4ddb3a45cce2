// sweep_moving.c - sweeps against what stands, then against each moving body along the course relative to
// it.
//
// Rule: see relative_motion.h. The first contact of both kinds counts. Read next: relative_motion.c.
#include "motion/moving/sweep_moving.h"
#include "motion/moving/relative_motion.h"
#include "motion/query/sweep.h"
#include "shape/kernels.h"

#define SWEEP_STRAY 1e-4 // m: a straight piece may be off the arc by this, as a flight's pieces are
#define MOST_PIECES 64   // so many take a turn of half a radian, 12 m from the axis

// A way, and the part of the tick that it takes.
typedef struct lope_passing {
    lope_capsule from;
    lope_point motion;
    double begin, end;
} lope_passing;

// Returns a point of the capsule after a share of the way, as the body sees it.
static lope_point seen_after(const lope_relative_motion *course, const lope_passing *way, lope_point p, double share)
{
    double time = way->begin + (way->end - way->begin) * share;
    return lope_relative_motion_at(course, lope_point_mad(p, way->motion, share), time);
}

// Turns a direction back from the body's view into the world. left: share of the tick that is left.
static lope_point swept_turned_back(const lope_relative_motion *course, lope_point v, double left)
{
    if (!(course->angle > 0)) return v;
    return lope_quat_rotate_point(lope_quat_from_axis(course->axis, -course->angle * (float)left), v);
}

// Turns a contact from the body's view into the world at `time` (share of the tick).
static void bring_back(const lope_space *space, const lope_relative_motion *course, double time, lope_contact *contact)
{
    double left = 1.0 - time, share;
    lope_point arm = swept_turned_back(course, lope_point_sub(contact->point, course->center), left);
    contact->point = lope_point_mad(lope_point_add(course->center, arm), course->displacement, -left);
    contact->normal = lope_cut_by_plane(space, swept_turned_back(course, contact->normal, left), LOPE_PLANE_PUSH, &share);
    contact->surface = swept_turned_back(course, contact->surface, left);
}

// Returns true when a contact comes before the best so far. Of two at the same time the one that faces the
// motion more does. tie: fraction.
static bool comes_first(const lope_contact *one, const lope_contact *best, lope_point motion, double tie)
{
    if (one->fraction < best->fraction - tie) return true;
    if (one->fraction > best->fraction + tie) return false;
    double more = lope_point_dot(one->normal, motion) - lope_point_dot(best->normal, motion);
    return more < -1e-6 * lope_point_length(motion);
}

// Sweeps against one shape and keeps the hit when it comes first.
static void meet_shape(lope_space *space, const lope_passing *way, const lope_relative_motion *course,
                       const lope_near_triangle *triangle, const lope_near_round *round, lope_moving_hit *first)
{
    for (uint32_t k = 0; k < course->steps; k++) {
        double share = (double)k / course->steps, next = (double)(k + 1) / course->steps;
        lope_way piece = {.capsule.radius = way->from.radius};
        piece.capsule.a = seen_after(course, way, way->from.a, share);
        piece.capsule.b = seen_after(course, way, way->from.b, share);
        lope_point a = lope_point_sub(seen_after(course, way, way->from.a, next), piece.capsule.a);
        lope_point b = lope_point_sub(seen_after(course, way, way->from.b, next), piece.capsule.b);
        piece.motion = lope_point_scale(lope_point_add(a, b), 0.5);
        piece.length = lope_point_length(piece.motion);
        if (!(piece.length > 0)) continue;
        if (triangle && !triangle->two_sided && lope_point_dot(lope_near_normal(triangle), piece.motion) >= 0) continue;
        lope_sweep_hit hit;
        lope_moving_hit one = {.moves = true};
        space->triangles++;
        bool met = triangle ? lope_sweep_capsule_triangle(&piece.capsule, piece.motion, &triangle->shape,
                                                          lope_near_normal(triangle), 1.0, &hit)
                            : lope_capsule_sweep(&piece.capsule, piece.motion, &round->shape, &hit);
        if (!met || !lope_sweep_counts(space, &piece, &hit, triangle)) continue;
        one.contact = (lope_contact){.depth = hit.depth, .point = hit.point, .normal = hit.normal};
        lope_contact_describe(space, &one.contact, &space->nearby->sets[1], triangle, round);
        one.contact.fraction = share + hit.fraction * (next - share);
        bring_back(space, course, way->begin + (way->end - way->begin) * one.contact.fraction, &one.contact);
        double tie = LOPE_TOUCH * space->unit / (piece.length * course->steps);
        if (comes_first(&one.contact, &first->contact, way->motion, tie)) *first = one;
        return;
    }
}

// Returns how many straight pieces are near enough to the way as the body sees it. A chord is off an arc by
// lever * angle^2 / 8.
static uint32_t sweep_pieces_of(const lope_space *space, const lope_relative_motion *course, const lope_passing *way)
{
    double angle = (double)course->angle * (way->end - way->begin);
    if (!(angle > 0)) return 1;
    double lever = lope_point_length(lope_point_sub(way->from.a, course->center)) + lope_point_length(course->displacement) +
                   2 * lope_point_length(way->motion);
    double pieces = angle * sqrt(lever / (8.0 * SWEEP_STRAY * space->unit)) + 1.0;
    return pieces < MOST_PIECES ? (uint32_t)pieces : MOST_PIECES;
}

// Sweeps against all shapes of moving bodies and keeps the first hit.
static void meet_moving(lope_space *space, const lope_passing *way, lope_moving_hit *first)
{
    lope_relative_motion course = {.steps = 0};
    lope_capsule after = {lope_point_add(way->from.a, way->motion), lope_point_add(way->from.b, way->motion), way->from.radius};
    lope_moving_shape shape = {.next = 0};
    // all of the set: a moving body may come from afar
    while (lope_moving_next(&space->nearby->sets[1], &shape)) {
        if (shape.anew) {
            course = lope_relative_motion_of(space, shape.body, &after);
            course.steps = sweep_pieces_of(space, &course, way);
        }
        meet_shape(space, way, &course, shape.triangle, shape.round, first);
    }
}

bool lope_sweep_moving(lope_space *space, lope_point feet, lope_point motion, double begin, double end, lope_moving_hit *meeting)
{
    double length = lope_point_length(motion);
    lope_moving_hit first = {.contact = {.fraction = 2.0}};
    lope_bounds bounds = lope_space_bounds(space, feet, motion, 0.0);
    if (!lope_space_cover(space, &bounds)) return false;
    const lope_near_set *set = &space->nearby->sets[1];
    bool moving = false;
    for (uint32_t i = 0; i < set->body_count && !moving; i++) moving = lope_body_moves(&set->bodies[i]);
    lope_along apart = {.under_way = moving, .fenced = true}; // the sweep leaves out what moves
    space->along = moving ? &apart : NULL;
    if (length > 0 && !lope_sweep(space, feet, motion, &first.contact)) first.contact.fraction = 2.0;
    space->along = NULL;
    if (space->failed) return false;
    if (moving) {
        lope_passing way = {lope_space_capsule(space, feet), motion, begin, end};
        meet_moving(space, &way, &first);
    }
    *meeting = first;
    return first.contact.fraction <= 1.0;
}
