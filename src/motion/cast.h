// cast.h - the capsule moved through what is near, up to the first thing that stops it.
#ifndef LOPE_MOTION_CAST_H
#define LOPE_MOTION_CAST_H

#include "motion/space.h"

// Moves the capsule from feet by motion. True: contact says what stops it, at contact->fraction. What the motion runs along or
// moves away from does not stop it, also when it starts in touch or in overlap: judged for each triangle by itself.
// Among what is met at the same time the surface that faces the motion most is reported, then the lower (body, index).
bool lope_cast(lope_space *space, lope_point feet, lope_point motion, lope_contact *contact);

// All that is met first, at the same time within LOPE_TOUCH, in order of the walk; at most `capacity` of it. Returns how many.
uint32_t lope_cast_first(lope_space *space, lope_point feet, lope_point motion, lope_contact *contacts, uint32_t capacity);

// Every thing nearer to the capsule than `reach` (m, >= 0), as contacts with depth = -distance. Deepest kept beyond capacity.
uint32_t lope_touching(lope_space *space, lope_point feet, double reach, lope_contact *contacts, uint32_t capacity);

#endif
