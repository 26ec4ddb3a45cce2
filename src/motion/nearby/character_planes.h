// character_planes.h - the plane between a character and another: neither crosses it in a tick.
//
// Two that are apart: the plane lies halfway between them at the tick's start. Each stays on its side, so
// they never meet, in whatever order they move. Where one is above the other and falls, the gap is divided by
// the speeds at which they close in. So a character that falls onto a standing character's head has the whole
// gap, and lands at the true instant.
//
// One that rests (lope_sink_body.rests) will not move by itself in the tick. It has no plane: the other meets
// its capsule as it would a body that stands, and so goes round it alike at every tick rate.
//
// Two that overlap: each goes half of the way out. Where the push priorities differ
// (lope_state_push_priority), the lower one goes all of it. So a body that pushes one character pushes a
// whole row, and a row against a wall stands. The direction out is that of the nearest points. Where the
// cores meet, it is that of their middles, or follows from the order of the ids. Both characters find the
// same direction, reversed. Read next: character_planes.c.
#ifndef LOPE_MOTION_NEARBY_CHARACTER_PLANES_H
#define LOPE_MOTION_NEARBY_CHARACTER_PLANES_H

#include <lope/move.h>

#define LOPE_PUSH_PRIORITY_MOST 15u                             // of a character that is held in place
#define LOPE_PUSH_PRIORITY_NEVER (LOPE_PUSH_PRIORITY_MOST + 1u) // of one that never gives way

struct lope_near_self;

// The plane toward another character.
typedef struct lope_character_plane {
    lope_point normal;      // unit, toward the character that gathers
    double offset;          // m along normal, below which no point of its capsule comes
    double gap;             // m, between the two at the tick's start
    double share;           // 0 to 1, of the gap or of the way out, that it may or must go
    uint32_t push_priority; // the other's
    lope_point point;       // on the other's surface
    uint32_t body, index;   // in the moving set's table; the game's
} lope_character_plane;

// Takes the other characters out of the moving set's round shapes, and makes planes of those that touch the
// moving bounds. A plane is endless, so none is made for a character that was gathered for another reason.
// Returns false when out of memory.
bool lope_character_planes_make(lope_nearby *nearby);

// Returns the way (m) by which a body that carries the character is met ahead of where it stands: the level
// way of its velocity in the tick, when it is a character. There it will be while it walks on, so its rider
// goes along with it, and not a tick behind. Of another body: zero.
lope_point lope_base_lead(const struct lope_near_self *self, const lope_sink_body *body);

#endif
