// layer_displacement.h - the displacement of a layered move.
#ifndef LOPE_CHARACTER_LAYERS_LAYER_DISPLACEMENT_H
#define LOPE_CHARACTER_LAYERS_LAYER_DISPLACEMENT_H

#include "character/tick/tick.h"

// What a layer does from its time on, for some seconds.
typedef struct lope_layer_way {
    lope_point mean, end; // m/s: of the whole, and at its end
    lope_point plain;     // m/s: of the whole, without making good what it has fallen back
} lope_layer_way;

#define LOPE_BEND_TIME 0.017 // s: a way that bends is gone in pieces no longer than this

// Returns what a layer does for `time` seconds from now on, in closed form.
lope_layer_way lope_layer_way_of(const lope_tick *tick, const lope_active_layer *layer, double time);

// Returns the longest piece of `time` seconds whose chord stays close to the layer's way.
double lope_layer_piece(const lope_tick *tick, const lope_active_layer *layer, double time);

#endif
