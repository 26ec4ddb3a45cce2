// base_tick.h - what a tick knows of the body that carries the character. Read next: carry_base.c.
#ifndef LOPE_CHARACTER_TICK_BASE_TICK_H
#define LOPE_CHARACTER_TICK_BASE_TICK_H

#include "motion/moving/carry.h"

#include <stddef.h>

typedef struct lope_base_tick {
    bool on;      // it is carried in this tick: what follows counts
    bool falls;   // it falls away from under it, and is not followed: `carrier` counts
    bool leapt;   // so far that the carrier was taken for teleported: no sweep led to where it is
    bool leaves;  // it has left the carrier: what that imparts is added at the tick's end
    bool landed;  // onto what it stands on now: that has carried it since
    bool alights; // it is seen from a body that rises or sinks, upon which it comes down: land_on_moving.c. Then rises and over
    bool fades;   // what a former base has imparted fades in this tick
    bool turns;   // when it is on: it turns about up
    double turn;  // then: rad over the tick
    lope_base_motion carrier; // of the point under the feet
    lope_along along;         // for the space
    lope_point belt;          // m/s, of the surface over the body
    lope_point ran;           // m, that the belt brings it in a whole tick: as much of that as of the tick is left it is ahead
    double lets_go;           // share of the tick after which the belt has carried it past its floor; 1: it has not
    lope_point due;           // m, the way that it should take with all that
    lope_point to;            // feet, carried along
    double left_at;           // s into the tick
    lope_point imparted;      // m/s
    uint64_t left_body;
    double rises; // m/s, of that body
    double over;  // m, by which it is still over where it is in the world
} lope_base_tick;
#define LOPE_BASE_TICK_FLAGS 8 // bytes at its start, with which a tick begins at zero
_Static_assert(offsetof(lope_base_tick, turns) == LOPE_BASE_TICK_FLAGS - 1, "the flags are eight bytes");

#endif
