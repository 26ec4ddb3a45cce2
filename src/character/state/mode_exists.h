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

#endif
