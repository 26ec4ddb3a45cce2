// rotation.h - the character's facing. Read next: rotation.c.
#ifndef LOPE_CHARACTER_ORIENTATION_ROTATION_H
#define LOPE_CHARACTER_ORIENTATION_ROTATION_H

#include "character/tick/tick.h"

// Turns the character (yaw, pitch, roll) as the tuning or root motion says, at the tick's end.
void lope_rotation(lope_tick *tick);

// Returns how far (rad) the character will have turned about up `time` seconds after the tick's start.
LOPE_COLD double lope_turned(const lope_tick *tick, double time);

// Returns the unit direction of a yaw (rad) about the state's up.
lope_point lope_facing(const lope_state *state, double yaw);

// Returns a vector of the character's frame (x right, y up, z back) in the world, for a character that
// faces `yaw` (rad).
LOPE_COLD lope_point lope_from_frame(const lope_state *state, double yaw, lope_vec3 v);

// Returns the share that is left of an even way when its direction turns evenly by `turn` rad: chord over
// arc. Up to half a turn.
double lope_chord(double turn);

#endif
