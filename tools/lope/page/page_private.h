// page_private.h - the inside of a page, shared by the files that fill it and write it.
//
// Read next: page.c.
#ifndef LOPE_TOOL_PAGE_PRIVATE_H
#define LOPE_TOOL_PAGE_PRIVATE_H

#include "against.h"
#include "columns.h"
#include "control.h"
#include "level.h"
#include "modes.h"
#include "page.h"
#include "recorded.h"

struct tool_page {
    page_bodies bodies;
    page_modes modes;
    page_track track;
    page_motion motion;
    page_queries queries;
    page_recorded recorded;
    page_control control;
    page_against against;
    bool compared;
    page_bytes level, level_head;
    page_bytes events; // JSON lists, one an event, with commas between
    uint32_t event_count;
};

// The templates of the replay page and of the spectator page, gzipped: made by viewer/build.mjs while lope is built; of size 0
// when that could not be done.
extern const unsigned char page_template[], spectate_template[];
extern const size_t page_template_size, spectate_template_size;
// Appends a template's text. Returns false when there is no memory, or it is damaged.
bool page_template_text(const unsigned char *zipped, size_t size, page_bytes *text);

double page_round(double value);
bool page_write_data(FILE *out, const tool_page *page);

#endif
