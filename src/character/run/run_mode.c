// run_mode.c - one piece of the mode that the character is in: up to the instant at which what it works by changes.
#include "character/run/run_mode.h"
#include "character/base/base_frame.h"
#include "character/forces/forces.h"
#include "character/jump/jump.h"
#include "character/orientation/gravity_up.h"
#include "character/tick/context.h"
#include "character/tick/plane_constraint.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"

LOPE_COLD static double stand_still(lope_tick *tick)
{
    tick->velocity = (lope_point){0, 0, 0};
    lope_velocity_log_add(tick, LOPE_TERM_REQUEST);
    return 0;
}

// Runs the mode for the time left, or up to an instant at which what it works by changes. Returns the time that is left then.
LOPE_HOT double lope_tick_run_mode(lope_tick *tick, double left)
{
    if (tick->state.mode != LOPE_MODE_WALKING) lope_tick_list(tick);
    bool own = tick->state.mode >= LOPE_MODE_GAME; // the built-in ones know themselves when to jump
    if (own && lope_tick_on_ground(tick) && lope_jump_try(tick)) return left;
    const lope_mode *mode = lope_tick_mode(tick);
    double end = tick->time, part = lope_tick_part(tick, left);
    if (tick->pieced) part = lope_base_piece(tick, lope_gravity_up_piece(tick, part));
    if (part < left) tick->time = tick->now + part; // for the mode the tick ends there
    lope_plane_hold(tick);
    double unused = mode->run ? mode->run(tick, part) : stand_still(tick);
    tick->time = end;
    return left - part + unused;
}
