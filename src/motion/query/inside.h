// inside.h - tells whether the capsule's core is in a solid, however deep.
//
// Rule: a box or hull is known whole as soon as any of it is gathered. It is a run of triangles of one body
// and index. The core is in it when part of the core is behind all of its planes. Spheres, capsules and
// cylinders are solid by themselves (lope_capsule_separation). Of a closed mesh only what is near is known.
// A ray up tells whether a point is under its surface, and gathers what it needs.
// Read next: inside.c, motion/moving/depenetrate.c.
#ifndef LOPE_MOTION_QUERY_INSIDE_H
#define LOPE_MOTION_QUERY_INSIDE_H

#include "motion/query/capsule_query.h"

#define LOPE_RAY 100.0         // m: a mesh's surface is looked for so far up
#define LOPE_CROSSINGS_MOST 64 // crossings of a ray that are kept, the first ones

// A ray, and the one-sided faces that it crosses.
typedef struct lope_crossings {
    lope_point from, way, side, other; // way: unit; with side and other an orthonormal frame
    double at[LOPE_CROSSINGS_MOST];    // m along way, in ascending order
    const lope_near_triangle *face[LOPE_CROSSINGS_MOST];
    const lope_near_set *set[LOPE_CROSSINGS_MOST];
    uint32_t count;
} lope_crossings;

// Begins a ray at `from` along the unit vector `way`, without crossings.
void lope_crossings_begin(lope_crossings *ray, lope_point from, lope_point way);

// Notes all one-sided faces of a nearby that the ray crosses up to `length` (m). All of them must have been
// gathered. leave_out: a set that is not asked, or NULL.
void lope_crossings_find(lope_crossings *ray, const lope_nearby *nearby, double length, const lope_near_set *leave_out);

// Returns in how many closed meshes the ray begins. From outside, each way out comes after a way in. From
// inside, at some point there are more ways out than in.
int32_t lope_crossings_depth(const lope_crossings *ray);

// Returns one past the last triangle of the run that begins at `first`.
uint32_t lope_run_end(const lope_near_set *set, uint32_t first);

// Returns true when the run from first to end is a convex solid that holds part of the core. That part is
// deeper than the skin. *face: the face by which the core is nearest out.
bool lope_run_holds(const lope_space *space, const lope_capsule *core, const lope_near_set *set, uint32_t first, uint32_t end,
                    const lope_near_triangle **face);

// Returns how far (m) the core reaches behind a plane, at most. on_plane: a point of it.
double lope_core_behind(const lope_capsule *core, lope_point on_plane, lope_point normal);

// Returns true when the middle of the core is in a closed mesh, at most LOPE_RAY under its surface.
// moving_alone: asks only meshes that move. *contact: the surface above, with its height in m as the depth.
bool lope_mesh_holds(lope_space *space, lope_point feet, bool moving_alone, lope_contact *contact);

#endif
