// way_out.h - finds the nearest free place for a capsule that is deep in solids. Read next: way_out.c,
// straight_exit.h.
#ifndef LOPE_MOTION_MOVING_WAY_OUT_H
#define LOPE_MOTION_MOVING_WAY_OUT_H

#include "base/hot_cold.h"
#include "motion/query/capsule_query.h"

// Finds the shortest straight way from feet (relative to the nearby's origin) to a place where the capsule
// is free, as straight_exit.h has it. most: m, only shorter ways count. Returns true with *way (m). Returns
// false when there is none, or when a gather fails (space->failed). Other characters are obstacles too.
LOPE_COLD bool lope_way_out_find(lope_space *space, lope_point feet, double most, lope_point *way);

#endif
