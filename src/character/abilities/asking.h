// asking.h - which abilities ask by themselves at an instant: the rows of lope_ask, in one place.
//
// Read next: asking.c; character/tick/ability_slots.h, which says whether a tick has to do with any of them.
#ifndef LOPE_CHARACTER_ABILITIES_ASKING_H
#define LOPE_CHARACTER_ABILITIES_ASKING_H

#include "character/abilities/zone.h"

// Returns bits by ability: those that a button, a press that waits or they themselves may start now.
uint32_t lope_abilities_candidates(const lope_tick *tick);

// True when an ability may ask by itself in the character's mode: by its rows, or without any.
bool lope_ability_may_ask(const lope_tick *tick, uint32_t ability);

// True when an ability has a reason to ask by itself at this instant, and its conditions are met.
bool lope_ability_asks(lope_tick *tick, uint32_t ability);

// Widens the local bounds of what is gathered for a tick by what abilities that may ask need to be looked at.
LOPE_COLD void lope_abilities_widen(const lope_tick *tick, lope_bounds *bounds);

#endif
