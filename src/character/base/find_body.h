// find_body.h - any body by its id, within a tick. Read next: base_frame.h for places seen from a body.
#ifndef LOPE_CHARACTER_BASE_FIND_BODY_H
#define LOPE_CHARACTER_BASE_FIND_BODY_H

#include "character/tick/tick.h"

// Returns the body of that id, with its pose of the tick's end, until the next look for one. The surroundings
// are asked where they have a `body` function. Else the body counts when it overlaps the capsule grown by
// 1 m. So what was gathered before never matters. NULL: there is none, or the tick has failed.
LOPE_COLD const lope_sink_body *lope_body_of_id(lope_tick *tick, uint64_t id);

// Copies that body. Returns false when there is none.
LOPE_COLD bool lope_find_body(lope_tick *tick, uint64_t id, lope_sink_body *body);

#endif
