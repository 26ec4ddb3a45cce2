// move.h - lope_move: one character, one tick, a pure function on state, input and surroundings.
//
// The world, the network code, replays and tests all call lope_move. It has no globals and writes nothing but
// its arguments. It runs on any thread, any number of times, on any copy of a state.
//
// Read first: state.h, input.h, report.h, surroundings.h. Read next: world.h, which calls it for many
// characters.
#ifndef LOPE_MOVE_H
#define LOPE_MOVE_H

#include <lope/input.h>
#include <lope/report.h>
#include <lope/state.h>
#include <lope/surroundings.h>

#ifdef __cplusplus
extern "C" {
#endif

// Working memory: the geometry gathered around one character. One for each character is fastest; one for each
// thread is enough. Its content never changes a result. Two threads must not use one at the same time.
typedef struct lope_nearby lope_nearby;

// Makes an empty nearby. allocator: copied; NULL: malloc and free. The caller destroys the nearby. Returns
// NULL when memory is short.
LOPE_API lope_nearby *lope_nearby_create(const lope_allocator *allocator);

// Destroys a nearby and gives its memory back. NULL is fine.
LOPE_API void lope_nearby_destroy(lope_nearby *nearby);

// Forgets what was gathered; the memory stays. NULL is fine.
LOPE_API void lope_nearby_clear(lope_nearby *nearby);

// Takes memory ahead for `triangles` triangles of static bodies near a character, and for a few moving
// bodies. Ticks that meet no more than that allocate nothing. LOPE_ERROR_NULL: no nearby. LOPE_ERROR_MEMORY:
// memory is short, and what could be had is kept.
LOPE_API lope_result lope_nearby_reserve(lope_nearby *nearby, uint32_t triangles);

// Returns the bytes that a nearby has taken, itself included; NULL: 0.
LOPE_API size_t lope_nearby_bytes(const lope_nearby *nearby);

// Runs one tick of `seconds` (0 < seconds <= 1) and changes *state. `report` may be NULL; else all of it is
// written. From any thread, with a nearby that no other thread uses. Returns LOPE_OK; a refused tick leaves
// the state untouched:
//   LOPE_ERROR_NULL        a required argument is NULL
//   LOPE_ERROR_RANGE       seconds, or the input
//   LOPE_ERROR_NOT_FINITE  seconds, the place where the tick ends, or the input; lope_input_check names the
//                          input field
//   LOPE_ERROR_STATE       a state that no tick has made, or a mode that the moveset does not have
//   others                 what the surroundings' gather refused with, or LOPE_ERROR_MEMORY of the nearby
LOPE_API lope_result lope_move(lope_state *state, const lope_input *input, const lope_moveset *moveset,
                               const lope_surroundings *surroundings, lope_nearby *nearby, float seconds, lope_report *report);

typedef struct lope_recorder lope_recorder;
typedef struct lope_recording lope_recording;

// Columns of characters for lope_move_batch. Entry i of a column is at pointer + i * stride bytes. With
// stride 0 all characters share entry 0: one moveset, one surroundings, one nearby of the thread.
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
    // Each character lives seconds times its time scale; 0: it is not moved, and its report is empty.
    // NULL: 1.
    const float *time_scales;
    size_t time_scale_stride;
} lope_move_columns;

// Moves entries first to first + count - 1 by one tick of `seconds` each, as lope_move does. From any
// thread, on entries and nearbys that no other thread uses. Returns LOPE_OK, or the first refusal: the other
// entries are moved all the same. LOPE_ERROR_NULL: a required column is NULL, and nothing is moved.
LOPE_API lope_result lope_move_batch(const lope_move_columns *columns, uint32_t first, uint32_t count, float seconds);

#ifdef __cplusplus
}
#endif
#endif
