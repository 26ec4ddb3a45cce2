// save.h - states as bytes: for save games, and for sending them to another machine. Rollback needs none of
// it: memcpy of a state will do.
//
// The bytes are little-endian and the same on every machine. Modes stand by name and bodies by their stable
// id. So a save outlives a renumbering of the modes. It fits any level in which the bodies have the same ids,
// in whatever order they were added. Floats keep every bit: a state that was written and read again is equal
// by memcmp, and so is its hash.
//
// Threads: the functions are pure and allocate nothing; they may be called from any thread.
#ifndef LOPE_SAVE_H
#define LOPE_SAVE_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version that lope_state_write writes. lope_state_read takes this one and every earlier one.
#define LOPE_SAVE_VERSION 3u

// Writes a state into `buffer` of `size` bytes, and into *needed how many bytes that takes. With a NULL
// buffer it only says how many. `needed` and `error` may be NULL. Refused, with nothing written:
//   LOPE_ERROR_NULL        no state
//   LOPE_ERROR_RANGE       a buffer that is too small, a mode that is not built in, numbers that no state has
//   LOPE_ERROR_NOT_FINITE  a number of the state that is NaN or infinite
LOPE_API lope_result lope_state_write(const lope_state *state, void *buffer, size_t size, size_t *needed, lope_error *error);

// Reads a state from the first bytes of `buffer`. *used receives how many they were, so several states may
// stand one behind the other. With used NULL the state must fill the buffer. `error` may be NULL. On a
// refusal the state is untouched:
//   LOPE_ERROR_NULL          no state, no buffer
//   LOPE_ERROR_FORMAT        not a saved state, a later version, cut off, too long, or changed since
//   LOPE_ERROR_UNKNOWN_NAME  a mode that is not built in
//   LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE  numbers that no state has
LOPE_API lope_result lope_state_read(lope_state *state, const void *buffer, size_t size, size_t *used, lope_error *error);

// Writes a state as lope_state_write does, with a moveset that may have modes of the game's own. Their names
// stand in the bytes as those of the built-in ones do. A NULL moveset: the built-in ones alone.
LOPE_API lope_result lope_state_write_for(const lope_moveset *moveset, const lope_state *state, void *buffer, size_t size,
                                          size_t *needed, lope_error *error);

// Reads a state as lope_state_read does, with a moveset that may have modes of the game's own, in any order.
// A mode that the moveset does not have: LOPE_ERROR_UNKNOWN_NAME. A NULL moveset: the built-in ones alone.
LOPE_API lope_result lope_state_read_for(const lope_moveset *moveset, lope_state *state, const void *buffer, size_t size,
                                         size_t *used, lope_error *error);

#ifdef __cplusplus
}
#endif
#endif
