// body_response.c - see body_response.h.
#include "character/forces/body_response.h"

#define LEAST_MASS 1e-6 // kg: a body without mass is as light as that

lope_point lope_body_center(const lope_sink_body *body)
{
    return lope_transform_apply(&body->pose, lope_vec3_to_point(body->mass_center));
}

double lope_body_mass(const lope_sink_body *body) { return (double)body->mass > LEAST_MASS ? (double)body->mass : LEAST_MASS; }

// Returns what is left of a moment about one axis of inertia (kg m2).
static double turned_by(double moment, double inertia) { return inertia > 0 ? moment / inertia : 0.0; }

lope_point lope_body_turned(const lope_sink_body *body, lope_point moment)
{
    const lope_quat q = body->pose.rotation, back = {-q.x, -q.y, -q.z, q.w};
    const lope_point m = lope_quat_rotate_point(back, moment);
    const lope_vec3 inertia = body->inertia;
    const lope_point turned = {turned_by(m.x, (double)inertia.x), turned_by(m.y, (double)inertia.y),
                               turned_by(m.z, (double)inertia.z)};
    return lope_quat_rotate_point(q, turned);
}

lope_point lope_body_velocity_at(const lope_sink_body *body, lope_point point)
{
    const lope_point arm = lope_point_sub(point, lope_body_center(body));
    return lope_point_add(lope_vec3_to_point(body->velocity), lope_point_cross(lope_vec3_to_point(body->spin), arm));
}

// Returns the lever (m) of a spot about the body's centre of mass, in the body's frame.
static lope_point lever_of(const lope_sink_body *body, const lope_body_spot *spot)
{
    const lope_quat q = body->pose.rotation, back = {-q.x, -q.y, -q.z, q.w};
    const lope_point arm = lope_point_sub(spot->point, lope_body_center(body));
    return lope_quat_rotate_point(back, lope_point_cross(arm, spot->along));
}

double lope_body_response(const lope_sink_body *body, const lope_body_spot *here, const lope_body_spot *there)
{
    const lope_point a = lever_of(body, here), b = lever_of(body, there);
    const lope_vec3 inertia = body->inertia;
    const double turning = turned_by(a.x * b.x, (double)inertia.x) + turned_by(a.y * b.y, (double)inertia.y) +
                           turned_by(a.z * b.z, (double)inertia.z);
    return lope_point_dot(here->along, there->along) / lope_body_mass(body) + turning;
}
