// run_mode.h - one piece of a mode.
#ifndef LOPE_CHARACTER_RUN_RUN_MODE_H
#define LOPE_CHARACTER_RUN_RUN_MODE_H

#include "character/tick/tick.h"

// Runs the mode for `left` seconds, or up to an instant at which what it works by changes. Returns the seconds left then.
double lope_tick_run_mode(lope_tick *tick, double left);

#endif
