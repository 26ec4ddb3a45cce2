// camera_view.h - where a camera looks. Read next: camera_view.c.
#ifndef LOPE_CONTROL_CAMERA_VIEW_H
#define LOPE_CONTROL_CAMERA_VIEW_H

#include "control/camera_frame.h"

// Works out the view and its rotation: frame->view, turn and frame_turn, and out.turn.
void lope_camera_place_view(lope_camera_frame *frame);

// Looks along a direction, which need not be unit, in place of the view so far. Limits and lag do not count.
void lope_camera_look_along(lope_camera_frame *frame, lope_point direction);

#endif
