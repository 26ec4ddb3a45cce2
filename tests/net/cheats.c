// cheats.c - the attacks. Read first: cheats.h.
#include "cheats.h"

#include <string.h>

#define AHEAD 28u // ticks: commands for so much later still fit into the server's window
#define FLOOD 50u // packets a packet: a hundred times the nominal rate, with two packets in four ticks

static uint32_t draw(cheat_memory *m)
{
    uint64_t z = m->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return (uint32_t)((z ^ z >> 27) * UINT64_C(0x94d049bb133111eb) >> 32);
}

// ---- forged commands --------------------------------------------------------------------------------------

static void shift(lope_client_packet *p, uint32_t ticks)
{
    p->newest += ticks;
    for (uint32_t i = 0; i < p->count; i++) p->commands[i].tick += ticks;
}

static void ahead(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)m, (void)g;
    shift(p, AHEAD - (uint32_t)((int32_t)(p->newest - lope_net_server_tick(g->server)) > 0
                                    ? p->newest - lope_net_server_tick(g->server)
                                    : 0));
}
static void far_ahead(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)g;
    shift(p, 40 + draw(m) % 20000);
}
static void late(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)m, (void)g;
    shift(p, 0u - 60u);
}
static void wrapped(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)m, (void)g;
    shift(p, UINT32_C(0x7fff8000));
}
// Skips every fourth tick's number: the command of a tick is told for the one after it.
static void skipping(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)g;
    if (m->count % 4 == 0) shift(p, 1);
}

// Tells other commands for ticks that were told before.
static void repeated(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)g;
    for (uint32_t i = 0; i + 1 < p->count; i++) p->commands[i].yaw = (uint16_t)(p->commands[i].yaw + draw(m) % 3);
}

static void stick(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)m, (void)g;
    for (uint32_t i = 0; i < p->count; i++) {
        p->commands[i].right = INT8_MIN;
        p->commands[i].ahead = INT8_MAX;
        p->commands[i].up = INT8_MIN;
    }
}

static void buttons(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)g;
    for (uint32_t i = 0; i < p->count; i++) {
        uint64_t of_tick = p->commands[i].tick * UINT64_C(0x9e3779b97f4a7c15);
        of_tick ^= of_tick >> 29;
        p->commands[i].held = (uint32_t)(of_tick * 2654435761u >> 13);
        p->commands[i].pressed = draw(m);
        p->commands[i].own_size = LOPE_COMMAND_OWN;
        for (uint32_t k = 0; k < LOPE_COMMAND_OWN; k++) p->commands[i].own[k] = (uint8_t)draw(m);
    }
}

// ---- forged acknowledgements ------------------------------------------------------------------------------

static void wishes(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)m, (void)g;
    p->wish = true;
}
static void wishes_whole(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)m, (void)g;
    p->wish = true;
    p->has_agreed = false;
}
static void wishes_old(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)m, (void)g;
    p->wish = p->has_agreed = true;
    p->agreed = p->heard - 200;
}
static void hellos(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)g;
    *p = (lope_client_packet){.hello = true, .rules = lope_net_rules_hash(&g->rules, &g->moveset), .stamp = m->count % 16};
}
static void other_rules(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)g;
    *p = (lope_client_packet){.hello = true, .rules = draw(m), .stamp = m->count % 16};
}
static void acks(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)g;
    p->heard += draw(m) % 600 - 300;
    p->agreed = p->heard - draw(m) % 600;
    p->orders = draw(m) & 0xffu;
    p->plans = draw(m) & 0xffu;
}
static void oldest(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)m, (void)g;
    for (uint32_t i = 0; i < p->count; i++) p->seen[i] = p->heard - 56;
}
static void old(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)m, (void)g;
    for (uint32_t i = 0; i < p->count; i++) p->seen[i] = p->heard - 20;
}
static void never_sent(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)g;
    for (uint32_t i = 0; i < p->count; i++) p->seen[i] = p->heard + 1 + draw(m) % 90000;
}
static void old_view(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)m, (void)g;
    p->view = LOPE_VIEW_MOST;
}
// Tells to have heard what came two seconds ago: a line that seems longer.
static void slow_acks(cheat_memory *m, lope_client_packet *p, const game *g)
{
    (void)m, (void)g;
    p->view = LOPE_VIEW_MOST;
    p->has_agreed = false;
    const uint32_t back = p->heard > 240 ? 120u : 0u;
    p->heard -= back;
    for (uint32_t i = 0; i < p->count; i++) p->seen[i] = p->heard;
}

// ---- sending ----------------------------------------------------------------------------------------------

static void keep(cheat_memory *m, const uint8_t *bytes, size_t size)
{
    memcpy(m->packets[m->count % CHEAT_KEPT], bytes, size);
    m->sizes[m->count % CHEAT_KEPT] = (uint16_t)size;
}

// Silent for half a second in each two.
static size_t lag_switch(cheat_memory *m, game *g, uint32_t seat, uint8_t *bytes, size_t size)
{
    (void)m, (void)seat, (void)bytes;
    return g->step % 960 < 240 ? 0 : size;
}

// Holds its packets back for half a second, then sends them all at once.
static size_t hold_back(cheat_memory *m, game *g, uint32_t seat, uint8_t *bytes, size_t size)
{
    static const uint32_t held = 15;
    keep(m, bytes, size);
    if (m->count % held == held - 1)
        for (uint32_t i = 0; i < held; i++)
            game_receive(g, seat, m->packets[(m->count - held + 1 + i) % CHEAT_KEPT],
                         m->sizes[(m->count - held + 1 + i) % CHEAT_KEPT]);
    return 0;
}

// Sends each packet of the last two seconds again, out of order.
static size_t replay(cheat_memory *m, game *g, uint32_t seat, uint8_t *bytes, size_t size)
{
    keep(m, bytes, size);
    for (uint32_t i = 0; i < 2 && m->count >= CHEAT_KEPT; i++) {
        const uint32_t k = draw(m) % CHEAT_KEPT;
        game_receive(g, seat, m->packets[k], m->sizes[k]);
    }
    return size;
}

static size_t flood(cheat_memory *m, game *g, uint32_t seat, uint8_t *bytes, size_t size)
{
    (void)m;
    for (uint32_t i = 0; i < 2 * FLOOD; i++) game_receive(g, seat, bytes, size);
    return size;
}

// Flips bits of every second packet, and sends noise beside it.
static size_t noise(cheat_memory *m, game *g, uint32_t seat, uint8_t *bytes, size_t size)
{
    uint8_t junk[64];
    for (uint32_t i = 0; i < sizeof junk; i++) junk[i] = (uint8_t)draw(m);
    game_receive(g, seat, junk, 1 + draw(m) % sizeof junk);
    if (m->count % 2 == 0) bytes[draw(m) % size] ^= (uint8_t)(1u << draw(m) % 8);
    return size;
}

const cheat cheats[] = {
    {.name = "none: walks"},
    {.name = "none: jumps", .jumps = true},
    {.name = "none: jumps, crouches", .jumps = true, .crouches = true},
    {.name = "none: others in the way", .crowd = true},
    {.name = "clock 1.01", .clock = 1.01},
    {.name = "clock 1.05", .clock = 1.05},
    {.name = "clock 2", .clock = 2},
    {.name = "clock 10", .clock = 10},
    {.name = "commands for ticks to come", .forge = ahead},
    {.name = "commands far ahead", .forge = far_ahead},
    {.name = "commands that are late", .forge = late},
    {.name = "ticks that wrap round", .forge = wrapped},
    {.name = "ticks left out", .forge = skipping},
    {.name = "ticks told anew", .forge = repeated},
    {.name = "stick beyond its end", .forge = stick},
    {.name = "every button and own bytes", .forge = buttons},
    {.name = "lag switch", .send = lag_switch},
    {.name = "lag switch in the air", .send = lag_switch, .jumps = true},
    {.name = "packets held back", .send = hold_back},
    {.name = "packets again", .send = replay},
    {.name = "flood, 100 times nominal", .send = flood},
    {.name = "bits flipped, noise", .send = noise},
    {.name = "lies: wants states", .forge = wishes},
    {.name = "lies: wants whole states", .forge = wishes_whole},
    {.name = "lies: agreed long ago", .forge = wishes_old},
    {.name = "hellos", .forge = hellos},
    {.name = "hellos of other rules", .forge = other_rules},
    {.name = "acknowledgements at random", .forge = acks},
    {.name = "oldest snapshot named", .forge = oldest, .crowd = true},
    {.name = "old snapshot named", .forge = old, .crowd = true},
    {.name = "snapshot never sent named", .forge = never_sent, .crowd = true},
    {.name = "old view for shots", .forge = old_view},
    {.name = "slow acknowledgements", .forge = slow_acks},
};
const uint32_t cheat_count = sizeof cheats / sizeof *cheats;

size_t cheat_packet(const cheat *c, cheat_memory *memory, game *g, uint32_t seat, uint8_t *bytes, size_t size)
{
    const lope_net_stats stats = lope_net_client_stats(g->clients[seat].net);
    if (c->forge != NULL && stats.joined) {
        lope_client_packet packet = {0};
        lope_bits in = lope_bits_read(bytes, size);
        lope_client_packet_pass(&in, &packet, stats.tick);
        c->forge(memory, &packet, g);
        lope_bits out = lope_bits_write(bytes, LOPE_NET_PACKET);
        lope_client_packet_pass(&out, &packet, packet.newest);
        size = out.bad ? 0 : lope_bits_bytes(&out);
    }
    if (size > 0 && c->send != NULL && stats.joined) size = c->send(memory, g, seat, bytes, size);
    memory->count++;
    return size;
}
