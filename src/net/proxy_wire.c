// proxy_wire.c - differences of other characters, their guesses and their sizes. Read first: proxy_wire.h.
#include "net/proxy_wire.h"

#include <string.h>

#define UP 1                  // the axis along which most characters do not move
#define CHANGE_GOES_ON 8      // ticks for which a velocity goes on to change
#define WIRE_SPEED_MOST 32767 // steps

// ---- what is expected -------------------------------------------------------------------------------------

lope_proxy_change lope_proxy_changed(const lope_proxy *before, const lope_proxy *after, uint32_t ticks)
{
    lope_proxy_change change = {.ticks = (uint8_t)ticks};
    if (ticks == 0 || ticks > LOPE_PROXY_KEPT || before->base != after->base) return (lope_proxy_change){.ticks = 0};
    for (int i = 0; i < 3; i++) {
        const int32_t more = after->velocity[i] - before->velocity[i];
        change.velocity[i] = (int16_t)(more > WIRE_SPEED_MOST    ? WIRE_SPEED_MOST
                                       : more < -WIRE_SPEED_MOST ? -WIRE_SPEED_MOST
                                                                 : more);
    }
    change.yaw = (int8_t)(uint8_t)(after->yaw - before->yaw);
    return change;
}

// Returns a / b, rounded.
static int64_t rounded(int64_t a, int64_t b) { return lope_proxy_quotient(2 * a + b, 2 * b); }

// Adds to what is expected that the change goes on for a while: a velocity that grows evenly for h of n ticks
// and is kept from then on leads h (2 n - h) / 2 times its growth a tick farther.
static void add_change(lope_proxy *expected, const lope_proxy_known *known, int64_t rate)
{
    const lope_proxy_change *change = &known->change;
    if (change->ticks == 0 || known->ticks + change->ticks > LOPE_PROXY_KEPT) return;
    const int64_t steps = (int64_t)(LOPE_PROXY_PLACE / LOPE_PROXY_SPEED);
    const int64_t n = known->ticks, h = n < CHANGE_GOES_ON ? n : CHANGE_GOES_ON;
    for (int i = 0; i < 3; i++) {
        if (i == UP) continue;
        const int64_t way = rounded(change->velocity[i] * steps * h * (2 * n - h), 2 * rate * change->ticks);
        expected->place[i] = (int32_t)((uint32_t)expected->place[i] + (uint32_t)way);
    }
    expected->yaw = (uint8_t)(expected->yaw + rounded(change->yaw * h, change->ticks));
}

// Returns the velocity at the end of `ticks` ticks in which it changed evenly, by the way that was gone.
static int16_t velocity_by_places(const lope_proxy *proxy, const lope_proxy *base, int i, uint32_t ticks, int64_t rate)
{
    const int64_t steps = (int64_t)(LOPE_PROXY_PLACE / LOPE_PROXY_SPEED);
    const int64_t way = (int64_t)proxy->place[i] - base->place[i];
    const int64_t velocity = rounded(2 * way * rate, steps * ticks) - base->velocity[i];
    return (int16_t)(velocity > WIRE_SPEED_MOST ? WIRE_SPEED_MOST : velocity < -WIRE_SPEED_MOST ? -WIRE_SPEED_MOST : velocity);
}

// ---- what is the same -------------------------------------------------------------------------------------

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

static bool same_command(const lope_proxy *a, const lope_proxy *b)
{
    return a->right == b->right && a->ahead == b->ahead && a->look == b->look && a->buttons == b->buttons;
}

bool lope_proxy_is_expected(const lope_proxy *proxy, const lope_proxy *base, uint32_t ticks, const lope_net_rules *rules)
{
    const bool falls = base->mode == LOPE_MODE_FALLING;
    if (!falls && memcmp(proxy->velocity, base->velocity, sizeof base->velocity) != 0) return false;
    const lope_proxy expected = lope_proxy_expected(base, rules, ticks);
    return same_kind(proxy, &expected) && same_motion(proxy, &expected) && same_command(proxy, &expected);
}

bool lope_proxy_is_plain(const lope_proxy *proxy, const lope_proxy *base) { return same_kind(proxy, base); }

// ---- kind and command -------------------------------------------------------------------------------------

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

// ---- motion -----------------------------------------------------------------------------------------------

// Low bits that are written as they are (lope_bits_rice): fitted to matches at 50, 100, 200 and 250 ms, the
// last with loss, and to a knot of players that press on each other.
typedef struct widths {
    unsigned place, speed, yaw, height, climb;
} widths;

// Returns the widths of a guess by the age of what is known. goes_on: of the one that the velocity goes on to
// change.
static const widths *widths_of(uint32_t ticks, bool goes_on)
{
    static const uint32_t ages[] = {4, 6, 8, 11, 14};
    static const widths table[2][6] = {
        {{4, 2, 2, 4, 4}, {4, 3, 2, 4, 4}, {5, 3, 3, 4, 3}, {5, 3, 4, 5, 5}, {6, 4, 3, 6, 6}, {7, 4, 4, 6, 6}},
        {{0, 0, 0, 1, 0}, {0, 0, 0, 1, 0}, {1, 0, 1, 1, 0}, {1, 0, 1, 1, 0}, {3, 0, 2, 2, 0}, {4, 0, 3, 2, 0}}};
    uint32_t row = 0;
    while (row < 5 && ticks > ages[row]) row++;
    return &table[goes_on][row];
}

static uint32_t yaw_off(const lope_proxy *proxy, const lope_proxy *expected)
{
    return (uint32_t)(int32_t)(int8_t)(uint8_t)(proxy->yaw - expected->yaw);
}

// Returns the bits that the motion takes as the difference to a guess.
static uint32_t bits_of(const lope_proxy *proxy, const lope_proxy *guess, const int16_t even[3], const widths *w)
{
    uint32_t sum = lope_bits_rice_size(yaw_off(proxy, guess), w->yaw);
    for (int i = 0; i < 3; i++) {
        if (i == UP) continue; // the same for both
        sum += lope_bits_rice_size((uint32_t)proxy->place[i] - (uint32_t)guess->place[i], w->place);
        sum += lope_bits_rice_size((uint32_t)(proxy->velocity[i] - even[i]), w->speed);
    }
    return sum;
}

// Takes what is expected of the velocities, as the way that was gone has it where it can be told.
static void expect_velocities(const lope_proxy *proxy, const lope_proxy *expected, const lope_proxy_known *known, int64_t rate,
                              int16_t even[3])
{
    const bool told = known != NULL && known->ticks > 0 && proxy->base == known->proxy->base;
    for (int i = 0; i < 3; i++)
        even[i] = told ? velocity_by_places(proxy, known->proxy, i, known->ticks, rate) : expected->velocity[i];
}

static void pass_place(lope_bits *bits, lope_proxy *proxy, const lope_proxy *expected, int i, unsigned low)
{
    const uint32_t off = (uint32_t)proxy->place[i] - (uint32_t)expected->place[i];
    proxy->place[i] = (int32_t)((uint32_t)expected->place[i] + lope_bits_rice(bits, off, low));
}

static void pass_velocity(lope_bits *bits, lope_proxy *proxy, const int16_t even[3], int i, unsigned low)
{
    const uint32_t off = (uint32_t)(proxy->velocity[i] - even[i]);
    proxy->velocity[i] = (int16_t)((uint32_t)even[i] + lope_bits_rice(bits, off, low));
}

// Passes the motion as the difference to a guess. even: expected velocities, which a reader finds here. A bit
// tells that a character is along y as expected.
static void pass_motion(lope_bits *bits, lope_proxy *proxy, const lope_proxy *guess, const lope_proxy_known *known, int64_t rate,
                        const widths *w, int16_t even[3])
{
    const bool level = lope_bits_flag(bits, proxy->place[UP] == guess->place[UP] && proxy->velocity[UP] == even[UP]);
    for (int i = 0; i < 3; i++)
        if (i != UP || !level) pass_place(bits, proxy, guess, i, i == UP ? w->height : w->place);
    if (level) proxy->place[UP] = guess->place[UP];
    if (!bits->writes) expect_velocities(proxy, guess, known, rate, even);
    for (int i = 0; i < 3; i++)
        if (i != UP || !level) pass_velocity(bits, proxy, even, i, i == UP ? w->climb : w->speed);
    if (level) proxy->velocity[UP] = even[UP];
    proxy->yaw = (uint8_t)(guess->yaw + lope_bits_rice(bits, yaw_off(proxy, guess), w->yaw));
}

void lope_proxy_pass(lope_bits *bits, lope_proxy *proxy, const lope_proxy_known *known, const lope_net_rules *rules, bool plain)
{
    const lope_proxy none = {.base = LOPE_BODY_NONE};
    const uint32_t ticks = known != NULL ? known->ticks : 0;
    lope_proxy guesses[2] = {known != NULL ? lope_proxy_expected(known->proxy, rules, ticks) : none};
    guesses[1] = guesses[0];
    if (known != NULL) add_change(&guesses[1], known, rules->tick_rate);
    if (!bits->writes) *proxy = guesses[0];
    if (!plain) pass_kind(bits, proxy, &guesses[0]);
    bool goes_on = false;
    int16_t even[3] = {0};
    if (bits->writes) {
        expect_velocities(proxy, &guesses[0], known, rules->tick_rate, even);
        goes_on = bits_of(proxy, &guesses[1], even, widths_of(ticks, true)) <
                  bits_of(proxy, &guesses[0], even, widths_of(ticks, false));
    }
    goes_on = lope_bits_flag(bits, goes_on);
    pass_motion(bits, proxy, &guesses[goes_on], known, rules->tick_rate, widths_of(ticks, goes_on), even);
    if (rules->tells_commands) pass_command(bits, proxy, &guesses[0]);
}
