// round_slice.h - a slice along a round surface that something presses the character against: an edge, a
// ball, a pillar. The modes in the air and in water share it.
//
// The slice goes along the plane at its begin. The surface falls away from that plane. What the free way has
// against it brings the character back, and it goes on as the surface has turned meanwhile: Heun's method,
// right to the second order of the turn. Walking has its own, exact way (walking_bend.h).
// Read next: round_slice.c, flying.c.
#ifndef LOPE_CHARACTER_MODES_ROUND_SLICE_H
#define LOPE_CHARACTER_MODES_ROUND_SLICE_H

#include "character/tick/tick.h"
#include "motion/query/sweep.h"

// A slice that has gone along the plane at its begin.
typedef struct lope_round_slice {
    lope_point wall;     // normal of that plane
    lope_point way, end; // m along it, and the velocity (m/s) after it
    lope_point begun;    // m/s at the begin
    lope_point free_way; // m, without the surface
    lope_point free_end; // m/s, without the surface
} lope_round_slice;

// Returns the seconds, at most `time`, of a slice that turns little. free_way: m that the character would go
// in `time` without the surface.
double lope_round_slice_time(const lope_tick *tick, double time, double free_way);
// Sweeps from *there along `way` and moves *there on. Returns true when the sweep met something.
bool lope_round_slice_lean(lope_tick *tick, lope_point *there, lope_point way, lope_contact *contact);
// Goes on from the feet around a surface by what the mean over a slice is more along it than `way` is.
// normal: the surface's at the end.
void lope_round_slice_on(lope_tick *tick, lope_point free_way, lope_point way, lope_point normal);
// Ends a slice: brings the feet back to the surface, and sets the velocity there. Returns true with the
// contact, which is told as a hit. False: the surface is out of reach, and the slice was a free one.
bool lope_round_slice_end(lope_tick *tick, const lope_round_slice *slice, lope_contact *contact);

#endif
