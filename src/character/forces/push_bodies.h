// push_bodies.h - pushing bodies: impulses, weight and repulsion. Read next: push_bodies.c.
#ifndef LOPE_CHARACTER_FORCES_PUSH_BODIES_H
#define LOPE_CHARACTER_FORCES_PUSH_BODIES_H

#include "character/tick/tick.h"

// Works out what the character does to bodies, at the tick's end. Writes it into the report, and the
// character's own change into its velocity. In a part of the tick that others follow, bodies that have
// blocked the character set its pace, and are pushed in the last part.
void lope_body_push_all(lope_tick *tick);

// Calls lope_body_push_all where there is something near that could be pushed.
static inline void lope_body_pushes(lope_tick *tick)
{
    const lope_nearby *nearby = tick->space.nearby;
    if (LOPE_UNLIKELY(nearby->sets[1].body_count > 0 || lope_zones_any(nearby))) lope_body_push_all(tick);
}

#endif
