// ledge_hang_shimmy.h - along the edge, round its corners. Read next: ledge_hang_shimmy.c.
#ifndef LOPE_ABILITY_LEDGE_HANG_SHIMMY_H
#define LOPE_ABILITY_LEDGE_HANG_SHIMMY_H

#include "ledge_hang_data.h"

// Moves the grip for `seconds` as the input asks, and writes the phase.
void lope_hang_shimmy(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_hang_data *data, lope_hang_edge *edge,
                      double seconds);

#endif
