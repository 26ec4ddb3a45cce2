// yard.h - lots with what abilities need (walls, ledges, ladders, ropes, ziplines, low bars, water, slopes;
// some move, one has gravity askew), and players on them that press everything: for golden runs.
//
// Everything follows from numbers of bodies, players and ticks, as in park.h. Read next: abilities.c.
#ifndef LOPE_TESTS_REPEAT_YARD_H
#define LOPE_TESTS_REPEAT_YARD_H

#include "scene/catalog.h"

#include <lope/lope.h>

#define YARD_LOTS 6
#define YARD_KINDS (1 + LOPE_SCENE_OWN_ABILITIES) // of players: with all abilities, or with one
#define YARD_ALL 12                               // players of the first kind
#define YARD_PLAYERS (YARD_ALL + 2 * LOPE_SCENE_OWN_ABILITIES)
#define YARD_RATE 60 // ticks a second
#define YARD_TICK (1.0f / YARD_RATE)

// Adds all bodies where they stand at time 0. False: refused.
bool yard_fill(lope_level *level);
// Sets the poses of all that moves for the end of tick `tick` (from 0).
bool yard_set_poses(lope_level *level, uint32_t tick);
// Movesets by kind. False: refused.
bool yard_movesets(lope_moveset movesets[YARD_KINDS]);
uint32_t yard_kind(uint32_t player);
lope_point yard_start(uint32_t player);
// Several times a second another way and other buttons, often toward a piece of the lot; now and then beside
// one, in the air.
lope_input yard_input(uint32_t player, uint32_t tick, const lope_state *state, lope_requests *requests);

#endif
