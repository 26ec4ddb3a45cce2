// camera_lag.h - the lag of a pivot behind what it follows, an axis, over a frame. Read next: camera_lag.c.
#ifndef LOPE_CONTROL_CAMERA_LAG_H
#define LOPE_CONTROL_CAMERA_LAG_H

#include "control/camera_frame.h"

// The motion that a lag follows, over a stretch of time.
typedef struct lope_camera_way {
    lope_point moved;  // m
    lope_point v0, v1; // m/s, at both ends
    double yaw;        // rad: where the axes stand, at the end
    double seconds;
} lope_camera_way;

// Returns the lag (m) at the frame's end: next.lag, carried on over the way. rates: 1/s, along right, up and
// forward of the yaw. yaw_before: rad, at the way's beginning.
lope_point lope_camera_lag(const lope_camera_frame *frame, const float rates[3], const lope_camera_way *way, double yaw_before);

#endif
