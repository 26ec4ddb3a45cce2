// camera.c - one frame of a camera: the order of the stages, its memory, checks. See lope/camera.h.
//
// Read next: camera_frame.h, then the stages in their order: camera_view.c, camera_pivot.c, camera_arm.c,
// camera_solve.c, camera_after.c.
#include <lope/camera.h>

#include "base/error.h"
#include "base/hash.h"
#include "control/camera_after.h"
#include "control/camera_arm.h"
#include "control/camera_frame.h"
#include "control/camera_pivot.h"
#include "control/camera_solve.h"
#include "control/camera_view.h"

#define RAIL_POINTS 65536u

// Checks the subject's numbers.
static lope_result check_subject(const lope_camera_subject *s, lope_error *error)
{
    lope_result result = lope_check_point(error, "subject.feet", s->feet, LOPE_MOST_PLACE);
    if (!result) result = lope_check_vec3(error, "subject.up", s->up, LOPE_MOST_SPEED);
    if (!result) result = lope_check_vec3(error, "subject.forward", s->forward, LOPE_MOST_SPEED);
    if (!result) result = lope_check_vec3(error, "subject.velocity", s->velocity, LOPE_MOST_SPEED);
    if (!result) result = lope_check_number(error, "subject.radius", (double)s->radius, 0, LOPE_MOST_SPEED);
    if (!result) result = lope_check_number(error, "subject.height", (double)s->height, 0, LOPE_MOST_SPEED);
    if (!result) result = lope_check_number(error, "subject.standing_height", (double)s->standing_height, 0, LOPE_MOST_SPEED);
    if (!result) result = lope_check_number(error, "subject.yaw", (double)s->yaw, -LOPE_MOST_SPEED, LOPE_MOST_SPEED);
    if (!result) result = lope_check_number(error, "subject.stepped", (double)s->stepped, -LOPE_MOST_SPEED, LOPE_MOST_SPEED);
    if (result || s->base == 0 || s->base == LOPE_BODY_NONE) return result;
    return lope_check_point(error, "subject.base_pose", s->base_pose.position, LOPE_MOST_PLACE);
}

static bool is_far(lope_point p)
{
    return fabs(p.x) > LOPE_MOST_PLACE || fabs(p.y) > LOPE_MOST_PLACE || fabs(p.z) > LOPE_MOST_PLACE;
}

static uint64_t unfinite_vec3(lope_vec3 v)
{
    return lope_unfinite_float(v.x) | lope_unfinite_float(v.y) | lope_unfinite_float(v.z);
}

static uint64_t unfinite_point(lope_point p)
{
    return lope_unfinite_double(p.x) | lope_unfinite_double(p.y) | lope_unfinite_double(p.z);
}

// Returns true for an input without a fault, at a tenth of what the members take one by one. False tells
// nothing.
static bool is_plain(const lope_camera_input *in, double seconds)
{
    const lope_camera_subject *s = &in->subject;
    const lope_point view = {in->view.pitch, in->view.yaw, in->view.roll};
    const uint64_t floats = unfinite_vec3(s->up) | unfinite_vec3(s->forward) | unfinite_vec3(s->velocity) |
                            unfinite_vec3(in->fly) | lope_unfinite_float(s->radius) | lope_unfinite_float(s->height) |
                            lope_unfinite_float(s->standing_height) | lope_unfinite_float(s->yaw) |
                            lope_unfinite_float(s->stepped);
    const uint64_t doubles = unfinite_point(s->feet) | unfinite_point(s->base_pose.position) | unfinite_point(view) |
                             unfinite_point(in->target) | unfinite_point(in->place) | lope_unfinite_double(seconds);
    if ((floats & LOPE_UNFINITE_FLOATS) || (doubles & LOPE_UNFINITE_DOUBLE) || in->rail_count > 0) return false;
    if (is_far(s->feet) || is_far(s->base_pose.position) || is_far(in->target) || is_far(in->place)) return false;
    const float sizes = s->radius + s->height + s->standing_height, angles = fabsf(s->yaw) + fabsf(s->stepped);
    const float speeds = fabsf(s->velocity.x) + fabsf(s->velocity.y) + fabsf(s->velocity.z);
    const float axes =
        fabsf(s->up.x) + fabsf(s->up.y) + fabsf(s->up.z) + fabsf(s->forward.x) + fabsf(s->forward.y) + fabsf(s->forward.z);
    const float fly = fabsf(in->fly.x) + fabsf(in->fly.y) + fabsf(in->fly.z);
    if (s->radius < 0 || s->height < 0 || s->standing_height < 0 || seconds < 0 || seconds > 1) return false;
    return sizes + angles + speeds + axes + fly < 1e6f && fabs(view.x) + fabs(view.y) + fabs(view.z) < LOPE_MOST_SPEED;
}

static lope_result check_input(const lope_camera_input *in, double seconds)
{
    if (is_plain(in, seconds)) return LOPE_OK;
    lope_error *error = in->error;
    const double angles[3] = {in->view.pitch, in->view.yaw, in->view.roll};
    lope_result result = lope_check_number(error, "seconds", seconds, 0, 1);
    if (!result) result = check_subject(&in->subject, error);
    for (int i = 0; i < 3 && !result; i++)
        result = lope_check_number(error, "view", angles[i], -LOPE_MOST_SPEED, LOPE_MOST_SPEED);
    if (!result && in->has_target) result = lope_check_point(error, "target", in->target, LOPE_MOST_PLACE);
    if (!result) result = lope_check_point(error, "place", in->place, LOPE_MOST_PLACE);
    if (!result) result = lope_check_vec3(error, "fly", in->fly, LOPE_MOST_SPEED);
    if (!result) result = lope_check_number(error, "rail_count", (double)in->rail_count, 0, RAIL_POINTS);
    for (uint32_t i = 0; i < in->rail_count && in->rail && !result; i++)
        result = lope_check_point(error, "rail", in->rail[i], LOPE_MOST_PLACE);
    return result;
}

// Runs Unreal's spring arm in place of the stages from the pivot to the solver.
static lope_result run_spring_arm(lope_camera_frame *f)
{
    const lope_camera_settings *s = f->settings;
    lope_spring_arm_settings arm = lope_spring_arm_unreal();
    arm.arm_length = s->arm_length > 0 ? s->arm_length : -1.0f;
    arm.socket_offset = lope_vec3_make(s->socket_offset[0], s->socket_offset[1], s->socket_offset[2]);
    arm.target_offset = lope_vec3_make(s->target_offset[0], s->target_offset[1], s->target_offset[2]);
    arm.probe_radius = s->probe_radius;
    arm.probe = f->in->probe;
    arm.no_collision_test = s->no_collision != 0;
    arm.enable_location_lag = s->lag_right > 0;
    arm.location_lag = s->lag_right;
    arm.enable_rotation_lag = s->rotation_lag > 0;
    arm.rotation_lag = s->rotation_lag;
    arm.lag_max_distance = s->lag_max_distance;
    const lope_spring_arm_input in = {
        .pivot = lope_point_mad(f->in->subject.feet, f->up_point, 0.5 * f->height),
        .view = f->in->view,
        .up = f->up,
        .forward = f->forward,
        .units_per_metre = f->in->units_per_metre,
        .error = f->in->error,
    };
    lope_spring_arm_input limited = in;
    const double least = (double)s->least_pitch, most = (double)s->most_pitch;
    limited.view.pitch = in.view.pitch < least ? least : in.view.pitch > most ? most : in.view.pitch;
    lope_spring_arm_output got;
    if (f->anew) lope_spring_arm_reset(&f->next.arm);
    const lope_result result = lope_spring_arm_update(&f->next.arm, &arm, &limited, f->surroundings, f->look, f->seconds, &got);
    if (result != LOPE_OK) return result;
    lope_camera *c = &f->next;
    c->feet = c->followed = f->in->subject.feet; // for the rig that comes after
    c->lag = lope_point_make(0, 0, 0);
    c->velocity = f->velocity;
    c->height = f->height;
    f->out.safe = in.pivot;
    f->out.pivot = f->out.hand = got.origin;
    f->out.position = got.position;
    f->out.arm_wanted = lope_point_length(lope_point_sub(got.unfixed, got.origin));
    f->out.fov = s->fov;
    f->out.probe_radius = s->probe_radius;
    f->probe = (double)s->probe_radius;
    f->out.blocked = got.blocked;
    f->out.body = got.body;
    f->view = got.view;
    f->turn = lope_turn_of(got.rotation);
    return LOPE_OK;
}

// Runs the stages from the view to the solver.
static lope_result run_stages(lope_camera_frame *f)
{
    if (f->settings->kind == LOPE_CAMERA_UNREAL) return run_spring_arm(f);
    lope_spring_arm_reset(&f->next.arm);
    lope_camera_place_view(f);
    lope_camera_place_pivot(f);
    lope_camera_place_arm(f);
    return lope_camera_solve(f);
}

// Writes what is left of the output.
static lope_result finish(lope_camera_frame *f)
{
    f->out.view = f->next.view = f->view;
    lope_result result = lope_camera_blend_in(f);
    if (result != LOPE_OK) return result;
    f->out.sockets[0] = (lope_transform){f->out.position, f->out.rotation};
    f->out.sockets[1] = (lope_transform){f->out.hand, f->out.rotation};
    result = lope_camera_shake_it(f);
    f->out.arm = lope_point_length(lope_point_sub(f->out.position, f->out.pivot));
    lope_camera_fade_body(f);
    f->next.started = 1;
    return result;
}

lope_result lope_camera_update(lope_camera *camera, const lope_camera_settings *settings, const lope_camera_input *in,
                               const lope_surroundings *surroundings, lope_nearby *look, double seconds, lope_camera_output *out)
{
    if (!camera || !in || !out) return LOPE_ERROR_NULL;
    lope_result result = check_input(in, seconds);
    if (result != LOPE_OK) return result;
    if (!settings) {
        const lope_camera_settings usual = lope_camera_rig(LOPE_CAMERA_THIRD_PERSON);
        return lope_camera_update(camera, &usual, in, surroundings, look, seconds, out);
    }
    lope_camera_frame f; // its members are written by the stages
    f.settings = settings;
    f.in = in;
    f.surroundings = surroundings;
    f.look = look;
    f.seconds = seconds;
    f.next = *camera;
    const lope_camera_output nothing = {.body = LOPE_BODY_NONE};
    f.out = nothing;
    lope_camera_begin(&f);
    result = run_stages(&f);
    if (result == LOPE_OK) result = finish(&f);
    if (result != LOPE_OK) return result;
    *camera = f.next;
    *out = f.out;
    return LOPE_OK;
}

void lope_camera_teleport(lope_camera *camera)
{
    lope_camera fresh = {.started = 0};
    for (int i = 0; i < LOPE_CAMERA_SHAKES; i++) fresh.shakes[i] = camera->shakes[i];
    *camera = fresh;
}

void lope_camera_shift(lope_camera *camera, lope_point way)
{
    lope_point *places[] = {&camera->arm.lagged, &camera->arm.origin, &camera->feet, &camera->followed, &camera->base_position,
                            &camera->place,      &camera->position,   &camera->hand, &camera->end};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) *places[i] = lope_point_add(*places[i], way);
}

lope_camera_subject lope_camera_subject_of(const lope_state *state, const lope_report *report)
{
    lope_camera_subject s = {.feet = state->feet, .up = state->up, .forward = state->forward, .velocity = state->velocity};
    s.radius = state->radius;
    s.height = state->height;
    s.standing_height = state->standing_height;
    s.yaw = state->yaw;
    s.in_air = state->mode == LOPE_MODE_FALLING;
    s.base = LOPE_BODY_NONE;
    if ((state->pages & LOPE_PAGE_BASE) && state->base_body != 0 && state->base_body != LOPE_BODY_NONE) {
        s.base = state->base_body;
        s.base_pose.rotation = state->base_rotation;
        s.base_pose.position = lope_point_sub(state->feet, lope_quat_rotate_point(state->base_rotation, state->base_point));
    }
    if (report) {
        // what a step moves it forward is in moved_by_step too
        if (report->moved_by_step > 0) s.stepped = (float)lope_point_dot(report->moved, lope_vec3_to_point(state->up));
        s.teleported = report->moved_by_teleport > 0;
    }
    return s;
}

// Folds in numbers that stand side by side.
static uint64_t hash_doubles(uint64_t hash, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) hash = lope_hash_double(hash, numbers[i]);
    return hash;
}

static uint64_t hash_quat(uint64_t hash, lope_quat q)
{
    hash = lope_hash_float(lope_hash_float(hash, q.x), q.y);
    return lope_hash_float(lope_hash_float(hash, q.z), q.w);
}

static uint64_t hash_view(uint64_t hash, lope_view view)
{
    const double angles[3] = {view.pitch, view.yaw, view.roll};
    return hash_doubles(hash, angles, 3);
}

static uint64_t hash_shake(uint64_t hash, const lope_camera_shake *s)
{
    const double numbers[7] = {(double)s->seconds,
                               (double)s->fade_in,
                               (double)s->fade_out,
                               (double)s->frequency,
                               (double)s->move,
                               (double)s->turn,
                               s->time};
    return lope_hash_u32(hash_doubles(hash, numbers, 7), s->seed);
}

uint64_t lope_camera_hash(const lope_camera *c)
{
    const lope_point places[] = {c->arm.lagged,    c->arm.origin, c->feet,     c->followed,   c->lag,  c->velocity,
                                 c->base_position, c->place,      c->position, c->blend_from, c->hand, c->end};
    const double numbers[] = {c->step, c->crouch,    c->height,     c->cuts[0],       c->cuts[1],    c->cuts[2],  c->holds,
                              c->side, c->speed,     c->whisker,    c->lean,          c->felt[0],    c->felt[1],  c->quiet,
                              c->fov,  c->blend_fov, c->blend_time, c->blend_seconds, c->last_speed, c->felt_time};
    uint64_t hash = LOPE_HASH_START;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) hash = lope_hash_point(hash, places[i]);
    hash = hash_doubles(hash, numbers, sizeof numbers / sizeof *numbers);
    hash = hash_doubles(hash_doubles(hash, c->arm.turn, 4), c->up_turn, 4);
    hash = hash_view(hash_view(hash_view(hash_view(hash, c->arm.turn_angles), c->view), c->view_lag), c->given);
    hash = hash_quat(hash_quat(hash_quat(hash, c->base_rotation), c->rotation), c->blend_rotation);
    for (int i = 0; i < LOPE_CAMERA_SHAKES; i++) hash = hash_shake(hash, &c->shakes[i]);
    hash = lope_hash_u64(hash, c->struck);
    return lope_hash_u64(lope_hash_u64(lope_hash_u64(hash, c->base), c->started), c->arm.started);
}
