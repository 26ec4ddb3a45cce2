// swept_body.h - a capsule or a sphere among what is near, for what is no character.
//
// It is what mover.c and projectile.c have in common: the space for queries, and the way out of overlaps.
// Positions are relative to the nearby's origin ("local"), unless a comment says world.
#ifndef LOPE_MOVER_SWEPT_BODY_H
#define LOPE_MOVER_SWEPT_BODY_H

#include "motion/moving/squeeze.h"
#include "motion/query/return_to_plane.h"
#include "motion/query/shortlist.h"

// The body during a tick.
typedef struct lope_swept_body {
    lope_shortlist around;
    lope_near_self self; // the body as the nearby sees it
    lope_space space;
    lope_point origin, feet; // world position of local zero; the lowest point, local
    double time, now;        // s of the tick; s that are done
} lope_swept_body;

// What a body is made from. Nothing is walkable, and no step is climbed.
typedef struct lope_swept_body_def {
    lope_point middle; // m, world
    lope_point up;     // unit
    lope_vec3 velocity;
    // m; m; world units in a metre; s of the tick; m that the tick may lead
    double radius, height, unit, time, reach;
    uint32_t channels;
    uint64_t own_body;
    bool planar;
    lope_vec3 plane_normal;
} lope_swept_body_def;

// Fills in the body for a tick, and gathers what is within reach. A failure is kept in the space.
void lope_swept_body_begin(lope_swept_body *roam, const lope_swept_body_def *def, const lope_surroundings *surroundings,
                           lope_nearby *nearby);
// Returns the body's middle, world.
lope_point lope_swept_body_middle(const lope_swept_body *roam);

// What lope_swept_body_free is told, and what it found.
typedef struct lope_swept_body_way_out {
    bool anew;                   // in: the body did not come here by a tick
    bool stuck;                  // in and out: stuck in the last tick; in this one
    lope_squeeze_marks crushers; // in and out: the squeezing bodies that the state keeps
    double pushed, depth;        // out: m by which the body was moved; m of overlap that is left
    bool held;                   // out: the core is in a solid, so the body must not move
} lope_swept_body_way_out;
// Moves the body out of the way of moving bodies, out of overlaps, and back into its plane. plane_offset: m
// from the world's origin along the plane's normal.
void lope_swept_body_free(lope_swept_body *roam, double plane_offset, lope_swept_body_way_out *out);

// Frees a body that flies among moving bodies (motion/moving/sweep_moving.h), at the tick's start. Moving
// bodies are gathered where they end, so they do not push it yet. anew: the body did not come here by a tick.
// Returns the depth (m) that is left; *left is the deepest contact then.
double lope_swept_body_begin_free(lope_swept_body *roam, bool anew, double plane_offset, lope_contact *left);
// Frees it at the tick's end. start: the feet at the tick's start, which were free. Returns the depth (m)
// that is left; *left is the deepest contact.
double lope_swept_body_end_free(lope_swept_body *roam, lope_point start, lope_contact *left);

// Returns the velocity (m/s) of a moving body at a local point, at roam->now; zero for a body that stands.
lope_point lope_swept_body_velocity_of(const lope_swept_body *roam, uint64_t body, lope_point at);

#endif
