// walking_plan.c - a stride: the level displacement that the velocity law lays out for a part of the tick.
//
// A stride is about half a radius long, so that no gap in the floor is passed over unseen. It is longer while
// the character brakes, and where the tick would else need too many strides.
#include "character/modes/walking_plan.h"
#include "base/copy.h"
#include "character/modes/walking_private.h"
#include "character/modes/walking_slice_time.h"
#include "character/tick/tick.h"

// Strides aimed at for a long tick. No limit: LOPE_TICK_SLICES is.
#define MOST_STRIDES 48
// Strides over which the rest is spread, once the others are used.
#define LEAST_STRIDES 8
// of a square: a margin, so that a root's rounding cannot skip the exact test in cut_plan
#define SHORTER 0.999

// Pays back step debt: the distance by which a step up has moved ahead of the motion. Takes it from the level
// displacement (m). Returns the share of the displacement that is left.
static double pay_debt(lope_tick *tick, lope_point *level)
{
    double debt = (double)tick->state.step_debt, length = lope_point_length(*level);
    if (debt <= 0 || length <= 0) return 1.0;
    double pay = debt < length ? debt : length;
    tick->state.step_debt = (float)(debt - pay);
    *level = lope_point_scale(*level, (length - pay) / length);
    return (length - pay) / length;
}

// Returns the longest stride (m): `most`, or more when the rest of the tick would take too many strides.
// speed: m/s.
static double longest(const lope_tick *tick, double speed, double most)
{
    uint32_t gone = tick->iterations, spare = MOST_STRIDES - LEAST_STRIDES;
    double share = speed * (tick->seconds - tick->now) / (double)(MOST_STRIDES - (gone < spare ? gone : spare));
    return share > most ? share : most;
}

// Cuts a plan to one stride when its displacement, of that length (m), is longer than a stride.
static void cut_plan(const lope_tick *tick, const lope_law *drive, double length, lope_plan *plan)
{
    double most = 0.5 * tick->space.radius;
    if (length > most) most = longest(tick, length / plan->time, most);
    if (!(length > most)) return;
    plan->time = plan->time * most / length;
    plan->level = lope_law_run(drive, tick->velocity, plan->time, &plan->end);
}

LOPE_HOT void lope_plan_make(lope_tick *tick, const lope_law *drive, double time, lope_plan *plan)
{
    plan->going = false;
    plan->velocity = tick->velocity;
    plan->time = time;
    plan->gone = plan->passed = 0;
    lope_point level = lope_law_run(drive, tick->velocity, time, &plan->end);
    lope_put_point(&plan->level, &level);
    double squared = lope_point_dot(level, level), most = 0.5 * tick->space.radius;
    if (LOPE_UNLIKELY(squared > SHORTER * most * most)) cut_plan(tick, drive, sqrt(squared), plan);
    plan->unpaid = pay_debt(tick, &plan->level);
}

// Goes on with the plan where the slice was cut short by a change of slope only. Along a wall it is planned
// anew, for the wall may have turned.
void lope_plan_pass(lope_plan *plan, const lope_walk_slice *s, double fraction, double used)
{
    plan->going = !s->rounds && !s->held && fraction < 1.0;
    plan->gone = lope_plan_share(plan, fraction);
    plan->passed += used;
}
