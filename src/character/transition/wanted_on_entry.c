// wanted_on_entry.c - the wanted direction for a mode's enter function.
//
// A mode may begin before the tick has worked out what is wanted (move/wanted.c), or in place of a mode that
// takes the input in another way. So the direction is computed anew, without refusals and without writing to
// the state. Read next: mode_switch.c.
#include "character/transition/wanted_on_entry.h"
#include "character/base/base_frame.h"
#include "character/state/input_check.h"
#include "character/tick/wanted_direction.h"

LOPE_COLD lope_point lope_wanted_on_entry(const lope_tick *tick)
{
    const lope_input *input = tick->input;
    const bool level = lope_wanted_is_level(tick);
    double requested;
    if (input->forbidden & LOPE_FORBID_MOVE) return (lope_point){0, 0, 0};
    bool asks = tick->requests->has_requested_velocity || lope_requests_avoid(tick->requests);
    lope_point move = asks ? lope_wanted_asked(tick, level, &requested) : lope_cut_to_one(lope_vec3_to_point(input->move));
    double press = lope_point_length(move);
    if (level) move = lope_flat(&tick->space, move);
    if (tick->tuning->force_max_acceleration) {
        move = lope_wanted_forced(tick, move, level);
        press = 1;
    }
    double part = lope_point_length(move);
    if (!(part > 1e-9)) return (lope_point){0, 0, 0};
    return lope_base_view_at(tick, lope_point_scale(move, press / part), 0);
}
