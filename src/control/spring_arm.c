// spring_arm.c - Unreal's spring arm. See lope/spring_arm.h, which has the law.
//
// Positions and the lagged rotation are doubles. The control rotation comes through lope_view_rotation, in
// floats: 1e-7, which is under a micrometre at the end of an arm. Read next: camera.c, the arm without
// Unreal's faults.
#include <lope/spring_arm.h>

#include "base/error.h"
#include "control/angles.h"
#include "control/or_default.h"
#include "control/turn.h"

#define ARM_LENGTH 3.0
#define PROBE_RADIUS 0.12f
#define LAG 10.0
#define MAX_STEP (1.0 / 60.0)
#define LEAST_STEP 0.005 // s: Unreal's clamp of CameraLagMaxTimeStep
#define REST 1e-9        // s: what is left after the last slice is rounding

static const lope_spring_arm_settings defaults;

lope_spring_arm_settings lope_spring_arm_unreal(void)
{
    lope_spring_arm_settings settings = defaults;
    settings.use_control_rotation = true;
    return settings;
}

static double arm_length(const lope_spring_arm_settings *s)
{
    return s->arm_length < 0 ? 0 : lope_or_default(s->arm_length, ARM_LENGTH);
}

// Returns the angles that the arm should have.
static lope_view wanted_arm_view(const lope_spring_arm_settings *s, const lope_spring_arm_input *in)
{
    lope_view view = s->use_control_rotation ? in->view : in->own;
    if (s->no_inherit_pitch) view.pitch = in->own.pitch;
    if (s->no_inherit_yaw) view.yaw = in->own.yaw;
    if (s->no_inherit_roll) view.roll = in->own.roll;
    return view;
}

// Returns the view a share of the way from a to b, each angle by itself, the shorter way round.
static lope_view between(lope_view a, lope_view b, double share)
{
    return (lope_view){.pitch = a.pitch + share * lope_wrap(b.pitch - a.pitch),
                       .yaw = a.yaw + share * lope_wrap(b.yaw - a.yaw),
                       .roll = a.roll + share * lope_wrap(b.roll - a.roll)};
}

static double lag_share(double rate, double seconds) { return rate * seconds < 1 ? rate * seconds : 1; }

// Returns the length of the slices of a frame.
static double slice_length(const lope_spring_arm_settings *s, double seconds)
{
    double step = lope_or_default(s->lag_max_step, MAX_STEP);
    if (step < LEAST_STEP) step = LEAST_STEP;
    return s->no_substeps || seconds <= step ? seconds : step;
}

// Returns the rotation around the input's up.
static lope_turn turn_of(const lope_spring_arm_input *in, lope_view view)
{
    const lope_vec3 up = lope_up_or_y(in->up);
    return lope_turn_of(lope_view_rotation(view, up, lope_forward_or_ahead(in->forward, up)));
}

// Lags the rotation. Unreal's slices begin at the lagged rotation of the last frame.
static void lag_rotation(lope_spring_arm *arm, const lope_spring_arm_settings *s, const lope_spring_arm_input *in, double seconds)
{
    const lope_view to = wanted_arm_view(s, in), from = arm->turn_angles;
    lope_turn turn = turn_of(in, to);
    arm->turn_angles = to;
    if (s->enable_rotation_lag && arm->started) {
        const double rate = lope_or_default(s->rotation_lag, LAG), slice = slice_length(s, seconds);
        turn = (lope_turn){arm->turn[0], arm->turn[1], arm->turn[2], arm->turn[3]};
        for (double done = 0; seconds - done > REST;) {
            const double now = slice < seconds - done ? slice : seconds - done;
            done += now;
            turn = lope_turn_slerp(turn, turn_of(in, between(from, to, done / seconds)), lag_share(rate, now));
        }
        arm->turn_angles = lope_view_of(turn, lope_up_or_y(in->up), lope_forward_or_ahead(in->forward, lope_up_or_y(in->up)));
    }
    arm->turn[0] = turn.x;
    arm->turn[1] = turn.y;
    arm->turn[2] = turn.z;
    arm->turn[3] = turn.w;
}

// Returns D with the distance to O limited.
static lope_point limited_lag(const lope_spring_arm_settings *s, lope_point lagged, lope_point origin)
{
    const lope_point off = lope_point_sub(lagged, origin);
    const double length = lope_point_length(off), most = (double)s->lag_max_distance;
    if (!(most > 0) || length <= most) return lagged;
    return lope_point_mad(origin, off, most / length);
}

// Lags the location.
static void lag_location(lope_spring_arm *arm, const lope_spring_arm_settings *s, lope_point origin, double seconds)
{
    lope_point lagged = origin;
    if (s->enable_location_lag && arm->started) {
        const double rate = lope_or_default(s->location_lag, LAG), slice = slice_length(s, seconds);
        const lope_point way = lope_point_sub(origin, arm->origin);
        lagged = arm->lagged;
        for (double done = 0; seconds - done > REST;) {
            const double now = slice < seconds - done ? slice : seconds - done;
            done += now;
            const lope_point target = lope_point_mad(arm->origin, way, done / seconds);
            lagged = lope_point_mad(lagged, lope_point_sub(target, lagged), lag_share(rate, now));
        }
        lagged = limited_lag(s, lagged, origin);
    }
    arm->origin = origin;
    arm->lagged = lagged;
}

// Sweeps the probe from O to the end, and puts the camera where it stops.
static lope_result test_collision(const lope_spring_arm_settings *s, const lope_spring_arm_input *in,
                                  const lope_surroundings *surroundings, lope_nearby *look, lope_spring_arm_output *out)
{
    lope_cast_hit hit;
    bool met;
    lope_cast_def def = {.from = out->origin, .filter = s->probe, .error = in->error};
    def.motion = lope_point_sub(out->unfixed, out->origin);
    def.radius = s->probe_radius > 0 ? s->probe_radius : PROBE_RADIUS;
    const lope_result result = lope_surroundings_cast(surroundings, look, &def, in->units_per_metre, &hit, &met);
    if (result != LOPE_OK || !met) return result;
    out->position = lope_point_mad(out->origin, def.motion, hit.fraction);
    out->blocked = true;
    out->body = hit.body;
    return LOPE_OK;
}

static lope_result check_arm_input(const lope_spring_arm_input *in, double seconds)
{
    const double angles[6] = {in->view.pitch, in->view.yaw, in->view.roll, in->own.pitch, in->own.yaw, in->own.roll};
    lope_result result = lope_check_number(in->error, "seconds", seconds, 0, 1);
    if (!result) result = lope_check_point(in->error, "pivot", in->pivot, LOPE_MOST_PLACE);
    if (!result) result = lope_check_vec3(in->error, "up", in->up, LOPE_MOST_SPEED);
    if (!result) result = lope_check_vec3(in->error, "forward", in->forward, LOPE_MOST_SPEED);
    for (int i = 0; i < 6 && !result; i++)
        result = lope_check_number(in->error, i < 3 ? "view" : "own", angles[i], -LOPE_MOST_SPEED, LOPE_MOST_SPEED);
    return result;
}

lope_result lope_spring_arm_update(lope_spring_arm *arm, const lope_spring_arm_settings *settings,
                                   const lope_spring_arm_input *in, const lope_surroundings *surroundings, lope_nearby *look,
                                   double seconds, lope_spring_arm_output *out)
{
    if (!arm || !in || !out) return LOPE_ERROR_NULL;
    const lope_spring_arm_settings *s = settings ? settings : &defaults;
    lope_result result = check_arm_input(in, seconds);
    if (result != LOPE_OK) return result;
    lope_spring_arm next = *arm;
    lope_spring_arm_output got = {.body = LOPE_BODY_NONE};
    lag_rotation(&next, s, in, seconds);
    lag_location(&next, s, lope_point_add(in->pivot, lope_vec3_to_point(s->target_offset)), seconds);
    next.started = 1;
    const lope_turn turn = {next.turn[0], next.turn[1], next.turn[2], next.turn[3]};
    const lope_point at_end = lope_point_add(lope_point_make(0, 0, arm_length(s)), lope_vec3_to_point(s->socket_offset));
    got.origin = next.origin;
    got.lagged = next.lagged;
    got.rotation = lope_turn_to_quat(turn);
    got.view = next.turn_angles;
    got.position = got.unfixed = lope_point_add(next.lagged, lope_turn_point(turn, at_end));
    if (!s->no_collision_test && arm_length(s) > 0) result = test_collision(s, in, surroundings, look, &got);
    if (result != LOPE_OK) return result;
    got.arm = lope_point_length(lope_point_sub(got.position, got.origin));
    *arm = next;
    *out = got;
    return LOPE_OK;
}

void lope_spring_arm_reset(lope_spring_arm *arm)
{
    const lope_spring_arm fresh = {.started = 0};
    *arm = fresh;
}

lope_result lope_spring_arm_settings_check(const lope_spring_arm_settings *s, lope_error *error)
{
    if (!s) return lope_refuse(error, LOPE_ERROR_NULL, "settings", "settings is NULL; all zero are the defaults");
    const struct {
        const char *name;
        float value;
        double least, most;
    } members[] = {
        {"arm_length", s->arm_length, -1, LOPE_MOST_SPEED}, {"probe_radius", s->probe_radius, 0, LOPE_MOST_SPEED},
        {"location_lag", s->location_lag, 0, 1000},         {"rotation_lag", s->rotation_lag, 0, 1000},
        {"lag_max_step", s->lag_max_step, 0, 0.5},          {"lag_max_distance", s->lag_max_distance, 0, LOPE_MOST_SPEED}};
    lope_result result = LOPE_OK;
    for (size_t i = 0; i < sizeof members / sizeof *members && !result; i++)
        result = lope_check_number(error, members[i].name, (double)members[i].value, members[i].least, members[i].most);
    if (!result) result = lope_check_vec3(error, "socket_offset", s->socket_offset, LOPE_MOST_SPEED);
    if (!result) result = lope_check_vec3(error, "target_offset", s->target_offset, LOPE_MOST_SPEED);
    return result;
}
