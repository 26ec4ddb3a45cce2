// walking.c - the walking mode: over the ground, up steps, along walls, down to the floor.
//
// Walking is solved in the level plane: the input drives a level velocity, the ground gives each piece of way its height, and what
// blocks becomes a wall in the plane. So a wall never lifts, a ramp never slows, and two walls are a corner in which a
// character stands still. A tick is cut into slices: at what blocks, at steps, where a wall ends or begins to bend, and at the instant
// at which the floor lets go. Read next: walking_private.h.
#include "base/copy.h"
#include "character/modes/walking_private.h"
#include "character/tick/velocity_log.h"
#include "motion/floor/rim.h"
#include "motion/query/sweep.h"
#include "motion/step/step_up.h"

#define WALK_SLICES 64
#define FINE_SLICES 48   // of them in which walls that bend are followed
#define MOST_STRIDES 48  // into which a tick's way is cut so that no gap in the floor is passed over unseen,
#define LEAST_STRIDES 8  // and the rest of it, when most of them are gone
#define IDLE_SLICES 20   // in a row without way or time: it is held, and another one would not lead on
#define STEP_EVENT 5e-3  // m: lower ones are unevenness of the ground, not steps worth a sound
#define FLUSH 1e-5       // 1 - cosine: the edge that makes it sticks out by that share of the radius, 3.5 micrometres
#define UNEVEN 2e-3      // m: the round bottom just rolls over what is no higher
#define CORNER_TIME 0.05 // s in which the input would use up the speed that a corner swallows
#define ROUND_REACH 5.0  // hold reaches by which an arc's end may miss the wall: see walking_corner.c
#define BEGUN 1e-3       // rad by which a wall has turned before it counts as bending: less is lost in the rounding of its gap
#define SHORTER 0.999    // of a square: surely less, whatever is lost in roots
#define LEAVING 1e-4     // of the speed: one that moves away from a wall by that share is not held to it

double lope_walk_rise(const lope_tick *tick, const lope_walk *walk, lope_point level)
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
    if (walk->plane_count == LOPE_WALK_PLANES) {
        for (uint32_t i = 1; i < LOPE_WALK_PLANES; i++) walk->planes[i - 1] = walk->planes[i];
        walk->plane_count--;
    }
    walk->planes[walk->plane_count++] = normal;
}

// Over ground that rises, or in a plane that leans, only one level way leads along the plane.
static void keep_in_plane(lope_tick *tick, lope_walk *walk)
{
    if (!lope_plane_leans(&tick->space) || walk->plane_count == 0) return;
    lope_point way = lope_plane_way(&tick->space, walk->planes[walk->plane_count - 1]);
    if (lope_point_dot(way, way) <= 0) return;
    lope_drive *drive = &walk->drive;
    double press = lope_point_dot(drive->direction, way), length = press < 0 ? -press : press;
    drive->direction = lope_point_scale(way, length > 0 ? press / length : 0);
    drive->acceleration *= length;
    drive->boost_acceleration *= length;
    tick->velocity = lope_point_scale(way, lope_point_dot(tick->velocity, way));
    lope_ledger_book(tick, LOPE_TERM_CLIP);
}

// The planes of a floor: a face's own; a rim, also one that it rolls over, is level across, and rises along as its face does: down the plane
// of the contact with an edge the feet would be led below the rim, where it is no longer found.
static void stand_on(lope_walk *walk, const lope_floor_hit *floor)
{
    walk->plane_count = 0;
    if (floor->kind == LOPE_FLOOR_LIP || floor->over_rim || !floor->contact.smooth) {
        lope_point surface = floor->contact.surface; // as the last tick ended it is a float's, and not quite unit
        add_plane(walk, lope_point_scale(surface, 1.0 / lope_point_length(surface)));
    }
    add_plane(walk, floor->normal);
}

typedef enum lope_slice { SLICE_DONE, SLICE_BLOCKED, SLICE_TURNED, SLICE_STEPPED } lope_slice;

// Whether a walker just goes on along what it has met, as along a ramp: a walkable face, or a ridge between walkable faces over
// which the round bottom rolls; no higher than a step.
bool lope_walk_is_ramp(const lope_tick *tick, const lope_walk *walk, const lope_contact *contact)
{
    const lope_space *space = &tick->space;
    if (contact->character) return false;
    if (contact->walkable && contact->smooth) return true;
    for (uint32_t i = 0; i < walk->plane_count; i++) // an edge that sticks out by a rounding
        if (lope_point_dot(walk->planes[i], contact->normal) > 1.0 - FLUSH) return true;
    lope_point from = lope_point_sub(contact->point, tick->feet);
    double height = lope_rise(space, from) - lope_walk_rise(tick, walk, lope_flat(space, from));
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

// At what has stopped it on a level way after `share` of it. *fraction: what is gone of it then.
static lope_slice meet(lope_tick *tick, lope_walk *walk, lope_point level, double share, const lope_contact *contact,
                       double *fraction)
{
    lope_space *space = &tick->space;
    *fraction = share;
    if (lope_walk_is_ramp(tick, walk, contact)) {
        lope_log_verdict(space, LOPE_VERDICT_RAMP);
        add_plane(walk, contact->normal);
        return SLICE_TURNED;
    }
    lope_step step;
    lope_point rest = lope_point_scale(level, 1.0 - share);
    lope_step_ground ground = ground_under(tick, walk);
    bool may = !(tick->input->forbidden & LOPE_FORBID_STEP_UP);
    if (may && lope_step_up(space, tick->feet, &ground, rest, contact, &step)) {
        double length = lope_point_length(level), up = lope_rise(space, lope_point_sub(step.feet, tick->feet));
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
        stand_on(walk, &tick->floor);
        *fraction = length > 0 ? share + step.way / length : 1.0;
        if (step.height > STEP_EVENT * space->unit) lope_tick_event(tick, LOPE_EVENT_STEP_UP)->value = (float)step.height;
        return SLICE_STEPPED;
    }
    lope_tick_hit(tick, contact);
    lope_round_turn(tick, walk);
    lope_wall_add(tick, walk, level, contact->normal, lope_wall_kind_of(contact));
    if (contact->character) walk->fence = contact->normal;
    return SLICE_BLOCKED;
}

static lope_point over_ground(const lope_tick *tick, const lope_walk *walk, lope_point level)
{
    return lope_point_mad(level, tick->space.up, lope_walk_rise(tick, walk, level));
}

// The share of a plan's whole way that lies behind after a share of its rest.
static double share_of_plan(const lope_plan *plan, double share) { return plan->gone + (1.0 - plan->gone) * share; }

// The time after which a share of the level way is gone and the feet are there, and the velocity then.
static double gone_at(const lope_walk *walk, const lope_stretch *s, double share, lope_point feet, lope_point *velocity,
                      lope_arc *there)
{
    if (s->rounds) {
        double used = lope_round_time(walk, feet, share >= 1.0, there);
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
    double used = lope_time_at(a, b, plan->time, 1.0 - plan->unpaid + plan->unpaid * share_of_plan(plan, share));
    lope_drive_run(&s->drive, plan->velocity, used, velocity);
    return used - plan->passed;
}

// Moves over the ground by the stretch's level way. *fraction of it was gone when the slice ended.
static lope_slice go(lope_tick *tick, lope_walk *walk, const lope_stretch *s, double *fraction)
{
    lope_space *space = &tick->space;
    lope_point level = s->level, end, motion = over_ground(tick, walk, level);
    lope_arc there;
    double rise = lope_rise(space, motion);
    lope_contact contact;
    *fraction = 1.0;
    space->purpose = s->drive.wall_count > 0 ? LOPE_QUERY_SLIDE : LOPE_QUERY_MOVE;
    bool met = lope_cast(space, tick->feet, motion, &contact);
    if (space->failed) return SLICE_DONE;
    double share = met ? contact.fraction : 1.0;
    tick->feet = lope_point_mad(tick->feet, motion, share);
    tick->report->moved_by_snap += share * (rise < 0 ? -rise : rise);
    tick->state.distance_walked += share * lope_point_length(level);
    if (!met) return SLICE_DONE;
    tick->now += gone_at(walk, s, share, tick->feet, &end, &there);
    return meet(tick, walk, level, share, &contact, fraction);
}

// What it was pressed against when the last tick ended holds it on, when the input still presses: it is met before anything moves.
static void press_on(lope_tick *tick, lope_walk *walk)
{
    const lope_drive *drive = &walk->drive;
    if (!lope_tick_was_hit(tick) || drive->per_tick || drive->drifts || drive->acceleration <= 0) return;
    lope_point level = lope_point_scale(drive->direction, LOPE_HOLD_REACH * tick->space.unit);
    lope_contact contact;
    double fraction;
    tick->space.purpose = LOPE_QUERY_PRESS;
    if (!lope_cast(&tick->space, tick->feet, over_ground(tick, walk, level), &contact)) return;
    if (contact.character || lope_walk_is_ramp(tick, walk, &contact)) {
        lope_log_verdict(&tick->space, LOPE_VERDICT_RAMP);
        return;
    }
    double away = lope_point_dot(lope_flat(&tick->space, contact.normal), tick->velocity);
    if (!drive->turn_instantly && away > LEAVING * lope_point_length(tick->velocity)) return;
    meet(tick, walk, level, 0, &contact, &fraction);
    tick->velocity = lope_along_walls(tick->velocity, drive->walls, drive->wall_count);
    lope_ledger_book(tick, LOPE_TERM_CLIP);
}

static double snap_reach(const lope_tick *tick)
{
    if (lope_plane_leans(&tick->space)) return 1e-3 * tick->space.unit; // down would be out of the plane
    double snap = (double)tick->tuning->snap_distance;
    return snap < 0 ? (double)tick->tuning->max_step_height : snap;
}

// A rim that has come up under the round bottom from below carries as any rim does: at its own height, if there is room.
static void onto_rim(lope_tick *tick, lope_floor_hit *floor)
{
    lope_space *space = &tick->space;
    if (!floor->contact.moving || floor->kind != LOPE_FLOOR_FACE || floor->contact.smooth || !floor->walkable || floor->over_rim)
        return;
    lope_point beside = lope_flat(space, lope_point_sub(floor->contact.point, tick->feet)), up = space->up;
    double square = space->radius * space->radius - lope_point_dot(beside, beside), spare = 1e-3 * space->unit;
    double over = space->radius - sqrt(square > 0 ? square : 0) - floor->distance; // m, of the rim over the feet
    lope_floor_hit rim = lope_find_floor(space, tick->feet, snap_reach(tick) + spare, over + spare);
    lope_contact above;
    if (!rim.walkable || rim.kind != LOPE_FLOOR_LIP || rim.contact.body != floor->contact.body || space->failed) return;
    if (lope_cast(space, tick->feet, lope_point_scale(up, -rim.distance), &above)) return;
    *floor = rim;
}

// What holds it up: the ground itself, where that carries, for it is soonest asked.
static lope_floor_hit floor_under(lope_tick *tick)
{
    lope_space *space = &tick->space;
    double spare = 1e-3 * space->unit, snap = snap_reach(tick);
    lope_floor_hit floor;
    space->purpose = LOPE_QUERY_FLOOR;
    if (lope_ground_floor(space, &tick->ground, tick->feet, snap, spare, &floor)) {
        if (space->log) lope_walk_log_floor(space, tick->feet, &floor);
        return floor;
    }
    floor = lope_find_floor(space, tick->feet, snap + spare, spare);
    onto_rim(tick, &floor);
    return floor;
}

bool lope_walk_to_floor(lope_tick *tick)
{
    lope_space *space = &tick->space;
    lope_floor_hit floor = floor_under(tick);
    if (space->failed) return true;
    tick->floor_seen = true;
    if (!floor.walkable) return false;
    if (floor.distance > snap_reach(tick) + 1e-6 * space->unit) {
        lope_log_floor_verdict(space, LOPE_VERDICT_TOO_FAR);
        return false;
    }
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
    uint32_t probes = lope_log_next(&tick->space);
    for (int i = 0; i < 14; i++) {
        double middle = 0.5 * (held + gone);
        lope_point at = lope_point_mad(from, lope_point_sub(to, from), middle);
        lope_floor_hit floor = lope_find_floor(&tick->space, at, snap_reach(tick) + spare, spare);
        if (floor.walkable)
            held = middle;
        else
            gone = middle;
    }
    lope_log_probes(&tick->space, probes);
    *last = held;
    return gone;
}

// How far the floor that holds last is below the way (m), which leads straight on where that is round: over a rim, across a crest.
static double below_at(lope_tick *tick, lope_point at)
{
    double spare = 1e-3 * tick->space.unit;
    lope_floor_hit floor = lope_find_floor(&tick->space, at, snap_reach(tick) + spare, spare);
    return floor.walkable ? floor.distance : 0;
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

lope_point lope_walk_along(lope_point level, double rise)
{
    double length = lope_point_length(level);
    return length > 0 ? lope_point_scale(level, length / sqrt(length * length + rise * rise)) : level;
}

// Half a radius, or more when the rest of the tick's way would take too many of those.
static double longest(const lope_tick *tick, double speed, double most)
{
    uint32_t gone = tick->iterations, spare = MOST_STRIDES - LEAST_STRIDES;
    double share = speed * (tick->whole - tick->now) / (double)(MOST_STRIDES - (gone < spare ? gone : spare));
    return share > most ? share : most;
}

// Cuts a plan to one piece, where its way of that length (m) is longer than that.
static void cut_plan(const lope_tick *tick, const lope_drive *drive, double length, lope_plan *plan)
{
    double most = 0.5 * tick->space.radius;
    if (length > most) most = longest(tick, length / plan->time, most);
    if (!(length > most)) return;
    plan->time = plan->time * most / length;
    plan->level = lope_drive_run(drive, tick->velocity, plan->time, &plan->end);
}

LOPE_OFTEN void lope_plan_make(lope_tick *tick, const lope_drive *drive, double time, lope_plan *plan)
{
    plan->going = false;
    plan->velocity = tick->velocity;
    plan->time = time;
    plan->gone = plan->passed = 0;
    lope_point level = lope_drive_run(drive, tick->velocity, time, &plan->end);
    lope_put_point(&plan->level, &level);
    double squared = lope_point_dot(level, level), most = 0.5 * tick->space.radius;
    if (LOPE_SELDOM(squared > SHORTER * most * most)) cut_plan(tick, drive, sqrt(squared), plan);
    plan->unpaid = pay_debt(tick, &plan->level);
}

// A way that was only turned up or down goes on as planned; one along a wall is planned anew, for the wall may have turned.
static void pass_plan(lope_plan *plan, const lope_stretch *s, double fraction, double used)
{
    plan->going = !s->rounds && !s->held && fraction < 1.0;
    plan->gone = share_of_plan(plan, fraction);
    plan->passed += used;
}

static void set_out(lope_tick *tick, lope_walk *walk, double time, lope_stretch *s)
{
    s->drive = walk->drive;
    for (uint32_t i = 0; i < walk->drive.wall_count; i++) s->kinds[i] = walk->kinds[i];
    s->rim = tick->floor.kind == LOPE_FLOOR_LIP;
    s->body = tick->floor.contact.body;
    s->from = tick->feet;
    s->events = tick->report->event_count;
    s->sequence = tick->state.event_sequence;
    s->hits[0] = tick->hits[0];
    s->hits[1] = tick->hits[1];
    s->impacts = tick->impact_count;
    s->held = lope_wall_holds(walk);
    s->rounds = walk->round.on || lope_round_plan(tick, walk, time);
    if (s->rounds) {
        walk->leg = walk->round;
        s->level = lope_round_leg(tick, walk);
        return;
    }
    if (!walk->plan.going) lope_plan_make(tick, &walk->drive, time, &walk->plan);
    s->level = lope_point_scale(walk->plan.level, 1.0 - walk->plan.gone);
    if (!tick->tuning->maintain_horizontal_ground_velocity)
        s->level = lope_walk_along(s->level, lope_walk_rise(tick, walk, s->level));
}

// The share of the way at which a flat wall has begun to bend, when it is nearly touched after the share `gone`: the bend is a circle.
static double tangent_at(const lope_touch *touch, lope_point normal, lope_point way, double gone)
{
    double length = lope_point_length(way), sine = lope_point_dot(touch->normal, way);
    if (!(sine > BEGUN * length) || touch->gap <= 0) return gone;
    double back = touch->gap * (1.0 + lope_point_dot(touch->normal, normal)) / sine;
    return back < gone ? gone - back : 0;
}

double lope_walk_take_back(lope_tick *tick, lope_walk *walk, const lope_stretch *s, double fraction, double gone)
{
    lope_arc there;
    tick->feet = lope_point_mad(s->from, lope_point_sub(tick->feet, s->from), gone);
    tick->state.distance_walked -= fraction * (1.0 - gone) * lope_point_length(s->level);
    tick->report->event_count = s->events; // what was met beyond was not met
    tick->state.event_sequence = s->sequence;
    tick->hits[0] = s->hits[0];
    tick->hits[1] = s->hits[1];
    tick->impact_count = s->impacts;
    walk->drive = s->drive;
    for (uint32_t i = 0; i < s->drive.wall_count; i++) walk->kinds[i] = s->kinds[i];
    double used = gone_at(walk, s, fraction * gone, tick->feet, &tick->velocity, &there);
    lope_walk_to_floor(tick);
    return used;
}

// The wall that held it has ended on the way: back to where it did, and on from there. Returns the time used until then.
static double wall_ended(lope_tick *tick, lope_walk *walk, const lope_stretch *s, double fraction)
{
    double held = 0, gone = 1, reach = LOPE_HOLD_REACH * tick->space.unit;
    lope_point way = lope_point_sub(tick->feet, s->from), normal = s->drive.walls[0];
    lope_touch touch;
    uint32_t probes = lope_log_next(&tick->space);
    for (int i = 0; i < 14; i++) {
        double middle = 0.5 * (held + gone);
        if (lope_wall_touched(tick, walk, lope_point_mad(s->from, way, middle), normal, reach, &touch))
            held = middle;
        else
            gone = middle;
    }
    lope_log_probes(&tick->space, probes);
    bool bends = lope_wall_touched(tick, walk, lope_point_mad(s->from, way, gone), normal, 8.0 * reach, &touch);
    bool begins = bends && s->kinds[0] == LOPE_WALL_FLAT;
    if (begins) gone = tangent_at(&touch, normal, lope_flat(&tick->space, way), gone);
    double used = lope_walk_take_back(tick, walk, s, fraction, gone);
    walk->kinds[0] = LOPE_WALL_BENT;
    if (!bends)
        walk->drive.wall_count = 0;
    else if (!begins)
        lope_wall_follow(tick, walk, &touch);
    return used;
}

// After a slice along a wall: whether it still touches it, and where it turns. Returns the time used.
static double keep_to_wall(lope_tick *tick, lope_walk *walk, const lope_stretch *s, lope_slice slice, double fraction,
                           double used)
{
    if (!s->held || walk->round.on || (s->rounds && slice == SLICE_BLOCKED)) return used;
    lope_point normal = s->rounds ? walk->drive.walls[0] : s->drive.walls[0];
    double reach = LOPE_HOLD_REACH * tick->space.unit;
    if (s->rounds) {                  // as far as the sharpest bend can have fallen back
        if (!lope_wall_holds(walk)) { // its way is the wanted one
            walk->drive.wall_count = 0;
            return used;
        }
        reach *= ROUND_REACH;
    }
    lope_touch touch;
    if (lope_wall_touched(tick, walk, tick->feet, normal, reach, &touch)) {
        bool begins = !s->rounds && s->kinds[0] == LOPE_WALL_FLAT && touch.kind == LOPE_WALL_BENT;
        lope_point way = lope_flat(&tick->space, lope_point_sub(tick->feet, s->from));
        double gone = begins ? tangent_at(&touch, normal, way, 1.0) : 1.0;
        if (gone < 1.0) {
            used = lope_walk_take_back(tick, walk, s, fraction, gone);
            walk->kinds[0] = LOPE_WALL_BENT;
            return used;
        }
        if (slice != SLICE_BLOCKED) lope_wall_follow(tick, walk, &touch);
        return used;
    }
    if (!s->rounds) return wall_ended(tick, walk, s, fraction);
    walk->drive.wall_count = 0;
    return used;
}

// The floor has let go on the way: back to where it did. Returns the time used until then.
static double floor_ended(lope_tick *tick, lope_walk *walk, const lope_stretch *s, double fraction, bool *fell)
{
    double last, used, share;
    lope_point end;
    lope_arc there;
    walk->round.on = false;
    if (lope_ledge_follows(tick, walk, s, fraction, &used)) return used;
    share = let_go_at(tick, s->from, tick->feet, &last);
    if (lope_ledge_stops(tick, walk, s, fraction, last, share, &used)) return used;
    double below = below_at(tick, lope_point_mad(s->from, lope_point_sub(tick->feet, s->from), last));
    tick->feet = lope_point_mad(s->from, lope_point_sub(tick->feet, s->from), share);
    tick->feet = lope_point_mad(tick->feet, tick->space.up, -below);
    tick->report->moved_by_snap += below < 0 ? -below : below;
    used = gone_at(walk, s, fraction * share, tick->feet, &end, &there);
    tick->velocity = lope_along_walls(end, walk->drive.walls, walk->drive.wall_count);
    *fell = below == 0 || !lope_walk_to_floor(tick); // from so far down there may be floor in reach
    if (!*fell) stand_on(walk, &tick->floor);
    return used;
}

// On a way between floors of which one is carried: back to where the one became the other, for each carries it for its part of the tick.
// True: it was taken back.
static bool back_to_crossing(lope_tick *tick, lope_walk *walk, const lope_stretch *s, double fraction, double *used)
{
    if (s->body == tick->floor.contact.body || s->rounds || walk->crossed || walk->drive.per_tick) return false;
    if (!lope_base_changes_frame(tick)) return false;
    walk->crossed = true; // what is in doubt right there is not asked again
    double gone = lope_base_crossed_at(tick, s->from);
    if (gone >= 1.0) return false;
    *used = lope_walk_take_back(tick, walk, s, fraction, gone);
    return true;
}

// One slice. Returns the time it used; sets *fell when the floor let go at its end.
static double walk_slice(lope_tick *tick, lope_walk *walk, double time, bool *fell)
{
    lope_stretch s;
    set_out(tick, walk, time, &s);
    walk->plan.going = false;
    lope_arc there;
    double fraction = 1.0;
    bool moves = lope_point_length(s.level) > 1e-12 * tick->space.unit;
    lope_slice slice = moves ? go(tick, walk, &s, &fraction) : SLICE_DONE;
    lope_point end;
    double used = gone_at(walk, &s, fraction, tick->feet, &end, &there);
    if (s.rounds && slice == SLICE_DONE) lope_round_next(walk, &there, used);
    if (s.rounds && slice != SLICE_DONE) lope_round_leave(walk, &there, used, slice == SLICE_TURNED);
    if (!moves) {
        tick->velocity = end;
        return used;
    }
    tick->velocity = lope_along_walls(end, walk->drive.walls, walk->drive.wall_count);
    if (slice == SLICE_BLOCKED && held_in_corner(&walk->drive, tick->velocity)) tick->velocity = (lope_point){0, 0, 0};
    bool stays = slice == SLICE_STEPPED || (fraction <= 0 && slice != SLICE_DONE); // its floor is known
    if (!stays && !lope_walk_to_floor(tick)) {
        used = floor_ended(tick, walk, &s, fraction, fell);
        return used < time ? used : time;
    }
    if (!stays && back_to_crossing(tick, walk, &s, fraction, &used)) return used;
    if (slice == SLICE_DONE) stand_on(walk, &tick->floor);
    if (slice == SLICE_DONE) used = lope_ledge_keep(tick, walk, &s, fraction, used);
    if (!stays) used = keep_to_wall(tick, walk, &s, slice, fraction, used);
    if (slice == SLICE_TURNED) pass_plan(&walk->plan, &s, fraction, used);
    return used;
}

// Behind another character it keeps the speed at which it really came closer, so that it follows instead of stopping and starting.
static void follow_along(lope_tick *tick, const lope_walk *walk, double time)
{
    if (lope_point_dot(walk->fence, walk->fence) <= 0) return;
    double closer = -lope_point_dot(lope_point_sub(tick->feet, walk->start), walk->fence);
    double now = -lope_point_dot(tick->velocity, walk->fence);
    if (walk->drive.drifts) now -= lope_point_dot(walk->drive.drift, walk->fence);
    if (closer / time > now)
        tick->velocity = lope_point_mad(tick->velocity, lope_flat(&tick->space, walk->fence), now - closer / time);
    lope_ledger_book(tick, LOPE_TERM_CLIP);
}

static bool is_level(const lope_tick *tick, lope_vec3 normal)
{
    return lope_rise(&tick->space, lope_vec3_to_point(normal)) > 1.0 - 1e-6; // by a float's rounding
}

// The floor on which the last tick ended, when nothing has moved the character since: it is looked for again after the first slice.
static bool recall_floor(lope_tick *tick)
{
    const lope_floor *floor = &tick->state.floor;
    if (tick->moved_before || floor->kind == LOPE_FLOOR_NONE || !floor->walkable) return false;
    lope_point normal = lope_vec3_to_point(floor->normal);
    bool leans = !is_level(tick, floor->normal); // level over what leans: a rim, looked at again
    if (floor->kind == LOPE_FLOOR_FACE && leans && is_level(tick, floor->plane)) return false;
    lope_point plane = lope_vec3_to_point(floor->plane);
    lope_clear_bytes(&tick->floor, sizeof tick->floor);
    tick->floor.kind = (lope_floor_kind)floor->kind;
    tick->floor.walkable = true;
    tick->floor.normal = lope_point_scale(plane, 1.0 / lope_point_length(plane)); // floats are not quite unit
    tick->floor.contact.body = floor->body;
    tick->floor.contact.index = floor->triangle;
    tick->floor.contact.surface = normal;
    tick->floor.contact.normal = normal;
    tick->floor.contact.point = tick->feet;
    tick->floor.contact.material = floor->material;
    tick->floor.contact.walkable = true;
    return true;
}

// Whether its middle has come into other hands on a slice, which began at `from` with that velocity. Water that takes it ends the walk, and
// gravity of another direction its piece, where that did so: *used is the time until then. Whom something carries comes there by that too.
static bool wades_in(lope_tick *tick, lope_point from, lope_point velocity, double left, double *used)
{
    lope_point to = tick->feet, way = lope_point_sub(to, from), end = tick->velocity;
    const lope_volume_way going = {way, 1, *used, 1, 1};
    double begun = tick->time - left;
    lope_volume_cut cut;
    tick->feet = from;
    bool crosses = lope_volume_cuts(tick, &going, &cut);
    tick->feet = to;
    if (!crosses) return false;
    lope_volume_change(tick, cut.into);
    if (!tick->water && !tick->upset) return false;
    tick->feet = lope_point_mad(from, way, cut.share);
    tick->velocity = lope_point_mad(velocity, lope_point_sub(end, velocity), cut.share);
    double gone = cut.time < 0 ? cut.share * *used : cut.time;
    tick->now = begun + gone;
    if (tick->upset || lope_water_takes(tick)) {
        *used = gone;
        return true;
    }
    tick->feet = to;
    tick->velocity = end;
    return false;
}

// The mode where there is more than ground, or what is left of a tick there.
static double walk_about(lope_tick *tick, const lope_drive *drive, double time)
{
    lope_walk walk; // what of it counts is set: it is large
    lope_drive begun;
    walk.drive = *drive;
    walk.plan.going = false;
    walk.kinds[0] = LOPE_WALL_GIVEN;
    walk.plane_count = 0;
    walk.round.on = false;
    walk.coarse = walk.crossed = false;
    walk.fence = (lope_point){0, 0, 0};
    walk.start = tick->feet;
    stand_on(&walk, &tick->floor);
    press_on(tick, &walk);
    lope_ledge_press(tick, &walk);
    double left = time;
    int idle = 0;
    for (int i = 0; i < WALK_SLICES && left > LOPE_MIN_TIME && idle < IDLE_SLICES && !lope_tick_spent(tick); i++) {
        bool fell = false;
        tick->iterations++;
        walk.coarse = i >= FINE_SLICES;
        if (walk.coarse) walk.round.on = false;
        keep_in_plane(tick, &walk);
        tick->now = tick->time - left;
        if (tick->log) begun = walk.drive;
        lope_point from = tick->feet, velocity = tick->velocity;
        uint64_t body = tick->floor.contact.body;
        double used = walk_slice(tick, &walk, left, &fell);
        if (tick->zoned && !fell && wades_in(tick, from, velocity, left, &used)) return left - used;
        if (tick->log) lope_ledger_book_drive(tick, &begun, used < left ? used : left, walk.drive.wall_count > 0);
        left -= used;
        tick->now = tick->time - left;
        idle = used > 0 || lope_point_length(lope_point_sub(tick->feet, from)) > 0 ? 0 : idle + 1;
        lope_tick_pass(tick);
        if (fell) {
            lope_tick_walk_off(tick);
            return left;
        }
        lope_tick_base(tick);
        if (tick->floor.contact.body == body || walk.drive.per_tick || left <= LOPE_MIN_TIME) continue;
        if (lope_base_cross(tick)) return left;
    }
    tick->now = tick->time - left;
    lope_tick_still_hit(tick, walk.drive.wall_count);
    follow_along(tick, &walk, time);
    if (walk.drive.drifts) tick->drift = lope_along_walls(tick->drift, walk.drive.walls, walk.drive.wall_count);
    if (!tick->floor_seen && !lope_walk_to_floor(tick)) { // it stood still, and what it stood on has gone
        lope_tick_walk_off(tick);
        return 0;
    }
    if (left > LOPE_MIN_TIME) tick->report->time_unused += left;
    return 0;
}

// Goes on by that law, from a floor that is known.
static double walk_on(lope_tick *tick, const lope_drive *drive, double time)
{
    if (tick->ground.whole && !tick->zones_near) time = lope_walk_open(tick, drive, time);
    if (time <= LOPE_MIN_TIME) return 0;
    lope_tick_list(tick);
    return walk_about(tick, drive, time);
}

// By Unreal's rule: in each sub-step the velocity is set once, and then goes straight on, but for what it meets.
static double walk_by_rule(lope_tick *tick, const lope_drive *drive, double time)
{
    const lope_drive coast = {.per_tick = true, .drifts = drive->drifts, .drift = drive->drift};
    const double end = tick->time;
    float left = lope_rule_time(time);
    while ((double)left > LOPE_MIN_TIME && !tick->space.failed) {
        const double begun = end - (double)left;
        float h = lope_tick_sub_step(tick, left);
        left -= h;
        tick->velocity = lope_drive_step(drive, tick->velocity, (double)h);
        if (tick->log) lope_ledger_book_drive(tick, drive, (double)h, false);
        const double until = lope_rule_end(begun, h, end, left);
        tick->time = until;
        tick->now = tick->time - (double)h;
        double unused = walk_on(tick, &coast, (double)h);
        tick->time = end;
        if (tick->state.mode != LOPE_MODE_WALKING) return end - until + unused;
    }
    return 0;
}

LOPE_OFTEN double lope_walking_run(lope_tick *tick, double time)
{
    tick->space.walking = true;
    tick->velocity = lope_flat(&tick->space, tick->velocity);
    lope_ledger_book(tick, LOPE_TERM_CLIP);
    bool known = tick->floor.kind == LOPE_FLOOR_NONE && recall_floor(tick);
    if (tick->water && lope_water_takes(tick)) return time;
    if (!known) lope_tick_list(tick);
    if (!known && !lope_walk_to_floor(tick)) {
        lope_tick_walk_off(tick);
        return time;
    }
    if (tick->layered) tick->drift = lope_flat(&tick->space, tick->drift);
    if (lope_jump_try(tick)) return time;
    tick->floor_seen = !known;
    lope_drive drive;
    lope_tick_drive(tick, true, &drive);
    return drive.per_tick ? walk_by_rule(tick, &drive, time) : walk_on(tick, &drive, time);
}
