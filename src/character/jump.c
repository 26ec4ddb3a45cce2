// jump.c - presses, the buffer, coyote time, counting, and the hold.
//
// A press waits in the buffer until a jump is possible: on the ground, within coyote time after walking off, or in the air while
// jumps are left. Walking off uses up the first jump once coyote time is over (unreal.md: a ledge consumes one).
#include "character/ledger.h"

void lope_jump_press(lope_tick *tick)
{
    uint32_t went_down = tick->input->pressed | (tick->input->held & ~tick->state.held);
    if (went_down & LOPE_BUTTON_JUMP) {
        float buffer = tick->tuning->jump_buffer_time;
        tick->state.jump_buffer_left = buffer > 1e-6f ? buffer : 1e-6f; // without a buffer: now or never
    }
    if (!(tick->input->held & LOPE_BUTTON_JUMP) && !(went_down & LOPE_BUTTON_JUMP)) {
        tick->state.flags &= ~LOPE_STATE_HOLDING;
        tick->state.jump_force_left = 0;
    }
}

static bool may_jump(const lope_tick *tick, uint32_t *count)
{
    const lope_state *state = &tick->state;
    uint32_t most = tick->tuning->jump_max_count > 0 ? (uint32_t)tick->tuning->jump_max_count : 0;
    *count = state->jump_count;
    if (state->mode == LOPE_MODE_WALKING)
        *count = 0;
    else if (state->mode != LOPE_MODE_FALLING)
        return false;
    else if (*count == 0 && !((double)state->coyote_left > tick->now + 1e-7))
        *count = 1;
    return *count < most;
}

// Both timers count from the tick's start; lope_jump_pass takes the tick off them at its end.
bool lope_jump_try(lope_tick *tick)
{
    lope_state *state = &tick->state;
    uint32_t count;
    if (!((double)state->jump_buffer_left > tick->now - 1e-7) || state->jump_buffer_left <= 0 || !may_jump(tick, &count))
        return false;
    double up = lope_rise(&tick->space, tick->velocity), speed = (double)tick->tuning->jump_speed;
    tick->velocity = lope_point_mad(tick->velocity, tick->space.up, (up > speed ? up : speed) - up);
    lope_ledger_book(tick, LOPE_TERM_JUMP);
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    state->flags &= ~LOPE_STATE_WALKED_OFF;
    state->flags |= LOPE_STATE_RISING;
    state->jump_start = lope_rise(&tick->space, lope_point_add(tick->origin, tick->feet));
    state->jump_count = count + 1;
    state->jump_buffer_left = 0;
    state->coyote_left = 0;
    state->jump_hold_time = 0;
    state->jump_force_left = tick->tuning->jump_max_hold_time;
    if (state->jump_force_left > 0) state->flags |= LOPE_STATE_HOLDING;
    lope_tick_event(tick, LOPE_EVENT_JUMP)->to = state->jump_count;
    return true;
}

void lope_jump_landed(lope_tick *tick)
{
    tick->state.jump_count = 0;
    tick->state.jump_force_left = 0;
    tick->state.jump_hold_time = 0;
    tick->state.flags &= ~LOPE_STATE_HOLDING;
}

static float passed(float left, double time)
{
    double rest = (double)left - time;
    return rest > 1e-7 ? (float)rest : 0.0f;
}

void lope_jump_pass(lope_tick *tick)
{
    tick->state.jump_buffer_left = passed(tick->state.jump_buffer_left, tick->time);
    tick->state.coyote_left = passed(tick->state.coyote_left, tick->time);
}
