// state_cost.h - what it takes to keep a state for each tick: digest, packing and unpacking of a walker.
#ifndef LOPE_BENCH_STATE_COST_H
#define LOPE_BENCH_STATE_COST_H

#include <stddef.h>

typedef struct state_cost {
    double digest, hash, pack, unpack; // us, thread CPU time
    size_t bytes;                      // of a packed walker
} state_cost;

// Measures them over many walkers, median of its rounds.
state_cost state_cost_run(void);

#endif
