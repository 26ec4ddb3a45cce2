// inside.h - whether the capsule's core (its segment) is in a solid, however deep, by what the solid is made of.
//
// A box or a hull is known whole as soon as any of it is gathered: the run of its triangles, all of one body and index. Being in it is
// being behind all of its planes. Spheres, capsules and cylinders are solid by themselves (lope_capsule_separation). Of a closed mesh
// only what is near is known: a ray up tells whether a point is under its surface, and gathers what it needs.
#ifndef LOPE_MOTION_QUERY_INSIDE_H
#define LOPE_MOTION_QUERY_INSIDE_H

#include "motion/query/capsule_query.h"

#define LOPE_RAY 100.0 // m

// One past the last triangle of the run that begins at `first`.
uint32_t lope_run_end(const lope_near_set *set, uint32_t first);

// Whether a run is a convex solid, which holds part of the core deeper than the skin. *face: the plane through which it is nearest out.
bool lope_run_holds(const lope_space *space, const lope_capsule *core, const lope_near_set *set, uint32_t first, uint32_t end,
                    const lope_near_triangle **face);

// How far the core reaches behind a plane, at most.
double lope_core_behind(const lope_capsule *core, lope_point on_plane, lope_point normal);

// Whether the middle of the core is in a closed mesh, at most LOPE_RAY under its surface; in one that moves, where moving_alone. *contact: the
// surface over it.
bool lope_mesh_holds(lope_space *space, lope_point feet, bool moving_alone, lope_contact *contact);

#endif
