// modes.h - one table of mode names for a whole page: the built-in ones by their ids, then a game's own as they come up.
//
// Ids of own modes mean something only within one moveset; their names mean the same in all of them, and in another run's. Read next:
// modes.c.
#ifndef LOPE_TOOL_PAGE_MODES_H
#define LOPE_TOOL_PAGE_MODES_H

#include "pack.h"

#include <lope/moveset.h>

// All zero is the table with the built-in names alone.
typedef struct page_modes {
    page_bytes own; // names one behind the other, each with a zero at its end
} page_modes;

// The number that a moveset's mode has on the page.
uint32_t page_mode_number(page_modes *modes, const lope_moveset *moveset, uint32_t mode);
void page_modes_describe(const page_modes *modes, page_bytes *head); // as a JSON list, by number
void page_modes_free(page_modes *modes);

#endif
