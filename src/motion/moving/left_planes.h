// left_planes.h - the planes that a depenetration has left, along which its further pushes go.
//
// Pushed out of one plane and then out of another one that faces it, a capsule is in the first again. Pushes
// to and fro come together the slower the narrower the wedge between the two is. How far they come is then
// up to how deep the capsule was. A push along the plane that was left does not lead back into it: so each
// plane is left once.
// Read next: depenetrate.c.
#ifndef LOPE_MOTION_MOVING_LEFT_PLANES_H
#define LOPE_MOTION_MOVING_LEFT_PLANES_H

#include <lope/vec.h>

#include <stdint.h>

#define LOPE_LEFT_PLANES 2 // a push along two planes leads along one line

// The planes that were left last, the latest one first.
typedef struct lope_left_planes {
    lope_point normals[LOPE_LEFT_PLANES];
    uint32_t count;
} lope_left_planes;

// Returns the push (m) out of a plane of that normal, `depth` m deep. It goes along those planes of *left
// that a push along the normal leads into, or along the normal where no such way leads out. Counts the plane
// as left from now on.
lope_point lope_left_planes_push(lope_left_planes *left, lope_point normal, double depth);

#endif
