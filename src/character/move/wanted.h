// wanted.h - the direction and speed that the input asks for.
#ifndef LOPE_CHARACTER_MOVE_WANTED_H
#define LOPE_CHARACTER_MOVE_WANTED_H

#include "character/tick/tick.h"

// Works out what is asked for (stick, path, avoidance): sets tick->wanted, press and requested.
void lope_wanted_find(lope_tick *tick);

#endif
