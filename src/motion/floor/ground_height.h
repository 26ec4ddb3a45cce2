// ground_height.h - where the capsule's round bottom rests on whole ground.
//
// Rule: of the places where it rests on a face, an edge or a corner of the ground, the highest counts. So a
// walker needs no sweep there. Read next: ground_survey.h, which says what whole ground is.
#ifndef LOPE_MOTION_FLOOR_GROUND_HEIGHT_H
#define LOPE_MOTION_FLOOR_GROUND_HEIGHT_H

#include "motion/floor/ground_survey.h"

// Finds the floor where the ground carries, as lope_find_floor would. The feet may come down by `deep` (m)
// or up by `raise` (m). Returns false when the ground alone does not tell.
bool lope_ground_floor(lope_space *space, lope_ground *ground, lope_point feet, double deep, double raise, lope_floor_hit *floor);

// Lists what is not ground within `reach` (m) of the capsule, where the ground carries. *count: contacts
// written, in the form of lope_touching. Returns false when the ground does not carry there.
bool lope_ground_touching(lope_space *space, lope_ground *ground, lope_point feet, double reach, lope_contact *contacts,
                          uint32_t capacity, uint32_t *count);

// What holds the round bottom up at the end of a way.
typedef struct lope_ground_hold {
    const lope_near_triangle *triangle;
    lope_point surface;       // the triangle's normal, turned up
    lope_point point, normal; // of the contact
    bool inside;              // the contact is inside the face, not on its edge
    double rise;              // m along up from the feet asked about to the feet that stand
} lope_ground_hold;

// Finds where a walker on whole ground stands after a level way (m) from `feet`. Returns false when that is
// out of reach, or when something else may be met on the way. Also when the round bottom would rest farther
// out than the support radius.
bool lope_ground_walk(const lope_space *space, const lope_ground *ground, const lope_point *feet, const lope_point *level,
                      lope_ground_hold *hold);
// Writes *floor for a walker that stands so, as lope_find_floor would.
void lope_ground_tell(const lope_space *space, const lope_ground_hold *hold, lope_floor_hit *floor);

#endif
