// jump_state.c - the jump as the state keeps it: how many were used, and whether the held button still drives
// one.
#include "character/tick/jump_state.h"
#include "character/state/state_flags.h"
#include "character/tick/tick.h"

// s that a press waits without a buffer: it counts at its instant alone
#define NOW_OR_NEVER 1e-6f

void lope_jump_hold_ends(lope_tick *tick)
{
    tick->state.flags &= ~LOPE_STATE_HOLDING;
    tick->state.jump_force_left = 0;
}

void lope_jump_end(lope_tick *tick)
{
    lope_jump_hold_ends(tick);
    // Off a ledge the first jump is used up once coyote time is over, whatever mode comes then.
    if (tick->state.flags & LOPE_STATE_WALKED_OFF && tick->state.jump_count == 0 && tick->tuning->jump_max_count > 0)
        tick->state.jump_count = 1;
    tick->state.jump_hold_time = 0;
    tick->state.coyote_left = 0;
    tick->state.flags &= ~(LOPE_STATE_RISING | LOPE_STATE_WALKED_OFF);
}

void lope_jump_reset(lope_tick *tick)
{
    lope_jump_hold_ends(tick);
    tick->state.jump_count = 0;
    tick->state.jump_hold_time = 0;
    tick->state.coyote_left = 0;
    tick->state.flags &= ~(LOPE_STATE_RISING | LOPE_STATE_WALKED_OFF);
}

void lope_jump_wait(lope_tick *tick, double at)
{
    const float buffer = tick->tuning->jump_buffer_time;
    const float waits = buffer > NOW_OR_NEVER ? buffer : NOW_OR_NEVER;
    tick->state.jump_buffer_left = (float)((double)waits + at);
}

bool lope_jump_held(const lope_tick *tick) { return (tick->state.flags & LOPE_STATE_HOLDING) && tick->state.jump_force_left > 0; }

void lope_jump_hold(lope_tick *tick, double time)
{
    lope_state *state = &tick->state;
    if (!(state->flags & LOPE_STATE_HOLDING)) return;
    double left = (double)state->jump_force_left - time;
    state->jump_hold_time += (float)time;
    state->jump_force_left = left > LOPE_MIN_TIME ? (float)left : 0.0f;
    if (state->jump_force_left <= 0) state->flags &= ~LOPE_STATE_HOLDING;
}
