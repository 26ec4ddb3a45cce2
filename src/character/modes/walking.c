// walking.c - the walking mode: over the ground, up steps, along walls, down to the floor.
//
// Walking is solved in the level plane. The input drives a level velocity, and the ground gives each piece
// of way its height. What blocks becomes a wall in the plane. So a wall never lifts the character, and a
// ramp never slows it. In the corner of two walls the character stands still: two-wall adjust stands
// in motion/velocity/two_wall_adjust.h. A tick is cut into slices: at a blocking contact, at a step, where a
// wall ends or begins to bend, where the floor lets go. Read next: walking_private.h.
#include "character/modes/walking.h"
#include "base/copy.h"
#include "character/base/base_change.h"
#include "character/jump/jump.h"
#include "character/modes/slide_rest.h"
#include "character/modes/walking_bend.h"
#include "character/modes/walking_break.h"
#include "character/modes/walking_ground.h"
#include "character/modes/walking_ledge.h"
#include "character/modes/walking_looks.h"
#include "character/modes/walking_plan.h"
#include "character/modes/walking_private.h"
#include "character/modes/walking_slice_time.h"
#include "character/modes/walking_slope.h"
#include "character/modes/walking_step.h"
#include "character/modes/walking_underfoot.h"
#include "character/modes/walking_walls.h"
#include "character/size/crouch.h"
#include "character/size/resize.h"
#include "character/state/state_flags.h"
#include "character/tick/ability_slots.h"
#include "character/tick/ask_parts.h"
#include "character/tick/contacts.h"
#include "character/tick/context.h"
#include "character/tick/events.h"
#include "character/tick/law_hooks.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/tick/velocity_setup.h"
#include "character/transition/mode_switch.h"
#include "character/volume/overlap_events.h"
#include "character/volume/physics_volume.h"
#include "motion/floor/rim.h"
#include "motion/moving/plane.h"
#include "motion/moving/push_out.h"
#include "motion/query/sweep.h"
#include "motion/step/step_up.h"

#define WALK_SLICES 64 // in a tick, at most
#define FINE_SLICES 48 // so many of them follow bent walls
// in a row without way or time: the character is held, and another slice would not lead on
#define IDLE_SLICES 20
#define CORNER_TIME 0.05 // s in which the input would use up the speed that a corner swallows
#define ROUND_REACH 5.0  // hold reaches by which an arc's end may miss the wall: see walking_bend.c
// rad of turn before a wall counts as bending: less is lost in the rounding of its gap
#define BEGUN 1e-3
#define PINNED 1e-4       // m in a tick: a character that goes no farther is pinned or stands
#define CHORD 1e-4        // m by which a way may bulge off its chord beside a body that is met
#define LEVEL_SLOPE 1e-6  // 1 - rise of a normal: level but for a float's rounding
#define LEAVING_WALL 1e-4 // share of the speed: a character that leaves a wall faster is not held to it

// For a plane constraint that leans: only one level way leads along both the plane and the ground. Takes the
// rest out of the input and the velocity.
static void keep_in_plane(lope_tick *tick, lope_walk *walk)
{
    if (!lope_plane_leans(&tick->space) || walk->plane_count == 0) return;
    lope_point way = lope_plane_way(&tick->space, walk->planes[walk->plane_count - 1]);
    if (lope_point_dot(way, way) <= 0) return;
    lope_law *drive = &walk->drive;
    double press = lope_point_dot(drive->direction, way), length = press < 0 ? -press : press;
    drive->direction = lope_point_scale(way, length > 0 ? press / length : 0);
    drive->acceleration *= length;
    drive->boost_acceleration *= length;
    tick->velocity = lope_point_scale(way, lope_point_dot(tick->velocity, way));
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
}

// How a slice ended: at its end, at a wall, at a change of slope, on a step.
typedef enum lope_slice { SLICE_DONE, SLICE_BLOCKED, SLICE_TURNED, SLICE_STEPPED } lope_slice;

// Looks again at what is underfoot, where a wall is met after the planes underfoot have turned or lean. The
// wall is level over the plane on which the character stands there, not over one that it has left.
static void look_underfoot(lope_tick *tick, lope_walk *walk)
{
    if (walk->plane_count == 0) return;
    if (walk->plane_count == 1 && lope_rise(&tick->space, walk->planes[0]) > 1.0 - LEVEL_SLOPE) return;
    if (lope_walk_to_floor(tick)) lope_walk_stand_on(tick, walk);
}

// Asks a mode's law again, for the plane underfoot may be another one now. What the old law has planned is
// given up.
LOPE_COLD static void renew_walking_law(lope_tick *tick, lope_walk *walk)
{
    lope_tick_law_again(tick, true, &walk->drive);
    walk->plan.going = false;
}

// Handles a contact that stopped a level way after `share` of it: a ramp, a step or a wall. *fraction: the
// share that is gone then.
static lope_slice meet_ahead(lope_tick *tick, lope_walk *walk, lope_point level, double share, const lope_contact *contact,
                             double *fraction)
{
    lope_space *space = &tick->space;
    *fraction = share;
    walk->near_limit |= !contact->halfway && !contact->character && lope_is_near_limit(space, contact);
    if (lope_walk_is_ramp(tick, walk, contact)) {
        lope_log_verdict(space, LOPE_VERDICT_RAMP);
        lope_walk_add_plane(walk, contact->normal);
        return SLICE_TURNED;
    }
    lope_step_ground ground = lope_walk_ground(tick, walk);
    bool may = !(tick->input->forbidden & LOPE_FORBID_STEP_UP);
    if (may && lope_walk_step_onto(tick, walk, level, share, &ground, contact, fraction)) return SLICE_STEPPED;
    if (may && lope_walk_rolls_over(tick, &ground, contact)) {
        lope_log_verdict(space, LOPE_VERDICT_RAMP);
        lope_walk_add_plane(walk, contact->normal);
        return SLICE_TURNED;
    }
    walk->near_limit |= lope_walk_is_slope(tick, contact);
    lope_tick_hit(tick, contact);
    if (share > 0) look_underfoot(tick, walk);
    lope_bend_turn(tick, walk);
    lope_wall_add(tick, walk, level, contact->normal, lope_wall_kind_of(contact));
    if (contact->halfway) walk->fence = contact->normal;
    return SLICE_BLOCKED;
}

// Restores the wall that held the character when the last tick ended, while the input still presses against
// it. It is met before anything moves.
static void press_on(lope_tick *tick, lope_walk *walk)
{
    const lope_law *drive = &walk->drive;
    if (!lope_tick_was_hit(tick) || drive->per_tick || drive->drifts || drive->acceleration <= 0) return;
    lope_point level = lope_point_scale(drive->direction, LOPE_HOLD_REACH * tick->space.unit);
    lope_contact contact;
    double fraction;
    tick->space.purpose = LOPE_QUERY_PRESS;
    if (!lope_sweep(&tick->space, tick->feet, lope_walk_over_ground(tick, walk, level), &contact)) return;
    if (contact.halfway || lope_walk_is_ramp(tick, walk, &contact)) {
        lope_log_verdict(&tick->space, LOPE_VERDICT_RAMP);
        return;
    }
    double away = lope_point_dot(lope_flat(&tick->space, contact.normal), tick->velocity);
    if (LOPE_UNLIKELY(contact.moving)) away += lope_contact_recedes(tick, &contact); // as the body sees it
    if (!drive->turn_instantly && away > LEAVING_WALL * lope_point_length(tick->velocity)) return;
    meet_ahead(tick, walk, level, 0, &contact, &fraction);
    tick->velocity = lope_along_walls(tick->velocity, drive->walls, drive->wall_count);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
}

// True when the input presses into two walls and the velocity (m/s) is small. Such a rest of speed would go
// to and fro between the walls without an end.
static bool held_in_corner(const lope_law *drive, lope_point velocity)
{
    if (drive->wall_count < 2 || drive->acceleration <= 0) return false;
    lope_point free = lope_along_walls(drive->direction, drive->walls, drive->wall_count);
    return lope_point_dot(free, free) <= 0 && lope_point_length(velocity) < CORNER_TIME * drive->acceleration;
}

// Looks before a slice of up to `time` seconds beside a slope, or beside what moves. Returns the s that the
// slice may last.
LOPE_COLD static double look_before(lope_tick *tick, lope_walk *walk, double time)
{
    if (walk->leans) time = lope_walk_time_to_try(tick, walk, time);
    if (walk->moves) lope_bend_let_go(tick, walk);
    return time;
}

// Fills in a slice of up to `time` seconds: what it sets out to do, and what was true before.
static LOPE_INLINED void set_out_walking(lope_tick *tick, lope_walk *walk, double time, lope_walk_slice *s)
{
    s->drive = walk->drive;
    for (uint32_t i = 0; i < walk->drive.wall_count; i++) s->kinds[i] = walk->kinds[i];
    s->rim = tick->floor.kind == LOPE_FLOOR_RIM;
    s->body = tick->floor.contact.body;
    s->from = tick->feet;
    s->under = tick->floor.normal;
    s->events = tick->report->event_count;
    s->sequence = tick->state.event_sequence;
    s->hits[0] = tick->hits[0];
    s->hits[1] = tick->hits[1];
    s->impacts = tick->impact_count;
    s->held = lope_wall_holds(walk);
    s->rounds = walk->round.on || lope_bend_plan(tick, walk, time);
    if (s->rounds) {
        walk->leg = walk->round;
        s->level = lope_bend_leg(tick, walk);
        return;
    }
    if (!walk->plan.going) lope_plan_make(tick, &walk->drive, time, &walk->plan);
    s->level = lope_point_scale(walk->plan.level, 1.0 - walk->plan.gone);
    if (!tick->tuning->maintain_horizontal_ground_velocity)
        s->level = lope_walk_along(s->level, lope_walk_rise(tick, walk, s->level));
}

// True when a way that bends leads clear of a body beside the chord on which it is swept. The contact is on
// the inner side then, and the way bulges off it by more than CHORD.
LOPE_COLD static bool chord_cuts(const lope_tick *tick, const lope_walk *walk, const lope_walk_slice *s,
                                 const lope_contact *contact)
{
    const lope_plan *plan = &walk->plan;
    const double square = lope_point_dot(s->level, s->level);
    if (s->rounds || contact->character || contact->halfway || plan->gone > 0 || s->drive.per_tick || square <= 0) return false;
    if (plan->unpaid < 1.0) return false; // a plan that has paid step debt is not made again
    const lope_point change = lope_point_sub(plan->end, plan->velocity);
    const lope_point bend = lope_point_mad(change, s->level, -lope_point_dot(change, s->level) / square);
    return -lope_point_dot(contact->normal, bend) * plan->time > 8.0 * CHORD * tick->space.unit;
}

// Crouches where a body that comes down onto the character stops its way, and crouching gets it under that
// body. A moment later the body would press it down, and the character would crouch. Which of the two comes
// first is up to where the tick ends, so the one that takes no speed counts.
LOPE_COLD static bool ducks(lope_tick *tick, lope_walk *walk, const lope_contact *contact)
{
    lope_space *space = &tick->space;
    const lope_point ground = walk->plane_count ? walk->planes[walk->plane_count - 1] : space->up;
    if (contact->character || contact->halfway || walk->drive.per_tick || !lope_crouch_may(tick)) return false;
    const double height = lope_rise(space, lope_point_sub(contact->point, tick->feet));
    const float low = lope_crouched_height(tick->tuning, tick->state.radius, tick->state.height);
    if (height < (double)low || !lope_presses_down(space, tick->feet, contact, ground)) return false;
    lope_crouch_down(tick, true);
    lope_tick_list(tick);
    renew_walking_law(tick, walk);
    return true;
}

// Passes a share of a slice's sweep.
static LOPE_INLINED void pass_share(lope_tick *tick, const lope_walk_slice *s, lope_point motion, double share)
{
    const double rise = lope_rise(&tick->space, motion);
    tick->feet = lope_point_mad(tick->feet, motion, share);
    tick->report->moved_by_snap += share * (rise < 0 ? -rise : rise);
    tick->state.distance_walked += share * lope_point_length(s->level);
}

// Passes the way up to what stopped it, and meets that.
static LOPE_INLINED lope_slice go_up_to(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, lope_point motion,
                                        const lope_contact *contact, double *fraction)
{
    lope_point end;
    lope_arc there;
    const double share = contact->fraction;
    pass_share(tick, s, motion, share);
    tick->now += lope_walk_gone_at(walk, s, share, tick->feet, &end, &there);
    *fraction = share;
    return contact->moving && ducks(tick, walk, contact) ? SLICE_TURNED
                                                         : meet_ahead(tick, walk, s->level, share, contact, fraction);
}

// Goes up to a body that moves. The slice is made shorter as long as only its chord leads into that body.
LOPE_COLD static lope_slice go_beside(lope_tick *tick, lope_walk *walk, lope_walk_slice *s, lope_point motion,
                                      const lope_contact *first, double *fraction)
{
    lope_contact contact = *first;
    while (chord_cuts(tick, walk, s, &contact)) {
        set_out_walking(tick, walk, 0.5 * walk->plan.time, s);
        motion = lope_walk_over_ground(tick, walk, s->level);
        const bool met = lope_sweep(&tick->space, tick->feet, motion, &contact);
        if (tick->space.failed) return SLICE_DONE;
        if (met) continue;
        pass_share(tick, s, motion, 1.0);
        return SLICE_DONE;
    }
    return go_up_to(tick, walk, s, motion, &contact, fraction);
}

// Sweeps over the ground along the slice's level way. *fraction: the share that is gone when the slice ends.
static lope_slice go_slice(lope_tick *tick, lope_walk *walk, lope_walk_slice *s, double *fraction)
{
    lope_space *space = &tick->space;
    lope_point motion = lope_walk_over_ground(tick, walk, s->level);
    lope_contact contact;
    *fraction = 1.0;
    space->purpose = s->drive.wall_count > 0 ? LOPE_QUERY_SLIDE : LOPE_QUERY_MOVE;
    bool met = lope_sweep(space, tick->feet, motion, &contact);
    if (space->failed) return SLICE_DONE;
    if (met && LOPE_UNLIKELY(contact.moving)) return go_beside(tick, walk, s, motion, &contact, fraction);
    if (met) return go_up_to(tick, walk, s, motion, &contact, fraction);
    pass_share(tick, s, motion, 1.0);
    return SLICE_DONE;
}

// Returns the share of the way at which a flat wall began to bend. The bend is taken for a circle that is
// nearly touched after the share `gone`.
static double tangent_at(const lope_touch *touch, lope_point normal, lope_point way, double gone)
{
    double length = lope_point_length(way), sine = lope_point_dot(touch->normal, way);
    if (!(sine > BEGUN * length) || touch->gap <= 0) return gone;
    double back = touch->gap * (1.0 + lope_point_dot(touch->normal, normal)) / sine;
    return back < gone ? gone - back : 0;
}

// Called when the wall that held the character has ended during the slice. Goes back to its end. Returns the
// seconds used until then.
static double wall_ended(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction)
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

// After a slice along a wall: finds out whether the wall is still touched, and where it turns. Returns the
// seconds used.
static double keep_to_wall(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, lope_slice slice, double fraction,
                           double used)
{
    if (!s->held || walk->round.on || (s->rounds && slice == SLICE_BLOCKED)) return used;
    lope_point normal = s->rounds ? walk->drive.walls[0] : s->drive.walls[0];
    double reach = LOPE_HOLD_REACH * tick->space.unit;
    if (s->rounds) {                  // the sharpest bend can have fallen back that far
        if (!lope_wall_holds(walk)) { // the input no longer presses: the wall is left
            walk->drive.wall_count = 0;
            return used;
        }
        reach *= ROUND_REACH;
    }
    lope_touch touch;
    if (lope_wall_touched(tick, walk, tick->feet, normal, reach, &touch)) {
        if (!s->rounds && !lope_wall_pressed(walk, touch.normal)) { // over another plane the way leads off it
            walk->drive.wall_count = 0;
            return used;
        }
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

// Called when the floor has let go at the share `gone` of the way, and still holds at `last`. Where the
// ground there is too steep and leads up, it is a wall: the character stays where the ground holds it, or
// steps up. True: it does; *used is the seconds until then.
static bool stops_at_slope(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double last, double gone,
                           double *used)
{
    lope_point feet = lope_point_mad(s->from, lope_point_sub(tick->feet, s->from), gone);
    lope_floor_hit floor;
    if (walk->drive.per_tick || lope_walk_holds_at(tick, &feet, &floor) || floor.kind == LOPE_FLOOR_NONE) return false;
    const bool slope = lope_walk_is_slope(tick, &floor.contact) && lope_walk_leads_up(tick, s, floor.contact.normal);
    if (!slope && !lope_walk_sinks_beside(tick, walk, s, &floor.contact)) return false;
    if (lope_walk_rolls_off(tick, s, last, &floor.contact)) return false;
    // a little before, so that the next tick finds it held
    const double length = lope_point_length(lope_point_sub(tick->feet, s->from)), back = LOPE_STEEP_BACK * tick->space.unit;
    *used = lope_walk_take_back(tick, walk, s, fraction, last * length > back ? last - back / length : 0);
    walk->near_limit = true;
    const double way = lope_point_length(s->level);
    const lope_point level = lope_point_scale(s->level, way > 0 ? LOPE_HOLD_REACH * tick->space.unit / way : 0);
    const lope_step_ground ground = lope_walk_ground(tick, walk);
    const bool may = !(tick->input->forbidden & LOPE_FORBID_STEP_UP);
    if (may && lope_walk_step_onto(tick, walk, level, 0, &ground, &floor.contact, &fraction)) return true;
    const bool added = lope_wall_add(tick, walk, s->level, floor.contact.normal, LOPE_WALL_BENT);
    tick->velocity = lope_along_walls(tick->velocity, walk->drive.walls, walk->drive.wall_count);
    if (!added) tick->velocity = (lope_point){0, 0, 0}; // no room for another wall
    if (!added) *used = 1e30;
    return true;
}

// Called when the floor has let go during the slice. Goes back to where it did. Returns the seconds used
// until then. last, gone: shares of the way at which it held and at which none did. *fell: no floor is in
// reach there.
static double floor_ended(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double last, double gone,
                          bool *fell)
{
    double used, share;
    lope_point end;
    lope_arc there;
    walk->round.on = false;
    if (lope_ledge_follows(tick, walk, s, fraction, &used)) return used;
    share = lope_walk_let_go_at(tick, s->from, tick->feet, gone, &last);
    if (lope_ledge_stops(tick, walk, s, fraction, last, share, &used)) return used;
    if (stops_at_slope(tick, walk, s, fraction, last, share, &used)) return used;
    double below = lope_walk_below_at(tick, lope_point_mad(s->from, lope_point_sub(tick->feet, s->from), last));
    tick->feet = lope_point_mad(s->from, lope_point_sub(tick->feet, s->from), share);
    tick->feet = lope_point_mad(tick->feet, tick->space.up, -below);
    tick->report->moved_by_snap += below < 0 ? -below : below;
    used = lope_walk_gone_at(walk, s, fraction * share, tick->feet, &end, &there);
    tick->velocity = lope_along_walls(end, walk->drive.walls, walk->drive.wall_count);
    *fell = below == 0 || !lope_walk_to_floor(tick); // with the feet so far down, a floor may be in reach
    if (!*fell) lope_walk_stand_on(tick, walk);
    return used;
}

// Called when a slice leads from one floor to another and one of them moves. Goes back to where the one
// became the other, or let go before. Each base carries the character for its own part of the tick. over:
// where the slice led before it went down to the floor. True: the slice was cut; *used is its seconds.
static bool back_to_crossing(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, lope_point over,
                             double *used, bool *fell)
{
    if (s->body == tick->floor.contact.body || s->rounds || walk->crossed || walk->drive.per_tick) return false;
    if (!lope_base_changes_frame(tick)) return false;
    walk->crossed = true; // not tried again in this tick: right at the border the answer is in doubt
    double gone = lope_base_crossed_at(tick, s->from);
    if (lope_walk_crosses_gap(tick, s, gone)) {
        tick->feet = over;
        *used = floor_ended(tick, walk, s, fraction, 0, gone, fell);
        return true;
    }
    if (gone >= 1.0) return false;
    *used = lope_walk_take_back(tick, walk, s, fraction, gone);
    return true;
}

// Ends a slice that led to `over` at the share `cut` of its way. Returns the seconds used until then.
LOPE_COLD static double cut_slice(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, lope_point over,
                                  double cut)
{
    const lope_plan plan = walk->plan;
    tick->feet = over;
    walk->round = walk->leg;
    walk->round.on = s->rounds;
    double used = lope_walk_take_back(tick, walk, s, fraction, cut);
    lope_bend_turn(tick, walk);
    walk->round.on = false;
    walk->plan = plan;
    used = keep_to_wall(tick, walk, s, SLICE_DONE, fraction * cut, used);
    lope_plan_pass(&walk->plan, s, fraction * cut, used);
    return used;
}

// Runs one slice of at most `time` seconds. Returns the seconds used; sets *fell when the floor let go at its
// end.
static double walk_slice(lope_tick *tick, lope_walk *walk, double time, bool *fell)
{
    lope_walk_slice s;
    if (LOPE_UNLIKELY(walk->leans | walk->moves)) time = look_before(tick, walk, time);
    set_out_walking(tick, walk, time, &s);
    walk->plan.going = false;
    if (LOPE_UNLIKELY(walk->drive.own != NULL)) s.plane = lope_law_plane(&tick->floor);
    lope_arc there;
    double fraction = 1.0;
    bool moves = lope_point_length(s.level) > 1e-12 * tick->space.unit;
    lope_slice slice = moves ? go_slice(tick, walk, &s, &fraction) : SLICE_DONE;
    lope_point end;
    double used = lope_walk_gone_at(walk, &s, fraction, tick->feet, &end, &there);
    if (s.rounds && slice == SLICE_DONE) lope_bend_next(walk, &there, used);
    if (s.rounds && slice != SLICE_DONE) lope_bend_leave(walk, &there, used, slice == SLICE_TURNED);
    if (!moves) {
        tick->velocity = end;
        return used;
    }
    tick->velocity = lope_along_walls(end, walk->drive.walls, walk->drive.wall_count);
    if (slice == SLICE_BLOCKED && held_in_corner(&walk->drive, tick->velocity)) tick->velocity = (lope_point){0, 0, 0};
    bool stays = slice == SLICE_STEPPED || (fraction <= 0 && slice != SLICE_DONE); // the floor is known
    lope_point over = tick->feet;
    const bool held = stays || lope_walk_to_floor(tick);
    if (held && !stays && lope_law_renews(tick, &walk->drive) && lope_walk_back_to_break(tick, walk, &s, fraction, &used))
        return used;
    bool lost = false;
    double last = 0;
    const double cut = stays ? 2.0 : lope_walk_cut_at(tick, walk, &s, over, held, &lost, &last);
    if (cut <= 1.0) {
        tick->feet = over;
        used = lost ? floor_ended(tick, walk, &s, fraction, last, cut, fell) : cut_slice(tick, walk, &s, fraction, over, cut);
        return used < time ? used : time;
    }
    if (!stays && back_to_crossing(tick, walk, &s, fraction, over, &used, fell)) return used < time ? used : time;
    if (slice == SLICE_DONE) lope_walk_stand_on(tick, walk);
    if (slice == SLICE_DONE) used = lope_ledge_keep(tick, walk, &s, fraction, used);
    const lope_point far = tick->feet;
    if (!stays) used = keep_to_wall(tick, walk, &s, slice, fraction, used);
    if (slice == SLICE_DONE && s.held) used = lope_walk_step_beside(tick, walk, &s, fraction, far, used);
    if (slice == SLICE_TURNED) lope_plan_pass(&walk->plan, &s, fraction, used);
    return used;
}

// Behind another character: keeps at least the speed at which the two really came closer. So the character
// follows smoothly instead of stopping and starting.
static void follow_along(lope_tick *tick, const lope_walk *walk, double time)
{
    if (lope_point_dot(walk->fence, walk->fence) <= 0) return;
    double closer = -lope_point_dot(lope_point_sub(tick->feet, walk->start), walk->fence);
    double now = -lope_point_dot(tick->velocity, walk->fence);
    if (walk->drive.drifts) now -= lope_point_dot(walk->drive.drift, walk->fence);
    if (closer / time > now)
        tick->velocity = lope_point_mad(tick->velocity, lope_flat(&tick->space, walk->fence), now - closer / time);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
}

// True when the normal is along up, but for a float's rounding.
static bool is_level(const lope_tick *tick, lope_vec3 normal)
{
    return lope_rise(&tick->space, lope_vec3_to_point(normal)) > 1.0 - LEVEL_SLOPE;
}

// Takes the floor on which the last tick ended, when nothing has moved the character since. It is looked for
// again after the first slice. False: the floor has to be found now.
static bool recall_walking_floor(lope_tick *tick)
{
    const lope_floor *floor = &tick->state.floor;
    if (tick->moved_before || floor->kind == LOPE_FLOOR_NONE || !floor->walkable) return false;
    lope_point normal = lope_vec3_to_point(floor->normal);
    lope_point plane = lope_vec3_to_point(floor->plane);
    const lope_vec3 *n = &floor->normal, *p = &floor->plane;
    const bool smooth = n->x == p->x && n->y == p->y && n->z == p->z;
    // where an inclined rim lies is not kept
    if (floor->kind == LOPE_FLOOR_RIM && !is_level(tick, floor->normal)) return false;
    if (!smooth && floor->kind == LOPE_FLOOR_FACE && !is_level(tick, floor->normal)) {
        // a level plane over a surface that leans: a rim, looked for again
        if (is_level(tick, floor->plane)) return false;
        // a ridge on a surface that is too steep itself: which planes are underfoot is looked for again
        bool ridge = lope_point_dot(plane, normal) < 1.0 - LEVEL_SLOPE;
        if (ridge && lope_rise(&tick->space, normal) < tick->space.walkable_cosine) return false;
    }
    // zero since the tick began, unless a floor was looked for: where none is, its distance is how far
    if (LOPE_UNLIKELY(tick->floor.distance != 0 || tick->floor.walkable)) lope_clear_bytes(&tick->floor, sizeof tick->floor);
    tick->floor.kind = (lope_floor_kind)floor->kind;
    tick->floor.walkable = true;
    // floats are not quite unit
    tick->floor.normal = lope_point_scale(plane, 1.0 / lope_point_length(plane));
    tick->floor.contact.body = floor->body;
    tick->floor.contact.index = floor->triangle;
    tick->floor.contact.surface = normal;
    tick->floor.contact.normal = normal;
    tick->floor.contact.point = tick->feet;
    tick->floor.contact.smooth = smooth;
    if (LOPE_UNLIKELY(!tick->floor.contact.smooth)) { // where the round bottom touches the edge
        const lope_point center = lope_point_mad(tick->feet, tick->space.up, tick->space.radius);
        tick->floor.contact.normal = tick->floor.normal;
        tick->floor.contact.point = lope_point_mad(center, tick->floor.normal, -tick->space.radius);
    }
    tick->floor.contact.material = floor->material;
    tick->floor.contact.walkable = true;
    return true;
}

// Puts the feet on the ground at the end of a part of a slice, `way` (m) from its start: between the ends of
// a slice the ground may bend, and the straight way then leads through a crest. The capsule is lifted at the
// start, moved over and put down. Where that is blocked the feet stay.
static void stand_between(lope_tick *tick, lope_point from, lope_point way)
{
    lope_space *space = &tick->space;
    const lope_point level = lope_flat(space, way);
    const double rise = lope_rise(space, way), most = lope_point_length(level) + (rise > 0 ? rise : 0);
    lope_point lift = lope_point_scale(space->up, most);
    lope_contact above;
    space->purpose = LOPE_QUERY_FLOOR;
    if (lope_sweep(space, from, lift, &above)) lift = lope_point_scale(lift, above.fraction);
    lope_point high = lope_point_add(from, lift);
    if (lope_sweep(space, high, level, &above)) return;
    high = lope_point_add(high, level);
    const double drop = lope_rise(space, lope_point_sub(high, tick->feet)) + lope_walk_snap_reach(tick);
    const lope_floor_hit floor = lope_find_floor(space, high, drop, 0);
    // what moves is where it is at another instant
    if (floor.kind != LOPE_FLOOR_NONE && floor.walkable && !floor.contact.moving)
        tick->feet = lope_point_mad(high, space->up, -floor.distance);
}

// Finds out whether another volume began to hold the character on a slice. A base may carry the character
// into it, too. The slice began at `from` with that velocity, with `left` seconds to go. Water that takes the
// character ends the walk; gravity of another direction ends the piece of the tick. True: the slice is cut
// there; *used is the seconds until then.
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
    if (!tick->water && !tick->gravity_changed) return false;
    tick->feet = lope_point_mad(from, way, cut.share);
    tick->velocity = lope_point_mad(velocity, lope_point_sub(end, velocity), cut.share);
    double gone = cut.time < 0 ? cut.share * *used : cut.time;
    tick->now = begun + gone;
    if (tick->gravity_changed || lope_water_takes(tick)) {
        stand_between(tick, from, lope_point_scale(way, cut.share));
        *used = gone;
        return true;
    }
    tick->feet = to;
    tick->velocity = end;
    return false;
}

// Asks for short parts near the walkable limit before the tick has begun, when the character goes anyway.
// True: the tick ends here.
LOPE_COLD static bool ask_parts_at_once(lope_tick *tick, const lope_walk *walk, double time)
{
    const double least = PINNED * tick->space.unit;
    if (!(lope_point_length(tick->velocity) * time > least)) return false;
    lope_tick_ask_parts(tick, &walk->drive);
    return tick->asks_parts;
}

// Asks for short parts near the walkable limit when the character has gone any way. A character that
// stands or is pinned there has not.
LOPE_COLD static void ask_parts(lope_tick *tick, const lope_walk *walk)
{
    const double least = PINNED * tick->space.unit;
    const lope_point way = lope_point_sub(tick->feet, walk->start);
    if (lope_point_dot(way, way) > least * least) lope_tick_ask_parts(tick, &walk->drive);
}

// Ends the piece where abilities at work have to be asked again: on another plane their law is another, and a
// wall may have taken so much speed that one ends within the piece. Returns false when the walk goes on.
LOPE_COLD static bool cut_for_abilities(lope_tick *tick, lope_walk *walk, double left)
{
    const bool asks = walk->broke || lope_tick_ability_ends_within(tick, left);
    walk->broke = walk->clipped = false;
    return asks && lope_tick_cut_for_abilities(tick);
}

// Walks level, by the velocity that it has, for the rest of a tick that has used up its slices. The floor is
// still to be found then.
LOPE_COLD static void walk_rest(lope_tick *tick, double left)
{
    const lope_point velocity = tick->layered ? lope_point_add(tick->velocity, tick->added_velocity) : tick->velocity;
    lope_slide_rest(tick, lope_flat(&tick->space, lope_point_scale(velocity, left)));
    tick->velocity = lope_flat(&tick->space, tick->velocity);
    tick->floor_seen = false;
}

// Runs slices where there is more than ground near. Returns the seconds left for the next mode.
static double walk_about(lope_tick *tick, const lope_law *drive, double time)
{
    lope_walk walk; // set member by member: the struct is large
    lope_law begun;
    walk.drive = *drive;
    walk.plan.going = false;
    walk.kinds[0] = LOPE_WALL_GIVEN;
    walk.plane_count = 0;
    walk.round.on = false;
    walk.coarse = walk.crossed = walk.leans = false;
    walk.moves = tick->space.nearby->sets[1].moves;
    walk.broke = walk.clipped = false;
    walk.fence = (lope_point){0, 0, 0};
    walk.start = tick->feet;
    walk.near_limit = lope_is_near_limit(&tick->space, &tick->floor.contact);
    if (LOPE_UNLIKELY(walk.near_limit) && ask_parts_at_once(tick, &walk, time)) return 0;
    lope_walk_stand_on(tick, &walk);
    press_on(tick, &walk);
    lope_ledge_press(tick, &walk);
    double left = time;
    int idle = 0;
    for (int i = 0; i < WALK_SLICES && left > LOPE_MIN_TIME && idle < IDLE_SLICES && !lope_tick_spent(tick); i++) {
        bool fell = false;
        tick->iterations++;
        walk.coarse = i >= FINE_SLICES;
        if (walk.coarse) walk.round.on = false;
        if (i > 0 && lope_law_renews(tick, &walk.drive)) renew_walking_law(tick, &walk);
        keep_in_plane(tick, &walk);
        tick->now = tick->time - left;
        if (tick->log) begun = walk.drive;
        lope_point from = tick->feet, velocity = tick->velocity;
        uint64_t body = tick->floor.contact.body;
        double used = walk_slice(tick, &walk, left, &fell);
        if (tick->zoned && !fell && wades_in(tick, from, velocity, left, &used)) return left - used;
        if (tick->log) lope_velocity_log_add_law(tick, &begun, used < left ? used : left, walk.drive.wall_count > 0);
        left -= used;
        tick->now = tick->time - left;
        idle = used > 0 || lope_point_length(lope_point_sub(tick->feet, from)) > 0 ? 0 : idle + 1;
        lope_tick_pass(tick);
        walk.near_limit |= !fell && lope_is_near_limit(&tick->space, &tick->floor.contact);
        if (LOPE_UNLIKELY(walk.near_limit)) ask_parts(tick, &walk);
        if (fell) {
            lope_tick_walk_off(tick);
            return left;
        }
        lope_tick_base(tick);
        const bool passed = left > LOPE_MIN_TIME && left < time; // a cut at the very start would come again
        if (LOPE_UNLIKELY(walk.broke | walk.clipped) && passed && cut_for_abilities(tick, &walk, left)) return left;
        if (tick->floor.contact.body == body || walk.drive.per_tick || left <= LOPE_MIN_TIME) continue;
        if (lope_base_cross(tick)) return left;
    }
    tick->now = tick->time - left;
    if (left > LOPE_MIN_TIME && lope_may_slide_rest(tick)) {
        walk_rest(tick, left);
        left = 0;
    }
    lope_tick_still_hit(tick, walk.drive.wall_count);
    follow_along(tick, &walk, time);
    if (walk.drive.drifts) tick->added_velocity = lope_along_walls(tick->added_velocity, walk.drive.walls, walk.drive.wall_count);
    if (!tick->floor_seen && !lope_walk_to_floor(tick)) { // it stood still, and its floor has gone
        lope_tick_walk_off(tick);
        return 0;
    }
    if (left > LOPE_MIN_TIME) tick->report->time_unused += left;
    return 0;
}

// Walks by that law from a known floor: over whole ground first, then by slices. Returns the seconds left for
// the next mode.
static double walk_by_law(lope_tick *tick, const lope_law *drive, double time)
{
    // a law that changes with the plane underfoot needs slices
    bool patch = tick->ground.whole && !tick->zones_near;
    if (patch && !lope_law_renews(tick, drive)) time = lope_walk_over_patch(tick, drive, time);
    if (time <= LOPE_MIN_TIME) return 0;
    lope_tick_list(tick);
    return walk_about(tick, drive, time);
}

// Runs the mode by Unreal's rule: in each sub-step the velocity is set once, and the character goes straight
// on but for contacts. Returns the seconds left for the next mode.
static double walk_by_unreals_rule(lope_tick *tick, const lope_law *drive, double time)
{
    const lope_law coast = {.per_tick = true, .drifts = drive->drifts, .drift = drive->drift};
    const double end = tick->time;
    const uint32_t mode = tick->state.mode;
    float left = lope_rule_time(time);
    while ((double)left > LOPE_MIN_TIME && !tick->space.failed) {
        const double begun = end - (double)left;
        float h = lope_tick_sub_step(tick, left);
        left -= h;
        tick->velocity = lope_law_step(drive, tick->velocity, (double)h);
        if (tick->log) lope_velocity_log_add_law(tick, drive, (double)h, false);
        const double until = lope_rule_end(begun, h, end, left);
        tick->time = until;
        tick->now = tick->time - (double)h;
        double unused = walk_by_law(tick, &coast, (double)h);
        tick->time = end;
        if (tick->state.mode != mode) return end - until + unused;
    }
    return 0;
}

// Asks for short parts where gravity turns along the way, and the floor is near the walkable limit. Gravity
// is looked at only where a tick begins.
LOPE_COLD static void ask_parts_on_turning(lope_tick *tick, const lope_law *drive)
{
    if (lope_rise(&tick->space, tick->floor.normal) < tick->space.walkable_cosine + LOPE_NEAR_LIMIT)
        lope_tick_ask_parts(tick, drive);
}

LOPE_HOT double lope_walking_run(lope_tick *tick, double time)
{
    tick->space.walking = true;
    tick->velocity = lope_flat(&tick->space, tick->velocity);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    bool known = tick->floor.kind == LOPE_FLOOR_NONE && recall_walking_floor(tick);
    if (tick->water && lope_water_takes(tick)) return time;
    if (!known) lope_tick_list(tick);
    if (!known && !lope_walk_to_floor(tick)) {
        lope_tick_walk_off(tick);
        return time;
    }
    if (tick->layered) tick->added_velocity = lope_flat(&tick->space, tick->added_velocity);
    if (lope_jump_try(tick)) return time;
    tick->floor_seen = !known;
    lope_law drive;
    lope_tick_law(tick, true, &drive);
    if (LOPE_UNLIKELY(tick->radial)) ask_parts_on_turning(tick, &drive);
    return drive.per_tick ? walk_by_unreals_rule(tick, &drive, time) : walk_by_law(tick, &drive, time);
}
