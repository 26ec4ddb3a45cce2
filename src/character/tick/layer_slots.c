// layer_slots.c - which layered moves act in the tick, and which part of the velocity they give.
#include "character/tick/layer_slots.h"
#include "character/tick/tick.h"

uint32_t lope_layers_count(const lope_tick *tick)
{
    return lope_has_page(&tick->state, LOPE_PAGE_LAYERS) ? tick->state.layer_count : 0;
}

// Of the layers that override, the highest priority counts; of equal ones the oldest.
const lope_active_layer *lope_layers_overriding(const lope_tick *tick)
{
    const lope_active_layer *best = NULL;
    for (uint32_t i = 0; i < lope_layers_count(tick); i++) {
        const lope_active_layer *layer = &tick->state.layers[i];
        if (layer->flags & LOPE_LAYER_ADDITIVE) continue;
        if (!best || layer->priority > best->priority) best = layer;
    }
    return best;
}

// Additive root motion does not count.
bool lope_layers_animated(const lope_tick *tick)
{
    return tick->requests->has_root_motion && !(tick->requests->root_motion.flags & LOPE_LAYER_ADDITIVE);
}

// On the ground and in a fall an animation leaves the vertical alone.
bool lope_layers_animation_gives_up(const lope_tick *tick)
{
    bool level = tick->requests->root_motion.flags & LOPE_LAYER_IGNORE_VERTICAL;
    return !level && !lope_tick_on_ground(tick) && tick->state.mode != LOPE_MODE_FALLING;
}

bool lope_layers_give_up(const lope_tick *tick)
{
    if (!tick->layered) return false;
    if (lope_layers_animated(tick)) return lope_layers_animation_gives_up(tick);
    const lope_active_layer *layer = lope_layers_overriding(tick);
    return layer && !(layer->flags & LOPE_LAYER_IGNORE_VERTICAL);
}
