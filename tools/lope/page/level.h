// level.h - the level's triangles on the page, and where its moving bodies are at each tick.
//
// Read next: level.c.
#ifndef LOPE_TOOL_PAGE_LEVEL_H
#define LOPE_TOOL_PAGE_LEVEL_H

#include "bodies.h"

// Poses of the bodies that move, one row of seven numbers for each of them a tick.
typedef struct page_motion {
    int32_t *values;
    uint32_t *bodies; // their numbers
    uint32_t count;
    size_t ticks, capacity;
} page_motion;

bool page_motion_start(page_motion *motion, const page_bodies *bodies, lope_scene_fault *fault);
bool page_motion_tick(page_motion *motion, const page_bodies *bodies, lope_scene_fault *fault);
void page_motion_free(page_motion *motion);
void page_motion_pack(const page_motion *motion, page_bytes *out, page_bytes *head);

// Every triangle as the level is now, in order of the bodies' numbers: nine floats each as planes of bytes, then the body's number and the
// triangle's own. head gets {"triangles": N}.
void page_level_pack(const page_bodies *bodies, page_bytes *out, page_bytes *head);

#endif
