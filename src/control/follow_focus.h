// follow_focus.h - the view of a follower: toward the focus of the highest priority. Read next:
// follow_focus.c.
#ifndef LOPE_CONTROL_FOLLOW_FOCUS_H
#define LOPE_CONTROL_FOLLOW_FOCUS_H

#include "follow_rules.h"

// Writes the look of the tick's input toward the focus of the highest priority; without one it stays.
void lope_follow_look(const lope_follow_tick *tick);

#endif
