// sim_net.c - datagrams within a process, and a server with clients over them. Read first: sim_net.h.
#define _POSIX_C_SOURCE 200809L

#include "sim_net.h"

#include <time.h>

// ---- the sim_net ---------------------------------------------------------------------------------------------

void sim_net_open(sim_net *p, uint64_t seed)
{
    memset(p, 0, sizeof *p);
    p->random = seed * 2 + 1;
    p->queue = calloc(SIM_NET_QUEUE, sizeof *p->queue);
    assert_non_null(p->queue);
}

void sim_net_close(sim_net *p) { free(p->queue); }

static void queue(sim_net *p, const sim_datagram *datagram)
{
    if (p->count == SIM_NET_QUEUE) return;
    p->queue[p->count] = *datagram;
    if (p->jitter > 0) p->queue[p->count].due += random_between(&p->random, 0, p->jitter);
    p->count++;
}

static void sim_net_send(void *context, const lope_address *to, const void *bytes, size_t size, double now)
{
    sim_net_end *end = context;
    sim_net *p = end->of;
    sim_datagram datagram = {.from = end->own, .to = *to, .due = now + p->delay, .size = size};
    assert_true(size <= sizeof datagram.bytes);
    memcpy(datagram.bytes, bytes, size);
    p->sent++;
    p->bytes += size;
    if (p->tap != NULL) p->tap(p->context, &datagram);
    if (random_between(&p->random, 0, 1) < p->loss) return;
    queue(p, &datagram);
    if (random_between(&p->random, 0, 1) < p->doubled) queue(p, &datagram);
}

static size_t sim_net_receive(void *context, lope_address *from, void *bytes, size_t size, double now)
{
    sim_net_end *end = context;
    sim_net *p = end->of;
    for (uint32_t i = 0; i < p->count; i++) {
        const sim_datagram *datagram = &p->queue[i];
        if (datagram->due > now || memcmp(&datagram->to, &end->own, sizeof end->own) != 0) continue;
        const size_t got = datagram->size < size ? datagram->size : size;
        *from = datagram->from;
        memcpy(bytes, datagram->bytes, got);
        memmove(&p->queue[i], &p->queue[i + 1], (--p->count - i) * sizeof *p->queue);
        return got;
    }
    return 0;
}

lope_datagrams sim_net_make_end(sim_net *p, lope_address *own)
{
    assert_true(p->ends < SIM_NET_ENDS);
    sim_net_end *end = &p->end[p->ends++];
    *end = (sim_net_end){.of = p, .own = {.ip = {[10] = 0xff, 0xff, 10, 0, 0, (uint8_t)p->ends}, .port = 1000}};
    *own = end->own;
    return (lope_datagrams){sim_net_receive, sim_net_send, NULL, end};
}

void sim_net_put(sim_net *p, const lope_address *from, const lope_address *to, const void *bytes, size_t size)
{
    sim_datagram datagram = {.from = *from, .to = *to, .due = 0, .size = size};
    memcpy(datagram.bytes, bytes, size);
    queue(p, &datagram);
}

// ---- what is overheard ------------------------------------------------------------------------------------

static void overhear(void *context, const sim_datagram *sent)
{
    sim_talk *talk = context;
    if (talk->count < SIM_TALK) talk->list[talk->count++] = *sent;
}

void sim_talk_begin(sim_talk *talk, sim_net *p)
{
    talk->count = 0;
    p->tap = overhear;
    p->context = talk;
}

size_t sim_talk_changed(const sim_talk *talk, uint64_t *seed, uint32_t flips, uint8_t bytes[LOPE_DATAGRAM])
{
    const sim_datagram *datagram = &talk->list[random_below(seed, talk->count)];
    const size_t size = datagram->size;
    memcpy(bytes, datagram->bytes, size);
    for (uint32_t left = flips > 0 ? 1 + random_below(seed, flips) : 0; left > 0; left--)
        bytes[random_below(seed, (uint32_t)size)] ^= (uint8_t)(1u << random_below(seed, 8));
    return random_below(seed, 8) == 0 ? 1 + random_below(seed, (uint32_t)size) : size;
}

// ---- a server and its clients -----------------------------------------------------------------------------

double udp_game_now(const udp_game *g) { return transport_clock() - g->start + g->skipped; }

void udp_game_open(udp_game *g, uint32_t peers, uint64_t seed)
{
    lope_error error = {0};
    memset(g, 0, sizeof *g);
    sim_net_open(&g->p, seed);
    g->start = transport_clock();
    for (uint32_t i = 0; i < LOPE_TOKEN_SECRET; i++) g->master[i] = (uint8_t)(i * 7 + seed);
    const lope_datagrams datagrams = sim_net_make_end(&g->p, &g->address);
    g->server = lope_udp_serve(
        &(lope_udp_serve_def){.peers = peers, .master = g->master, .server = 5, .datagrams = &datagrams, .error = &error});
    if (g->server == NULL) fail_msg("%s: %s", error.field, error.text);
}

void udp_game_close(udp_game *g)
{
    lope_transport_close(g->server);
    sim_net_close(&g->p);
}

lope_token udp_game_token(udp_game *g, uint64_t player, uint64_t server, int64_t seconds)
{
    return transport_token(g->master, &g->tokens, player, server, seconds);
}

void udp_game_join(udp_game *g, udp_guest *guest, const lope_token *token)
{
    lope_error error = {0};
    memset(guest, 0, sizeof *guest);
    const lope_datagrams datagrams = sim_net_make_end(&g->p, &guest->address);
    guest->transport =
        lope_udp_join(&(lope_udp_join_def){.token = token, .datagrams = &datagrams, .server = g->address, .error = &error});
    if (guest->transport == NULL) fail_msg("%s: %s", error.field, error.text);
}

void udp_game_look(udp_game *g, udp_guest *guests, uint32_t count)
{
    transport_listen(&g->told, g->server, udp_game_now(g));
    for (uint32_t i = 0; i < count; i++)
        if (guests[i].transport != NULL) transport_listen(&guests[i].told, guests[i].transport, udp_game_now(g));
}

void udp_game_settle(udp_game *g, udp_guest *guests, uint32_t count, double seconds)
{
    const double end = udp_game_now(g) + seconds;
    bool settled = false;
    while (!settled && udp_game_now(g) < end) {
        udp_game_look(g, guests, count);
        settled = true;
        for (uint32_t i = 0; i < count; i++)
            if (guests[i].transport != NULL && guests[i].told.opened + guests[i].told.closed == 0) settled = false;
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
    udp_game_look(g, guests, count);
    udp_game_look(g, guests, count);
}
