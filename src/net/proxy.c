// proxy.c - another character in whole numbers. Read first: proxy.h.
#include "net/proxy.h"
#include "character/state/state_flags.h"

#include <math.h>

#define TURN 6.28318530717958647692 // rad
#define PLACE_MOST 2147483000.0
#define SPEED_MOST 32767.0
#define EXPECTED_MOST 65535u // ticks that are run ahead: the squares of more are beyond 64 bits

static double within_most(double x, double most) { return x > most ? most : x < -most ? -most : x; }
static int32_t whole(double x, double most) { return (int32_t)floor(within_most(x, most) + 0.5); }

lope_proxy lope_proxy_make(const lope_state *state, uint64_t base, const lope_proxy_frame *frame)
{
    lope_proxy proxy = {.base = frame->moves ? base : LOPE_BODY_NONE,
                        .mode = (uint8_t)state->mode,
                        .push_priority = (uint8_t)lope_state_push_priority(state),
                        .falls = lope_state_falls(state)};
    lope_point feet = state->feet;
    lope_vec3 v = state->velocity;
    if (frame->moves) {
        feet = lope_transform_unapply(&frame->pose, feet);
        v = lope_quat_rotate(lope_quat_conjugate(frame->pose.rotation), v);
    }
    const double places[3] = {feet.x, feet.y, feet.z};
    const float speeds[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        proxy.place[i] = whole(places[i] * LOPE_PROXY_PLACE, PLACE_MOST);
        proxy.velocity[i] = (int16_t)whole((double)speeds[i] * LOPE_PROXY_SPEED, SPEED_MOST);
    }
    const double turns = (double)state->yaw / TURN;
    proxy.yaw = (uint8_t)(uint32_t)whole((turns - floor(turns)) * 256.0, 256.0);
    proxy.radius = (uint16_t)whole((double)state->radius * LOPE_PROXY_SIZE, 65535.0);
    proxy.height = (uint16_t)whole((double)state->height * LOPE_PROXY_SIZE, 65535.0);
    return proxy;
}

void lope_proxy_take_command(lope_proxy *proxy, const lope_command *command, const lope_net_rules *rules)
{
    if (!rules->tells_commands) return;
    proxy->right = command->right;
    proxy->ahead = command->ahead;
    proxy->look = (uint8_t)(((uint32_t)command->yaw + 128u) >> 8 & 0xffu);
    proxy->buttons = (uint8_t)command->held;
}

lope_command lope_proxy_command(const lope_proxy *proxy)
{
    return (lope_command){
        .right = proxy->right, .ahead = proxy->ahead, .yaw = (uint16_t)(proxy->look << 8), .held = proxy->buttons};
}

lope_proxy lope_proxy_expected(const lope_proxy *proxy, const lope_net_rules *rules, uint32_t ticks)
{
    lope_proxy next = *proxy;
    const int64_t rate = rules->tick_rate, n = ticks < EXPECTED_MOST ? ticks : EXPECTED_MOST;
    const int64_t steps = (int64_t)(LOPE_PROXY_PLACE / LOPE_PROXY_SPEED);
    const float gravity[3] = {rules->gravity.x, rules->gravity.y, rules->gravity.z};
    for (int i = 0; i < 3; i++) {
        const bool falls = proxy->mode == LOPE_MODE_FALLING;
        const int64_t pull = falls ? whole((double)gravity[i] * LOPE_PROXY_SPEED, SPEED_MOST) : 0;
        int64_t gone = proxy->velocity[i] != 0 ? lope_proxy_quotient(proxy->velocity[i] * steps * n, rate) : 0;
        if (pull != 0) {
            gone += lope_proxy_quotient(pull * steps * n * n, 2 * rate * rate);
            next.velocity[i] =
                (int16_t)within_most((double)(proxy->velocity[i] + lope_proxy_quotient(pull * n, rate)), SPEED_MOST);
        }
        next.place[i] = (int32_t)within_most((double)(proxy->place[i] + gone), PLACE_MOST);
    }
    return next;
}

// ---- in the world -----------------------------------------------------------------------------------------

lope_point lope_proxy_feet(const lope_proxy *proxy, const lope_proxy_frame *frame)
{
    const lope_point feet = {proxy->place[0] / LOPE_PROXY_PLACE, proxy->place[1] / LOPE_PROXY_PLACE,
                             proxy->place[2] / LOPE_PROXY_PLACE};
    return frame->moves ? lope_transform_apply(&frame->pose, feet) : feet;
}

lope_vec3 lope_proxy_velocity(const lope_proxy *proxy, const lope_proxy_frame *frame)
{
    const lope_vec3 v = {(float)(proxy->velocity[0] / LOPE_PROXY_SPEED), (float)(proxy->velocity[1] / LOPE_PROXY_SPEED),
                         (float)(proxy->velocity[2] / LOPE_PROXY_SPEED)};
    return frame->moves ? lope_quat_rotate(frame->pose.rotation, v) : v;
}

float lope_proxy_yaw(const lope_proxy *proxy) { return (float)((int8_t)proxy->yaw * (TURN / 256.0)); }
