// slide_rest.h - the rest of a tick that has used up its slices. In places where contacts follow each other
// without end, as beside a round surface in a wedge, the exact ways of the modes end within micrometres.
// Then the rest of the tick is one straight way along a few contacts, as Unreal's SlideAlongSurface does.
// So no time of a tick is lost, and its work is bounded.
//
// Read next: walking.c, falling.c, flying.c, swimming.c.
#ifndef LOPE_CHARACTER_MODES_SLIDE_REST_H
#define LOPE_CHARACTER_MODES_SLIDE_REST_H

#include "character/tick/tick.h"

// True when the rest of the tick may be used up so. A stuck character is held, a failed query ends the
// tick, and a tick that asks for parts is run again. Another volume is found when the next tick begins.
static inline bool lope_may_slide_rest(const lope_tick *tick)
{
    return !tick->space.failed && !tick->asks_parts && tick->state.stuck_ticks == 0;
}

// Moves the character by `way` (m) and along what it meets, at most LOPE_WALLS contacts, until the tick's
// end. tick->velocity, the velocity then, loses what goes into them.
LOPE_COLD void lope_slide_rest(lope_tick *tick, lope_point way);

#endif
