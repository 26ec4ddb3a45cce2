// camera_arm.h - the rig: lens, hand, and where the arm ends when nothing is in the way. Read next:
// camera_arm.c.
#ifndef LOPE_CONTROL_CAMERA_ARM_H
#define LOPE_CONTROL_CAMERA_ARM_H

#include "control/camera_frame.h"

// Writes out.fov, hand, arm_wanted and probe_radius, and frame->end and probe. After the pivot.
void lope_camera_place_arm(lope_camera_frame *frame);

#endif
