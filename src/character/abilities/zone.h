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

// How far the zones of rows reach, m: from the feet's axis, and above and below the feet.
typedef struct lope_zone_reach {
    double level, high, down;
} lope_zone_reach;

// Lets a reach hold all that a row may need to be looked at, too.
void lope_zone_join(const lope_tick *tick, const lope_ask *row, lope_zone_reach *reach);

// Returns the local bounds of all within a reach.
lope_bounds lope_zone_bounds(const lope_tick *tick, const lope_zone_reach *reach);

// True when it is sure that there is nothing that a row needs: no wall, or no ledge. False where something
// is, or may be.
bool lope_zone_has_nothing(lope_tick *tick, const lope_ask *row);

// True when nothing that moves can be in the zone of a row.
bool lope_zone_rests(const lope_tick *tick, const lope_ask *row);

#endif
