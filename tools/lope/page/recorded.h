// recorded.h - what recorders know of the run beyond states and events: input, velocity terms, queries.
//
// Each character has a recorder for a few ticks, which is read into the page and emptied whenever it has gathered enough. Where the
// run has recorders of its own (--record), those are read at its end. Read next: recorded.c.
#ifndef LOPE_TOOL_PAGE_RECORDED_H
#define LOPE_TOOL_PAGE_RECORDED_H

#include "columns.h"
#include "queries.h"

typedef struct page_recorded {
    uint64_t *steps; // taken up to each tick's end, by everybody alike
    size_t ticks, capacity;
    size_t read;  // ticks that have been read into the page
    bool foreign; // the recorders are the run's own
} page_recorded;

bool page_recorded_start(page_recorded *recorded, const page_bodies *bodies, const page_queries *queries,
                         lope_scene_fault *fault);
// A tick is over; `last`: so is the run.
bool page_recorded_tick(page_recorded *recorded, const page_bodies *bodies, page_track *track, page_queries *queries, bool last,
                        lope_scene_fault *fault);
void page_recorded_free(page_recorded *recorded);

#endif
