// wall.h - the upright wall nearest to the capsule, for the abilities that use walls. Read next: wall.c.
#ifndef LOPE_ABILITY_WALL_H
#define LOPE_ABILITY_WALL_H

#include <lope/tick.h>

// The nearest wall.
typedef struct lope_wall {
    lope_tick_contact contact; // of the wall; without one, the first contact that was met
    double gap;                // m, along the normal
    bool found, met;           // there is a wall; there is a contact, be it a wall or not
} lope_wall;

// Returns the nearest wall around the capsule, within reach (m).
lope_wall lope_wall_nearest(lope_tick *tick, double reach);

// Returns true for a wall that is another character, which carries none.
static inline bool lope_wall_is_character(const lope_tick_contact *contact) { return (contact->body & LOPE_BODY_CHARACTER) != 0; }

// Returns the velocity (m/s) of a contact's body there: how far its motion brings the point in the tick. Zero
// for the character's own base, against which its velocity is.
lope_point lope_wall_velocity(lope_tick *tick, const lope_tick_contact *contact);

#endif
