// server.c - making a server, seats, orders and plans.
//
// Read first: lope/net_server.h, server_private.h. Read next: server_tick.c, server_receive.c, server_send.c.
#include "base/error.h"
#include "base/memory.h"
#include "net/server_packet.h"
#include "net/server_private.h"
#include "net/server_tick.h"

#include <string.h>

#define PLAYERS 16u
#define AHEAD_MOST 120u // ticks that an order may be dated ahead

// ---- making one -------------------------------------------------------------------------------------------

static lope_result check_def(const lope_net_server_def *def)
{
    if (def->moveset == NULL) return lope_refuse(def->error, LOPE_ERROR_NULL, "moveset", "is required");
    if (def->players > LOPE_PLAYERS_MOST)
        return lope_refuse(def->error, LOPE_ERROR_RANGE, "players", "is %u, must be up to %u, or 0 for %u",
                           (unsigned)def->players, LOPE_PLAYERS_MOST, PLAYERS);
    if (def->budget != 0 && (def->budget < 256 || def->budget > LOPE_NET_PACKET))
        return lope_refuse(def->error, LOPE_ERROR_RANGE, "budget", "is %u, must be 256 to %u, or 0 for %u", (unsigned)def->budget,
                           LOPE_NET_PACKET, LOPE_NET_PACKET);
    return LOPE_OK;
}

// Takes memory for `each` times as many of `size` bytes as there are seats.
static void *take_memory(const lope_net_server *server, size_t each, size_t size)
{
    return lope_allocate_zero(&server->allocator, each * size * server->def.players);
}

static void give(const lope_net_server *server, void *memory, size_t each, size_t size)
{
    lope_release(&server->allocator, memory, each * size * server->def.players);
}

lope_net_server *lope_net_server_create(const lope_net_server_def *def)
{
    lope_net_rules rules;
    if (def == NULL || check_def(def) != LOPE_OK || lope_rules_make(&def->rules, &rules, def->error) != LOPE_OK) return NULL;
    const lope_allocator allocator = lope_allocator_or_default(&def->allocator);
    lope_net_server *server = lope_allocate_zero(&allocator, sizeof *server);
    if (server != NULL) {
        server->def = *def;
        server->rules = rules;
        server->allocator = allocator;
        server->tick = def->tick;
        server->hash = lope_net_rules_hash(&rules, def->moveset);
        if (server->def.players == 0) server->def.players = PLAYERS;
        if (server->def.budget == 0) server->def.budget = LOPE_NET_PACKET;
        server->seats = take_memory(server, 1, sizeof *server->seats);
        server->at = take_memory(server, LOPE_SNAPSHOTS, sizeof *server->at);
        server->entries = take_memory(server, LOPE_ENTRIES, sizeof *server->entries);
        server->state_entries = take_memory(server, LOPE_SERVER_STATES, sizeof *server->state_entries);
        server->state_bytes = take_memory(server, LOPE_SERVER_BYTES, 1);
        if (server->seats != NULL && server->at != NULL && server->entries != NULL && server->state_entries != NULL &&
            server->state_bytes != NULL)
            return server;
    }
    lope_refuse(def->error, LOPE_ERROR_MEMORY, "players", "there is no memory for %u players", (unsigned)def->players);
    lope_net_server_destroy(server);
    return NULL;
}

void lope_net_server_destroy(lope_net_server *server)
{
    if (server == NULL) return;
    const lope_allocator allocator = server->allocator;
    give(server, server->seats, 1, sizeof *server->seats);
    give(server, server->at, LOPE_SNAPSHOTS, sizeof *server->at);
    give(server, server->entries, LOPE_ENTRIES, sizeof *server->entries);
    give(server, server->state_entries, LOPE_SERVER_STATES, sizeof *server->state_entries);
    give(server, server->state_bytes, LOPE_SERVER_BYTES, 1);
    lope_release(&allocator, server, sizeof *server);
}

uint32_t lope_net_server_tick(const lope_net_server *server) { return server != NULL ? server->tick : 0; }

// ---- seats ------------------------------------------------------------------------------------------------

// Returns the empty ring of packed states of a seat.
static lope_state_ring states_of(const lope_net_server *server, uint32_t player)
{
    lope_state_ring ring = {.bytes_size = LOPE_SERVER_BYTES,
                            .count = LOPE_SERVER_STATES,
                            .entries = server->state_entries + (size_t)player * LOPE_SERVER_STATES,
                            .bytes = server->state_bytes + (size_t)player * LOPE_SERVER_BYTES};
    memset(ring.entries, 0, sizeof *ring.entries * ring.count);
    return ring;
}

// Returns whether a seat is free; just_left: one that was left in this tick, else another one. Others have
// been told in this tick of the character that left it.
static bool is_open(const lope_net_server *server, uint32_t player, bool just_left)
{
    const lope_net_seat *seat = &server->seats[player];
    return !seat->used && (seat->body != 0 && seat->left == server->tick) == just_left;
}

lope_result lope_net_server_join(lope_net_server *server, uint64_t body, const lope_state *state, uint32_t *player)
{
    uint32_t open = LOPE_NET_NONE, just_left = LOPE_NET_NONE;
    if (server == NULL || state == NULL || player == NULL) return LOPE_ERROR_NULL;
    if (server->in_tick) return LOPE_ERROR_STATE;
    for (uint32_t i = server->def.players; i-- > 0;) {
        if (is_open(server, i, false)) open = i;
        if (is_open(server, i, true)) just_left = i;
        if (server->seats[i].used && server->seats[i].body == body) return LOPE_ERROR_DUPLICATE;
    }
    if (open == LOPE_NET_NONE) open = just_left;
    if (open == LOPE_NET_NONE || body == 0) return LOPE_ERROR_RANGE;
    lope_net_seat *seat = &server->seats[open];
    memset(seat, 0, sizeof *seat);
    memset(&server->entries[open * LOPE_ENTRIES], 0, LOPE_ENTRIES * sizeof *server->entries);
    seat->used = true;
    seat->body = body;
    seat->number = open;
    seat->states = states_of(server, open);
    seat->newest = seat->heard = seat->time = seat->ended = server->tick;
    seat->least = LOPE_LEAST_NONE;
    seat->stamp = LOPE_NO_STAMP;
    seat->stated = server->tick - server->rules.tick_rate;
    seat->command = lope_rules_neutral(state, server->tick);
    lope_server_keep(seat, state);
    lope_server_place_now(server, open);
    *player = open;
    return LOPE_OK;
}

lope_result lope_net_server_leave(lope_net_server *server, uint32_t player)
{
    lope_net_seat *seat = lope_server_seat(server, player);
    if (seat == NULL) return LOPE_ERROR_HANDLE;
    seat->used = false;
    seat->left = server->tick;
    for (uint32_t i = 0; i < server->def.players; i++) lope_view_drop(&server->seats[i].view, player);
    return LOPE_OK;
}

lope_result lope_net_server_stats(const lope_net_server *server, uint32_t player, lope_net_seat_stats *stats)
{
    const lope_net_seat *seat = lope_server_seat(server, player);
    if (server == NULL || stats == NULL) return LOPE_ERROR_NULL;
    if (seat == NULL) return LOPE_ERROR_HANDLE;
    *stats = seat->stats;
    stats->joined = seat->joined;
    stats->least = seat->least;
    return LOPE_OK;
}

lope_result lope_net_server_trust(lope_net_server *server, uint32_t player, bool trusted)
{
    lope_net_seat *seat = lope_server_seat(server, player);
    if (server == NULL) return LOPE_ERROR_NULL;
    if (seat == NULL) return LOPE_ERROR_HANDLE;
    seat->trusted = trusted;
    seat->wish = false;
    return LOPE_OK;
}

// ---- orders and plans -------------------------------------------------------------------------------------

// Returns the first tick from `tick` on that has no order yet.
static uint32_t free_tick(const lope_net_seat *seat, uint32_t tick)
{
    while (lope_orders_at(&seat->orders, tick) != NULL) tick++;
    return tick;
}

static lope_result order(lope_net_server *server, uint32_t player, lope_order *given, uint32_t ticks_ahead)
{
    lope_net_seat *seat = lope_server_seat(server, player);
    if (seat == NULL) return LOPE_ERROR_HANDLE;
    if (ticks_ahead > AHEAD_MOST || seat->orders.newest - seat->orders_acked >= LOPE_NET_ORDERS) return LOPE_ERROR_RANGE;
    if (lope_orders_needs_oldest(&seat->orders, lope_server_told(server, seat))) return LOPE_ERROR_RANGE;
    given->tick = seat->time + 1 + ticks_ahead;
    if (!given->stands) given->tick = free_tick(seat, given->tick);
    lope_orders_add(&seat->orders, given);
    seat->stats.orders++;
    return LOPE_OK;
}

lope_result lope_net_server_order(lope_net_server *server, uint32_t player, const lope_input *input, uint32_t ticks_ahead)
{
    if (server == NULL || input == NULL) return LOPE_ERROR_NULL;
    const lope_result result = lope_input_check(input, server->def.moveset, NULL);
    if (result != LOPE_OK) return result;
    lope_order given = {.forbidden = input->forbidden, .held = input->held, .pressed = input->pressed};
    given.has_requests = input->requests != NULL;
    if (given.has_requests) given.requests = *input->requests;
    return order(server, player, &given, ticks_ahead);
}

lope_result lope_net_server_forbid(lope_net_server *server, uint32_t player, uint32_t forbidden, uint32_t ticks_ahead)
{
    if (server == NULL) return LOPE_ERROR_NULL;
    lope_order given = {.forbidden = forbidden, .stands = true};
    return order(server, player, &given, ticks_ahead);
}

lope_result lope_net_server_plan(lope_net_server *server, uint64_t body, uint32_t plan, uint32_t tick)
{
    if (server == NULL) return LOPE_ERROR_NULL;
    if (!lope_tick_after(tick, server->tick)) return LOPE_ERROR_RANGE;
    for (uint32_t i = 0; i < server->def.players; i++)
        if (server->seats[i].used && !lope_tick_after(tick, server->seats[i].time)) return LOPE_ERROR_RANGE;
    return lope_plans_set(&server->plans, body, plan, tick) ? LOPE_OK : LOPE_ERROR_RANGE;
}

bool lope_net_server_pose(const lope_net_server *server, uint64_t body, uint32_t tick, lope_transform *pose)
{
    return server != NULL && pose != NULL && lope_plans_pose(&server->plans, &server->rules, body, tick, pose);
}
