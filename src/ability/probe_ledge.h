// probe_ledge.h - what the probe tells of one top. Read next: probe_ledge.c.
#ifndef LOPE_ABILITY_PROBE_LEDGE_H
#define LOPE_ABILITY_PROBE_LEDGE_H

#include <lope/probe.h>
#include <lope/tick.h>

// A top that a ray down has met.
typedef struct lope_probe_top {
    lope_cast_hit hit;
    double height;   // m above the feet
    double depth;    // m behind the wall
    double rise;     // m: the highest step on the way up to it
    double distance; // m along the direction, from the axis to the wall
    uint64_t wall_body;
    lope_point inward; // unit, level: away from the wall's face
} lope_probe_top;

// Fills in the ledge of a top: its edge, where to stand, and what stands before and behind it.
void lope_probe_ledge_fill(lope_tick *tick, lope_probe *probe, const lope_probe_top *top, lope_probe_ledge *ledge);

#endif
