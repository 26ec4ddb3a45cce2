// attached.h - a character that something else moves: a ragdoll, a vehicle, a cinematic.
#ifndef LOPE_CHARACTER_MOVE_ATTACHED_H
#define LOPE_CHARACTER_MOVE_ATTACHED_H

#include "character/tick/tick.h"

// Moves the character to where the input says, in place of its mode.
LOPE_COLD void lope_attached_move(lope_tick *tick);

#endif
