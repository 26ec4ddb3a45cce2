// step.h - stepping up: onto what blocks the way and is no higher than the step height.
//
// The height is exact: measured along up from the floor's plane at the landing to the landing itself, so neither the round
// bottom nor speed, tick rate or angle of approach changes what is climbed. A step ends only where the character can stand; the way
// forward that this needs beyond the motion at hand is returned as debt, to be taken from the motion that follows.
#ifndef LOPE_MOTION_STEP_H
#define LOPE_MOTION_STEP_H

#include "motion/floor.h"

typedef struct lope_step {
    lope_point feet; // where the step ends: on its floor
    lope_floor_hit floor;
    double height; // m, of the landing above the floor it came from
    double way;    // m of the motion that it used, at most its length
    double debt;   // m it went beyond the motion
} lope_step;

// From feet, standing on the plane through feet with that normal, with a level motion that `blocking` stopped. True: *step is where it leads.
bool lope_step_up(lope_space *space, lope_point feet, lope_point floor_normal, lope_point motion, const lope_contact *blocking,
                  lope_step *step);

#endif
