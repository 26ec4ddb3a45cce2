// camera_stage.h - a level of boxes, one camera and a subject that a test moves by hand.
#ifndef TESTS_CONTROL_CAMERA_STAGE_H
#define TESTS_CONTROL_CAMERA_STAGE_H

#include "../behaviour/check.h"

#include <lope/camera.h>
#include <lope/lope.h>

#define PI 3.14159265358979323846

typedef struct camera_stage {
    lope_level *level;
    lope_surroundings around;
    lope_nearby *look;
    lope_camera camera;
    lope_camera_settings rig;
    lope_camera_input in;
    lope_camera_output out;
} camera_stage;

// A stage without anything in it, and a subject at the origin that looks along -z.
camera_stage *camera_stage_open(uint32_t kind);
void camera_stage_close(camera_stage *s);
// A box by its lower and upper corner.
lope_body camera_stage_box(camera_stage *s, double x0, double y0, double z0, double x1, double y1, double z1);
// One frame; fails the test when it is refused.
void camera_stage_frame(camera_stage *s, double seconds);
// Frames of 1/60 s.
void camera_stage_run(camera_stage *s, double seconds);
double distance_of(lope_point a, lope_point b);
// Degrees between two rotations.
double degrees_between(lope_quat a, lope_quat b);

#endif
