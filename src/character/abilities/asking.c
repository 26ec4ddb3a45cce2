// asking.c - see asking.h.
//
// Rule: what a tick knows comes first (buttons, channels, input, speed), then the conditions, and last what
// takes a look: the zone of walls and ledges (zone.h), then the floor. What is ruled out is what the ability
// would refuse. So results do not depend on it.
//
// Data: lope_moveset.asks. Read next: zone.c, conditions.c.
#include "character/abilities/asking.h"
#include "character/abilities/conditions.h"
#include "character/tick/ability_slots.h"
#include "level/frame.h"
#include "motion/floor/find_floor.h"
#include "motion/nearby/broadphase.h"

#include <lope/mode.h>

#define SPARE 1e-4 // share, far above the roundings of what is compared

uint32_t lope_abilities_candidates(const lope_tick *tick)
{
    const lope_moveset *moveset = tick->moveset;
    const uint32_t buttons = (tick->presses & moveset->ability_buttons) | (tick->holds & moveset->held_buttons) |
                             (tick->releases & moveset->release_buttons);
    const bool all = buttons != 0 || lope_has_page(&tick->state, LOPE_PAGE_GAUGES);
    return all ? (1u << moveset->ability_count) - 1u : moveset->asking[tick->state.mode].abilities;
}

bool lope_ability_may_ask(const lope_tick *tick, uint32_t ability)
{
    const uint32_t asks_in = tick->moveset->abilities[ability]->asks_in;
    return (asks_in == 0 || asks_in >> tick->state.mode & 1u) && tick->moveset->self_starting >> ability & 1u;
}

// ---- what the tick knows

// True when one of the abilities of those bits is at work.
static bool is_any_on(const lope_tick *tick, uint32_t bits)
{
    bool on = false;
    for (; bits && !on; bits &= bits - 1) on = lope_tick_ability_slot(tick, lope_lowest_bit(bits)) < LOPE_ACTIVE_ABILITIES;
    return on;
}

// True when mode, buttons and channels suit a row.
static bool may_suit(const lope_tick *tick, const lope_ask *row)
{
    if (!(row->modes >> tick->state.mode & 1u)) return false;
    if (row->held != 0 && !(row->held & tick->input->held)) return false;
    return row->channels == 0 || row->channels & tick->channels_there;
}

// True when a row suits what the tick knows.
static bool suits(const lope_tick *tick, const lope_ask *row)
{
    if (!may_suit(tick, row)) return false;
    if (row->with != 0 && !is_any_on(tick, row->with)) return false;
    if (row->needs & LOPE_NEEDS_INPUT && !lope_zone_has_input(tick)) return false;
    return !(row->needs & LOPE_NEEDS_SINKING && lope_point_dot(tick->velocity, tick->space.up) > 0);
}

// ---- what takes a look

// True when a row names a speed that the character does not have, against what rests.
static bool is_slow(const lope_tick *tick, const lope_ask *row)
{
    const double least = (double)row->speed * tick->space.unit * (1 - SPARE);
    if (!(row->speed > 0) || lope_point_length(lope_zone_level(tick, tick->velocity)) >= least) return false;
    return !(row->needs & LOPE_NEEDS_WALLS) || lope_zone_rests(tick, row);
}

// True when the look for a row finds what the row names.
static bool sees(lope_tick *tick, const lope_ask *row)
{
    if (is_slow(tick, row)) return false;
    if (row->needs & LOPE_NEEDS_WALLS && lope_zone_has_nothing(tick, row)) return false;
    const double body = (double)tick->state.standing_height / LOPE_STANDARD_HEIGHT, unit = tick->space.unit;
    const double drop = (double)row->drop * (body < unit ? body : unit) * (1 - SPARE);
    return !(row->drop > 0) || !lope_floor_is_met(&tick->space, tick->feet, drop);
}

bool lope_ability_asks(lope_tick *tick, uint32_t ability)
{
    const lope_ask *rows = tick->moveset->asks[ability];
    if (!(tick->moveset->asking[tick->state.mode].abilities >> ability & 1u)) return false;
    uint32_t suit = 0;
    for (uint32_t i = 0; i < LOPE_ASKS; i++)
        if (suits(tick, &rows[i])) suit |= 1u << i;
    if (suit == 0 || lope_ability_refusal(tick, ability) != LOPE_REFUSAL_NONE) return false;
    for (; suit; suit &= suit - 1)
        if (sees(tick, &rows[lope_lowest_bit(suit)])) return true;
    return false;
}

void lope_abilities_widen(const lope_tick *tick, lope_bounds *bounds)
{
    const lope_moveset *moveset = tick->moveset;
    lope_zone_reach reach = {.level = 0};
    for (uint32_t open = moveset->asking[tick->state.mode].abilities; open; open &= open - 1) {
        const lope_ask *rows = moveset->asks[lope_lowest_bit(open)];
        for (uint32_t i = 0; i < LOPE_ASKS; i++)
            if (rows[i].needs & LOPE_NEEDS_WALLS && may_suit(tick, &rows[i])) lope_zone_join(tick, &rows[i], &reach);
    }
    if (!(reach.level > 0)) return;
    const lope_bounds zones = lope_zone_bounds(tick, &reach);
    *bounds = lope_bounds_join(*bounds, zones);
}
