// base_leave.c - what a base gives to a character that leaves it.
//
// A character that its base has carried in this tick keeps moving relative to the base until the tick ends.
// Only then does lope_base_impart add the base's velocity, that of the instant of leaving. In the air it also
// moves the character by that velocity since then, in place of the base's own displacement. On other ground
// the character gets the level part of the velocity only. A base that has not carried the character gives its
// velocity at once.
//
// A former base's velocity may fade in the air by a half-life h (tuning). With k = ln 2 / h, after t seconds:
// velocity v e^-kt, displacement v (1 - e^-kt) / k. It also gives up its velocity to a jump
// (lope_base_jump_off).
//
// Data: tick->base_carry (base_tick.h). In mode falling with a half-life, state.base_velocity holds what is
// left of the former base's velocity.
// Read next: carry_base.c; base_change.c for what a base takes from a character that comes.
#include "character/base/base_leave.h"
#include "character/base/base_frame.h"
#include "character/state/pages.h"
#include "character/tick/base_tick.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/query/sweep.h"

// share of the lesser of two speeds: a change from tick to tick above it is a jump, not an acceleration
#define LIMIT 0.5
#define SPEEDS_UP 20.0 // m/s2: a change from tick to tick up to that is an acceleration at any speed
#define AT_REST 1e-3   // share of the speed of this tick: a base that was slower in the last one stood still
// share of the walking speed, off a character that may not be a base: Unreal's value
#define AWAY_SPEED 0.85

// Keeps of `v` (m/s) what the tuning lets a base impart. The tuning's y is the character's up. Its x and z
// are the world's, turned by the shortest turn from y to up.
lope_point lope_base_masked(const lope_tick *tick, lope_point v)
{
    const lope_tuning *t = tick->tuning;
    if (t->impart_base_velocity_x && t->impart_base_velocity_y && t->impart_base_velocity_z) return v;
    lope_quat upright = lope_quat_to_up(tick->state.up);
    v = lope_quat_rotate_point(lope_quat_conjugate(upright), v);
    v = lope_point_make(t->impart_base_velocity_x ? v.x : 0, t->impart_base_velocity_y ? v.y : 0,
                        t->impart_base_velocity_z ? v.z : 0);
    return lope_quat_rotate_point(upright, v);
}

// Returns the base's velocity (m/s) at `time` (s into the tick). state.base_velocity is the mean over the
// last tick, so it holds at that tick's middle. From there the velocity is extrapolated linearly. A base that
// stood still speeds up from rest at this tick's start, and not from the middle of the last one. After a jump
// in velocity nothing is extrapolated: this tick's velocity counts, or the last one's for a base that falls
// away. In parts of a tick the base moves evenly, and the ticks count, not the parts.
static lope_point whole_velocity(const lope_tick *tick, double time)
{
    const lope_base_tick *ride = &tick->base_carry;
    const lope_tick_parts *parts = tick->parts && tick->parts->base == tick->state.base_body ? tick->parts : NULL;
    lope_point before = lope_vec3_to_point(parts ? parts->base_velocity : tick->state.base_velocity);
    if (!ride->on && !ride->falls) return before;
    bool turning = tick->tuning->impart_base_angular_velocity;
    double share = tick->seconds > 0 ? time / tick->seconds : 0;
    lope_point first = lope_point_add(lope_base_motion_velocity(&ride->carrier, 0, tick->seconds, turning), ride->belt);
    lope_point now = lope_point_add(lope_base_motion_velocity(&ride->carrier, share, tick->seconds, turning), ride->belt);
    const double whole = lope_tick_whole(tick), of_tick = whole > 0 ? (lope_tick_began(tick) + time) / whole : 0;
    lope_point change = lope_point_sub(first, before);
    double a = lope_point_dot(first, first), b = lope_point_dot(before, before), least = a < b ? a : b;
    const double most = SPEEDS_UP * tick->space.unit * whole;
    const double square = lope_point_dot(change, change);
    bool jerk = square > LIMIT * LIMIT * least && square > most * most;
    if (jerk) return ride->falls ? before : now;
    if (!(b > AT_REST * AT_REST * a)) return lope_point_scale(now, 2.0 * of_tick);
    return lope_point_mad(now, change, of_tick - 0.5);
}

lope_point lope_base_velocity(const lope_tick *tick, double time) { return lope_base_masked(tick, whole_velocity(tick, time)); }

double lope_base_rise(const lope_tick *tick, double time) { return lope_rise(&tick->space, whole_velocity(tick, time)); }

// Adds `v` (m/s) to the velocity, under the base's term of the velocity log.
static void add_to_velocity(lope_tick *tick, lope_point v)
{
    tick->velocity = lope_point_add(tick->velocity, v);
    lope_velocity_log_add(tick, LOPE_TERM_BASE);
    if (tick->state.mode == LOPE_MODE_FALLING && lope_tick_rises(tick)) tick->state.flags |= LOPE_STATE_RISING;
}

// Keeps an imparted velocity `v` (m/s) in the state in place of the base, where the tuning lets it fade.
static void keep_former(lope_tick *tick, lope_point v)
{
    lope_base_forget(tick);
    bool fades = tick->tuning->former_base_velocity_half_life > 0 && tick->state.mode == LOPE_MODE_FALLING;
    if (fades && lope_point_dot(v, v) > 0) lope_use_base(&tick->state)->base_velocity = lope_point_to_vec3(v);
}

// Returns the share of the tick that is still to come; 0 for a tick without length.
static double rest_of(const lope_tick *tick) { return tick->seconds > 0 ? 1.0 - tick->now / tick->seconds : 0; }

// Ends the base's hold on the character at tick->now. Undoes the rest of the base's turn, and moves the
// carrier's point to where the character stands on the base now.
static void let_go(lope_tick *tick)
{
    lope_base_tick *ride = &tick->base_carry;
    // the conveyor was applied for the whole tick: take off the share that has not elapsed
    lope_point off = lope_point_mad(lope_point_sub(tick->feet, ride->to), ride->ran, -rest_of(tick));
    ride->carrier.arm = lope_point_add(ride->carrier.arm, off);
    if (!ride->turns) return;
    lope_base_turn(tick, -rest_of(tick) * ride->turn);
    ride->turns = false;
}

// Returns the velocity (m/s) that the character takes along; zero in mode none. An override layer gives its
// velocity in the world: then only what the base adds along up counts, and that only when the layer leaves
// up alone.
static lope_point taken_along(const lope_tick *tick)
{
    bool none = tick->state.mode == LOPE_MODE_NONE || (tick->overridden && tick->overridden_up);
    lope_point velocity = none ? (lope_point){0, 0, 0} : lope_base_velocity(tick, tick->now);
    return tick->overridden ? lope_point_scale(tick->space.up, lope_rise(&tick->space, velocity)) : velocity;
}

void lope_base_leave(lope_tick *tick)
{
    lope_base_tick *ride = &tick->base_carry;
    if (!lope_has_page(&tick->state, LOPE_PAGE_BASE) || !tick->state.base_body || ride->leaves) return;
    if (ride->on && tick->tuning->stay_based_in_air && tick->state.mode == LOPE_MODE_FALLING) return;
    if (ride->on) let_go(tick);
    lope_point velocity = taken_along(tick);
    if (ride->on) {
        ride->leaves = true;
        ride->left_at = tick->now;
        ride->left_body = tick->state.base_body;
        ride->imparted = velocity;
        return;
    }
    add_to_velocity(tick, velocity);
    keep_former(tick, velocity);
}

// Computes how a former base's velocity fades over `time` seconds, as factors of the velocity. *end: at the
// end, e^-kt. *mean: over the way, (1 - e^-kt) / kt. Returns false, with both 1, where the tuning has no
// half-life.
static bool fade(const lope_tick *tick, double time, double *mean, double *end)
{
    double half = (double)tick->tuning->former_base_velocity_half_life;
    *mean = *end = 1;
    if (!(half > 0)) return false;
    double x = 0.6931471805599453 * time / half;
    *end = lope_exp_double(-x);
    if (x > 1e-6) *mean = (1.0 - *end) / x;
    return true;
}

// Sweeps the character by the displacement of the imparted velocity since it left, less the base's own
// displacement since. mean: the velocity's fading factor. Takes the base's rise off jump_start. Does not
// move a character that its base could not take along.
static void go_straight_on(lope_tick *tick, double mean)
{
    const lope_base_tick *ride = &tick->base_carry;
    double left = tick->seconds - ride->left_at;
    lope_point from = lope_base_motion_at(&ride->carrier, ride->left_at / tick->seconds),
               to = lope_base_motion_at(&ride->carrier, 1.0);
    lope_point base_way = lope_point_mad(lope_point_sub(to, from), ride->belt, left), slip = ride->along.slip;
    tick->state.jump_start -= lope_rise(&tick->space, base_way);
    lope_point shift = lope_point_sub(lope_point_scale(ride->imparted, mean * left), base_way);
    if (lope_point_dot(slip, slip) > 0 || !(lope_point_dot(shift, shift) > 0)) return;
    lope_contact contact;
    tick->space.purpose = LOPE_QUERY_FALL;
    double share = lope_sweep(&tick->space, tick->feet, shift, &contact) ? contact.fraction : 1.0;
    tick->feet = lope_point_mad(tick->feet, shift, share);
}

void lope_base_impart(lope_tick *tick)
{
    lope_base_tick *ride = &tick->base_carry;
    bool stands = lope_tick_on_ground(tick);
    // back on the base: nothing is imparted
    if (stands && tick->floor.contact.body == ride->left_body) return;
    if (stands) {
        add_to_velocity(tick, lope_flat(&tick->space, ride->imparted));
        lope_base_forget(tick);
        return;
    }
    double mean, end;
    fade(tick, tick->seconds - ride->left_at, &mean, &end);
    go_straight_on(tick, mean);
    lope_point velocity = lope_point_scale(ride->imparted, end);
    add_to_velocity(tick, velocity);
    keep_former(tick, velocity);
}

// ---- in the air ----

void lope_base_in_air(lope_tick *tick)
{
    lope_space *space = &tick->space;
    lope_contact under;
    space->purpose = LOPE_QUERY_FLOOR;
    double reach = (double)tick->tuning->stay_based_in_air_height;
    bool stays = tick->base_carry.on && tick->tuning->stay_based_in_air && reach > 0 && tick->state.mode == LOPE_MODE_FALLING &&
                 lope_sweep(space, tick->feet, lope_point_scale(space->up, -reach), &under) &&
                 under.body == tick->state.base_body;
    const lope_sink_body *body = stays ? lope_base_find(space, tick->state.base_body) : NULL;
    if (body) {
        lope_base_note(tick, body, tick->feet, space->up);
        return;
    }
    lope_point velocity = lope_base_velocity(tick, tick->seconds);
    add_to_velocity(tick, velocity);
    keep_former(tick, velocity);
}

// Returns how the former base's velocity fades over this tick (*mean, *end as in `fade`). The tick's
// velocity is the mean at first and what is left at the end. False: there is nothing to fade.
static bool fade_of(const lope_tick *tick, double *mean, double *end)
{
    return lope_has_page(&tick->state, LOPE_PAGE_BASE) && !tick->state.base_body && fade(tick, tick->seconds, mean, end);
}

// Returns `share` of the former base's velocity, but no more than the velocity still has that way. What the
// character met may have taken the rest.
static lope_point former(const lope_tick *tick, double share)
{
    lope_point v = lope_point_scale(lope_vec3_to_point(tick->state.base_velocity), share);
    double square = lope_point_dot(v, v), has = lope_point_dot(tick->velocity, v);
    if (!(square > 0) || has <= 0) return (lope_point){0, 0, 0};
    return has < square ? lope_point_scale(v, has / square) : v;
}

void lope_former_begin(lope_tick *tick)
{
    double mean, end;
    if (!fade_of(tick, &mean, &end)) return;
    lope_state *state = lope_use_base(&tick->state);
    if (state->mode != LOPE_MODE_FALLING) {
        state->base_velocity = (lope_vec3){0, 0, 0};
        return;
    }
    lope_point v = former(tick, 1.0);
    state->base_velocity = lope_point_to_vec3(v);
    tick->velocity = lope_point_mad(tick->velocity, v, mean - 1.0);
    lope_velocity_log_add(tick, LOPE_TERM_BASE);
    tick->base_carry.fades = true;
}

void lope_former_end(lope_tick *tick)
{
    double mean, end;
    if (!tick->base_carry.fades || !fade_of(tick, &mean, &end)) return;
    lope_state *state = lope_use_base(&tick->state);
    lope_point v = former(tick, mean);
    if (state->mode == LOPE_MODE_FALLING) {
        tick->velocity = lope_point_mad(tick->velocity, v, end / mean - 1.0);
        lope_velocity_log_add(tick, LOPE_TERM_BASE);
        state->base_velocity = lope_point_to_vec3(lope_point_scale(v, end / mean));
    } else {
        state->base_velocity = (lope_vec3){0, 0, 0};
    }
}

void lope_base_jump_off(lope_tick *tick, const lope_contact *contact)
{
    lope_space *space = &tick->space;
    const lope_sink_body *body = lope_base_find(space, contact->body);
    lope_point away = body ? lope_flat(space, lope_point_sub(tick->feet, lope_point_sub(body->pose.position, tick->origin)))
                           : (lope_point){0, 0, 0};
    double length = lope_point_length(away), most = AWAY_SPEED * (double)tick->tuning->max_walk_speed;
    away = length > 1e-4 * space->unit ? lope_point_scale(away, 1.0 / length) : lope_vec3_to_point(tick->state.forward);
    lope_point level = lope_point_mad(lope_flat(space, tick->velocity), away, most);
    double speed = lope_point_length(level);
    if (speed > most) level = lope_point_scale(level, most / speed);
    double up = (double)tick->tuning->jump_off_jump_z_factor * (double)tick->tuning->jump_speed;
    tick->velocity = lope_point_mad(level, space->up, up);
    lope_velocity_log_add(tick, LOPE_TERM_JUMP);
    if (up > 0) tick->state.flags |= LOPE_STATE_RISING;
}
