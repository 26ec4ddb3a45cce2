// sight.c - belief, and the others of a tick. Read first: sight.h.
#include "net/sight.h"

#include <math.h>

#define AHEAD 4u // 1/s: belief is run ahead for at most 1/4 s

bool lope_sight_believe(const lope_proxy *proxy, uint32_t known, uint32_t tick, const lope_net_rules *rules, lope_proxy *at)
{
    const uint32_t age = tick - 1 - known, most = rules->tick_rate / AHEAD;
    if (age > LOPE_BELIEF_MOST) return false;
    *at = lope_proxy_expected(proxy, rules, age < most ? age : most);
    return true;
}

// Returns the way up of characters: against the rules' gravity.
static lope_vec3 up_of(const lope_net_rules *rules)
{
    const lope_vec3 g = rules->gravity;
    return lope_vec3_scale(g, -1.0f / sqrtf(lope_vec3_dot(g, g)));
}

static lope_other other_of(uint64_t body, const lope_proxy *at, uint32_t tick, const lope_plans *plans,
                           const lope_net_rules *rules)
{
    const lope_proxy_frame before = lope_plans_frame(plans, rules, at->base, tick - 1);
    const lope_proxy_frame after = lope_plans_frame(plans, rules, at->base, tick);
    const lope_point start = lope_proxy_feet(at, &before), end = lope_proxy_feet(at, &after);
    return (lope_other){.id = body,
                        .feet = end,
                        .way = lope_point_sub(end, start),
                        .up = up_of(rules),
                        .velocity = lope_proxy_velocity(at, &before),
                        .radius = (float)(at->radius / LOPE_PROXY_SIZE),
                        .height = (float)(at->height / LOPE_PROXY_SIZE),
                        .push_priority = at->push_priority,
                        .falls = at->falls,
                        .rests = (at->velocity[0] | at->velocity[1] | at->velocity[2]) == 0 && !at->falls};
}

void lope_sights_add(lope_sights *sights, lope_point feet, uint64_t body, const lope_proxy *at, uint32_t tick,
                     const lope_plans *plans, const lope_net_rules *rules)
{
    const lope_other other = other_of(body, at, tick, plans, rules);
    const lope_point apart = lope_point_sub(lope_point_sub(other.feet, other.way), feet);
    const double square = lope_point_dot(apart, apart);
    if (square > LOPE_SIGHT_REACH * LOPE_SIGHT_REACH) return;
    uint32_t place = sights->count;
    if (place == LOPE_SIGHT_MOST && square >= sights->squares[place - 1]) return;
    if (place < LOPE_SIGHT_MOST) sights->count++;
    place = sights->count - 1;
    for (; place > 0 && sights->squares[place - 1] > square; place--) {
        sights->squares[place] = sights->squares[place - 1];
        sights->others[place] = sights->others[place - 1];
    }
    sights->squares[place] = square;
    sights->others[place] = other;
}

lope_surroundings lope_sights_surroundings(lope_sights *sights, const lope_surroundings *bodies)
{
    if (sights->count == 0) return *bodies;
    sights->around = (lope_others_around){.bodies = *bodies, .others = sights->others, .count = sights->count};
    return lope_others_surroundings(&sights->around);
}

void lope_real_pass(lope_bits *bits, lope_real *real, uint32_t newest, const lope_proxy *known, uint32_t known_tick,
                    const lope_net_rules *rules)
{
    real->tick = newest - lope_bits_small(bits, newest - real->tick);
    if (known == NULL) real->body = lope_bits_wide(bits, real->body);
    const bool plain = lope_bits_flag(bits, bits->writes && known != NULL && lope_proxy_is_plain(&real->at, known));
    lope_proxy_pass(bits, &real->at, known, real->tick - 1 - known_tick, rules, plain);
}
