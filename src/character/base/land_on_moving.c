// land_on_moving.c - down upon a body that rises or sinks: at its instant, also within a tick.
//
// Bodies stand at their pose of the tick's end all the while (carry_base.c). Where one who falls may come down within the tick upon a body that
// goes up or down meanwhile, he falls as seen from it: at the tick's start he is put as far over it as he then was, and on the way, besides
// his own velocity, which stays that of the world, he comes nearer by what it rises. So by the tick's end he would be where he is in the
// world; and once he stands on it he is where it brings him. Only up and down: what it does level is told at the landing (base_change.c).
#include "character/base/land_on_moving.h"
#include "character/base/base_frame.h"
#include "character/tick/base_tick.h"
#include "character/tick/tick.h"
#include "motion/moving/relative_motion.h"
#include "motion/query/query_log.h"
#include "motion/query/sweep.h"

#define LEAST_RISE 1e-6 // m over a tick: less is the touch of the floor, LOPE_TOUCH

// m, how far the point of a body that is at the feet when the tick begins goes up by its end.
static double rise_of(const lope_tick *tick, const lope_sink_body *body)
{
    lope_base_motion carrier = lope_base_motion_of(&tick->space, body, tick->feet, tick->feet);
    carrier.way = body->motion.displacement;
    carrier.arm = lope_point_sub(tick->feet, lope_point_sub(carrier.center, carrier.way));
    if (carrier.angle > 0)
        carrier.arm = lope_quat_rotate_point(lope_quat_from_axis(carrier.axis, (float)carrier.angle), carrier.arm);
    return lope_rise(&tick->space, lope_point_sub(lope_base_motion_at(&carrier, 1.0), tick->feet));
}

// The way of the tick as a fall, seen from what rises by `rise`. Who goes up is taken to stay where he is: he would be pushed by what comes
// up to there, though he may be gone by then. Who does not come down upon it after all has been seen from there for nothing.
static lope_point way_of(const lope_tick *tick, double rise)
{
    double time = tick->seconds, up = lope_rise(&tick->space, tick->velocity), gravity = -lope_rise(&tick->space, tick->gravity);
    double falls = up * time - 0.5 * gravity * time * time, most = -tick->terminal_speed * time;
    if (falls < most) falls = most;
    if (falls > 0) falls = 0;
    lope_point way = lope_point_scale(lope_flat(&tick->space, tick->velocity), time);
    return lope_point_mad(way, tick->space.up, falls - rise);
}

// Whether he, from where he is seen from that body at the tick's start, may come down upon it.
static bool may_come_down(lope_tick *tick, uint64_t body, double rise)
{
    lope_space *space = &tick->space;
    lope_point from = lope_point_mad(tick->feet, space->up, rise), way = way_of(tick, rise);
    lope_contact contact;
    space->purpose = LOPE_QUERY_LAND;
    if (lope_rise(space, way) >= 0 || !lope_sweep(space, from, way, &contact)) return false;
    return contact.body == body && contact.walkable && lope_rise(space, contact.normal) > 0;
}

static bool may_alight(const lope_tick *tick)
{
    bool rides = lope_has_page(&tick->state, LOPE_PAGE_BASE) && tick->state.base_body;
    bool ruled = tick->tuning->integrator == LOPE_INTEGRATOR_UNREAL || tick->radial || lope_tick_follows(tick);
    return tick->state.mode == LOPE_MODE_FALLING && tick->state.stuck_ticks == 0 && !rides && !ruled && !lope_tick_is_anew(tick);
}

// Up or down to where he is seen from the body, unless something stands there.
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
        uint64_t id = body->id; // a gather may bring it elsewhere
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
