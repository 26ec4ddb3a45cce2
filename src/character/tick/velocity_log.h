// velocity_log.h - why the velocity is what it is: books every change of a recorded tick's velocity under one of the terms of record.h.
//
// What has not been booked yet falls to the term that is booked next, so the terms always add up to the whole change. Without a log all
// of this is one test of a pointer.
#ifndef LOPE_CHARACTER_TICK_VELOCITY_LOG_H
#define LOPE_CHARACTER_TICK_VELOCITY_LOG_H

#include "base/hot_cold.h"
#include "character/tick/tick.h"
#include "motion/query/query_log.h"

static inline void lope_velocity_log_begin(lope_tick *tick)
{
    if (tick->log) tick->log->known = tick->velocity;
}

// All that has changed since the last booking: most often nothing.
LOPE_COLD void lope_velocity_log_add_change(lope_tick *tick, lope_term term);
static inline void lope_velocity_log_add(lope_tick *tick, lope_term term)
{
    if (!tick->log) return;
    lope_point now = tick->velocity, known = tick->log->known;
    if (now.x != known.x || now.y != known.y || now.z != known.z) lope_velocity_log_add_change(tick, term);
}

// Before forces act: books the impulse, and remembers the force (m/s2).
static inline void lope_velocity_log_add_impulse(lope_tick *tick, lope_point force)
{
    if (!tick->log) return;
    lope_velocity_log_add(tick, LOPE_TERM_REQUEST);
    tick->log->force = force;
}

// When a walker has taken the force's level part for the whole tick.
LOPE_COLD void lope_velocity_log_add_level_force(lope_tick *tick, lope_point level);
static inline void lope_velocity_log_add_force(lope_tick *tick, lope_point level)
{
    if (!tick->log) return;
    if (level.x != 0 || level.y != 0 || level.z != 0)
        lope_velocity_log_add_level_force(tick, level);
    else
        lope_velocity_log_add(tick, LOPE_TERM_CLIP); // the floor's
}

// What the law of velocity has done to the level velocity in `time` seconds, in its parts. To within about a hundredth: they are known at
// the beginning and the end only. blocked: something took a part of it; else they make up the whole change.
LOPE_COLD void lope_velocity_log_add_law(lope_tick *tick, const lope_law *drive, double time, bool blocked);
// The same for a piece of a fall with gravity and forces, which leads to `end` before what it slides along takes its part.
LOPE_COLD void lope_velocity_log_add_fall(lope_tick *tick, const lope_law *drive, double time, lope_point end);

#endif
