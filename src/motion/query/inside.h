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

#define LOPE_RAY 100.0 // m: a mesh's surface is looked for so far up

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
