// mantle_route.h - the room for a mantle, and its refusals. Read next: mantle_route.c.
#ifndef LOPE_ABILITY_MANTLE_ROUTE_H
#define LOPE_ABILITY_MANTLE_ROUTE_H

#include "mantle_data.h"

// Tests the room of a ledge, and finds the way of the capsule onto it. Returns LOPE_REFUSAL_NONE, or why not.
uint32_t lope_mantle_route(lope_tick *tick, lope_mantle_search *search, lope_mantle_plan *plan);

// Notes a refusal, unless another one came farther.
uint32_t lope_mantle_refuse(lope_mantle_search *search, int stage, uint32_t why, uint32_t query, lope_point point, uint64_t body);

#endif
