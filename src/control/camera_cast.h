// camera_cast.h - what a camera asks the surroundings. Read next: camera_cast.c.
#ifndef LOPE_CONTROL_CAMERA_CAST_H
#define LOPE_CONTROL_CAMERA_CAST_H

#include "control/camera_frame.h"

// Casts a sphere, or with radius 0 a ray, against what is in the camera's way, from both sides of triangles.
// *share: of the way that is free, 0 to 1. hit: may be NULL. Returns why the query was refused, or LOPE_OK.
lope_result lope_camera_cast(const lope_camera_frame *frame, lope_point from, lope_point to, double radius, double *share,
                             lope_cast_hit *hit);

// Gathers all at once what the frame's casts will ask about, `count` points and the probe around them:
// casts that each gathered for themselves would take turns at it. It changes no result. Returns what
// gather refused with.
lope_result lope_camera_cover(const lope_camera_frame *frame, const lope_point *points, uint32_t count);

#endif
