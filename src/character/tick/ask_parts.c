// ask_parts.c - see ask_parts.h.
#include "character/tick/ask_parts.h"
#include "character/tick/ability_slots.h"

#define ROUNDING 1e-3 // parts, by which a tick may be too long

uint32_t lope_short_parts(double seconds)
{
    const double parts = seconds * (1.0 / LOPE_PART_TIME) + (1.0 - ROUNDING);
    return parts < LOPE_PARTS_MOST ? (uint32_t)parts : LOPE_PARTS_MOST;
}

// True when all hooks of modes and abilities that may have run in the tick may be called for it again.
static bool may_repeat(const lope_tick *tick)
{
    const bool mode = tick->state.mode < LOPE_MODE_COUNT || lope_tick_mode(tick)->traits & LOPE_MODE_REPEATABLE;
    return mode && (!lope_abilities_concern(tick) || tick->moveset->abilities_repeatable);
}

void lope_tick_ask_parts(lope_tick *tick, const lope_law *drive)
{
    if (tick->parts || drive->per_tick || tick->requests->has_root_motion || !may_repeat(tick)) return;
    tick->asks_parts = lope_short_parts(tick->seconds) > 1;
}
