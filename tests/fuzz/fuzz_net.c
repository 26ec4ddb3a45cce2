// fuzz_net.c - packets of any bytes to a server with several seats and to clients, among honest ones that are
// flipped, cut, doubled and reordered; and calls in any order: joins, leaves, orders, plans, time that stands
// or leaps. Nothing may crash. A packet that is refused changes nothing but counters; states keep their
// rules; the honest client's are finite.
//
// Read next: bytes.h, replay.c, ../net/game.h.
#include "bytes.h"

#include "../behaviour/clean_state.h"
#include "../net/game.h"

#include "net/client_private.h"
#include "net/server_private.h"

#include <stdio.h>
#include <stdlib.h>

#define KEPT 16   // packets that can be played again
#define ACTS 400u // at most

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void broken(const char *what)
{
    fprintf(stderr, "INVARIANT net: %s\n", what);
    abort();
}

typedef struct packet {
    uint8_t bytes[LOPE_NET_PACKET + 8];
    size_t size;
} packet;

typedef struct fuzz {
    game g;
    packet kept[KEPT]; // honest ones of the server
    uint32_t count;
} fuzz;

static void keep(game *g, uint32_t seat, uint8_t *bytes, size_t size)
{
    fuzz *f = g->context;
    packet *p = &f->kept[f->count++ % KEPT];
    (void)seat;
    memcpy(p->bytes, bytes, size);
    p->size = size;
}

// A packet: any bytes, or an honest one of late that is flipped and cut, or as it was.
static packet draw(const fuzz *f, bytes *b, bool up, uint32_t seat)
{
    packet p = {.size = 0};
    const uint32_t kind = bytes_pick(b, 4);
    if (kind == 0 || (!up && f->count == 0)) {
        p.size = bytes_u8(b) + (bytes_one_in(b, 8) ? 1000u : 0u);
        if (p.size > sizeof p.bytes) p.size = sizeof p.bytes;
        for (size_t i = 0; i < p.size; i++) p.bytes[i] = (uint8_t)bytes_u8(b);
        return p;
    }
    if (up) { // what the seat's client says now; on a copy, for it counts what it sent
        lope_net_client *client = f->g.clients[seat].net;
        lope_net_client *copy = client != NULL ? malloc(sizeof *copy) : NULL;
        if (copy == NULL) return p;
        memcpy(copy, client, sizeof *copy);
        copy->packet_tick -= 100;
        p.size = lope_net_client_packet(copy, p.bytes, LOPE_NET_PACKET, f->g.clients[seat].time + 1);
        free(copy);
    } else {
        const uint32_t most = f->count < KEPT ? f->count : KEPT;
        p = f->kept[bytes_pick(b, most)];
    }
    const uint32_t flips = kind == 1 ? 0 : bytes_pick(b, 8);
    for (uint32_t i = 0; i < flips && p.size > 0; i++) p.bytes[bytes_u16(b) % p.size] ^= (uint8_t)(1u << bytes_pick(b, 8));
    if (kind == 3 && p.size > 0) p.size -= bytes_u8(b) % p.size;
    return p;
}

// A block of exactly that size: a read beyond it is seen.
static uint8_t *block_of(const packet *p)
{
    uint8_t *block = malloc(p->size ? p->size : 1);
    if (!block) exit(0);
    memcpy(block, p->bytes, p->size);
    return block;
}

static void to_server(fuzz *f, bytes *b)
{
    const uint32_t seat = bytes_pick(b, GAME_SEATS);
    const packet p = draw(f, b, true, seat);
    uint8_t *block = block_of(&p);
    lope_net_seat before, *now = &f->g.server->seats[seat];
    memcpy(&before, now, sizeof before);
    const lope_result result = lope_net_server_receive(f->g.server, seat, block, p.size, f->g.now);
    free(block);
    if (result == LOPE_OK) return;
    before.stats = now->stats;
    before.tokens = now->tokens;
    before.heard_at = now->heard_at;
    before.timed = now->timed;
    if (result == LOPE_ERROR_STATE) { // other rules: that is noted
        before.mismatch = now->mismatch;
        before.stamp = now->stamp;
    }
    if (memcmp(&before, now, sizeof before) != 0) broken("a packet that the server refused has changed the seat");
}

static void to_client(fuzz *f, bytes *b)
{
    const uint32_t seat = bytes_pick(b, GAME_SEATS);
    lope_net_client *client = f->g.clients[seat].net;
    if (client == NULL) return;
    const packet p = draw(f, b, false, seat);
    uint8_t *block = block_of(&p);
    lope_net_client *before = malloc(sizeof *before);
    if (!before) exit(0);
    memcpy(before, client, sizeof *before);
    const lope_result result = lope_net_client_receive(client, block, p.size, f->g.clients[seat].time);
    before->stats.refused = client->stats.refused;
    if (result == LOPE_ERROR_FORMAT && memcmp(before, client, sizeof *before) != 0)
        broken("a packet that the client refused has changed it");
    free(before);
    free(block);
}

static void order(fuzz *f, bytes *b)
{
    lope_requests requests = {.asked = 1u << bytes_pick(b, 11)};
    requests.launch_velocity = (lope_vec3){bytes_any_float(b), 3, 0};
    requests.layer = (lope_layer){.id = 1 + bytes_pick(b, 3), .kind = bytes_pick(b, 8), .duration = 0.5f, .velocity = {1, 0, 2}};
    requests.teleport_feet = lope_point_make(bytes_between(b, -20, 20), 1, bytes_between(b, -20, 20));
    lope_input input = {.requests = &requests, .held = bytes_u8(b), .forbidden = bytes_u8(b)};
    lope_net_server_order(f->g.server, bytes_pick(b, GAME_SEATS), &input, bytes_pick(b, 130));
}

static void come_or_go(fuzz *f, bytes *b)
{
    const uint32_t seat = bytes_pick(b, GAME_SEATS);
    if (f->g.clients[seat].net == NULL)
        game_join(&f->g, lope_point_make(bytes_between(b, -3, 3), 0, bytes_between(b, 2, 6)));
    else if (bytes_one_in(b, 2))
        game_leave(&f->g, seat);
    else
        game_restart(&f->g, seat);
}

// A character that is handed over in bytes that are flipped or cut: it has no client, and goes at once.
static void hand_over(fuzz *f, bytes *b)
{
    static uint8_t out[LOPE_NET_GIVE], packet[LOPE_NET_PACKET];
    lope_state state;
    size_t size;
    uint32_t seat;
    if (lope_state_init(&state, &(lope_state_def){.feet = {0, 0, 4}}) != LOPE_OK) broken("no state");
    if (lope_net_server_join(f->g.server, 5000, &state, &seat) != LOPE_OK) return;
    if (lope_net_server_give(f->g.server, seat, out, sizeof out, &size) != LOPE_OK) broken("cannot be given");
    const uint32_t flips = bytes_pick(b, 8);
    for (uint32_t i = 0; i < flips; i++) out[bytes_u16(b) % size] ^= (uint8_t)(1u << bytes_pick(b, 8));
    if (bytes_one_in(b, 4)) size -= bytes_u8(b) % size;
    if (lope_net_server_take(f->g.server, out, size, &seat, &state) != LOPE_OK) return;
    for (int i = 0; i < 3; i++) lope_net_server_packet(f->g.server, seat, packet, sizeof packet, f->g.now);
    if (lope_net_server_leave(f->g.server, seat) != LOPE_OK) broken("a seat that was taken is not there");
}

static void rewind_some(fuzz *f, bytes *b)
{
    lope_capsule c;
    if (!lope_net_server_rewind(f->g.server, bytes_pick(b, GAME_SEATS), bytes_pick(b, GAME_SEATS), &c)) return;
    if (!(c.a.x - c.a.x == 0 && c.b.y - c.b.y == 0 && c.radius > 0)) broken("a capsule is not finite");
}

static void wish(game *g, uint32_t seat, double now) { game_wander(g, seat, now); }

static void act(fuzz *f, bytes *b)
{
    switch (bytes_pick(b, 12)) {
    case 0:
        come_or_go(f, b);
        break;
    case 1:
        order(f, b);
        break;
    case 2:
        lope_net_server_forbid(f->g.server, bytes_pick(b, GAME_SEATS), bytes_u8(b), bytes_pick(b, 130));
        break;
    case 3:
        lope_net_server_plan(f->g.server, 11 + bytes_pick(b, 4), bytes_pick(b, 3),
                             lope_net_server_tick(f->g.server) + bytes_pick(b, 40) - 5);
        break;
    case 4:
    case 5:
        to_server(f, b);
        break;
    case 6:
    case 7:
        to_client(f, b);
        break;
    case 8:
        f->g.clients[bytes_pick(b, GAME_SEATS)].time += bytes_one_in(b, 4) ? 3 : 0.05;
        break;
    case 9:
        hand_over(f, b);
        break;
    case 10:
        rewind_some(f, b);
        break;
    default:
        game_run(&f->g, (1 + bytes_pick(b, 16)) / 120.0);
    }
}

// At the server all is honest: its states keep their rules whatever was told. A client's have sound numbers
// too, for it checks what it takes over.
static void check(const fuzz *f)
{
    char text[160];
    for (uint32_t i = 0; i < GAME_SEATS; i++) {
        const game_client *c = &f->g.clients[i];
        if (c->net == NULL) continue;
        if (!clean_state(&c->state, text)) broken(text);
        const lope_net_proxy pose = lope_net_client_pose(c->net);
        if (!(pose.feet.x - pose.feet.x == 0 && pose.feet.y - pose.feet.y == 0 && pose.yaw - pose.yaw == 0))
            broken("a pose is not finite");
        lope_net_proxy proxies[LOPE_NET_PROXIES];
        const uint32_t count = lope_net_client_proxies(c->net, proxies, LOPE_NET_PROXIES);
        for (uint32_t k = 0; k < count && k < LOPE_NET_PROXIES; k++)
            if (!(proxies[k].feet.x - proxies[k].feet.x == 0 && proxies[k].feet.y - proxies[k].feet.y == 0))
                broken("a proxy is not finite");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4) return 0;
    bytes b = bytes_open(data, size);
    fuzz *f = calloc(1, sizeof *f);
    if (!f) exit(0);
    const uint32_t flags = bytes_u8(&b), ticks = bytes_u8(&b);
    const lope_net_link_profile line = {
        .delay = 0.01 * (flags & 7u), .jitter = 0.01, .loss = flags & 8u ? 0.2 : 0, .doubled = 0.1};
    const lope_net_server_def def = {.tick = ticks < 16 ? UINT32_MAX - 40 : ticks * 37u,
                                     .budget = flags & 16u ? 256 : 0,
                                     .rules.contact_bound = flags & 32u   ? 0.25f
                                                            : flags & 64u ? LOPE_NET_TRUTH
                                                                          : LOPE_NET_PASS};
    if (!game_open(&f->g, &def, &line, 1 + ticks)) exit(0);
    f->g.context = f;
    f->g.hooks.sends = keep;
    f->g.hooks.wishes = wish;
    for (uint32_t i = 0; i < 2 + (ticks & 1u); i++) game_join(&f->g, lope_point_make(0.8 * i, 0, 4));
    game_run(&f->g, 0.25);
    for (uint32_t i = 0; i < ACTS && b.at < b.size; i++) act(f, &b);
    game_run(&f->g, 0.1);
    check(f);
    if (f->g.fault[0] != 0 && strcmp(f->g.fault, "no seat") != 0) broken(f->g.fault);
    game_close(&f->g);
    free(f);
    return 0;
}
