// land_on_moving.h - a fall that ends upon a body that rises or sinks.
#ifndef LOPE_CHARACTER_BASE_LAND_ON_MOVING_H
#define LOPE_CHARACTER_BASE_LAND_ON_MOVING_H

#include "character/tick/tick.h"

// Begins to see a fall that may end upon a body that rises or sinks from that body: at the tick's start.
void lope_land_on_moving_begin(lope_tick *tick);

// Counts `time` seconds of such a fall.
static inline void lope_land_on_moving_pass(lope_tick *tick, double time)
{
    if (tick->base_carry.alights) tick->base_carry.over -= tick->base_carry.rises * time;
}

// Ends it: the character has landed.
void lope_land_on_moving_land(lope_tick *tick);

// Ends it where something else has begun: back into the world's frame.
LOPE_COLD void lope_land_on_moving_give_up(lope_tick *tick);

// Returns the height (m) by which the fall is seen above where the character is in the world.
static inline double lope_land_on_moving_over(const lope_tick *tick)
{
    return tick->base_carry.alights ? tick->base_carry.over : 0;
}

#endif
