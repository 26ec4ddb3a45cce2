// threads.h - a few helping threads, or the game's own, that each do one share of the same work, and wait.
//
// The shares are cut by the caller alone, so what is computed never depends on how many threads there are or on who runs when.
// Where there are no threads to be had, the calling thread does all shares, one after the other. Read next: step.c.
#ifndef LOPE_WORLD_THREADS_H
#define LOPE_WORLD_THREADS_H

#include <lope/world.h>

typedef struct lope_threads lope_threads;

// `count` shares: the caller's and count - 1 helpers', or as many of the game's tasks. NULL: out of memory. Fewer helpers than wished
// for is no refusal.
lope_threads *lope_threads_create(const lope_allocator *allocator, uint32_t count, const lope_tasks *tasks);
void lope_threads_destroy(lope_threads *threads); // NULL is fine

// Calls work(context, share, shares) once for each share and returns when all are done. NULL threads: one share.
void lope_threads_run(lope_threads *threads, void (*work)(void *context, uint32_t share, uint32_t shares), void *context);

#endif
