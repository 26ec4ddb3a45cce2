// walking.c - the walking mode: over the ground, up steps, along walls, down to the floor.
//
// Walking is solved in the level plane: the input drives a level velocity, the ground gives each piece of way its height, and what
// blocks becomes a wall in the plane. So a wall never lifts, a ramp never slows, and two walls are a corner in which a
// character stands still. A tick is cut into slices: at what blocks, at steps, and at the instant at which the floor lets go.
#include "character/tick.h"
#include "motion/cast.h"
#include "motion/lip.h"
#include "motion/step.h"

#define WALK_SLICES 24
#define WALK_PLANES 8
#define STEP_EVENT 5e-3  // m: lower ones are unevenness of the ground, not steps worth a sound
#define FLUSH 1e-5       // 1 - cosine: the edge that makes it sticks out by that share of the radius, 3.5 micrometres
#define UNEVEN 2e-3      // m: the round bottom just rolls over what is no higher
#define CORNER_TIME 0.05 // s in which the input would use up the speed that a corner swallows

// A piece of way that the drive has laid out. What only changes its height (ramps, unevenness) does not change the plan: planned anew
// from the middle of a curve's chord, the path would come to depend on how the ground is cut.
typedef struct lope_plan {
    lope_drive drive;                // the law it was made by: a wall that is met at its end has no part in the way there
    lope_point velocity, level, end; // at its start; the whole level way; velocity at its end
    double time;                     // s, of the whole
    double unpaid;                   // share of the way that debt has left
    double gone, used;               // share of level, and s of time, that lie behind
    bool going;                      // there is more of it to go
} lope_plan;

typedef struct lope_walk {
    lope_drive drive;
    lope_plan plan;
    lope_point planes[WALK_PLANES]; // normals of the walkable planes underfoot
    uint32_t plane_count;
    lope_point fence; // normal of the other character that was met, or zero
    lope_point start; // feet, when the mode began
} lope_walk;

// How the ground under the feet rises over a level way: by the steepest of the planes that it touches.
static double rise_over(const lope_tick *tick, const lope_walk *walk, lope_point level)
{
    double most = -1e30;
    for (uint32_t i = 0; i < walk->plane_count; i++) {
        double up = lope_rise(&tick->space, walk->planes[i]);
        double rise = up > 1e-3 ? -lope_point_dot(walk->planes[i], level) / up : 0.0;
        if (rise > most) most = rise;
    }
    return walk->plane_count ? most : 0.0;
}

static void add_plane(lope_walk *walk, lope_point normal)
{
    for (uint32_t i = 0; i < walk->plane_count; i++)
        if (lope_point_dot(walk->planes[i], normal) > 1.0 - 1e-14) return;
    if (walk->plane_count == WALK_PLANES) {
        for (uint32_t i = 1; i < WALK_PLANES; i++) walk->planes[i - 1] = walk->planes[i];
        walk->plane_count--;
    }
    walk->planes[walk->plane_count++] = normal;
}

// The planes of a floor: a face's own; a rim is level across, and rises along as its face does.
static void stand_on(lope_walk *walk, const lope_floor_hit *floor)
{
    walk->plane_count = 0;
    if (floor->kind == LOPE_FLOOR_LIP) add_plane(walk, floor->contact.surface);
    add_plane(walk, floor->normal);
}

// A contact as a wall of the level plane: the level ways that do not go into it, the ground's rise included.
static bool add_wall(const lope_tick *tick, lope_walk *walk, lope_point level, lope_point normal)
{
    const lope_space *space = &tick->space;
    double into = lope_rise(space, normal), length_of_level = lope_point_length(level);
    lope_point wall = lope_flat(space, normal);
    if (walk->plane_count && length_of_level > 0) {
        const lope_point *plane = &walk->planes[walk->plane_count - 1];
        double up = lope_rise(space, *plane);
        if (up > 1e-3) wall = lope_point_mad(wall, lope_flat(space, *plane), -into / up);
    }
    double length = lope_point_length(wall);
    if (length < 1e-6) { // a ceiling as steep as the floor, or something underneath: no way on
        if (length_of_level <= 0) return false;
        wall = lope_point_scale(level, -1.0);
        length = length_of_level;
    }
    wall = lope_point_scale(wall, 1.0 / length);
    if (lope_point_dot(wall, level) > 0) wall = lope_point_scale(level, -1.0 / length_of_level);
    for (uint32_t i = 0; i < walk->drive.wall_count; i++)
        if (lope_point_dot(walk->drive.walls[i], wall) > 1.0 - 1e-9) walk->drive.walls[i] = wall;
    if (walk->drive.wall_count == LOPE_WALLS) return false;
    walk->drive.walls[walk->drive.wall_count++] = wall;
    return true;
}

typedef enum lope_slice { SLICE_DONE, SLICE_BLOCKED, SLICE_TURNED, SLICE_STEPPED } lope_slice;

// Whether a walker just goes on along what it has met, as along a ramp: a walkable face, or a ridge between walkable faces over
// which the round bottom rolls; no higher than a step.
static bool is_ramp(const lope_tick *tick, const lope_walk *walk, const lope_contact *contact)
{
    const lope_space *space = &tick->space;
    if (contact->character) return false;
    if (contact->walkable && contact->smooth) return true;
    for (uint32_t i = 0; i < walk->plane_count; i++) // an edge that sticks out by a rounding
        if (lope_point_dot(walk->planes[i], contact->normal) > 1.0 - FLUSH) return true;
    lope_point from = lope_point_sub(contact->point, tick->feet);
    double height = lope_rise(space, from) - rise_over(tick, walk, lope_flat(space, from));
    if (lope_rise(space, contact->normal) < space->walkable_cosine || height > space->step_height) return false;
    if (height < UNEVEN * space->unit) return true;
    return contact->walkable && lope_goes_on(space, tick->feet, contact->point);
}

// The plane underfoot that steps are measured from: the round bottom touches it; on a rim or in a seat it is at the feet.
static lope_step_ground ground_under(const lope_tick *tick, const lope_walk *walk)
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

// Moves over the ground by a level way. *fraction of it was gone when the slice ended.
static lope_slice go(lope_tick *tick, lope_walk *walk, lope_point level, double *fraction)
{
    lope_space *space = &tick->space;
    double rise = rise_over(tick, walk, level);
    lope_point motion = lope_point_mad(level, space->up, rise);
    lope_contact contact;
    *fraction = 1.0;
    bool met = lope_cast(space, tick->feet, motion, &contact);
    if (space->failed) return SLICE_DONE;
    double share = met ? contact.fraction : 1.0;
    tick->feet = lope_point_mad(tick->feet, motion, share);
    tick->report->moved_by_snap += share * (rise < 0 ? -rise : rise);
    tick->state.distance_walked += share * lope_point_length(level);
    if (!met) return SLICE_DONE;
    *fraction = share;
    if (is_ramp(tick, walk, &contact)) {
        add_plane(walk, contact.normal);
        return SLICE_TURNED;
    }
    lope_step step;
    lope_point rest = lope_point_scale(level, 1.0 - share);
    lope_step_ground ground = ground_under(tick, walk);
    if (lope_step_up(space, tick->feet, &ground, rest, &contact, &step)) {
        double length = lope_point_length(level), up = lope_rise(space, lope_point_sub(step.feet, tick->feet));
        tick->feet = step.feet;
        tick->floor = step.floor;
        tick->floor_seen = true;
        tick->state.step_debt += (float)step.debt;
        tick->report->moved_by_step += (up < 0 ? -up : up) + step.debt;
        tick->state.distance_walked += step.way;
        stand_on(walk, &tick->floor);
        *fraction = length > 0 ? share + step.way / length : 1.0;
        if (step.height > STEP_EVENT * space->unit) lope_tick_event(tick, LOPE_EVENT_STEP_UP)->value = (float)step.height;
        return SLICE_STEPPED;
    }
    lope_tick_hit(tick, &contact);
    add_wall(tick, walk, level, contact.normal);
    if (contact.character) walk->fence = contact.normal;
    return SLICE_BLOCKED;
}

static double snap_reach(const lope_tick *tick)
{
    double snap = (double)tick->tuning->snap_distance;
    return snap < 0 ? (double)tick->tuning->max_step_height : snap;
}

// Down to the floor. False: there is none to stand upon.
static bool keep_to_floor(lope_tick *tick)
{
    lope_space *space = &tick->space;
    double spare = 1e-3 * space->unit;
    lope_floor_hit floor = lope_find_floor(space, tick->feet, snap_reach(tick) + spare, spare);
    if (space->failed) return true;
    tick->floor_seen = true;
    if (!floor.walkable || floor.distance > snap_reach(tick) + 1e-6 * space->unit) return false;
    tick->feet = lope_point_mad(tick->feet, space->up, -floor.distance);
    tick->report->moved_by_snap += floor.distance < 0 ? -floor.distance : floor.distance;
    floor.distance = 0;
    tick->floor = floor;
    return true;
}

// The share of the way from `from` after which the floor has let go, by bisection; *last is one up to which it still holds.
static double let_go_at(lope_tick *tick, lope_point from, lope_point to, double *last)
{
    double held = 0, gone = 1, spare = 1e-3 * tick->space.unit;
    for (int i = 0; i < 14; i++) {
        double middle = 0.5 * (held + gone);
        lope_point at = lope_point_mad(from, lope_point_sub(to, from), middle);
        lope_floor_hit floor = lope_find_floor(&tick->space, at, snap_reach(tick) + spare, spare);
        if (floor.walkable)
            held = middle;
        else
            gone = middle;
    }
    *last = held;
    return gone;
}

// A character that may not walk off stops at the rim and goes on along it. False when it is cornered.
static bool stay_on(lope_tick *tick, lope_walk *walk, lope_point from, lope_point level, double share)
{
    lope_point at = lope_point_mad(from, lope_point_sub(tick->feet, from), share);
    tick->feet = at;
    keep_to_floor(tick);
    lope_point back = lope_flat(&tick->space, lope_point_sub(tick->floor.contact.point, tick->feet));
    double length = lope_point_length(back);
    if (length < 1e-6 * tick->space.unit) back = lope_point_scale(level, -1.0);
    return add_wall(tick, walk, level, lope_point_scale(back, 1.0 / lope_point_length(back)));
}

// What a step up has gone ahead is taken from the way. Returns the share of the way that is left.
static double pay_debt(lope_tick *tick, lope_point *level)
{
    double debt = (double)tick->state.step_debt, length = lope_point_length(*level);
    if (debt <= 0 || length <= 0) return 1.0;
    double pay = debt < length ? debt : length;
    tick->state.step_debt = (float)(debt - pay);
    *level = lope_point_scale(*level, (length - pay) / length);
    return (length - pay) / length;
}

// Two walls that the input presses into hold the character; a small rest of speed would go to and fro between them, shorter each
// time, without an end: it is taken to be spent.
static bool held_in_corner(const lope_drive *drive, lope_point velocity)
{
    if (drive->wall_count < 2 || drive->acceleration <= 0) return false;
    lope_point free = lope_along_walls(drive->direction, drive->walls, drive->wall_count);
    return lope_point_dot(free, free) <= 0 && lope_point_length(velocity) < CORNER_TIME * drive->acceleration;
}

// Lays out a level way no longer than half a radius, so that no gap in the floor is passed over unseen.
static void make_plan(lope_tick *tick, lope_walk *walk, double time)
{
    lope_plan *plan = &walk->plan;
    *plan = (lope_plan){.drive = walk->drive, .velocity = tick->velocity, .time = time};
    plan->level = lope_drive_run(&walk->drive, tick->velocity, time, &plan->end);
    double length = lope_point_length(plan->level), most = 0.5 * tick->space.radius;
    if (length > most) {
        plan->time = time * most / length;
        plan->level = lope_drive_run(&walk->drive, tick->velocity, plan->time, &plan->end);
    }
    plan->unpaid = pay_debt(tick, &plan->level);
    plan->going = true;
}

// A share of what is left of the plan has been gone. Returns the time that took; *end is the velocity then.
static double pass_plan(lope_plan *plan, double fraction, lope_point *end)
{
    double before = plan->used, b = lope_point_length(plan->end);
    *end = plan->end;
    plan->used = plan->time;
    if (fraction >= 1.0) return plan->time - before;
    plan->gone += (1.0 - plan->gone) * fraction;
    double a = plan->drive.turn_instantly || plan->drive.per_tick ? b : lope_point_length(plan->velocity);
    plan->used = lope_time_at(a, b, plan->time, 1.0 - plan->unpaid + plan->unpaid * plan->gone);
    lope_drive_run(&plan->drive, plan->velocity, plan->used, end);
    return plan->used - before;
}

// The floor let go on a way from `from` that took `used` of the `time` left: the character goes back to where it did, or stays on.
// Returns the time that is used then.
static double let_go(lope_tick *tick, lope_walk *walk, lope_point from, double used, double time, bool *fell)
{
    const lope_plan *plan = &walk->plan;
    lope_point end;
    double before = plan->used - used, last, share = let_go_at(tick, from, tick->feet, &last);
    if (!tick->tuning->can_walk_off_ledges && tick->floor.kind != LOPE_FLOOR_NONE) {
        bool held = stay_on(tick, walk, from, plan->level, last);
        lope_drive_run(&plan->drive, plan->velocity, before + used * last, &end);
        tick->velocity = lope_along_walls(end, walk->drive.walls, walk->drive.wall_count);
        if (held) return used * last;
        tick->velocity = (lope_point){0, 0, 0}; // in a corner of the floor, with no more walls to try
        return time;
    }
    tick->feet = lope_point_mad(from, lope_point_sub(tick->feet, from), share);
    lope_drive_run(&plan->drive, plan->velocity, before + used * share, &end);
    tick->velocity = lope_along_walls(end, walk->drive.walls, walk->drive.wall_count);
    *fell = true;
    return used * share;
}

// One slice. Returns the time it used; sets *fell when the floor let go at its end.
static double walk_slice(lope_tick *tick, lope_walk *walk, double time, bool *fell)
{
    lope_plan *plan = &walk->plan;
    lope_point end, from = tick->feet;
    if (!plan->going) make_plan(tick, walk, time);
    plan->going = false;
    if (lope_point_length(plan->level) <= 1e-12 * tick->space.unit) {
        tick->velocity = plan->end;
        return plan->time;
    }
    double fraction;
    lope_slice slice = go(tick, walk, lope_point_scale(plan->level, 1.0 - plan->gone), &fraction);
    double used = pass_plan(plan, fraction, &end);
    tick->velocity = lope_along_walls(end, walk->drive.walls, walk->drive.wall_count);
    plan->going = slice == SLICE_TURNED && fraction < 1.0;
    if (slice == SLICE_BLOCKED && held_in_corner(&walk->drive, tick->velocity)) tick->velocity = (lope_point){0, 0, 0};
    if (slice == SLICE_STEPPED || (fraction <= 0 && slice != SLICE_DONE)) return used;
    if (keep_to_floor(tick)) {
        if (slice == SLICE_DONE) stand_on(walk, &tick->floor);
        return used;
    }
    plan->going = false;
    return let_go(tick, walk, from, used, time, fell);
}

// Behind another character it keeps the speed at which it really came closer, so that it follows instead of stopping and starting.
static void follow_along(lope_tick *tick, const lope_walk *walk, double time)
{
    if (lope_point_dot(walk->fence, walk->fence) <= 0) return;
    double closer = -lope_point_dot(lope_point_sub(tick->feet, walk->start), walk->fence);
    double now = -lope_point_dot(tick->velocity, walk->fence);
    if (closer / time > now)
        tick->velocity = lope_point_mad(tick->velocity, lope_flat(&tick->space, walk->fence), now - closer / time);
}

// The floor on which the last tick ended, when nothing has moved the character since: it is looked for again after the first slice.
static bool recall_floor(lope_tick *tick)
{
    const lope_floor *floor = &tick->state.floor;
    if (tick->moved_before || floor->kind == LOPE_FLOOR_NONE || !floor->walkable) return false;
    lope_point normal = lope_vec3_to_point(floor->normal);
    tick->floor = (lope_floor_hit){.kind = (lope_floor_kind)floor->kind, .walkable = true};
    lope_point plane = lope_vec3_to_point(floor->plane);
    tick->floor.normal = lope_point_scale(plane, 1.0 / lope_point_length(plane)); // floats are not quite unit
    tick->floor.contact = (lope_contact){.body = floor->body,
                                         .index = floor->triangle,
                                         .surface = normal,
                                         .normal = normal,
                                         .point = tick->feet,
                                         .material = floor->material,
                                         .walkable = true};
    return true;
}

double lope_walking_run(lope_tick *tick, double time)
{
    tick->space.walking = true;
    tick->velocity = lope_flat(&tick->space, tick->velocity);
    bool known = tick->floor.kind == LOPE_FLOOR_NONE && recall_floor(tick);
    if (!known && !keep_to_floor(tick)) {
        lope_tick_walk_off(tick);
        return time;
    }
    if (lope_jump_try(tick)) return time;
    tick->floor_seen = !known;
    lope_walk walk = {.drive = lope_tick_drive(tick, true), .start = tick->feet};
    stand_on(&walk, &tick->floor);
    double left = time;
    for (int i = 0; i < WALK_SLICES && left > LOPE_MIN_TIME && !tick->space.failed; i++) {
        bool fell = false;
        tick->iterations++;
        tick->now = tick->time - left;
        left -= walk_slice(tick, &walk, left, &fell);
        if (!fell) continue;
        tick->now = tick->time - left;
        lope_tick_walk_off(tick);
        return left;
    }
    follow_along(tick, &walk, time);
    if (!tick->floor_seen && !keep_to_floor(tick)) { // it stood still, and what it stood on has gone
        lope_tick_walk_off(tick);
        return 0;
    }
    if (left > LOPE_MIN_TIME) tick->report->time_unused += left;
    return 0;
}
