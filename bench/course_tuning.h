// course_tuning.h - course.h's walkers as a tuning of lope's: what the benchmark walks, and the tests that judge its walk.
#ifndef LOPE_BENCH_COURSE_TUNING_H
#define LOPE_BENCH_COURSE_TUNING_H

#include "course.h"

#include <lope/moveset.h>

static inline lope_tuning course_tuning(void)
{
    lope_tuning tuning = lope_tuning_default();
    tuning.max_walk_speed = (float)COURSE_SPEED;
    tuning.walkable_floor_angle = LOPE_PI / 4.0f;
    tuning.max_step_height = (float)COURSE_STEP_HEIGHT;
    tuning.snap_distance = (float)COURSE_SNAP;
    tuning.turn_instantly = 1;
    return tuning;
}

#endif
