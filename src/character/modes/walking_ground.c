// walking_ground.c - walking where nothing but ground is near: no sweeps; the ground gives each piece of way
// its height.
//
// Most ticks are of this kind. Velocity and level way are those of walking.c. Read next:
// motion/floor/ground_survey.h.
#include "character/modes/walking_ground.h"
#include "character/modes/walking_plan.h"
#include "character/modes/walking_private.h"
#include "character/modes/walking_underfoot.h"
#include "character/state/state_flags.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/floor/ground_height.h"

// Strides in a tick, at most. A way over surveyed ground has no more, unless a stride takes no time.
#define STRIDES 100

// Moves the character to the end of a plan, where the ground holds it as told in `hold`.
static void stand_on(lope_tick *tick, const lope_plan *plan, const lope_ground_hold *hold)
{
    tick->feet = lope_point_mad(lope_point_add(tick->feet, plan->level), tick->space.up, hold->rise);
    tick->report->moved_by_snap += hold->rise < 0 ? -hold->rise : hold->rise;
    tick->state.distance_walked += lope_point_length(plan->level);
    tick->velocity = plan->end;
    lope_ground_tell(&tick->space, hold, &tick->floor);
    tick->floor_seen = true;
}

// Records a stride as the queries it stands for: a free sweep, and a look down at its end.
static void log_stride(lope_tick *tick, lope_point from)
{
    lope_space *space = &tick->space;
    space->purpose = LOPE_QUERY_MOVE;
    lope_log_sweep(space, from, lope_point_sub(tick->feet, from), NULL);
    space->purpose = LOPE_QUERY_FLOOR;
    lope_walk_log_floor(space, tick->feet, &tick->floor);
}

// Returns the rise (m) of the plane underfoot over a level way.
static double rise_of(const lope_tick *tick, lope_point level)
{
    double up = lope_rise(&tick->space, tick->floor.normal);
    return up > 1e-3 ? -lope_point_dot(tick->floor.normal, level) / up : 0.0;
}

// True when the ground falls away from the plane underfoot by more than the snap distance. rise: m of the
// ground over the way. Then the floor may let go on the way.
static bool ground_lets_go(const lope_tick *tick, lope_point level, double rise)
{
    double snap = (double)tick->tuning->snap_distance;
    if (snap < 0) snap = (double)tick->tuning->max_step_height;
    return rise_of(tick, level) - rise > snap + 1e-6 * tick->space.unit;
}

LOPE_HOT double lope_walk_over_patch(lope_tick *tick, const lope_law *drive, double time)
{
    double left = time;
    for (int i = 0; i < STRIDES && left > LOPE_MIN_TIME; i++) {
        lope_plan plan;
        lope_ground_hold hold;
        float debt = tick->state.step_debt;
        lope_plan_make(tick, drive, left, &plan);
        if (!tick->tuning->maintain_horizontal_ground_velocity)
            plan.level = lope_walk_along(plan.level, rise_of(tick, plan.level));
        if (!lope_ground_walk(&tick->space, &tick->ground, &tick->feet, &plan.level, &hold) ||
            ground_lets_go(tick, plan.level, hold.rise)) {
            tick->state.step_debt = debt;
            return left;
        }
        lope_point from = tick->feet;
        tick->iterations++;
        stand_on(tick, &plan, &hold);
        if (tick->space.log) log_stride(tick, from);
        if (tick->log) lope_velocity_log_add_law(tick, drive, plan.time, false);
        left -= plan.time;
        tick->now = tick->time - left;
        lope_tick_base(tick);
    }
    return left > LOPE_MIN_TIME ? left : 0;
}
