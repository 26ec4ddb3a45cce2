// capsule_query.h - a capsule among what is near: what every bodily skill (cast, contacts, floor, step, depenetrate) works on.
//
// Positions are of the feet, in doubles relative to the nearby's origin. The radius is exact: a standing character touches
// its floor at distance zero. The skin lies inside: an overlap up to `skin` is touching, a deeper one is penetration.
// Read next: sweep.h, find_floor.h, step_up.h, depenetrate.h.
#ifndef LOPE_MOTION_QUERY_CAPSULE_QUERY_H
#define LOPE_MOTION_QUERY_CAPSULE_QUERY_H

#include "base/simd.h"
#include "motion/nearby/nearby.h"

typedef struct lope_shortlist lope_shortlist;

// By what it is carried along in a tick.
typedef struct lope_along {
    uint64_t carrier;   // the body, or 0: only a surface moves
    bool under_way;     // right now: a cast meets neither the carrier nor what else moves
    bool fenced;        // but other characters it does
    lope_point carried; // m, by which it was
    lope_point slip;    // m, of the carrier's way that it could not follow
} lope_along;

typedef struct lope_space {
    lope_nearby *nearby;
    lope_shortlist *around; // scratch of this tick: shortlist.h
    lope_tick_log *log;     // notes down every query; NULL: nobody wants to know. See query_log.h
    const lope_surroundings *surroundings;
    lope_filter filter;
    lope_point up;          // unit
    double radius, height;  // m, of the capsule
    double unit;            // world units in a metre: scales every tolerance
    double walkable_cosine; // a surface is walkable when its normal . up is at least this
    double support_radius;  // m from the axis within which a rim still holds the character
    double perch_radius;    // m from it within which a rim holds with nothing below; else there must be floor not too deep
    double perch_height;    // m down from the feet, within which floor must lie for a rim farther out to hold
    bool planar;            // it stays in a plane: what is met counts as it cuts that plane
    lope_point plane;       // its normal, unit
    bool shoved;            // right now: by what moves. Other characters go out of the way, but for those that cannot
    bool walking;           // it walks: a rim that holds it goes on holding it, however the round bottom leans on it
    uint8_t purpose;        // lope_query_purpose of the queries that follow
    lope_along *along;      // it is being, or has been, carried in this tick; NULL: it has not
    double step_height;     // m
    lope_result failed;     // first failure of a gather: the tick is refused
    uint32_t gathers, sweeps, triangles; // what it cost
} lope_space;

#define LOPE_SKIN 20e-6   // m, of overlap that counts as touching
#define LOPE_TOUCH 1e-6   // m, within which two contacts are at the same height or time
#define LOPE_GRAZING 1e-4 // a motion that closes in by less than this share of its length runs along

// Something that the capsule meets.
typedef struct lope_contact {
    double fraction;      // of a cast
    double depth;         // m, of overlap; negative: distance
    lope_point point;     // on the surface
    lope_point normal;    // contact normal: unit, from point toward the capsule's axis
    lope_point surface;   // the surface's own normal, unit, on the capsule's side
    uint64_t body;        // its id
    uint32_t index, part; // which shape of the body
    uint32_t material;
    bool walkable; // the surface's own normal and rule allow to walk upon it
    bool smooth;   // the contact is inside a face: contact normal and surface normal are the same
    bool flat;     // the contact is inside a flat face: beside it the surface goes on as a plane
    bool no_step_up, no_base, moving, character;
    bool conveys; // its surface moves along
} lope_contact;

static inline double lope_rise(const lope_space *space, lope_point v) { return lope_point_dot(v, space->up); }
static inline lope_point lope_flat(const lope_space *space, lope_point v)
{
    return lope_point_mad(v, space->up, -lope_point_dot(v, space->up));
}
// v without what leads out of the plane that the character stays in.
static inline lope_point lope_in_plane(const lope_space *space, lope_point v)
{
    return space->planar ? lope_point_mad(v, space->plane, -lope_point_dot(v, space->plane)) : v;
}
// A unit vector as it counts in that plane, unit: *share is how much of a way along v a way along it is. v itself with share 1 where that
// would be less than `least`.
lope_point lope_cut_by_plane(const lope_space *space, lope_point v, double least, double *share);
#define LOPE_PLANE_PUSH 0.05 // least share with which what pushes out pushes along the plane: a way of at most 20 times the depth
static inline lope_capsule lope_space_capsule(const lope_space *space, lope_point feet)
{
    lope_capsule capsule = {lope_point_mad(feet, space->up, space->radius),
                            lope_point_mad(feet, space->up, space->height - space->radius), space->radius};
    return capsule;
}

// Bounds of the capsule at `feet`, swept along motion and grown by `grow` on all sides. The fourth lane does not matter: z again, not 0, of
// which compilers make an AVX instruction that valgrind 3.19 does not know (vmovq of a register).
static inline lope_bounds lope_space_bounds(const lope_space *space, lope_point feet, lope_point motion, double grow)
{
    lope_d4 up = lope_d4_make(space->up.x, space->up.y, space->up.z, space->up.z);
    lope_d4 from = lope_d4_make(feet.x, feet.y, feet.z, feet.z);
    lope_d4 a = lope_d4_add(from, lope_d4_mul(up, lope_d4_splat(space->radius))), zero = lope_d4_splat(0);
    lope_d4 b = lope_d4_add(from, lope_d4_mul(up, lope_d4_splat(space->height - space->radius)));
    lope_d4 m = lope_d4_make(motion.x, motion.y, motion.z, motion.z), r = lope_d4_splat(space->radius + grow);
    double lower[4], upper[4];
    lope_d4_store(lower, lope_d4_sub(lope_d4_add(lope_d4_min(a, b), lope_d4_min(m, zero)), r));
    lope_d4_store(upper, lope_d4_add(lope_d4_add(lope_d4_max(a, b), lope_d4_max(m, zero)), r));
    lope_bounds local = {{lower[0], lower[1], lower[2]}, {upper[0], upper[1], upper[2]}};
    return local;
}

// Makes sure that all within the bounds (relative to the origin) is gathered. False: space->failed says why.
bool lope_space_cover(lope_space *space, const lope_bounds *local);

// The same for a look at surfaces alone, where the place of the feet is covered; moving_alone: at those that move. Nobody new is met by it.
bool lope_space_look(lope_space *space, const lope_bounds *local, bool moving_alone);

// Whether another character stands in the way right now.
static inline bool lope_character_plane_stands(const lope_space *space, const lope_character_plane *fence)
{
    return !space->shoved || fence->firm >= LOPE_PUSH_PRIORITY_MOST;
}

// How far (m) the capsule may still go against a fence's normal; negative: it is past the fence.
double lope_character_plane_room(const lope_capsule *capsule, const lope_character_plane *fence);

// Whether a surface of that normal on that body can be walked upon.
bool lope_space_walkable(const lope_space *space, const lope_sink_body *body, lope_point surface);

// Fills in what a contact says of the thing met (a triangle or a round shape of the set), once its point and normal are known.
void lope_contact_describe(const lope_space *space, lope_contact *contact, const lope_near_set *set,
                           const lope_near_triangle *triangle, const lope_near_round *round);

// Order in which ties are broken.
bool lope_contact_before(const lope_contact *a, const lope_contact *b);

// The surface's own normal where a capsule meets a round shape at `point` with that contact normal. For a cylinder's rim: the end
// or the side, whichever faces up more.
lope_point lope_round_surface(const lope_space *space, const lope_near_round *round, lope_point point, lope_point normal);
// The same for a triangle: its normal, turned to the capsule's side where both sides count.
lope_point lope_triangle_surface(const lope_near_triangle *triangle, lope_point contact_normal);

// True when the body moves in the tick.
static inline bool lope_body_moves(const lope_sink_body *body)
{
    lope_point turn = lope_vec3_to_point(body->motion.rotation), way = body->motion.displacement;
    return lope_point_dot(way, way) > 0 || lope_point_dot(turn, turn) > 0;
}

#endif
