// angle.h - degrees and rotations in doubles, the same bits on every machine.
//
// Scenario files speak in degrees and pieces move for hours, so sines are taken of degrees: the reduction to a quarter turn is
// exact there, and 90 degrees is a right angle to the bit. Read next: motion.h.
#ifndef LOPE_SCENE_ANGLE_H
#define LOPE_SCENE_ANGLE_H

#include <lope/vec.h>

#define LOPE_SCENE_RADIANS 0.017453292519943295769 // in a degree

typedef struct lope_scene_quat {
    double x, y, z, w;
} lope_scene_quat; // unit
typedef struct lope_scene_pose {
    lope_point position;
    lope_scene_quat rotation;
} lope_scene_pose;

double lope_scene_sin(double degrees); // within 1e-15 for |degrees| < 1e12; 0 beyond
double lope_scene_cos(double degrees);
double lope_scene_wrap(double degrees); // into (-180, 180]

lope_scene_quat lope_scene_quat_identity(void);
lope_scene_quat lope_scene_quat_multiply(lope_scene_quat a, lope_scene_quat b); // first b, then a
lope_scene_quat lope_scene_quat_conjugate(lope_scene_quat q);
lope_scene_quat lope_scene_quat_normalize(lope_scene_quat q);           // all zero gives no rotation
lope_scene_quat lope_scene_quat_about(lope_point axis, double degrees); // axis of any length; zero gives no rotation
lope_scene_quat lope_scene_quat_from_euler(lope_point euler);       // degrees: x pitch, y yaw, z roll; roll, then pitch, then yaw
lope_scene_quat lope_scene_quat_from_y(lope_point direction);       // the least turn that takes y to the direction
lope_point lope_scene_quat_rotate(lope_scene_quat q, lope_point p); // leaves p to the bit when q is no rotation
lope_quat lope_scene_quat_to_float(lope_scene_quat q);

#endif
