// ledge_hang_rim.h - what comes along an edge: more of it, a corner, or its end. Read next: ledge_hang_rim.c.
#ifndef LOPE_ABILITY_LEDGE_HANG_RIM_H
#define LOPE_ABILITY_LEDGE_HANG_RIM_H

#include "ledge_hang_data.h"

// What comes first.
typedef enum lope_hang_kind {
    LOPE_HANG_ON,    // the edge goes on, or a gap that may be crossed
    LOPE_HANG_OUTER, // a corner, round which the capsule goes
    LOPE_HANG_INNER, // a corner, in which the character turns
    LOPE_HANG_ENDS   // nothing that may be held
} lope_hang_kind;

typedef struct lope_hang_rim {
    uint32_t kind;       // lope_hang_kind
    double distance;     // m, straight along the edge to there
    lope_hang_edge next; // the edge there; behind a corner
} lope_hang_rim;

// Returns what comes first within `way` (m) straight along an edge. along: unit, to the side. fine: m, pieces
// that a round wall is cut into.
lope_hang_rim lope_hang_next(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge,
                             lope_point along, double way, double fine);
// Returns how much of the rim (m, up to `way`) can be held from an edge on, round corners too.
// side: 1 to the right, -1 to the left.
double lope_hang_free(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, int side,
                      double way);
// Brings an edge that was found to where a character with its axis at `axis` hangs on it: onto the plane of
// its wall or to its corner, and out of an inner corner that is nearer than the axis gets in a shimmy.
void lope_hang_settle(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_point axis, lope_hang_edge *edge);
// Returns the direction along an edge to a side.
lope_point lope_hang_along(const lope_tick *tick, const lope_hang_edge *edge, int side);

#endif
