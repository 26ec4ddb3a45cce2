// push_shares.h - the pushes of several characters on one body, brought together. Read next: push_shares.c.
#ifndef LOPE_WORLD_PUSH_SHARES_H
#define LOPE_WORLD_PUSH_SHARES_H

#include "world/world_private.h"

// Makes pushes of the limited law smaller where several characters push one body: no pushed point gets faster
// than the limit of its push. seconds: s of the tick. Pushes of one character alone stay as they are.
void lope_push_shares_settle(lope_world *world, double seconds);

#endif
