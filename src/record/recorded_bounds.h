// recorded_bounds.h - whether a recorded body comes near some bounds in its tick, as the level that it was
// recorded from tells it: level/gather.c.
//
// A recorded tick holds the bodies of all its gathers, and an ability's query reaches far. A replay that gave
// each body to every gather would have a character on plain ground look for what moves, where it had not.
// Read next: replay.c.
#ifndef LOPE_RECORD_RECORDED_BOUNDS_H
#define LOPE_RECORD_RECORDED_BOUNDS_H

#include <lope/record.h>

// Returns whether the shapes of a body touch the world's bounds at any time of the body's motion. shapes: the
// tick's. A body that was noted without shapes touches nothing.
bool lope_recorded_body_touches(const lope_recorded_body *body, const lope_recorded_shape *shapes, const lope_bounds *world);

#endif
