// ledge_hang_climb.h - from hanging up onto the ledge. Read next: ledge_hang_climb.c.
#ifndef LOPE_ABILITY_LEDGE_HANG_CLIMB_H
#define LOPE_ABILITY_LEDGE_HANG_CLIMB_H

#include "ledge_hang_data.h"

// Begins the climb, in the mode of number `mode`. Returns false when there is no room, and tells it.
bool lope_hang_climb(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_data *data,
                     const lope_hang_edge *edge, uint32_t mode);
// Goes on climbing; a mode's run.
double lope_hang_climb_run(lope_tick *tick, double seconds);

#endif
