// nav_surface.h - the navigation surface under the feet, and what nav walking leaves out of its way.
#ifndef LOPE_CHARACTER_TICK_NAV_SURFACE_H
#define LOPE_CHARACTER_TICK_NAV_SURFACE_H

#include "character/tick/tick.h"

// The nav walking mode's own data in the state: its height over the surface, and when it looks for the real floor again.
typedef struct lope_nav_state {
    float left;         // s of walking until then
    float offset, goal; // m over the surface: now, and where it goes to
    uint32_t begun;
} lope_nav_state;

// Asks the surroundings for the navigation surface under or over `feet` (local), within the search height. *at is local.
// False: there is none.
bool lope_nav_surface_at(const lope_tick *tick, lope_point feet, lope_nav_point *at);

// True when the character is in nav walking over a navigation surface that is there.
bool lope_nav_stands(const lope_tick *tick);

// Returns the height (m) up to which obstacles are left out of a nav walker's way; 0 in any other mode.
double lope_nav_lift(const lope_tick *tick);

// Takes `by` m off the capsule's lower end, so that queries begin above what could be stepped upon; negative: puts it back.
void lope_nav_raise(lope_tick *tick, double by);

// True when the mode goes through what is solid.
static inline bool lope_nav_passes(const lope_tick *tick)
{
    return tick->state.mode == LOPE_MODE_NAV_WALKING && !tick->tuning->sweep_while_nav_walking;
}

#endif
