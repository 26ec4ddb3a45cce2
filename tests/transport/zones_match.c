// zones_match.c - three servers on a virtual clock. Read first: zones_match.h.
#include "zones_match.h"

#include "zones_faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SILENCE 0.5 // s without a packet, after which a client begins anew

double match_drawn(zones_match *m, double low, double high)
{
    m->random ^= m->random >> 12;
    m->random ^= m->random << 25;
    m->random ^= m->random >> 27;
    const uint32_t r = (uint32_t)((m->random * UINT64_C(2685821657736338717)) >> 32);
    return low + (high - low) * ((double)r / 4294967296.0);
}

static uint32_t tick_now(const zones_match *m) { return 100 + (uint32_t)(m->now * 60 + 1e-6); }

// ---- servers ----------------------------------------------------------------------------------------------

static void send_to_client(void *context, uint64_t player, const void *bytes, size_t size)
{
    match_host *host = context;
    zones_match *m = host->match;
    lope_net_link_send(&m->players[player - 1].down[host - m->hosts], bytes, size, m->now);
}

static void send_to_servers(void *context, const void *bytes, size_t size)
{
    match_host *host = context;
    zones_match *m = host->match;
    const uint32_t from = (uint32_t)(host - m->hosts);
    for (uint32_t to = 0; to < ZONES; to++)
        if (to != from && m->now >= m->split[from][to]) lope_net_link_send(&m->wires[from][to], bytes, size, m->now);
}

static void note_run(void *context, uint64_t player, uint32_t tick)
{
    match_host *host = context;
    zones_match *m = host->match;
    const uint32_t i = tick % MATCH_TICKS;
    if (m->run_ticks[player][i] != tick) m->runs[player][i] = 0;
    m->run_ticks[player][i] = tick;
    m->counts.twice += m->runs[player][i] == 1;
    m->runs[player][i]++;
    m->counts.ticks++;
}

static double clock_of(const match_host *host) { return host->match->now * host->rate; }

bool match_start(zones_match *m, uint32_t number)
{
    match_host *host = &m->hosts[number];
    char name[LOPE_ZONE_NAME];
    host->match = m;
    host->up = true;
    host->lives++;
    host->rate = 1 + match_drawn(m, -m->def.rates, m->def.rates);
    host->store = match_store_open(m, number);
    host->server =
        (zones_server){.home = number, .reckless = m->def.reckless, .send = send_to_client, .ran = note_run, .context = host};
    snprintf(name, sizeof name, "server %u, life %u", number, host->lives);
    const lope_zones_def def = {.store = &host->store->functions,
                                .name = name,
                                .drift = m->def.drift,
                                .players = 32,
                                .send = send_to_servers,
                                .context = host};
    return zones_server_open(&host->server, &m->world, &def, tick_now(m));
}

static void add_counts(zones_counts *sum, const zones_counts *one)
{
    sum->taken += one->taken;
    sum->gap_sum += one->gap_sum;
    sum->airborne += one->airborne;
    sum->riding += one->riding;
    sum->moving += one->moving;
    sum->rescued += one->rescued;
    sum->faults += one->faults;
    if (one->gap_most > sum->gap_most) sum->gap_most = one->gap_most;
    if (one->again_most > sum->again_most) sum->again_most = one->again_most;
}

void match_kill(zones_match *m, uint32_t number)
{
    add_counts(&m->servers, &m->hosts[number].server.counts);
    zones_server_close(&m->hosts[number].server);
    m->hosts[number].up = false;
}

// A server takes what has come, and runs what is due.
static void run_host(zones_match *m, match_host *host)
{
    uint8_t bytes[LOPE_NET_PACKET];
    size_t size;
    const uint32_t number = (uint32_t)(host - m->hosts);
    const bool is_still = m->now < host->pause;
    for (uint32_t i = 0; i < ZONES && !is_still; i++)
        while ((size = lope_net_link_receive(&m->wires[i][number], bytes, m->now)) > 0)
            if (host->up) zones_server_hear(&host->server, bytes, size, clock_of(host), m->now);
    for (uint32_t i = 0; i < MATCH_PLAYERS && !is_still; i++)
        while ((size = lope_net_link_receive(&m->players[i].up[number], bytes, m->now)) > 0)
            if (host->up) zones_server_receive(&host->server, i + 1, bytes, size, m->now);
    if (host->up && !is_still && m->step % 8 == 0) zones_server_run(&host->server, tick_now(m), clock_of(host), m->now);
}

// ---- clients ----------------------------------------------------------------------------------------------

static bool begin_client(zones_match *m, match_player *p)
{
    const lope_net_stats stats = p->net != NULL ? lope_net_client_stats(p->net) : (lope_net_stats){.tick = 0};
    p->begun++;
    p->checks += stats.checks;
    p->wrong += stats.wrong;
    p->states += stats.states;
    lope_net_client_destroy(p->net);
    p->net = lope_net_client_create(&(lope_net_client_def){
        .rules = m->world.rules, .moveset = &m->world.moveset, .around = zones_around, .context = &p->view});
    p->at = ZONES;
    p->heard = m->now;
    return p->net != NULL;
}

static void receive_client(zones_match *m, match_player *p)
{
    uint8_t bytes[LOPE_NET_PACKET];
    size_t size;
    for (uint32_t k = 0; k < ZONES; k++)
        while ((size = lope_net_link_receive(&p->down[k], bytes, m->now)) > 0) {
            const lope_net_stats before = lope_net_client_stats(p->net);
            lope_net_client_receive(p->net, bytes, size, m->now);
            const lope_net_stats after = lope_net_client_stats(p->net);
            if (!after.joined || (before.joined && after.heard == before.heard)) continue;
            p->at = k;
            p->heard = m->now;
        }
}

static void frame(zones_match *m, match_player *p)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_command command;
    receive_client(m, p);
    if (m->now - p->heard > SILENCE && lope_net_client_stats(p->net).joined) begin_client(m, p);
    if (m->now - p->heard > SILENCE) p->at = ZONES;
    zones_wish(p->player, m->def.seed, m->now, lope_net_client_state(p->net), &command);
    lope_net_client_advance(p->net, m->now, &command);
    const size_t size = lope_net_client_packet(p->net, bytes, sizeof bytes, m->now);
    for (uint32_t k = 0; k < ZONES && size > 0; k++)
        if (p->at == ZONES || p->at == k) lope_net_link_send(&p->up[k], bytes, size, m->now);
}

// ---- what is looked at ------------------------------------------------------------------------------------

// Counts the owners of each zone, and for how long players are run by nobody.
static void look(zones_match *m)
{
    for (uint32_t zone = 0; zone < ZONES; zone++) {
        uint32_t owners = 0;
        for (uint32_t i = 0; i < ZONES; i++)
            owners += m->hosts[i].up && lope_zones_may_step(m->hosts[i].server.zones, zone, clock_of(&m->hosts[i]));
        if (owners > m->counts.owners_most) m->counts.owners_most = owners;
    }
    for (uint32_t i = 0; i < MATCH_PLAYERS; i++) {
        match_player *p = &m->players[i];
        bool runs = false;
        for (uint32_t k = 0; k < ZONES; k++)
            runs |= m->hosts[k].up && m->now >= m->hosts[k].pause && zones_server_runs(&m->hosts[k].server, p->player);
        if (runs)
            p->missing_since = -1;
        else if (p->missing_since < 0)
            p->missing_since = m->now;
        else if (m->now > 5 && m->now - p->missing_since > m->counts.missing_most) // after the start
            m->counts.missing_most = m->now - p->missing_since;
    }
}

match_end match_ends(zones_match *m)
{
    match_end end = {.servers = m->servers};
    for (uint32_t k = 0; k < ZONES; k++) {
        const lope_zones_stats stats = lope_zones_stats_of(m->hosts[k].server.zones);
        add_counts(&end.servers, &m->hosts[k].server.counts);
        end.refused += stats.refused;
        end.lost_leases += stats.lost_leases;
    }
    for (uint32_t i = 0; i < MATCH_PLAYERS; i++) {
        match_player *p = &m->players[i];
        const lope_net_stats stats = lope_net_client_stats(p->net);
        uint32_t places = 0, zone;
        for (uint32_t k = 0; k < ZONES; k++)
            places +=
                zones_server_runs(&m->hosts[k].server, p->player) && lope_zones_runs(m->hosts[k].server.zones, p->player, &zone);
        end.lost += places == 0;
        end.doubled += places > 1;
        end.checks += p->checks + stats.checks;
        end.wrong += p->wrong + stats.wrong;
        end.states += p->states + stats.states;
        end.begun += p->begun;
        end.lagging += !stats.joined || m->now - p->heard > 0.2; // it hears of nobody
    }
    return end;
}

// ---- the match --------------------------------------------------------------------------------------------

bool match_open(zones_match *m, const match_def *def)
{
    const lope_net_link_profile line = {.delay = 0.025, .jitter = 0.005, .loss = def->chaos ? 0.02 : 0.0};
    bool good = true;
    memset(m, 0, sizeof *m);
    m->def = *def;
    m->random = def->seed * UINT64_C(0x9e3779b97f4a7c15) | 1u;
    m->memory = lope_zone_memory_create(ZONES, MATCH_PLAYERS * 2);
    m->next_fault = 5;
    if (!zones_world_open(&m->world) || m->memory == NULL) return false;
    match_wires(m, &(lope_net_link_profile){.delay = 0.003, .jitter = 0.002, .loss = 0.01});
    for (uint32_t i = 0; i < ZONES; i++) good = match_start(m, i) && good;
    for (uint32_t i = 0; i < MATCH_PLAYERS; i++) {
        match_player *p = &m->players[i];
        p->player = i + 1;
        p->view.world = &m->world;
        p->missing_since = -1;
        for (uint32_t k = 0; k < ZONES; k++) {
            lope_net_link_begin(&p->up[k], &line, def->seed * 1000 + i * 10 + k);
            lope_net_link_begin(&p->down[k], &line, def->seed * 1000 + 500 + i * 10 + k);
        }
        good = begin_client(m, p) && good;
    }
    return good;
}

void match_close(zones_match *m)
{
    for (uint32_t i = 0; i < ZONES; i++)
        if (m->hosts[i].up) zones_server_close(&m->hosts[i].server);
    for (uint32_t i = 0; i < MATCH_PLAYERS; i++) lope_net_client_destroy(m->players[i].net);
    lope_zone_memory_destroy(m->memory);
    zones_world_close(&m->world);
}

void match_run(zones_match *m, double seconds)
{
    const uint64_t end = m->step + (uint64_t)(seconds * MATCH_STEPS + 0.5);
    for (; m->step < end; m->step++) {
        m->now = (double)m->step / MATCH_STEPS;
        match_faults(m);
        match_late(m);
        for (uint32_t i = 0; i < ZONES; i++) run_host(m, &m->hosts[i]);
        for (uint32_t i = 0; i < MATCH_PLAYERS; i++)
            if ((m->step + i) % 4 == 0) frame(m, &m->players[i]);
        look(m);
    }
}
