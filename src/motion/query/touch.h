// touch.h - what the capsule touches, or nearly touches, where it is. Read next: touch.c, sweep.h.
#ifndef LOPE_MOTION_QUERY_TOUCH_H
#define LOPE_MOTION_QUERY_TOUCH_H

#include "motion/query/capsule_query.h"

// Lists all that is nearer to the capsule than `reach` (m, >= 0), as contacts with depth = -distance. Of
// more than `capacity` the deepest are kept. Returns how many.
uint32_t lope_touching(lope_space *space, lope_point feet, double reach, lope_contact *contacts, uint32_t capacity);

// Returns the deepest of the contacts, or NULL of none.
const lope_contact *lope_deepest_contact(const lope_contact *contacts, uint32_t count);

// Returns true when a triangle of a set is nearer to the capsule than `reach` (m). *contact: as
// lope_touching has it.
bool lope_touch_triangle(lope_space *space, const lope_capsule *capsule, double reach, const lope_near_set *set,
                         const lope_near_triangle *triangle, lope_contact *contact);

#endif
