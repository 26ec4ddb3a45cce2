// save.h - states as bytes: for save games, and for sending them to another machine. Rollback needs none of it: memcpy will do.
//
// The bytes are little-endian and the same on every machine. Modes stand by name and bodies by their stable id, so a save
// outlives a renumbering of the modes and fits any level whose bodies have the same ids, in whatever order they were added.
// Floats keep every bit; a state that was written and read again is equal by memcmp, and so is its hash.
#ifndef LOPE_SAVE_H
#define LOPE_SAVE_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// What lope_state_write writes. lope_state_read takes this and every earlier version.
#define LOPE_SAVE_VERSION 2u

// Writes the state into `buffer` of `size` bytes, and into *needed (may be NULL) how many bytes that takes. With a NULL buffer
// it only says so. Refused, with nothing written: a buffer that is too small, and a state that is none (see lope_state_read).
// error may be NULL.
LOPE_API lope_result lope_state_write(const lope_state *state, void *buffer, size_t size, size_t *needed, lope_error *error);

// Reads a state from the first bytes of `buffer`, and into *used how many those were, so that records may stand one behind the
// other. With used NULL the record must fill the buffer. On a refusal the state is untouched:
//   LOPE_ERROR_FORMAT        not a saved state, a later version, cut off, too long, or changed since it was written
//   LOPE_ERROR_UNKNOWN_NAME  a mode that this program does not have
//   LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE  numbers that no state has
LOPE_API lope_result lope_state_read(lope_state *state, const void *buffer, size_t size, size_t *used, lope_error *error);

// The same for a moveset with modes of the game's own, whose names stand in the bytes like the built-in ones'. NULL: the built-in ones alone.
LOPE_API lope_result lope_state_write_for(const lope_moveset *moveset, const lope_state *state, void *buffer, size_t size,
                                          size_t *needed, lope_error *error);
LOPE_API lope_result lope_state_read_for(const lope_moveset *moveset, lope_state *state, const void *buffer, size_t size,
                                         size_t *used, lope_error *error);

#ifdef __cplusplus
}
#endif
#endif
