// server_sight.c - which others a player's tick meets at the server: as its client believed them, or as they
// are.
//
// Read first: sight.h.
#include "net/server_private.h"

#define NEAR 2.5 // m of the feet, within which a false belief matters in a tick

// Returns the place of a player's character in the world at the start of the server's tick.
static lope_point feet_of(const lope_net_server *server, const lope_proxy *at)
{
    const lope_proxy_frame frame = lope_plans_frame(&server->plans, &server->rules, at->base, server->tick - 1);
    return lope_proxy_feet(at, &frame);
}

static double apart(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

// Returns whether a belief (NULL: none) is so far off that the true place is taken. Heights count too: a
// crouching character is another obstacle.
static bool is_off(const lope_net_server *server, const lope_net_seat *seat, const lope_proxy *belief, const lope_proxy *truth)
{
    const float bound = server->rules.contact_bound;
    if (bound == LOPE_NET_BELIEVE) return false;
    const lope_point real = feet_of(server, truth);
    if (belief == NULL) return apart(real, seat->state.feet) < NEAR;
    const lope_point believed = feet_of(server, belief);
    if (apart(real, seat->state.feet) > NEAR && apart(believed, seat->state.feet) > NEAR) return false;
    const double most = bound == LOPE_NET_TRUTH ? 0.0 : (double)bound;
    const double height = (double)belief->height / LOPE_PROXY_SIZE - (double)truth->height / LOPE_PROXY_SIZE;
    return apart(real, believed) > most || height > most || -height > most;
}

static void tell(lope_net_seat *seat, uint32_t tick, uint32_t player, uint64_t body, const lope_proxy *truth)
{
    lope_real *real = &seat->reals[seat->real_next++ % LOPE_REALS];
    if (real->here && lope_tick_after(real->tick, seat->heard)) seat->reals_lost = real->tick;
    *real = (lope_real){.tick = tick, .here = true, .player = player, .body = body, .at = *truth};
    seat->stats.told++;
}

// Returns whether a player may be told of another one: its weight was above 0 with the last packet.
static bool may_see(const lope_net_seat *seat, uint32_t player)
{
    for (uint32_t slot = 0; slot < seat->view.count; slot++)
        if (seat->view.players[slot] == player + 1) return true;
    return false;
}

// Meets one other character, as believed where it may not be told of any more. belief: what the client had of
// it at the tick's start; NULL: nothing.
static void meet(lope_net_server *server, lope_net_seat *seat, uint32_t player, const lope_proxy *belief)
{
    const lope_proxy *truth = lope_server_proxy(server, player, server->tick - 1), *at = belief;
    const uint64_t body = server->seats[player].body;
    if (truth != NULL && may_see(seat, player) && is_off(server, seat, belief, truth)) {
        at = truth;
        tell(seat, server->tick, player, body, truth);
    }
    if (at != NULL) lope_sights_add(&seat->sights, seat->state.feet, body, at, server->tick, &server->plans, &server->rules);
}

// Returns the belief of a slot of a packet, in *at. False: it is too old, or nothing was told.
static bool believed(const lope_net_server *server, const lope_view_packet *known, uint32_t slot, lope_proxy *at)
{
    if (known->players[slot] == 0 || known->players[slot] == LOPE_VIEW_GONE || known->ages[slot] == LOPE_VIEW_OLD) return false;
    const uint32_t tick = known->tick - known->ages[slot];
    const lope_proxy *proxy = lope_server_proxy(server, known->players[slot] - 1u, tick);
    return proxy != NULL && lope_sight_believe(proxy, tick, server->tick, &server->rules, at);
}

// Meets the characters that the named snapshot tells of.
static void meet_known(lope_net_server *server, lope_net_seat *seat, const lope_view_packet *known)
{
    for (uint32_t slot = 0; slot < LOPE_NET_PROXIES; slot++) {
        lope_proxy at;
        const uint16_t player = known->players[slot];
        if (player == 0 || player == LOPE_VIEW_GONE || !server->seats[player - 1].used) continue;
        const bool has = believed(server, known, slot, &at);
        meet(server, seat, player - 1u, has ? &at : NULL);
    }
}

static bool is_known(const lope_view_packet *known, uint32_t player)
{
    for (uint32_t slot = 0; known != NULL && slot < LOPE_NET_PROXIES; slot++)
        if (known->players[slot] == player + 1) return true;
    return false;
}

// Meets those that the player may see and the named snapshot does not tell of.
static void meet_others(lope_net_server *server, lope_net_seat *seat, const lope_view_packet *known)
{
    for (uint32_t slot = 0; slot < seat->view.count; slot++) {
        const uint16_t player = seat->view.players[slot];
        if (player != 0 && !is_known(known, player - 1u)) meet(server, seat, player - 1u, NULL);
    }
}

lope_surroundings lope_net_server_sight(lope_net_server *server, uint32_t player, const lope_surroundings *bodies)
{
    lope_net_seat *seat = lope_server_seat(server, player);
    if (seat == NULL || !server->in_tick || !lope_rules_meet(&server->rules)) return *bodies;
    if (seat->sight_tick != server->tick) {
        seat->sight_tick = server->tick;
        seat->sights.count = 0;
        const bool named = seat->has_seen && server->tick - seat->seen < LOPE_VIEW_RING;
        const lope_view_packet *known = named ? lope_view_at(&seat->view, seat->seen) : NULL;
        if (known != NULL) meet_known(server, seat, known);
        if (seat->has_seen) meet_others(server, seat, known);
    }
    return lope_sights_surroundings(&seat->sights, bodies);
}
