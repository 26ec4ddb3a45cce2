// state_cost.c - see state_cost.h. Eight walkers take turns, each a little changed, so that nothing is known beforehand.
#include "state_cost.h"

#include "clock.h"

#include <lope/lope.h>

#define WALKERS 8
#define CALLS 20000
#define ROUNDS 9

typedef enum what { DIGEST, HASH, PACK, UNPACK, WHATS } what;

typedef struct walkers {
    lope_state states[WALKERS];
    unsigned char packed[WALKERS][sizeof(lope_state)];
    size_t bytes;
    uint64_t sum; // of what comes out, so that it is made
} walkers;

static double run(walkers *w, what kind)
{
    const double start = clock_thread();
    for (uint32_t i = 0; i < CALLS; i++) {
        lope_state *state = &w->states[i % WALKERS];
        state->ticks = i;
        if (kind == DIGEST) w->sum += lope_state_digest(state);
        if (kind == HASH) w->sum += lope_state_hash(state);
        if (kind == PACK) w->sum += lope_state_pack(state, w->packed[i % WALKERS]);
        if (kind == UNPACK) w->sum += (uint64_t)lope_state_unpack(state, w->packed[i % WALKERS], w->bytes);
    }
    return (clock_thread() - start) * 1e6 / CALLS;
}

static double median_of(walkers *w, what kind)
{
    double times[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) times[i] = run(w, kind);
    return clock_median(times, ROUNDS);
}

state_cost state_cost_run(void)
{
    static walkers w;
    for (uint32_t i = 0; i < WALKERS; i++) {
        lope_state_init(&w.states[i], &(lope_state_def){.feet = {i, 2, 3}, .velocity = {1, 0, (float)i}});
        w.bytes = lope_state_pack(&w.states[i], w.packed[i]);
    }
    state_cost cost = {.bytes = w.bytes};
    cost.digest = median_of(&w, DIGEST);
    cost.hash = median_of(&w, HASH);
    cost.pack = median_of(&w, PACK);
    cost.unpack = median_of(&w, UNPACK);
    if (w.sum == 1) cost.bytes = 0;
    return cost;
}
