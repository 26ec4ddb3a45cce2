// moveset_hash.h - the hash of all in a moveset that changes results. Read next: moveset_hash.c.
#ifndef LOPE_CHARACTER_MOVE_MOVESET_HASH_H
#define LOPE_CHARACTER_MOVE_MOVESET_HASH_H

#include <lope/moveset.h>

// Returns the hash of a moveset, which stands in recordings.
uint64_t lope_moveset_hash(const lope_moveset *moveset);

#endif
