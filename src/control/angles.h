// angles.h - angles of a view: wrapping, defaults of up and forward, and the view that a rotation has.
#ifndef LOPE_CONTROL_ANGLES_H
#define LOPE_CONTROL_ANGLES_H

#include "control/turn.h"
#include <lope/controller.h>

#define LOPE_PI_DOUBLE 3.14159265358979323846

// Returns the angle wrapped to (-pi, pi].
static inline double lope_wrap(double angle)
{
    const double turned = angle - floor(angle / (2.0 * LOPE_PI_DOUBLE) + 0.5) * (2.0 * LOPE_PI_DOUBLE);
    return turned <= -LOPE_PI_DOUBLE ? LOPE_PI_DOUBLE : turned;
}

// Returns up as a unit vector; y where it is zero.
lope_vec3 lope_up_or_y(lope_vec3 up);

// Returns forward made level and unit; where it has no level part, what lope_quat_to_up makes of -z.
lope_vec3 lope_forward_or_ahead(lope_vec3 forward, lope_vec3 unit_up);

// Returns the angles of a direction against up and forward, both unit and at right angles; roll 0. Straight
// up or down has yaw 0.
lope_view lope_view_along(lope_point direction, lope_vec3 up, lope_vec3 forward);

// Returns the angles of a rotation against up and forward: what lope_view_rotation makes it of.
lope_view lope_view_of(lope_turn turn, lope_vec3 up, lope_vec3 forward);

#endif
