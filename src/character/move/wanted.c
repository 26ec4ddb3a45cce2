// wanted.c - what is asked for, as the mode takes it: the stick, a path's velocity, avoidance, and what the
// game forbids.
//
// Results: tick->wanted (direction, length 0 to 1), tick->press (its length), tick->requested (m/s of a
// path).
#include "character/move/wanted.h"
#include "character/base/base_frame.h"
#include "character/state/input_check.h"
#include "character/state/state_flags.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"
#include "character/tick/wanted_direction.h"

// Refuses the move. The event comes when the stick is first pressed, not again in each tick after.
static void refuse_move(lope_tick *tick)
{
    if (!(tick->state.flags & LOPE_STATE_NO_MOVE)) lope_tick_refuse(tick, LOPE_ASKED_MOVE, LOPE_REFUSAL_FORBIDDEN);
    lope_tick_note_refusal(tick, LOPE_ASKED_MOVE, LOPE_REFUSAL_FORBIDDEN, tick->now);
}

// Scales the wanted direction from length `part` to `press`: its level part is pressed as far as the whole
// was.
static void press_whole(lope_tick *tick, double press, double part)
{
    tick->wanted = press > 0 ? lope_point_scale(tick->wanted, press / part) : (lope_point){0, 0, 0};
    tick->press = lope_point_length(tick->wanted);
}

// Turns the wanted direction into the frame of a base that turns.
LOPE_COLD static void see_from_base(lope_tick *tick)
{
    tick->wanted = lope_base_view(tick, tick->wanted);
    tick->press = lope_point_length(tick->wanted);
}

// On the ground and in a fall the level part counts, pressed as far as the whole.
LOPE_HOT void lope_wanted_find(lope_tick *tick)
{
    const lope_input *input = tick->input;
    const lope_requests *requests = tick->requests;
    bool level = lope_wanted_is_level(tick);
    bool asks = requests->has_requested_velocity || lope_requests_avoid(requests);
    tick->requested = 0;
    lope_point move = asks ? lope_wanted_asked(tick, level, &tick->requested) : lope_vec3_to_point(input->move);
    double squared = lope_point_dot(move, move), length = sqrt(squared);
    if (!asks && length > 1.0) {
        move = lope_point_scale(move, 1.0 / length);
        squared = lope_point_dot(move, move);
        length = sqrt(squared);
    }
    const double whole = length;
    uint32_t refused = 0;
    if (tick->input->forbidden & LOPE_FORBID_MOVE) {
        if (length > 0) refuse_move(tick);
        refused = length > 0 ? LOPE_STATE_NO_MOVE : 0;
        length = 0;
    }
    tick->state.flags = (tick->state.flags & ~LOPE_STATE_NO_MOVE) | refused;
    if (level) move = lope_flat(&tick->space, move);
    if (tick->tuning->force_max_acceleration && !(tick->input->forbidden & LOPE_FORBID_MOVE)) {
        move = lope_wanted_forced(tick, move, level);
        length = 1;
    }
    // mostly the input was level
    double rest = lope_point_dot(move, move), part = rest == squared ? whole : sqrt(rest);
    double press = part > 1e-9 ? length : 0;
    tick->wanted = move;
    tick->press = press;
    tick->state.acceleration = (float)(press * (double)tick->tuning->max_acceleration);
    if (press != part || !(press > 0)) press_whole(tick, press, part);
    if (tick->base_carry.on && tick->base_carry.turns) see_from_base(tick);
}
