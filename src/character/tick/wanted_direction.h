// wanted_direction.h - the direction that an input asks for, as pure functions of the tick.
//
// Read next: move/wanted.c, transition/wanted_on_entry.c.
#ifndef LOPE_CHARACTER_TICK_WANTED_DIRECTION_H
#define LOPE_CHARACTER_TICK_WANTED_DIRECTION_H

#include "character/tick/tick.h"

// True when the character's mode takes the input as level: on the ground and in a fall.
static inline bool lope_wanted_is_level(const lope_tick *tick)
{
    return tick->state.mode == LOPE_MODE_WALKING || tick->state.mode == LOPE_MODE_FALLING || lope_tick_on_ground(tick);
}

// Returns v with a length of at most 1.
lope_point lope_cut_to_one(lope_point v);

// Returns the direction of a character with force_max_acceleration, a unit vector. It is the stick's
// (`move`), else that of the velocity, else where the character faces. level: only the level velocity counts.
lope_point lope_wanted_forced(const lope_tick *tick, lope_point move, bool level);

// Returns the stick, or the direction of a requested velocity in its place; avoidance adds to either. level:
// takes the level part. A requested velocity presses in full. *requested: its speed (m/s); 0 for the stick.
lope_point lope_wanted_asked(const lope_tick *tick, bool level, double *requested);

#endif
