// enclosure.h - a capsule that a closed mesh holds without touching it. Read next: enclosure.c, overlap.c.
#ifndef LOPE_LEVEL_ENCLOSURE_H
#define LOPE_LEVEL_ENCLOSURE_H

#include "level/mesh.h"
#include "level/query.h"

// Returns true when a point (in the mesh's frame) is in closed parts of the mesh.
bool lope_mesh_encloses_point(const lope_mesh *mesh, lope_point point);

// Returns true when closed parts of a mesh enclose a capsule that touches none of its triangles. All is in
// the mesh's frame. *found: the nearest one-sided triangle, its normal as the way out, and the depth: m along
// it until the capsule is in front of that triangle's plane.
bool lope_mesh_encloses(const lope_mesh *mesh, const lope_capsule *capsule, lope_found *found);

#endif
