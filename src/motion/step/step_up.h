// step_up.h - stepping up: onto what blocks the way and is no higher than the step height.
//
// The height is exact: measured along up from the floor's plane at the foot of what blocks to the landing, so neither the round
// bottom nor speed, tick rate or angle of approach changes what is climbed. A step ends only where the character can stand; the way
// forward that this needs beyond the motion at hand is returned as debt, to be taken from the motion that follows.
#ifndef LOPE_MOTION_STEP_STEP_UP_H
#define LOPE_MOTION_STEP_STEP_UP_H

#include "motion/floor/find_floor.h"

typedef struct lope_step {
    lope_point feet; // where the step ends: on its floor
    lope_floor_hit floor;
    double height; // m, of the landing above the floor it came from
    double way;    // m of the motion that it used, at most its length
    double debt;   // m it went beyond the motion
} lope_step;

// The plane that the character stands on.
typedef struct lope_step_ground {
    lope_point point, normal;
} lope_step_ground;

// From feet, standing on that ground, with a level motion that `blocking` stopped. True: *step is where it leads.
bool lope_step_up(lope_space *space, lope_point feet, const lope_step_ground *ground, lope_point motion,
                  const lope_contact *blocking, lope_step *step);

#endif
