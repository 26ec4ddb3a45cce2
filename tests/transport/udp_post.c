// udp_post.c - datagrams within a process, and a server with clients over them. Read first: udp_post.h.
#define _POSIX_C_SOURCE 200809L

#include "udp_post.h"

#include <time.h>

// ---- the post ---------------------------------------------------------------------------------------------

void post_open(post *p, uint64_t seed)
{
    memset(p, 0, sizeof *p);
    p->random = seed * 2 + 1;
    p->queue = calloc(POST_QUEUE, sizeof *p->queue);
    assert_non_null(p->queue);
}

void post_close(post *p) { free(p->queue); }

static void queue(post *p, const post_letter *letter)
{
    if (p->count < POST_QUEUE) p->queue[p->count++] = *letter;
}

static void post_send(void *context, const lope_address *to, const void *bytes, size_t size, double now)
{
    post_end *end = context;
    post *p = end->of;
    post_letter letter = {.from = end->own, .to = *to, .due = now + p->delay, .size = size};
    assert_true(size <= sizeof letter.bytes);
    memcpy(letter.bytes, bytes, size);
    p->sent++;
    p->bytes += size;
    if (p->tap != NULL) p->tap(p->context, &letter);
    if (random_between(&p->random, 0, 1) < p->loss) return;
    queue(p, &letter);
    if (random_between(&p->random, 0, 1) < p->doubled) queue(p, &letter);
}

static size_t post_receive(void *context, lope_address *from, void *bytes, size_t size, double now)
{
    post_end *end = context;
    post *p = end->of;
    for (uint32_t i = 0; i < p->count; i++) {
        const post_letter *letter = &p->queue[i];
        if (letter->due > now || memcmp(&letter->to, &end->own, sizeof end->own) != 0) continue;
        const size_t got = letter->size < size ? letter->size : size;
        *from = letter->from;
        memcpy(bytes, letter->bytes, got);
        memmove(&p->queue[i], &p->queue[i + 1], (--p->count - i) * sizeof *p->queue);
        return got;
    }
    return 0;
}

lope_datagrams post_make_end(post *p, lope_address *own)
{
    assert_true(p->ends < POST_ENDS);
    post_end *end = &p->end[p->ends++];
    *end = (post_end){.of = p, .own = {.ip = {[10] = 0xff, 0xff, 10, 0, 0, (uint8_t)p->ends}, .port = 1000}};
    *own = end->own;
    return (lope_datagrams){post_receive, post_send, NULL, end};
}

void post_put(post *p, const lope_address *from, const lope_address *to, const void *bytes, size_t size)
{
    post_letter letter = {.from = *from, .to = *to, .due = 0, .size = size};
    memcpy(letter.bytes, bytes, size);
    queue(p, &letter);
}

// ---- a server and its clients -----------------------------------------------------------------------------

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double udp_game_now(const udp_game *g) { return clock_now() - g->start + g->skipped; }

void udp_game_open(udp_game *g, uint32_t peers, uint64_t seed)
{
    lope_error error = {0};
    memset(g, 0, sizeof *g);
    post_open(&g->p, seed);
    g->start = clock_now();
    for (uint32_t i = 0; i < LOPE_TOKEN_SECRET; i++) g->master[i] = (uint8_t)(i * 7 + seed);
    const lope_datagrams box = post_make_end(&g->p, &g->address);
    g->server = lope_udp_serve(
        &(lope_udp_serve_def){.peers = peers, .master = g->master, .server = 5, .datagrams = &box, .error = &error});
    if (g->server == NULL) fail_msg("%s: %s", error.field, error.text);
}

void udp_game_close(udp_game *g)
{
    lope_transport_close(g->server);
    post_close(&g->p);
}

lope_token udp_game_token(udp_game *g, uint64_t player, uint64_t server, int64_t seconds)
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

void udp_game_join(udp_game *g, udp_guest *guest, const lope_token *token)
{
    lope_error error = {0};
    memset(guest, 0, sizeof *guest);
    const lope_datagrams box = post_make_end(&g->p, &guest->address);
    guest->transport =
        lope_udp_join(&(lope_udp_join_def){.token = token, .datagrams = &box, .server = g->address, .error = &error});
    if (guest->transport == NULL) fail_msg("%s: %s", error.field, error.text);
}

static void look_server(udp_game *g, double now)
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

static void look_guest(udp_guest *guest, double now)
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

void udp_game_look(udp_game *g, udp_guest *guests, uint32_t count)
{
    look_server(g, udp_game_now(g));
    for (uint32_t i = 0; i < count; i++)
        if (guests[i].transport != NULL) look_guest(&guests[i], udp_game_now(g));
}

void udp_game_settle(udp_game *g, udp_guest *guests, uint32_t count, double seconds)
{
    const double end = udp_game_now(g) + seconds;
    bool settled = false;
    while (!settled && udp_game_now(g) < end) {
        udp_game_look(g, guests, count);
        settled = true;
        for (uint32_t i = 0; i < count; i++)
            if (guests[i].transport != NULL && guests[i].opened + guests[i].closed == 0) settled = false;
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
    udp_game_look(g, guests, count);
    udp_game_look(g, guests, count);
}
