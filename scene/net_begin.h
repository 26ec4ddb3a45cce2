// net_begin.h - where the players of a network match begin: round where the scenario's first character stands.
#ifndef LOPE_SCENE_NET_BEGIN_H
#define LOPE_SCENE_NET_BEGIN_H

#include "net_level.h"

#include <lope/move.h>

// What is asked for a place to begin.
typedef struct lope_scene_net_ground {
    lope_scene_net_view *view;
    const lope_moveset *moveset;
    lope_nearby *nearby; // that may be used
    uint32_t tick;       // at which a player begins
} lope_scene_net_ground;

// Finds the next place on a spiral round `first` where a character can begin: on what there is to stand on,
// and free. *at: which places were looked at, from 0. Where there is none it is that of `first`.
lope_state lope_scene_net_begin(const lope_scene_net_ground *ground, const lope_state *first, uint32_t *at);

#endif
