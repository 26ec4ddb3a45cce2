// walking_plan.c - a piece of level way that the velocity law lays out.
//
// A piece is at most half a radius long, so that no gap in the floor is passed over unseen. Fast characters
// get longer pieces.
#include "character/modes/walking_plan.h"
#include "base/copy.h"
#include "character/modes/walking_private.h"
#include "character/modes/walking_slice_time.h"
#include "character/tick/tick.h"

// Pieces into which a tick's way is cut.
#define MOST_STRIDES 48
// Pieces for the rest of the way, once most of them are used.
#define LEAST_STRIDES 8
#define SHORTER 0.999 // of a square: surely less, whatever is lost in roots

// Takes step debt, the way that a step up has gone ahead, from the level way (m). Returns the share of the
// way that is left.
static double pay_debt(lope_tick *tick, lope_point *level)
{
    double debt = (double)tick->state.step_debt, length = lope_point_length(*level);
    if (debt <= 0 || length <= 0) return 1.0;
    double pay = debt < length ? debt : length;
    tick->state.step_debt = (float)(debt - pay);
    *level = lope_point_scale(*level, (length - pay) / length);
    return (length - pay) / length;
}

// Returns the longest piece (m): `most`, or more when the rest of the tick's way would take too many pieces.
// speed: m/s.
static double longest(const lope_tick *tick, double speed, double most)
{
    uint32_t gone = tick->iterations, spare = MOST_STRIDES - LEAST_STRIDES;
    double share = speed * (tick->seconds - tick->now) / (double)(MOST_STRIDES - (gone < spare ? gone : spare));
    return share > most ? share : most;
}

// Cuts a plan to one piece when its way, of that length (m), is longer than a piece.
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

// A way that was only turned up or down goes on as planned. Along a wall it is planned anew, for the wall may
// have turned.
void lope_plan_pass(lope_plan *plan, const lope_walk_slice *s, double fraction, double used)
{
    plan->going = !s->rounds && !s->held && fraction < 1.0;
    plan->gone = lope_plan_share(plan, fraction);
    plan->passed += used;
}
