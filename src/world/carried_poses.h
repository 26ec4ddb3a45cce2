// carried_poses.h - how far bases carry characters in a tick. Read next: carried_poses.c.
#ifndef LOPE_WORLD_CARRIED_POSES_H
#define LOPE_WORLD_CARRIED_POSES_H

#include "world/world_private.h"

// Returns the way (m) that a character's base carries it in the coming tick of `seconds`; zero without a
// base.
lope_point lope_carried_way(const lope_world *world, const lope_seat *seat, double seconds);
// Returns the way (m) that a body carries a state in a tick of `seconds`. base: where the body is at the
// tick's end; NULL: it goes on as in the last tick.
lope_point lope_carried_by(const lope_state *state, const lope_transform *base, double seconds);

// Returns the velocity (m/s) of a character with those of the characters that it stands upon.
lope_vec3 lope_carried_velocity(const lope_world *world, const lope_seat *seat);

#endif
