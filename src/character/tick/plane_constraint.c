// plane_constraint.c - a character that stays in a plane: games of two dimensions in three.
//
// Input, forces and velocity have no part out of the plane. A contact counts as it is where it cuts the plane
// (motion/query/capsule_query.c). So in every mode slides, steps and falls lead along the plane by
// themselves. A character may be off the plane all the same: created or teleported there, carried by a base,
// or pushed. Then it goes straight back at the start and the end of each tick. The way is swept, and no
// faster than SNAP_SPEED.
#include "character/tick/plane_constraint.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/moving/plane.h"
#include "motion/query/query_log.h"
#include "motion/query/return_to_plane.h"

// m/s at which it comes back into its plane: a metre in a tick of 1/60 s, at once in most games.
#define SNAP_SPEED 60.0

void lope_plane_begin(lope_tick *tick)
{
    const lope_tuning *t = tick->tuning;
    if (!t->constrain_to_plane) return;
    lope_space_set_plane(&tick->space,
                         lope_point_make((double)t->plane_normal_x, (double)t->plane_normal_y, (double)t->plane_normal_z));
    if (lope_plane_leans(&tick->space)) tick->space.step_height = 0; // a step would lead out of the plane
}

void lope_plane_flatten(lope_tick *tick)
{
    const lope_space *space = &tick->space;
    tick->wanted = lope_in_plane(space, tick->wanted);
    tick->press = lope_point_length(tick->wanted);
    tick->acceleration = lope_in_plane(space, tick->acceleration);
    tick->velocity = lope_in_plane(space, tick->velocity);
    tick->override_velocity = lope_in_plane(space, tick->override_velocity);
    tick->added_velocity = lope_in_plane(space, tick->added_velocity);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
}

void lope_plane_return(lope_tick *tick)
{
    lope_space *space = &tick->space;
    if (tick->stuck_inside || space->failed || lope_tick_follows(tick)) return;
    double most = SNAP_SPEED * space->unit * tick->time;
    bool swept;
    space->purpose = LOPE_QUERY_DEPENETRATE;
    double way = lope_return_to_plane(space, tick->origin, (double)tick->tuning->plane_offset, most, &tick->feet, &swept);
    if (!swept) return;
    tick->moved_before = true;
    tick->report->moved_by_teleport += way;
}
