// ground_survey.h - whole ground: a place where a walker has nothing under it but walkable ground that goes on without a rim.
//
// There a walker needs no sweeps: over each point the ground has one height, the highest at which the capsule's round bottom rests on any
// of its triangles, and what else is near by (walls, ceilings) has only to be farther off than its way. Most ticks of most walkers
// are of that kind.
// Whether the ground is whole is judged from the triangles themselves (their boxes and planes in doubles, their corners bit by bit),
// never from how they happened to be gathered or when they were looked over: a fresh nearby and a kept one say the same.
// Read next: ground_survey.c (the survey), ground_faces.h (its faces), ground_height.c (the walk); who walks over it: character/modes/walking_ground.c.
#ifndef LOPE_MOTION_FLOOR_GROUND_SURVEY_H
#define LOPE_MOTION_FLOOR_GROUND_SURVEY_H

#include "motion/floor/find_floor.h"

#define LOPE_GROUND_FACES 40 // of more than these it is not said that ground is whole
#define LOPE_GROUND_OTHERS 24

typedef struct lope_ground {
    bool whole;
    bool carries; // the ground is whole, whatever else is touched there
    bool patched; // its faces are those of the nearby's patch, not these
    uint8_t face_count, other_count;
    uint32_t faces
        [LOPE_GROUND_FACES]; // ground that may be met, in the static set: twice its number, and 1 when it is seen from its back
    uint32_t others[LOPE_GROUND_OTHERS]; // what else may be met
    lope_point home;                     // feet that it was looked over from
    double reach;                        // m, how far from home the feet may go over it
    double height, radius;               // m, of the capsule that it was looked over for
    uint32_t gathered;                   // the nearby's, by which the numbers above count
} lope_ground;

// Looks over what feet at home and within `reach` (m) of it may meet, all of which has been gathered. True: the ground is whole, and
// nothing else touches a capsule at home.
bool lope_ground_survey(lope_space *space, lope_point home, double reach, lope_ground *ground);

// At the tick's end, with the feet there: finds out what a survey from there, within the same reach, will look at anew.
void lope_ground_foresee(const lope_space *space, const lope_point *feet);

// Whether feet there, of a capsule of the same size, are over ground that was found to carry. When something was gathered since, it is looked
// over again: the same is found.
bool lope_ground_serves(lope_space *space, lope_ground *ground, lope_point feet);

#endif
