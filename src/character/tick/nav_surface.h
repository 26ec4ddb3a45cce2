// nav_surface.h - the navigation surface under the feet, and the capsule that solids stop in nav walking.
#ifndef LOPE_CHARACTER_TICK_NAV_SURFACE_H
#define LOPE_CHARACTER_TICK_NAV_SURFACE_H

#include "character/tick/tick.h"

// The nav walking mode's data in the state: the height over the surface, and the time of the next look.
typedef struct lope_nav_state {
    float left;         // s of walking until the next look at the real floor
    float offset, goal; // m over the surface: now, and where it goes to
    uint32_t begun;     // 1 after the mode has begun
} lope_nav_state;

// Asks the surroundings for the navigation surface under or over `feet` (local), within the search height.
// *at is local. False: there is none.
bool lope_nav_surface_at(const lope_tick *tick, lope_point feet, lope_nav_point *at);

// True when the character is in nav walking and a navigation surface is in reach.
bool lope_nav_stands(const lope_tick *tick);

// Returns the height (m) up to which solids do not stop a nav walking character; 0 in any other mode.
double lope_nav_lift(const lope_tick *tick);

// Takes `by` m off the capsule's lower end, so that queries begin above what could be stepped on. Negative:
// puts it back.
void lope_nav_raise(lope_tick *tick, double by);

// True when the mode goes through solids.
static inline bool lope_nav_passes(const lope_tick *tick)
{
    return tick->state.mode == LOPE_MODE_NAV_WALKING && !tick->tuning->sweep_while_nav_walking;
}

#endif
