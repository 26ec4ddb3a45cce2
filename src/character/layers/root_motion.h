// root_motion.h - the root motion of an animation. Read next: root_motion.c.
#ifndef LOPE_CHARACTER_LAYERS_ROOT_MOTION_H
#define LOPE_CHARACTER_LAYERS_ROOT_MOTION_H

#include "character/layers/layer_displacement.h"
#include "character/tick/tick.h"

// Returns what the tick's root motion does for `time` seconds from now on, in the world.
LOPE_COLD lope_layer_way lope_root_motion_way(const lope_tick *tick, double time);

#endif
