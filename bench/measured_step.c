// measured_step.c - a tick under a name of its own. See walk.h.
#include "walk.h"

void walk_measured_step(lope_world *world, float seconds, lope_result *result)
{
    *result = lope_world_step(world, seconds); // the store after the call keeps it from being a jump
}
