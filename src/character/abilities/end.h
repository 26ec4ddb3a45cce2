// end.h - the end of an ability at work. Read next: end.c.
#ifndef LOPE_CHARACTER_ABILITIES_END_H
#define LOPE_CHARACTER_ABILITIES_END_H

#include "character/tick/tick.h"

// Returns false when the ability in a slot is over and goes on all the same, for it is low and there is no
// room to stand. The tick is then cut where there will be (tick->waits_for_room).
bool lope_ability_may_end(lope_tick *tick, uint32_t slot);

// Takes an ability out of its slot, tells the event, and calls its `ended`. One that is low stands up.
void lope_ability_end(lope_tick *tick, uint32_t slot, lope_end why);

// Tells the event of an ability that is in no slot, and calls its `ended`.
void lope_ability_tell_end(lope_tick *tick, const lope_ability_self *self, lope_end why);

#endif
