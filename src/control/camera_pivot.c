// camera_pivot.c - where a camera's pivot is. See camera_pivot.h.
//
// Four things are smoothed apart, each in closed form: the feet (lag an axis), the height of steps, the
// height of the capsule, and the frame of up. Lag is kept as an offset from the feet, and turned along with a
// moving base, so a rider's camera lags by what the rider does and not by what the base does. Read next:
// camera_lag.c, camera_solve.c.
#include "control/camera_pivot.h"

#include "control/angles.h"
#include "control/camera_lag.h"
#include "control/decay.h"

#define RADIUS 0.34
#define HEIGHT 1.76

// Returns the twist of a rotation about a unit axis, rad.
static double twist(lope_turn t, lope_point axis)
{
    const double along = t.x * axis.x + t.y * axis.y + t.z * axis.z;
    return lope_wrap(2.0 * (double)lope_atan2((float)along, (float)t.w));
}

// Returns conj(a) after b: what turns a into b, in the world.
static lope_turn turn_between(lope_turn a, lope_turn b)
{
    const lope_turn c = {-a.x, -a.y, -a.z, a.w};
    return (lope_turn){b.w * c.x + b.x * c.w + b.y * c.z - b.z * c.y, b.w * c.y - b.x * c.z + b.y * c.w + b.z * c.x,
                       b.w * c.z + b.x * c.y - b.y * c.x + b.z * c.w, b.w * c.w - b.x * c.x - b.y * c.y - b.z * c.z};
}

static bool has_base(const lope_camera_subject *s) { return s->base != 0 && s->base != LOPE_BODY_NONE; }

// Carries what the camera remembers along with the base.
static void carry(lope_camera_frame *f)
{
    const lope_camera_subject *s = &f->in->subject;
    lope_camera *c = &f->next;
    f->carried = lope_point_make(0, 0, 0);
    f->base_yaw = 0;
    if (has_base(s) && c->started && c->base == s->base) {
        const lope_turn was = lope_turn_of(c->base_rotation), is = lope_turn_of(s->base_pose.rotation);
        const lope_turn by = turn_between(was, is);
        const lope_point arm = lope_point_sub(c->feet, c->base_position);
        const lope_point now = lope_point_add(s->base_pose.position, lope_turn_point(by, arm));
        f->carried = lope_point_sub(now, c->feet);
        f->base_yaw = twist(by, f->up_point);
        c->lag = lope_turn_point(by, c->lag);
        c->velocity = lope_turn_point(by, c->velocity);
        const lope_point off = lope_turn_point(by, lope_point_sub(c->followed, c->feet));
        c->followed = lope_point_add(now, off);
        c->feet = now;
        c->view.yaw += f->base_yaw;
        c->given.yaw += f->base_yaw;
    }
    c->base = has_base(s) ? s->base : 0;
    c->base_position = has_base(s) ? s->base_pose.position : lope_point_make(0, 0, 0);
    c->base_rotation = has_base(s) ? s->base_pose.rotation : lope_quat_identity();
}

// Returns true when the feet have come farther than their velocity explains.
static bool has_leapt(const lope_camera_frame *f)
{
    const lope_camera_subject *s = &f->in->subject;
    const double most = (double)f->settings->teleport_distance;
    const double speed = (double)lope_vec3_length(s->velocity) + lope_point_length(f->next.velocity);
    if (!(most > 0)) return false;
    return lope_point_length(lope_point_sub(s->feet, f->next.feet)) > most + speed * f->seconds;
}

// Forgets all that is smoothed.
static void begin_anew(lope_camera_frame *f)
{
    lope_camera *c = &f->next;
    c->feet = c->followed = f->in->subject.feet;
    c->lag = lope_point_make(0, 0, 0);
    c->velocity = f->velocity;
    c->step = c->crouch = c->holds = c->quiet = 0;
    c->height = f->height;
    c->cuts[0] = c->cuts[1] = c->cuts[2] = 0;
    c->side = f->in->left_side ? -1 : 1;
    c->speed = c->last_speed = lope_point_length(f->velocity);
    c->whisker = 1;
    c->lean = c->felt[1] = 0;
    c->felt[0] = 1;
    c->felt_time = -1; // they are cast in this frame: see camera_whiskers.c
    c->blend_time = c->blend_seconds = 0;
    c->view_lag = (lope_view){0, 0, 0};
    c->up_turn[3] = 0; // anew: see camera_view.c
}

void lope_camera_begin(lope_camera_frame *f)
{
    const lope_camera_subject *s = &f->in->subject;
    f->up = lope_up_or_y(s->up);
    f->forward = lope_forward_or_ahead(s->forward, f->up);
    f->up_point = lope_vec3_to_point(f->up);
    f->radius = s->radius > 0 ? (double)s->radius : RADIUS;
    f->height = s->height > 0 ? (double)s->height : HEIGHT;
    f->standing = s->standing_height > 0 ? (double)s->standing_height : f->height;
    carry(f);
    const lope_point by_base = lope_point_scale(f->carried, f->seconds > 0 ? 1 / f->seconds : 0);
    f->velocity = lope_point_sub(lope_vec3_to_point(s->velocity), by_base);
    f->anew = !f->next.started || s->teleported || has_leapt(f);
    f->out.teleported = f->anew;
    if (f->anew) begin_anew(f);
}

// Returns what the lag follows: the feet; within the dead zone where it was; in the air the held height.
static lope_point followed(const lope_camera_frame *f, lope_point feet)
{
    const lope_camera_settings *s = f->settings;
    const lope_point off = lope_point_sub(f->next.followed, feet);
    double rise = lope_point_dot(off, f->up_point);
    lope_point level = lope_point_mad(off, f->up_point, -rise);
    const double far = lope_point_length(level), zone = (double)s->dead_radius, high = (double)s->dead_height;
    level = lope_point_scale(level, far > zone && far > 0 ? zone / far : 1);
    if (f->in->subject.in_air && s->air_hold > 0)
        rise = rise > 0 ? 0 : rise < -(double)s->air_hold ? -(double)s->air_hold : rise;
    else
        rise = rise > high ? high : rise < -high ? -high : rise;
    return lope_point_add(feet, lope_point_mad(level, f->up_point, rise));
}

// Follows the feet with lag.
static void follow(lope_camera_frame *f)
{
    const lope_camera_settings *s = f->settings;
    lope_camera *c = &f->next;
    const lope_point feet = f->in->subject.feet, target = followed(f, feet);
    // A step is let in by settle_heights: the lag does not see it.
    if (s->step_half_life > 0) c->followed = lope_point_mad(c->followed, f->up_point, (double)f->in->subject.stepped);
    const float rates[3] = {s->lag_right, s->lag_up, s->lag_forward};
    lope_camera_way way = {lope_point_sub(target, c->followed), c->velocity, f->velocity, f->view.yaw, f->seconds};
    const bool whole = s->dead_radius <= 0 && s->dead_height <= 0 && s->air_hold <= 0;
    if (!whole || f->anew) // what is followed has a velocity of its own
        way.v0 = way.v1 = lope_point_scale(way.moved, f->seconds > 0 ? 1 / f->seconds : 0);
    const bool lags = rates[0] > 0 || rates[1] > 0 || rates[2] > 0;
    if (!f->anew && f->seconds > 0) c->lag = lags ? lope_camera_lag(f, rates, &way, c->view.yaw) : lope_point_make(0, 0, 0);
    const double far = lope_point_length(c->lag), most = (double)s->lag_max_distance;
    if (most > 0 && far > most) c->lag = lope_point_scale(c->lag, most / far);
    c->followed = target;
    c->feet = feet;
    c->velocity = f->velocity;
}

// Lets the heights of steps and of the capsule come in.
static void settle_heights(lope_camera_frame *f)
{
    lope_camera *c = &f->next;
    const double resized = f->height - c->height;
    c->step = lope_half_life_leaves(c->step, (double)f->settings->step_half_life, f->seconds);
    c->crouch = lope_half_life_leaves(c->crouch, (double)f->settings->crouch_half_life, f->seconds);
    if (!f->anew && f->settings->step_half_life > 0) c->step -= (double)f->in->subject.stepped;
    if (!f->anew && f->settings->crouch_half_life > 0) c->crouch -= resized;
    c->height = f->height;
}

// Returns the point of the capsule's axis, between its balls, that is nearest to p.
static lope_point nearest_on_core(const lope_camera_frame *f, lope_point p)
{
    const lope_point feet = f->in->subject.feet;
    const double rise = lope_point_dot(lope_point_sub(p, feet), f->up_point);
    const double top = f->height - f->radius, at = rise < f->radius ? f->radius : rise > top ? top : rise;
    return lope_point_mad(feet, f->up_point, at > f->radius ? at : f->radius);
}

void lope_camera_place_pivot(lope_camera_frame *f)
{
    follow(f);
    settle_heights(f);
    const lope_camera *c = &f->next;
    const lope_point offset = lope_camera_vector(f->settings->target_offset);
    const double size = f->standing > 0 ? (f->height + c->crouch) / f->standing : 1;
    const lope_point level = lope_turn_point(f->frame_turn, lope_point_make(offset.x, 0, offset.z));
    const double rise = 0.5 * (f->height + c->crouch) + offset.y * size + c->step;
    const lope_point at = lope_point_add(lope_point_add(c->followed, c->lag), level);
    f->out.pivot = lope_point_mad(at, f->up_point, rise);
    f->out.safe = nearest_on_core(f, f->out.pivot);
}
