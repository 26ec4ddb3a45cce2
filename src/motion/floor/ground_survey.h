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

// Where the ground carries: what holds a walker up whose feet are there, *floor as lope_find_floor tells it, at most `deep` (m) below the feet
// and `raise` above. False: it is not to be told by the ground alone.
bool lope_ground_floor(lope_space *space, lope_ground *ground, lope_point feet, double deep, double raise, lope_floor_hit *floor);

// Where the ground carries: what is not ground and nearer than `reach` (m) to the capsule, *count contacts as lope_touching tells them.
// False: it does not carry there.
bool lope_ground_touching(lope_space *space, lope_ground *ground, lope_point feet, double reach, lope_contact *contacts,
                          uint32_t capacity, uint32_t *count);

// Whether anything but the ground, another character too, may be met on a way along motion from feet. Mostly there is nothing else.
bool lope_ground_meets_any(const lope_space *space, const lope_ground *ground, lope_point feet, lope_point motion);
static inline bool lope_ground_meets(const lope_space *space, const lope_ground *ground, lope_point feet, lope_point motion)
{
    bool any = ground->other_count > 0 || space->nearby->fence_count > 0;
    return any && lope_ground_meets_any(space, ground, feet, motion);
}

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
