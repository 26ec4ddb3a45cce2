// feet.h - the floor at each foot. Read next: feet.c.
#ifndef LOPE_ANIMATION_FEET_H
#define LOPE_ANIMATION_FEET_H

#include "animation/numbers.h"

// What the floor is asked with.
typedef struct lope_feet_asker {
    const lope_animation_numbers *numbers;
    const lope_moveset *moveset;
    const lope_surroundings *surroundings;
    lope_nearby *look;
    lope_result result; // the first refusal, or LOPE_OK
    uint32_t casts;     // how many were made
} lope_feet_asker;

// Returns the floor at one foot of a character in that state. After a refusal nothing more is asked.
lope_animation_ground lope_feet_ground(lope_feet_asker *asker, const lope_state *state, const lope_animation_foot_place *foot);

#endif
