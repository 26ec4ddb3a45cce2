// squeeze_state.h - what the state keeps of the bodies that have come over a crushed character.
//
// The rule is that of motion/moving/squeeze.h. Read next: depenetration/free_character.c.
#ifndef LOPE_CHARACTER_TICK_SQUEEZE_STATE_H
#define LOPE_CHARACTER_TICK_SQUEEZE_STATE_H

#include "character/tick/tick.h"
#include "motion/moving/squeeze.h"

// Called at the tick's start: gathers as far as the kept bodies need it.
void lope_squeeze_state_look(lope_tick *tick);
// Reads the kept bodies that are near into *crush, as they stand at the tick's end. A character that came
// here without a tick has none.
void lope_squeeze_state_recall(lope_tick *tick, lope_crush *crush);
// Writes the squeezing bodies into the state. Called before the mode, once the feet of this tick are known.
// stuck: there is no way out. feet: where the tick began, local.
void lope_squeeze_state_remember(lope_tick *tick, const lope_crush *crush, bool stuck, lope_point feet);
// Clears what the state keeps of squeezing bodies.
void lope_squeeze_state_forget(lope_tick *tick);

#endif
