// find_body.h - any body by its id, within a tick. Read next: base_frame.h for places seen from a body.
#ifndef LOPE_CHARACTER_BASE_FIND_BODY_H
#define LOPE_CHARACTER_BASE_FIND_BODY_H

#include "character/tick/tick.h"

// Fills in the body of that id, with its pose of the tick's end. The surroundings are asked where they have a
// `body` function. Else the body counts when it overlaps the capsule grown by 1 m. So what was gathered
// before never matters. Returns false when there is none, and when the tick has failed.
LOPE_COLD bool lope_find_body(lope_tick *tick, uint64_t id, lope_sink_body *body);

#endif
