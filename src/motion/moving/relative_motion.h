// relative_motion.h - the capsule's path during a tick as a moving body sees it.
//
// Rule: the path is in the world's axes. It is as if the body had been at its pose of the tick's end all
// the while. So one static shape and one path replace a moving shape.
//     world, tick's start:  B . . . C . .      B: the body, C: the capsule
//     world, tick's end:    . . B . C . .
//     seen, tick's start:   . . B . . . C
//     seen, tick's end:     . . B . C . .
// Read next: relative_motion.c, push_out.c, sweep_moving.h.
#ifndef LOPE_MOTION_MOVING_RELATIVE_MOTION_H
#define LOPE_MOTION_MOVING_RELATIVE_MOTION_H

#include "motion/query/capsule_query.h"

// A body's motion in the tick, less what carried the capsule along.
typedef struct lope_relative_motion {
    lope_point center;       // the body's origin at the tick's end, relative to the nearby's origin
    lope_point displacement; // m, of the body, less the way that the capsule was carried
    lope_vec3 axis;          // unit
    float angle;             // rad, of the body's turn
    uint32_t steps;          // straight pieces that are near enough to the arc
} lope_relative_motion;

#define LOPE_COURSE_STEPS 32 // straight pieces of a course, at most

// A shape of the moving set, of a body that moves in the tick and is no character. Also a place in the walk
// over all of them.
typedef struct lope_moving_shape {
    const lope_near_triangle *triangle; // NULL: a round shape
    const lope_near_round *round;
    const lope_sink_body *body;
    bool anew;     // of another body than the shape before
    uint32_t next; // where the walk goes on; 0 at first
} lope_moving_shape;

// Finds the next shape. Returns false at the end.
static inline bool lope_moving_next(const lope_near_set *set, lope_moving_shape *shape)
{
    while (shape->next < set->triangle_count + set->round_count) {
        uint32_t i = shape->next++;
        shape->triangle = i < set->triangle_count ? &set->triangles[i] : NULL;
        shape->round = shape->triangle ? NULL : &set->rounds[i - set->triangle_count];
        const lope_sink_body *body = &set->bodies[shape->triangle ? shape->triangle->body : shape->round->body];
        shape->anew = body != shape->body;
        if (shape->anew && (body->character || !lope_body_moves(body))) continue;
        shape->body = body;
        return true;
    }
    return false;
}

// Returns the motion relative to a body, less what carried the capsule, in one piece. capsule: at the tick's
// end.
lope_relative_motion lope_relative_motion_whole(const lope_space *space, const lope_sink_body *body, const lope_capsule *capsule);
// The same, cut into pieces for that capsule.
lope_relative_motion lope_relative_motion_of(const lope_space *space, const lope_sink_body *body, const lope_capsule *capsule);
// Returns the motion relative to a body for places in the world, whatever carries the character.
lope_relative_motion lope_relative_motion_in_world(const lope_space *space, const lope_sink_body *body,
                                                   const lope_capsule *capsule);

// Sets into how many straight pieces the course of a core is cut. arc: m, by which a piece's middle may be
// off the core's arc. tilt: m, by which the core's ends may be off where the next piece begins.
void lope_relative_motion_cut(lope_relative_motion *course, const lope_capsule *core, double arc, double tilt);

// Returns where a point was at `time` (a share of the tick, 0 to 1), as the body sees it. p: where it was
// in the world.
lope_point lope_relative_motion_at(const lope_relative_motion *course, lope_point p, double time);

// Where a core is between the straight pieces of its course, as one body sees it.
typedef struct lope_core_course {
    uint32_t steps;
    lope_point a[LOPE_COURSE_STEPS + 1], b[LOPE_COURSE_STEPS + 1];
    lope_point motions[LOPE_COURSE_STEPS]; // m, of the core's middle in each piece
} lope_core_course;

// Lays the course of a core that goes along `way` (m) over the whole tick. begin, end: shares of the tick
// between which it is cut into `steps` pieces, at most LOPE_COURSE_STEPS. All shapes of the body share it.
void lope_core_course_lay(lope_core_course *laid, const lope_relative_motion *course, const lope_capsule *core, lope_point way,
                          double begin, double end, uint32_t steps);

// True when a motion does not come from the front of a triangle that is met from there alone. NULL: a round
// shape, which is met from everywhere.
static inline bool lope_leads_off(const lope_near_triangle *triangle, lope_point motion)
{
    return triangle && !triangle->two_sided && lope_point_dot(lope_near_normal(triangle), motion) >= 0;
}

// Returns false when no piece of a course comes from the front of a triangle, or NULL.
static inline bool lope_core_course_leads_on(const lope_core_course *laid, const lope_near_triangle *triangle)
{
    uint32_t k = 0;
    while (k < laid->steps && lope_leads_off(triangle, laid->motions[k])) k++;
    return k < laid->steps;
}

#endif
