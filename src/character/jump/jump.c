// jump.c - jumps: the press, the buffer, coyote time, the count of jumps, and the start of the hold.
//
// A press waits in the buffer until a jump is possible: on the ground, within coyote time after walking
// off, or in the air while jumps are left. Walking off a ledge uses up the first jump once coyote time is
// over, as in Unreal. A press is refused when its time runs out, with the reason why it could not jump.
// What the game forbids is refused at once. The speed of a jump is relative to what the character stands
// on. A base adds its velocity when the character leaves it (base/base_leave.c).
//
// Coyote time begins where a walk ends in a fall: lope_tick_walk_off (transition/mode_switch.c) sets
// coyote_left. It runs out, and a jump within it counts as one from the ground, here.
//
// Data: jump_buffer_left, coyote_left, jump_count, jump_start, jump_hold_time and jump_force_left of the
// state. Read next: tick/jump_state.c, which counts jumps and the time held; modes/falling.c, which applies
// the hold.
#include "character/jump/jump.h"
#include "character/state/state_flags.h"
#include "character/tick/ability_slots.h"
#include "character/tick/events.h"
#include "character/tick/jump_state.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/moving/plane.h"

void lope_jump_take(lope_tick *tick)
{
    uint32_t went_down = tick->presses;
    bool waits = tick->state.jump_buffer_left > 0 || (tick->state.flags & LOPE_STATE_HOLDING);
    if (!waits && !(went_down & LOPE_BUTTON_JUMP)) return;
    bool forbidden = tick->input->forbidden & LOPE_FORBID_JUMP;
    if (went_down & LOPE_BUTTON_JUMP) lope_jump_wait(tick, 0);
    if (forbidden && tick->state.jump_buffer_left > 0) {
        tick->state.jump_buffer_left = 0;
        lope_tick_refuse(tick, LOPE_ASKED_JUMP, LOPE_REFUSAL_FORBIDDEN);
    }
    if (tick->state.jump_buffer_left > 0 && lope_plane_locks_up(&tick->space)) {
        tick->state.jump_buffer_left = 0;
        lope_tick_refuse(tick, LOPE_ASKED_JUMP, LOPE_REFUSAL_PLANE);
    }
    bool let_go = !(tick->holds & LOPE_BUTTON_JUMP) && !(went_down & LOPE_BUTTON_JUMP);
    if (let_go || forbidden || tick->state.flags & LOPE_STATE_CROUCHED) lope_jump_hold_ends(tick);
}

// Returns why the character may not jump now, or LOPE_REFUSAL_NONE. *count: jumps that are used up.
static lope_refusal why_not(const lope_tick *tick, uint32_t *count)
{
    const lope_state *state = &tick->state;
    uint32_t most = tick->tuning->jump_max_count > 0 ? (uint32_t)tick->tuning->jump_max_count : 0;
    bool grounded = lope_tick_on_ground(tick);
    *count = grounded ? 0 : state->jump_count;
    if (!grounded && state->mode != LOPE_MODE_FALLING) return LOPE_REFUSAL_WRONG_MODE;
    if (state->flags & LOPE_STATE_CROUCHED) return LOPE_REFUSAL_CROUCHED;
    if (lope_tick_has_abilities(tick) && lope_tick_abilities_block(tick, LOPE_BLOCKS_JUMP)) return LOPE_REFUSAL_BLOCKED;
    if (most == 0) return LOPE_REFUSAL_TUNING;
    if (!grounded && *count == 0 && !((double)state->coyote_left > tick->now + 1e-7)) *count = 1;
    return *count < most ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_USED_UP;
}

// The buffer and coyote time count from the tick's start; lope_jump_timers takes the tick off them at its
// end.
bool lope_jump_waiting(lope_tick *tick)
{
    lope_state *state = &tick->state;
    uint32_t count;
    if (!((double)state->jump_buffer_left > tick->now - 1e-7)) return false;
    if (why_not(tick, &count) != LOPE_REFUSAL_NONE) return false;
    if (tick->overridden_up) {
        tick->held_down = true;
        return false;
    }
    double up = lope_rise(&tick->space, tick->velocity), speed = (double)tick->tuning->jump_speed;
    tick->velocity = lope_point_mad(tick->velocity, tick->space.up, (up > speed ? up : speed) - up);
    lope_velocity_log_add(tick, LOPE_TERM_JUMP);
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

// Returns a timer's rest (s) after `time` seconds; below 1e-7 s the rest is a float's rounding.
static float passed(float left, double time)
{
    double rest = (double)left - time;
    return rest > 1e-7 ? (float)rest : 0.0f;
}

void lope_jump_timers(lope_tick *tick)
{
    uint32_t count;
    float waited = tick->state.jump_buffer_left;
    tick->state.jump_buffer_left = passed(waited, tick->time);
    if (waited > 0 && tick->state.jump_buffer_left <= 0) {
        // possible by now, but too late: it counts as used up
        lope_refusal why = why_not(tick, &count);
        if (tick->held_down) why = LOPE_REFUSAL_LAYER;
        lope_tick_refuse_at(tick, LOPE_ASKED_JUMP, why == LOPE_REFUSAL_NONE ? LOPE_REFUSAL_USED_UP : why, (double)waited);
    }
    tick->state.coyote_left = passed(tick->state.coyote_left, tick->time);
}
