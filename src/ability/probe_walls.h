// probe_walls.h - the walls that the probe meets ahead. Read next: probe_walls.c.
#ifndef LOPE_ABILITY_PROBE_WALLS_H
#define LOPE_ABILITY_PROBE_WALLS_H

#include <lope/probe.h>
#include <lope/tick.h>

#define LOPE_PROBE_WALLS 8 // that are looked behind: the nearest ones, and the farthest

// Returns the radius (m) of the cylinder that is swept.
double lope_probe_width(const lope_tick *tick);
// Returns how far (m) it is swept.
double lope_probe_way(const lope_tick *tick, const lope_probe_def *def);
// Sweeps forward, and fills in the probe's wall. Returns how many walls were met, the nearest first.
uint32_t lope_probe_find_walls(lope_tick *tick, lope_probe *probe, lope_cast_hit walls[LOPE_PROBE_WALLS]);

#endif
