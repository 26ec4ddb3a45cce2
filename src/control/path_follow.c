// path_follow.c - steers a character along a path: the input of each tick, and whether it has arrived or is
// blocked. See lope/path.h.
//
// Before the last point the character brakes evenly, by the braking distance of its tuning (path_speed.h).
#include "character/state/max_speed.h"
#include "path_speed.h"
#include <lope/path.h>

#define NEARER 0.05       // m by which the character has to come nearer within blocked_time
#define BLOCKED_TIME 0.5f // s

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

static lope_path_end arrive(lope_path_follower *follower, lope_input *input, lope_requests *requests)
{
    requests->has_requested_velocity = requests->requested_at_max = false;
    input->move = requests->requested_velocity = lope_vec3_make(0, 0, 0);
    follower->over = 1;
    return LOPE_PATH_ARRIVED;
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
        way = lope_path_level(state, lope_point_sub(path->points[follower->next], state->feet));
        distance = lope_point_length(way);
        bool last = follower->next + 1 == path->count;
        if (distance > (last ? acceptance + LOPE_PATH_THERE * (double)tuning->units_per_metre : acceptance)) break;
        follower->nearest = 0;
    }
    if (follower->next >= path->count) return arrive(follower, input, requests);
    float most = lope_mode_max_speed(state->mode, state->flags, tuning), speed = most;
    bool last = follower->next + 1 == path->count;
    double left = distance - acceptance;
    lope_point direction = lope_point_scale(way, 1 / distance);
    if (last)
        speed = lope_path_speed_to_stand(tuning, most, left, seconds);
    else
        direction = lope_path_round_corner(state, direction, left, path->points[follower->next + 1], seconds);
    lope_path_ask(tuning, direction, speed, most, input, requests);
    if (!is_blocked(follower, path, (double)tuning->units_per_metre, distance, seconds)) return LOPE_PATH_FOLLOWS;
    return last && distance <= (double)path->blocked_acceptance ? arrive(follower, input, requests) : LOPE_PATH_BLOCKED;
}
