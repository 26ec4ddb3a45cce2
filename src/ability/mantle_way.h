// mantle_way.h - where the body is in the course of a mantle. Read next: mantle_way.c.
#ifndef LOPE_ABILITY_MANTLE_WAY_H
#define LOPE_ABILITY_MANTLE_WAY_H

#include "mantle_data.h"

// Where the feet are after a time, and the facing.
typedef struct lope_mantle_place {
    lope_point offset; // m from the target, in the frame
    double yaw;        // rad from the facing at the end
} lope_mantle_place;

// Returns the place after `time` (s), by the way of the data. ahead: the state's `forward`. moveset: for the
// settings, and the curves of `root`.
lope_mantle_place lope_mantle_place_at(const lope_mantle_data *data, const lope_moveset *moveset, lope_vec3 ahead, double time);

// Returns the root of the animation at `position` (s): x forward, y up, in m.
lope_point lope_mantle_root(const lope_mantle_data *data, const lope_mantle_settings *settings, const lope_moveset *moveset,
                            double position);

#endif
