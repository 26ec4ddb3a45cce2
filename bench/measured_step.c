// measured_step.c - ticks under names of their own. See walk.h and mantle_cost.h.
#include "mantle_cost.h"
#include "walk.h"

void walk_measured_step(lope_world *world, float seconds, lope_result *result)
{
    *result = lope_world_step(world, seconds); // the store after the call keeps it from being a jump
}

void mantle_measured_tick(lope_state *state, const lope_input *input, const lope_moveset *moveset,
                          const lope_surroundings *surroundings, lope_nearby *nearby, lope_result *result)
{
    *result = lope_move(state, input, moveset, surroundings, nearby, 1.0f / 60, NULL);
}
