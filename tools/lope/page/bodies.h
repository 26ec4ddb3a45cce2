// bodies.h - where things are on the page, and short numbers for the bodies of a run: those of the level in order of their
// ids, then the characters.
//
// Read next: level.h.
#ifndef LOPE_TOOL_PAGE_BODIES_H
#define LOPE_TOOL_PAGE_BODIES_H

#include "pack.h"
#include "scene/player.h"

typedef struct page_bodies {
    const lope_scene_player *player;
    lope_point origin; // m, in the file: positions of the page are relative to it
} page_bodies;

lope_point page_place(const page_bodies *bodies, lope_point world);

int32_t page_body_number(const page_bodies *bodies, uint64_t id);       // -1: none
bool page_body_moves(const page_bodies *bodies, uint32_t number);       // a piece with a motion
void page_bodies_describe(const page_bodies *bodies, page_bytes *head); // as a JSON list

#endif
