// wall_end.h - where walls end that a flying or swimming character goes along: past a corner, or off a ledge.
// Until there the velocity law has them, and from there on it has not.
//
// Read next: wall_end.c, flying.c, swimming.c.
#ifndef LOPE_CHARACTER_MODES_WALL_END_H
#define LOPE_CHARACTER_MODES_WALL_END_H

#include "character/tick/tick.h"

// Returns the walls that are touched with the feet at `feet`, as bits. walls: `count` unit normals, at most
// 32.
uint32_t lope_walls_touched(lope_tick *tick, lope_point feet, const lope_point *walls, uint32_t count);

// Returns the share of a way (m) after which the first of the walls is no longer touched, by bisection.
// Returns 1 when all are touched to its end.
double lope_wall_end(lope_tick *tick, lope_point way, const lope_point *walls, uint32_t count);

#endif
