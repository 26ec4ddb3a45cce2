// flying.h - the flying mode.
#ifndef LOPE_CHARACTER_MODES_FLYING_H
#define LOPE_CHARACTER_MODES_FLYING_H

#include "character/tick/tick.h"

// Runs the mode for `time` seconds. Returns the seconds that were not used, for the next mode.
double lope_flying_run(lope_tick *tick, double time);

#endif
