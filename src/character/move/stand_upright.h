// stand_upright.h - turns a new character against the gravity of the place where it stands. Read next: move.c.
#ifndef LOPE_CHARACTER_MOVE_STAND_UPRIGHT_H
#define LOPE_CHARACTER_MOVE_STAND_UPRIGHT_H

#include "base/hot_cold.h"
#include <lope/move.h>

// Turns a new state against the gravity where it stands, before its first tick. The first tick would do so itself, after its stick was
// read: with this the stick is told in the plane that the tick walks in. A state whose up was given keeps it. So does a state for which
// nothing could be gathered.
LOPE_RARE void lope_stand_upright(lope_state *state, const lope_moveset *moveset, const lope_surroundings *surroundings,
                                  lope_nearby *nearby);

#endif
