// passing.c - finds the moving bodies that pass near the capsule, and how far they go there.
//
// Rule: a body passes when one of its shapes comes within reach of the capsule's place at the tick's start.
// That is asked at points of its course, shape by shape. So what else is near has no say. A base carries the
// capsule along, so the others' motion counts relative to the base's, and what stands passes, too.
// Read next: relative_motion.h.
#include "motion/moving/passing.h"
#include "motion/moving/relative_motion.h"
#include "motion/nearby/broadphase.h"
#include "shape/kernels.h"

#define TELEPORTED 20.0 // m in a tick: a body that goes farther was put there by the game
#define APART 0.04      // m between two points of the course at which a shape is looked at
#define MOST_POINTS 32  // of a course
#define BESIDE 1e-3     // m, by which a capsule that touches a plane may be over it
#define SHARE_OF 0.1    // of the way that counts: so far a way may lead toward a plane that it goes beside

// Returns the motion (m) of the body's point at p in the tick. p: local, at the tick's end.
static lope_point motion_at(const lope_space *space, const lope_sink_body *body, lope_point p)
{
    const lope_point arm = lope_point_sub(lope_point_add(p, space->nearby->origin), body->pose.position);
    return lope_point_add(body->motion.displacement, lope_point_cross(lope_vec3_to_point(body->motion.rotation), arm));
}

// Returns the moving body of that id, or NULL when it is not near.
static const lope_sink_body *base_of(const lope_space *space, uint64_t id)
{
    const lope_near_set *set = &space->nearby->sets[1];
    for (uint32_t i = 0; i < set->body_count && id != 0 && id != LOPE_BODY_NONE; i++)
        if (set->bodies[i].id == id) return &set->bodies[i];
    return NULL;
}

// Returns the motion (m) of the body's point at p, as seen from the base.
static lope_point motion_from(const lope_space *space, const lope_sink_body *body, const lope_sink_body *base, lope_point p)
{
    const lope_point motion = motion_at(space, body, p);
    return base ? lope_point_sub(motion, motion_at(space, base, p)) : motion;
}

// Returns by how far (m) a body moves at the capsule, as seen from the base.
static double way_at(const lope_space *space, const lope_sink_body *body, const lope_sink_body *base, const lope_capsule *capsule)
{
    const double a = lope_point_length(motion_from(space, body, base, capsule->a)),
                 b = lope_point_length(motion_from(space, body, base, capsule->b));
    const lope_point zero = {0, 0, 0}, of_base = base ? lope_vec3_to_point(base->motion.rotation) : zero;
    const double turn = lope_point_length(lope_point_sub(lope_vec3_to_point(body->motion.rotation), of_base));
    return (a > b ? a : b) + turn * capsule->radius;
}

// Returns the distance (m) from a capsule to a triangle, or else to a round shape.
static double distance_to(const lope_capsule *capsule, const lope_near_triangle *triangle, const lope_near_round *round)
{
    if (!triangle) return lope_capsule_separation(capsule, &round->shape).distance;
    lope_point on_core, on_face;
    return sqrt(lope_segment_triangle(capsule->a, capsule->b, &triangle->shape, &on_core, &on_face)) - capsule->radius;
}

// Returns whether a shape comes within `reach` of a point of the capsule's course.
static bool comes_near(const lope_moving_shape *shape, const lope_core_course *laid, double radius, double reach)
{
    for (uint32_t k = 0; k <= laid->steps; k++) {
        const lope_capsule here = {laid->a[k], laid->b[k], radius};
        if (distance_to(&here, shape->triangle, shape->round) <= reach) return true;
    }
    return false;
}

// Returns into how many pieces a way (m) is cut to be looked at.
static uint32_t pieces_of(const lope_space *space, double way)
{
    const double pieces = way / (APART * space->unit) + 1.0;
    return pieces < MOST_POINTS ? (uint32_t)pieces : MOST_POINTS;
}

// Lays the capsule's course as the body sees it while the base carries it along.
static void lay_course(const lope_space *space, const lope_sink_body *body, const lope_sink_body *base, double way,
                       const lope_capsule *capsule, lope_core_course *laid)
{
    lope_relative_motion course = lope_relative_motion_in_world(space, body, capsule);
    const lope_point middle = lope_point_scale(lope_point_add(capsule->a, capsule->b), 0.5);
    if (base) course.displacement = lope_point_sub(course.displacement, motion_at(space, base, middle));
    lope_core_course_lay(laid, &course, capsule, (lope_point){0, 0, 0}, 0, 1, pieces_of(space, way));
}

// Returns whether a body counts as one that passes. Other characters do not: they are met by planes.
static bool counts(const lope_sink_body *body) { return !body->character && lope_body_moves(body); }

// Returns whether any body but the base goes farther than `least`, near or not.
static bool any_goes_far(const lope_space *space, const lope_sink_body *base, double least, const lope_capsule *capsule)
{
    const lope_near_set *set = &space->nearby->sets[1];
    for (uint32_t i = 0; i < set->body_count; i++) {
        const lope_sink_body *body = &set->bodies[i];
        if (body != base && counts(body) && way_at(space, body, base, capsule) > least) return true;
    }
    return false;
}

// Returns whether a capsule that goes along `way` stays on one side of a triangle's plane, and as far from
// it. It may come over the triangle, or leave it at a rim: a face that has two triangles has a rim in its
// middle.
static bool stays_beside(const lope_space *space, const lope_near_triangle *triangle, const lope_capsule *capsule, lope_point way,
                         double least)
{
    const lope_point normal = lope_near_normal(triangle), corner = triangle->shape.v[0];
    const double a = lope_point_dot(lope_point_sub(capsule->a, corner), normal),
                 b = lope_point_dot(lope_point_sub(capsule->b, corner), normal), along = lope_point_dot(way, normal);
    const double touch = capsule->radius - BESIDE * space->unit;
    const bool one_side = (a >= touch && b >= touch) || (a <= -touch && b <= -touch);
    return one_side && along <= SHARE_OF * least && along >= -SHARE_OF * least;
}

// Returns whether a shape that stands comes nearer or goes farther by more than `least` (m), within reach of
// a capsule that is carried along `way`. What is beside the way, as a floor or a shaft, does neither.
static bool is_passed(const lope_space *space, const lope_candidates *walk, const lope_near_triangle *triangle,
                      const lope_near_round *round, const lope_capsule *capsule, lope_point way, double reach, double least)
{
    const lope_sink_body *body = &walk->set->bodies[triangle ? triangle->body : round->body];
    double low = 1e30, high = -1e30;
    if (body->character || lope_body_moves(body)) return false;
    if (triangle && stays_beside(space, triangle, capsule, way, least)) return false;
    const uint32_t pieces = pieces_of(space, lope_point_length(way));
    for (uint32_t k = 0; k <= pieces; k++) {
        const lope_point gone = lope_point_scale(way, (double)k / pieces);
        const lope_capsule here = {lope_point_add(capsule->a, gone), lope_point_add(capsule->b, gone), capsule->radius};
        const double distance = distance_to(&here, triangle, round);
        if (distance < low) low = distance;
        if (distance > high) high = distance;
    }
    return low <= reach && high - low > least;
}

// Returns by how far (m) the base carries the capsule past what stands; 0: past nothing.
static double way_past(lope_space *space, const lope_sink_body *base, const lope_capsule *capsule, double reach, double least)
{
    const lope_point middle = lope_point_scale(lope_point_add(capsule->a, capsule->b), 0.5);
    const lope_point along = motion_at(space, base, middle);
    const double way = way_at(space, base, NULL, capsule);
    lope_capsule wide = *capsule;
    wide.radius += reach;
    if (!(way > least) || way > TELEPORTED * space->unit) return 0;
    lope_near_query query = lope_near_query_capsule(&wide, along);
    if (!lope_space_cover(space, &query.bounds)) return 0;
    lope_candidates walk;
    lope_candidates_begin(&walk, space->nearby, &query);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    while (lope_candidates_next(&walk, &triangle, &round))
        if (is_passed(space, &walk, triangle, round, capsule, along, reach, least)) return way;
    return 0;
}

// Returns by how far (m) one of the moving bodies near goes at the capsule.
static double way_of_bodies(const lope_space *space, const lope_sink_body *base, const lope_capsule *capsule, double reach,
                            double least)
{
    const double teleported = TELEPORTED * space->unit;
    double most = least, way = 0;
    lope_core_course laid;
    lope_moving_shape shape = {.next = 0};
    if (!any_goes_far(space, base, least, capsule)) return 0;
    while (lope_moving_next(&space->nearby->sets[1], &shape)) {
        if (shape.anew) {
            way = shape.body == base || !counts(shape.body) ? 0 : way_at(space, shape.body, base, capsule);
            if (way > most && way <= teleported) lay_course(space, shape.body, base, way, capsule, &laid);
        }
        if (way > most && way <= teleported && comes_near(&shape, &laid, capsule->radius, reach)) most = way;
    }
    return most > least ? most : 0;
}

double lope_passing_way(lope_space *space, lope_point feet, double reach, double least, uint64_t base)
{
    const lope_capsule capsule = lope_space_capsule(space, feet);
    const lope_sink_body *carrier = base_of(space, base);
    if (carrier && lope_point_length(carrier->motion.displacement) > TELEPORTED * space->unit) return 0;
    const double past = carrier ? way_past(space, carrier, &capsule, reach, least) : 0;
    // what is near may have been gathered anew
    const double way = way_of_bodies(space, base_of(space, base), &capsule, reach, least);
    return way > past ? way : past;
}
