// step_over.h - over a step without a floor: how who flies or swims about level gets over what is no higher than a step.
// Read next: flying.c.
#ifndef LOPE_CHARACTER_MODES_STEP_OVER_H
#define LOPE_CHARACTER_MODES_STEP_OVER_H

#include "character/tick/tick.h"
#include "motion/step/step_up.h"

// True: its feet are over it. *part: the share of `rest`, what was left of its way when it met the contact, that this has used.
bool lope_step_over(lope_tick *tick, lope_point rest, const lope_contact *contact, lope_step *step, double *part);

#endif
