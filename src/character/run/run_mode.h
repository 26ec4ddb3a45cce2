// run_mode.h - one piece of a mode. Read next: run_mode.c.
#ifndef LOPE_CHARACTER_RUN_RUN_MODE_H
#define LOPE_CHARACTER_RUN_RUN_MODE_H

#include "character/tick/tick.h"

// Runs the mode for `left` seconds, or up to an instant at which something changes that it works by.
// Returns the seconds that are left then.
double lope_tick_run_mode(lope_tick *tick, double left);

#endif
