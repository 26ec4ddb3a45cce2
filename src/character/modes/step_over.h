// step_over.h - over a step without a floor: how a flying or swimming character gets over what is no higher
// than a step.
//
// Read next: flying.c.
#ifndef LOPE_CHARACTER_MODES_STEP_OVER_H
#define LOPE_CHARACTER_MODES_STEP_OVER_H

#include "character/tick/tick.h"
#include "motion/step/step_up.h"

// Steps over a steep contact when the way is about level. rest: what was left of the way (m) at the contact.
// True: the feet are over it; *step tells how, and *part is the share of `rest` used.
bool lope_step_over(lope_tick *tick, lope_point rest, const lope_contact *contact, lope_step *step, double *part);

#endif
