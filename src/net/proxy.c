// proxy.c - another character in whole numbers. Read first: proxy.h.
#include "net/proxy.h"
#include "character/state/state_flags.h"

#include <math.h>
#include <string.h>

#define TURN 6.28318530717958647692 // rad
#define PLACE_MOST 2147483000.0
#define SPEED_MOST 32767.0
#define AHEAD_MOST 65535u // ticks that are run ahead: the squares of more are beyond 64 bits

static double within(double x, double most) { return x > most ? most : x < -most ? -most : x; }
static int32_t whole(double x, double most) { return (int32_t)floor(within(x, most) + 0.5); }

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

// Returns the quotient rounded down, also of negative numbers.
static int64_t quotient(int64_t a, int64_t b) { return a / b - (a % b < 0); }

lope_proxy lope_proxy_expected(const lope_proxy *proxy, const lope_net_rules *rules, uint32_t ticks)
{
    lope_proxy next = *proxy;
    const int64_t rate = rules->tick_rate, n = ticks < AHEAD_MOST ? ticks : AHEAD_MOST;
    const int64_t steps = (int64_t)(LOPE_PROXY_PLACE / LOPE_PROXY_SPEED);
    const float gravity[3] = {rules->gravity.x, rules->gravity.y, rules->gravity.z};
    for (int i = 0; i < 3; i++) {
        const bool falls = proxy->mode == LOPE_MODE_FALLING;
        const int64_t pull = falls ? whole((double)gravity[i] * LOPE_PROXY_SPEED, SPEED_MOST) : 0;
        int64_t gone = proxy->velocity[i] != 0 ? quotient(proxy->velocity[i] * steps * n, rate) : 0;
        if (pull != 0) {
            gone += quotient(pull * steps * n * n, 2 * rate * rate);
            next.velocity[i] = (int16_t)within((double)(proxy->velocity[i] + quotient(pull * n, rate)), SPEED_MOST);
        }
        next.place[i] = (int32_t)within((double)(proxy->place[i] + gone), PLACE_MOST);
    }
    return next;
}

// ---- in bits ----------------------------------------------------------------------------------------------

static bool same_motion(const lope_proxy *a, const lope_proxy *b)
{
    return memcmp(a->place, b->place, sizeof a->place) == 0 && memcmp(a->velocity, b->velocity, sizeof a->velocity) == 0 &&
           a->yaw == b->yaw;
}

static bool same_kind(const lope_proxy *a, const lope_proxy *b)
{
    return a->mode == b->mode && a->base == b->base && a->radius == b->radius && a->height == b->height &&
           a->push_priority == b->push_priority && a->falls == b->falls;
}

static void pass_kind(lope_bits *bits, lope_proxy *proxy, const lope_proxy *expected)
{
    proxy->mode = (uint8_t)lope_bits_pass(bits, proxy->mode, 5);
    proxy->push_priority = (uint8_t)lope_bits_pass(bits, proxy->push_priority, 5);
    proxy->falls = lope_bits_flag(bits, proxy->falls);
    if (lope_bits_flag(bits, proxy->height != expected->height))
        proxy->height = (uint16_t)lope_bits_pass(bits, proxy->height, 16);
    if (lope_bits_flag(bits, proxy->radius != expected->radius))
        proxy->radius = (uint16_t)lope_bits_pass(bits, proxy->radius, 16);
    if (!lope_bits_flag(bits, proxy->base != expected->base)) return;
    const bool based = lope_bits_flag(bits, proxy->base != LOPE_BODY_NONE);
    proxy->base = based ? lope_bits_wide(bits, proxy->base) : LOPE_BODY_NONE;
}

// Low bits that are written as they are (lope_bits_rice), by the age of what is known: measured in matches
// at 50, 100 and 200 ms. Most characters walk, so there is little along y.
typedef struct widths {
    unsigned place, height, speed, climb, yaw;
} widths;

static widths widths_of(uint32_t ticks)
{
    if (ticks <= 4) return (widths){.place = 2, .height = 0, .speed = 1, .climb = 0, .yaw = 1};
    if (ticks <= 6) return (widths){.place = 3, .height = 0, .speed = 1, .climb = 0, .yaw = 2};
    if (ticks <= 11) return (widths){.place = 4, .height = 0, .speed = 2, .climb = 0, .yaw = 3};
    return (widths){.place = 6, .height = 1, .speed = 3, .climb = 2, .yaw = 4};
}

static void pass_places(lope_bits *bits, lope_proxy *proxy, const lope_proxy *expected, const widths *w)
{
    for (int i = 0; i < 3; i++) {
        const uint32_t off = (uint32_t)proxy->place[i] - (uint32_t)expected->place[i];
        proxy->place[i] = (int32_t)((uint32_t)expected->place[i] + lope_bits_rice(bits, off, i == 1 ? w->height : w->place));
    }
}

// Returns the velocity at the end of `ticks` ticks in which it changed evenly, by the way that was gone.
static int16_t velocity_by_places(const lope_proxy *proxy, const lope_proxy *base, int i, uint32_t ticks, int64_t rate)
{
    const int64_t steps = (int64_t)(LOPE_PROXY_PLACE / LOPE_PROXY_SPEED);
    const int64_t way = (int64_t)proxy->place[i] - base->place[i];
    const int64_t twice = quotient(2 * (2 * way * rate) + steps * ticks, 2 * steps * ticks); // rounded
    return (int16_t)within((double)(twice - base->velocity[i]), SPEED_MOST);
}

static void pass_velocities(lope_bits *bits, lope_proxy *proxy, const lope_proxy *expected, const widths *w)
{
    for (int i = 0; i < 3; i++) {
        const uint32_t off = (uint32_t)(proxy->velocity[i] - expected->velocity[i]);
        proxy->velocity[i] = (int16_t)((uint32_t)expected->velocity[i] + lope_bits_rice(bits, off, i == 1 ? w->climb : w->speed));
    }
}

static void pass_yaw(lope_bits *bits, lope_proxy *proxy, const lope_proxy *expected, const widths *w)
{
    const int8_t turn = (int8_t)(uint8_t)(proxy->yaw - expected->yaw);
    proxy->yaw = (uint8_t)(expected->yaw + lope_bits_rice(bits, (uint32_t)(int32_t)turn, w->yaw));
}

static bool same_command(const lope_proxy *a, const lope_proxy *b)
{
    return a->right == b->right && a->ahead == b->ahead && a->look == b->look && a->buttons == b->buttons;
}

static void pass_command(lope_bits *bits, lope_proxy *proxy, const lope_proxy *expected)
{
    if (!lope_bits_flag(bits, !same_command(proxy, expected))) return;
    proxy->look = (uint8_t)lope_bits_pass(bits, proxy->look, 8);
    if (lope_bits_flag(bits, proxy->right != expected->right || proxy->ahead != expected->ahead)) {
        proxy->right = (int8_t)lope_bits_signed(bits, proxy->right, 8);
        proxy->ahead = (int8_t)lope_bits_signed(bits, proxy->ahead, 8);
    }
    if (lope_bits_flag(bits, proxy->buttons != expected->buttons))
        proxy->buttons = (uint8_t)lope_bits_pass(bits, proxy->buttons, 8);
}

bool lope_proxy_is_expected(const lope_proxy *proxy, const lope_proxy *base, uint32_t ticks, const lope_net_rules *rules)
{
    const bool falls = base->mode == LOPE_MODE_FALLING;
    if (!falls && memcmp(proxy->velocity, base->velocity, sizeof base->velocity) != 0) return false;
    const lope_proxy expected = lope_proxy_expected(base, rules, ticks);
    return same_kind(proxy, &expected) && same_motion(proxy, &expected) && same_command(proxy, &expected);
}

bool lope_proxy_is_plain(const lope_proxy *proxy, const lope_proxy *base) { return same_kind(proxy, base); }

void lope_proxy_pass(lope_bits *bits, lope_proxy *proxy, const lope_proxy *base, uint32_t ticks, const lope_net_rules *rules,
                     bool plain)
{
    const widths w = widths_of(ticks);
    const lope_proxy none = {.base = LOPE_BODY_NONE};
    lope_proxy expected = base != NULL ? lope_proxy_expected(base, rules, ticks) : none;
    if (!bits->writes) *proxy = expected;
    if (!plain) pass_kind(bits, proxy, &expected);
    pass_places(bits, proxy, &expected, &w);
    const bool even = base != NULL && ticks > 0 && proxy->base == base->base;
    for (int i = 0; even && i < 3; i++) expected.velocity[i] = velocity_by_places(proxy, base, i, ticks, rules->tick_rate);
    pass_velocities(bits, proxy, &expected, &w);
    pass_yaw(bits, proxy, &expected, &w);
    if (rules->tells_commands) pass_command(bits, proxy, &expected);
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
