// chase.c - each load's address is what the load before it has brought, so nothing can be asked ahead. A small round fits the nearest
// cache, where a load takes 4 or 5 cycles of the clock whatever the machine's neighbours do; a large one shows what they leave of the
// caches that all share. Read next: bench.c.
#include "chase.h"
#include "clock.h"

#include <stdint.h>
#include <stdlib.h>

#define LINE 64
#define STEP (LINE / sizeof(size_t))
#define LOADS 400000
#define SEED 20261124u

static const size_t sizes[CHASE_SIZES] = {16u << 10, 1u << 20, 64u << 20};

// Sattolo's shuffle: one round through all lines (S. Sattolo, "An algorithm to generate a random cyclic permutation", 1986).
static void lay(size_t *next, size_t lines)
{
    uint64_t random = SEED;
    for (size_t i = 0; i < lines; i++) next[i * STEP] = i * STEP;
    for (size_t i = lines - 1; i > 0; i--) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const size_t other = (size_t)(random >> 33) % i, swap = next[i * STEP];
        next[i * STEP] = next[other * STEP];
        next[other * STEP] = swap;
    }
}

bool chase_open(chase *c)
{
    bool good = true;
    for (int i = 0; i < CHASE_SIZES; i++) {
        c->next[i] = malloc(sizes[i]);
        good = good && c->next[i] != NULL;
    }
    for (int i = 0; good && i < CHASE_SIZES; i++) lay(c->next[i], sizes[i] / LINE);
    if (!good) chase_close(c);
    return good;
}

void chase_close(chase *c)
{
    for (int i = 0; i < CHASE_SIZES; i++) {
        free(c->next[i]);
        c->next[i] = NULL;
    }
}

void chase_run(const chase *c, double ns[CHASE_SIZES])
{
    for (int i = 0; i < CHASE_SIZES; i++) {
        const size_t warm = sizes[i] / LINE < LOADS ? sizes[i] / LINE : 0;
        size_t where = 0;
        for (size_t load = 0; load < warm; load++) where = c->next[i][where];
        const double began = clock_thread();
        for (int load = 0; load < LOADS; load++) where = c->next[i][where];
        ns[i] = (clock_thread() - began) / LOADS * 1e9;
        volatile size_t end = where; // so that the loads are made
        (void)end;
    }
}
