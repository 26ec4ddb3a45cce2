// requests.h - what the input asks for once.
#ifndef LOPE_CHARACTER_MOVE_REQUESTS_H
#define LOPE_CHARACTER_MOVE_REQUESTS_H

#include "character/tick/tick.h"

// Does what the input asks for once: teleport, size, mode, layered moves, launch.
void lope_requests_take(lope_tick *tick);

// Settles a character that was created or comes out of solids, in its first tick; in later ticks it does
// nothing.
void lope_first_tick(lope_tick *tick);

#endif
