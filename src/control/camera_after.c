// camera_after.c - what comes after the solver: blends, shakes, fade. See camera_after.h.
//
// A blend and a shake move the camera to where the solver has not looked. So that way is swept as well, from
// what is known to be free. A turn needs no sweep: the probe is a sphere. Read next: camera.c.
#include "control/camera_after.h"

#include "control/camera_cast.h"

#include "base/error.h"

#define SMALL 1e-9 // m

// Goes from one place that is free toward another, as far as nothing is in the way.
static lope_result go(const lope_camera_frame *f, lope_point from, lope_point to, lope_point *at)
{
    double share = 1;
    lope_result result = LOPE_OK;
    const lope_point way = lope_point_sub(to, from);
    *at = to;
    if (f->settings->no_collision || lope_point_length(way) <= SMALL) return LOPE_OK;
    result = lope_camera_cast(f, from, to, f->probe, &share, NULL);
    *at = share < 1 ? lope_point_mad(from, way, share) : to;
    return result;
}

lope_result lope_camera_blend_in(lope_camera_frame *f)
{
    lope_camera *c = &f->next;
    lope_result result = LOPE_OK;
    if (f->anew) c->blend_seconds = c->blend_time = 0;
    c->blend_time += f->seconds;
    if (c->blend_time < c->blend_seconds) {
        const double t = c->blend_time / c->blend_seconds, share = t * t * (3 - 2 * t);
        const lope_point from = lope_point_add(f->in->subject.feet, c->blend_from);
        const lope_point to = lope_point_mad(from, lope_point_sub(f->out.position, from), share);
        result = go(f, f->out.safe, to, &f->out.position);
        f->turn = lope_turn_slerp(lope_turn_of(c->blend_rotation), f->turn, share);
        f->out.fov = (float)(c->blend_fov + share * ((double)f->out.fov - c->blend_fov));
    } else {
        c->blend_seconds = c->blend_time = 0;
    }
    f->out.rotation = lope_turn_to_quat(f->turn);
    c->position = f->out.position;
    c->rotation = f->out.rotation;
    c->fov = (double)f->out.fov;
    return result;
}

void lope_camera_blend(lope_camera *camera, double seconds)
{
    if (!camera || !camera->started || !lope_finite_double(seconds) || !(seconds > 0)) return;
    camera->blend_from = lope_point_sub(camera->position, camera->feet);
    camera->blend_rotation = camera->rotation;
    camera->blend_fov = camera->fov;
    camera->blend_time = 0;
    camera->blend_seconds = seconds;
}

// ---- shake ----------------------------------------------------------------------------------------------

// Returns a number from -1 to 1 that belongs to a place of a grid, an axis and a seed.
static double grid_noise(uint32_t seed, uint32_t axis, uint32_t cell)
{
    uint32_t h = seed * 2654435761u + axis * 2246822519u + cell * 3266489917u;
    h = (h ^ h >> 15) * 2246822519u;
    h = (h ^ h >> 13) * 3266489917u;
    h ^= h >> 16;
    return (double)(h >> 8) / 8388607.5 - 1.0;
}

// Returns smooth noise at a place x >= 0: between the grid's numbers, without a kink.
static double noise(uint32_t seed, uint32_t axis, double x)
{
    const double whole = floor(x), t = x - whole;
    const uint32_t cell = (uint32_t)whole;
    const double a = grid_noise(seed, axis, cell), b = grid_noise(seed, axis, cell + 1);
    return a + (b - a) * t * t * (3 - 2 * t);
}

// Returns how strong a shake is now, 0 to 1.
static double strength(const lope_camera_shake *s)
{
    const double left = (double)s->seconds - s->time;
    double strong = 1;
    if (s->time < (double)s->fade_in) strong = s->time / (double)s->fade_in;
    if (left < (double)s->fade_out) strong *= left / (double)s->fade_out;
    return strong > 0 ? strong : 0;
}

static bool is_on(const lope_camera_shake *s) { return s->seconds > 0 && s->time < (double)s->seconds; }

// Adds what one shake moves and turns by: six numbers, x y z and pitch yaw roll.
static void add_shake(lope_camera_shake *s, double seconds, double sum[6])
{
    s->time += seconds;
    if (!is_on(s)) {
        const lope_camera_shake none = {.seconds = 0};
        *s = none;
        return;
    }
    const double strong = strength(s), at = s->time * (double)s->frequency;
    for (uint32_t axis = 0; axis < 6; axis++)
        sum[axis] += strong * (double)(axis < 3 ? s->move : s->turn) * noise(s->seed, axis, at);
}

lope_result lope_camera_shake_it(lope_camera_frame *f)
{
    double sum[6] = {0, 0, 0, 0, 0, 0};
    bool any = false;
    for (int i = 0; i < LOPE_CAMERA_SHAKES; i++) {
        if (!is_on(&f->next.shakes[i])) continue;
        add_shake(&f->next.shakes[i], f->seconds, sum);
        any = true;
    }
    if (!any) return LOPE_OK;
    const lope_turn turn = lope_turn_of(f->out.rotation);
    const lope_point to = lope_point_add(f->out.position, lope_turn_point(turn, lope_point_make(sum[0], sum[1], sum[2])));
    const lope_quat shaken = lope_view_rotation((lope_view){.pitch = sum[3], .yaw = sum[4], .roll = sum[5]},
                                                lope_vec3_make(0, 1, 0), lope_vec3_make(0, 0, -1));
    f->out.rotation = lope_quat_normalize(lope_quat_multiply(f->out.rotation, shaken));
    return go(f, f->out.position, to, &f->out.position);
}

lope_result lope_camera_add_shake(lope_camera *camera, const lope_camera_shake *shake, lope_error *error)
{
    if (!camera || !shake) return lope_refuse(error, LOPE_ERROR_NULL, "shake", "camera and shake are needed");
    const struct {
        const char *name;
        double value, least, most;
    } members[] = {{"seconds", (double)shake->seconds, 1e-6, 3600},
                   {"fade_in", (double)shake->fade_in, 0, 3600},
                   {"fade_out", (double)shake->fade_out, 0, 3600},
                   {"frequency", (double)shake->frequency, 0, 1000},
                   {"move", (double)shake->move, 0, 100},
                   {"turn", (double)shake->turn, 0, 3.2},
                   {"time", shake->time, 0, 3600}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const lope_result result = lope_check_number(error, members[i].name, members[i].value, members[i].least, members[i].most);
        if (result != LOPE_OK) return result;
    }
    int place = 0;
    double least = 1e9;
    for (int i = 0; i < LOPE_CAMERA_SHAKES; i++) {
        const lope_camera_shake *s = &camera->shakes[i];
        const double left = is_on(s) ? (double)s->seconds - s->time : -1;
        if (left < least) {
            least = left;
            place = i;
        }
    }
    camera->shakes[place] = *shake;
    camera->shakes[place].reserved = 0;
    return LOPE_OK;
}

// ---- fade -----------------------------------------------------------------------------------------------

void lope_camera_fade_body(lope_camera_frame *f)
{
    const double near = (double)f->settings->fade_near, far = (double)f->settings->fade_far;
    const lope_point feet = f->in->subject.feet, off = lope_point_sub(f->out.position, feet);
    const double rise = lope_point_dot(off, f->up_point), at = rise < 0 ? 0 : rise > f->height ? f->height : rise;
    const double away = lope_point_length(lope_point_mad(off, f->up_point, -at));
    f->out.fade = away >= far ? 1.0f : away <= near || far <= near ? 0.0f : (float)((away - near) / (far - near));
}
