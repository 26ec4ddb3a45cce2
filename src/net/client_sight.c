// client_sight.c - which others a tick meets at the client: as the server will have it meet them.
//
// Read first: sight.h, server_sight.c for the other end.
#include "net/client_sight.h"

static void add(lope_net_client *client, uint32_t tick, uint64_t body, const lope_proxy *told, uint32_t known)
{
    lope_met met;
    if (lope_sight_believe(&client->reals, body, tick, told, known, &client->rules, &met))
        lope_sights_add(&client->sights, &client->state, body, &met, tick, &client->plans, &client->rules);
}

// Returns what a slot of a snapshot tells; NULL: nothing, or nothing of late.
static const lope_sight *told_of(const lope_snapshot *snapshot, uint32_t slot, uint32_t tick)
{
    const lope_sight *sight = &snapshot->sights[slot];
    return sight->body != 0 && tick - sight->tick <= LOPE_KNOWN_MOST ? sight : NULL;
}

static bool is_told(const lope_snapshot *snapshot, uint64_t body, uint32_t tick)
{
    for (uint32_t slot = 0; snapshot != NULL && slot < LOPE_NET_PROXIES; slot++) {
        const lope_sight *sight = told_of(snapshot, slot, tick);
        if (sight != NULL && sight->body == body) return true;
    }
    return false;
}

// Adds those that were told since the snapshot, and of which it does not tell.
static void add_told_since(lope_net_client *client, uint32_t tick, const lope_snapshot *snapshot, uint32_t seen)
{
    for (uint32_t number = client->reals.newest;; number--) {
        const lope_real *real = lope_reals_get(&client->reals, number);
        if (real == NULL || lope_tick_since(tick, real->tick) > (int32_t)LOPE_BELIEF_MOST) return;
        const bool newest = lope_reals_find(&client->reals, real->body, tick, seen) == real;
        if (newest && !is_told(snapshot, real->body, tick)) add(client, tick, real->body, NULL, seen);
    }
}

// Returns the snapshot of a tick, where the server still knows it in `tick`; NULL: there is none.
static const lope_snapshot *snapshot_at(const lope_net_client *client, uint32_t seen, uint32_t tick)
{
    return tick - seen < LOPE_VIEW_RING ? lope_client_snapshot(client, seen) : NULL;
}

lope_surroundings lope_client_sight(lope_net_client *client, const lope_saved_move *move, const lope_surroundings *bodies)
{
    client->sights.count = 0;
    if (!lope_rules_meet(&client->rules)) return *bodies;
    const uint32_t tick = move->tick, known = lope_sight_known(move->has_seen, move->seen, tick);
    const lope_snapshot *snapshot = move->has_seen ? snapshot_at(client, known, tick) : NULL;
    for (uint32_t slot = 0; snapshot != NULL && slot < LOPE_NET_PROXIES; slot++) {
        const lope_sight *sight = told_of(snapshot, slot, tick);
        if (sight != NULL) add(client, tick, sight->body, &sight->proxy, sight->tick);
    }
    add_told_since(client, tick, snapshot, known);
    return lope_sights_surroundings(&client->sights, bodies);
}
