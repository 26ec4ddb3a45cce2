// walking_slope.h - ground that is too steep: a slope before the character, or an edge that it rolls off.
//
// Read next: walking_slope.c.
#ifndef LOPE_CHARACTER_MODES_WALKING_SLOPE_H
#define LOPE_CHARACTER_MODES_WALKING_SLOPE_H

#include "character/modes/walking_private.h"
#include "motion/floor/rim.h"

#define LOPE_STEEP_BACK 1e-4 // m before ground that is too steep, where the character stops

// True when a contact is with a slope, too steep to walk on and no wall.
static inline bool lope_walk_is_slope(const lope_tick *tick, const lope_contact *contact)
{
    return lope_rise(&tick->space, contact->normal) > lope_riser((double)contact->limit) && !contact->halfway &&
           !contact->character;
}

// True when a slice leads up a slope of that normal. A way as short as that of a character that is pinned has
// no direction of its own, but that of the input along the walls.
bool lope_walk_leads_up(const lope_tick *tick, const lope_walk_slice *s, lope_point normal);

// True when a slice leads along a side that is steeper than a slope, or a little off it, while the input
// presses against that side and the ground underfoot descends. Along that ground the slice leads into the
// side, which is a wall.
bool lope_walk_sinks_beside(const lope_tick *tick, const lope_walk *walk, const lope_walk_slice *s, const lope_contact *side);

// True when the round bottom has rolled over the edge of a face until the contact is too steep: at `last`, a
// share of the way, where the floor still holds, the contact normal is the same. No slope begins there.
LOPE_COLD bool lope_walk_rolls_off(lope_tick *tick, const lope_walk_slice *s, double last, const lope_contact *steep);

#endif
