// character_planes.h - the plane between a character and another: neither crosses it in a tick.
//
// Read next: character_planes.c.
#ifndef LOPE_MOTION_NEARBY_CHARACTER_PLANES_H
#define LOPE_MOTION_NEARBY_CHARACTER_PLANES_H

#include <lope/move.h>

#define LOPE_FIRMEST 15u // a character that something keeps where it is; beyond it one that never gives way

// Another character: the plane halfway between the two at the tick's start. Each stays on its side, so in whatever order they move
// they never meet, and each has used at most half of the gap. Of two over one another, one of whom falls, each has as much of the gap as it
// falls toward the other: who comes down on a head that stands has all of it, and is there at the instant.
//
// Two that overlap part. Each goes half of the way, but where one stands firmer (lope_state_firm: something pushes it, or keeps it where it
// is) the other goes all of it: so what pushes one pushes a whole row, and a row against a wall stands. A direction is always there, and for
// each the other's reversed: that of the nearest points, or where the cores meet that of their middles, or by the order of their ids.
typedef struct lope_near_fence {
    lope_point normal;    // unit, toward the character that gathers
    double offset;        // no point of its capsule gets below this along normal
    double gap;           // m, between the two at the tick's start
    double share;         // of the gap, or of the way by which two that overlap part, that is for this one to go
    uint32_t firm;        // of the other
    lope_point point;     // on the other's surface
    uint32_t body, index; // in the moving set's table; the game's
} lope_near_fence;

// Takes the other characters out of the moving set's round shapes and makes planes of those that touch the moving bounds. A
// plane has no end, so it shall not stand for a character that was gathered for another reason. False: out of memory.
bool lope_character_planes_make(lope_nearby *nearby);

#endif
