// rotation.c - the character's facing: toward its movement, toward the control rotation, or as root motion
// turns it.
//
// Yaw is about up, from the state's forward. Each axis turns at its own rate, by the shorter way, and stops
// exactly at its aim. So a turn takes the same time at every tick rate. The tuning has Unreal's fields:
// orient_rotation_to_movement, use_controller_desired_rotation, rotation_rate.
//
// Data: yaw, pitch, roll, look_yaw and look_pitch of the state. Read next: lope/tuning.h, the fields of
// rotation.
#include "character/orientation/rotation.h"
#include "character/tick/tick.h"

// rad: an aim so near straight behind is turned to by the left, whatever the last digits are
#define BACK 1e-4

// Returns the angle (rad) in (-pi, pi]; 0 for one beyond a million turns.
static double wrapped(double angle)
{
    const double pi = 3.14159265358979323846;
    double turns = angle * (0.5 / pi);
    if (!(turns > -1e6 && turns < 1e6)) return 0;
    angle -= (double)(int64_t)(turns + (turns < 0 ? -0.5 : 0.5)) * (2.0 * pi);
    return angle > pi ? angle - 2.0 * pi : angle <= -pi ? angle + 2.0 * pi : angle;
}

// Returns the angle (rad) as the state keeps angles: in (-pi, pi].
static float wrap(float angle)
{
    if (angle > -LOPE_PI && angle <= LOPE_PI) return angle;
    float within = (float)wrapped((double)angle);
    return within <= -LOPE_PI ? LOPE_PI : within;
}

lope_point lope_facing(const lope_state *state, double yaw)
{
    lope_point ahead = lope_vec3_to_point(state->forward), up = lope_vec3_to_point(state->up);
    lope_point left = lope_point_cross(up, ahead);
    return lope_point_mad(lope_point_scale(ahead, (double)lope_cos((float)yaw)), left, (double)lope_sin((float)yaw));
}

lope_point lope_from_frame(const lope_state *state, double yaw, lope_vec3 v)
{
    lope_point ahead = lope_facing(state, yaw), up = lope_vec3_to_point(state->up);
    lope_point right = lope_point_cross(ahead, up), world = lope_point_scale(right, (double)v.x);
    return lope_point_mad(lope_point_mad(world, up, (double)v.y), ahead, -(double)v.z);
}

double lope_chord(double turn)
{
    double half = 0.5 * turn, squared = half * half;
    // sin(h) / h, as a series near 0: the next term is below 1e-14
    return squared > 1e-6 ? (double)lope_sin((float)half) / half : 1.0 - squared / 6.0;
}

// Returns the shorter turn (rad) from one angle to another.
static double shorter_turn(float from, double to)
{
    double off = wrapped(to - (double)from);
    return off < -3.14159265358979323846 + BACK ? off + 2.0 * 3.14159265358979323846 : off;
}

// Returns `from` turned toward `to` for `time` seconds at `rate` (rad/s). A negative rate is there at once.
static float turn(float from, double to, float rate, double time)
{
    double off = shorter_turn(from, to), most = (double)rate * time;
    if (rate < 0 || (off <= most && off >= -most)) return wrap((float)to);
    return wrap((float)((double)from + (off < 0 ? -most : most)));
}

// The facing that the character turns to, in rad.
typedef struct lope_aim {
    double yaw, pitch;
    bool known; // false: the facing stays
} lope_aim;

// Returns the facing that looks along `way`; not known where that is next to zero.
static lope_aim toward(const lope_tick *tick, lope_point way)
{
    lope_point ahead = lope_vec3_to_point(tick->state.forward), up = tick->space.up, left = lope_point_cross(up, ahead);
    double x = lope_point_dot(way, ahead), y = lope_point_dot(way, left), z = lope_rise(&tick->space, way);
    double level = sqrt(x * x + y * y), length = sqrt(level * level + z * z);
    if (length <= 1e-6) return (lope_aim){.known = false};
    lope_aim aim = {.yaw = (double)tick->state.yaw, .pitch = (double)lope_atan2((float)z, (float)level), .known = true};
    // straight up or down has no yaw
    if (level > 1e-6 * length) aim.yaw = (double)lope_atan2((float)y, (float)x);
    return aim;
}

// Returns the facing toward the input's direction, or toward the velocity that a path asks for. Unreal's
// orient_rotation_to_movement.
static lope_aim to_movement(const lope_tick *tick)
{
    const lope_input *input = tick->input;
    const lope_requests *requests = tick->requests;
    if (requests->has_requested_velocity) {
        lope_point way = lope_vec3_to_point(requests->requested_velocity);
        double length = lope_point_length(way);
        return length > 0 ? toward(tick, lope_point_scale(way, 1.0 / length)) : (lope_aim){.known = false};
    }
    if (input->forbidden & LOPE_FORBID_MOVE) return (lope_aim){.known = false};
    bool level = lope_tick_on_ground(tick) || tick->state.mode == LOPE_MODE_FALLING;
    return toward(tick, level ? tick->wanted : lope_vec3_to_point(input->move));
}

// True when pitch and roll may differ from 0: off the ground, not in a fall, and not kept upright.
static bool may_tilt(const lope_tick *tick)
{
    uint32_t mode = tick->state.mode;
    return !tick->tuning->keep_upright && !lope_tick_on_ground(tick) && mode != LOPE_MODE_FALLING && mode != LOPE_MODE_NONE;
}

// Turns the character by its tuning.
static void face(lope_tick *tick)
{
    const lope_tuning *t = tick->tuning;
    lope_state *state = &tick->state;
    lope_aim aim = {.yaw = (double)state->look_yaw, .pitch = (double)state->look_pitch, .known = true};
    bool turns = t->orient_rotation_to_movement || t->use_controller_desired_rotation;
    if (!turns && t->use_controller_rotation_yaw) state->yaw = state->look_yaw;
    if (t->orient_rotation_to_movement) aim = to_movement(tick);
    if (turns && aim.known) state->yaw = turn(state->yaw, aim.yaw, t->rotation_rate, tick->time);
    if (!may_tilt(tick)) {
        state->pitch = state->roll = 0;
        return;
    }
    if (turns && aim.known) state->pitch = turn(state->pitch, aim.pitch, t->rotation_rate_pitch, tick->time);
    state->roll = turn(state->roll, 0, t->rotation_rate_roll, tick->time);
}

// Tells the turn from the input, before the tick has run. A facing that follows the control rotation at
// once turns as that has turned, evenly since the last tick. What an animation has turned away from it is
// back at the tick's start.
double lope_turned(const lope_tick *tick, double time)
{
    const lope_tuning *t = tick->tuning;
    const lope_input *input = tick->input;
    const lope_requests *requests = tick->requests;
    double share = time / tick->seconds;
    if (input->forbidden & LOPE_FORBID_TURN) return 0;
    if (requests->has_root_motion) return (double)requests->root_motion.yaw * share;
    bool turns = t->orient_rotation_to_movement || t->use_controller_desired_rotation;
    if (!turns && !t->use_controller_rotation_yaw) return 0;
    lope_aim aim = {.yaw = (double)input->look_yaw + (double)tick->state.carried_yaw, .known = true};
    // at the tick's start
    double looked = (double)tick->state.look_yaw + (double)tick->report->carried_yaw;
    if (!turns) return shorter_turn(tick->state.yaw, aim.yaw) - shorter_turn((float)looked, aim.yaw) * (1.0 - share);
    if (t->orient_rotation_to_movement) aim = to_movement(tick);
    if (!aim.known) return 0;
    double off = shorter_turn(tick->state.yaw, aim.yaw), most = (double)t->rotation_rate * time;
    if (t->rotation_rate < 0) return off * share;
    return off > most ? most : off < -most ? -most : off;
}

LOPE_HOT void lope_rotation(lope_tick *tick)
{
    lope_state *state = &tick->state;
    const lope_input *input = tick->input;
    const lope_requests *requests = tick->requests;
    state->look_yaw = wrap(input->look_yaw + state->carried_yaw);
    state->look_pitch = wrap(input->look_pitch);
    if (tick->faced || input->forbidden & LOPE_FORBID_TURN) return;
    if (requests->has_root_motion)
        state->yaw = wrap(state->yaw + requests->root_motion.yaw);
    else
        face(tick);
}
