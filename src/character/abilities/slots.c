// slots.c - see slots.h.
#include "character/abilities/slots.h"
#include "base/copy.h"
#include "character/abilities/end.h"
#include "character/state/settings_at.h"
#include "character/tick/ability_slots.h"

void lope_slots_close(lope_tick *tick)
{
    lope_active_ability *slots = tick->state.abilities;
    uint32_t kept = 0, last = 0;
    if (!lope_tick_has_abilities(tick)) return;
    for (uint32_t i = 0; i < LOPE_ACTIVE_ABILITIES; i++) {
        uint32_t id = slots[i].id;
        if (id <= last || id > tick->moveset->ability_count) continue;
        if (kept != i) slots[kept] = slots[i];
        kept++;
        last = id;
    }
    for (; kept < LOPE_ACTIVE_ABILITIES; kept++) lope_clear_bytes(&slots[kept], sizeof *slots);
}

bool lope_slots_are_in_order(const lope_tick *tick)
{
    const lope_active_ability *slots = tick->state.abilities;
    uint32_t i = 0, last = 0;
    for (; i < LOPE_ACTIVE_ABILITIES && slots[i].id > last; i++) last = slots[i].id;
    for (; i < LOPE_ACTIVE_ABILITIES && slots[i].id == 0; i++) {}
    return i == LOPE_ACTIVE_ABILITIES && last <= tick->moveset->ability_count;
}

void lope_slots_clean(lope_tick *tick)
{
    lope_slots_close(tick);
    for (uint32_t i = 0; i < LOPE_ACTIVE_ABILITIES; i++) {
        double *seconds = &tick->state.abilities[i].seconds;
        if (lope_tick_ability_in(tick, i) && !(*seconds >= 0 && *seconds < 1e12)) *seconds = 0;
    }
}

// Ends a watch where no slot is free.
static void give_up_watch(lope_tick *tick)
{
    uint32_t slot = 0;
    while (slot < LOPE_ACTIVE_ABILITIES && !(tick->state.abilities[slot].flags & LOPE_ABILITY_QUIET)) slot++;
    if (slot < LOPE_ACTIVE_ABILITIES) lope_ability_end(tick, slot, LOPE_END_REPLACED);
    lope_slots_close(tick);
}

void lope_slots_put(lope_tick *tick, const lope_active_ability *at)
{
    lope_active_ability *slots = lope_use_abilities(&tick->state)->abilities;
    uint32_t i = LOPE_ACTIVE_ABILITIES - 1;
    lope_slots_close(tick);
    if (slots[i].id != 0) give_up_watch(tick);
    for (; i > 0 && (slots[i - 1].id == 0 || slots[i - 1].id > at->id); i--) slots[i] = slots[i - 1];
    slots[i] = *at;
}
