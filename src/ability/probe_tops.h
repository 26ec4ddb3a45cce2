// probe_tops.h - the tops behind the walls that the probe has met. Read next: probe_tops.c.
#ifndef LOPE_ABILITY_PROBE_TOPS_H
#define LOPE_ABILITY_PROBE_TOPS_H

#include "probe_ledge.h"
#include "probe_walls.h"

#define LOPE_PROBE_TOPS 12 // that are kept

// Finds the open tops behind walls. Returns how many, from the lowest to the highest.
uint32_t lope_probe_find_tops(lope_tick *tick, lope_probe *probe, const lope_cast_hit *walls, uint32_t wall_count,
                              lope_probe_top tops[LOPE_PROBE_TOPS]);
// Keeps the tops that can be stood upon, or of none the others, and of these not more than a probe tells of:
// those with free space behind their edge come before narrow ones, and then lower ones. Returns how many, in
// order of height.
uint32_t lope_probe_choose_tops(lope_tick *tick, lope_probe *probe, lope_probe_top *tops, uint32_t count);

#endif
