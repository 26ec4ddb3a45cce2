// wanted_on_entry.h - what the input wants of a mode that begins at this instant.
#ifndef LOPE_CHARACTER_TRANSITION_WANTED_ON_ENTRY_H
#define LOPE_CHARACTER_TRANSITION_WANTED_ON_ENTRY_H

#include "character/tick/tick.h"

// Returns the direction that the input wants, times how far the stick is pressed, as the tick's mode takes
// it. Changes nothing. On a base that turns it is seen at this instant.
LOPE_COLD lope_point lope_wanted_on_entry(const lope_tick *tick);

#endif
