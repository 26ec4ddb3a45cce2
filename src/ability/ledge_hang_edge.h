// ledge_hang_edge.h - the shape of an edge, measured by rays. Read next: ledge_hang_edge.c.
#ifndef LOPE_ABILITY_LEDGE_HANG_EDGE_H
#define LOPE_ABILITY_LEDGE_HANG_EDGE_H

#include "ledge_hang_data.h"

// Measures the edge beside a place on it. Returns false where there is none to hold.
bool lope_hang_measure(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *near, lope_point at,
                       lope_hang_edge *edge);
// Finds where the edge ends within `way` (m) along `along`: *distance (m); and behind it the edge round the
// outer corner. Returns true when that one may be held.
bool lope_hang_corner(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, lope_point along,
                      double way, double *distance, lope_hang_edge *behind);
// Returns true when the place `at` on the line of the edge is over a gap that may be crossed.
bool lope_hang_gap(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, lope_point along,
                   double at);
// Finds the wall ahead within `way` (m): *distance to where the character turns. Returns true when it is an
// inner corner with an edge, *behind, that may be held.
bool lope_hang_inner(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, lope_point along,
                     double way, double *distance, lope_hang_edge *behind);

#endif
