// lock_step.h - characters that press on each other run a tick in steps, together. Read next: lock_step.c,
// character/move/lock_step.h for why.
#ifndef LOPE_WORLD_LOCK_STEP_H
#define LOPE_WORLD_LOCK_STEP_H

#include "world/world_private.h"

// Chooses the characters that run the coming tick of `seconds` in steps, after the picture of its start is
// noted. Those are left out of the blocks' lanes that run it as a whole.
void lope_lock_choose(lope_world *world, double seconds);
// Runs the tick of the chosen characters, after all others have run theirs. rounded: seconds as a float.
void lope_lock_run(lope_world *world, float rounded, double seconds);

#endif
