// squeeze_state.h - what a character's state keeps of the bodies that have come over it while it is crushed (motion/moving/squeeze.h). See free_character.c.
#ifndef LOPE_CHARACTER_TICK_SQUEEZE_STATE_H
#define LOPE_CHARACTER_TICK_SQUEEZE_STATE_H

#include "character/tick/tick.h"
#include "motion/moving/squeeze.h"

// At the tick's start: looks as far as it needs.
void lope_squeeze_state_look(lope_tick *tick);
// What the state has kept of bodies that are near, as they stand at the tick's end.
void lope_squeeze_state_recall(lope_tick *tick, lope_crush *crush);
// Once it is known where the feet are in this tick, still before the mode, and whether they are stuck there.
void lope_squeeze_state_remember(lope_tick *tick, const lope_crush *crush, bool stuck, lope_point feet);
void lope_squeeze_state_forget(lope_tick *tick);

#endif
