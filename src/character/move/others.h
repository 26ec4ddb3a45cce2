// others.h - surroundings that are bodies and a list of other characters, as they are met in one tick.
//
// The others are given to the sink as the grid of a world gives them. How many are given beyond those that
// are near never changes a result. Read next: others.c.
#ifndef LOPE_CHARACTER_MOVE_OTHERS_H
#define LOPE_CHARACTER_MOVE_OTHERS_H

#include <lope/other.h>
#include <lope/surroundings.h>

typedef struct lope_others_around {
    lope_surroundings bodies;
    const lope_other *others;
    uint32_t count;
    uint32_t step; // of a tick in steps, from 1; 0: the tick runs as a whole
} lope_others_around;

// Returns them as surroundings. Valid while `around`, its list and the bodies are.
lope_surroundings lope_others_surroundings(lope_others_around *around);

#endif
