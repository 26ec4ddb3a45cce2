// walking.h - the walking mode.
#ifndef LOPE_CHARACTER_MODES_WALKING_H
#define LOPE_CHARACTER_MODES_WALKING_H

#include "character/tick/tick.h"

// Runs the mode for `time` seconds. Returns the seconds that were not used, for the next mode.
double lope_walking_run(lope_tick *tick, double time);

#endif
