// camera_frame.h - what the stages of one camera frame hand on to each other.
//
// The camera's memory is worked on as a copy, `next`, which replaces the caller's when the frame succeeds.
// Read next: camera.c, which has the order of the stages.
#ifndef LOPE_CONTROL_CAMERA_FRAME_H
#define LOPE_CONTROL_CAMERA_FRAME_H

#include "control/turn.h"
#include <lope/camera.h>

// One frame.
typedef struct lope_camera_frame {
    const lope_camera_settings *settings;
    const lope_camera_input *in;
    const lope_surroundings *surroundings;
    lope_nearby *look;
    double seconds;
    lope_camera next;
    lope_camera_output out;
    // the subject, with its defaults
    lope_vec3 up, forward;
    lope_point up_point;
    double radius, height, standing;
    bool anew;           // the first frame, or a teleport
    lope_point carried;  // m by which the base has carried the feet
    lope_point velocity; // m/s, against the base
    double base_yaw;     // rad by which the base has turned about up
    // the view
    lope_view view;
    lope_turn frame_turn, turn; // of up and forward; of the view
    // the rig
    double probe;   // m
    lope_point end; // m: where the arm ends when nothing is in the way
} lope_camera_frame;

// Returns a vector of the settings as a point.
static inline lope_point lope_camera_vector(const float v[3])
{
    return lope_point_make((double)v[0], (double)v[1], (double)v[2]);
}

#endif
