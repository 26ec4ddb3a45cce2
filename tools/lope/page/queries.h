// queries.h - the queries of as many characters as fit, each character's in a block of its own, so that the page unpacks only those
// of the one that is picked.
//
// Read next: queries.c.
#ifndef LOPE_TOOL_PAGE_QUERIES_H
#define LOPE_TOOL_PAGE_QUERIES_H

#include "bodies.h"
#include "pack.h"

#include <lope/record.h>

// One character's: `counts` has a number for each tick, `values` the rows of all queries one behind the other.
typedef struct page_asked {
    int32_t *counts, *values;
    size_t ticks, tick_capacity, queries, capacity;
} page_asked;

typedef struct page_queries {
    page_asked *characters;
    uint32_t count; // of the first characters: their queries are kept
    size_t queries; // of all of them
} page_queries;

bool page_queries_start(page_queries *queries, uint32_t characters, lope_scene_fault *fault);
bool page_queries_tick(page_queries *queries, lope_scene_fault *fault); // a new tick begins for everybody
// The queries of one step of the tick; steps come in order. `feet`: where the character was when the tick began.
bool page_queries_add(page_queries *queries, const page_bodies *bodies, uint32_t character, size_t tick, lope_point feet,
                      const lope_recorded_tick *step, lope_scene_fault *fault);
void page_queries_free(page_queries *queries);

// Writes blocks until `most` bytes are used up, and the list of those that were written into the head.
bool page_queries_write(const page_queries *queries, size_t most, page_bytes *head, FILE *out);

#endif
