// push_bodies.h - pushing bodies: impulses, weight and repulsion. Read next: push_bodies.c.
#ifndef LOPE_CHARACTER_FORCES_PUSH_BODIES_H
#define LOPE_CHARACTER_FORCES_PUSH_BODIES_H

#include "character/tick/tick.h"

// Works out what the character does to bodies, at the tick's end. Writes it into the report, and the
// character's own change into its velocity.
void lope_body_push_all(lope_tick *tick);

// Does the part of that which is no push, for a part of the tick that others follow: lets bodies that move by
// themselves set the pace of a character that was blocked by them. What blocked it otherwise waits for the
// last part.
LOPE_COLD void lope_body_pace(lope_tick *tick);

// Calls lope_body_push_all where there is something near that could be pushed.
static inline void lope_body_pushes(lope_tick *tick)
{
    const lope_nearby *nearby = tick->space.nearby;
    if (LOPE_UNLIKELY(nearby->sets[1].body_count > 0 || lope_zones_any(nearby))) lope_body_push_all(tick);
}

#endif
