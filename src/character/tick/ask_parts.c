// ask_parts.c - see ask_parts.h.
#include "character/tick/ask_parts.h"
#include "character/tick/ability_slots.h"

#define ROUNDING 1e-3 // parts, by which a tick may be too long

uint32_t lope_short_parts(double seconds)
{
    const double parts = seconds * (1.0 / LOPE_PART_TIME) + (1.0 - ROUNDING);
    return parts < LOPE_PARTS_MOST ? (uint32_t)parts : LOPE_PARTS_MOST;
}

void lope_tick_ask_parts(lope_tick *tick, const lope_law *drive)
{
    if (tick->parts || drive->per_tick || drive->own || lope_abilities_concern(tick)) return;
    if (tick->state.mode >= LOPE_MODE_COUNT || tick->requests->has_root_motion) return;
    tick->asks_parts = lope_short_parts(tick->seconds) > 1;
}
