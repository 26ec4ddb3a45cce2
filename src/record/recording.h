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

struct lope_recording {
    lope_allocator allocator;
    lope_recording_header header;
    lope_moveset *movesets;
    lope_tick_record *ticks;
    lope_event *events;
    lope_query *queries;
    lope_recorded_body *bodies;
    lope_recorded_shape *shapes;
    size_t moveset_capacity, tick_capacity, event_capacity, query_capacity, body_capacity, shape_capacity;
    size_t moveset_count, tick_count, event_count, query_count, body_count, shape_count;
};

#endif
