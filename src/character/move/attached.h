// attached.h - a character that something else moves: a ragdoll, a vehicle, a cinematic.
#ifndef LOPE_CHARACTER_MOVE_ATTACHED_H
#define LOPE_CHARACTER_MOVE_ATTACHED_H

#include "character/tick/tick.h"

// Moves the feet to the input's teleport_feet, in place of a mode. Sets the mode to LOPE_MODE_NONE.
LOPE_COLD void lope_attached_move(lope_tick *tick);

#endif
