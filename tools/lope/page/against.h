// against.h - another run beside this one: recordings of its characters, placed on this run's ticks, and where the two first differ.
//
// Characters are matched by name. A recording that begins late is placed by the number of steps that its character had lived.
// Read next: against.c.
#ifndef LOPE_TOOL_PAGE_AGAINST_H
#define LOPE_TOOL_PAGE_AGAINST_H

#include "modes.h"
#include "recorded.h"

typedef struct page_against {
    char label[128]; // the file's name
    lope_recording **recordings;
    uint32_t count;
    page_track track;       // their states on this run's ticks
    size_t first;           // tick of its first row
    uint64_t *hashes;       // of the other run's states, as the track's rows
    uint64_t *own_hashes;   // of this run's: tick * characters + character
    size_t ticks, capacity; // of own_hashes
} page_against;

// Reads all recordings of the file.
bool page_against_open(page_against *against, const char *file, lope_scene_fault *fault);
bool page_against_tick(page_against *against, const lope_scene_player *player, lope_scene_fault *fault);
// The run is over.
bool page_against_place(page_against *against, const page_bodies *bodies, page_modes *modes, const page_recorded *recorded,
                        lope_scene_fault *fault);
void page_against_pack(const page_against *against, const page_bodies *bodies, const page_track *own, page_bytes *out,
                       page_bytes *head);
void page_against_free(page_against *against);

#endif
