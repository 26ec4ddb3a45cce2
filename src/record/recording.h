// recording.h - a recording that has been read: all of it, spread out.
#ifndef LOPE_RECORD_RECORDING_H
#define LOPE_RECORD_RECORDING_H

#include <lope/record.h>

// A tick with places in the recording's lists in place of pointers.
typedef struct lope_tick_record {
    lope_recorded_tick tick; // but for its pointers
    uint32_t moveset;
    size_t events, queries, bodies, shapes;
} lope_tick_record;

#define LOPE_OWN_MODES (LOPE_MODES - LOPE_MODE_GAME) // that a moveset may have of the game's own
#define LOPE_MODE_TEXT 64                            // of a mode's name with its zero; what is longer is cut

// Stand for the modes of a game's own: their names, without what they do.
typedef struct lope_named_modes {
    lope_mode modes[LOPE_OWN_MODES];
    char names[LOPE_OWN_MODES][LOPE_MODE_TEXT];
} lope_named_modes;

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
