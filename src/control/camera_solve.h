// camera_solve.h - the way from inside the capsule to the camera, through what is free. Read next:
// camera_solve.c.
#ifndef LOPE_CONTROL_CAMERA_SOLVE_H
#define LOPE_CONTROL_CAMERA_SOLVE_H

#include "control/camera_frame.h"

// Sweeps, and writes out.position, pivot and hand, and what is in the way.
lope_result lope_camera_solve(lope_camera_frame *frame);

#endif
