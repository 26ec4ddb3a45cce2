// gravity_up.h - the character stands against gravity, also where that turns along the way.
#ifndef LOPE_CHARACTER_ORIENTATION_GRAVITY_UP_H
#define LOPE_CHARACTER_ORIENTATION_GRAVITY_UP_H

#include "character/tick/tick.h"

// Turns up against gravity. True: up has turned, and what is near has to be looked over again.
LOPE_COLD bool lope_gravity_up_turn(lope_tick *tick);

// Returns how much of `left` seconds may pass before up has to be looked at again.
double lope_gravity_up_piece(const lope_tick *tick, double left);

#endif
