// mode_exists.h - which numbers of modes a moveset has.
//
// The table has gaps, since later built-in modes and a game's own never share a number.
#ifndef LOPE_CHARACTER_STATE_MODE_EXISTS_H
#define LOPE_CHARACTER_STATE_MODE_EXISTS_H

#include <lope/moveset.h>

// True when the moveset has a mode of that number.
static inline bool lope_mode_exists(const lope_moveset *moveset, uint32_t mode)
{
    return mode < LOPE_MODES && moveset->modes[mode] != NULL;
}

// True when lope_moveset_make has made it: every moveset has the mode none.
static inline bool lope_moveset_is_made(const lope_moveset *moveset) { return lope_mode_exists(moveset, LOPE_MODE_NONE); }

// What is said of one that has not been made.
#define LOPE_MOVESET_NOT_MADE "has not been made: call lope_moveset_make first"

#endif
