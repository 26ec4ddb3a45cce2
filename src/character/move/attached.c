// attached.c - a character that something else moves: a ragdoll, a vehicle, a cinematic.
//
// With LOPE_REQUEST_FOLLOW in its input the character is in no mode and collides with nothing. In every tick
// its feet go where the input says. Rotation, volumes and overlaps go on, and the velocity is that of the
// way. The first tick without the request treats the character as created there: it is freed from what it
// overlaps (motion/moving/depenetrate.h).
#include "character/move/attached.h"
#include "character/state/state_flags.h"
#include "character/tick/squeeze_state.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"

void lope_attached_move(lope_tick *tick)
{
    if (tick->state.mode != LOPE_MODE_NONE) lope_tick_set_mode(tick, LOPE_MODE_NONE);
    lope_point way = lope_point_sub(tick->requests->teleport_feet, tick->state.feet);
    tick->feet = lope_point_sub(tick->requests->teleport_feet, tick->origin);
    tick->velocity = lope_point_scale(way, 1.0 / tick->time);
    lope_velocity_log_add(tick, LOPE_TERM_REQUEST);
    tick->floor.kind = LOPE_FLOOR_NONE;
    tick->moved_before = true;
    tick->now = tick->time;
    tick->state.flags |= LOPE_STATE_FRESH;
    tick->state.stuck_ticks = 0;
    tick->state.stuck_body = LOPE_BODY_NONE;
    lope_squeeze_state_forget(tick);
    tick->state.step_debt = 0;
    tick->report->moved_by_base += lope_point_length(way);
}
