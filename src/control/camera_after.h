// camera_after.h - what comes after the solver: blends, shakes, fade. Read next: camera_after.c.
#ifndef LOPE_CONTROL_CAMERA_AFTER_H
#define LOPE_CONTROL_CAMERA_AFTER_H

#include "control/camera_frame.h"

// Blends from where the camera was when lope_camera_blend was called, and notes where it is now.
lope_result lope_camera_blend_in(lope_camera_frame *frame);

// Adds the shakes to the output. The camera's memory of where it is stays as it is without them.
lope_result lope_camera_shake_it(lope_camera_frame *frame);

// Writes out.fade.
void lope_camera_fade_body(lope_camera_frame *frame);

#endif
