// ledge_hang_find.h - which edge is taken hold of. Read next: ledge_hang_find.c.
#ifndef LOPE_ABILITY_LEDGE_HANG_FIND_H
#define LOPE_ABILITY_LEDGE_HANG_FIND_H

#include "ledge_hang_data.h"

// Finds an edge to take hold of in the air, or to be let down on; fills in edge. Return LOPE_REFUSAL_NONE
// or why not. pressed: the button asks.
uint32_t lope_hang_find_catch(lope_tick *tick, const lope_ledge_hang_settings *settings, bool pressed, lope_hang_edge *edge);
uint32_t lope_hang_find_drop(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_hang_edge *edge);

// Returns what a catch in the air needs, and what a drop from the ground needs.
lope_ask lope_hang_asks_catch(const lope_ledge_hang_settings *settings);
lope_ask lope_hang_asks_drop(const lope_ledge_hang_settings *settings);

#endif
