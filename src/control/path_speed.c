// path_speed.c - see path_speed.h.
#include "path_speed.h"

#define SLOWEST 0.05 // of the speed, kept over the last stretch

lope_point lope_path_level(const lope_state *state, lope_point v)
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

float lope_path_speed_to_stand(const lope_tuning *tuning, float most, double left, float seconds)
{
    double braking = (double)lope_path_braking_distance(tuning, most);
    if (!(most > 0) || !(seconds > 0)) return most;
    if (!(braking > 0)) braking = 0;
    return (float)(way_in(left, braking, (double)most, (double)seconds) / (double)seconds);
}

float lope_path_speed_to_pass(const lope_tuning *tuning, float most, float slow, double left, float seconds)
{
    double braking = (double)lope_path_braking_distance(tuning, most), time = (double)seconds, end = (double)slow;
    if (!(slow < most) || !(seconds > 0) || !(braking > 0)) return slow < most && left <= 0 ? slow : most;
    // The speed squared grows evenly with the way to go: up to most * most over the braking distance.
    double grows = (double)most * (double)most / braking, gone = 0, whole = time;
    double way = ((double)most * (double)most - end * end) / grows;
    if (left > way) {
        double until = (left - way) / (double)most;
        if (until >= time) return most;
        gone = left - way;
        time -= until;
    }
    double rest = left - gone > 0 ? left - gone : 0, speed = sqrt(end * end + grows * rest), falls = 0.5 * grows;
    double until = (speed - end) / falls;
    if (until >= time)
        gone += speed * time - 0.5 * falls * time * time;
    else
        gone += rest + end * (time - until);
    return (float)(gone / whole);
}

void lope_path_ask(const lope_tuning *tuning, lope_point direction, float speed, float most, lope_input *input,
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

lope_point lope_path_round_corner(const lope_state *state, lope_point direction, double left, lope_point after, float seconds)
{
    double closer = lope_point_dot(lope_vec3_to_point(state->velocity), direction), time = (double)seconds;
    if (!(closer * time > left)) return direction;
    lope_point there = lope_point_mad(state->feet, direction, left);
    lope_point on = lope_path_level(state, lope_point_sub(after, there));
    double until = left / closer, length = lope_point_length(on);
    if (!(length > 0)) return direction;
    lope_point mean = lope_point_mad(lope_point_scale(direction, until), on, (time - until) / length);
    double whole = lope_point_length(mean);
    return whole > 1e-3 * time ? lope_point_scale(mean, 1 / whole) : direction; // straight back
}
