// columns.h - what the page keeps of a character in a tick, as one row of whole numbers.
//
// Read next: columns.c, where the table of columns is.
#ifndef LOPE_TOOL_PAGE_COLUMNS_H
#define LOPE_TOOL_PAGE_COLUMNS_H

#include "bodies.h"
#include "pack.h"

#include <lope/record.h>

#define PAGE_LENGTH 1e-4 // m: positions and sizes
#define PAGE_SPEED 1e-4  // m/s

// Rows of one run: one for each character and tick; the first holds how it began.
typedef struct page_track {
    int32_t *values; // row = tick * characters + character
    uint32_t characters;
    size_t ticks, capacity; // ticks with the first
    bool recorded;          // input and velocity terms are there
} page_track;

uint32_t page_columns_stride(void); // whole numbers in a row

// Makes room for one more tick; its rows are zero.
bool page_track_grow(page_track *track, lope_scene_fault *fault);
int32_t *page_track_row(const page_track *track, size_t tick, uint32_t character);
void page_track_free(page_track *track);

// Positions and vectors as the scenario's file has them; mode: its number on the page.
void page_row_state(int32_t *row, const page_bodies *bodies, const lope_state *state, uint32_t mode);
void page_row_floor(int32_t *row, const page_bodies *bodies, const lope_floor *floor); // of that row's state, or in its place
void page_row_recorded(int32_t *row, const page_bodies *bodies, const lope_recorded_tick *tick); // adds too
void page_row_report(int32_t *row, const lope_report *report); // adds: a tick may have several steps

// The first field of the state in which two rows differ: "velocity.x"; that it is finer than the rows are, when none does.
void page_row_difference(const int32_t *a, const int32_t *b, char *field, size_t size);

// The bytes of all columns into `out`, their description as a JSON list into `head`.
void page_track_pack(const page_track *track, page_bytes *out, page_bytes *head);

#endif
