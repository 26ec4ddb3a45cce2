// avoid_held_out.h - many crowds of each family, drawn by a seed. Read next: avoid_held_out.c.
#ifndef LOPE_BENCH_AVOID_HELD_OUT_H
#define LOPE_BENCH_AVOID_HELD_OUT_H

#include "avoid_play.h"

typedef struct avoid_ask {
    const char *family; // NULL: all
    uint32_t runs;      // of each family
    int only;           // this run of them; -1: all
    int collide;        // 1: all collide; 0: none does; -1: as drawn
    uint64_t seed;
    bool all; // tells of each crowd, not of the bad ones alone
} avoid_ask;

// Plays crowds of the families and prints what came of them. Returns how many were not as they must be.
uint32_t avoid_held_out(const avoid_ask *ask);

#endif
