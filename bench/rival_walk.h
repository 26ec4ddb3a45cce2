// rival_walk.h - one run of the crowd walk with Bullet's characters: what lope's figures are compared with in the same run, because a
// machine's speed differs from day to day. Read next: rival_walk.c.
#ifndef LOPE_BENCH_RIVAL_WALK_H
#define LOPE_BENCH_RIVAL_WALK_H

#include "bullet.h"

typedef struct rival_figures {
    double us_cpu, us_wall;      // per character-tick
    double grounded, speed_kept; // shares
    uint32_t fell;
} rival_figures;

// What peers of this walk took on the machine where all were measured: us per character-tick, Bullet's controller.
#define RIVAL_REFERENCE_TOWN 24.9
#define RIVAL_REFERENCE_FLAT 4.6

// False: out of memory.
bool rival_walk_run(bullet_world *world, uint32_t count, rival_figures *out);

#endif
