// root_motion.c - what an animation does in a tick, as a velocity. Its turn is applied in rotation.c. Read next: layers.c.
#include "character/tick.h"

lope_point lope_root_motion_velocity(const lope_tick *tick)
{
    const lope_root_motion *motion = &tick->input->root_motion;
    lope_point velocity = lope_point_scale(lope_from_frame(&tick->state, motion->translation), 1.0 / tick->time);
    return motion->flags & LOPE_LAYER_IGNORE_VERTICAL ? lope_flat(&tick->space, velocity) : velocity;
}
