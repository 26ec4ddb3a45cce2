// swept_body.h - a capsule or a sphere among what is near, for what is no character: what mover.c and projectile.c have in common.
#ifndef LOPE_MOVER_SWEPT_BODY_H
#define LOPE_MOVER_SWEPT_BODY_H

#include "motion/moving/squeeze.h"
#include "motion/query/clip_velocity.h"
#include "motion/query/shortlist.h"

typedef struct lope_swept_body {
    lope_shortlist around;
    lope_near_self self; // for the space's nearby
    lope_space space;
    lope_point origin, feet; // of the world's local zero; the lowest point, local
    double time, now;        // s: of the tick, and how much of it is done
} lope_swept_body;

// What is asked for, beside the surroundings. Nothing is walkable and no step is climbed.
typedef struct lope_swept_body_def {
    lope_point middle; // m, world
    lope_point up;     // unit
    lope_vec3 velocity;
    double radius, height, unit, time, reach; // reach: m that the tick may lead
    uint32_t channels;
    uint64_t own_body;
    bool planar;
    lope_vec3 plane_normal;
} lope_swept_body_def;

void lope_swept_body_begin(lope_swept_body *roam, const lope_swept_body_def *def, const lope_surroundings *surroundings,
                           lope_nearby *nearby);
lope_point lope_swept_body_middle(const lope_swept_body *roam); // world

// Out of the way of what moves and out of what it overlaps; back into its plane.
typedef struct lope_swept_body_way_out {
    bool anew;                   // in: it has not come here by a tick
    bool stuck;                  // in and out: it was in the last tick; it is
    lope_squeeze_marks crushers; // in and out: what its state keeps of those that crush it
    double pushed, depth;        // out: m by which it was moved; of what is left
    bool held;                   // out: its core is in a solid, it must not move
} lope_swept_body_way_out;
void lope_swept_body_free(lope_swept_body *roam, double plane_offset, lope_swept_body_way_out *out);

// The same for what flies among bodies that move meanwhile (motion/moving/sweep_moving.h): at the tick's start, where what moves is not yet where it is
// gathered, and at its end. Both return the depth that is left, m, and of what when there is any.
double lope_swept_body_begin_free(lope_swept_body *roam, bool anew, double plane_offset, lope_contact *left);
double lope_swept_body_end_free(lope_swept_body *roam, lope_point start, lope_contact *left);

// The velocity of a moving body at a point (local) that it has at roam->now, m/s; zero for what stands.
lope_point lope_swept_body_velocity_of(const lope_swept_body *roam, uint64_t body, lope_point at);

#endif
