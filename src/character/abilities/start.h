// start.h - the start of abilities: by a press, by one that waits, by a held button, or by themselves.
//
// Read next: start.c; abilities.c, which says when.
#ifndef LOPE_CHARACTER_ABILITIES_START_H
#define LOPE_CHARACTER_ABILITIES_START_H

#include "character/tick/ability_slots.h"
#include "character/tick/tick.h"

// Tells that an ability has changed its phase, when it has. before: its phase until now.
void lope_ability_tell_phase(lope_tick *tick, const lope_ability_self *self, uint32_t before);

// Tells that an ability was asked for and did not start. time: s into the tick.
void lope_ability_refuse(lope_tick *tick, uint32_t ability, uint32_t why, double time);

// True when an ability may want to start: a press waits for it, its button is held, or it may ask by itself.
bool lope_ability_may_want(const lope_tick *tick, uint32_t ability);

// Starts what waits and what asks by itself, in the order of the table. Returns whether anything has started.
bool lope_abilities_start_waiting(lope_tick *tick);

// Starts what is pressed, what waits and what asks by itself, in the order of the table. A press that cannot
// be used yet waits, unless another ability has taken it. Returns whether anything has started.
bool lope_abilities_start_asked(lope_tick *tick);

#endif
