// rotation.h - where the character faces.
#ifndef LOPE_CHARACTER_ORIENTATION_ROTATION_H
#define LOPE_CHARACTER_ORIENTATION_ROTATION_H

#include "character/tick/tick.h"

// Turns the character (yaw, pitch, roll) as the tuning says, at the tick's end.
void lope_rotation(lope_tick *tick);

// Returns how far (rad) the character will have turned about up `time` seconds after the tick's start.
LOPE_COLD double lope_turned(const lope_tick *tick, double time);

// Returns the direction that a yaw (rad) about up looks along, unit.
lope_point lope_facing(const lope_state *state, double yaw);

// Returns a vector of the frame of a character that faces `yaw`, in the world.
LOPE_COLD lope_point lope_from_frame(const lope_state *state, double yaw, lope_vec3 v);

// Returns the share that is left of an even way whose direction turns by `turn` rad, up to half a turn.
double lope_chord(double turn);

#endif
