// mantle_cost.h - what a tick of a mantle costs, on a ledge that stands and on one that turns.
#ifndef LOPE_BENCH_MANTLE_COST_H
#define LOPE_BENCH_MANTLE_COST_H

#include <lope/lope.h>

// us of thread CPU time a tick: each tick of a mantle is run again many times, median of its rounds, and the
// mean of all ticks is taken. turns: the ledge turns by 90 degrees a second. 0: no mantle has started.
double mantle_cost_run(bool turns);

// Runs each tick of a mantle once, by mantle_measured_tick. Returns how many there were.
uint32_t mantle_cost_count(bool turns);

// Runs a tick of lope_move at 60 ticks a second. It has a name of its own, at which a profiler can begin and end.
void mantle_measured_tick(lope_state *state, const lope_input *input, const lope_moveset *moveset,
                          const lope_surroundings *surroundings, lope_nearby *nearby, lope_result *result);

#endif
