// plane_constraint.h - a character that stays in a plane.
#ifndef LOPE_CHARACTER_TICK_PLANE_CONSTRAINT_H
#define LOPE_CHARACTER_TICK_PLANE_CONSTRAINT_H

#include "character/tick/tick.h"
#include "motion/moving/plane.h"

// Sets the space's plane from the tuning, at the tick's start.
LOPE_COLD void lope_plane_begin(lope_tick *tick);

// Takes what leads out of the plane from the velocities, the wanted direction and the forces.
LOPE_COLD void lope_plane_flatten(lope_tick *tick);

// Moves the character toward its plane, as far as the tick's time and obstacles allow. A stuck or attached
// character stays where it is.
LOPE_COLD void lope_plane_return(lope_tick *tick);

// Calls lope_plane_flatten before each mode runs, for a character with a plane.
static inline void lope_plane_hold(lope_tick *tick)
{
    if (tick->space.planar) lope_plane_flatten(tick);
}

// Calls lope_plane_return at the tick's start and end, for a character with a plane.
static inline void lope_plane_keep(lope_tick *tick)
{
    if (tick->space.planar) lope_plane_return(tick);
}

#endif
