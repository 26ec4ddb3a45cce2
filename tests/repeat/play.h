// play.h - a park with walkers, opened in any order of bodies, played tick by tick: what the tests of this
// folder share.
#ifndef LOPE_TESTS_REPEAT_PLAY_H
#define LOPE_TESTS_REPEAT_PLAY_H

#include "park.h"

#define PLAY_WALKERS 48

typedef struct play {
    lope_world *world;
    lope_moveset movesets[PARK_MOVESETS];
    lope_character *walkers[PLAY_WALKERS];
    uint32_t tick; // the next one
} play;

// The gym's mesh, read once a test program. False: it is not there.
bool play_gym(obj_mesh *gym);
// shuffle 0: bodies in order of their number; else in an order drawn from it. Every third walker collides
// with the others.
bool play_open(play *p, const obj_mesh *gym, uint32_t shuffle);
void play_close(play *p);
bool play_step(play *p);
// Puts what moves where it stood before tick `tick`, and makes that the next one. States are put back by the
// caller.
bool play_rewind(play *p, uint32_t tick);
// Bodies of a level alone, for lope_move without a world.
bool play_fill(lope_level *level, const obj_mesh *gym, uint32_t shuffle);

#endif
