// land_on_moving.h - a fall that ends on a body that rises or sinks. Read next: land_on_moving.c for the
// frame.
#ifndef LOPE_CHARACTER_BASE_LAND_ON_MOVING_H
#define LOPE_CHARACTER_BASE_LAND_ON_MOVING_H

#include "character/tick/tick.h"

// Begins to see a fall from the rising or sinking body on which it may end, at the tick's start.
void lope_land_on_moving_begin(lope_tick *tick);

// Counts `time` seconds of such a fall. Does nothing in any other.
static inline void lope_land_on_moving_pass(lope_tick *tick, double time)
{
    if (tick->base_carry.alights) tick->base_carry.over -= tick->base_carry.rises * time;
}

// Ends the view: the character has landed on the body.
void lope_land_on_moving_land(lope_tick *tick);

// Ends the view where something else has begun: sweeps the character back to its place in the world's
// frame.
LOPE_COLD void lope_land_on_moving_give_up(lope_tick *tick);

// Returns the height (m) by which the fall is seen above where the character is in the world; 0 for any
// other fall.
static inline double lope_land_on_moving_over(const lope_tick *tick)
{
    return tick->base_carry.alights ? tick->base_carry.over : 0;
}

#endif
