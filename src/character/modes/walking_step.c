// walking_step.c - steps up onto what blocks a walking character, and onto what gets low beside it.
//
// What blocks is tried once where it is met (lope_walk_step_onto). Along a wall it may get low enough later:
// the side of a ramp does, and that of stairs. Where the first such place lies must not depend on where a
// tick or a slice begins, so it is searched for on the way. Along a slope a step is tried every 2 cm
// (lope_walk_time_to_try). Along other walls it is tried in places of a slice that is done, and the slice is
// taken back to the first of them (lope_walk_step_beside). Where an upright face bars the step, or what
// blocks is high, as beside most walls, a look at the end of the slice tells so.
// Read next: walking.c, motion/step/step_up.h.
#include "character/modes/walking_step.h"
#include "base/hot_cold.h"
#include "character/base/base_change.h"
#include "character/modes/walking_bend.h"
#include "character/modes/walking_break.h"
#include "character/modes/walking_private.h"
#include "character/modes/walking_slice_time.h"
#include "character/modes/walking_underfoot.h"
#include "character/modes/walking_walls.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"
#include "motion/floor/rim.h"
#include "motion/query/query_log.h"
#include "motion/query/sweep.h"
#include "motion/step/step_up.h"

#include <math.h>

#define STEP_EVENT 5e-3 // m: lower steps are unevenness of the ground, not worth a sound
// m ahead of the way: a step that puts the feet so far on is told, however low it is
#define STEP_LEAP 0.01
#define TRY_AGAIN 0.02     // m along a slope that holds the character, between tries of a step onto it
#define TRY_HALVINGS 6     // between the last place where there was none and the first: to 0.3 mm
#define BESIDE_APART 0.3   // of the radius, at most, between tries beside a wall: 10 cm
#define BESIDE_LEAST 1e-3  // m: after a shorter slice the next tick finds what is low soon enough
#define BESIDE_ROUND 1e-2  // m: the same on a leg round a corner
#define BESIDE_MOST 16.0   // tries in a slice, at most
#define BESIDE_WITHIN 3e-4 // m of the way, to which the first place is found

// Returns the plane underfoot that steps are measured from. On a face it lies at the point that the round
// bottom touches; on a rim or in a wedge at the feet.
lope_step_ground lope_walk_ground(const lope_tick *tick, const lope_walk *walk)
{
    const lope_space *space = &tick->space;
    lope_step_ground ground = {.normal = walk->plane_count ? walk->planes[walk->plane_count - 1] : space->up,
                               .point = tick->feet};
    if (tick->floor.kind == LOPE_FLOOR_FACE) {
        lope_point center = lope_point_mad(tick->feet, space->up, space->radius);
        ground.point = lope_point_mad(center, ground.normal, -space->radius);
    }
    return ground;
}

// Returns the rest of a level way (m) as a step onto what stopped it takes it. Onto a slope the step leads
// where the input does: along the slope the velocity turns within a tick, and the step must not depend on
// where the tick began.
static LOPE_INLINED lope_point way_onto(const lope_tick *tick, const lope_walk *walk, lope_point rest,
                                        const lope_contact *contact)
{
    const lope_law *drive = &walk->drive;
    if (!(lope_rise(&tick->space, contact->normal) > lope_riser((double)contact->limit)) || drive->per_tick ||
        drive->acceleration <= 0)
        return rest;
    if (!(lope_point_dot(drive->direction, contact->normal) < 0)) return rest;
    return lope_point_scale(drive->direction, lope_point_length(rest));
}

// Tries to step up onto what stopped a level way after `share` of it. Returns true when the character has
// done so. *fraction: the share that is gone then.
bool lope_walk_step_onto(lope_tick *tick, lope_walk *walk, lope_point level, double share, const lope_step_ground *ground,
                         const lope_contact *contact, double *fraction)
{
    lope_space *space = &tick->space;
    lope_step step;
    const lope_point rest = way_onto(tick, walk, lope_point_scale(level, 1.0 - share), contact);
    if (!lope_step_up(space, tick->feet, ground, rest, contact, &step) ||
        (step.bare && lope_walk_lets_go_before(tick, level, share))) {
        walk->leans =
            lope_rise(space, contact->normal) > lope_riser((double)contact->limit) && !contact->halfway && !contact->no_step_up;
        if (LOPE_UNLIKELY(walk->leans)) walk->tried = tick->feet;
        return false;
    }
    lope_point gone = lope_point_sub(step.feet, tick->feet);
    double length = lope_point_length(level), up = lope_rise(space, gone);
    double over = up - lope_walk_rise(tick, walk, lope_flat(space, gone)); // the ground underfoot
    uint64_t from = tick->floor.contact.body;
    tick->feet = step.feet;
    tick->floor = step.floor;
    tick->floor_seen = true;
    tick->state.distance_walked += step.way;
    if (from != step.floor.contact.body && !walk->drive.per_tick && lope_base_changes_frame(tick)) {
        step.debt += step.way; // it is carried from now on, not from where the way ahead would end
        step.way = 0;
    }
    tick->state.step_debt += (float)step.debt;
    tick->report->moved_by_step += (up < 0 ? -up : up) + step.debt;
    lope_walk_stand_on(tick, walk);
    *fraction = length > 0 ? share + step.way / length : 1.0;
    // A rim before a slope holds the feet higher than the slope does, though it is not above the slope.
    if (!(step.height > STEP_EVENT * space->unit)) step.height = over;
    if (step.height > STEP_EVENT * space->unit || step.debt > STEP_LEAP * space->unit)
        lope_tick_event(tick, LOPE_EVENT_STEP_UP)->value = (float)step.height;
    return true;
}

// True when the character has gone so far along a slope that holds it that a step onto it is tried again.
LOPE_COLD static bool is_far_along(const lope_tick *tick, const lope_walk *walk)
{
    if (walk->drive.wall_count == 0 || walk->drive.per_tick || walk->drive.acceleration <= 0) return false;
    lope_point way = lope_point_sub(tick->feet, walk->tried);
    double apart = (TRY_AGAIN - 1e-6) * tick->space.unit;
    return lope_point_dot(way, way) >= apart * apart;
}

// Returns true when what holds the character with the feet at `at` can be stepped up onto. *contact: that.
LOPE_COLD static bool steps_at(lope_tick *tick, lope_walk *walk, lope_point at, lope_contact *contact)
{
    const lope_point level = lope_point_scale(walk->drive.direction, LOPE_HOLD_REACH * tick->space.unit), feet = tick->feet;
    lope_step step;
    tick->feet = at;
    tick->space.purpose = LOPE_QUERY_PRESS;
    bool held = lope_sweep(&tick->space, at, lope_walk_over_ground(tick, walk, level), contact) && !contact->halfway &&
                !lope_walk_is_ramp(tick, walk, contact);
    const lope_step_ground ground = lope_walk_ground(tick, walk);
    const bool on = held && lope_step_up(&tick->space, at, &ground, level, contact, &step);
    tick->feet = feet;
    return on;
}

// Tries again to step up onto the slope that holds the character. Whether it can be climbed may change along
// it, and must not depend on where a tick begins: the first place where it can is searched for by halving.
LOPE_COLD static void try_again(lope_tick *tick, lope_walk *walk)
{
    lope_point before = walk->tried, at = tick->feet;
    lope_contact contact, nearer;
    walk->tried = at;
    if (tick->input->forbidden & LOPE_FORBID_STEP_UP || !steps_at(tick, walk, at, &contact)) return;
    const uint32_t probes = lope_log_next(&tick->space);
    for (int i = 0; i < TRY_HALVINGS; i++) {
        const lope_point middle = lope_point_scale(lope_point_add(before, at), 0.5);
        const bool on = steps_at(tick, walk, middle, &nearer);
        if (on) contact = nearer;
        *(on ? &at : &before) = middle;
    }
    lope_log_probes(&tick->space, probes);
    const lope_point level = lope_point_scale(walk->drive.direction, LOPE_HOLD_REACH * tick->space.unit);
    const float over = (float)lope_point_length(lope_point_sub(tick->feet, at));
    double fraction = 0;
    tick->feet = at;
    const lope_step_ground ground = lope_walk_ground(tick, walk);
    if (!lope_walk_step_onto(tick, walk, level, 0, &ground, &contact, &fraction)) return;
    // what it had gone past that place is part of the way ahead
    tick->state.step_debt = tick->state.step_debt > over ? tick->state.step_debt - over : 0;
    walk->drive.wall_count = 0;
    walk->plan.going = walk->round.on = walk->leans = false;
}

// Called before a slice of up to `time` seconds along a slope. Tries a step onto the slope, when the last try
// is far enough behind. Returns the s after which it is tried again, at most `time`.
LOPE_COLD double lope_walk_time_to_try(lope_tick *tick, lope_walk *walk, double time)
{
    if (is_far_along(tick, walk)) try_again(tick, walk);
    const double way = TRY_AGAIN * tick->space.unit, speed = lope_point_length(tick->velocity);
    return walk->drive.wall_count > 0 && speed * time > way ? way / speed : time;
}

// Returns true when the character can step up, with its feet at `at`, onto the wall that holds it in a slice.
// *contact: that wall.
static bool low_beside(lope_tick *tick, lope_walk *walk, lope_point at, lope_contact *contact)
{
    const lope_step_ground ground = lope_walk_ground(tick, walk);
    if (!lope_step_may_be(&tick->space, at, &ground, walk->drive.direction, walk->drive.walls[0])) return false;
    return steps_at(tick, walk, at, contact);
}

// Finds the first share of a slice's way at which the wall beside it is low enough to step up onto: in places
// apart first, then by halving. 2: there is none. *contact: the wall there.
static double first_low(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, lope_contact *contact)
{
    const lope_point way = lope_point_sub(tick->feet, s->from);
    const double length = lope_point_length(way), apart = BESIDE_APART * tick->space.radius;
    const double count = length > BESIDE_MOST * apart ? BESIDE_MOST : length > apart ? ceil(length / apart) : 1.0;
    const uint32_t probes = lope_log_next(&tick->space);
    double before = 0, low = 2;
    lope_contact nearer;
    for (double i = 1; i <= count && low > 1; i++) {
        const double share = i / count;
        *(low_beside(tick, walk, lope_point_mad(s->from, way, share), contact) ? &low : &before) = share;
    }
    while (low <= 1 && (low - before) * length > BESIDE_WITHIN * tick->space.unit && !tick->space.failed) {
        const double middle = 0.5 * (before + low);
        const bool on = low_beside(tick, walk, lope_point_mad(s->from, way, middle), &nearer);
        if (on) *contact = nearer;
        *(on ? &low : &before) = middle;
    }
    lope_log_probes(&tick->space, probes);
    return low;
}

double lope_walk_step_beside(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, lope_point far,
                             double used)
{
    const lope_point way = lope_point_sub(tick->feet, s->from);
    const double least = (s->rounds ? BESIDE_ROUND : BESIDE_LEAST) * tick->space.unit;
    lope_contact contact;
    if (lope_point_dot(way, way) < least * least) return used;
    if (walk->drive.wall_count != 1 || walk->leans || tick->input->forbidden & LOPE_FORBID_STEP_UP) return used;
    const double low = first_low(tick, walk, s, &contact);
    if (low > 1) return used;
    const double length = lope_point_length(lope_point_sub(far, s->from)), gone = lope_point_length(way);
    used = lope_walk_take_back(tick, walk, s, gone < length ? fraction * gone / length : fraction, low);
    const lope_point level = lope_point_scale(walk->drive.direction, LOPE_HOLD_REACH * tick->space.unit);
    const lope_step_ground ground = lope_walk_ground(tick, walk);
    double done = 0;
    walk->round.on = false;
    if (lope_walk_step_onto(tick, walk, level, 0, &ground, &contact, &done)) walk->drive.wall_count = 0;
    return used;
}
