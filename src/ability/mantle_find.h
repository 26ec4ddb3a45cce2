// mantle_find.h - which ledge is taken. Read next: mantle_find.c.
#ifndef LOPE_ABILITY_MANTLE_FIND_H
#define LOPE_ABILITY_MANTLE_FIND_H

#include "mantle_data.h"

// Returns what the search needs to find any ledge in the air: a wall where it looks ahead.
lope_ask lope_mantle_asks(const lope_mantle_settings *settings);

// Looks for a ledge from search->feet. Returns LOPE_REFUSAL_NONE with the plan, or why there is none, which
// stands in the search too.
uint32_t lope_mantle_find(lope_tick *tick, lope_mantle_search *search, lope_mantle_plan *plan);

#endif
