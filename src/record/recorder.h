// recorder.h - the ring in which a recorder keeps its ticks.
//
// Writing memory is what recording costs, so a tick is packed into few bytes. Of the state it keeps the words
// that the tick changed, of the input the words that are not zero, and the terms that are not zero. Bodies,
// events, queries and shapes are copied as they are. Encoding is left to write.c, when a recording is asked
// for.
//
// Packed ticks stand one behind the other in a ring of bytes, and none wraps round its end. The ticks of one
// second are a block. A block's first tick begins with the whole state before it, so a block is read without
// those before it; and the ring drops whole blocks. Where the game set another state between two ticks, the
// whole state stands too.
//
//   ring of bytes   | block | block | latest: tick tick tick .. |   free   |
//                   ^ oldest                                    ^ head
//
// Read next: pack.h, then recorder.c.
#ifndef LOPE_RECORD_RECORDER_H
#define LOPE_RECORD_RECORDER_H

#include "character/move/lock_step.h"
#include "motion/nearby/gather_log.h"
#include "record/flat_input.h"
#include <lope/record.h>

#define LOPE_RECORD_MOVESETS 8                                 // movesets that a recording can tell apart
#define LOPE_RECORD_QUERIES 512                                // queries that a tick may have
#define LOPE_RECORD_BODIES 64                                  // moving bodies that a tick may meet
#define LOPE_STATE_WORDS (offsetof(lope_state, base_body) / 8) // of the first part of a state
#define LOPE_INPUT_WORDS (sizeof(lope_flat_input) / 8)

// The head of a packed tick. Behind it stand, in this order:
//   the state before the tick, with LOPE_PACKED_WHOLE
//   the words of the state's first part that changed
//   for each page in use before or after the tick: a mask of its changed words, and them; LOPE_PACKED_PAGES
//   the words of the input that are not zero
//   the terms, filled up to 8 bytes
//   bodies, events, queries
//   the shapes, filled up to 8 bytes, without LOPE_PACKED_SAME
typedef struct lope_packed {
    uint32_t bytes; // of the tick in all; 0: the ring goes on at its beginning
    uint8_t flags, moveset;
    uint16_t terms; // bit i: term i is there
    uint64_t state; // bit i: word i has changed
    uint64_t input; // bit i: word i is there
    float seconds;
    uint16_t body_count, shape_count, event_count, query_count;
    uint32_t shapes_dropped, events_dropped, queries_dropped;
} lope_packed;

#define LOPE_PACKED_WHOLE 1u // the state before it is there
#define LOPE_PACKED_SAME 2u  // the shapes are those of the tick before
#define LOPE_PACKED_PAGES 4u // pages of the state are in use before or after the tick

// A second of ticks in the ring.
typedef struct lope_record_block {
    uint64_t at;              // where it begins; counts all bytes that were ever written
    uint32_t ticks, movesets; // bit i: moveset i is used
} lope_record_block;

// A recorder. Everything is allocated when it is made.
struct lope_recorder {
    // used in every tick
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
    // used now and then
    lope_record_block *blocks;
    uint32_t block_count, wanted_ticks;
    lope_recorded_shape *last_shapes; // of the latest tick
    uint32_t shape_capacity;
    lope_allocator allocator;
    lope_recording_header header; // without tick_count and moveset_hash, which a reader finds
    lope_moveset movesets[LOPE_RECORD_MOVESETS];
    lope_recorded_body bodies[LOPE_RECORD_BODIES];
};

// A tick of the ring, unpacked, with pointers into it.
typedef struct lope_unpacked {
    const lope_packed *packed;
    bool apart; // `before` differs from the state after the tick before it
    lope_state before, after;
    lope_flat_input input;
    lope_vec3 terms[LOPE_TERM_COUNT];
    const lope_recorded_body *bodies;
    const lope_recorded_shape *shapes;
    const lope_event *events;
    const lope_query *queries;
    uint32_t block, tick; // its block, from the oldest; its number within the block
    uint64_t end;         // where the next tick stands
} lope_unpacked;

// As lope_move_step_run, and records the tick when its last step is done. recorder NULL: does not.
lope_result lope_move_step_recorded(lope_recorder *recorder, const lope_move_step *step, lope_state *state);

// Unpacks the next tick into *tick, oldest first. tick->packed NULL: begins with the first. Returns false
// when there are no more.
bool lope_recorder_next(const lope_recorder *recorder, lope_unpacked *tick);

#endif
