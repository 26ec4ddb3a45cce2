// websocket_game.c - a server and its clients. Read first: websocket_game.h.
#define _POSIX_C_SOURCE 200809L

#include "websocket_game.h"

#include <time.h>

#define LONGEST 4.0 // s that something may take here

double web_game_now(const web_game *g) { return transport_clock() - g->start + g->skipped; }

void web_game_open(web_game *g, uint32_t peers, const lope_websocket_serve_def *more)
{
    lope_error error = {0};
    lope_websocket_serve_def def = more != NULL ? *more : (lope_websocket_serve_def){.peers = 0};
    memset(g, 0, sizeof *g);
    g->start = transport_clock();
    for (uint32_t i = 0; i < LOPE_TOKEN_SECRET; i++) g->master[i] = (uint8_t)(i * 7 + 3);
    def.address = "127.0.0.1";
    def.peers = peers;
    def.master = g->master;
    def.server = WEB_SERVER;
    def.error = &error;
    g->server = lope_websocket_serve(&def);
    if (g->server == NULL) fail_msg("%s: %s", error.field, error.text);
    g->port = lope_websocket_port(g->server);
    assert_true(g->port > 0);
}

void web_game_close(web_game *g) { lope_transport_close(g->server); }

lope_token web_game_token(web_game *g, uint64_t player, uint64_t server, int64_t seconds)
{
    return transport_token(g->master, &g->tokens, player, server, seconds);
}

void web_game_join(web_game *g, web_guest *guest, const lope_token *token)
{
    lope_error error = {0};
    memset(guest, 0, sizeof *guest);
    guest->transport =
        lope_websocket_join(&(lope_websocket_join_def){.host = "127.0.0.1", .port = g->port, .token = token, .error = &error});
    if (guest->transport == NULL) fail_msg("%s: %s", error.field, error.text);
}

static void look(web_game *g, web_guest *guests, uint32_t count)
{
    transport_listen(&g->told, g->server, web_game_now(g));
    for (uint32_t i = 0; i < count; i++) transport_listen(&guests[i].told, guests[i].transport, web_game_now(g));
    nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
}

void web_game_play(web_game *g, web_guest *guests, uint32_t count, double seconds)
{
    const double end = transport_clock() + seconds;
    do look(g, guests, count);
    while (transport_clock() < end);
}

void web_game_settle(web_game *g, web_guest *guests, uint32_t count)
{
    const double end = transport_clock() + LONGEST;
    bool settled = false;
    while (!settled && transport_clock() < end) {
        look(g, guests, count);
        settled = true;
        for (uint32_t i = 0; i < count; i++)
            if (guests[i].told.opened + guests[i].told.closed == 0) settled = false;
    }
}

void web_game_until(web_game *g, web_guest *guests, uint32_t count, const uint32_t *counter, uint32_t number)
{
    const double end = transport_clock() + LONGEST;
    while (*counter < number && transport_clock() < end) look(g, guests, count);
    if (*counter < number) fail_msg("found %u, expected %u within 4 s", (unsigned)*counter, (unsigned)number);
}
