// round_slice.h - a slice of a way along a round surface that something presses the character against: an edge,
// a ball, a pillar. The modes in the air and in water share it.
//
// The slice goes along the plane at its begin. The surface falls away from that plane. What the free way has
// against it brings the character back, and the slice goes on as the surface has turned meanwhile: Heun's
// method, right to the second order of the turn. Walking has its own, exact way (walking_bend.h).
// Read next: round_slice.c, flying.c.
#ifndef LOPE_CHARACTER_MODES_ROUND_SLICE_H
#define LOPE_CHARACTER_MODES_ROUND_SLICE_H

#include "character/tick/tick.h"
#include "motion/query/sweep.h"

// Returns the seconds, at most `time`, of a slice that turns little. free_way: m that the character would go in
// `time` without the surface.
double lope_round_slice_time(const lope_tick *tick, double time, double free_way);
// Sweeps from the feet along `way` and moves them on. Returns true when the sweep met something.
bool lope_round_slice_go(lope_tick *tick, lope_point way, lope_contact *contact);
// Returns by how much the mean over a slice is more along the surface than what is there at its begin. free: a
// way or a gain of velocity without the surface. begun: the same along the plane at the begin. normal: the
// surface's at the end.
lope_point lope_round_slice_more(lope_point free, lope_point begun, lope_point normal);
// Returns the velocity at a slice's end turned along the surface there, by no more than what has pressed against
// it (m/s). What is turned whole keeps its speed.
lope_point lope_round_slice_turn(lope_point end, lope_point normal, double pressed);

#endif
