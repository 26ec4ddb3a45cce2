// follow_link.c - takes a link of a path: see lope/follow.h for the rule of each kind.
//
// A link has phases (lope_follower.phase):
//   APPROACH  to its first point, where the character all but stands
//   WAIT      of a lift alone: until its body stands level with the first point
//   RUN       across; onto the lift
//   RIDE      of a lift alone: until its body stands level with the second point
//   LEAVE     of a lift alone: to the second point
//
// In the air the character steers: it asks for acceleration toward the level velocity that brings it to the
// second point at the instant at which it falls to that height. With little air control that changes little,
// which is why a jump has its speed.
#include "follow_link.h"

#include "path_speed.h"

enum { APPROACH, WAIT, RUN, RIDE, LEAVE };

#define PRESS_AGAIN 0.25f  // s between two presses
#define STANDS_BESIDE 0.4f // s that it may stand at another height than that of the link's end
#define AIR_ERROR 0.2      // of the top speed: a velocity off by so much is corrected with all control
#define LADDER_TIMES 10    // times link_time

static bool stands(const lope_state *state) { return state->mode == LOPE_MODE_WALKING || state->mode == LOPE_MODE_NAV_WALKING; }

static const lope_follow_point *target(const lope_follow_tick *tick) { return &tick->path->points[tick->follower->next]; }

static lope_point link_start(const lope_follow_tick *tick)
{
    uint32_t next = tick->follower->next;
    return next > 0 ? tick->path->points[next - 1].point : tick->follower->from;
}

static double height_over(const lope_follow_tick *tick, lope_point point)
{
    return lope_point_dot(lope_point_sub(tick->state->feet, point), lope_vec3_to_point(tick->state->up));
}

static lope_point level_way(const lope_follow_tick *tick, lope_point to)
{
    lope_point up = lope_vec3_to_point(tick->state->up), way = lope_point_sub(to, tick->state->feet);
    return lope_point_mad(way, up, -lope_point_dot(way, up));
}

static lope_point unit_of(lope_point v)
{
    double length = lope_point_length(v);
    return length > 0 ? lope_point_scale(v, 1 / length) : v;
}

// Returns the level direction of the link, from its first point to its second one.
static lope_point link_direction(const lope_follow_tick *tick)
{
    lope_point up = lope_vec3_to_point(tick->state->up), way = lope_point_sub(target(tick)->point, link_start(tick));
    return unit_of(lope_point_mad(way, up, -lope_point_dot(way, up)));
}

// Goes to a point and stands there. Returns true when the character is within `radius` of it.
static bool go_and_stand(lope_follow_tick *tick, lope_point point, double radius)
{
    lope_point way = level_way(tick, point);
    double distance = lope_point_length(way);
    if (distance <= radius + LOPE_PATH_THERE * (double)tick->tuning->units_per_metre) return true;
    float speed = lope_path_speed_to_stand(tick->tuning, tick->most, distance - radius, tick->seconds);
    lope_path_ask(tick->tuning, lope_point_scale(way, 1 / distance), speed, tick->most, tick->input, tick->requests);
    return false;
}

static void press(lope_follow_tick *tick, uint32_t button)
{
    tick->follower->press_time -= tick->seconds;
    if (tick->follower->press_time > 0) return;
    tick->follower->press_time = PRESS_AGAIN;
    tick->input->pressed |= button;
    tick->input->held |= button;
}

// Moves in the air toward the velocity that brings the character to the link's end.
static void steer(lope_follow_tick *tick)
{
    const lope_state *state = tick->state;
    lope_point up = lope_vec3_to_point(state->up), velocity = lope_vec3_to_point(state->velocity);
    double rises = lope_point_dot(velocity, up), over = height_over(tick, target(tick)->point);
    double gravity = (double)lope_vec3_length(state->gravity) * (double)tick->tuning->gravity_scale;
    double inside = rises * rises + 2 * gravity * over;
    if (!(gravity > 0) || !(inside >= 0)) inside = 0; // it does not rise so high: then at the apex
    double seconds = gravity > 0 ? (rises + sqrt(inside)) / gravity : 1;
    if (!(seconds > (double)tick->seconds)) seconds = (double)tick->seconds;
    lope_point wanted = lope_point_scale(level_way(tick, target(tick)->point), 1 / seconds);
    double length = lope_point_length(wanted), most = (double)tick->most;
    if (length > most) wanted = lope_point_scale(wanted, most / length);
    lope_point off = lope_point_sub(wanted, lope_point_mad(velocity, up, -rises));
    double wrong = lope_point_length(off), full = AIR_ERROR * most;
    if (wrong > 1e-3 * most) tick->input->move = lope_point_to_vec3(lope_point_scale(off, wrong > full ? 1 / wrong : 1 / full));
}

static float link_speed(const lope_follow_tick *tick)
{
    float speed = target(tick)->speed;
    return speed > 0 && speed < tick->most ? speed : tick->most;
}

// Runs across a jump or over the edge of a drop.
static void run_off(lope_follow_tick *tick)
{
    const lope_follow_point *to = target(tick);
    if (!stands(tick->state)) {
        steer(tick);
        return;
    }
    float speed = link_speed(tick);
    if (tick->follower->left) { // landed, but not there yet
        double left = lope_point_length(level_way(tick, to->point));
        speed = lope_path_speed_to_stand(tick->tuning, tick->most, left, tick->seconds);
        lope_path_ask(tick->tuning, unit_of(level_way(tick, to->point)), speed, tick->most, tick->input, tick->requests);
        return;
    }
    tick->input->move = lope_point_to_vec3(lope_point_scale(unit_of(level_way(tick, to->point)), (double)(speed / tick->most)));
    if (to->link != LOPE_LINK_JUMP) return;
    double gone = lope_point_dot(lope_point_sub(tick->state->feet, link_start(tick)), link_direction(tick));
    double comes = (double)lope_vec3_length(tick->state->velocity) * (double)tick->seconds;
    if (gone + comes >= (double)to->take_off) press(tick, to->button ? to->button : LOPE_BUTTON_JUMP);
}

// Goes against a wall to mantle, or into the face of a ladder, or over its edge.
static void climb(lope_follow_tick *tick)
{
    const lope_follow_point *to = target(tick);
    lope_point way = tick->follower->left && stands(tick->state) ? unit_of(level_way(tick, to->point)) : link_direction(tick);
    tick->input->move = lope_point_to_vec3(way);
    uint32_t button = to->button ? to->button : to->link == LOPE_LINK_MANTLE ? LOPE_BUTTON_MANTLE : 0;
    if (button && !tick->follower->left) press(tick, button);
}

// Returns true when the character stands where the link ends: near it, or past it along the link.
static bool is_there(const lope_follow_tick *tick)
{
    const lope_state *state = tick->state;
    if (!stands(state)) return false;
    if (fabs(height_over(tick, target(tick)->point)) > (double)tick->tuning->max_step_height) return false;
    lope_point way = level_way(tick, target(tick)->point);
    double distance = lope_point_length(way), radius = (double)state->radius;
    if (distance <= radius) return true;
    return tick->follower->left && distance <= 3 * radius && lope_point_dot(way, link_direction(tick)) < 0;
}

static lope_link_state cross(lope_follow_tick *tick)
{
    lope_follower *follower = tick->follower;
    const lope_follow_point *to = target(tick);
    bool on_ground = stands(tick->state);
    if (!on_ground) follower->left = 1;
    if (is_there(tick)) return LOPE_LINK_DONE;
    follower->link_time += tick->seconds;
    bool beside = on_ground && follower->left && fabs(height_over(tick, to->point)) > (double)tick->tuning->max_step_height;
    follower->stands_time = beside ? follower->stands_time + tick->seconds : 0;
    float most = tick->rules.link_time * (to->link == LOPE_LINK_LADDER ? LADDER_TIMES : 1);
    if (follower->stands_time > STANDS_BESIDE || follower->link_time > most) return LOPE_LINK_FAILS;
    if (to->link == LOPE_LINK_JUMP || to->link == LOPE_LINK_DROP)
        run_off(tick);
    else
        climb(tick);
    return LOPE_LINK_GOES_ON;
}

// Finds where on a lift the character stands. Returns false when the lift cannot be asked for.
static bool place_on_lift(const lope_follow_tick *tick, lope_point *place)
{
    const lope_surroundings *around = tick->settings->surroundings;
    lope_sink_body body = {.pose = {.rotation = {0, 0, 0, 1}}};
    if (around == NULL || around->body == NULL || !around->body(around->context, target(tick)->body, &body)) return false;
    *place = lope_transform_apply(&body.pose, lope_vec3_to_point(target(tick)->standing));
    return true;
}

static bool is_level_with(const lope_follow_tick *tick, lope_point place, lope_point point)
{
    double rise = lope_point_dot(lope_point_sub(place, point), lope_vec3_to_point(tick->state->up));
    return fabs(rise) <= 0.5 * (double)tick->tuning->max_step_height; // half: it may move on meanwhile
}

static lope_link_state ride(lope_follow_tick *tick)
{
    lope_follower *follower = tick->follower;
    const lope_follow_point *to = target(tick);
    lope_point place;
    if (!place_on_lift(tick, &place)) return LOPE_LINK_FAILS;
    if (follower->phase == WAIT && is_level_with(tick, place, link_start(tick))) follower->phase = RUN;
    if (follower->phase == RUN && tick->state->base_body != to->body && !is_level_with(tick, place, link_start(tick)))
        follower->phase = APPROACH; // it has gone without the character
    if (follower->phase == RUN && go_and_stand(tick, place, tick->rules.link_radius)) follower->phase = RIDE;
    if (follower->phase == RIDE && is_level_with(tick, place, to->point)) follower->phase = LEAVE;
    follower->waiting = follower->phase == WAIT || follower->phase == RIDE;
    if (follower->phase != LEAVE) return LOPE_LINK_GOES_ON;
    return go_and_stand(tick, to->point, tick->rules.link_radius) ? LOPE_LINK_DONE : LOPE_LINK_GOES_ON;
}

// Tells whether a ladder has taken the character on its way to the link's first point.
static bool is_on_ladder(const lope_follow_tick *tick)
{
    if (target(tick)->link != LOPE_LINK_LADDER || tick->state->mode < LOPE_MODE_GAME) return false;
    return lope_point_length(level_way(tick, link_start(tick))) <= 2 * (double)tick->state->radius;
}

lope_link_state lope_follow_take_link(lope_follow_tick *tick)
{
    lope_follower *follower = tick->follower;
    bool lift = target(tick)->link == LOPE_LINK_LIFT;
    if (follower->phase == APPROACH) {
        bool there = stands(tick->state) && fabs(height_over(tick, link_start(tick))) <= tick->rules.end_height;
        bool begins = is_on_ladder(tick) || (go_and_stand(tick, link_start(tick), tick->rules.link_radius) && there);
        if (!begins) return LOPE_LINK_GOES_ON;
        follower->phase = lift ? WAIT : RUN;
        follower->left = 0;
        follower->link_time = follower->press_time = follower->stands_time = 0;
    }
    return lift ? ride(tick) : cross(tick);
}
