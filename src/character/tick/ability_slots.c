// ability_slots.c - see ability_slots.h.
#include "character/tick/ability_slots.h"
#include "character/state/settings_at.h"
#include "character/tick/tick.h"

bool lope_tick_abilities_have_law(const lope_tick *tick)
{
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++) {
        const lope_ability *ability = lope_tick_ability_in(tick, slot);
        if (ability && ability->law) return true;
    }
    return false;
}

// `law` and `piece` get a tick that they must not change, and an ability's own bytes in it which others may.
lope_ability_self lope_tick_ability_self(const lope_tick *tick, uint32_t slot)
{
    lope_active_ability *at = (lope_active_ability *)(uintptr_t)&tick->state.abilities[slot];
    uint32_t ability = at->id - 1u;
    return (lope_ability_self){.settings = lope_ability_settings(tick->moveset, ability),
                               .data = at->data,
                               .phase = &at->phase,
                               .seconds = at->seconds,
                               .id = ability,
                               .button = tick->moveset->abilities[ability]->button,
                               .mode = tick->moveset->ability_modes[ability]};
}

bool lope_abilities_are_asked(const lope_tick *tick)
{
    const lope_moveset *moveset = tick->moveset;
    return ((tick->presses & moveset->ability_buttons) | (tick->holds & moveset->held_buttons) |
            (tick->releases & moveset->release_buttons)) != 0;
}

uint32_t lope_tick_ability_slot(const lope_tick *tick, uint32_t ability)
{
    if (!lope_tick_has_abilities(tick)) return LOPE_ACTIVE_ABILITIES;
    uint32_t slot = 0;
    while (slot < LOPE_ACTIVE_ABILITIES && tick->state.abilities[slot].id != ability + 1) slot++;
    return slot;
}

bool lope_tick_abilities_block(const lope_tick *tick, uint32_t bits)
{
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++)
        if (lope_tick_ability_in(tick, slot) && tick->moveset->blocks[tick->state.abilities[slot].id - 1u] & bits) return true;
    return false;
}

uint32_t lope_tick_blocker(const lope_tick *tick, uint32_t asked)
{
    bool is_ability = asked >= LOPE_ASKED_ABILITY && asked < LOPE_ASKED_ABILITY + LOPE_ABILITIES;
    uint32_t bit = is_ability ? 1u << (asked - LOPE_ASKED_ABILITY) : LOPE_BLOCKS_JUMP;
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++)
        if (lope_tick_ability_in(tick, slot) && tick->moveset->blocks[tick->state.abilities[slot].id - 1u] & bit)
            return tick->state.abilities[slot].id;
    return 0;
}

bool lope_tick_cut_for_abilities(lope_tick *tick)
{
    if (!lope_tick_has_abilities(tick) || tick->pieces + 1 >= LOPE_TICK_PIECES) return false;
    tick->ability_cut = true;
    return true;
}

bool lope_tick_ability_ends_within(const lope_tick *tick, double left)
{
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++) {
        const lope_ability *ability = lope_tick_ability_in(tick, slot);
        if (!ability || !ability->piece) continue;
        const lope_ability_self self = lope_tick_ability_self(tick, slot);
        if (ability->piece(tick, &self, left) < left - LOPE_MIN_TIME) return true;
    }
    return false;
}

bool lope_tick_kept_low(const lope_tick *tick)
{
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++) {
        const lope_ability *ability = lope_tick_ability_in(tick, slot);
        if (ability && ability->traits & LOPE_ABILITY_LOW) return true;
    }
    return false;
}

bool lope_tick_abilities_guard(const lope_tick *tick)
{
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++)
        if (lope_tick_ability_in(tick, slot) && tick->state.abilities[slot].flags & LOPE_ABILITY_GUARDS) return true;
    return false;
}
