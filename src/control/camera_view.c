// camera_view.c - where a camera looks. See camera_view.h.
//
// Angles are followed as angles, in doubles, so their lag is exact for a view that turns evenly. Recentring,
// feelers and lock-on turn the view in the same frame and tell by how much (out.turn); the game adds that to
// the control rotation, which then agrees with the camera. Read next: camera_pivot.c.
#include "control/camera_view.h"

#include "control/angles.h"
#include "control/camera_relax.h"
#include "control/decay.h"

#define NO_INPUT 1e-5      // rad: a control rotation that differs by less has had no look input
#define FACE 0.4           // share of the capsule's height over its middle from where a target is looked at
#define MOVES 0.5          // m/s: feelers turn the view only while the character moves
#define STRAIGHT_UP 1.5533 // rad, 89 degrees: a view along up has no yaw

// Returns the turn about one axis of the camera's frame: 0 x, 1 y, 2 z.
static lope_turn turn_about(int axis, double angle)
{
    const double s = (double)lope_sin((float)(0.5 * angle)), c = (double)lope_cos((float)(0.5 * angle));
    return (lope_turn){axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0, c};
}

static lope_turn turn_multiply(lope_turn a, lope_turn b)
{
    return (lope_turn){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                       a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

// Returns true for the same numbers.
static bool same_turn(lope_turn a, const double b[4])
{
    return !(a.x < b[0] || a.x > b[0] || a.y < b[1] || a.y > b[1] || a.z < b[2] || a.z > b[2] || a.w < b[3] || a.w > b[3]);
}

// Lags the frame of up and forward.
static void place_frame(lope_camera_frame *f)
{
    const lope_view none = {0, 0, 0};
    const bool plain = f->up.y >= 1 && f->forward.z <= -1;
    const lope_turn now = plain ? (lope_turn){0, 0, 0, 1} : lope_turn_of(lope_view_rotation(none, f->up, f->forward));
    double *kept = f->next.up_turn;
    f->frame_turn = now;
    if (same_turn(now, kept)) return; // as long as gravity does not turn
    const lope_turn was = {kept[0], kept[1], kept[2], kept[3]};
    const double square = was.x * was.x + was.y * was.y + was.z * was.z + was.w * was.w;
    const double keeps = lope_half_life_keeps((double)f->settings->up_half_life, f->seconds);
    if (square > 0.5 && keeps > 0) f->frame_turn = lope_turn_slerp(was, now, 1 - keeps);
    kept[0] = f->frame_turn.x;
    kept[1] = f->frame_turn.y;
    kept[2] = f->frame_turn.z;
    kept[3] = f->frame_turn.w;
}

// Makes the rotation of the view.
static void turn_to_view(lope_camera_frame *f)
{
    f->turn = turn_multiply(turn_multiply(f->frame_turn, turn_about(1, f->view.yaw)), turn_about(0, f->view.pitch));
    if (f->view.roll > 0 || f->view.roll < 0) f->turn = turn_multiply(f->turn, turn_about(2, f->view.roll));
    const double square = f->turn.x * f->turn.x + f->turn.y * f->turn.y + f->turn.z * f->turn.z + f->turn.w * f->turn.w;
    const double s = 1.0 / sqrt(square); // sines are floats
    f->turn = (lope_turn){f->turn.x * s, f->turn.y * s, f->turn.z * s, f->turn.w * s};
}

// Turns the view behind the character when the player has not looked around for a while.
static void recentre(lope_camera_frame *f, lope_view *view)
{
    const lope_camera_settings *s = f->settings;
    lope_camera *c = &f->next;
    const bool looks =
        fabs(lope_wrap(f->in->view.yaw - c->given.yaw)) > NO_INPUT || fabs(f->in->view.pitch - c->given.pitch) > NO_INPUT;
    c->quiet = looks || f->anew ? 0 : c->quiet + f->seconds;
    const double over = c->quiet - (double)s->recentre_wait, time = over < f->seconds ? over : f->seconds;
    if (!(s->recentre_wait > 0) || !(time > 0)) return;
    const double off = lope_wrap((double)f->in->subject.yaw - view->yaw), size = fabs(off);
    const double turned = size - lope_relax(size, (double)s->recentre_half_life, (double)s->recentre_rate, time);
    view->yaw += off < 0 ? -turned : turned;
}

// Turns the view away from what the feelers met in the last frame.
static void turn_by_feelers(lope_camera_frame *f, lope_view *view)
{
    if (f->settings->whisker_turn > 0 && f->next.speed > MOVES)
        view->yaw += f->next.lean * (double)f->settings->whisker_turn * f->seconds;
}

// Returns the view that the rig asks for.
static lope_view wanted_view(lope_camera_frame *f)
{
    const lope_camera_settings *s = f->settings;
    const lope_camera_input *in = f->in;
    lope_view view = in->view;
    if (s->own_view) return (lope_view){.pitch = (double)s->own_pitch, .yaw = (double)s->own_yaw, .roll = 0};
    if (s->kind == LOPE_CAMERA_LOCK_ON && in->has_target) {
        const lope_point face = lope_point_mad(in->subject.feet, f->up_point, (0.5 + FACE) * f->height);
        const lope_point toward = lope_point_sub(in->target, face);
        if (lope_point_length(toward) > 1e-3) view = lope_view_along(toward, f->up, f->forward);
    } else {
        recentre(f, &view);
        turn_by_feelers(f, &view);
    }
    return view;
}

// Returns the pitch within the rig's limits.
static double limited_pitch(const lope_camera_settings *s, double pitch)
{
    const double least = (double)s->least_pitch, most = (double)s->most_pitch;
    return pitch < least ? least : pitch > most ? most : pitch;
}

void lope_camera_place_view(lope_camera_frame *f)
{
    lope_camera *c = &f->next;
    const double rate = (double)f->settings->rotation_lag;
    lope_view view = wanted_view(f), lag = {0, 0, 0};
    view.pitch = limited_pitch(f->settings, view.pitch);
    if (rate > 0 && !f->anew) {
        const lope_decay decay = lope_decay_make(rate, f->seconds);
        const double yaw_was = c->view.yaw - c->view_lag.yaw, pitch_was = c->view.pitch - c->view_lag.pitch;
        lag.yaw = lope_decay_follow_even(&decay, c->view_lag.yaw, lope_wrap(view.yaw - yaw_was));
        lag.pitch = lope_decay_follow_even(&decay, c->view_lag.pitch, view.pitch - pitch_was);
    }
    f->view = (lope_view){.pitch = view.pitch + lag.pitch, .yaw = lope_wrap(view.yaw + lag.yaw), .roll = view.roll};
    c->view_lag = lag;
    const lope_view *given = &f->in->view;
    f->out.turn = (lope_view){.pitch = view.pitch - given->pitch, .yaw = lope_wrap(view.yaw - given->yaw), .roll = 0};
    if (f->settings->own_view) f->out.turn = (lope_view){0, 0, 0};
    c->given = (lope_view){.pitch = given->pitch + f->out.turn.pitch, .yaw = given->yaw + f->out.turn.yaw, .roll = 0};
    place_frame(f);
    turn_to_view(f);
}

void lope_camera_look_along(lope_camera_frame *f, lope_point direction)
{
    const lope_turn back = {-f->frame_turn.x, -f->frame_turn.y, -f->frame_turn.z, f->frame_turn.w};
    const lope_point seen = lope_turn_point(back, direction);
    const double yaw = f->view.yaw;
    f->view = lope_view_along(seen, lope_vec3_make(0, 1, 0), lope_vec3_make(0, 0, -1));
    if (fabs(f->view.pitch) > STRAIGHT_UP) f->view.yaw = yaw;
    turn_to_view(f);
}
