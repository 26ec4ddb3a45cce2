// camera_arm.c - the rig: lens, hand, and where the arm ends when nothing is in the way. See camera_arm.h.
//
// The probe is the least sphere about the camera that holds the near plane's rectangle, and a margin. So a
// turn of the camera never brings a corner into a wall. Read next: camera_solve.c.
#include "control/camera_arm.h"

#include "control/camera_view.h"
#include "control/decay.h"

#define FOV_MOST 2.97f // rad, 170 degrees
#define SLACK 0.01     // m by which the probe is smaller than the capsule, which may touch what is around it

// Returns how far the pitch has come to the rig's least (negative) or most, squared: 0 to 1, flat at level.
static double pitch_share(const lope_camera_frame *f)
{
    const double pitch = f->view.pitch, end = pitch < 0 ? (double)f->settings->least_pitch : (double)f->settings->most_pitch;
    const double share = (pitch < 0) == (end < 0) && (end > 0 || end < 0) ? pitch / end : 0;
    return share < 1 ? share * share : 1;
}

// Returns a factor by pitch and speed: low and high at the ends of the pitch, `fast` added at full speed.
static double factor(const lope_camera_frame *f, float low, float high, float fast)
{
    const double end = f->view.pitch < 0 ? (double)low : (double)high, by_pitch = 1 + (end - 1) * pitch_share(f);
    const double full = (double)f->settings->speed_full, share = full > 0 ? f->next.speed / full : 0;
    return by_pitch + (double)fast * (share < 1 ? share : 1);
}

// Smooths the speed.
static void follow_speed(lope_camera_frame *f)
{
    lope_camera *c = &f->next;
    const double speed = lope_point_length(f->velocity);
    const lope_decay decay = lope_decay_make(lope_rate_of_half_life((double)f->settings->speed_half_life), f->seconds);
    c->speed = speed + lope_decay_follow_even(&decay, c->speed - c->last_speed, speed - c->last_speed);
    if (c->speed < 0) c->speed = 0;
    c->last_speed = speed;
}

// Works out the field of view, and the sphere that holds the near plane.
static void place_lens(lope_camera_frame *f)
{
    const lope_camera_settings *s = f->settings;
    const float fov = s->fov * (float)factor(f, s->fov_low, s->fov_high, s->speed_fov);
    f->out.fov = fov < FOV_MOST ? fov : FOV_MOST;
    const double near = (double)s->near_distance, half = near * (double)lope_tan(0.5f * f->out.fov);
    const double high = half / (double)s->aspect, corner = sqrt(near * near + half * half + high * high);
    const double wanted = corner + (double)s->margin, most = f->radius - SLACK;
    f->probe = wanted > (double)s->probe_radius ? wanted : (double)s->probe_radius;
    if (f->probe > most) f->probe = most > 0.5 * f->radius ? most : 0.5 * f->radius;
    f->out.probe_radius = (float)f->probe;
}

// Swaps shoulders.
static void follow_side(lope_camera_frame *f)
{
    const double side = f->in->left_side ? -1 : 1;
    f->next.side = side + lope_half_life_leaves(f->next.side - side, (double)f->settings->side_half_life, f->seconds);
}

// Returns the point of the rail that is nearest to p.
static lope_point nearest_on_rail(const lope_camera_input *in, lope_point p)
{
    lope_point best = in->rail[0];
    double least = lope_point_length(lope_point_sub(best, p));
    for (uint32_t i = 1; i < in->rail_count; i++) {
        const lope_point a = in->rail[i - 1], way = lope_point_sub(in->rail[i], a);
        const double square = lope_point_dot(way, way), along = lope_point_dot(lope_point_sub(p, a), way);
        const double share = !(square > 0) || along < 0 ? 0 : along > square ? 1 : along / square;
        const lope_point at = lope_point_mad(a, way, share);
        const double far = lope_point_length(lope_point_sub(at, p));
        if (far < least) {
            least = far;
            best = at;
        }
    }
    return best;
}

// Moves along the rail, with the lag of the rig's level axes.
static void follow_rail(lope_camera_frame *f)
{
    lope_camera *c = &f->next;
    const lope_point to = f->in->rail_count > 0 && f->in->rail ? nearest_on_rail(f->in, f->out.pivot) : f->in->place;
    const double rate = (double)f->settings->lag_right, keeps = rate > 0 ? lope_exp_double(-rate * f->seconds) : 0;
    f->end = c->started && !f->anew ? lope_point_mad(to, lope_point_sub(c->place, to), keeps) : to;
    c->place = f->end;
}

// Flies on from where it was.
static void fly(lope_camera_frame *f)
{
    lope_camera *c = &f->next;
    lope_point way = lope_vec3_to_point(f->in->fly);
    const double length = lope_point_length(way);
    if (length > 1) way = lope_point_scale(way, 1 / length);
    if (!c->started) c->place = f->out.pivot;
    f->end = lope_point_mad(c->place, lope_turn_point(f->turn, way), (double)f->settings->fly_speed * f->seconds);
}

// Puts hand and end where arm and socket_offset have them. direct: the arm goes straight from the pivot.
static void place_end(lope_camera_frame *f, bool direct)
{
    const lope_camera_settings *s = f->settings;
    const double length = (double)s->arm_length * factor(f, s->arm_low, s->arm_high, s->speed_arm);
    lope_point socket = lope_camera_vector(s->socket_offset);
    if (!direct) socket.x *= f->next.side;
    const lope_point hand = lope_point_add(f->out.pivot, lope_turn_point(f->turn, socket));
    f->end = lope_point_add(hand, lope_turn_point(f->turn, lope_point_make(0, 0, length)));
    if (!direct) f->out.hand = hand;
}

void lope_camera_place_arm(lope_camera_frame *f)
{
    const uint32_t kind = f->settings->kind;
    follow_speed(f);
    follow_side(f);
    place_lens(f);
    f->out.hand = f->out.pivot;
    if (kind == LOPE_CAMERA_FREE_FLY) {
        fly(f);
    } else if (kind == LOPE_CAMERA_FIXED || kind == LOPE_CAMERA_RAIL) {
        f->end = f->in->place;
        if (kind == LOPE_CAMERA_RAIL) follow_rail(f);
        const lope_point toward = lope_point_sub(f->out.pivot, f->end);
        if (!f->in->look_along_view && lope_point_length(toward) > 1e-3) lope_camera_look_along(f, toward);
    } else {
        place_end(f, kind == LOPE_CAMERA_SIDE || kind == LOPE_CAMERA_TOP_DOWN);
    }
    f->out.arm_wanted = lope_point_length(lope_point_sub(f->end, f->out.pivot));
}
