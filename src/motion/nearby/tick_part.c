// tick_part.c - takes a moving body back to where it stands at the end of a part of the tick.
#include "motion/nearby/tick_part.h"

void lope_body_in_part(lope_sink_body *body, lope_part part)
{
    if (body->part > 0 && part.per_step > 0) part = lope_part_of_step(part);
    if (lope_is_whole_tick(part)) return;
    const double left = 1.0 - lope_part_end(part), share = 1.0 / (double)part.count;
    const lope_point turn = lope_vec3_to_point(body->motion.rotation);
    const double angle = lope_point_length(turn);
    body->pose.position = lope_point_mad(body->pose.position, body->motion.displacement, -left);
    body->motion.displacement = lope_point_scale(body->motion.displacement, share);
    if (!(angle > 0)) return;
    const lope_vec3 axis = lope_point_to_vec3(lope_point_scale(turn, 1.0 / angle));
    const lope_quat back = lope_quat_from_axis(axis, (float)(-angle * left));
    if (left > 0) body->pose.rotation = lope_quat_normalize(lope_quat_multiply(back, body->pose.rotation));
    body->motion.rotation = lope_point_to_vec3(lope_point_scale(turn, share));
}
