// ability_slots.h - the abilities at work in the tick: which they are, and what their functions are told.
//
// Slots in use stand in the order of the abilities' numbers: that is the order in which abilities act. Within
// the tick a slot that has become free stays empty, so that no ability's own bytes move. Read next:
// ability_slots.c, and abilities/abilities.c for how they start and end.
#ifndef LOPE_CHARACTER_TICK_ABILITY_SLOTS_H
#define LOPE_CHARACTER_TICK_ABILITY_SLOTS_H

#include "character/tick/tick.h"

// Bits of lope_active_ability.flags.
#define LOPE_ABILITY_MODE 31u           // the mode that it has set when it started
#define LOPE_ABILITY_OWN_MODE (1u << 5) // it has set one, and ends when that mode is left
#define LOPE_ABILITY_GUARDS (1u << 6)   // the character does not walk off ledges meanwhile
#define LOPE_ABILITY_QUIET (1u << 7)    // it watches: neither start nor end is told

// True while an ability is at work.
static inline bool lope_tick_has_abilities(const lope_tick *tick) { return lope_has_page(&tick->state, LOPE_PAGE_ABILITY); }

// Returns the ability at work in a slot, or NULL when the slot is free; those behind it may be in use. slot:
// below LOPE_ACTIVE_ABILITIES.
static LOPE_INLINED const lope_ability *lope_tick_ability_in(const lope_tick *tick, uint32_t slot)
{
    if (!lope_tick_has_abilities(tick)) return NULL;
    const uint32_t id = tick->state.abilities[slot].id;
    return id > 0 && id <= tick->moveset->ability_count ? tick->moveset->abilities[id - 1] : NULL;
}

// True when an ability at work has a velocity law.
LOPE_COLD bool lope_tick_abilities_have_law(const lope_tick *tick);

// Returns what the functions of the ability in a slot are told. The slot must be in use.
lope_ability_self lope_tick_ability_self(const lope_tick *tick, uint32_t slot);

// Returns the slot of an ability at work, or LOPE_ACTIVE_ABILITIES. ability: its number.
uint32_t lope_tick_ability_slot(const lope_tick *tick, uint32_t ability);

// In tick->abilities_asked: an ability may ask by itself in the character's mode, as far as buttons and
// channels tell.
#define LOPE_ASKS_ITSELF (UINT64_C(1) << 32)

// True when an ability may ask by itself in the character's mode, as far as buttons and channels tell.
static inline bool lope_abilities_may_ask(const lope_tick *tick)
{
    const lope_asking *asking = &tick->moveset->asking[tick->state.mode];
    return (asking->at_once | (asking->held & tick->input->held) | (asking->channels & tick->channels_there)) != 0;
}

// Finds out anew whether an ability may ask by itself: the character has come into another mode. Where none
// may any more, what was gathered for them is too much for later ticks.
static inline void lope_abilities_find_asking(lope_tick *tick)
{
    const bool asked = (tick->abilities_asked & LOPE_ASKS_ITSELF) != 0, asks = lope_abilities_may_ask(tick);
    tick->abilities_asked &= UINT32_MAX;
    if (asks) tick->abilities_asked |= LOPE_ASKS_ITSELF;
    if (asked && !asks) lope_nearby_expire(tick->space.nearby);
}

// True when a button asks for an ability, and nothing has taken its press.
LOPE_COLD bool lope_abilities_are_asked(const lope_tick *tick);

// True when an ability is at work, is asked for, or may start by itself, or a gauge is not full.
static inline bool lope_abilities_concern(const lope_tick *tick)
{
    uint32_t pages = tick->state.pages & (LOPE_PAGE_ABILITY | LOPE_PAGE_GAUGES);
    if (!LOPE_UNLIKELY((pages | tick->abilities_asked) != 0)) return false;
    return pages != 0 || (tick->abilities_asked & LOPE_ASKS_ITSELF) || lope_abilities_are_asked(tick);
}

// In lope_moveset.blocks, beside the bits of abilities: the character cannot jump.
#define LOPE_BLOCKS_JUMP (1u << LOPE_ABILITIES)

// True when an ability at work blocks that: bits of lope_moveset.blocks.
LOPE_COLD bool lope_tick_abilities_block(const lope_tick *tick, uint32_t bits);

// Returns 1 + the number of the first ability at work that blocks what was asked for (lope_refused.asked), or
// 0.
LOPE_COLD uint32_t lope_tick_blocker(const lope_tick *tick, uint32_t asked);

// Cuts the tick at this instant, where the law of abilities at work changes, so that they are asked again for
// how long they go on. Returns false when there is no ability at work, or the tick is cut often enough.
LOPE_COLD bool lope_tick_cut_for_abilities(lope_tick *tick);

// True when an ability at work says by its `piece` that it is over, or will be before the piece that runs
// ends. left: s of that piece.
LOPE_COLD bool lope_tick_ability_ends_within(const lope_tick *tick, double left);

// True when an ability at work keeps the character from walking off ledges (lope_tick_guard_ledges).
LOPE_COLD bool lope_tick_abilities_guard(const lope_tick *tick);

// True when an ability at work keeps the capsule low (LOPE_ABILITY_LOW).
LOPE_COLD bool lope_tick_kept_low(const lope_tick *tick);

#endif
