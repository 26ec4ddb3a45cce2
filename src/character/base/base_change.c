// base_change.c - onto a body that moves, or off it onto another floor, within a tick.
//
// Bodies stand at their pose of the tick's end all the while (carry_base.c). So who has come onto one at an instant is taken at once to where the
// body brings that point of it by the tick's end, round its arc, and turns with it as far; the rest of the tick is a walk over it like
// that of one who began the tick there. Who has walked off it is first taken back by what it would still have carried him.
#include "character/base/base_change.h"
#include "character/base/base_frame.h"
#include "character/base/base_leave.h"
#include "character/base/land_on_moving.h"
#include "character/tick/base_tick.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/moving/depenetrate.h"
#include "motion/query/sweep.h"

#define CROSSING_PROBES 14 // of a search for the instant at which the floor becomes another

static double share_now(const lope_tick *tick) { return tick->seconds > 0 ? tick->now / tick->seconds : 1; }

static bool carries(const lope_sink_body *body) { return body->moving && !body->surface.no_base && !body->character; }

// The carrier of a point that is at `at` after a share of the tick.
static lope_base_motion carrier_from(const lope_tick *tick, const lope_sink_body *body, lope_point at, double share)
{
    lope_base_motion carrier = lope_base_motion_of(&tick->space, body, at, at);
    carrier.way = lope_base_way(tick, body);
    carrier.arm = lope_point_sub(at, lope_point_mad(carrier.center, carrier.way, share - 1.0));
    float rest = (float)(carrier.angle * (1.0 - share));
    if (rest > 0) carrier.arm = lope_quat_rotate_point(lope_quat_from_axis(carrier.axis, rest), carrier.arm);
    return carrier;
}

// Where one who is carried was in the world at a share of the tick, whom it has brought to those feet by its end.
static lope_point taken_back(const lope_tick *tick, lope_point feet, double share)
{
    const lope_base_tick *ride = &tick->base_carry;
    lope_base_motion carrier = ride->carrier;
    carrier.arm = lope_point_add(carrier.arm, lope_point_sub(feet, ride->to));
    lope_point way = lope_point_sub(lope_base_motion_at(&carrier, 1.0), lope_base_motion_at(&carrier, share));
    way = lope_point_mad(way, ride->belt, tick->seconds * (1.0 - share));
    way = lope_point_mad(way, ride->along.slip, share - 1.0); // that it was kept from
    return lope_point_sub(feet, way);
}

// Where one who comes onto a body is in the world after a share of the tick, whom it has pushed: bodies push to where they are by its end.
// *share is then not before it has met him.
static lope_point before_push(const lope_tick *tick, uint64_t body, lope_point at, double *share)
{
    const lope_moving_push *press = &tick->shoved;
    if (!tick->swept || press->by != body || !(press->met < 1)) return at;
    if (*share < press->met) *share = press->met;
    return lope_point_mad(at, press->way, (*share - 1.0) / (1.0 - press->met));
}

// Who goes along with what has pushed him is no more before it, but on it: down from where that has lifted him to.
static void down_onto(lope_tick *tick, uint64_t body)
{
    double rise = lope_rise(&tick->space, tick->shoved.way);
    if (!tick->swept || tick->shoved.by != body || rise <= 0) return;
    lope_contact contact;
    lope_point down = lope_point_scale(tick->space.up, -rise);
    tick->space.purpose = LOPE_QUERY_FLOOR;
    if (lope_sweep(&tick->space, tick->feet, down, &contact)) tick->feet = lope_point_mad(tick->feet, down, contact.fraction);
}

// rad about up over the tick
static double turn_about_up(const lope_tick *tick, const lope_base_motion *carrier)
{
    return carrier->angle * lope_point_dot(lope_vec3_to_point(carrier->axis), tick->space.up);
}

// Off what has carried it, as far as turning goes.
static void get_off(lope_tick *tick, double share)
{
    lope_base_tick *ride = &tick->base_carry;
    if (ride->turns) lope_base_turn(tick, -(1.0 - share) * ride->turn);
    ride->on = ride->turns = false;
    lope_base_forget(tick);
}

// It rides on that body now, and is where that brings it by the tick's end.
static void get_on(lope_tick *tick, const lope_sink_body *body, const lope_base_motion *carrier, lope_point normal, double share)
{
    lope_base_tick *ride = &tick->base_carry;
    lope_base_note(tick, body, tick->feet, normal);
    ride->on = true;
    ride->falls = false;
    ride->carrier = *carrier;
    ride->carrier.arm = lope_point_sub(tick->feet, carrier->center);
    ride->belt = lope_base_conveyor_velocity(body, normal);
    ride->ran = lope_point_scale(ride->belt, tick->seconds);
    ride->to = tick->feet;
    ride->lets_go = 1;
    ride->along = (lope_along){.carrier = carries(body) ? body->id : 0};
    bool turning = tick->tuning->impart_base_angular_velocity;
    lope_point first = lope_point_add(lope_base_motion_velocity(&ride->carrier, 0, tick->seconds, turning), ride->belt);
    lope_use_base(&tick->state)->base_velocity = lope_point_to_vec3(first);
    double turn = turn_about_up(tick, carrier);
    ride->turns = false;
    if (turn == 0) return;
    lope_base_turns(tick, turn);
    lope_base_turn(tick, (1.0 - share) * turn);
}

// Whether it can be there: it is taken there through what moves, which may stand there by the tick's end.
static bool has_room_at(lope_tick *tick, lope_point feet)
{
    lope_depenetrate_from leap = {.doubt = LOPE_DOUBT_ALL};
    tick->space.purpose = LOPE_QUERY_DEPENETRATE;
    lope_depenetrated escape = lope_depenetrate(&tick->space, feet, &leap);
    return !escape.stuck && !(escape.pushed > 0) && !tick->space.failed;
}

// ---- landing -----------------------------------------------------------------------------------------------------------------------

// Where it is in the world now.
static lope_point in_world(const lope_tick *tick)
{
    return lope_point_mad(tick->feet, tick->space.up, -lope_land_on_moving_over(tick));
}

static lope_point velocity_under(const lope_tick *tick, const lope_contact *contact)
{
    lope_point none = {0, 0, 0};
    if (!contact->moving && !contact->conveys) return none;
    bool based = lope_has_page(&tick->state, LOPE_PAGE_BASE) && tick->state.base_body == contact->body;
    if (based && tick->base_carry.on) return none; // its velocity is relative to that body as it is
    const lope_sink_body *body = lope_base_find(&tick->space, contact->body);
    if (!body) return none;
    lope_point velocity = lope_base_conveyor_velocity(body, contact->surface);
    if (!body->moving || body->surface.no_base) return velocity;
    double share = share_now(tick);
    lope_base_motion carrier = carrier_from(tick, body, in_world(tick), share);
    lope_point there = lope_base_motion_velocity(&carrier, share, tick->seconds, tick->tuning->impart_base_angular_velocity);
    return lope_point_add(velocity, there);
}

lope_point lope_base_under(const lope_tick *tick, const lope_contact *contact)
{
    return lope_base_masked(tick, velocity_under(tick, contact));
}

// Where a body brings by the tick's end what is at `at` on it now.
static lope_point brought_to(const lope_tick *tick, const lope_sink_body *body, lope_point normal, lope_point at, double share,
                             lope_base_motion *carrier)
{
    *carrier = carrier_from(tick, body, at, share);
    lope_point to = carries(body) ? lope_base_motion_at(carrier, 1.0) : at;
    if (!carries(body)) *carrier = (lope_base_motion){.center = at, .axis = {0, 1, 0}};
    return lope_point_mad(to, lope_base_conveyor_velocity(body, normal), tick->seconds * (1.0 - share));
}

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
    if (!found || (!carries(found) && !lope_body_conveys(found))) return;
    if (tick->base_carry.on && tick->state.base_body == found->id) return;
    const lope_sink_body body = *found; // a gather may bring it elsewhere
    lope_base_motion carrier;
    double share = share_now(tick);
    lope_point at = before_push(tick, body.id, in_world(tick), &share);
    lope_point rest = lope_point_sub(brought_to(tick, &body, contact->surface, at, share, &carrier), tick->feet);
    rest = lope_flat(space, rest); // it is carried for the rest
    if (lope_point_dot(rest, rest) > 0) {
        lope_carried carried = lope_carry_among(space, tick->feet, rest);
        if (!has_room_at(tick, carried.feet)) return;
        tick->report->moved_by_base += lope_point_length(lope_point_sub(carried.feet, tick->feet));
        tick->feet = carried.feet;
    }
    if (aboard) get_on(tick, &body, &carrier, contact->surface, share);
}

// ---- into the world, in the middle of a tick ----------------------------------------------------------------------------------------

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
    if (!has_room_at(tick, carried.feet)) return; // it stays in the base's way, until the tick ends
    ride->carrier.arm = lope_point_add(ride->carrier.arm, lope_point_sub(tick->feet, ride->to));
    tick->velocity = lope_point_add(tick->velocity, lope_base_velocity(tick, tick->now));
    lope_velocity_log_add(tick, LOPE_TERM_BASE);
    tick->report->moved_by_base += lope_point_length(lope_point_sub(carried.feet, tick->feet));
    tick->feet = carried.feet;
    get_off(tick, share);
}

// ---- walking from one floor onto another ---------------------------------------------------------------------------------------------

// By bisection. It is looked for from the higher end of the way: a step lies in between.
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

static void cross_at(lope_tick *tick, double share)
{
    lope_space *space = &tick->space;
    lope_point at = tick->base_carry.on ? taken_back(tick, tick->feet, share) : tick->feet, normal = tick->floor.normal, to = at;
    const lope_sink_body *found = lope_base_find(space, tick->floor.contact.body);
    bool comes = found && (carries(found) || (lope_body_conveys(found) && !found->character));
    lope_sink_body body; // a gather may bring it elsewhere
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
