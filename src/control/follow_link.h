// follow_link.h - the links of a path that are not walked: jumps, drops, ladders, mantles, lifts. Read next:
// follow_link.c.
#ifndef LOPE_CONTROL_FOLLOW_LINK_H
#define LOPE_CONTROL_FOLLOW_LINK_H

#include "follow_rules.h"

// How a tick of a link ended.
typedef enum lope_link_state { LOPE_LINK_GOES_ON, LOPE_LINK_DONE, LOPE_LINK_FAILS } lope_link_state;

// Writes the input of a tick in the link to the follower's next point.
lope_link_state lope_follow_take_link(lope_follow_tick *tick);

#endif
