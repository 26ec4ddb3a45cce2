// layers.h - layered moves: data that moves the character for a time, like Unreal's root motion sources.
//
// Read next: layers.c.
#ifndef LOPE_CHARACTER_LAYERS_LAYERS_H
#define LOPE_CHARACTER_LAYERS_LAYERS_H

#include "character/tick/tick.h"

// True when the requests start or end layered moves, or have root motion.
static inline bool lope_requests_have_layers(const lope_requests *requests)
{
    return requests->has_root_motion || requests->asked & (LOPE_REQUEST_LAYER | LOPE_REQUEST_END_LAYERS);
}

// True when the tick has layered moves or root motion.
static inline bool lope_layers_concern(const lope_tick *tick)
{
    return lope_has_page(&tick->state, LOPE_PAGE_LAYERS) || lope_requests_have_layers(tick->requests);
}

// Takes what additive layers put into the velocity in the last tick out of it.
LOPE_COLD void lope_layers_take_out(lope_tick *tick);

// Ends and starts layers as the input asks, at the tick's start.
LOPE_COLD void lope_layers_begin(lope_tick *tick);

// Runs the mode under the layers for `time` seconds. Returns the seconds that were not used: another mode
// has begun, or a query has failed.
double lope_layers_run(lope_tick *tick, double time);

// Ends the layers that are over, at the tick's end. Adds what additive layers did to the velocity.
LOPE_COLD void lope_layers_end(lope_tick *tick);

#endif
