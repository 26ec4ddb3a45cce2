// conditions.h - the one place that says whether an ability may start. Read next: conditions.c.
#ifndef LOPE_CHARACTER_ABILITIES_CONDITIONS_H
#define LOPE_CHARACTER_ABILITIES_CONDITIONS_H

#include "character/tick/tick.h"

// Returns true when a start at this instant counts as one in the air.
bool lope_ability_is_airborne(const lope_tick *tick, const lope_conditions *conditions);

// Returns why an ability may not start at this instant, or LOPE_REFUSAL_NONE. Its try_start is not asked.
uint32_t lope_ability_refusal(lope_tick *tick, uint32_t ability);

#endif
