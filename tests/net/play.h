// play.h - one character in a scenario's level, moved tick by tick as a client moves it: commands and orders
// drawn by a seed, bodies at the poses of any tick. What a tick was given is kept by the caller, so that it
// can be run again.
#ifndef LOPE_TESTS_NET_PLAY_H
#define LOPE_TESTS_NET_PLAY_H

#include "scene/player_level.h"

#include <lope/command.h>
#include <lope/level_view.h>
#include <lope/lope.h>

#define PLAY_PLACES 64

typedef struct play {
    lope_scenario *scenario;
    lope_scene_player *player;
    const lope_level *level;
    const lope_moveset *moveset;
    lope_nearby *nearby;
    lope_state start; // of the scenario's first character
    uint32_t rate;
    lope_body_place places[PLAY_PLACES];
    lope_level_view view;
    lope_surroundings around;
} play;

// What one tick was given.
typedef struct play_tick {
    lope_command command;
    lope_requests requests;
    bool has_requests;
    uint32_t forbidden;
} play_tick;

// The hand that draws.
typedef struct play_hand {
    uint64_t random;
    uint32_t left; // ticks until it thinks again
    lope_command command;
} play_hand;

// Opens a scenario. Returns false where it does not load or has no character.
bool play_open(play *p, const char *file);
void play_close(play *p);

// Draws what a character at `feet` is given next. orders: one tick in so many has one; 0: none.
play_tick play_draw(play_hand *hand, lope_point feet, uint32_t orders);
// Moves a state through a tick.
lope_result play_move(play *p, lope_state *state, const play_tick *given, uint32_t tick, lope_report *report);

#endif
