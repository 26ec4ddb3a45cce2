// ground_height.h - where the round bottom rests on whole ground.
#ifndef LOPE_MOTION_FLOOR_GROUND_HEIGHT_H
#define LOPE_MOTION_FLOOR_GROUND_HEIGHT_H

#include "motion/floor/ground_survey.h"

// Where the ground carries: what holds a walker up whose feet are there, *floor as lope_find_floor tells it, at most `deep` (m) below the feet
// and `raise` above. False: it is not to be told by the ground alone.
bool lope_ground_floor(lope_space *space, lope_ground *ground, lope_point feet, double deep, double raise, lope_floor_hit *floor);

// Where the ground carries: what is not ground and nearer than `reach` (m) to the capsule, *count contacts as lope_touching tells them.
// False: it does not carry there.
bool lope_ground_touching(lope_space *space, lope_ground *ground, lope_point feet, double reach, lope_contact *contacts,
                          uint32_t capacity, uint32_t *count);

// What holds the round bottom up over the end of a way.
typedef struct lope_ground_hold {
    const lope_near_triangle *triangle;
    lope_point surface;       // its normal, turned up
    lope_point point, normal; // of the contact
    bool inside;              // of the face
    double rise;              // m along up from the feet that were asked for, to where the feet are then
} lope_ground_hold;

// Where a walker on whole ground stands who goes from `feet` by a level way. False: that lies out of reach, something else may be met on
// the way, or the round bottom would rest farther out than the support radius.
bool lope_ground_walk(const lope_space *space, const lope_ground *ground, const lope_point *feet, const lope_point *level,
                      lope_ground_hold *hold);
// *floor as lope_find_floor tells it where one stands so.
void lope_ground_tell(const lope_space *space, const lope_ground_hold *hold, lope_floor_hit *floor);

#endif
