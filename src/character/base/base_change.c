// base_change.c - changes the character's base within a tick: onto a moving body, off one, or onto another
// floor.
//
// Every body stands at its pose of the tick's end during the whole tick (carry_base.c). A character that
// comes onto a body at an instant is therefore moved at once. It goes to where the body brings that point
// by the tick's end, along the body's arc. It turns with the body by the rest of the body's turn. The rest
// of the tick is a walk over the body, as if the tick had begun on it. A character that walks off a body is
// first moved back by the rest of that body's carry.
//
// Owns no data: it writes tick->base_carry (base_tick.h). Below, "share" is a share of the tick, 0 to 1.
// Read next: carry_base.c, base_leave.c.
#include "character/base/base_change.h"
#include "character/base/base_frame.h"
#include "character/base/base_leave.h"
#include "character/base/find_body.h"
#include "character/base/land_on_moving.h"
#include "character/tick/base_tick.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/moving/depenetrate.h"
#include "motion/query/sweep.h"

#define CROSSING_PROBES 14 // bisections: the place of a floor change is found to 2^-14 of the way

// Returns the share of the tick that is done; 1 for a tick without length.
static double share_now(const lope_tick *tick) { return tick->seconds > 0 ? tick->now / tick->seconds : 1; }

// True when the body carries what stands on it. Another character counts as no carrier within a tick.
static bool carries(const lope_tick *tick, const lope_sink_body *body)
{
    return !body->character && lope_base_carries(tick, body);
}

// Returns the body's motion for a point of it that is at `at` (local) after `share` of the tick.
static lope_base_motion carrier_from(const lope_tick *tick, const lope_sink_body *body, lope_point at, double share)
{
    lope_base_motion carrier = lope_base_motion_of(&tick->space, body, at, at);
    carrier.way = lope_base_way(tick, body);
    carrier.arm = lope_point_sub(at, lope_point_mad(carrier.center, carrier.way, share - 1.0));
    float rest = (float)(carrier.angle * (1.0 - share));
    if (rest > 0) carrier.arm = lope_quat_rotate_point(lope_quat_from_axis(carrier.axis, rest), carrier.arm);
    return carrier;
}

// Returns where in the world (local) a carried character was after `share` of the tick. `feet` (local):
// where its base has brought it at the tick's end.
static lope_point taken_back(const lope_tick *tick, lope_point feet, double share)
{
    const lope_base_tick *ride = &tick->base_carry;
    lope_base_motion carrier = ride->carrier;
    carrier.arm = lope_point_add(carrier.arm, lope_point_sub(feet, ride->to));
    lope_point way = lope_point_sub(lope_base_motion_at(&carrier, 1.0), lope_base_motion_at(&carrier, share));
    way = lope_point_mad(way, ride->belt, tick->seconds * (1.0 - share));
    // the part of the carry that was blocked
    way = lope_point_mad(way, ride->along.slip, share - 1.0);
    return lope_point_sub(feet, way);
}

// Returns where (local) the character is in the world after *share of the tick, when `body` has pushed it
// to `at`. A push moves the character to its place of the tick's end. The share of the push that is still
// to come is therefore taken off. Raises *share to the instant at which the body met the character.
static lope_point before_push(const lope_tick *tick, uint64_t body, lope_point at, double *share)
{
    const lope_moving_push *press = &tick->shoved;
    if (!tick->swept || press->by != body || !(press->met < 1)) return at;
    if (*share < press->met) *share = press->met;
    return lope_point_mad(at, press->way, (*share - 1.0) / (1.0 - press->met));
}

// Sweeps the character down onto `body` by the height to which that body's push has lifted it. A character
// that goes along with the body is on it, not ahead of it.
static void down_onto(lope_tick *tick, uint64_t body)
{
    double rise = lope_rise(&tick->space, tick->shoved.way);
    if (!tick->swept || tick->shoved.by != body || rise <= 0) return;
    lope_contact contact;
    lope_point down = lope_point_scale(tick->space.up, -rise);
    tick->space.purpose = LOPE_QUERY_FLOOR;
    if (lope_sweep(&tick->space, tick->feet, down, &contact)) tick->feet = lope_point_mad(tick->feet, down, contact.fraction);
}

// Returns the carrier's turn about up over the tick, in rad.
static double turn_about_up(const lope_tick *tick, const lope_base_motion *carrier)
{
    return carrier->angle * lope_point_dot(lope_vec3_to_point(carrier->axis), tick->space.up);
}

// Takes the character off its base at `share` of the tick: undoes the rest of the base's turn and forgets
// the base.
static void get_off(lope_tick *tick, double share)
{
    lope_base_tick *ride = &tick->base_carry;
    if (ride->turns) lope_base_turn(tick, -(1.0 - share) * ride->turn);
    ride->on = ride->turns = false;
    lope_base_forget(tick);
}

// Makes `body` the base from `share` of the tick on. The feet are already where the body brings them by the
// tick's end. `carrier`: the body's motion at the feet. `normal`: of the floor.
static void get_on(lope_tick *tick, const lope_sink_body *body, const lope_base_motion *carrier, lope_point normal, double share)
{
    lope_base_tick *ride = &tick->base_carry;
    lope_base_note(tick, body, tick->feet, normal);
    ride->on = true;
    ride->falls = false;
    ride->carrier = *carrier;
    ride->carrier.arm = lope_point_sub(tick->feet, carrier->center);
    ride->belt = lope_base_belt(tick, body, normal);
    ride->ran = lope_point_scale(ride->belt, tick->seconds);
    ride->to = tick->feet;
    ride->lets_go = 1;
    ride->along = (lope_along){.carrier = carries(tick, body) ? body->id : 0};
    bool turning = tick->tuning->impart_base_angular_velocity;
    lope_point first = lope_point_add(lope_base_motion_velocity(&ride->carrier, 0, tick->seconds, turning), ride->belt);
    lope_use_base(&tick->state)->base_velocity = lope_point_to_vec3(first);
    double turn = turn_about_up(tick, carrier);
    ride->turns = false;
    if (turn == 0) return;
    lope_base_turns(tick, turn);
    lope_base_turn(tick, (1.0 - share) * turn);
}

// True when the character overlaps nothing at `feet` (local). The test is needed because the character is
// moved there through moving bodies, which may stand there at the tick's end.
static bool has_room_at(lope_tick *tick, lope_point feet)
{
    lope_depenetrate_from leap = {.doubt = LOPE_DOUBT_ALL};
    tick->space.purpose = LOPE_QUERY_DEPENETRATE;
    lope_depenetrated escape = lope_depenetrate(&tick->space, feet, &leap);
    return !escape.stuck && !(escape.pushed > 0) && !tick->space.failed;
}

// ---- landing ----

// Returns where in the world (local) the character is now. It differs from the feet while a fall is seen
// from a rising or sinking body.
static lope_point in_world(const lope_tick *tick)
{
    return lope_point_mad(tick->feet, tick->space.up, -lope_land_on_moving_over(tick));
}

// Returns the velocity (m/s) of the body or conveyor that the contact touches. Zero: it is at rest, or the
// character is already carried by it.
static lope_point velocity_under(const lope_tick *tick, const lope_contact *contact)
{
    lope_point none = {0, 0, 0};
    if (!contact->moving && !contact->conveys) return none;
    bool based = lope_has_page(&tick->state, LOPE_PAGE_BASE) && tick->state.base_body == contact->body;
    if (based && tick->base_carry.on) return none; // the velocity is relative to that body already
    const lope_sink_body *body = lope_base_find(&tick->space, contact->body);
    if (!body) return none;
    lope_point velocity = lope_base_conveyor_velocity(body, contact->surface);
    if (!lope_base_carries(tick, body)) return velocity;
    double share = share_now(tick);
    lope_base_motion carrier = carrier_from(tick, body, in_world(tick), share);
    lope_point there = lope_base_motion_velocity(&carrier, share, tick->seconds, tick->tuning->impart_base_angular_velocity);
    return lope_point_add(velocity, there);
}

lope_point lope_base_under(const lope_tick *tick, const lope_contact *contact)
{
    return lope_base_masked(tick, velocity_under(tick, contact));
}

// Returns where (local) the body brings a point by the tick's end, belt included. The point is at `at`
// after `share` of the tick. *carrier: the body's motion at that point; without motion when the body
// carries nothing.
static lope_point brought_to(const lope_tick *tick, const lope_sink_body *body, lope_point normal, lope_point at, double share,
                             lope_base_motion *carrier)
{
    *carrier = carrier_from(tick, body, at, share);
    lope_point to = carries(tick, body) ? lope_base_motion_at(carrier, 1.0) : at;
    if (!carries(tick, body)) *carrier = (lope_base_motion){.center = at, .axis = {0, 1, 0}};
    return lope_point_mad(to, lope_base_conveyor_velocity(body, normal), tick->seconds * (1.0 - share));
}

// Also takes the body's velocity out of the character's, which is relative to its base from then on, and
// moves the character level to where the body brings it by the tick's end.
void lope_base_land(lope_tick *tick, const lope_contact *contact)
{
    lope_space *space = &tick->space;
    lope_point under = velocity_under(tick, contact);
    bool aboard = !tick->base_carry.on && !tick->base_carry.leaves && !contact->character;
    tick->base_carry.landed = true;
    if (lope_point_dot(under, under) > 0) {
        tick->velocity = lope_point_sub(tick->velocity, lope_base_masked(tick, under));
        lope_velocity_log_add(tick, LOPE_TERM_BASE);
    }
    const lope_sink_body *found = contact->moving || contact->conveys ? lope_base_find(space, contact->body) : NULL;
    if (!found || (!carries(tick, found) && !lope_body_conveys(found))) return;
    if (tick->base_carry.on && tick->state.base_body == found->id) return;
    const lope_sink_body body = *found; // a copy: a gather may move the body in memory
    lope_base_motion carrier;
    double share = share_now(tick);
    lope_point at = before_push(tick, body.id, in_world(tick), &share);
    lope_point rest = lope_point_sub(brought_to(tick, &body, contact->surface, at, share, &carrier), tick->feet);
    rest = lope_flat(space, rest); // along up the landing has put it already
    if (lope_point_dot(rest, rest) > 0) {
        lope_carried carried = lope_carry_among(space, tick->feet, rest);
        if (!has_room_at(tick, carried.feet)) return;
        tick->report->moved_by_base += lope_point_length(lope_point_sub(carried.feet, tick->feet));
        tick->feet = carried.feet;
    }
    if (aboard) get_on(tick, &body, &carrier, contact->surface, share);
}

// ---- into the world, in the middle of a tick ----

// Ends the present base at `share` of the tick, with its velocity. Ends a leaving that is under way, and the
// view from a body that the character was coming down upon.
static void end_base(lope_tick *tick, double share)
{
    lope_base_tick *ride = &tick->base_carry;
    lope_point velocity = {0, 0, 0};
    if (ride->on && ride->leaves) {
        velocity = ride->imparted;
    } else if (ride->on) {
        ride->carrier.arm = lope_point_add(ride->carrier.arm, lope_point_sub(tick->feet, ride->to));
        velocity = lope_base_velocity(tick, tick->now);
    }
    if (ride->on) get_off(tick, share); // turns what is relative to the base
    tick->velocity = lope_point_add(tick->velocity, velocity);
    ride->leaves = ride->alights = false;
    lope_base_forget(tick);
}

lope_point lope_base_in_world(const lope_tick *tick, lope_point feet, double now)
{
    return tick->base_carry.on && tick->seconds > 0 ? taken_back(tick, feet, now / tick->seconds) : feet;
}

void lope_base_step_off(lope_tick *tick)
{
    lope_space *space = &tick->space;
    lope_base_tick *ride = &tick->base_carry;
    if (!ride->on || ride->leaves) return;
    double share = share_now(tick);
    lope_point shift = lope_point_sub(taken_back(tick, tick->feet, share), tick->feet);
    lope_along along = {.carrier = 0}, *was = space->along;
    space->along = &along;
    lope_carried carried = lope_carry_straight(space, tick->feet, shift);
    space->along = was;
    // no room: it stays with the base until the tick ends
    if (!has_room_at(tick, carried.feet)) return;
    tick->report->moved_by_base += lope_point_length(lope_point_sub(carried.feet, tick->feet));
    end_base(tick, share);
    lope_velocity_log_add(tick, LOPE_TERM_BASE);
    tick->feet = carried.feet;
}

// ---- a base that a mode sets ----

// Returns where in the world (local) the character is at tick->now, also while it is leaving a base: since
// then it goes straight on with what that base has imparted.
static lope_point out_of_base(const lope_tick *tick, double share)
{
    const lope_base_tick *ride = &tick->base_carry;
    if (!ride->on) return in_world(tick);
    if (!ride->leaves) return taken_back(tick, tick->feet, share);
    const double left = tick->seconds - ride->left_at;
    const lope_point from = lope_base_motion_at(&ride->carrier, ride->left_at / tick->seconds),
                     to = lope_base_motion_at(&ride->carrier, 1.0);
    const lope_point way = lope_point_mad(lope_point_sub(to, from), ride->belt, left);
    return lope_point_mad(lope_point_sub(tick->feet, way), ride->imparted, tick->now - ride->left_at);
}

// Returns where in the world (local) the character is after *share of the tick, when the body that it takes
// hold of has pushed it to `at`. Before that body has met it, there is no push.
static lope_point unpushed(const lope_tick *tick, uint64_t body, lope_point at, double *share)
{
    const lope_moving_push *press = &tick->shoved;
    const bool early = tick->swept && press->by == body && *share < press->met;
    return early ? lope_point_sub(at, press->way) : before_push(tick, body, at, share);
}

// Returns the turn (rad) about up that the base makes in the rest of the tick after `share`: so far are
// directions turned ahead.
static double ahead_of(const lope_base_tick *ride, double share)
{
    return ride->on && ride->turns ? (1.0 - share) * ride->turn : 0;
}

// A change of base that is asked for.
typedef struct base_plan {
    lope_sink_body body;
    bool comes; // the body carries the character from now on
    bool keeps; // nothing is to be changed
    double share;
    lope_point at, to; // local: where in the world the character is, and where the body brings it
    lope_base_motion carrier;
    double turn; // rad about up, by which what is wanted turns
} base_plan;

// Finds out what a change of base leads to. False: there is no such base.
static bool plan_base(lope_tick *tick, uint64_t id, base_plan *plan)
{
    const lope_base_tick *ride = &tick->base_carry;
    const bool found = lope_find_body(tick, id, &plan->body);
    plan->comes = found && carries(tick, &plan->body);
    plan->share = share_now(tick);
    plan->at = plan->to = tick->feet;
    plan->turn = 0;
    if (id != LOPE_BODY_NONE && (!found || plan->body.character)) return false;
    plan->keeps = plan->comes ? ride->on && !ride->leaves && tick->state.base_body == id : !ride->on;
    if (plan->keeps) return true;
    plan->at = plan->to = out_of_base(tick, plan->share);
    plan->turn = -ahead_of(ride, plan->share);
    if (!plan->comes) return true;
    plan->at = unpushed(tick, id, plan->at, &plan->share);
    plan->carrier = carrier_from(tick, &plan->body, plan->at, plan->share);
    plan->to = lope_base_motion_at(&plan->carrier, 1.0);
    plan->turn = (1.0 - plan->share) * turn_about_up(tick, &plan->carrier) - ahead_of(ride, plan->share);
    return true;
}

bool lope_base_brings(lope_tick *tick, uint64_t id, lope_point *feet, double *turn)
{
    base_plan plan;
    if (!plan_base(tick, id, &plan)) return false;
    *feet = plan.to;
    *turn = plan.turn;
    return true;
}

bool lope_base_set(lope_tick *tick, uint64_t id)
{
    lope_space *space = &tick->space;
    lope_base_tick *ride = &tick->base_carry;
    base_plan plan;
    if (!plan_base(tick, id, &plan)) return false;
    if (plan.keeps) return true;
    const lope_point feet = tick->feet, none = {0, 0, 0};
    lope_along along = {.carrier = 0}, *was = space->along;
    space->along = &along;
    lope_carried carried = {.feet = plan.to};
    if (!lope_tick_is_ghost(tick)) carried = lope_carry_straight(space, feet, lope_point_sub(plan.to, feet));
    space->along = was;
    if (!lope_tick_is_ghost(tick) && !has_room_at(tick, carried.feet)) return false;
    const double turned = ahead_of(ride, plan.share);
    end_base(tick, plan.share);
    tick->feet = carried.feet;
    tick->report->moved_by_base += lope_point_length(lope_point_sub(carried.feet, feet));
    if (plan.comes) {
        const bool turning = tick->tuning->impart_base_angular_velocity;
        const lope_point under = lope_base_motion_velocity(&plan.carrier, plan.share, tick->seconds, turning);
        tick->velocity = lope_point_sub(tick->velocity, lope_base_masked(tick, under));
        get_on(tick, &plan.body, &plan.carrier, none, plan.share);
    }
    lope_velocity_log_add(tick, LOPE_TERM_BASE);
    const double turn = ahead_of(ride, plan.share) - turned;
    if (turn != 0)
        tick->wanted = lope_quat_rotate_point(lope_quat_from_axis(lope_point_to_vec3(space->up), (float)turn), tick->wanted);
    return true;
}

// ---- walking from one floor onto another ----

// Searches by bisection. The search starts at the height of the way's higher end, since a step may lie in
// between.
double lope_base_crossed_at(lope_tick *tick, lope_point from)
{
    lope_space *space = &tick->space;
    lope_point way = lope_point_sub(tick->feet, from), level = lope_flat(space, way);
    double rise = lope_rise(space, way), spare = 1e-3 * space->unit;
    double reach = space->step_height + (rise < 0 ? -rise : rise) + spare, before = 0, after = 1;
    space->purpose = LOPE_QUERY_FLOOR;
    from = lope_point_mad(from, space->up, rise > 0 ? rise : 0);
    for (int i = 0; i < CROSSING_PROBES; i++) {
        double middle = 0.5 * (before + after);
        lope_floor_hit floor = lope_find_floor(space, lope_point_mad(from, level, middle), reach, spare);
        if (floor.walkable && floor.contact.body == tick->floor.contact.body)
            after = middle;
        else
            before = middle;
    }
    return after;
}

bool lope_base_changes_frame(const lope_tick *tick)
{
    const lope_base_tick *ride = &tick->base_carry;
    const lope_contact *contact = &tick->floor.contact;
    bool comes = (contact->moving || contact->conveys) && !contact->character;
    if (ride->on && tick->state.base_body == contact->body) return false;
    return (ride->on || comes) && !ride->leaves && !ride->leapt && tick->state.stuck_ticks == 0;
}

// Changes from the present base, if any, to the body of tick->floor, if that carries, at `share` of the
// tick. Leaves all as it is when the character would overlap something at its new place.
static void cross_at(lope_tick *tick, double share)
{
    lope_space *space = &tick->space;
    lope_point at = tick->base_carry.on ? taken_back(tick, tick->feet, share) : tick->feet, normal = tick->floor.normal, to = at;
    const lope_sink_body *found = lope_base_find(space, tick->floor.contact.body);
    bool comes = found && (carries(tick, found) || (lope_body_conveys(found) && !found->character));
    lope_sink_body body; // a copy: a gather may move the body in memory
    lope_base_motion carrier;
    double onto = share;
    if (comes) {
        body = *found;
        at = before_push(tick, body.id, at, &onto);
        to = brought_to(tick, &body, normal, at, onto, &carrier);
    }
    lope_point shift = lope_flat(space, lope_point_sub(to, tick->feet));
    if (lope_point_dot(shift, shift) > 0) {
        lope_along along = {.carrier = 0}, *was = space->along;
        space->along = &along;
        lope_carried carried = lope_carry_straight(space, tick->feet, shift);
        space->along = was;
        if (!has_room_at(tick, carried.feet)) return;
        tick->report->moved_by_base += lope_point_length(lope_point_sub(carried.feet, tick->feet));
        tick->feet = carried.feet;
        if (comes) down_onto(tick, body.id);
    }
    if (tick->base_carry.on) get_off(tick, share);
    if (comes) get_on(tick, &body, &carrier, normal, onto);
}

bool lope_base_cross(lope_tick *tick)
{
    if (!lope_base_changes_frame(tick)) return false;
    cross_at(tick, share_now(tick));
    return !tick->space.failed;
}

void lope_base_cross_late(lope_tick *tick)
{
    if (!lope_base_changes_frame(tick) || tick->base_carry.landed) return;
    lope_point from = tick->base_carry.on ? tick->base_carry.to : lope_point_sub(tick->state.feet, tick->origin);
    double share = lope_base_crossed_at(tick, from), a = lope_point_length(lope_vec3_to_point(tick->state.velocity));
    double at = lope_time_at(a, lope_point_length(tick->velocity), tick->seconds, share);
    if (!tick->space.failed) cross_at(tick, tick->seconds > 0 ? at / tick->seconds : 1);
}
