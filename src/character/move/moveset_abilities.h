// moveset_abilities.h - what a moveset works out from which abilities it has. Read next: moveset_abilities.c.
#ifndef LOPE_CHARACTER_MOVE_MOVESET_ABILITIES_H
#define LOPE_CHARACTER_MOVE_MOVESET_ABILITIES_H

#include <lope/moveset.h>

// Works out again what depends on the moveset's abilities and their conditions: which block and cancel which,
// and which buttons ask for one.
void lope_moveset_join(lope_moveset *moveset);

#endif
