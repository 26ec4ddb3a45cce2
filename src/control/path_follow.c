// path_follow.c - see lope/path.h.
#include <lope/path.h>

#define NEARER 0.05       // m by which it has to come nearer within blocked_time
#define BLOCKED_TIME 0.5f // s
#define SLOWEST 0.1f      // of the speed, with which it goes the last bit

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

static float max_speed(const lope_state *state, const lope_tuning *tuning)
{
    if (state->mode == LOPE_MODE_FLYING) return tuning->max_fly_speed;
    if (state->mode == LOPE_MODE_SWIMMING) return tuning->max_swim_speed;
    return state->height < state->standing_height ? tuning->max_walk_speed_crouched : tuning->max_walk_speed;
}

// The speed at a distance from the path's end.
static float speed_at(const lope_path_follower *follower, const lope_path *path, const lope_tuning *tuning, float most,
                      double distance)
{
    float braking = lope_path_braking_distance(tuning, most);
    if (follower->next + 1 < path->count || (double)braking <= distance) return most;
    float share = braking > 0 ? sqrtf((float)distance / braking) : 1; // braking evenly
    return most * (share > SLOWEST ? share : SLOWEST);
}

static void go(const lope_tuning *tuning, lope_point direction, float speed, float most, lope_input *input)
{
    if (tuning->use_acceleration_for_paths) {
        input->move = lope_point_to_vec3(lope_point_scale(direction, most > 0 ? (double)(speed / most) : 0));
        return;
    }
    input->requests_velocity = true;
    input->requested_velocity = lope_point_to_vec3(lope_point_scale(direction, (double)speed));
}

static bool is_blocked(lope_path_follower *follower, const lope_path *path, double unit, double distance, float dt)
{
    if (follower->nearest == 0 || distance < follower->nearest - NEARER * unit) {
        follower->nearest = distance;
        follower->waits = 0;
        follower->blocked = 0;
    }
    follower->waits += dt;
    if (follower->blocked || follower->waits < (path->blocked_time > 0 ? path->blocked_time : BLOCKED_TIME)) return false;
    follower->blocked = 1;
    return true;
}

lope_path_end lope_path_follow(lope_path_follower *follower, const lope_path *path, const lope_state *state,
                               const lope_tuning *tuning, float dt, lope_input *input)
{
    double acceptance = (double)(path->acceptance > 0 ? path->acceptance : state->radius), distance = 0;
    lope_point way = {0, 0, 0};
    input->requests_velocity = input->requested_at_max = false;
    input->move = input->requested_velocity = lope_vec3_make(0, 0, 0);
    if (follower->over || path->count == 0) return LOPE_PATH_OVER;
    for (; follower->next < path->count; follower->next++) {
        way = level(state, lope_point_sub(path->points[follower->next], state->feet));
        distance = lope_point_length(way);
        if (distance > acceptance) break;
        follower->nearest = 0;
    }
    if (follower->next >= path->count) {
        follower->over = 1;
        return LOPE_PATH_ARRIVED;
    }
    float most = max_speed(state, tuning);
    go(tuning, lope_point_scale(way, 1 / distance), speed_at(follower, path, tuning, most, distance), most, input);
    return is_blocked(follower, path, (double)tuning->units_per_metre, distance, dt) ? LOPE_PATH_BLOCKED : LOPE_PATH_FOLLOWS;
}
