// follow_blocked.h - block detection: a character is blocked when none of its last places is far from their
// centroid. Read next: follow_blocked.c.
#ifndef LOPE_CONTROL_FOLLOW_BLOCKED_H
#define LOPE_CONTROL_FOLLOW_BLOCKED_H

#include "follow_rules.h"

// Takes a sample when it is time for one. Returns true when the character is found blocked just now; the
// samples then begin anew.
bool lope_follow_sample(lope_follow_tick *tick);

#endif
