// gravity_up.h - the character's up against gravity, also where gravity turns along the way. Read next:
// gravity_up.c.
#ifndef LOPE_CHARACTER_ORIENTATION_GRAVITY_UP_H
#define LOPE_CHARACTER_ORIENTATION_GRAVITY_UP_H

#include "character/tick/tick.h"

// Turns up against gravity, where the tuning says so and there is room. Returns true when up has turned or
// had no room to: what is near has to be listed again.
LOPE_COLD bool lope_gravity_up_turn(lope_tick *tick);

// Returns how many of `left` seconds may pass before up has to be looked at again.
double lope_gravity_up_piece(const lope_tick *tick, double left);

// Where gravity pulls to a point: keeps a walking character where the slope of a face comes to the walkable
// limit. It goes on along that line and no farther, as along a wall.
void lope_gravity_up_hold(lope_tick *tick);

#endif
