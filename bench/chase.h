// chase.h - how long this machine takes for one load after another: what its clock, its caches and its neighbours are worth today.
#ifndef LOPE_BENCH_CHASE_H
#define LOPE_BENCH_CHASE_H

#include <stdbool.h>
#include <stddef.h>

#define CHASE_SIZES 3

// Of a chase through so much memory: 16 KiB, 1 MiB, 64 MiB.
typedef struct chase {
    size_t *next[CHASE_SIZES]; // a random round through all cache lines: where each leads
} chase;

// False: no memory. What was made is released all the same.
bool chase_open(chase *c);
void chase_close(chase *c);

// ns a load, for each size: thread CPU time.
void chase_run(const chase *c, double ns[CHASE_SIZES]);

#endif
