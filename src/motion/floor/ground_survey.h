// ground_survey.h - finds whole ground: nothing under a walker but walkable ground that goes on without a
// rim.
//
// Purpose: on whole ground a walker needs no sweeps, and most ticks of most walkers are of that kind. The
// ground has one height over each point: the highest at which the round bottom rests on any triangle. What
// else is near (walls, ceilings) only has to be farther off than the walker's way.
// Rule: whole ground is judged from the triangles themselves. Boxes and planes are compared in doubles,
// corners bit by bit. So the answer does not depend on what was gathered or when it was looked at.
// Read next: ground_survey.c (the survey), ground_faces.h (its faces), ground_height.c (the walk).
// character/modes/walking_ground.c uses it.
#ifndef LOPE_MOTION_FLOOR_GROUND_SURVEY_H
#define LOPE_MOTION_FLOOR_GROUND_SURVEY_H

#include "motion/floor/find_floor.h"

#define LOPE_GROUND_FACES 40  // most faces of ground; with more the ground is not called whole
#define LOPE_GROUND_OTHERS 24 // most other triangles

// What a survey has found, for one place of the feet.
typedef struct lope_ground {
    bool whole;   // the ground carries, and nothing else touches the capsule at home
    bool carries; // the ground goes on without a rim, whatever else is touched there
    bool patched; // the faces are those of the nearby's patch, not the list below
    uint8_t face_count, other_count;
    // ground that may be met, in the static set: twice a triangle's number, and 1 more when it is seen from
    // its back
    uint32_t faces[LOPE_GROUND_FACES];
    uint32_t others[LOPE_GROUND_OTHERS]; // what else may be met: numbers in the static set
    lope_point home;                     // the feet that the survey was made for
    double reach;                        // m, how far from home the feet may go on this ground
    double height, radius;               // m, of the capsule that the survey was made for
    uint32_t gathered;                   // nearby->gathered, for which the numbers above hold
} lope_ground;

// Surveys what a capsule may meet with its feet within `reach` (m) of home. All of that must have been
// gathered. Returns true when the ground is whole and nothing else touches the capsule at home. Returns
// false whenever a body that moves is near.
bool lope_ground_survey(lope_space *space, lope_point home, double reach, lope_ground *ground);

// Finds out at a tick's end which triangles a survey at `feet` must judge again. The next survey there,
// with the same reach, uses that. Does nothing without a patch for this capsule's size.
void lope_ground_foresee(const lope_space *space, const lope_point *feet);

// Returns true when `feet` are over ground that was found to carry, for a capsule of the same size. When
// something was gathered since, surveys again; the answer is the same.
bool lope_ground_serves(lope_space *space, lope_ground *ground, lope_point feet);

#endif
