// recording.h - a recording that has been read: every tick, with nothing left to decode.
//
// All events, queries, bodies and shapes stand in one list each, and a tick has the place where its own
// begin. The lists grow while the recording is read, so pointers into them are set only when a tick is asked
// for. Read next: read.c.
#ifndef LOPE_RECORD_RECORDING_H
#define LOPE_RECORD_RECORDING_H

#include "record/flat_input.h"

#include <lope/record.h>

// A tick. It has indices into the recording's lists in place of pointers.
typedef struct lope_tick_record {
    lope_recorded_tick tick; // its pointers are not set
    lope_flat_input input;   // as it was read, for the next tick
    lope_requests requests;  // those of the tick's input, which has NULL when there are none
    uint32_t moveset;
    size_t events, queries, bodies, shapes; // the index of its first one
} lope_tick_record;

#define LOPE_OWN_MODES (LOPE_MODES - LOPE_MODE_GAME) // modes of the game's own that a moveset may have
#define LOPE_MODE_TEXT 64                            // bytes of a mode's name with its zero; more are cut

// The modes of the game's own and the abilities in a recorded moveset: their names, without what they do.
typedef struct lope_named_modes {
    lope_mode modes[LOPE_OWN_MODES];
    char names[LOPE_OWN_MODES][LOPE_MODE_TEXT];
    char abilities[LOPE_ABILITIES][LOPE_MODE_TEXT]; // names; `ability_count` of them
    uint32_t ability_count;                         // 0 once the moveset was given
} lope_named_modes;

// A recording. It owns all its lists.
struct lope_recording {
    lope_allocator allocator;
    lope_recording_header header;
    lope_moveset *movesets;
    lope_named_modes *modes; // of each moveset
    lope_tick_record *ticks;
    lope_event *events;
    lope_query *queries;
    lope_recorded_body *bodies;
    lope_recorded_shape *shapes;
    size_t mode_capacity, moveset_capacity, tick_capacity, event_capacity, query_capacity, body_capacity, shape_capacity;
    size_t moveset_count, tick_count, event_count, query_count, body_count, shape_count;
};

#endif
