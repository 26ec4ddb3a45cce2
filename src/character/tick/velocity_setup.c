// velocity_setup.c - the velocity law of a tick: from the tuning, the mode, the input and what cuts control.
//
// Read next: motion/velocity/velocity_law.h.
#include "character/tick/velocity_setup.h"
#include "base/copy.h"
#include "character/state/max_speed.h"
#include "character/tick/law_hooks.h"
#include "character/tick/tick.h"
#include "motion/velocity/public_law.h"

#include <stddef.h>
#include <string.h>

// s: limits of braking_sub_step_time, as in Unreal. They are floats, as a tick's time is: a tick at 20 Hz is
// then no longer than the longest.
#define SHORTEST_BRAKE ((double)(1.0f / 75.0f))
#define LONGEST_BRAKE ((double)(1.0f / 20.0f))
#define TOO_FAST 1.01 // times a requested speed
#define STILL 1e-4    // m/s under which the character stands

LOPE_HOT double lope_tick_max_speed(const lope_tick *tick)
{
    const lope_mode *mode = lope_tick_mode(tick);
    return mode->max_speed ? mode->max_speed(tick) : (double)tick->tuning->max_custom_movement_speed;
}

// Sets the law's drift to what additive layers add; level on the ground and in a fall.
static void add_drift(const lope_tick *tick, lope_law *drive)
{
    bool level = lope_tick_on_ground(tick) || tick->state.mode == LOPE_MODE_FALLING;
    drive->drift = level ? lope_flat(&tick->space, tick->added_velocity) : tick->added_velocity;
    drive->drifts = lope_point_dot(drive->drift, drive->drift) > 0;
}

// Returns the law under an override layer: its velocity is reached at once, and held.
static lope_law given(const lope_tick *tick)
{
    lope_point velocity = lope_tick_on_ground(tick) || tick->state.mode == LOPE_MODE_FALLING
                              ? lope_flat(&tick->space, tick->override_velocity)
                              : tick->override_velocity;
    double speed = lope_point_length(velocity);
    lope_law drive = {.still = STILL * tick->space.unit, .turn_instantly = true, .max_speed = speed};
    add_drift(tick, &drive);
    if (speed <= 0) return drive;
    drive.direction = lope_point_scale(velocity, 1.0 / speed);
    drive.acceleration = drive.boost_acceleration = (double)tick->tuning->max_acceleration;
    return drive;
}

// Reduces control to a share of it. Friction and braking are less too, for they would fight what throws the
// character.
static void cut_control(lope_law *drive, double control)
{
    drive->friction *= control;
    drive->braking_friction *= control;
    drive->braking_deceleration *= control;
    drive->turn_instantly = false;
}

void lope_law_by_rule(const lope_tick *tick, lope_law *drive)
{
    if (tick->tuning->integrator != LOPE_INTEGRATOR_UNREAL) return;
    double step = (double)tick->tuning->braking_sub_step_time;
    drive->per_tick = true;
    drive->brake_step = step < SHORTEST_BRAKE ? SHORTEST_BRAKE : step > LONGEST_BRAKE ? LONGEST_BRAKE : step;
}

// A path's velocity is reached at once when the tuning says so. It also is when the character goes too fast
// for it, so a path's end is not overshot.
static void request(const lope_tick *tick, lope_law *drive)
{
    double over = TOO_FAST * tick->requested;
    bool fast = lope_point_dot(tick->velocity, tick->velocity) > over * over;
    if ((fast || !tick->tuning->requested_move_use_acceleration) && tick->control >= 1.0) drive->turn_instantly = true;
}

// Fills in the law on the ground or in the air that tuning, mode and input give.
LOPE_HOT static void built_in(const lope_tick *tick, bool ground, lope_law *drive)
{
    const lope_tuning *t = tick->tuning;
    double press = tick->press, acceleration = (double)t->max_acceleration * tick->control;
    double friction = (double)(ground ? t->ground_friction : t->falling_lateral_friction);
    double braking = t->use_separate_braking_friction ? (double)t->braking_friction : friction;
    double slowing = (double)(ground ? t->braking_deceleration_walking : t->braking_deceleration_falling);
    lope_clear_bytes(drive, offsetof(lope_law, walls));
    drive->friction = friction;
    drive->braking_friction = braking * (double)t->braking_friction_factor;
    drive->braking_deceleration = slowing;
    drive->still = STILL * tick->space.unit;
    drive->turn_instantly = ground && t->turn_instantly;
    if (tick->control < 1.0) cut_control(drive, tick->control);
    lope_law_by_rule(tick, drive);
    if (tick->pushed) {
        drive->push = tick->push;
        drive->pushed = true;
    }
    if (tick->layered) add_drift(tick, drive);
    double fastest = lope_tick_max_speed(tick);
    double top = tick->requested > 0 ? tick->requested : lope_pressed_max_speed(fastest, press, t);
    if (ground && tick->requested > 0) request(tick, drive);
    drive->max_speed = press > 0 ? top : drive->turn_instantly ? 0 : fastest;
    if (press <= 0) return;
    drive->direction = lope_point_scale(tick->wanted, 1.0 / press);
    double share = ground || t->force_max_acceleration ? 1.0 : (double)t->air_control;
    drive->acceleration = acceleration * press * share;
    drive->boost_acceleration = drive->acceleration;
    if (share < 1.0 && (double)t->air_control_boost_multiplier > 0) {
        double boosted = share * (double)t->air_control_boost_multiplier;
        if (share > 0) drive->boost_acceleration = acceleration * press * (boosted < 1.0 ? boosted : 1.0);
        drive->boost_speed = (double)t->air_control_boost_velocity_threshold;
    }
}

LOPE_HOT void lope_tick_law(lope_tick *tick, bool ground, lope_law *drive)
{
    if (tick->overridden) {
        *drive = given(tick);
        return;
    }
    built_in(tick, ground, drive);
    if (LOPE_UNLIKELY(lope_law_has_hooks(tick))) lope_law_apply_hooks(tick, true, drive);
}

LOPE_COLD void lope_tick_law_again(lope_tick *tick, bool ground, lope_law *drive)
{
    uint32_t walls = drive->wall_count;
    lope_tick_law(tick, ground, drive);
    drive->wall_count = walls;
}

// The law is worked out as the mode will do: in the tick's place for it, which gets its content back.
lope_velocity_law lope_tick_velocity_law(const lope_tick *tick)
{
    lope_tick *own = (lope_tick *)(uintptr_t)tick;
    const lope_law_own kept = tick->own_law;
    const bool ground = lope_tick_on_ground(tick);
    lope_law drive;
    if (!ground && tick->state.mode != LOPE_MODE_FALLING) return (lope_velocity_law){.max_speed = 0};
    lope_tick_law(own, ground, &drive);
    lope_velocity_law law = lope_law_to_public(&drive);
    if (drive.own && drive.own->rate) {
        law.rate = drive.own->rate;
        law.context = drive.own->context;
    }
    own->own_law = kept;
    return law;
}

// Returns the law through a fluid that tuning, mode and input give.
static lope_law fluid_built_in(const lope_tick *tick, double friction, double deceleration)
{
    const lope_tuning *t = tick->tuning;
    double press = tick->press, fastest = lope_tick_max_speed(tick);
    double braking = t->use_separate_braking_friction ? (double)t->braking_friction : friction;
    lope_law drive = {.friction = friction,
                      .braking_friction = braking * (double)t->braking_friction_factor,
                      .braking_deceleration = deceleration,
                      .fluid_friction = friction,
                      .still = STILL * tick->space.unit};
    if (tick->control < 1.0) cut_control(&drive, tick->control);
    lope_law_by_rule(tick, &drive);
    drive.max_speed = press > 0 ? fastest * press : fastest;
    if (tick->requested > 0) {
        drive.max_speed = tick->requested;
        request(tick, &drive);
    }
    drive.push = lope_point_sub(tick->acceleration, tick->gravity);
    // the acceleration is in the plane already
    if (tick->space.planar) drive.push = lope_in_plane(&tick->space, drive.push);
    drive.pushed = lope_point_dot(drive.push, drive.push) > 0;
    if (tick->layered) add_drift(tick, &drive);
    if (press <= 0) return drive;
    drive.direction = lope_point_scale(tick->wanted, 1.0 / press);
    drive.acceleration = drive.boost_acceleration = (double)t->max_acceleration * tick->control * press;
    return drive;
}

lope_law lope_tick_fluid_law(lope_tick *tick, double friction, double deceleration)
{
    if (tick->overridden) return given(tick);
    lope_law drive = fluid_built_in(tick, friction, deceleration);
    if (LOPE_UNLIKELY(lope_law_has_hooks(tick))) lope_law_apply_hooks(tick, false, &drive);
    return drive;
}

float lope_tick_sub_step(lope_tick *tick, float left)
{
    const lope_tuning *t = tick->tuning;
    float most = t->max_simulation_time_step, half = 0.5f * left;
    bool last = ++tick->sub_steps >= (uint32_t)t->max_simulation_iterations;
    return left <= most || last ? left : half < most ? half : most;
}
