// zone.h - where the walls and ledges lie that a row of lope_ask needs, and whether anything is there.
//
// Read next: zone.c; asking.c, which uses it.
#ifndef LOPE_CHARACTER_ABILITIES_ZONE_H
#define LOPE_CHARACTER_ABILITIES_ZONE_H

#include "character/tick/tick.h"

#define LOPE_STANDARD_HEIGHT 1.76 // m, for which lengths of the body are given: lope/ability.h

#define LOPE_NEEDS_AHEAD (LOPE_NEEDS_WALL_AHEAD | LOPE_NEEDS_LEDGE_AHEAD)
#define LOPE_NEEDS_WALLS (LOPE_NEEDS_WALL_AROUND | LOPE_NEEDS_AHEAD)

// Returns the part of v that is level.
static inline lope_point lope_zone_level(const lope_tick *tick, lope_point v)
{
    return lope_point_mad(v, tick->space.up, -lope_point_dot(v, tick->space.up));
}

// True when the input asks for a level way. 1e-9: what abilities take for a direction.
static inline bool lope_zone_has_input(const lope_tick *tick)
{
    return lope_point_length(lope_zone_level(tick, tick->wanted)) > 1e-9;
}

// A static shape that a glance has met.
typedef struct lope_glance_shape {
    lope_point v[3]; // local, the corners of a triangle
    bool round, two_sided;
} lope_glance_shape;

#define LOPE_GLANCE 32 // shapes that a glance keeps

// One glance at the static shapes in the zones of all rows of an instant. It begins with
// laid and done false, and is taken when a row first needs it.
typedef struct lope_glance {
    lope_bounds bounds; // local, around the zones
    uint32_t count;
    // its bounds are known; it has been taken; there are more shapes than it keeps, or it failed
    bool laid, done, full;
    lope_glance_shape shapes[LOPE_GLANCE];
} lope_glance;

// Returns the local bounds around all that a row needs to be looked at.
lope_bounds lope_zone_bounds(const lope_tick *tick, const lope_ask *row);

// True when it is sure that there is nothing that a row needs: no wall, or no ledge. False where something
// is, or may be.
bool lope_zone_has_nothing(lope_tick *tick, const lope_ask *row, lope_glance *glance);

// True when nothing that moves can be in the zone of a row.
bool lope_zone_rests(const lope_tick *tick, const lope_ask *row);

#endif
