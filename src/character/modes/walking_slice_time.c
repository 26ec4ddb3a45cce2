// walking_slice_time.c - how long a part of a slice took, and taking the rest of a slice back.
//
// The time of a share follows from the speeds at the plan's two ends, linear between (lope_time_at); on an
// arc from bend_arc.h.
#include "character/modes/walking_slice_time.h"
#include "base/copy.h"
#include "character/modes/walking_bend.h"
#include "character/modes/walking_private.h"
#include "character/modes/walking_underfoot.h"
#include "character/tick/tick.h"

double lope_plan_share(const lope_plan *plan, double share) { return plan->gone + (1.0 - plan->gone) * share; }

double lope_walk_gone_at(const lope_walk *walk, const lope_walk_slice *s, double share, lope_point feet, lope_point *velocity,
                         lope_arc *there)
{
    if (s->rounds) {
        double used = lope_bend_time(walk, feet, share >= 1.0, there);
        *velocity = lope_point_scale(lope_arc_along(there), there->speed);
        return used;
    }
    const lope_plan *plan = &walk->plan;
    *velocity = plan->end;
    if (share >= 1.0) return plan->time - plan->passed;
    bool even = s->drive.turn_instantly || s->drive.per_tick;
    lope_point first = plan->velocity, last = plan->end;
    if (s->drive.drifts) {
        first = lope_point_add(first, s->drive.drift);
        last = lope_point_add(last, s->drive.drift);
    }
    double b = lope_point_length(last), a = even ? b : lope_point_length(first);
    double used = lope_time_at(a, b, plan->time, 1.0 - plan->unpaid + plan->unpaid * lope_plan_share(plan, share));
    lope_law_run(&s->drive, plan->velocity, used, velocity);
    return used - plan->passed;
}

double lope_walk_take_back(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double gone)
{
    lope_arc there;
    tick->feet = lope_point_mad(s->from, lope_point_sub(tick->feet, s->from), gone);
    tick->state.distance_walked -= fraction * (1.0 - gone) * lope_point_length(s->level);
    tick->report->event_count = s->events; // contacts farther on were not met
    tick->state.event_sequence = s->sequence;
    tick->hits[0] = s->hits[0];
    tick->hits[1] = s->hits[1];
    tick->impact_count = s->impacts;
    walk->drive = s->drive;
    for (uint32_t i = 0; i < s->drive.wall_count; i++) walk->kinds[i] = s->kinds[i];
    double used = lope_walk_gone_at(walk, s, fraction * gone, tick->feet, &tick->velocity, &there);
    if (lope_walk_to_floor(tick)) lope_walk_stand_on(tick, walk); // not on the planes farther on
    return used;
}
