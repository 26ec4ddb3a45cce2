// server_sight.c - which others a player's tick meets at the server: as its client believed them, or nearer
// to where they are.
//
// The client meets the same ones (client_sight.c): those that the named snapshot tells of, and those that
// were told since. One that has left is met as it is believed to be, until a command names a snapshot
// without it. Until the first command that names one the player meets the true places, each told for its
// own tick; they are told to nobody while no client waits for a state. Read first: sight.h.
#include "motion/nearby/character_planes.h"
#include "net/server_private.h"
#include "net/server_send.h"

#include <math.h>

// m beside the capsules and the way of a tick, within which a false belief matters. With always the truth it
// is what a platform of 9 m/s carries in a tick: each character within it is told in each tick.
#define SLACK 0.4f
#define SLACK_OF_TRUTH 0.15f
// Of the bound: how far a place that is told may be from the truth. The more, the less it moves the player;
// the less, the longer it holds. At half of it own jumps are the smallest (./run net contact).
#define TOLD_OFF 0.5

// Returns the place in the world at which a character is met in a tick.
static lope_point feet_of(const lope_net_server *server, const lope_met *met, uint32_t tick)
{
    const uint32_t known = met->ended ? tick : tick - 1;
    const lope_proxy_frame frame = lope_plans_frame(&server->plans, &server->rules, met->at.base, known);
    return lope_proxy_feet(&met->at, &frame);
}

static double apart(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

static float velocity_length(const int16_t v[3]) { return sqrtf((float)v[0] * v[0] + (float)v[1] * v[1] + (float)v[2] * v[2]); }

// Returns whether a character is so near that a tick may touch it.
static bool is_near(const lope_net_server *server, const lope_net_seat *seat, const lope_met *met)
{
    const lope_state *state = &seat->state;
    const lope_proxy *at = &met->at;
    const lope_point way = lope_point_sub(feet_of(server, met, seat->time), state->feet);
    const float speed =
        sqrtf(lope_vec3_dot(state->velocity, state->velocity)) + velocity_length(at->velocity) / (float)LOPE_PROXY_SPEED;
    const float beside = server->rules.contact_bound == LOPE_NET_TRUTH ? SLACK_OF_TRUTH : SLACK;
    const float slack = beside + speed / (float)server->rules.tick_rate;
    const float side = state->radius + (float)(at->radius / LOPE_PROXY_SIZE) + slack;
    const float high = fmaxf(state->height, (float)(at->height / LOPE_PROXY_SIZE)) + slack;
    return way.x * way.x + way.z * way.z < (double)(side * side) && fabs(way.y) < (double)high;
}

// Returns whether a belief (NULL: none) is so far off that another place is told. Heights count too: a
// crouching character is another obstacle.
static bool is_off(const lope_net_server *server, const lope_net_seat *seat, const lope_met *belief, const lope_met *truth)
{
    const float bound = server->rules.contact_bound;
    if (bound == LOPE_NET_BELIEVE) return false;
    if (belief == NULL) return is_near(server, seat, truth);
    if (!is_near(server, seat, truth) && !is_near(server, seat, belief)) return false;
    if (truth->ended != belief->ended) return true;
    if (truth->ended && truth->at.push_priority != belief->at.push_priority) return true;
    const double most = bound == LOPE_NET_TRUTH ? 0.0 : (double)bound;
    const double height = (double)belief->at.height / LOPE_PROXY_SIZE - (double)truth->at.height / LOPE_PROXY_SIZE;
    return apart(feet_of(server, truth, seat->time), feet_of(server, belief, seat->time)) > most || height > most ||
           -height > most;
}

// Returns the truth, moved to the belief as far as the bound has it.
static lope_met toward_belief(const lope_net_server *server, const lope_met *belief, const lope_met *truth)
{
    lope_met met = *truth;
    const double most = (double)server->rules.contact_bound * TOLD_OFF * LOPE_PROXY_PLACE;
    double off[3], square = 0;
    if (belief == NULL || most <= 0 || belief->at.base != truth->at.base) return met;
    for (int i = 0; i < 3; i++) {
        off[i] = (double)belief->at.place[i] - truth->at.place[i];
        square += off[i] * off[i];
    }
    const double share = square > most * most ? most / sqrt(square) : 1;
    for (int i = 0; i < 3; i++) met.at.place[i] += (int32_t)(off[i] * share);
    return met;
}

// Returns the push priority of a character that has run the tick, as a player that runs it again meets it.
// What came into the player never gives way to it, whatever pushes that one: else each of two could leave the
// overlap to the other. All others do. A player between two that do not would find no way out of either.
static uint8_t again_priority(const lope_net_seat *seat, uint32_t player)
{
    for (uint32_t i = 0; i < seat->unyielding_count; i++)
        if (seat->unyielding[i] == player) return LOPE_PUSH_PRIORITY_NEVER;
    return LOPE_SIGHT_YIELDS;
}

// Finds where a character truly is in the seat's tick: where that is ahead of the server's, as it is expected
// to go on. Returns false when the place is not known.
static bool find_truth(const lope_net_server *server, const lope_net_seat *seat, uint32_t player, lope_met *truth)
{
    if (player == LOPE_NET_NONE) return false;
    const lope_net_seat *other = &server->seats[player];
    truth->ended = other->ended == seat->time;
    if (truth->ended) truth->at = other->end;
    if (truth->ended && seat->agains > 0) truth->at.push_priority = again_priority(seat, player);
    if (truth->ended) return true;
    const uint32_t start = seat->time - 1, last = server->tick - 1;
    const uint32_t known = lope_tick_after(start, last) ? last : start;
    const lope_place *place = lope_server_place(server, player, known);
    if (place == NULL) return false;
    truth->at = place->proxy;
    if (start != known) truth->at = lope_proxy_expected(&place->proxy, &server->rules, start - known);
    return true;
}

// Returns whether a client has a state of the seat, or waits for one.
static bool is_heard(const lope_net_seat *seat) { return seat->joined || seat->stamp != LOPE_NO_STAMP; }

static void tell_place(lope_net_seat *seat, uint64_t body, const lope_met *met)
{
    lope_reals_tell(&seat->reals, &(lope_real){.body = body, .at = met->at, .tick = seat->time, .ended = met->ended});
    seat->stats.told++;
}

// Meets one other character. told: what the named snapshot tells of it, as of `known`; NULL: nothing.
// player: the seat that has it; LOPE_NET_NONE: it has left.
static void meet(lope_net_server *server, lope_net_seat *seat, uint64_t body, uint32_t player, const lope_proxy *told,
                 uint32_t known)
{
    lope_met met, truth;
    const lope_net_rules *rules = &server->rules;
    const uint32_t tick = seat->time;
    bool has = lope_sight_believe(&seat->reals, body, tick, told, known, rules, &met);
    if (find_truth(server, seat, player, &truth) && is_off(server, seat, has ? &met : NULL, &truth)) {
        met = toward_belief(server, has ? &met : NULL, &truth);
        has = true;
        if (is_heard(seat)) tell_place(seat, body, &met);
    }
    if (has) lope_sights_add(&seat->sights, &seat->state, body, &met, tick, &server->plans, rules);
}

// Returns the player that has a body, where the viewer may be told of it: its weight was above 0 with the
// last packet; LOPE_NET_NONE: it may not, or it has left.
static uint32_t seen_player(const lope_net_seat *seat, uint64_t body)
{
    for (uint32_t slot = 0; slot < seat->view.count; slot++)
        if (seat->view.bodies[slot] == body) return seat->view.players[slot] - 1u;
    return LOPE_NET_NONE;
}

// Returns what a slot of the named snapshot tells; NULL: nothing, or nothing of late.
static const lope_place *named_of(const lope_net_server *server, const lope_net_seat *seat, const lope_view_packet *named,
                                  uint32_t slot, uint32_t *tick)
{
    const lope_place *place = named != NULL ? lope_server_known(server, named, slot, tick) : NULL;
    return place != NULL && seat->time - *tick <= LOPE_KNOWN_MOST ? place : NULL;
}

static bool is_named(const lope_net_server *server, const lope_net_seat *seat, const lope_view_packet *named, uint64_t body)
{
    uint32_t tick;
    for (uint32_t slot = 0; named != NULL && slot < LOPE_NET_PROXIES; slot++) {
        const lope_place *place = named_of(server, seat, named, slot, &tick);
        if (place != NULL && place->body == body) return true;
    }
    return false;
}

// Meets the characters that the named snapshot tells of.
static void meet_told(lope_net_server *server, lope_net_seat *seat, const lope_view_packet *named)
{
    uint32_t tick;
    for (uint32_t slot = 0; named != NULL && slot < LOPE_NET_PROXIES; slot++) {
        const lope_place *place = named_of(server, seat, named, slot, &tick);
        if (place != NULL) meet(server, seat, place->body, seen_player(seat, place->body), &place->proxy, tick);
    }
}

// Meets those that the player may see and the named snapshot does not tell of.
static void meet_seen(lope_net_server *server, lope_net_seat *seat, const lope_view_packet *named, uint32_t known)
{
    for (uint32_t slot = 0; slot < seat->view.count; slot++) {
        const uint64_t body = seat->view.bodies[slot];
        if (body != 0 && !is_named(server, seat, named, body))
            meet(server, seat, body, seat->view.players[slot] - 1u, NULL, known);
    }
}

// Meets those that were told since and that the player may not see any more.
static void meet_gone(lope_net_server *server, lope_net_seat *seat, const lope_view_packet *named)
{
    for (uint32_t number = seat->reals.newest;; number--) {
        const lope_real *real = lope_reals_get(&seat->reals, number);
        if (real == NULL || seat->time - real->tick > LOPE_BELIEF_MOST) return;
        const bool newest = lope_reals_find(&seat->reals, real->body, seat->time, seat->seen) == real;
        if (newest && seen_player(seat, real->body) == LOPE_NET_NONE && !is_named(server, seat, named, real->body))
            meet(server, seat, real->body, LOPE_NET_NONE, NULL, seat->seen);
    }
}

lope_surroundings lope_net_server_sight(lope_net_server *server, uint32_t player, const lope_surroundings *bodies)
{
    lope_net_seat *seat = lope_server_seat(server, player);
    if (seat == NULL || !server->in_tick || !lope_rules_meet(&server->rules)) return *bodies;
    if (seat->sight_tick != seat->time) {
        seat->sight_tick = seat->time;
        seat->sights.count = 0;
        const bool fresh = seat->has_seen && seat->time - seat->seen < LOPE_VIEW_RING;
        const lope_view_packet *named = fresh ? lope_view_at(&seat->view, seat->seen) : NULL;
        if (!seat->has_seen) lope_server_weigh(server, player); // no packet may have done so yet
        meet_told(server, seat, named);
        meet_seen(server, seat, named, lope_sight_known(seat->has_seen, seat->seen, seat->time));
        if (seat->has_seen) meet_gone(server, seat, named);
    }
    return lope_sights_surroundings(&seat->sights, bodies);
}
