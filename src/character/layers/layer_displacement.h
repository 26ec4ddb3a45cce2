// layer_displacement.h - the displacement of a layered move. Read next: layer_displacement.c.
#ifndef LOPE_CHARACTER_LAYERS_LAYER_DISPLACEMENT_H
#define LOPE_CHARACTER_LAYERS_LAYER_DISPLACEMENT_H

#include "character/tick/tick.h"

// What a layer does for some seconds from now on.
typedef struct lope_layer_way {
    lope_point mean, end; // m/s: mean over the whole, and at its end
    lope_point plain;     // m/s: mean, without making good what the layer has fallen back
} lope_layer_way;

#define LOPE_BEND_TIME 0.017 // s: longest piece of a way that bends, about a tick of 60 Hz

// Returns what a layer does for `time` seconds from now on, in closed form. Zero for a kind that is not
// known.
lope_layer_way lope_layer_way_of(const lope_tick *tick, const lope_active_layer *layer, double time);

// Returns the longest piece (s) of `time` seconds in which the chord stays close to the layer's way. A
// piece never goes past the highest point of an arc.
double lope_layer_piece(const lope_tick *tick, const lope_active_layer *layer, double time);

#endif
