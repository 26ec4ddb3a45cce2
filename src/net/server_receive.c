// server_receive.c - the server reads a packet of a client, which it does not believe.
//
// A packet is read whole before anything of it counts. Ticks are compared with what the server knows before
// they index a ring. Read first: client_packet.h.
#include "net/client_packet.h"
#include "net/history.h"
#include "net/server_packet.h"
#include "net/server_private.h"

#define BURST 32.0    // packets that may come at once
#define LATE_HELLO 2u // of a second after a join, in which a hello is an old one

// Returns whether a packet of a player may be read now: at most twice the nominal rate.
static bool may_read(const lope_net_server *server, lope_net_seat *seat, double now)
{
    const double rate = 2.0 * server->rules.tick_rate / server->rules.send_every;
    const double seconds = seat->timed ? now - seat->heard_at : 1e9;
    if (seconds > 0) seat->tokens += seconds * rate;
    if (seat->tokens > BURST) seat->tokens = BURST;
    if (seconds > 0 || !seat->timed) seat->heard_at = now;
    seat->timed = true;
    if (seat->tokens < 1.0) return false;
    seat->tokens -= 1.0;
    return true;
}

// Returns whether the ticks of a packet are such as a client can have.
static bool is_possible(const lope_net_server *server, const lope_net_seat *seat, const lope_client_packet *p)
{
    const uint32_t sent = seat->sent[p->heard % LOPE_NET_RING]; // 0: nothing yet
    if (p->has_heard && (sent == 0 || sent != p->heard + 1 || server->tick - p->heard >= LOPE_NET_RING)) return false;
    if (p->has_agreed && p->heard + LOPE_NET_AHEAD - p->agreed >= LOPE_NET_RING) return false;
    return p->count == 0 || lope_tick_since(p->newest, server->tick) <= (int32_t)LOPE_NET_AHEAD;
}

static void take_commands(lope_net_seat *seat, const lope_client_packet *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        const lope_command *command = &p->commands[i];
        const uint32_t at = command->tick % LOPE_COMMANDS;
        const bool far = lope_tick_since(command->tick, seat->time) > (int32_t)LOPE_COMMANDS;
        if (far) continue; // it comes again
        seat->commanded = true;
        // a late one too: its depth tells
        if (lope_tick_after(command->tick, seat->newest)) seat->newest = command->tick;
        if (!lope_tick_after(command->tick, seat->time)) {
            seat->stats.late += lope_ranges_has(&seat->replaced, command->tick) && i + 1 == p->count;
            continue;
        }
        const bool told = seat->came[at] && seat->commands[at].tick == command->tick;
        if (told) continue; // the first one counts
        seat->commands[at] = *command;
        seat->names[at] = p->names ? p->seen[i] + 1 : 0;
        seat->came[at] = true;
    }
}

// Returns the number at or before `newest` with these low 8 bits.
static uint32_t number_of(uint32_t newest, uint32_t low) { return newest - ((newest - low) & 0xffu); }

// Returns the number up to which a client has the told places: those of the packet that it names and all
// before, if it does not say that it lacks some. It is believed no further than the packet; with its first
// one not at all: it could ask for what was told before it came.
static uint32_t reals_of(const lope_net_seat *seat, const lope_client_packet *p)
{
    const uint32_t newest = seat->reals.newest;
    const uint32_t sent = newest - ((newest - seat->reals_in[p->heard % LOPE_NET_RING]) & 0xffffu);
    const uint32_t has = p->lacks && seat->joined ? newest - lope_reals_low(newest - p->reals) : sent;
    return lope_tick_after(has, sent) ? sent : has;
}

static void take_acks(const lope_net_server *server, lope_net_seat *seat, const lope_client_packet *p)
{
    if (seat->joined && lope_tick_after(seat->heard, p->heard)) return; // an old packet
    const uint32_t reals = reals_of(seat, p);
    if (!seat->joined) {
        seat->since = server->tick;
        seat->reals.oldest = reals; // what was told before its state it does not have
    }
    if (!seat->joined || lope_tick_after(reals, seat->reals_acked)) seat->reals_acked = reals;
    seat->joined = true;
    seat->heard = p->heard;
    seat->view_back = p->view;
    seat->wish = p->wish && !seat->trusted;
    seat->stats.drifted += p->wish && seat->trusted;
    lope_history_measure(seat, server->tick - p->heard);
    if (p->has_agreed) seat->agreed = p->agreed;
    seat->has_agreed |= p->has_agreed;
    const uint32_t orders = number_of(seat->orders.newest, p->orders), plans = number_of(server->plans.revision, p->plans);
    if (lope_tick_after(orders, seat->orders_acked)) seat->orders_acked = orders;
    if (lope_tick_after(plans, seat->plans_acked)) seat->plans_acked = plans;
}

// A client that had a state begins anew: it hears of the last orders again, and what it sent before does not
// count.
static void part(lope_net_seat *seat)
{
    for (uint32_t i = 0; i < LOPE_COMMANDS; i++) seat->came[i] = false;
    seat->newest = seat->time;
    seat->commanded = false;
    seat->least = LOPE_LEAST_NONE;
    const uint32_t newest = seat->orders.newest;
    seat->joined = seat->timely = seat->has_agreed = seat->wish = false;
    seat->orders_acked = newest - (newest < LOPE_NET_ORDERS ? newest : LOPE_NET_ORDERS);
    seat->plans_acked = 0;
    seat->has_seen = false;
}

// Returns whether a hello was under way when the client got its state: it says hello again only after a
// silence.
static bool is_late_hello(const lope_net_server *server, const lope_net_seat *seat)
{
    return seat->joined && lope_tick_since(server->tick, seat->since) < (int32_t)(server->rules.tick_rate / LATE_HELLO);
}

static lope_result take(lope_net_server *server, lope_net_seat *seat, const lope_client_packet *p)
{
    if (p->hello) {
        seat->mismatch = p->rules != server->hash;
        seat->stamp = p->stamp;
        if (seat->mismatch) return LOPE_ERROR_STATE;
        if (!p->has_heard && seat->joined && !is_late_hello(server, seat)) part(seat); // its state is lost
    }
    if (p->has_heard) take_acks(server, seat, p);
    take_commands(seat, p);
    return LOPE_OK;
}

lope_result lope_net_server_receive(lope_net_server *server, uint32_t player, const void *bytes, size_t size, double now)
{
    lope_net_seat *seat = lope_server_seat(server, player);
    if (server == NULL || bytes == NULL) return LOPE_ERROR_NULL;
    if (seat == NULL) return LOPE_ERROR_HANDLE;
    if (!may_read(server, seat, now)) {
        seat->stats.flooded++;
        return LOPE_ERROR_RANGE;
    }
    lope_client_packet packet = {0};
    lope_bits bits = lope_bits_read(bytes, size);
    lope_client_packet_pass(&bits, &packet, server->tick);
    lope_result result = LOPE_OK;
    if (size > LOPE_NET_PACKET || !lope_bits_all_read(&bits))
        result = LOPE_ERROR_FORMAT;
    else if (!is_possible(server, seat, &packet))
        result = LOPE_ERROR_RANGE;
    if (result == LOPE_OK) result = take(server, seat, &packet);
    seat->stats.refused += result != LOPE_OK;
    if (result == LOPE_OK) seat->stats.up += size;
    return result;
}
