// ledge_hang_edge.h - one place on an edge, measured by rays. Read next: ledge_hang_edge.c.
#ifndef LOPE_ABILITY_LEDGE_HANG_EDGE_H
#define LOPE_ABILITY_LEDGE_HANG_EDGE_H

#include "ledge_hang_data.h"

#define LOPE_HANG_BELOW 0.03 // m below the top the wall is looked for

// Measures the edge beside a place on it. Returns false where there is none to hold.
bool lope_hang_measure(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *near, lope_point at,
                       lope_hang_edge *edge);
// Casts a ray at what may be held. Returns true for a hit from outside on a wall, with the level direction
// into it.
bool lope_hang_wall(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_point from, lope_point motion,
                    lope_cast_hit *hit, lope_point *inward);
// Returns the level direction into the surface that was met, and whether that is a wall.
bool lope_hang_is_wall(const lope_cast_hit *hit, lope_point up, lope_point *inward);

#endif
