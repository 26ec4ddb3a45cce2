// netcode_game.c - a netcode server and its clients. See netcode_game.h.
#include "netcode_game.h"

#include <time.h>

void netcode_game_open(netcode_game *g, uint32_t peers, uint64_t seed)
{
    lope_error error = {0};
    memset(g, 0, sizeof *g);
    sim_net_open(&g->p, seed);
    for (uint32_t i = 0; i < LOPE_NETCODE_KEY; i++) g->key[i] = (uint8_t)(i * 11 + seed);
    const lope_datagrams datagrams = sim_net_make_end(&g->p, &g->address);
    if (peers == 0) return;
    g->server = lope_netcode_serve(&(lope_netcode_serve_def){.peers = peers,
                                                             .key = g->key,
                                                             .protocol = NETCODE_PROTOCOL,
                                                             .publics = &g->address,
                                                             .public_count = 1,
                                                             .datagrams = &datagrams,
                                                             .error = &error});
    if (g->server == NULL) fail_msg("%s: %s", error.field, error.text);
}

void netcode_game_close(netcode_game *g)
{
    lope_transport_close(g->server);
    sim_net_close(&g->p);
}

lope_netcode_claim netcode_game_claim(const netcode_game *g, uint64_t player)
{
    const uint64_t clock = (uint64_t)time(NULL);
    lope_netcode_claim claim = {.protocol = NETCODE_PROTOCOL,
                                .player = player,
                                .created = clock,
                                .expiry = clock + 60,
                                .timeout = 2,
                                .server_count = 1,
                                .servers = {g->address}};
    for (uint32_t i = 0; i < LOPE_NETCODE_USER_DATA; i++) claim.user_data[i] = (uint8_t)(i + player);
    return claim;
}

void netcode_game_join(netcode_game *g, netcode_guest *guest, const lope_netcode_claim *claim)
{
    uint8_t token[LOPE_NETCODE_TOKEN];
    assert_int_equal(lope_netcode_token_make(g->key, claim, token), LOPE_OK);
    netcode_game_join_by(g, guest, token);
}

void netcode_game_join_by(netcode_game *g, netcode_guest *guest, const uint8_t *token)
{
    lope_error error = {0};
    memset(guest, 0, sizeof *guest);
    const lope_datagrams datagrams = sim_net_make_end(&g->p, &guest->address);
    guest->transport = lope_netcode_join(&(lope_netcode_join_def){.token = token, .datagrams = &datagrams, .error = &error});
    if (guest->transport == NULL) fail_msg("%s: %s", error.field, error.text);
}

void netcode_game_request(netcode_game *g, const lope_netcode_claim *claim, const uint8_t *key, const lope_address *from)
{
    const netcode_keys keys = {{1}, {2}};
    netcode_sealed sealed;
    uint8_t bytes[NETCODE_REQUEST_SIZE];
    assert_true(netcode_private_seal(key, claim, &keys, &sealed));
    netcode_request_write(&sealed, bytes);
    sim_net_put(&g->p, from, &g->address, bytes, sizeof bytes);
}

void netcode_game_play(netcode_game *g, netcode_guest *guests, uint32_t count, double seconds)
{
    for (const double end = g->now + seconds; g->now < end; g->now += NETCODE_STEP) {
        if (g->server != NULL) transport_listen(&g->told, g->server, g->now);
        for (uint32_t i = 0; i < count; i++)
            if (guests[i].transport != NULL) transport_listen(&guests[i].told, guests[i].transport, g->now);
    }
}
