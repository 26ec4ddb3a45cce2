// plane_constraint.h - a character that stays in a plane.
#ifndef LOPE_CHARACTER_TICK_PLANE_CONSTRAINT_H
#define LOPE_CHARACTER_TICK_PLANE_CONSTRAINT_H

#include "character/tick/tick.h"
#include "motion/moving/plane.h"

// Reads the plane constraint from the tuning, at the tick's start.
LOPE_COLD void lope_plane_begin(lope_tick *tick);

// Takes what leads out of the plane from the velocity, the wanted direction and the forces.
LOPE_COLD void lope_plane_flatten(lope_tick *tick);

// Puts the character back into the plane.
LOPE_COLD void lope_plane_return(lope_tick *tick);

// lope_plane_flatten, before each mode runs, for a character that stays in a plane.
static inline void lope_plane_hold(lope_tick *tick)
{
    if (tick->space.planar) lope_plane_flatten(tick);
}

// lope_plane_return, at the tick's start and end, for a character that stays in a plane.
static inline void lope_plane_keep(lope_tick *tick)
{
    if (tick->space.planar) lope_plane_return(tick);
}

#endif
