// camera_whiskers.h - feelers beside the arm, which shorten it, and turn the view, before a corner is in the
// way. Read next: camera_whiskers.c.
#ifndef LOPE_CONTROL_CAMERA_WHISKERS_H
#define LOPE_CONTROL_CAMERA_WHISKERS_H

#include "control/camera_frame.h"

// Casts the feelers from the hand, and follows what they say: next.whisker, the share of the arm that they
// leave, and next.lean, to which side they turn the view.
lope_result lope_camera_feel(lope_camera_frame *frame, lope_point hand, lope_point end);

// Writes where the outer feelers end: to either side.
void lope_camera_feeler_ends(const lope_camera_frame *frame, lope_point hand, lope_point end, lope_point ends[2]);

#endif
