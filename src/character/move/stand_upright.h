// stand_upright.h - a new state stands against gravity.
#ifndef LOPE_CHARACTER_MOVE_STAND_UPRIGHT_H
#define LOPE_CHARACTER_MOVE_STAND_UPRIGHT_H

#include "base/hot_cold.h"
#include "lope/move.h"

// Turns a new state's up against the gravity at its place, before its first tick. An up that the game gave
// stays. When nothing can be gathered the state stays as it is.
LOPE_COLD void lope_stand_upright(lope_state *state, const lope_moveset *moveset, const lope_surroundings *surroundings,
                                  lope_nearby *nearby);

#endif
