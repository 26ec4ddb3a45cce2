// public_law.h - the public form of the velocity law, and back.
#ifndef LOPE_MOTION_VELOCITY_PUBLIC_LAW_H
#define LOPE_MOTION_VELOCITY_PUBLIC_LAW_H

#include "motion/velocity/velocity_law.h"
#include <lope/velocity_law.h>

// Returns the public form of a law.
lope_velocity_law lope_law_to_public(const lope_law *drive);

// Puts the figures of a public law into *drive, in place of its own; walls, drift, the rule per tick and
// what counts as still stay. *own: where the law's own rate is kept, with the frame of `own` as it is; must
// live as long as *drive. False: the law has a number that is not finite, and *drive is as it was.
bool lope_law_from_public(const lope_velocity_law *law, lope_law_own *own, lope_law *drive);

#endif
