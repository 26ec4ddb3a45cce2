// velocity_log.h - why the velocity is what it is: records each change of a tick's velocity under a term of
// record.h.
//
// A change that was not recorded yet goes to the term that is recorded next. So the terms always add up to
// the whole change. Without a log each call is one test of a pointer. Times are in s, velocities in m/s.
#ifndef LOPE_CHARACTER_TICK_VELOCITY_LOG_H
#define LOPE_CHARACTER_TICK_VELOCITY_LOG_H

#include "base/hot_cold.h"
#include "character/tick/tick.h"
#include "motion/query/query_log.h"

// Starts the log with the tick's velocity.
static inline void lope_velocity_log_begin(lope_tick *tick)
{
    if (tick->log) tick->log->known = tick->velocity;
}

// Adds to a term all that has changed since the last call.
LOPE_COLD void lope_velocity_log_add_change(lope_tick *tick, lope_term term);
// The same when there is a log and something has changed; most often nothing has.
static inline void lope_velocity_log_add(lope_tick *tick, lope_term term)
{
    if (!tick->log) return;
    lope_point now = tick->velocity, known = tick->log->known;
    if (now.x != known.x || now.y != known.y || now.z != known.z) lope_velocity_log_add_change(tick, term);
}

// Called before forces act: records the impulse, and remembers the force (m/s2).
static inline void lope_velocity_log_add_impulse(lope_tick *tick, lope_point force)
{
    if (!tick->log) return;
    lope_velocity_log_add(tick, LOPE_TERM_REQUEST);
    tick->log->force = force;
}

// Called when a walking character has taken the force's level part (m/s2) for the whole tick.
LOPE_COLD void lope_velocity_log_add_level_force(lope_tick *tick, lope_point level);
// The same when there is a log; without a level part only what the floor takes is recorded.
static inline void lope_velocity_log_add_force(lope_tick *tick, lope_point level)
{
    if (!tick->log) return;
    if (level.x != 0 || level.y != 0 || level.z != 0)
        lope_velocity_log_add_level_force(tick, level);
    else
        lope_velocity_log_add(tick, LOPE_TERM_CLIP); // what the floor takes
}

// Records in parts what the velocity law has done to the level velocity in `time` seconds. The parts are
// right to about a hundredth, for they are worked out in steps. blocked: a wall took the rest; else the parts
// make up the whole change.
LOPE_COLD void lope_velocity_log_add_law(lope_tick *tick, const lope_law *drive, double time, bool blocked);
// The same for a piece of a fall, with gravity and forces. end: the velocity of free flight, before what is
// touched takes its part.
LOPE_COLD void lope_velocity_log_add_fall(lope_tick *tick, const lope_law *drive, double time, lope_point end);

#endif
