// server_tick.c - the tick: commands held to their ticks or run as they come, states taken in.
//
// Each player's character has a tick of its own, `time`. With LOPE_NET_ON_TICK it is the server's. With
// LOPE_NET_ON_ARRIVAL it follows the commands: as many of them run as have come in order and have credit
// (lope/net_arrival.h). A character more than a quarter of a second behind the server goes on without
// commands, so that silence holds no character in the air; commands that come for these ticks are late.
// Nothing runs without credit, so a debt is paid back at one tick a tick, which is Unreal's rate.
#include "net/server_tick.h"
#include "net/command_wire.h"
#include "net/server_packet.h"
#include "net/state_wire.h"

#define BEHIND_MOST 4u // of a second: a character that is farther behind runs without a command

void lope_server_keep(lope_net_seat *seat, const lope_state *state)
{
    seat->state = *state;
    seat->digest = lope_state_digest_32(state);
    lope_state_ring_add(&seat->states, seat->time, state);
}

void lope_server_place_now(lope_net_server *server, uint32_t player)
{
    const lope_net_seat *seat = &server->seats[player];
    lope_places *places = &server->places[server->tick % LOPE_SNAPSHOTS];
    places->tick = server->tick;
    places->here = true;
    lope_place *place = lope_server_place(server, player, server->tick);
    place->body = seat->body;
    place->proxy = lope_proxy_of(&seat->state, &server->plans, &server->rules, seat->time);
    lope_proxy_take_command(&place->proxy, &seat->command, &server->rules);
}

// Begins the next tick of a player: takes its command, or what stands in for it.
static void take_command(const lope_net_server *server, lope_net_seat *seat)
{
    const uint32_t tick = ++seat->time, i = tick % LOPE_COMMANDS;
    const bool here = seat->came[i] && seat->commands[i].tick == tick;
    seat->came[i] = false;
    seat->run = here ? 0 : seat->run + 1;
    seat->command = here ? seat->commands[i] : lope_command_replaced(&seat->command, tick, seat->run, server->rules.hold_ticks);
    if (here && seat->names[i] != 0) {
        seat->has_seen = true;
        seat->seen = seat->names[i] - 1;
    }
    lope_ranges_set(&seat->replaced, tick, !here);
    seat->running = true;
    if (!seat->joined || (!here && !seat->timely)) return;
    if (!seat->timely) seat->first = tick;
    seat->timely = true;
    // for a second the client's clock learns the line
    if (lope_tick_since(tick, seat->first) < (int32_t)server->rules.tick_rate) return;
    seat->stats.ticks++;
    seat->stats.replaced += !here;
}

// Takes in the depth of a player's queue in a tick. Before its first command there is none: the client would
// learn how long it took to begin, and think that its line is as bad.
static void note_depth(lope_net_seat *seat, int32_t depth)
{
    if (depth >= LOPE_LEAST_NONE) depth = LOPE_LEAST_NONE - 1;
    if (seat->commanded && depth < seat->least) seat->least = depth;
}

lope_result lope_net_server_begin(lope_net_server *server)
{
    if (server == NULL) return LOPE_ERROR_NULL;
    if (server->in_tick) return LOPE_ERROR_STATE;
    server->in_tick = true;
    server->tick++;
    server->turns = 0;
    for (uint32_t i = 0; i < server->def.players; i++) {
        lope_net_seat *seat = &server->seats[i];
        if (!seat->used) continue;
        note_depth(seat, lope_tick_since(seat->newest, server->tick));
        seat->running = seat->asked = false;
        seat->agains = seat->unyielding_count = 0;
        seat->entered = false;
        if (lope_rules_on_arrival(&server->rules))
            lope_net_arrival_tick(&seat->arrival);
        else
            take_command(server, seat);
    }
    return LOPE_OK;
}

// Returns whether a player's character may go on now. What runs takes credit.
static bool is_due(const lope_net_server *server, lope_net_seat *seat)
{
    const int32_t behind = lope_tick_since(server->tick, seat->time);
    if (!seat->joined) return behind > 0; // no client plays it yet
    const bool waits = lope_tick_after(seat->newest, seat->time);
    const bool silent = behind > (int32_t)(server->rules.tick_rate / BEHIND_MOST);
    return (waits || silent) && lope_net_arrival_take(&seat->arrival);
}

bool lope_net_server_next(lope_net_server *server, uint32_t player, const lope_state *state)
{
    lope_net_seat *seat = lope_server_seat(server, player);
    if (seat == NULL || state == NULL || !server->in_tick) return false;
    if (!lope_rules_on_arrival(&server->rules)) {
        const bool first = !seat->asked;
        seat->asked = true;
        return first;
    }
    if (seat->running) lope_server_keep(seat, state);
    seat->running = false;
    if (!is_due(server, seat)) return false;
    take_command(server, seat);
    return true;
}

uint32_t lope_net_server_time(const lope_net_server *server, uint32_t player)
{
    const lope_net_seat *seat = lope_server_seat(server, player);
    return seat != NULL ? seat->time : 0;
}

lope_result lope_net_server_input(lope_net_server *server, uint32_t player, lope_input *input)
{
    lope_net_seat *seat = lope_server_seat(server, player);
    if (server == NULL || input == NULL) return LOPE_ERROR_NULL;
    if (seat == NULL) return LOPE_ERROR_HANDLE;
    if (!server->in_tick || !seat->running) return LOPE_ERROR_STATE;
    lope_rules_input(&server->rules, seat->number, &seat->command, &seat->state, input);
    lope_orders_apply(&seat->orders, seat->time, input);
    return LOPE_OK;
}

const lope_command *lope_net_server_command(const lope_net_server *server, uint32_t player)
{
    const lope_net_seat *seat = lope_server_seat(server, player);
    return seat != NULL ? &seat->command : NULL;
}

lope_result lope_net_server_end(lope_net_server *server, const lope_state *const *states)
{
    if (server == NULL || states == NULL) return LOPE_ERROR_NULL;
    if (!server->in_tick) return LOPE_ERROR_STATE;
    for (uint32_t i = 0; i < server->def.players; i++)
        if (server->seats[i].used && states[i] == NULL) return LOPE_ERROR_NULL;
    for (uint32_t i = 0; i < server->def.players; i++) {
        lope_net_seat *seat = &server->seats[i];
        if (!seat->used) continue;
        if (seat->running) lope_server_keep(seat, states[i]);
        lope_server_place_now(server, i);
    }
    server->in_tick = false;
    return LOPE_OK;
}
