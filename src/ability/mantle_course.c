// mantle_course.c - the way onto a ledge as the body goes it, for the mantle and the runner. See
// mantle_course.h.
//
// A sweep may be stopped: by the ground, when the ledge sinks at first, or by what comes along. The character
// then goes straight to where it is due, and is let go only when it is far off.
//
// Read next: mantle_way.c, the closed forms.
#include "mantle_course.h"

#include "level.h"
#include "mantle_way.h"

#define PIECE (1.0 / 60.0) // s: the longest straight piece of a swept way; within 1 mm of the way
#define OVER 1e-9          // s, of a way's rest that is none

float lope_mantle_yaw_of(const lope_state *state, lope_point direction)
{
    const lope_point up = lope_vec3_to_point(state->up), ahead = lope_vec3_to_point(state->forward);
    const lope_point left = lope_point_cross(up, ahead);
    return lope_atan2((float)lope_point_dot(direction, left), (float)lope_point_dot(direction, ahead));
}

// Returns the angle between -pi and pi.
static double wrapped(double angle)
{
    const double turn = 6.283185307179586;
    while (angle > 0.5 * turn) angle -= turn;
    while (angle < -0.5 * turn) angle += turn;
    return angle;
}

void lope_mantle_aim(lope_tick *tick, const lope_mantle_search *search, const lope_mantle_plan *plan, lope_point faces,
                     lope_mantle_data *data)
{
    const lope_quat none = lope_quat_identity();
    const lope_state *state = lope_tick_state(tick);
    const lope_point up = lope_tick_up(tick), feet = lope_tick_feet(tick);
    const uint64_t body = plan->ledge.body;
    const float yaw = lope_mantle_yaw_of(state, faces);
    data->over = (float)plan->over;
    data->target = lope_tick_seen_from(tick, body, plan->target, lope_quat_from_axis(state->up, yaw));
    const lope_point from = lope_tick_seen_from(tick, body, feet, none).point,
                     above = lope_tick_seen_from(tick, body, lope_point_add(feet, up), none).point;
    // the column moves along with the feet, should taking hold have put them elsewhere than the search was
    const lope_point aside = lope_point_sub(plan->column, search->brought);
    const lope_point column = lope_tick_seen_from(tick, body, lope_point_add(feet, aside), none).point;
    data->from = lope_point_to_vec3(lope_point_sub(from, data->target.point));
    data->column = lope_point_to_vec3(lope_point_sub(column, data->target.point));
    data->up = lope_point_to_vec3(lope_point_sub(above, from));
    data->yaw = (float)wrapped((double)state->yaw - (double)yaw);
}

// Where the character is due at an instant of the course.
typedef struct due_pose {
    lope_transform world; // of the ledge there; its position is the feet's
    double yaw;           // rad, beside the ledge's
} due_pose;

// Finds the pose after `time` in the world. False: the ledge is gone.
static bool due_at(lope_tick *tick, const lope_mantle_data *data, double time, due_pose *due)
{
    const lope_mantle_place place = lope_mantle_place_at(data, lope_tick_moveset(tick), lope_tick_state(tick)->forward, time);
    lope_body_pose pose = data->target;
    pose.point = lope_point_add(pose.point, place.offset);
    due->yaw = place.yaw;
    return lope_tick_place_of(tick, &pose, &due->world);
}

// Faces as the character is due to.
static void face(lope_tick *tick, const due_pose *due)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_point ahead = lope_vec3_to_point(state->forward);
    const lope_point looks = lope_level_part(lope_quat_rotate_point(due->world.rotation, ahead), lope_tick_up(tick));
    const double yaw = (double)lope_mantle_yaw_of(state, looks);
    lope_tick_set_facing(tick, (float)wrapped(yaw + due->yaw), state->pitch);
}

// Moves the character to where it is due after `piece` more seconds. Its velocity is that of the course as
// seen from the ledge: neither the ledge's own, nor what the character makes up for. False: it is let go.
static bool go(lope_tick *tick, lope_mantle_data *data, double piece)
{
    due_pose before, after;
    if (!due_at(tick, data, data->time, &before) || !due_at(tick, data, data->time + piece, &after)) return false;
    const lope_point due = after.world.position, way = lope_point_sub(due, lope_tick_feet(tick));
    face(tick, &after);
    lope_tick_set_velocity(tick, lope_point_scale(lope_point_sub(due, before.world.position), 1.0 / piece));
    data->time += piece;
    if (lope_tick_place(tick, due, piece)) return true;
    lope_tick_slide_for(tick, way, piece);
    return lope_point_length(lope_point_sub(due, lope_tick_feet(tick))) <= (double)lope_tick_state(tick)->radius;
}

bool lope_mantle_is_over(const lope_mantle_data *data) { return (double)data->seconds - data->time <= OVER; }

bool lope_mantle_go_on(lope_tick *tick, lope_mantle_data *data, double *left)
{
    while (*left > OVER && !lope_mantle_is_over(data)) {
        const double rest = (double)data->seconds - data->time;
        double piece = rest < *left ? rest : *left;
        // a rest that is hardly longer is no piece of its own
        if (data->way == LOPE_MANTLE_CLEAR && piece > 1.5 * PIECE) piece = PIECE;
        if (!go(tick, data, piece)) return false;
        *left -= piece;
    }
    return true;
}
