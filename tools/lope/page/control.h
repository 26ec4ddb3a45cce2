// control.h - what steers and looks, on the page: cameras a tick, the ways that are followed, and what
// avoidance chose from.
//
// Read next: control.c, viewer/src/control.js.
#ifndef LOPE_TOOL_PAGE_CONTROL_H
#define LOPE_TOOL_PAGE_CONTROL_H

#include "bodies.h"

#include "scene/cameras.h"

typedef struct page_control {
    const lope_scene_cameras *cameras; // of the player
    int32_t *views;                    // row = tick * cameras + camera
    size_t ticks, capacity;
    uint32_t camera_count, characters;
    uint64_t *ways;                // a character each: a number of the way that was written last; 0: none
    uint32_t *nexts;               // and of its next point
    lope_avoidance_trace **traces; // NULL: it does not avoid
    uint64_t *choices;             // as they were written last
    page_bytes entries;            // JSON lists with commas between
    bool full;                     // entries have no more room
} page_control;

// Before the first tick.
bool page_control_start(page_control *control, const page_bodies *bodies, lope_scene_fault *fault);
bool page_control_tick(page_control *control, const page_bodies *bodies, lope_scene_fault *fault);
// The player makes no tick after that: its characters write into what is freed here.
void page_control_free(page_control *control);
// The cameras' columns into `cameras`, the rest into `entries`, what they are as a JSON object into `head`.
void page_control_pack(const page_control *control, const page_bodies *bodies, page_bytes *cameras, page_bytes *entries,
                       page_bytes *head);

#endif
