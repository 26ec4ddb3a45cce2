// path_follow.c - steers a character along a path: the input of each tick, and whether it has arrived or is
// blocked. See lope/path.h.
//
// Before the last point the character brakes evenly, by the braking distance of its tuning. The speed of a
// tick is the mean over the tick, so the character gets as far at any tick rate.
#include "character/state/max_speed.h"
#include <lope/path.h>

#define NEARER 0.05       // m by which the character has to come nearer within blocked_time
#define BLOCKED_TIME 0.5f // s
#define SLOWEST 0.05      // of the speed, kept over the last stretch
#define THERE 1e-3        // m: within this of the last point's acceptance the path is complete

static lope_point level(const lope_state *state, lope_point v)
{
    lope_point up = lope_vec3_to_point(state->up);
    bool flat = state->mode != LOPE_MODE_FLYING && state->mode != LOPE_MODE_SWIMMING;
    return flat ? lope_point_mad(v, up, -lope_point_dot(v, up)) : v;
}

float lope_path_braking_distance(const lope_tuning *tuning, float speed)
{
    float deceleration = tuning->braking_deceleration_walking;
    if (tuning->use_fixed_braking_distance_for_paths) return tuning->fixed_path_braking_distance;
    return deceleration > 1e-4f ? speed * speed / (2 * deceleration) : speed;
}

// Returns the distance, m, that a character covers in a time when it brakes evenly over the last `braking`
// metres. `left`: m to go. `most`: speed before it brakes, m/s. The last stretch is covered at an even speed.
static double way_in(double left, double braking, double most, double time)
{
    double slow = SLOWEST * most, bit = SLOWEST * SLOWEST * braking, gone = 0;
    if (left > braking) {
        double until = (left - braking) / most;
        if (until >= time) return most * time;
        gone = left - braking;
        time -= until;
    }
    double rest = left - gone;
    if (rest > bit) { // the root of the rest falls evenly with the time
        double root = sqrt(rest), falls = 0.5 * most / sqrt(braking), until = (root - SLOWEST * sqrt(braking)) / falls;
        if (until >= time) return left - (root - falls * time) * (root - falls * time);
        gone = left - bit;
        time -= until;
    }
    return gone + slow * time < left ? gone + slow * time : left;
}

// Returns the speed in a tick toward the next point of the path. Toward the last point it is the mean speed
// of the tick, so that the character gets as far at any tick rate. `left`: m until the point counts as
// reached, where the character all but stands.
static float speed_of(const lope_path_follower *follower, const lope_path *path, const lope_tuning *tuning, float most,
                      double left, float seconds)
{
    double braking = (double)lope_path_braking_distance(tuning, most);
    if (follower->next + 1 < path->count || !(most > 0) || !(seconds > 0)) return most;
    if (!(braking > 0)) braking = 0;
    return (float)(way_in(left, braking, (double)most, (double)seconds) / (double)seconds);
}

static void go(const lope_tuning *tuning, lope_point direction, float speed, float most, lope_input *input,
               lope_requests *requests)
{
    if (tuning->use_acceleration_for_paths) {
        input->move = lope_point_to_vec3(lope_point_scale(direction, most > 0 ? (double)(speed / most) : 0));
        return;
    }
    input->requests = requests;
    requests->has_requested_velocity = true;
    requests->requested_velocity = lope_point_to_vec3(lope_point_scale(direction, (double)speed));
}

static bool is_blocked(lope_path_follower *follower, const lope_path *path, double unit, double distance, float seconds)
{
    if (follower->nearest == 0 || distance < follower->nearest - NEARER * unit) {
        follower->nearest = distance;
        follower->waits = 0;
        follower->blocked = 0;
    }
    follower->waits += seconds;
    if (follower->blocked || follower->waits < (path->blocked_time > 0 ? path->blocked_time : BLOCKED_TIME)) return false;
    follower->blocked = 1;
    return true;
}

// Returns the direction of a tick in which a point counts as reached: the mean of the ways to it and on from
// there, each weighted by its part of the tick.
static lope_point round_corner(const lope_path_follower *follower, const lope_path *path, const lope_state *state,
                               lope_point direction, double left, float seconds)
{
    double closer = lope_point_dot(lope_vec3_to_point(state->velocity), direction), time = (double)seconds;
    if (!(closer * time > left)) return direction;
    lope_point there = lope_point_mad(state->feet, direction, left);
    lope_point on = level(state, lope_point_sub(path->points[follower->next + 1], there));
    double until = left / closer, length = lope_point_length(on);
    if (!(length > 0)) return direction;
    lope_point mean = lope_point_mad(lope_point_scale(direction, until), on, (time - until) / length);
    double whole = lope_point_length(mean);
    return whole > 1e-3 * time ? lope_point_scale(mean, 1 / whole) : direction; // straight back
}

lope_path_end lope_path_follow(lope_path_follower *follower, const lope_path *path, const lope_state *state,
                               const lope_tuning *tuning, float seconds, lope_input *input, lope_requests *requests)
{
    double acceptance = (double)(path->acceptance > 0 ? path->acceptance : state->radius), distance = 0;
    lope_point way = {0, 0, 0};
    requests->has_requested_velocity = requests->requested_at_max = false;
    input->move = requests->requested_velocity = lope_vec3_make(0, 0, 0);
    if (follower->over || path->count == 0) return LOPE_PATH_OVER;
    for (; follower->next < path->count; follower->next++) {
        way = level(state, lope_point_sub(path->points[follower->next], state->feet));
        distance = lope_point_length(way);
        bool last = follower->next + 1 == path->count;
        if (distance > (last ? acceptance + THERE * (double)tuning->units_per_metre : acceptance)) break;
        follower->nearest = 0;
    }
    if (follower->next >= path->count) {
        follower->over = 1;
        return LOPE_PATH_ARRIVED;
    }
    float most = lope_mode_max_speed(state->mode, state->flags, tuning);
    double left = distance - acceptance;
    float speed = speed_of(follower, path, tuning, most, left, seconds);
    lope_point direction = lope_point_scale(way, 1 / distance);
    if (follower->next + 1 < path->count) direction = round_corner(follower, path, state, direction, left, seconds);
    go(tuning, direction, speed, most, input, requests);
    return is_blocked(follower, path, (double)tuning->units_per_metre, distance, seconds) ? LOPE_PATH_BLOCKED : LOPE_PATH_FOLLOWS;
}
