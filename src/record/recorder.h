// recorder.h - the ring: what a recorder keeps of each tick, in as few bytes as can be had for nearly nothing. Encoding is left to a dump:
// write.c.
//
// Memory that is written and never read is what recording costs, so a tick is packed: of the state the words that the tick changed, of the
// input the words that are not zero, the terms that are not zero; then bodies, events, queries and shapes as they are. Packed ticks stand
// one behind the other in a ring of bytes and never wrap. A second of them is a block: its first one begins with the whole state before it,
// so a block is read without those before it, and the ring drops whole blocks. Where the game has set another state between two ticks, the
// whole state stands there too.
#ifndef LOPE_RECORD_RECORDER_H
#define LOPE_RECORD_RECORDER_H

#include "motion/nearby/gather_log.h"
#include <lope/record.h>

#define LOPE_RECORD_MOVESETS 8 // that a recording can tell apart
#define LOPE_RECORD_QUERIES 512
#define LOPE_RECORD_BODIES 64
#define LOPE_STATE_WORDS (offsetof(lope_state, base_body) / 8) // of the first part of a state
#define LOPE_INPUT_WORDS (sizeof(lope_input) / 8)

// What stands before a packed tick. It is followed by: the state before it, with LOPE_PACKED_WHOLE; words of the
// state's first part; for each page in use before or after the tick, with LOPE_PACKED_PAGES, which of its words have changed, and those;
// words of the input; terms, filled up to 8 bytes; bodies, events, queries, shapes, filled up to 8 bytes.
typedef struct lope_packed {
    uint32_t bytes; // in all; 0: the ring goes on at its beginning
    uint8_t flags, moveset;
    uint16_t terms; // bit i: term i is there
    uint64_t state; // bit i: word i has changed
    uint64_t input; // bit i: word i is there
    float dt;
    uint16_t body_count, shape_count, event_count, query_count;
    uint32_t shapes_dropped, events_dropped, queries_dropped;
} lope_packed;

#define LOPE_PACKED_WHOLE 1u // the state before it is there
#define LOPE_PACKED_SAME 2u  // the shapes are those of the tick before
#define LOPE_PACKED_PAGES 4u // pages of the state are in use before or after the tick

typedef struct lope_record_block {
    uint64_t at;              // in the ring of bytes: counts all that was ever written
    uint32_t ticks, movesets; // bit i: moveset i is used
} lope_record_block;

struct lope_recorder {
    // of use in every tick
    unsigned char *bytes;
    size_t byte_count;
    uint64_t head;            // bytes ever written, those left out at the end of the ring included
    size_t at;                // head, in the ring: so that no tick divides
    uint64_t oldest;          // where the oldest block begins
    lope_record_block latest; // the one that grows: it is stored when the next one begins
    uint64_t moveset_hash;
    uint32_t moveset, moveset_count; // the latest tick's; in the table
    uint32_t used, first;            // blocks; the oldest is blocks[first]
    uint32_t block_ticks, ticks, last_shape_count;
    bool apart;        // last was set by the game
    lope_state last;   // after the latest tick
    lope_tick_log log; // its arrays are the recorder's
    // of use now and then
    lope_record_block *blocks;
    uint32_t block_count, wanted_ticks;
    lope_recorded_shape *last_shapes; // of the latest tick
    uint32_t shape_capacity;
    lope_allocator allocator;
    lope_recording_header header; // but for what only the ticks tell
    lope_moveset movesets[LOPE_RECORD_MOVESETS];
    lope_recorded_body bodies[LOPE_RECORD_BODIES];
};

// A tick of the ring, unpacked, with pointers into it.
typedef struct lope_unpacked {
    const lope_packed *packed;
    bool apart; // before is not what the tick before it led to
    lope_state before, after;
    lope_input input;
    lope_vec3 terms[LOPE_TERM_COUNT];
    const lope_recorded_body *bodies;
    const lope_recorded_shape *shapes;
    const lope_event *events;
    const lope_query *queries;
    uint32_t block, tick; // where it stands
    uint64_t end;         // where the next one does
} lope_unpacked;

// The next tick, oldest first. tick->packed NULL: the first one. False: there are no more.
bool lope_recorder_next(const lope_recorder *recorder, lope_unpacked *tick);

#endif
