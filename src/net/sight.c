// sight.c - belief, and the others of a tick. Read first: sight.h.
#include "net/sight.h"
#include "motion/nearby/character_planes.h"
#include "net/rules.h"

#define AHEAD 4u // 1/s: belief is run ahead for at most 1/4 s

// Runs what is known of the end of tick `known` ahead to the start of `tick`. Returns false when it is too
// old.
static bool run_ahead(const lope_proxy *proxy, uint32_t known, uint32_t tick, const lope_net_rules *rules, lope_proxy *at)
{
    const uint32_t age = tick - 1 - known, most = rules->tick_rate / AHEAD;
    if (age > LOPE_BELIEF_MOST) return false;
    *at = lope_proxy_expected(proxy, rules, age < most ? age : most);
    return true;
}

bool lope_sight_believe(const lope_reals *reals, uint64_t body, uint32_t tick, const lope_proxy *told, uint32_t known,
                        const lope_net_rules *rules, lope_met *met)
{
    const lope_real *real = lope_reals_find(reals, body, tick, known);
    met->ended = real != NULL && real->ended && real->tick == tick;
    if (met->ended) met->at = real->at;
    if (met->ended) return true;
    if (real != NULL) return run_ahead(&real->at, lope_real_known(real), tick, rules, &met->at);
    return told != NULL && run_ahead(told, known, tick, rules, &met->at);
}

// Returns the push priority of a character that has run its tick, as one with the priority `own` meets it: it
// does not move any more, so the other one goes all of the way out of it. But one that was shoved (the
// highest priority) does not: then the one that has run its tick runs it again (server_moved.c). Nor does one
// that runs again, but from what came into it.
static uint32_t ended_priority(const lope_proxy *at, uint32_t own)
{
    if (at->push_priority == LOPE_SIGHT_YIELDS) return 0;
    return at->push_priority > own || own >= LOPE_PUSH_PRIORITY_MOST ? at->push_priority : own + 1;
}

// Returns a character where its tick has ended: it stands there, whatever carried it.
static lope_other ended_other_of(uint64_t body, const lope_proxy *at, uint32_t tick, const lope_plans *plans,
                                 const lope_net_rules *rules, uint32_t own)
{
    const lope_proxy_frame frame = lope_plans_frame(plans, rules, at->base, tick);
    return (lope_other){.id = body,
                        .feet = lope_proxy_feet(at, &frame),
                        .up = lope_rules_up(rules),
                        .radius = (float)(at->radius / LOPE_PROXY_SIZE),
                        .height = (float)(at->height / LOPE_PROXY_SIZE),
                        .push_priority = ended_priority(at, own),
                        .rests = true};
}

static lope_other other_of(uint64_t body, const lope_met *met, uint32_t tick, const lope_plans *plans,
                           const lope_net_rules *rules)
{
    const lope_proxy *at = &met->at;
    const lope_proxy_frame before = lope_plans_frame(plans, rules, at->base, tick - 1);
    const lope_proxy_frame after = lope_plans_frame(plans, rules, at->base, tick);
    const lope_point start = lope_proxy_feet(at, &before), end = lope_proxy_feet(at, &after);
    return (lope_other){.id = body,
                        .feet = end,
                        .way = lope_point_sub(end, start),
                        .up = lope_rules_up(rules),
                        .velocity = lope_proxy_velocity(at, &before),
                        .radius = (float)(at->radius / LOPE_PROXY_SIZE),
                        .height = (float)(at->height / LOPE_PROXY_SIZE),
                        .push_priority = at->push_priority,
                        .falls = at->falls,
                        .rests = (at->velocity[0] | at->velocity[1] | at->velocity[2]) == 0 && !at->falls};
}

// Returns whether a body comes before the one at a place: of equal distances the smaller id, whatever the
// order in which they are added.
static bool is_nearer(const lope_sights *sights, uint32_t place, double square, uint64_t body)
{
    return square < sights->squares[place] || (!(square > sights->squares[place]) && body < sights->others[place].id);
}

void lope_sights_add(lope_sights *sights, const lope_state *state, uint64_t body, const lope_met *met, uint32_t tick,
                     const lope_plans *plans, const lope_net_rules *rules)
{
    const lope_other other = met->ended ? ended_other_of(body, &met->at, tick, plans, rules, lope_state_push_priority(state))
                                        : other_of(body, met, tick, plans, rules);
    const lope_point apart = lope_point_sub(lope_point_sub(other.feet, other.way), state->feet);
    const double square = lope_point_dot(apart, apart);
    if (square > LOPE_SIGHT_REACH * LOPE_SIGHT_REACH) return;
    uint32_t place = sights->count;
    if (place == LOPE_SIGHT_MOST && !is_nearer(sights, place - 1, square, body)) return;
    if (place < LOPE_SIGHT_MOST) sights->count++;
    place = sights->count - 1;
    for (; place > 0 && is_nearer(sights, place - 1, square, body); place--) {
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
