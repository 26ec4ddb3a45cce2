// spectate.h - `lope serve --spectate`: the page, the level that it shows, and the stream's ends. Read next: spectate.c,
// page/spectate.c, scene/audience.h.
#ifndef LOPE_TOOL_SPECTATE_H
#define LOPE_TOOL_SPECTATE_H

#include "lope.h"

#include "scene/audience.h"
#include "scene/spectator_frame.h"

// What browsers are given. The memory is from malloc.
typedef struct tool_spectate_page {
    unsigned char *html, *level;
    size_t html_size, level_size;
    lope_point origin; // m, in the scenario's file: positions of the page are relative to it
} tool_spectate_page;

// Makes page and level. Returns false on a fault, or where this program has no page.
bool tool_spectate_page_make(const lope_scenario *scenario, tool_spectate_page *page, lope_scene_fault *fault);

// Opens the stream's ends on a port, 0: any that is free, and prints where. address: of this machine; NULL: 127.0.0.1.
// Once in a process. Returns NULL on a fault.
const lope_scene_audience *tool_spectate_open(const lope_scenario *scenario, const char *address, uint64_t port,
                                              lope_scene_fault *fault);
// Closes them; prints on stderr what was sent, unless `quiet`.
void tool_spectate_close(bool quiet);

#endif
