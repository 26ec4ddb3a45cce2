// run_built_in.c - runs a built-in mode's function for a mode of the game's own. Described in lope/mode.h.
//
// The mode stays the game's: its on_ground, max_speed, law and data hold. Read next: walking.c.
#include "base/error.h"
#include "character/modes/falling.h"
#include "character/modes/flying.h"
#include "character/modes/swimming.h"
#include "character/modes/walking.h"
#include "character/state/state_flags.h"
#include "character/tick/tick.h"

// Runs that function for at most `seconds`, in a mode that is on the ground or not. Returns the s not used.
static double run_for(lope_tick *tick, double seconds, bool on_ground, double (*run)(lope_tick *, double))
{
    double end = tick->time, left = end - tick->now, time = seconds < left ? seconds : left;
    if (lope_tick_on_ground(tick) != on_ground || !(time > 0)) return 0;
    if (time <= LOPE_MIN_TIME) { // as a mode drops such a rest
        tick->now += time;
        return 0;
    }
    tick->time = tick->now + time;
    double unused = run(tick, time);
    tick->now = tick->time - unused;
    tick->time = end;
    return unused;
}

double lope_tick_walk(lope_tick *tick, double seconds) { return run_for(tick, seconds, true, lope_walking_run); }
double lope_tick_fly(lope_tick *tick, double seconds) { return run_for(tick, seconds, false, lope_flying_run); }
double lope_tick_swim(lope_tick *tick, double seconds) { return run_for(tick, seconds, false, lope_swimming_run); }

double lope_tick_fall(lope_tick *tick, double seconds)
{
    lope_point wanted = tick->wanted, level = lope_flat(&tick->space, wanted);
    double length = lope_point_length(level);
    tick->wanted = lope_point_scale(level, length > 0 ? tick->press / length : 0);
    double unused = run_for(tick, seconds, false, lope_falling_run);
    tick->wanted = wanted;
    return unused;
}

double lope_tick_fall_under(lope_tick *tick, double pull, double seconds)
{
    tick->has_own_pull = true;
    tick->own_pull = lope_finite_double(pull) ? pull : 0;
    double unused = lope_tick_fall(tick, seconds);
    tick->has_own_pull = false;
    return unused;
}
