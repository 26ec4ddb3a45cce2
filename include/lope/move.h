// move.h - lope_move: one character, one tick, a pure function on state, input and surroundings.
//
// The world, the network code, replays and tests all call lope_move. It has no globals and writes nothing but its
// arguments. It runs on any thread, any number of times, on any copy of a state. Read first: state.h, input.h,
// report.h, surroundings.h.
#ifndef LOPE_MOVE_H
#define LOPE_MOVE_H

#include <lope/input.h>
#include <lope/report.h>
#include <lope/state.h>
#include <lope/surroundings.h>

#ifdef __cplusplus
extern "C" {
#endif

// Working memory: the geometry gathered around one character. One a character is fastest, one a thread is enough.
// Its content never changes a result. Not to be used by two threads at one time.
typedef struct lope_nearby lope_nearby;

// Makes an empty nearby. allocator: NULL for malloc. Returns NULL when memory is short.
LOPE_API lope_nearby *lope_nearby_create(const lope_allocator *allocator);

// Frees a nearby; NULL is fine.
LOPE_API void lope_nearby_destroy(lope_nearby *nearby);

// Forgets what was gathered; the memory stays.
LOPE_API void lope_nearby_clear(lope_nearby *nearby);

// Takes memory ahead for so many triangles of what stands near, and for a few bodies that move there. Ticks that
// meet no more than that ask for none. LOPE_ERROR_MEMORY: what could be had is kept.
LOPE_API lope_result lope_nearby_reserve(lope_nearby *nearby, uint32_t triangles);

// Returns the bytes that a nearby has taken, itself included.
LOPE_API size_t lope_nearby_bytes(const lope_nearby *nearby);

// Runs one tick of dt seconds (0 < dt <= 1). report may be NULL; else all of it is written. A refused tick leaves
// the state untouched: LOPE_ERROR_NULL; what lope_input_check refuses (which also says which field);
// LOPE_ERROR_STATE for a state that no tick has made or whose mode the moveset does not have; LOPE_ERROR_RANGE
// for dt; and what a gather was refused with. From any thread, with a nearby that no other thread uses.
LOPE_API lope_result lope_move(lope_state *state, const lope_input *input, const lope_moveset *moveset,
                               const lope_surroundings *surroundings, lope_nearby *nearby, float dt, lope_report *report);

typedef struct lope_recorder lope_recorder;
typedef struct lope_recording lope_recording;

// Columns of characters for lope_move_batch. Entry i of a column is at pointer + i * stride bytes. Stride 0 gives
// all the same one: a moveset, surroundings, a nearby shared by one thread.
typedef struct lope_move_columns {
    lope_state *states;
    size_t state_stride;
    const lope_input *inputs;
    size_t input_stride;
    const lope_moveset *const *movesets;
    size_t moveset_stride;
    const lope_surroundings *surroundings;
    size_t surroundings_stride;
    lope_nearby *const *nearbys;
    size_t nearby_stride;
    lope_report *reports; // may be NULL
    size_t report_stride;
    lope_result *results; // NULL, or gets a code each
    size_t result_stride;
    lope_recorder *const *recorders; // may be NULL, and so may its entries: record.h
    size_t recorder_stride;
    // Each character lives dt times its time scale; 0: it is not moved, and its report is empty. NULL: 1.
    const float *time_scales;
    size_t time_scale_stride;
} lope_move_columns;

// Moves entries first .. first + count - 1 by dt seconds. Returns LOPE_OK, or the first refusal; the others are
// moved all the same. From any thread, on entries and nearbys that no other thread uses.
LOPE_API lope_result lope_move_batch(const lope_move_columns *columns, uint32_t first, uint32_t count, float dt);

#ifdef __cplusplus
}
#endif
#endif
