// stand_upright.c - a new state stands against the gravity of the place where it is created.
#include "character/move/stand_upright.h"
#include "character/move/begin.h"
#include "character/orientation/gravity_up.h"
#include "character/state/input_check.h"
#include "character/tick/tick.h"
#include "character/volume/physics_volume.h"
#include "motion/query/shortlist.h"

#define NO_TIME 1e-3f // s, of a look around before the first tick; nothing moves in it

void lope_stand_upright(lope_state *state, const lope_moveset *moveset, const lope_surroundings *surroundings,
                        lope_nearby *nearby)
{
    const lope_input input = {.look_yaw = state->yaw};
    if (!moveset || !lope_mode_exists(moveset, state->mode)) return; // the first tick returns the error
    lope_report unread;
    lope_tick tick;
    lope_begin_report(&unread);
    lope_shortlist around;
    around.reach = 0;
    around.listed = false;
    tick.input = &input;
    tick.requests = &lope_no_requests;
    tick.moveset = moveset;
    tick.report = &unread;
    tick.teleports = false;
    tick.parts = NULL;
    lope_begin(&tick, state, surroundings, nearby, &around, NO_TIME);
    lope_look_around(&tick);
    lope_volumes_enter(&tick);
    if (tick.space.failed || lope_is_upright(&tick) || !lope_gravity_up_turn(&tick)) return;
    // A volume counts only when it also holds the character with the new up.
    bool water;
    if (tick.zoned && lope_volume_at(&tick, tick.feet, &water) != tick.volume) return;
    state->up = tick.state.up;
    state->forward = tick.state.forward;
    state->jump_start = tick.state.jump_start;
}
