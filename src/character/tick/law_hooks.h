// law_hooks.h - the hooks of the velocity law: the law functions of the mode and of abilities at work.
//
// The law is that of tuning, mode and input. A hook sees its public form (lope/velocity_law.h), and what it
// makes of it holds for the coming piece of way. Read next: motion/velocity/public_law.h.
#ifndef LOPE_CHARACTER_TICK_LAW_HOOKS_H
#define LOPE_CHARACTER_TICK_LAW_HOOKS_H

#include "character/tick/ability_slots.h"
#include "character/tick/tick.h"

// True when there is a hook.
static inline bool lope_law_has_hooks(const lope_tick *tick)
{
    return lope_tick_mode(tick)->law != NULL ||
           (LOPE_UNLIKELY(lope_tick_has_abilities(tick)) && lope_tick_abilities_have_law(tick));
}

// Returns the unit normal of the plane underfoot along which gravity pulls: the face's, and on an edge the
// contact's. So over a crest it turns along with the way of the feet.
lope_point lope_law_plane(const lope_floor_hit *floor);

// Lets all hooks rewrite *drive: the mode, then abilities in the order of their numbers. level: the law is
// that on the ground or in the air.
LOPE_COLD void lope_law_apply_hooks(lope_tick *tick, bool level, lope_law *drive);

// True when the law is to be given anew for each piece of way: by the exact integrator, with a hook, and with
// no layer that overrides it.
static inline bool lope_law_renews(const lope_tick *tick, const lope_law *drive)
{
    return LOPE_UNLIKELY(drive->own != NULL) && !drive->per_tick && lope_law_has_hooks(tick);
}

#endif
