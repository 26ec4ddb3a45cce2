// slots.h - the slots of abilities at work in the state: their order, and a new one among them.
//
// Slots in use stand first, in the order of the abilities' numbers. Within a tick a slot that has become free
// stays empty (tick/ability_slots.h). Read next: slots.c, start.c.
#ifndef LOPE_CHARACTER_ABILITIES_SLOTS_H
#define LOPE_CHARACTER_ABILITIES_SLOTS_H

#include "character/tick/tick.h"

// Moves the slots in use together. Takes out what this moveset does not have, and what is not in order.
void lope_slots_close(lope_tick *tick);

// True when the slots in use stand first, in order. The others are zero then, once lope_slots_clean has run.
bool lope_slots_are_in_order(const lope_tick *tick);

// Makes good a state that comes from elsewhere: by another moveset, or by hand.
void lope_slots_clean(lope_tick *tick);

// Puts an ability into its slot, in the order of the numbers. There is a free one, or a watch gives its up.
void lope_slots_put(lope_tick *tick, const lope_active_ability *at);

#endif
