// camera_lag.c - the lag of a pivot behind what it follows. See camera_lag.h.
//
// A frame tells where the feet were and are, and how fast they were and are. Between, they are taken to go
//
//     along a cubic of these, where the velocity changes as legs and gravity change it: exact for even
//     acceleration
//     straight at the old velocity up to an instant, and straight on from there, where it changes by more: a
//     wall, a landing, a take-off. The instant follows from how far they came.
//
// So a camera of 30 frames a second sees nearly what one of 240 sees. Read next: decay.h.
#include "control/camera_lag.h"

#include "control/angles.h"
#include "control/decay.h"

#define SLICE (1.0 / 240.0) // s: lag is solved in such slices where level axes differ and the view turns
#define ABRUPT 45.0         // m/s2: more than legs do, 20.48, with gravity, and less than a kink in a frame

static bool equal(float a, float b) { return fabsf(a - b) < 1e-6f; }

// Returns a vector's parts along right, up and forward of a yaw.
static void split(const lope_camera_frame *f, lope_point v, double sine, double cosine, double parts[3])
{
    const lope_point ahead = lope_vec3_to_point(f->forward), left = lope_point_cross(f->up_point, ahead);
    const double a = lope_point_dot(v, ahead), l = lope_point_dot(v, left);
    parts[0] = a * sine - l * cosine;
    parts[1] = lope_point_dot(v, f->up_point);
    parts[2] = a * cosine + l * sine;
}

// Returns the vector that has these parts.
static lope_point join(const lope_camera_frame *f, const double parts[3], double sine, double cosine)
{
    const lope_point ahead = lope_vec3_to_point(f->forward), left = lope_point_cross(f->up_point, ahead);
    const double a = parts[0] * sine + parts[2] * cosine, l = parts[2] * sine - parts[0] * cosine;
    return lope_point_mad(lope_point_mad(lope_point_scale(ahead, a), left, l), f->up_point, parts[1]);
}

// Returns the lag after a stretch, where all axes have one rate.
static lope_point lag_by_one(const lope_decay *d, const lope_camera_way *way, lope_point lag)
{
    const lope_point m = way->moved, v0 = way->v0, v1 = way->v1;
    const double t = way->seconds;
    return lope_point_make(lope_decay_follow(d, lag.x, m.x, v0.x, v1.x, t), lope_decay_follow(d, lag.y, m.y, v0.y, v1.y, t),
                           lope_decay_follow(d, lag.z, m.z, v0.z, v1.z, t));
}

// Returns the lag after a stretch, where the level axes have one rate: how they stand does not matter.
static lope_point lag_by_two(const lope_camera_frame *f, const float rates[3], const lope_camera_way *way, lope_point lag)
{
    const lope_decay level = lope_decay_make((double)rates[0], way->seconds);
    const lope_point up = f->up_point, after = lag_by_one(&level, way, lag);
    if (equal(rates[0], rates[1])) return after;
    const lope_decay upward = lope_decay_make((double)rates[1], way->seconds);
    const double moved = lope_point_dot(way->moved, up), v0 = lope_point_dot(way->v0, up), v1 = lope_point_dot(way->v1, up);
    const double rise = lope_decay_follow(&upward, lope_point_dot(lag, up), moved, v0, v1, way->seconds);
    return lope_point_mad(after, up, rise - lope_point_dot(after, up));
}

// Returns the lag after a stretch, during which the axes stand.
static lope_point lag_after(const lope_camera_frame *f, const float rates[3], const lope_camera_way *way, lope_point lag)
{
    if (equal(rates[0], rates[2])) return lag_by_two(f, rates, way, lag);
    lope_decay decay[3];
    for (int i = 0; i < 3; i++)
        decay[i] = i > 0 && equal(rates[i], rates[0]) ? decay[0] : lope_decay_make((double)rates[i], way->seconds);
    double e[3], m[3], v0[3], v1[3];
    const double sine = (double)lope_sin((float)way->yaw), cosine = (double)lope_cos((float)way->yaw);
    split(f, lag, sine, cosine, e);
    split(f, way->moved, sine, cosine, m);
    split(f, way->v0, sine, cosine, v0);
    split(f, way->v1, sine, cosine, v1);
    for (int i = 0; i < 3; i++) e[i] = lope_decay_follow(&decay[i], e[i], m[i], v0[i], v1[i], way->seconds);
    return join(f, e, sine, cosine);
}

// Returns the cubic's place a share s of the way.
static lope_point cubic_at(const lope_camera_way *way, double s)
{
    const double t = way->seconds;
    const lope_point b = lope_point_mad(lope_point_mad(lope_point_scale(way->moved, 3), way->v0, -2 * t), way->v1, -t);
    const lope_point c = lope_point_mad(lope_point_scale(lope_point_add(way->v0, way->v1), t), way->moved, -2);
    return lope_point_mad(lope_point_mad(lope_point_scale(way->v0, t * s), b, s * s), c, s * s * s);
}

// Returns the lag after a way on which the velocity changes at an instant.
static lope_point lag_round_kink(const lope_camera_frame *f, const float rates[3], const lope_camera_way *way, lope_point change)
{
    const double t = way->seconds;
    // what v1 alone goes beyond
    const lope_point late = lope_point_mad(lope_point_scale(way->v1, t), way->moved, -1);
    const double at = lope_point_dot(late, change) / lope_point_dot(change, change), first = at < 0 ? 0 : at > t ? t : at;
    const lope_point moved = first > 0 ? lope_point_scale(way->v0, first) : lope_point_make(0, 0, 0);
    lope_point lag = f->next.lag;
    if (first > 0) {
        const lope_camera_way before = {moved, way->v0, way->v0, way->yaw, first};
        lag = lag_after(f, rates, &before, lag);
    }
    if (!(first < t)) return lope_point_sub(lag, lope_point_sub(way->moved, moved));
    const lope_point rest = lope_point_sub(way->moved, moved), mean = lope_point_scale(rest, 1 / (t - first));
    const lope_camera_way after = {rest, mean, mean, way->yaw, t - first};
    return lag_after(f, rates, &after, lag);
}

// Returns the lag after a way during which level axes that differ turn.
static lope_point lag_in_slices(const lope_camera_frame *f, const float rates[3], const lope_camera_way *way, double from,
                                double turned)
{
    const int slices = 1 + (int)(way->seconds / SLICE);
    lope_point lag = f->next.lag, was = {0, 0, 0};
    for (int i = 1; i <= slices; i++) {
        const lope_point is = cubic_at(way, (double)i / slices), moved = lope_point_sub(is, was);
        const lope_point mean = lope_point_scale(moved, slices / way->seconds);
        const lope_camera_way slice = {moved, mean, mean, from + turned * (i - 0.5) / slices, way->seconds / slices};
        lag = lag_after(f, rates, &slice, lag);
        was = is;
    }
    return lag;
}

lope_point lope_camera_lag(const lope_camera_frame *f, const float rates[3], const lope_camera_way *way, double yaw_before)
{
    const double turned = lope_wrap(way->yaw - yaw_before);
    const lope_point change = lope_point_sub(way->v1, way->v0);
    if (!equal(rates[0], rates[2]) && fabs(turned) > 1e-9) return lag_in_slices(f, rates, way, yaw_before, turned);
    if (lope_point_length(change) > ABRUPT * way->seconds) return lag_round_kink(f, rates, way, change);
    return lag_after(f, rates, way, f->next.lag);
}
