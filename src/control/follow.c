// follow.c - follows a path of points and links: the order of a tick. See lope/follow.h.
//
// A corner is passed when the character is within corner_radius of it, or beside it: when the way from the
// feet to the corner no longer leads along the segment that ends there.
//
// At a corner velocity turns by the ground's friction f: its part across the new direction falls as
// exp(-f t), so the character swings out by v sin(angle) / f. The corner is passed at the speed v at which
// that is corner_swing.
#include "follow_blocked.h"
#include "follow_focus.h"
#include "follow_link.h"
#include "path_speed.h"

#include "character/state/max_speed.h"

static const char *const link_names[LOPE_LINK_COUNT] = {"walk", "jump", "drop", "ladder", "mantle", "lift"};
static const char *const texts[LOPE_FOLLOW_RESULT_COUNT] = {
    "following", "arrived", "arrived at the end of a partial path", "blocked", "off the path", "a link failed", "over"};

const char *lope_link_name(uint32_t kind) { return kind < LOPE_LINK_COUNT ? link_names[kind] : "?"; }

const char *lope_follow_text(uint32_t result) { return result < LOPE_FOLLOW_RESULT_COUNT ? texts[result] : "?"; }

void lope_follow_begin(lope_follower *follower, const lope_state *state)
{
    lope_follower anew = {.from = state->feet};
    for (int i = 0; i < LOPE_FOCUS_COUNT; i++) anew.focus[i] = follower->focus[i];
    *follower = anew;
}

float lope_follow_stop(lope_follower *follower, const lope_state *state, const lope_tuning *tuning)
{
    follower->over = 1;
    follower->waiting = 0;
    return lope_path_braking_distance(tuning, lope_vec3_length(state->velocity));
}

uint32_t lope_follow_link(const lope_follower *follower, const lope_follow_path *path)
{
    return !follower->over && follower->next < path->count ? path->points[follower->next].link : LOPE_LINK_WALK;
}

static lope_point way_to(const lope_follow_tick *tick, lope_point point)
{
    return lope_path_level(tick->state, lope_point_sub(point, tick->state->feet));
}

static bool is_last(const lope_follow_tick *tick) { return tick->follower->next + 1 == tick->path->count; }

// Returns true when the character has to stand at the follower's next point: a link begins there.
static bool is_link_start(const lope_follow_tick *tick)
{
    return !is_last(tick) && tick->path->points[tick->follower->next + 1].link != LOPE_LINK_WALK;
}

// Returns the level way of the segment that leads to the follower's next point.
static lope_point segment(const lope_follow_tick *tick)
{
    uint32_t next = tick->follower->next;
    lope_point from = next > 0 ? tick->path->points[next - 1].point : tick->follower->from;
    return lope_path_level(tick->state, lope_point_sub(tick->path->points[next].point, from));
}

static double height_gap(const lope_follow_tick *tick, lope_point point)
{
    return fabs(lope_point_dot(lope_point_sub(point, tick->state->feet), lope_vec3_to_point(tick->state->up)));
}

static bool is_reached(const lope_follow_tick *tick)
{
    const lope_follow_rules *rules = &tick->rules;
    lope_point point = tick->path->points[tick->follower->next].point, way = way_to(tick, point);
    double distance = lope_point_length(way);
    if (height_gap(tick, point) > rules->end_height) return false;
    if (is_last(tick)) return distance <= rules->end_radius + LOPE_PATH_THERE * (double)tick->tuning->units_per_metre;
    if (is_link_start(tick)) return true; // the link goes to it by itself
    return distance <= rules->corner_radius || lope_point_dot(segment(tick), way) < 0;
}

// Returns the speed, m/s, at which the corner at the follower's next point is passed.
static float corner_speed(const lope_follow_tick *tick, lope_point direction)
{
    const lope_tuning *tuning = tick->tuning;
    uint32_t next = tick->follower->next;
    lope_point on =
        lope_path_level(tick->state, lope_point_sub(tick->path->points[next + 1].point, tick->path->points[next].point));
    double length = lope_point_length(on), friction = (double)tuning->ground_friction;
    if (!(length > 0) || tuning->turn_instantly) return tick->most;
    if (!tuning->use_acceleration_for_paths && !tuning->requested_move_use_acceleration) return tick->most;
    double along = lope_point_dot(on, direction) / length,
           across = along < 0 ? 1 : sqrt(along * along < 1 ? 1 - along * along : 0);
    double speed = friction * tick->rules.corner_swing;
    return speed < across * (double)tick->most ? (float)(speed / across) : tick->most;
}

// Walks toward the follower's next point.
static void walk(lope_follow_tick *tick)
{
    uint32_t next = tick->follower->next;
    lope_point way = way_to(tick, tick->path->points[next].point);
    double distance = lope_point_length(way);
    if (!(distance > 0)) return;
    lope_point direction = lope_point_scale(way, 1 / distance);
    float speed = tick->most;
    if (is_last(tick)) {
        speed = lope_path_speed_to_stand(tick->tuning, tick->most, distance - tick->rules.end_radius, tick->seconds);
    } else {
        double left = distance > tick->rules.corner_radius ? distance - tick->rules.corner_radius : 0;
        speed = lope_path_speed_to_pass(tick->tuning, tick->most, corner_speed(tick, direction), left, tick->seconds);
        direction = lope_path_round_corner(tick->state, direction, left, tick->path->points[next + 1].point, tick->seconds);
    }
    lope_path_ask(tick->tuning, direction, speed, tick->most, tick->input, tick->requests);
}

// Returns true when the character has left the path just now.
static bool has_left_path(lope_follow_tick *tick)
{
    lope_point along = segment(tick), way = way_to(tick, tick->path->points[tick->follower->next].point);
    double length = lope_point_length(along), share = length > 0 ? lope_point_dot(way, along) / (length * length) : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    bool off = lope_point_length(lope_point_mad(way, along, -share)) > tick->rules.off_path, before = tick->follower->off_path;
    tick->follower->off_path = off;
    return off && !before;
}

static void pass_point(lope_follower *follower)
{
    follower->next++;
    follower->phase = follower->left = follower->waiting = 0;
}

// Returns how a path ends that the character has followed to its end.
static lope_follow_result end_of(const lope_follow_path *path)
{
    return path->partial ? LOPE_FOLLOW_PARTIAL : LOPE_FOLLOW_ARRIVED;
}

// Returns whether a character that is blocked is so near the path's end that it has arrived.
static bool is_near_end(lope_follow_tick *tick)
{
    const double distance = lope_point_length(way_to(tick, tick->path->points[tick->follower->next].point));
    return is_last(tick) && distance <= (double)tick->settings->blocked_acceptance;
}

// Follows the path by one tick.
static lope_follow_result follow_path(lope_follow_tick *tick)
{
    lope_follower *follower = tick->follower;
    while (follower->next < tick->path->count) {
        if (tick->path->points[follower->next].link != LOPE_LINK_WALK) {
            lope_link_state link = lope_follow_take_link(tick);
            if (link == LOPE_LINK_GOES_ON && follower->phase != 0) lope_follow_reset_blocked(follower);
            if (link == LOPE_LINK_FAILS) return LOPE_FOLLOW_LINK_FAILED;
            if (link == LOPE_LINK_GOES_ON) break;
            lope_follow_reset_blocked(follower);
        } else if (!is_reached(tick)) {
            walk(tick);
            if (has_left_path(tick)) return LOPE_FOLLOW_OFF_PATH;
            break;
        }
        pass_point(follower);
    }
    if (follower->next >= tick->path->count) return end_of(tick->path);
    if (follower->phase != 0 || !lope_follow_sample(tick)) return LOPE_FOLLOW_FOLLOWING;
    return is_near_end(tick) ? end_of(tick->path) : LOPE_FOLLOW_BLOCKED;
}

static void ask_nothing(lope_follow_tick *tick)
{
    tick->input->move = tick->requests->requested_velocity = lope_vec3_make(0, 0, 0);
    tick->requests->has_requested_velocity = tick->requests->requested_at_max = false;
}

// Ends following, or has another path followed, by what a tick has come to.
static lope_follow_result conclude(lope_follow_tick *tick, lope_follow_result result)
{
    const lope_follow_settings *settings = tick->settings;
    bool fails = result == LOPE_FOLLOW_BLOCKED || result == LOPE_FOLLOW_OFF_PATH || result == LOPE_FOLLOW_LINK_FAILED;
    if (fails && settings->repath && settings->repath(settings->context, tick->state, result, tick->path)) {
        lope_follow_begin(tick->follower, tick->state);
        ask_nothing(tick);
        return result;
    }
    if (result == LOPE_FOLLOW_ARRIVED || result == LOPE_FOLLOW_PARTIAL || result == LOPE_FOLLOW_LINK_FAILED) {
        tick->follower->over = 1;
        ask_nothing(tick);
    }
    return result;
}

static void look_ahead(lope_follow_tick *tick)
{
    lope_follower *follower = tick->follower;
    if (tick->settings->keeps_look) return;
    bool goes = !follower->over && follower->next < tick->path->count;
    if (goes && lope_point_length(way_to(tick, tick->path->points[follower->next].point)) > tick->rules.link_radius)
        lope_follow_focus(follower, LOPE_FOCUS_MOVE, tick->path->points[follower->next].point, false);
    else
        lope_follow_clear_focus(follower, LOPE_FOCUS_MOVE);
}

lope_follow_result lope_follow_update(lope_follower *follower, const lope_follow_settings *settings, lope_follow_path *path,
                                      const lope_state *state, const lope_tuning *tuning, float seconds, lope_input *input,
                                      lope_requests *requests)
{
    static const lope_follow_settings none;
    lope_follow_tick tick = {.follower = follower,
                             .settings = settings ? settings : &none,
                             .path = path,
                             .state = state,
                             .tuning = tuning,
                             .seconds = seconds,
                             .most = lope_mode_max_speed(state->mode, state->flags, tuning),
                             .input = input,
                             .requests = requests};
    tick.rules = lope_follow_rules_of(tick.settings, state, tuning);
    ask_nothing(&tick);
    lope_follow_result result = LOPE_FOLLOW_OVER;
    if (!follower->over && path->count > 0) result = conclude(&tick, follow_path(&tick));
    look_ahead(&tick);
    lope_follow_look(&tick);
    return result;
}
