// swimming.h - the swimming mode.
#ifndef LOPE_CHARACTER_MODES_SWIMMING_H
#define LOPE_CHARACTER_MODES_SWIMMING_H

#include "character/tick/tick.h"

// Runs the mode for `time` seconds. Returns the seconds that were not used, for the next mode.
double lope_swimming_run(lope_tick *tick, double time);

// Begins to swim, out of the air: a slow or level entry gets a little speed down. Faster falls keep their
// velocity.
LOPE_COLD void lope_swim_dive(lope_tick *tick);

#endif
