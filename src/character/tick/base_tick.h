// base_tick.h - what a tick knows of the base, the body that carries the character.
//
// Data: how the base moves, where it leads the feet, what it imparts. Read next: base/carry_base.c.
#ifndef LOPE_CHARACTER_TICK_BASE_TICK_H
#define LOPE_CHARACTER_TICK_BASE_TICK_H

#include "motion/moving/carry.h"

#include <stddef.h>

// The first eight flags begin a tick as zero; the other members count only while a flag says so.
typedef struct lope_base_tick {
    bool on;     // the character is carried in this tick
    bool falls;  // the base falls away from under the character, which does not follow; `carrier` counts
    bool leapt;  // the base moved so far that it was taken for teleported: no sweep led here
    bool leaves; // the character has left the base: what the base imparts is added at the tick's end
    bool landed; // the character has landed on its base in this tick, which has carried it since
    // the character comes down upon a body that rises or sinks, and is seen from it: land_on_moving.c; then
    // `rises` and `over` count
    bool alights;
    bool fades;               // what a former base has imparted fades in this tick
    bool turns;               // while `on`: the base turns about up
    double turn;              // while `turns`: rad over the tick
    lope_base_motion carrier; // motion of the point under the feet
    lope_along along;         // the carried way as the space's queries see it, while `on`
    lope_point belt;          // m/s of the surface over the body: a conveyor
    // m by which the belt moves the character in a whole tick; it is ahead by the share of the tick that is
    // left
    lope_point ran;
    double lets_go;      // share of the tick after which the belt has carried it past its floor; 1: never
    lope_point due;      // m, the whole way on which the base should take the character
    lope_point to;       // feet when carried along, local
    double left_at;      // s into the tick when the character left the base
    lope_point imparted; // m/s that the base gives
    uint64_t left_body;  // the base that was left
    double rises;        // m/s up, of the body that the character comes down upon
    double over;         // m by which the feet are still above their place in the world
} lope_base_tick;
// Bytes at the struct's start with which a tick begins at zero.
#define LOPE_BASE_TICK_FLAGS 8
_Static_assert(offsetof(lope_base_tick, turns) == LOPE_BASE_TICK_FLAGS - 1, "the flags are eight bytes");

#endif
