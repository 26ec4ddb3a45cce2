// camera_pivot.h - where a camera's pivot is: the subject, smoothed. Read next: camera_pivot.c.
#ifndef LOPE_CONTROL_CAMERA_PIVOT_H
#define LOPE_CONTROL_CAMERA_PIVOT_H

#include "control/camera_frame.h"

// Reads the subject: defaults, what its base has carried it by, whether it was teleported.
void lope_camera_begin(lope_camera_frame *frame);

// Smooths the subject's motion, and writes out.safe and out.pivot, without a look at the surroundings. After
// the view: lag has axes of the view's yaw.
void lope_camera_place_pivot(lope_camera_frame *frame);

#endif
