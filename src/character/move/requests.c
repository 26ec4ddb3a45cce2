// requests.c - what the input asks for once: teleport, size, mode, layered moves, launch. Also a character's
// first tick.
#include "character/move/requests.h"
#include "character/forces/forces.h"
#include "character/layers/layers.h"
#include "character/size/resize.h"
#include "character/state/state_flags.h"
#include "character/tick/events.h"
#include "character/tick/nav_surface.h"
#include "character/tick/tick.h"
#include "character/transition/mode_switch.h"
#include "character/volume/physics_volume.h"
#include "motion/nearby/one_way.h"
#include "motion/query/sweep.h"

// m, within which a new or teleported character is put on the floor.
#define SETTLE_REACH 0.05

// Tells a teleport that was done when the tick began, and settles the character. A teleport without room is
// refused.
LOPE_COLD static void teleported(lope_tick *tick)
{
    if (!(tick->requests->asked & LOPE_REQUEST_TELEPORT)) return;
    if (!tick->teleports) {
        lope_tick_refuse(tick, LOPE_ASKED_TELEPORT, LOPE_REFUSAL_NO_ROOM);
        return;
    }
    lope_tick_event(tick, LOPE_EVENT_TELEPORT);
    tick->state.step_debt = 0;
    tick->moved_before = true;
    if (lope_tick_on_ground(tick) && !lope_nav_stands(tick)) lope_tick_settle(tick, SETTLE_REACH * tick->space.unit);
}

// Puts a character in a mode on the ground onto its floor. Without a floor under the feet it falls.
LOPE_COLD static void settle(lope_tick *tick)
{
    if (lope_tick_on_ground(tick) && !lope_nav_stands(tick)) lope_tick_settle(tick, SETTLE_REACH * tick->space.unit);
}

// Changes to a mode that is asked for, or refuses it. Refused are: to swim on dry land or where the game
// forbids it; to leave water that keeps the character.
LOPE_COLD static void change_mode(lope_tick *tick, uint32_t mode)
{
    bool swims = mode == LOPE_MODE_SWIMMING, brought = tick->moveset->brought_modes >> mode & 1u;
    if (swims && tick->input->forbidden & LOPE_FORBID_SWIM) {
        lope_tick_refuse(tick, LOPE_ASKED_MODE, LOPE_REFUSAL_FORBIDDEN);
    } else if ((swims && !tick->water) || brought || lope_water_keeps(tick, mode)) {
        lope_tick_refuse(tick, LOPE_ASKED_MODE, LOPE_REFUSAL_WRONG_MODE);
    } else {
        lope_tick_set_mode(tick, mode);
        settle(tick);
    }
}

// Drops through a one-way floor, which has been left out of what is near. The character begins so far below
// it that the next tick, too, finds it inside and passes it, however short the ticks are.
static void drop(lope_tick *tick)
{
    lope_space *space = &tick->space;
    lope_point down = lope_point_scale(space->up, -2 * LOPE_ONE_WAY_TOUCH * space->unit);
    lope_contact below;
    if (tick->self.asked & LOPE_REQUEST_DROP) {
        lope_tick_refuse(tick, LOPE_ASKED_DROP, LOPE_REFUSAL_SOLID);
        return;
    }
    if (lope_sweep(space, tick->feet, down, &below)) down = lope_point_scale(down, below.fraction);
    tick->feet = lope_point_add(tick->feet, down);
    tick->moved_before = true;
}

void lope_requests_take(lope_tick *tick)
{
    uint32_t asked = tick->requests->asked;
    if (asked != 0) {
        teleported(tick);
        lope_resize(tick);
        if (asked & LOPE_REQUEST_DROP) drop(tick);
        if (asked & LOPE_REQUEST_MODE) change_mode(tick, tick->requests->mode);
    }
    if (lope_layers_concern(tick)) lope_layers_begin(tick);
    if (asked & LOPE_REQUEST_LAUNCH) lope_launch(tick);
}

void lope_first_tick(lope_tick *tick)
{
    if (!(tick->state.flags & LOPE_STATE_FRESH)) return;
    uint32_t mode = (uint32_t)tick->tuning->default_land_mode;
    // no mode was given since
    bool any = tick->state.flags & LOPE_STATE_ANY_MODE && tick->state.mode == LOPE_MODE_WALKING;
    if (any) lope_tick_set_mode(tick, mode);
    tick->state.flags &= ~(LOPE_STATE_FRESH | LOPE_STATE_ANY_MODE);
    settle(tick);
    lope_tick_base(tick);
}
