// stacks.h - what a stack of characters that is lifted meets above. Read next: stacks.c.
#ifndef LOPE_WORLD_STACKS_H
#define LOPE_WORLD_STACKS_H

#include "world/world_private.h"

// Takes the ways on which bases lift characters that stand on others back to what is free above, after all
// ways are noted in the grid. A character that is held so, and those under it, are seen as ones that do not
// give way.
void lope_stacks_hold(lope_world *world);

#endif
