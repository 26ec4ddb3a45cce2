// read_moveset.h - reads the movesets of a recording's head. Read next: read_moveset.c.
#ifndef LOPE_RECORD_READ_MOVESET_H
#define LOPE_RECORD_READ_MOVESET_H

#include "record/read_common.h"

// Reads all movesets from the present chunk, the head, into the recording.
lope_result lope_load_movesets(lope_load *load);

// Returns whether a mode of a recorded moveset is only a name: its functions are the game's and were not
// given.
bool lope_is_named_only(const lope_moveset *moveset, uint32_t mode);

#endif
