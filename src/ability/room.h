// room.h - the room that an ability needs: the character's own capsule, swept where it would go. Shared by
// what leads over an edge. Read next: room.c.
#ifndef LOPE_ABILITY_ROOM_H
#define LOPE_ABILITY_ROOM_H

#include <lope/tick.h>

#define LOPE_ROOM_SKIN 1e-3 // m, by which a swept capsule is smaller: what is touched is not in the way

// Returns the question for the capsule as it is, smaller by `skin` (m) all round. It meets no characters.
lope_cast_def lope_room_capsule(const lope_tick *tick, lope_point feet, lope_point motion, double skin);

// Sweeps the capsule from one place to another. Returns true, with *hit, when something is in the way.
bool lope_room_sweep(lope_tick *tick, lope_point from, lope_point to, double scale, lope_cast_hit *hit);

// Moves a question into the frame of a body that moves, or off the character's own base: bodies stand at
// their pose of the tick's end, and so shall the character. direction: is turned along. brought: where the
// feet get to on the way there, past what stops them. Returns true when it is another question now.
bool lope_room_follow(lope_tick *tick, uint64_t body, double scale, lope_point *feet, lope_point *direction, lope_point *brought);

#endif
