// angles.c - see angles.h.
#include "control/angles.h"

lope_vec3 lope_up_or_y(lope_vec3 up)
{
    const float length = lope_vec3_length(up);
    return length > 0 ? lope_vec3_scale(up, 1.0f / length) : lope_vec3_make(0, 1, 0);
}

lope_vec3 lope_forward_or_ahead(lope_vec3 forward, lope_vec3 unit_up)
{
    const lope_vec3 level = lope_vec3_sub(forward, lope_vec3_scale(unit_up, lope_vec3_dot(forward, unit_up)));
    const float length = lope_vec3_length(level);
    if (length > 1e-6f) return lope_vec3_scale(level, 1.0f / length);
    return lope_quat_rotate(lope_quat_to_up(unit_up), lope_vec3_make(0, 0, -1));
}

lope_view lope_view_along(lope_point direction, lope_vec3 up, lope_vec3 forward)
{
    const lope_point u = lope_vec3_to_point(up), f = lope_vec3_to_point(forward), left = lope_point_cross(u, f);
    const double ahead = lope_point_dot(direction, f), aside = lope_point_dot(direction, left);
    const double rise = lope_point_dot(direction, u), level = sqrt(ahead * ahead + aside * aside);
    lope_view view = {0, 0, 0};
    view.pitch = (double)lope_atan2((float)rise, (float)level);
    if (level > 1e-6 * fabs(rise)) view.yaw = (double)lope_atan2((float)aside, (float)ahead);
    return view;
}

lope_view lope_view_of(lope_turn turn, lope_vec3 up, lope_vec3 forward)
{
    const lope_point ahead = lope_turn_point(turn, lope_point_make(0, 0, -1)),
                     left = lope_turn_point(turn, lope_point_make(-1, 0, 0));
    const lope_point above = lope_turn_point(turn, lope_point_make(0, 1, 0)), u = lope_vec3_to_point(up);
    lope_view view = lope_view_along(ahead, up, forward);
    // roll to the left shoulder lowers the left side
    view.roll = (double)lope_atan2((float)-lope_point_dot(left, u), (float)lope_point_dot(above, u));
    return view;
}
