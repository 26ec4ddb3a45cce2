// mantle_cost.h - what a tick of a mantle costs, on a ledge that stands and on one that turns.
#ifndef LOPE_BENCH_MANTLE_COST_H
#define LOPE_BENCH_MANTLE_COST_H

#include <stdbool.h>

// us of thread CPU time a tick: each tick of a mantle is run again many times, median of its rounds, and the
// mean of all ticks is taken. turns: the ledge turns by 90 degrees a second. 0: no mantle has started.
double mantle_cost_run(bool turns);

#endif
