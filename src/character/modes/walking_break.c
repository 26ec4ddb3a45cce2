// walking_break.c - see walking_break.h. Places on a slice's way are found by halving.
#include "character/modes/walking_break.h"
#include "character/modes/walking_slice_time.h"
#include "character/modes/walking_underfoot.h"
#include "character/tick/law_hooks.h"
#include "character/tick/velocity_log.h"
#include "motion/floor/find_floor.h"

// share of a slice's way, to which the place is found where the floor lets go
#define LET_GO_WITHIN (1.0 / 16384.0)
#define LEAST_GAP 1e-4    // m of way: a floor does not let go on a shorter one
#define BREAK 1e-9        // 1 - cosine between two planes underfoot that are not one: 45 microradians
#define BREAK_HALVINGS 20 // of a slice, at most half a radius: to a micrometre
#define MOST_BREAKS 96    // in a tick
// Round ground has one break after the other. There 1 - cosine of each break in a tick is so many times the
// last one's, up to 1 degree: the law lags by half of that, and the tick keeps few slices.
#define ROUND_GROWS 16.0
#define ROUND_BREAK 1.5e-4

double lope_walk_let_go_at(lope_tick *tick, lope_point from, lope_point to, double gone, double *last)
{
    double held = *last;
    uint32_t probes = lope_log_next(&tick->space);
    while (gone - held > LET_GO_WITHIN) {
        double middle = 0.5 * (held + gone);
        lope_point at = lope_point_mad(from, lope_point_sub(to, from), middle);
        if (lope_walk_holds(tick, at))
            held = middle;
        else
            gone = middle;
    }
    lope_log_probes(&tick->space, probes);
    *last = held;
    return gone;
}

double lope_walk_below_at(lope_tick *tick, lope_point at)
{
    double spare = 1e-3 * tick->space.unit;
    lope_floor_hit floor = lope_find_floor(&tick->space, at, lope_walk_snap_reach(tick) + spare, spare);
    return floor.walkable ? floor.distance : 0;
}

// Returns whether a floor is on another plane than the slice began on. breaks: in the tick until now.
static bool is_past(const lope_walk_slice *s, const lope_floor_hit *floor, uint32_t breaks)
{
    double most = BREAK;
    for (uint32_t i = 0; i < breaks && most < ROUND_BREAK && !floor->contact.flat; i++) most *= ROUND_GROWS;
    if (most > ROUND_BREAK) most = ROUND_BREAK;
    return lope_point_dot(s->plane, lope_law_plane(floor)) < 1.0 - most;
}

bool lope_walk_back_to_break(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double *used)
{
    lope_point way = lope_point_sub(tick->feet, s->from);
    if (!is_past(s, &tick->floor, tick->breaks) || s->rounds || tick->breaks >= MOST_BREAKS) return false;
    // over a crest the straight way lies below the floor: it is looked for from above
    double spare = 1e-3 * tick->space.unit, crest = 0.5 * lope_point_length(way) + spare;
    double reach = lope_walk_snap_reach(tick) + crest + spare, held = 0, gone = 1, below = 0;
    lope_point from = lope_point_mad(s->from, tick->space.up, crest);
    uint32_t probes = lope_log_next(&tick->space);
    for (int i = 0; i < BREAK_HALVINGS; i++) {
        double middle = 0.5 * (held + gone);
        lope_floor_hit floor = lope_find_floor(&tick->space, lope_point_mad(from, way, middle), reach, spare);
        bool past = is_past(s, &floor, tick->breaks);
        *(past ? &gone : &held) = middle;
        if (past) below = crest > floor.distance ? crest - floor.distance : 0;
    }
    lope_log_probes(&tick->space, probes);
    if (gone >= 1.0 || held <= 0) return false; // at the very start only the look from above says so
    tick->breaks++;
    walk->broke = true;
    tick->feet = lope_point_mad(tick->feet, tick->space.up, below / gone);
    *used = lope_walk_take_back(tick, walk, s, fraction, gone);
    return true;
}

bool lope_walk_lets_go_before(lope_tick *tick, lope_point level, double share)
{
    const double least = LEAST_GAP * tick->space.unit;
    return share * share * lope_point_dot(level, level) > least * least && !lope_walk_holds(tick, tick->feet);
}

// It is looked for from the height of the way's higher end: a step may lie in between.
LOPE_COLD bool lope_walk_crosses_gap(lope_tick *tick, const lope_walk_slice *s, double share)
{
    const lope_point way = lope_point_sub(tick->feet, s->from), level = lope_flat(&tick->space, way);
    const double rise = lope_rise(&tick->space, way), back = LEAST_GAP * tick->space.unit, length = lope_point_length(level);
    const double before = share * length > back ? share - back / length : 0;
    const double reach = lope_walk_snap_reach(tick) + (rise < 0 ? -rise : rise) + 1e-3 * tick->space.unit;
    const lope_point high = lope_point_mad(s->from, tick->space.up, rise > 0 ? rise : 0);
    if (!(before > 0)) return false;
    tick->space.purpose = LOPE_QUERY_FLOOR;
    return !lope_find_floor(&tick->space, lope_point_mad(high, level, before), reach, 0).walkable;
}
