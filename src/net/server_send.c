// server_send.c - the server writes a packet for a client: what it used, what it orders, where the others
// are.
//
// Order of a packet: head (server_packet.h), orders, plans, a state where one is due, the others until the
// budget is full. Read first: server_private.h, view.h.
#include "net/server_send.h"
#include "net/command_wire.h"
#include "net/server_packet.h"
#include "net/server_private.h"
#include "net/server_reals.h"
#include "net/state_wire.h"

#define STATES_A_SECOND 10u
#define FIRST_A_SECOND 2u // to a client that joins: its word of having one may be as long on its way

// ---- is there something to send ---------------------------------------------------------------------------

// Returns whether a packet went out less than `send_every` ticks ago.
static bool is_too_soon(const lope_net_server *server, const lope_net_seat *seat)
{
    for (uint32_t i = 0; i < server->rules.send_every; i++) {
        const uint32_t tick = server->tick - i;
        if (seat->sent[tick % LOPE_NET_RING] == tick + 1) return true;
    }
    return false;
}

// Returns whether a state is due: to a client that has none or wants one; once a round trip, at most ten
// times a second, and twice to one that joins. So one does over lines of up to 450 ms that lose none.
static bool state_is_due(const lope_net_server *server, const lope_net_seat *seat)
{
    const int32_t since = lope_tick_since(server->tick, seat->stated);
    if (since < (int32_t)(server->rules.tick_rate / (seat->joined ? STATES_A_SECOND : FIRST_A_SECOND))) return false;
    if (!seat->joined) return seat->stamp != LOPE_NO_STAMP;
    const bool round_trip = !lope_tick_after(seat->stated, seat->heard) || since > (int32_t)server->rules.tick_rate;
    return seat->wish && round_trip;
}

// ---- head -------------------------------------------------------------------------------------------------

static lope_server_packet head_of(const lope_net_server *server, uint32_t player)
{
    const lope_net_seat *seat = &server->seats[player];
    const uint32_t tick = server->tick, gap = seat->time - lope_server_told(server, seat);
    lope_server_packet p = {.mismatch = seat->mismatch,
                            .whole = !seat->joined,
                            .tick = tick,
                            .done = seat->time,
                            .stamp = seat->stamp,
                            .player = seat->number};
    p.least = seat->least < -LOPE_LEAST_NONE ? -LOPE_LEAST_NONE : seat->least;
    p.has_newest = seat->stats.up > 0;
    p.newest = seat->newest;
    p.digest = seat->digest;
    p.own = lope_server_place(server, player, tick)->proxy;
    p.covered = !seat->joined ? 0 : gap < LOPE_NET_RING ? gap : LOPE_NET_RING - 1;
    p.replaced = seat->replaced;
    p.newest_order = seat->orders.newest;
    p.first_order = seat->orders_acked + 1;
    p.order_count = seat->joined ? seat->orders.newest - seat->orders_acked : 0;
    return p;
}

// ---- orders, plans, state ---------------------------------------------------------------------------------

static void write_orders(lope_bits *bits, const lope_net_seat *seat, const lope_server_packet *p)
{
    for (uint32_t i = 0; i < p->order_count; i++) {
        const lope_order *order = lope_orders_get(&seat->orders, p->first_order + i);
        lope_order copy = *order;
        lope_order_pass(bits, &copy, p->tick);
    }
}

static void write_state(const lope_net_server *server, lope_bits *bits, lope_net_seat *seat, lope_server_packet *p)
{
    lope_state base;
    p->has_base = seat->joined && seat->has_agreed && server->rules.tolerance <= 0 && p->done - seat->agreed < LOPE_NET_RING &&
                  lope_state_ring_get(&seat->states, seat->agreed, &base);
    p->base = seat->agreed;
    p->command = seat->command;
    p->run = seat->run;
    p->has_seen = seat->has_seen;
    p->seen = seat->seen;
    p->orders_before = seat->orders_acked;
    p->forbidden = lope_orders_forbidden(&seat->orders, p->done);
    lope_server_packet_pass_state(bits, p);
    lope_state_pass(bits, &seat->state, p->has_base ? &base : NULL);
    seat->stated = p->tick;
    seat->stats.states++;
}

// ---- the others -------------------------------------------------------------------------------------------

static float weight_of(const lope_net_server *server, uint32_t viewer, uint32_t other)
{
    if (!server->seats[other].used || viewer == other) return 0;
    return server->def.weight != NULL ? server->def.weight(server->def.context, viewer, other) : 1.0f;
}

void lope_server_weigh(lope_net_server *server, uint32_t viewer)
{
    lope_net_view *view = &server->seats[viewer].view;
    uint64_t has[LOPE_PLAYERS_MOST / 64] = {0}; // those with a slot
    for (uint32_t slot = 0; slot < view->count; slot++) {
        if (view->players[slot] == 0) continue;
        const uint32_t other = view->players[slot] - 1u;
        const float weight = weight_of(server, viewer, other);
        has[other / 64] |= UINT64_C(1) << other % 64;
        if (weight > 0)
            view->owed[slot] += weight;
        else
            lope_view_drop(view, other);
    }
    for (uint32_t other = 0; other < server->def.players; other++) {
        if (has[other / 64] >> other % 64 & 1u) continue;
        const float weight = weight_of(server, viewer, other);
        const uint32_t slot = weight > 0 ? lope_view_take(view, other, server->seats[other].body) : LOPE_NET_NONE;
        if (slot != LOPE_NET_NONE) view->owed[slot] += weight;
    }
}

// Fills in the slots that have something to tell, in the order of what is owed them; equal ones by number.
// Returns how many.
static uint32_t line_up(const lope_net_view *view, uint32_t slots[LOPE_NET_PROXIES])
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < view->count; slot++) {
        uint32_t at = count++;
        while (at > 0 && view->owed[slots[at - 1]] < view->owed[slot]) {
            slots[at] = slots[at - 1];
            at--;
        }
        slots[at] = slot;
    }
    return count;
}

// Counts what an entry took.
static void count_entry(lope_net_seat_stats *stats, bool idle, uint64_t bits)
{
    stats->moving += !idle;
    stats->moving_bits += idle ? 0 : bits;
    stats->idle += idle;
    stats->idle_bits += idle ? bits : 0;
}

// What both ends know of a slot's character: where it was in a tick, and in one before it.
typedef struct told_twice {
    const lope_place *place, *before; // before NULL: not known
    uint32_t ticks, ticks_before;     // since `place`; from `before` to it, 0: not known
} told_twice;

// Finds where a slot's character was known to be before tick `since`: as what the packet of that tick was a
// difference to has it.
static void find_before(const lope_net_server *server, const lope_net_view *view, uint32_t slot, uint32_t since, told_twice *told)
{
    const lope_view_packet *packet = lope_view_at(view, since);
    const lope_view_packet *base = packet != NULL && packet->base_age > 0 ? lope_view_at(view, since - packet->base_age) : NULL;
    uint32_t tick;
    const lope_place *before = base != NULL ? lope_server_known(server, base, slot, &tick) : NULL;
    if (before == NULL || before->body != told->place->body || since - tick > LOPE_PROXY_KEPT) return;
    told->before = before;
    told->ticks_before = since - tick;
}

// Writes a character as the difference to what the client knows of it. Returns whether it is idle.
static bool write_known(const lope_net_server *server, lope_bits *bits, const lope_place *place, const told_twice *told)
{
    const lope_net_rules *rules = &server->rules;
    lope_proxy_known known = {.proxy = &told->place->proxy, .ticks = told->ticks};
    if (told->before != NULL) known.change = lope_proxy_changed(&told->before->proxy, known.proxy, told->ticks_before);
    lope_proxy proxy = place->proxy;
    const bool idle = lope_proxy_is_expected(&proxy, known.proxy, known.ticks, rules);
    const bool moves = !idle && lope_proxy_is_plain(&proxy, known.proxy);
    if (!lope_bits_flag(bits, moves) && !lope_bits_flag(bits, idle)) lope_bits_flag(bits, true);
    if (!idle) lope_proxy_pass(bits, &proxy, &known, rules, moves);
    return idle;
}

// The same, copied where it has been written for another client that knows as much.
static bool write_known_once(lope_net_server *server, lope_bits *bits, uint32_t player, const lope_place *place,
                             const told_twice *told)
{
    const lope_entry_key key = {server->tick, (uint8_t)told->ticks, (uint8_t)told->ticks_before};
    lope_entry *entry = &server->entries[player * LOPE_ENTRIES + lope_entry_place(&key)];
    if (lope_entry_is(entry, &key)) {
        lope_entry_write(entry, bits);
        return entry->idle;
    }
    const size_t start = bits->at;
    const bool idle = write_known(server, bits, place, told);
    lope_entry_keep(entry, &key, idle, bits, start);
    return idle;
}

// Writes a slot's character of which nothing is known, or that the slot is free.
static void write_new(const lope_net_server *server, lope_bits *bits, const lope_place *place)
{
    uint64_t body = place != NULL ? place->body : 0;
    bool same = false;
    for (int i = 0; i < 3; i++) lope_bits_flag(bits, false); // it neither moves nor is idle nor known
    lope_view_body_pass(bits, &body, &same);
    lope_proxy proxy;
    if (place != NULL) proxy = place->proxy;
    if (place != NULL) lope_proxy_pass(bits, &proxy, NULL, &server->rules, false);
}

// Writes one slot. start: of its head in the packet.
static void write_entry(lope_net_server *server, lope_bits *bits, lope_net_seat *seat, lope_view_packet *packet, uint32_t slot,
                        size_t start)
{
    lope_net_view *view = &seat->view;
    const uint32_t player = view->players[slot] - 1u;
    uint32_t since = server->tick;
    const lope_place *now = view->bodies[slot] != 0 ? lope_server_place(server, player, server->tick) : NULL;
    const lope_place *place = lope_server_known(server, packet, slot, &since);
    bool idle = false;
    if (now != NULL && place != NULL && place->body == now->body) {
        told_twice told = {.place = place, .ticks = server->tick - since};
        find_before(server, view, slot, since, &told);
        idle = write_known_once(server, bits, player, now, &told);
    } else {
        write_new(server, bits, now);
    }
    if (now != NULL) count_entry(&seat->stats, idle, bits->at - start);
    packet->players[slot] = view->players[slot];
    packet->ages[slot] = 0;
    view->owed[slot] = 0;
}

static void write_others(lope_net_server *server, lope_bits *bits, lope_net_seat *seat, lope_server_packet *p, size_t room)
{
    uint32_t slots[LOPE_NET_PROXIES], before = LOPE_NET_NONE;
    const lope_view_packet *base = seat->joined ? lope_view_at(&seat->view, seat->heard) : NULL;
    p->has_view_base = base != NULL && p->tick - seat->heard < LOPE_VIEW_RING;
    p->view_base = seat->heard;
    lope_server_packet_pass_view(bits, p);
    lope_view_packet *known = lope_view_note(&seat->view, p->tick, p->has_view_base ? base : NULL);
    if (lope_rules_meet(&server->rules)) lope_server_write_reals(server, bits, seat, known, room / 2);
    const uint32_t count = line_up(&seat->view, slots);
    for (uint32_t i = 0; i < count && bits->at + LOPE_ENTRY_MOST + 8 < room * 8; i++) {
        const uint32_t slot = slots[i];
        if (seat->view.bodies[slot] == 0 && known->players[slot] == 0) continue; // free, and known to be
        const size_t start = bits->at;
        lope_view_slot_pass(bits, slot, before);
        write_entry(server, bits, seat, known, slot, start);
        before = slot;
    }
    lope_view_slot_pass(bits, LOPE_NET_NONE, before);
}

// ---- the packet -------------------------------------------------------------------------------------------

static void write_packet(lope_net_server *server, lope_bits *bits, uint32_t player, bool with_state, size_t room)
{
    lope_net_seat *seat = &server->seats[player];
    lope_server_packet p = head_of(server, player);
    const lope_bits start = *bits;
    do { // fewer orders where they do not fit: the rest comes in the next packet
        *bits = start;
        lope_server_packet_pass(bits, &p, p.tick, &server->rules);
        write_orders(bits, seat, &p);
    } while ((bits->bad || bits->at > room * 4) && p.order_count > 0 && p.order_count-- > 0);
    uint32_t earliest = 0;
    lope_plans_pass(bits, &server->plans, seat->joined ? seat->plans_acked : 0, p.tick, &earliest);
    if (lope_bits_flag(bits, with_state)) write_state(server, bits, seat, &p);
    lope_server_weigh(server, player);
    write_others(server, bits, seat, &p, room);
}

size_t lope_net_server_packet(lope_net_server *server, uint32_t player, void *bytes, size_t size, double now)
{
    lope_net_seat *seat = lope_server_seat(server, player);
    if (seat == NULL || bytes == NULL || size < 256 || server->in_tick) return 0;
    seat->stats.silence = seat->timed ? now - seat->heard_at : 0;
    const bool with_state = state_is_due(server, seat);
    if (is_too_soon(server, seat) || (!seat->joined && !with_state && !seat->mismatch)) return 0;
    const size_t room = size < server->def.budget ? size : server->def.budget;
    lope_bits bits = lope_bits_write(bytes, room);
    if (seat->mismatch)
        lope_server_packet_pass(&bits, &(lope_server_packet){.mismatch = true}, 0, &server->rules);
    else
        write_packet(server, &bits, player, with_state, room);
    if (bits.bad) return 0;
    seat->sent[server->tick % LOPE_NET_RING] = server->tick + 1;
    seat->least = LOPE_LEAST_NONE;
    seat->stats.down += lope_bits_bytes(&bits);
    return lope_bits_bytes(&bits);
}
