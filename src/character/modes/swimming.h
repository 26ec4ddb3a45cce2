// swimming.h - the swimming mode.
#ifndef LOPE_CHARACTER_MODES_SWIMMING_H
#define LOPE_CHARACTER_MODES_SWIMMING_H

#include "character/tick/tick.h"

// Runs the mode for `time` seconds. Returns the seconds that were not used, for the next mode.
double lope_swimming_run(lope_tick *tick, double time);

// Called when the character has come from the air into water and swims. An entry slower than 2 BOB
// (swimming.c) goes down with BOB and a part of its level speed. Any other keeps its velocity.
LOPE_COLD void lope_swim_dive(lope_tick *tick);

#endif
