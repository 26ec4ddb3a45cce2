// page.h - the replay page: one HTML file that shows every tick of a run. `lope run --replay` writes it.
//
// A page is watched into being: tool_page_watch is called before the first tick and after each, tool_page_event for each event;
// then the page is written once. Positions on it are those of the scenario's file. Read next: page.c, pack.h for the columns.
#ifndef LOPE_TOOL_PAGE_H
#define LOPE_TOOL_PAGE_H

#include "scene/scene.h"

typedef struct tool_page tool_page;

// against: a file of recordings to compare the run with, or NULL. NULL on a fault: no template in this program, bad recordings, out of
// memory.
tool_page *tool_page_create(const char *against, lope_scene_fault *fault);
void tool_page_destroy(tool_page *page); // NULL is fine
bool tool_page_watch(void *page, const lope_scene_player *player, lope_scene_fault *fault);
void tool_page_event(void *page, const lope_scene_player *player, uint32_t actor, uint64_t tick, double time,
                     const lope_event *event);
bool tool_page_write(tool_page *page, const lope_scene_player *player, const char *file, lope_scene_fault *fault);

#endif
