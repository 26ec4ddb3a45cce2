// push_bodies.h - pushing bodies: impulses, weight and repulsion.
#ifndef LOPE_CHARACTER_FORCES_PUSH_BODIES_H
#define LOPE_CHARACTER_FORCES_PUSH_BODIES_H

#include "character/tick/tick.h"

// Works out what the character does to bodies, into the report, at the tick's end.
void lope_body_push_all(lope_tick *tick);

// The same, where there is something near that could be pushed.
static inline void lope_body_pushes(lope_tick *tick)
{
    const lope_nearby *nearby = tick->space.nearby;
    if (LOPE_UNLIKELY(nearby->sets[1].body_count > 0 || lope_zones_any(nearby))) lope_body_push_all(tick);
}

#endif
