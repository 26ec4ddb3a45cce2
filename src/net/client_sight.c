// client_sight.c - which others a tick meets at the client: as the server will have it meet them.
//
// Read first: sight.h, server_sight.c for the other end.
#include "net/client_sight.h"

// Returns the true place that was told of a body in a tick; NULL: none was.
static const lope_real *real_of(const lope_net_client *client, uint32_t tick, uint64_t body)
{
    for (uint32_t i = 0; i < LOPE_NET_RING; i++) {
        const lope_real *real = &client->reals[i];
        if (real->here && real->tick == tick && real->body == body) return real;
    }
    return NULL;
}

static void add(lope_net_client *client, uint32_t tick, uint64_t body, const lope_proxy *at)
{
    lope_sights_add(&client->sights, client->state.feet, body, at, tick, &client->plans, &client->rules);
}

static bool is_known(const lope_snapshot *snapshot, uint64_t body)
{
    for (uint32_t slot = 0; snapshot != NULL && slot < LOPE_NET_PROXIES; slot++)
        if (snapshot->sights[slot].body == body) return true;
    return false;
}

// Adds the characters that the snapshot tells of.
static void add_known(lope_net_client *client, uint32_t tick, const lope_snapshot *snapshot)
{
    for (uint32_t slot = 0; slot < LOPE_NET_PROXIES; slot++) {
        const lope_sight *sight = &snapshot->sights[slot];
        lope_proxy at;
        if (sight->body == 0) continue;
        const lope_real *real = real_of(client, tick, sight->body);
        if (real != NULL)
            add(client, tick, sight->body, &real->at);
        else if (lope_sight_believe(&sight->proxy, sight->tick, tick, &client->rules, &at))
            add(client, tick, sight->body, &at);
    }
}

lope_surroundings lope_client_sight(lope_net_client *client, const lope_saved_move *move, const lope_surroundings *bodies)
{
    client->sights.count = 0;
    if (!lope_rules_meet(&client->rules) || !move->has_seen) return *bodies;
    const uint32_t tick = move->tick;
    const lope_snapshot *snapshot = &client->snapshots[move->seen % LOPE_VIEW_RING];
    if (!snapshot->here || snapshot->tick != move->seen || tick - move->seen >= LOPE_VIEW_RING) snapshot = NULL;
    if (snapshot != NULL) add_known(client, tick, snapshot);
    for (uint32_t i = 0; i < LOPE_NET_RING; i++) {
        const lope_real *real = &client->reals[i];
        if (real->here && real->tick == tick && !is_known(snapshot, real->body)) add(client, tick, real->body, &real->at);
    }
    return lope_sights_surroundings(&client->sights, bodies);
}
