// ledge_hang_place.h - where the character hangs: in the world and in the frame of the ledge's body.
// Read next: ledge_hang_place.c.
#ifndef LOPE_ABILITY_LEDGE_HANG_PLACE_H
#define LOPE_ABILITY_LEDGE_HANG_PLACE_H

#include "ledge_hang_data.h"

// Returns the factor of all lengths.
double lope_hang_scale(const lope_tick *tick);
// Returns how far the capsule's axis is from the wall, m.
double lope_hang_off(const lope_tick *tick, const lope_ledge_hang_settings *settings);
// Returns where the feet are when the character hangs on an edge.
lope_point lope_hang_feet(const lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge);
// Finds the edge that the data hold, in the world. Returns false when its body is gone or is level no longer.
bool lope_hang_edge_of(lope_tick *tick, const lope_hang_data *data, lope_hang_edge *edge);
// Finds the world's direction of one in the frame of the grip, which is at `point`. Returns false when the
// grip's body is gone.
bool lope_hang_direction(lope_tick *tick, const lope_hang_data *data, lope_vec3 direction, lope_point point, lope_point *world);
// Writes an edge into the data, in the frame of its body.
void lope_hang_keep(lope_tick *tick, lope_hang_data *data, const lope_hang_edge *edge);
// Returns the channels of what may be held.
uint32_t lope_hang_channels(const lope_tick *tick, const lope_ledge_hang_settings *settings);

#endif
