// run_mode.c - runs one piece of the character's mode: up to the instant at which something that it works
// by changes.
//
// Such instants: control comes back, there is room to stand up, up turns, or a base has turned the wanted
// direction. Read next: modes/table.c, forces/forces.c (lope_tick_split).
#include "character/run/run_mode.h"
#include "character/abilities/abilities.h"
#include "character/base/base_frame.h"
#include "character/forces/forces.h"
#include "character/jump/jump.h"
#include "character/orientation/gravity_up.h"
#include "character/tick/context.h"
#include "character/tick/plane_constraint.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"

// Stands still: a mode without a run function uses all of its time.
LOPE_COLD static double stand_still(lope_tick *tick)
{
    tick->velocity = (lope_point){0, 0, 0};
    lope_velocity_log_add(tick, LOPE_TERM_REQUEST);
    return 0;
}

// Cuts where up turns, or a base turns the wanted direction.
static double cut_by_turning(lope_tick *tick, double left)
{
    return tick->pieced ? lope_base_piece(tick, lope_gravity_up_piece(tick, left)) : left;
}

// Each returns how many of `left` seconds the mode may run at once. Asked one after the other.
static double (*const cutters[])(lope_tick *tick, double left) = {lope_tick_split, cut_by_turning, lope_abilities_piece};

// True when one of them may cut the tick. Most ticks run whole.
static bool may_be_cut(const lope_tick *tick)
{
    return tick->state.knockback_left > 0 || (tick->state.flags & LOPE_STATE_CROUCHED) || tick->pieced ||
           lope_abilities_concern(tick);
}

// Returns how many of `left` seconds may run at once.
LOPE_COLD static double cut(lope_tick *tick, double left)
{
    for (size_t i = 0; i < sizeof cutters / sizeof *cutters; i++) left = cutters[i](tick, left);
    return left;
}

// Returns the seconds that a game's mode says it did not use, kept within what it was given.
LOPE_COLD static double within(double unused, double given)
{
    if (!(unused > 0)) return 0;
    return unused < given ? unused : given;
}

// Runs at most the time up to the next such instant. For the mode, the tick ends there.
LOPE_HOT double lope_tick_run_mode(lope_tick *tick, double left)
{
    if (tick->state.mode != LOPE_MODE_WALKING) lope_tick_list(tick);
    // the built-in modes know themselves when to jump
    bool own = tick->state.mode >= LOPE_MODE_GAME;
    if (own && lope_tick_on_ground(tick) && lope_jump_try(tick)) return left;
    const lope_mode *mode = lope_tick_mode(tick);
    double end = tick->time, part = may_be_cut(tick) ? cut(tick, left) : left;
    if (part < left) tick->time = tick->now + part;
    lope_plane_hold(tick);
    double unused = mode->run ? mode->run(tick, part) : stand_still(tick);
    if (own) unused = within(unused, part);
    tick->time = end;
    return left - part + unused;
}
