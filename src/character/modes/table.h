// table.h - the table of the built-in modes.
#ifndef LOPE_CHARACTER_MODES_TABLE_H
#define LOPE_CHARACTER_MODES_TABLE_H

#include "character/tick/tick.h"
#include "lope/move.h"

// The built-in modes, by id: entries of the same kind as a game's own.
extern const lope_mode *const lope_built_in_modes[LOPE_MODE_COUNT];

#endif
