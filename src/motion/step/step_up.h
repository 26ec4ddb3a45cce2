// step_up.h - steps up onto what blocks the way, when it is no higher than the step height.
//
// Rule: the height is exact. It is measured along up from the floor's plane at the foot of what blocks, up
// to the landing. So neither the round bottom nor speed, tick rate or angle of approach changes what is
// climbed. A step ends only where the character can stand. The way that this takes beyond the present
// motion is returned as debt. The motion that follows pays it.
// Read next: step_up.c, step_landing.h.
#ifndef LOPE_MOTION_STEP_STEP_UP_H
#define LOPE_MOTION_STEP_STEP_UP_H

#include "motion/floor/find_floor.h"

// A step that was taken.
typedef struct lope_step {
    lope_point feet; // where the step ends: on its floor
    lope_floor_hit floor;
    double height; // m, of the landing above the floor at the foot of what blocked
    double way;    // m of the motion that was used, at most its length
    double debt;   // m that the step went beyond the motion
    bool bare;     // no floor lies at the foot of what was stepped upon: there may be a gap before it
} lope_step;

// The plane that the character stands on.
typedef struct lope_step_ground {
    lope_point point, normal;
} lope_step_ground;

// Tries to step up from feet that stand on `ground`, when `blocking` stopped a level motion (m). Returns
// true and fills in *step when there is a landing. Returns false when there is none, or when a gather fails
// (space->failed).
bool lope_step_up(lope_space *space, lope_point feet, const lope_step_ground *ground, lope_point motion,
                  const lope_contact *blocking, lope_step *step);

// Returns false when there is hardly a step up from feet that stand on `ground`. Either an upright face
// higher than the step height is in the way, or what blocks is higher in two places: a radius on along it,
// and where the farthest landing would be. direction: of the way, level, unit; wall: the level unit normal
// of what blocks. The floor at its foot is taken to be the plane underfoot.
bool lope_step_may_be(lope_space *space, lope_point feet, const lope_step_ground *ground, lope_point direction, lope_point wall);

// Returns the height (m) of a contact above the floor at its foot, as a step onto it would be measured.
double lope_step_over_foot(lope_space *space, lope_point feet, const lope_step_ground *ground, const lope_contact *blocking);

#endif
