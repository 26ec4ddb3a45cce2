// resize.h - the size of the capsule. Read next: resize.c.
#ifndef LOPE_CHARACTER_SIZE_RESIZE_H
#define LOPE_CHARACTER_SIZE_RESIZE_H

#include "character/tick/tick.h"
#include <lope/tick.h>

// Sets the capsule's radius and height (m) from now on, without a test for room.
void lope_tick_size(lope_tick *tick, float radius, float height);

// m inward from the capsule's rim, in which a rim holds no more: Unreal's SWEEP_EDGE_REJECT_DISTANCE
#define LOPE_EDGE_TOLERANCE 1.5e-3
// m from the axis, within which one always does: Unreal's least perch radius
#define LOPE_LEAST_SUPPORT 1.1e-3

// Returns how far (m) from the axis a rim holds the capsule. `ring`: m of its outer ring that does not
// count.
static inline double lope_held_within(const lope_space *space, double ring)
{
    double edge = LOPE_EDGE_TOLERANCE * space->unit, least = LOPE_LEAST_SUPPORT * space->unit;
    double radius = space->radius - (ring > edge ? ring : edge);
    return radius > least ? radius : least;
}

// Sets the support and perch radius of the space for its capsule's radius.
static inline void lope_tick_support(lope_tick *tick)
{
    tick->space.support_radius = lope_held_within(&tick->space, 0);
    tick->space.perch_radius = lope_held_within(&tick->space, (double)tick->tuning->perch_radius_threshold);
}

// Resizes the standing capsule as the input asks. Refuses where there is no room.
LOPE_COLD void lope_resize(lope_tick *tick);

// Resizes the capsule as it is to that radius and height (m), where there is room. `keep`: what stays in
// place. Returns LOPE_REFUSAL_NO_ROOM, and nothing has changed, or LOPE_REFUSAL_NONE.
LOPE_COLD lope_refusal lope_resize_to(lope_tick *tick, float radius, float height, lope_keep keep);

// Returns the crouched height (m) of a capsule of that radius and standing height (m): the tuning's, no
// less than two radii, no more than the standing height.
float lope_crouched_height(const lope_tuning *tuning, float radius, float standing);

#endif
