// threads.h - a few helping threads, or the game's own, that share the items of one work, and wait. An item
// is the caller's unit of work, and no item may ask what another has done. So what is computed never depends
// on how many threads there are, or on which runs what when. Where there are no threads to be had, the
// calling thread does all. Read next: work_share.h, step.c.
#ifndef LOPE_WORLD_THREADS_H
#define LOPE_WORLD_THREADS_H

#include <lope/world.h>

#include "world/work_share.h"

#define LOPE_THREADS_MOST LOPE_SHARES_MOST

typedef struct lope_threads lope_threads;

// Makes `count` threads at one time, at most LOPE_THREADS_MOST: the caller's and count - 1 helpers, or as
// many of the game's tasks. Returns NULL when out of memory. Fewer helpers than wished for is no refusal.
lope_threads *lope_threads_create(const lope_allocator *allocator, uint32_t count, const lope_tasks *tasks);
// Ends the helpers and waits for them; NULL is fine.
void lope_threads_destroy(lope_threads *threads);

// Calls work(context, item) once for each item below `items` and returns when all are done. NULL threads: one
// after the other.
void lope_threads_run(lope_threads *threads, uint32_t items, void (*work)(void *context, uint32_t item), void *context);

#endif
