// passage.h - whether the core's way from where it was free to where it was put leads through anything.
#ifndef LOPE_MOTION_PASSAGE_H
#define LOPE_MOTION_PASSAGE_H

#include "motion/space.h"

// before: feet at the tick's start, where the core was in nothing; after: at its end. Seen from each body, also from one that moves
// meanwhile, the core goes from the one to the other straight on. True: it meets nothing. Else *contact says what it would go through.
// what_stands: also through what does not move, which a way by sweeps needs not ask.
bool lope_passage_clear(lope_space *space, lope_point before, lope_point after, bool what_stands, lope_contact *contact);

#endif
