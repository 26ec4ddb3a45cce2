// websocket_game.c - a server and its clients. Read first: websocket_game.h.
#define _POSIX_C_SOURCE 200809L

#include "websocket_game.h"

#include <time.h>

#define LONGEST 4.0 // s that something may take here

static double clock_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double web_game_now(const web_game *g) { return clock_now() - g->start + g->skipped; }

void web_game_open(web_game *g, uint32_t peers, const lope_websocket_serve_def *more)
{
    lope_error error = {0};
    lope_websocket_serve_def def = more != NULL ? *more : (lope_websocket_serve_def){.peers = 0};
    memset(g, 0, sizeof *g);
    g->start = clock_now();
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
    lope_token token;
    const lope_token_claim claim = {.player = player,
                                    .server = server,
                                    .expiry = (uint64_t)((int64_t)time(NULL) + seconds),
                                    .random = {(uint8_t)g->tokens, (uint8_t)(g->tokens >> 8), 77}};
    g->tokens++;
    assert_int_equal(lope_token_make(g->master, &claim, &token), LOPE_OK);
    return token;
}

void web_game_join(web_game *g, web_guest *guest, const lope_token *token)
{
    lope_error error = {0};
    memset(guest, 0, sizeof *guest);
    guest->transport =
        lope_websocket_join(&(lope_websocket_join_def){.host = "127.0.0.1", .port = g->port, .token = token, .error = &error});
    if (guest->transport == NULL) fail_msg("%s: %s", error.field, error.text);
}

static void look_server(web_game *g, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    while (lope_transport_receive(g->server, now, bytes, sizeof bytes, &event)) {
        g->opened += event.what == LOPE_TRANSPORT_OPENED;
        g->closed += event.what == LOPE_TRANSPORT_CLOSED;
        if (event.what == LOPE_TRANSPORT_REFUSED) g->refused[event.why]++;
        if (event.what == LOPE_TRANSPORT_OPENED) g->last_player = event.player;
        g->last_peer = event.peer;
        g->last_why = event.why;
        if (event.what != LOPE_TRANSPORT_PACKET) continue;
        g->packets++;
        g->last_size = event.size;
        memcpy(g->last, bytes, event.size);
    }
}

static void look_guest(web_guest *guest, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    while (lope_transport_receive(guest->transport, now, bytes, sizeof bytes, &event)) {
        guest->opened += event.what == LOPE_TRANSPORT_OPENED;
        guest->closed += event.what == LOPE_TRANSPORT_CLOSED;
        if (event.what == LOPE_TRANSPORT_CLOSED) guest->why = event.why;
        if (event.what != LOPE_TRANSPORT_PACKET) continue;
        guest->packets++;
        guest->last_size = event.size;
        memcpy(guest->last, bytes, event.size);
    }
}

static void look(web_game *g, web_guest *guests, uint32_t count)
{
    look_server(g, web_game_now(g));
    for (uint32_t i = 0; i < count; i++) look_guest(&guests[i], web_game_now(g));
    nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
}

void web_game_play(web_game *g, web_guest *guests, uint32_t count, double seconds)
{
    const double end = clock_now() + seconds;
    do look(g, guests, count);
    while (clock_now() < end);
}

void web_game_settle(web_game *g, web_guest *guests, uint32_t count)
{
    const double end = clock_now() + LONGEST;
    bool settled = false;
    while (!settled && clock_now() < end) {
        look(g, guests, count);
        settled = true;
        for (uint32_t i = 0; i < count; i++)
            if (guests[i].opened + guests[i].closed == 0) settled = false;
    }
}

void web_game_until(web_game *g, web_guest *guests, uint32_t count, const uint32_t *counter, uint32_t number)
{
    const double end = clock_now() + LONGEST;
    while (*counter < number && clock_now() < end) look(g, guests, count);
    if (*counter < number) fail_msg("found %u, expected %u within 4 s", (unsigned)*counter, (unsigned)number);
}
