// layer_slots.h - which layered moves are at work in the tick.
#ifndef LOPE_CHARACTER_TICK_LAYER_SLOTS_H
#define LOPE_CHARACTER_TICK_LAYER_SLOTS_H

#include "character/tick/tick.h"

// Returns how many layered moves act.
uint32_t lope_layers_count(const lope_tick *tick);

// Returns the layered move that overrides the velocity, or NULL.
const lope_active_layer *lope_layers_overriding(const lope_tick *tick);

// True while root motion of an animation overrides the velocity in this tick.
bool lope_layers_animated(const lope_tick *tick);

// True when root motion gives the velocity along up, too.
bool lope_layers_animation_gives_up(const lope_tick *tick);

// True when what overrides the velocity also gives its part along up. Then nothing else can launch the
// character.
LOPE_COLD bool lope_layers_give_up(const lope_tick *tick);

#endif
