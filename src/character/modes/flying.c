// flying.c - the flying mode: no gravity, all directions, through a fluid that takes a little of every speed.
//
// The velocity law is that of velocity_law.h in space, with half of the place's fluid friction, as Unreal has
// it. A contact becomes a wall of the law; a step that is met on a level way is flown over. On a floor the
// character goes on flying: only a request, or the game, changes to walking.
#include "character/modes/flying.h"
#include "character/modes/round_slice.h"
#include "character/modes/slide_rest.h"
#include "character/modes/step_over.h"
#include "character/modes/wall_end.h"
#include "character/state/state_flags.h"
#include "character/tick/contacts.h"
#include "character/tick/law_hooks.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/tick/velocity_setup.h"
#include "character/volume/overlap_events.h"
#include "character/volume/physics_volume.h"
#include "motion/query/sweep.h"

#define FLY_SLICES 64           // in a run of the mode, at most
#define SLICE_TIME (1.0 / 60.0) // s: a bend of 20 m/s2 is off its chord by 0.7 mm then
#define FLUID_SHARE 0.5         // of the place's fluid friction

// What a flight works with while the mode runs.
typedef struct lope_fly {
    lope_law drive;
    bool round; // the wall met last is an edge or a round surface
} lope_fly;

// Flies over a step on a level way, and tells it. True: done; *part is the share of `rest` used.
static bool step_over(lope_tick *tick, lope_point rest, const lope_contact *contact, double *part)
{
    lope_step step;
    if (!lope_step_over(tick, rest, contact, &step, part)) return false;
    lope_tick_event(tick, LOPE_EVENT_STEP_UP)->value = (float)step.height;
    return true;
}

// Adds a wall to the law. When there are too many, the oldest one goes.
static void add_flown_wall(lope_law *drive, lope_point normal)
{
    for (uint32_t i = 0; i < drive->wall_count; i++)
        if (lope_point_dot(drive->walls[i], normal) > 1.0 - 1e-9) return;
    if (drive->wall_count == LOPE_WALLS) {
        for (uint32_t i = 1; i < LOPE_WALLS; i++) drive->walls[i - 1] = drive->walls[i];
        drive->wall_count--;
    }
    drive->walls[drive->wall_count++] = normal;
}

// Drops the walls that are no longer touched.
static void drop_walls(lope_tick *tick, lope_law *drive)
{
    if (drive->wall_count == 0) return;
    const uint32_t touched = lope_walls_touched(tick, tick->feet, drive->walls, drive->wall_count);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < drive->wall_count; i++)
        if (touched >> i & 1u) drive->walls[kept++] = drive->walls[i];
    drive->wall_count = kept;
}

// Sets the speeds (m/s) along a way, at its begin (velocity) and its end (*end).
static void flying_speeds_of(const lope_law *drive, lope_point velocity, const lope_point *end, lope_volume_way *way)
{
    double length = lope_point_length(way->way);
    lope_point along = lope_point_scale(way->way, length > 0 ? 1.0 / length : 0);
    double besides = drive->drifts ? lope_point_dot(drive->drift, along) : 0;
    bool even = drive->per_tick || drive->turn_instantly;
    way->last = lope_point_dot(*end, along) + besides;
    way->first = even ? way->last : lope_point_dot(velocity, along) + besides;
}

// Returns the seconds after which the share of a way is done; `known` when that is not negative. *end:
// velocity after the whole way; becomes the velocity then.
static double gone_at(const lope_law *drive, lope_point velocity, const lope_volume_way *way, double known, lope_point *end)
{
    if (way->share >= 1.0 && known < 0) return way->time;
    double found = way->share > 0 ? lope_time_at(way->first, way->last, way->time, way->share) : 0;
    double used = known < 0 ? found : known;
    if (!drive->per_tick) lope_law_run(drive, velocity, used, end);
    return used;
}

// Runs the law for h seconds as if nothing were touched. Returns the way (m); *end: the velocity (m/s) then.
static lope_point fly_free(const lope_law *drive, lope_point velocity, double h, lope_point *end)
{
    lope_law law = *drive;
    law.wall_count = 0;
    return lope_law_run(&law, velocity, h, end);
}

// Returns the seconds of the next slice, at most `time`. *round becomes true when the slice goes around a
// round surface: then *slice has what is known of it before.
static double fly_slice_time(const lope_tick *tick, const lope_fly *fly, double time, bool *round, lope_round_slice *slice)
{
    const lope_law *drive = &fly->drive;
    const double h = drive->per_tick || time < SLICE_TIME ? time : SLICE_TIME;
    *round = fly->round && drive->wall_count == 1 && !drive->per_tick;
    if (!*round) return h;
    slice->wall = drive->walls[0];
    slice->begun = tick->velocity;
    slice->free_way = fly_free(drive, tick->velocity, h, &slice->free_end);
    const double cut = lope_round_slice_time(tick, h, lope_point_length(slice->free_way));
    if (cut < h) slice->free_way = fly_free(drive, tick->velocity, cut, &slice->free_end);
    return cut;
}

// Ends a slice around a round surface, after its way along the plane at its begin.
static void fly_round(lope_tick *tick, lope_fly *fly, lope_round_slice *slice, lope_point way)
{
    lope_contact contact;
    slice->way = way;
    slice->end = tick->velocity;
    tick->space.purpose = LOPE_QUERY_SLIDE;
    if (!lope_round_slice_end(tick, slice, &contact)) {
        drop_walls(tick, &fly->drive);
        return;
    }
    fly->drive.walls[0] = contact.normal;
    fly->round = !contact.flat && !contact.halfway;
}

// Runs one slice of at most `time` seconds. Returns the seconds used.
static double fly_slice(lope_tick *tick, lope_fly *fly, double time)
{
    lope_space *space = &tick->space;
    lope_law *drive = &fly->drive;
    lope_round_slice slice;
    bool round;
    double h = fly_slice_time(tick, fly, time, &round, &slice);
    lope_law begun = *drive;
    lope_point last, velocity = tick->velocity, way = lope_law_run(drive, velocity, h, &last), end = last;
    double length = lope_point_length(way);
    lope_contact contact;
    space->purpose = drive->wall_count > 0 ? LOPE_QUERY_SLIDE : LOPE_QUERY_MOVE;
    bool met = length > 1e-12 * space->unit && lope_sweep(space, tick->feet, way, &contact);
    if (space->failed) return h;
    const bool along = !met && !round && !drive->per_tick;
    const double held = along ? lope_wall_end(tick, way, drive->walls, drive->wall_count) : 1.0;
    lope_volume_way going = {way, met ? contact.fraction : held, h, 0, 0};
    lope_volume_cut cut;
    if (tick->zoned || going.share < 1.0) flying_speeds_of(drive, velocity, &end, &going);
    bool crosses = lope_volume_cuts(tick, &going, &cut);
    if (crosses) going.share = cut.share;
    double share = going.share, part = 0;
    tick->feet = lope_point_mad(tick->feet, way, share);
    double begin = tick->now, used = gone_at(drive, velocity, &going, cut.time, &end);
    tick->now = begin + used;
    bool steps = met && !crosses && step_over(tick, lope_point_scale(way, 1.0 - share), &contact, &part);
    if (steps) {
        end = last;
        going.share = share + (1.0 - share) * part;
        used = gone_at(drive, velocity, &going, -1, &end);
        tick->now = begin + used;
    }
    tick->velocity = end;
    if (tick->log) lope_velocity_log_add_law(tick, &begun, used, false);
    if (crosses) {
        lope_volume_change(tick, cut.into);
        return used;
    }
    if (!met) {
        if (round)
            fly_round(tick, fly, &slice, way);
        else
            drop_walls(tick, drive);
        return used;
    }
    if (steps) return used;
    lope_tick_hit(tick, &contact);
    if (share > 0) drop_walls(tick, drive);
    add_flown_wall(drive, contact.normal);
    fly->round = !contact.flat && !contact.halfway;
    tick->velocity = lope_along_walls(end, drive->walls, drive->wall_count);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    return used;
}

// Returns the velocity law of the tick at the character's place.
static lope_law law(lope_tick *tick)
{
    double friction = FLUID_SHARE * tick->fluid_friction;
    return lope_tick_fluid_law(tick, friction, (double)tick->tuning->braking_deceleration_flying);
}

// Asks a mode's law again for the next piece of way. Walls stay.
LOPE_COLD static void renew(lope_tick *tick, lope_law *drive)
{
    lope_law fresh = law(tick);
    for (uint32_t i = 0; i < drive->wall_count; i++) fresh.walls[i] = drive->walls[i];
    fresh.wall_count = drive->wall_count;
    *drive = fresh;
}

// True when nothing is asked for.
static bool without_input(const lope_tick *tick) { return lope_point_dot(tick->wanted, tick->wanted) <= 0; }

// Unreal's rule: sets the velocity once for `time` seconds, and makes *drive a law of straight motion. A
// force acts on it for the whole tick at once.
static void set_out_flying(lope_tick *tick, lope_law *drive, double time)
{
    const lope_law coast = {.per_tick = true, .drifts = drive->drifts, .drift = drive->drift};
    if (drive->pushed) {
        tick->velocity = lope_point_mad(tick->velocity, drive->push, time);
        lope_velocity_log_add(tick, LOPE_TERM_FORCE);
    }
    drive->pushed = false;
    tick->velocity = lope_law_step(drive, tick->velocity, time);
    if (tick->log) lope_velocity_log_add_law(tick, drive, time, false);
    *drive = coast;
}

// Gives the velocity the rise back that a level layer found. What the layer gives against a slope is way
// along it, and no momentum: else each tick would add to the rise.
static void keep_own_rise(lope_tick *tick, const lope_law *drive)
{
    if (!tick->overridden || tick->overridden_up) return;
    const lope_point up = tick->space.up, found = lope_point_scale(up, lope_rise(&tick->space, tick->override_velocity));
    const lope_point own = lope_along_walls(found, drive->walls, drive->wall_count);
    tick->velocity = lope_point_mad(lope_flat(&tick->space, tick->velocity), up, lope_rise(&tick->space, own));
}

double lope_flying_run(lope_tick *tick, double time)
{
    tick->space.walking = false;
    if (tick->tuning->fly_stop_instantly && without_input(tick) && tick->control >= 1.0) {
        tick->velocity = (lope_point){0, 0, 0};
        lope_velocity_log_add(tick, LOPE_TERM_BRAKING);
    }
    lope_fly fly = {.drive = law(tick), .round = false};
    lope_law *drive = &fly.drive;
    if (drive->per_tick) set_out_flying(tick, drive, time);
    double left = time;
    for (int i = 0; i < FLY_SLICES && left > LOPE_MIN_TIME && !lope_tick_spent(tick); i++) {
        uint64_t volume = tick->volume;
        bool water = tick->water;
        tick->iterations++;
        tick->now = tick->time - left;
        if (i > 0 && lope_law_renews(tick, drive)) renew(tick, drive);
        left -= fly_slice(tick, &fly, left);
        lope_tick_pass(tick);
        if (tick->volume == volume) continue;
        // Into water; a character that flies under water may go on.
        if (tick->water && !water && lope_water_takes(tick)) return left;
        if (drive->per_tick) continue;
        lope_law there = law(tick);
        drive->friction = there.friction;
        drive->fluid_friction = there.fluid_friction;
        drive->braking_friction = there.braking_friction;
    }
    lope_tick_still_hit(tick, drive->wall_count);
    if (tick->layered) tick->added_velocity = lope_along_walls(tick->added_velocity, drive->walls, drive->wall_count);
    if (left > LOPE_MIN_TIME && lope_may_slide_rest(tick))
        lope_slide_rest(tick, lope_law_run(drive, tick->velocity, left, &tick->velocity));
    else if (left > LOPE_MIN_TIME)
        tick->report->time_unused += left;
    keep_own_rise(tick, drive);
    return 0;
}
