// land_on_moving.c - a fall onto a body that rises or sinks: it lands at the right instant within the tick.
//
// Every body stands at its pose of the tick's end during the whole tick (carry_base.c). A fall that may end
// on a body that rises by `rise` in the tick is therefore seen from that body. At the tick's start the
// character is put up by `rise`: so far over the body as it then is. On the way it comes nearer by what the
// body rises, besides its own velocity, which stays that of the world. By the tick's end it would be where
// it is in the world. Once it stands on the body, it is where the body brings it. This covers up and down
// only: level motion is told at the landing (base_change.c).
//
//      start of the tick            as the tick sees it
//
//                                       o   feet + rise
//          o   feet
//                                      ___  body, at its pose of the tick's end
//         ___  body
//
// Data: alights, rises and over in tick->base_carry (base_tick.h). Read next: base_change.c.
#include "character/base/land_on_moving.h"
#include "character/base/base_frame.h"
#include "character/tick/base_tick.h"
#include "character/tick/tick.h"
#include "motion/moving/relative_motion.h"
#include "motion/query/query_log.h"
#include "motion/query/sweep.h"

#define LEAST_RISE 1e-6 // m in a tick: less is within the touch of a floor, LOPE_TOUCH

// Returns how far (m) a point of the body rises over the tick, that one which is at the feet when the tick
// begins.
static double rise_of(const lope_tick *tick, const lope_sink_body *body)
{
    lope_base_motion carrier = lope_base_motion_of(&tick->space, body, tick->feet, tick->feet);
    carrier.way = body->motion.displacement;
    carrier.arm = lope_point_sub(tick->feet, lope_point_sub(carrier.center, carrier.way));
    if (carrier.angle > 0)
        carrier.arm = lope_quat_rotate_point(lope_quat_from_axis(carrier.axis, (float)carrier.angle), carrier.arm);
    return lope_rise(&tick->space, lope_point_sub(lope_base_motion_at(&carrier, 1.0), tick->feet));
}

// Returns the way (m) of the tick as a free fall, seen from a body that rises by `rise` (m). A character
// that goes up is taken to stay at its height: the body would push it from there, though it may be gone by
// then. When the fall does not reach the body after all, this view was for nothing and does no harm.
static lope_point way_of(const lope_tick *tick, double rise)
{
    double time = tick->seconds, up = lope_rise(&tick->space, tick->velocity), gravity = -lope_rise(&tick->space, tick->gravity);
    double falls = up * time - 0.5 * gravity * time * time, most = -tick->terminal_speed * time;
    if (falls < most) falls = most;
    if (falls > 0) falls = 0;
    lope_point way = lope_point_scale(lope_flat(&tick->space, tick->velocity), time);
    return lope_point_mad(way, tick->space.up, falls - rise);
}

// True when the character may come down on `body` in this tick, as seen from that body.
static bool may_come_down(lope_tick *tick, uint64_t body, double rise)
{
    lope_space *space = &tick->space;
    lope_point from = lope_point_mad(tick->feet, space->up, rise), way = way_of(tick, rise);
    lope_contact contact;
    space->purpose = LOPE_QUERY_LAND;
    if (lope_rise(space, way) >= 0 || !lope_sweep(space, from, way, &contact)) return false;
    return contact.body == body && contact.walkable && lope_rise(space, contact.normal) > 0;
}

// True when a landing on a moving body is possible: an ordinary fall, not stuck, without a base. Gravity
// toward a point and Unreal's per-tick formulas are left out, and so is a character that something else
// moves.
static bool may_alight(const lope_tick *tick)
{
    bool rides = lope_has_page(&tick->state, LOPE_PAGE_BASE) && tick->state.base_body;
    bool ruled = tick->tuning->integrator == LOPE_INTEGRATOR_UNREAL || tick->radial || lope_tick_follows(tick);
    return tick->state.mode == LOPE_MODE_FALLING && tick->state.stuck_ticks == 0 && !rides && !ruled && !lope_tick_is_anew(tick);
}

// Moves the character by `rise` (m) along up, to where it is seen from the body. Returns false when
// something stands in between, or a gather has failed.
static bool go_over(lope_tick *tick, double rise)
{
    lope_space *space = &tick->space;
    lope_base_tick *ride = &tick->base_carry;
    lope_point way = lope_point_scale(space->up, rise);
    ride->along = (lope_along){.carried = way};
    space->along = &ride->along;
    space->purpose = LOPE_QUERY_MOVE;
    lope_carried carried = lope_carry_straight(space, tick->feet, way);
    if (carried.blocked || space->failed) {
        space->along = NULL;
        return false;
    }
    tick->feet = carried.feet;
    lope_base_look_again(tick, way);
    return true;
}

void lope_land_on_moving_begin(lope_tick *tick)
{
    const lope_near_set *set = &tick->space.nearby->sets[1];
    if (set->body_count == 0 || !may_alight(tick)) return;
    for (uint32_t i = 0; i < set->body_count && !tick->space.failed; i++) {
        const lope_sink_body *body = &set->bodies[i];
        if (body->character || body->surface.no_base || !lope_body_moves(body)) continue;
        uint64_t id = body->id; // kept by value: a gather may move the body in memory
        double rise = rise_of(tick, body);
        if (rise > -LEAST_RISE * tick->space.unit && rise < LEAST_RISE * tick->space.unit) continue;
        if (!may_come_down(tick, id, rise)) continue;
        if (!go_over(tick, rise)) return;
        tick->base_carry.alights = true;
        tick->base_carry.rises = rise / tick->seconds;
        tick->base_carry.over = rise;
        return;
    }
}

void lope_land_on_moving_land(lope_tick *tick)
{
    double over = tick->base_carry.over;
    tick->report->moved_by_base += over < 0 ? -over : over;
    tick->base_carry.alights = false;
}

void lope_land_on_moving_give_up(lope_tick *tick)
{
    lope_space *space = &tick->space;
    lope_point way = lope_point_scale(space->up, -tick->base_carry.over);
    lope_contact contact;
    tick->base_carry.alights = false;
    space->purpose = LOPE_QUERY_FALL;
    double share = lope_sweep(space, tick->feet, way, &contact) ? contact.fraction : 1.0;
    tick->feet = lope_point_mad(tick->feet, way, share);
}
