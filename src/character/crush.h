// crush.h - what is kept of the bodies that have come over a character while it is crushed. See escape.c.
#ifndef LOPE_CHARACTER_CRUSH_H
#define LOPE_CHARACTER_CRUSH_H

#include "character/tick.h"
#include "motion/passage.h"

#define LOPE_CRUSHERS 2 // that a state remembers

typedef struct lope_crush {
    lope_anchor from[LOPE_CRUSHERS];
    uint32_t count;
} lope_crush;

#define LOPE_CRUSH_LOOK 2.0 // m from the capsule: a body that is farther away has let it go

// At the tick's start: that far.
void lope_crush_look(lope_tick *tick);
// What the state has kept of bodies that are near, as they stand at the tick's end.
void lope_crush_recall(lope_tick *tick, lope_crush *crush);
// Once it is known where the feet are in this tick, still before the mode, and whether they are stuck there.
void lope_crush_remember(lope_tick *tick, const lope_crush *crush, bool stuck, lope_point feet);
void lope_crush_forget(lope_tick *tick);

#endif
