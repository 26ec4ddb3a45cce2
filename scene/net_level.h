// net_level.h - a scenario's level at the poses of any tick, for both ends of a network match.
//
// Pieces that move are placed by the tick's number, so that server and clients find them at the same bits.
// Read first: player_level.h, lope/level_view.h.
#ifndef LOPE_SCENE_NET_LEVEL_H
#define LOPE_SCENE_NET_LEVEL_H

#include "player_level.h"

#include <lope/level_view.h>
#include <lope/net.h>

#define LOPE_SCENE_NET_PLACES 64u // moving bodies

// A level and the rate of its ticks. The context of lope_scene_net_mover.
typedef struct lope_scene_net_level {
    const lope_scene_player *player;
    const lope_level *level;
    uint32_t rate; // Hz
} lope_scene_net_level;

// The level as one end sees it at a tick. The context of lope_scene_net_around.
typedef struct lope_scene_net_view {
    const lope_scene_net_level *of;
    lope_level_view view;
    lope_body_place places[LOPE_SCENE_NET_PLACES];
    lope_surroundings around;
} lope_scene_net_view;

// Returns the surroundings of a tick, valid until the next call with the same view.
const lope_surroundings *lope_scene_net_around(void *view, uint32_t tick);
// Tells where a body is: rules.mover of a match.
bool lope_scene_net_mover(void *level, uint64_t body, uint32_t plan, uint32_t ticks, lope_transform *pose);
// Returns the rules of a match in a level, which is their context from then on. bound: where the scenario's first
// character meets characters; else they pass through each other. tick_rate: 0: 60.
lope_net_rules lope_scene_net_rules(lope_scene_net_level *level, float bound, uint32_t tick_rate);

#endif
