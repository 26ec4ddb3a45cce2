// capsule_query.h - a capsule among what is near: what sweep, contacts, floor, step and depenetration all
// work on.
//
// Rule: positions are of the feet, in doubles, relative to the nearby's origin. The radius is exact: a
// standing character touches its floor at distance zero. The skin lies inside the capsule: an overlap up to
// LOPE_SKIN is a touch, a deeper one is a penetration.
// Data: lope_space, made anew for each tick. Read next: sweep.h, find_floor.h, step_up.h, depenetrate.h.
#ifndef LOPE_MOTION_QUERY_CAPSULE_QUERY_H
#define LOPE_MOTION_QUERY_CAPSULE_QUERY_H

#include "base/simd.h"
#include "motion/nearby/nearby.h"

typedef struct lope_shortlist lope_shortlist;

// What carries the character along in a tick.
typedef struct lope_along {
    uint64_t carrier;   // the body, or 0: only a surface moves
    bool under_way;     // right now: a sweep meets neither the carrier nor anything else that moves
    bool fenced;        // but it does meet other characters
    lope_point carried; // m, by which the character was carried
    lope_point slip;    // m, of the carrier's way that the character could not follow
} lope_along;

// The capsule, its rules and what is near it, for one tick.
typedef struct lope_space {
    lope_nearby *nearby;
    lope_shortlist *around; // scratch of this tick: shortlist.h
    lope_tick_log *log;     // records every query; NULL: nothing is recorded. See query_log.h
    const lope_surroundings *surroundings;
    lope_filter filter;
    lope_point up;          // unit
    double radius, height;  // m, of the capsule
    double unit;            // world units in a metre: scales every tolerance
    double walkable_cosine; // a surface is walkable when the rise of its normal is at least this
    double support_radius;  // m from the axis, within which a rim holds the character
    double perch_radius;    // m from the axis, within which a rim holds with nothing below
    double perch_height;    // m down from the feet, within which floor must be for a rim farther out to hold
    bool planar;            // the character stays in a plane: a contact counts as it cuts that plane
    lope_point plane;       // that plane's normal, unit
    // right now: a moving body pushes. Only characters of the highest push priority are in the way
    bool shoved;
    // the character walks: a rim that holds it goes on holding it, however steep the contact normal is
    bool walking;
    uint8_t purpose;                     // lope_query_purpose of the queries that follow
    lope_along *along;                   // set when the character is, or was, carried in this tick; else NULL
    double step_height;                  // m
    lope_result failed;                  // the first failure of a gather: the tick is refused
    uint32_t gathers, sweeps, triangles; // the cost so far
} lope_space;

#define LOPE_SKIN 20e-6   // m, of overlap that counts as a touch
#define LOPE_TOUCH 1e-6   // m, within which two contacts are at the same height, or met at the same time
#define LOPE_GRAZING 1e-4 // a motion that closes in by less than this share of its length runs along

// One thing that the capsule meets.
typedef struct lope_contact {
    double fraction;      // of a sweep
    double depth;         // m, of overlap; negative: distance
    lope_point point;     // on the surface
    lope_point normal;    // contact normal: unit, from point toward the capsule's axis
    lope_point surface;   // surface normal: the face's own, unit, on the capsule's side
    uint64_t body;        // its id
    uint32_t index, part; // which shape of the body
    uint32_t material;
    float limit;   // the least rise of a normal that may be stood on, by the surface's rule
    bool walkable; // the surface's own normal and rule allow to walk on it
    bool smooth;   // the contact is inside a face: contact normal and surface normal are the same
    bool flat;     // the contact is inside a flat face: beside it the surface goes on as a plane
    bool no_step_up, no_base, moving, character;
    bool conveys : 1; // its surface moves along, as a conveyor
    bool halfway : 1; // the plane between two characters, and not the other's capsule
} lope_contact;
// The floor that a tick keeps has one, and clears and copies it.
_Static_assert(sizeof(lope_contact) == 120, "no larger than it needs to be");

// Returns the part of v along up.
static inline double lope_rise(const lope_space *space, lope_point v) { return lope_point_dot(v, space->up); }
// Returns v without its part along up.
static inline lope_point lope_flat(const lope_space *space, lope_point v)
{
    return lope_point_mad(v, space->up, -lope_point_dot(v, space->up));
}
// Returns v without what leads out of the plane that the character stays in.
static inline lope_point lope_in_plane(const lope_space *space, lope_point v)
{
    return space->planar ? lope_point_mad(v, space->plane, -lope_point_dot(v, space->plane)) : v;
}
// Returns a unit vector cut by the character's plane, as a unit vector. *share: how far 1 m along the
// result leads along v. Returns v itself, with share 1, when that share would be at most `least`, or
// without a plane.
lope_point lope_cut_by_plane(const lope_space *space, lope_point v, double least, double *share);
// The least share with which a push counts along the plane. So its way is at most 20 times the depth.
#define LOPE_PLANE_PUSH 0.05
// Returns the capsule with its feet there.
static inline lope_capsule lope_space_capsule(const lope_space *space, lope_point feet)
{
    lope_capsule capsule = {lope_point_mad(feet, space->up, space->radius),
                            lope_point_mad(feet, space->up, space->height - space->radius), space->radius};
    return capsule;
}

// Returns the box around the capsule at `feet`, swept along `motion` and grown by `grow` (m) on all sides.
// The fourth lane does not matter. It is z again and not 0: for a 0 compilers make an AVX instruction
// (vmovq of a register) that valgrind 3.19 does not know.
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

// Gathers all within the bounds (relative to the origin) unless it was gathered before. Returns false when
// that fails: space->failed says why.
bool lope_space_cover(lope_space *space, const lope_bounds *local);

// Does the same for a look at surfaces alone, around feet that are covered already. moving_alone: looks
// only at those that move. Other characters are not met anew by it.
bool lope_space_look(lope_space *space, const lope_bounds *local, bool moving_alone);

// Returns true when another character is in the way right now.
static inline bool lope_character_plane_stands(const lope_space *space, const lope_character_plane *fence)
{
    return !space->shoved || fence->push_priority >= LOPE_PUSH_PRIORITY_MOST;
}

// Returns true when a body is a character that a moving body's push passes over: it will give way.
static inline bool lope_character_gives_way(const lope_space *space, const lope_sink_body *body)
{
    return space->shoved && body->character && body->push_priority < LOPE_PUSH_PRIORITY_MOST;
}

// Returns how far (m) the capsule may still go against the plane's normal; negative: it is past the plane.
double lope_character_plane_room(const lope_capsule *capsule, const lope_character_plane *fence);

// Returns the least rise along up of a normal that may be stood on, on that body: by its own rule, or else by
// the character's walkable limit. More than 1: nothing of it may be.
double lope_space_limit(const lope_space *space, const lope_sink_body *body);

// Returns true when a surface with that normal, on that body, can be walked on.
bool lope_space_walkable(const lope_space *space, const lope_sink_body *body, lope_point surface);

// Returns true when the contact normal itself may be stood on: the round bottom rests on the contact as on a
// face with that normal, whatever triangles meet there. So the verdict is not one on how a surface is cut.
static inline bool lope_contact_is_gentle(const lope_space *space, const lope_contact *contact)
{
    return lope_rise(space, contact->normal) >= (double)contact->limit;
}

// Fills in the rest of a contact once its point and normal are known: all that the shape and its body tell.
// The shape is a triangle or a round shape of the set; the other one is NULL. Also cuts the contact by the
// character's plane.
void lope_contact_describe(const lope_space *space, lope_contact *contact, const lope_near_set *set,
                           const lope_near_triangle *triangle, const lope_near_round *round);

// Returns true when `a` goes before `b` in a tie: by body, index, part.
bool lope_contact_before(const lope_contact *a, const lope_contact *b);

// Returns the surface normal where a capsule meets a round shape at `point` with that contact normal. On a
// cylinder's rim it is that of the end or of the side, whichever faces up more.
lope_point lope_round_surface(const lope_space *space, const lope_near_round *round, lope_point point, lope_point normal);
// Returns the surface normal of a triangle, turned to the capsule's side when both sides count.
lope_point lope_triangle_surface(const lope_near_triangle *triangle, lope_point contact_normal);

#endif
