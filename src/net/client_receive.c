// client_receive.c - the client reads a packet of the server, which it believes no further than it must.
//
// A packet is read whole before anything of it counts. Then: what the line is like, orders, plans and
// replaced ticks into the saved moves, one run of the ticks that these change, and the digests compared.
// Only when these differ is a state asked for. Read first: server_packet.h.
#include "net/client_others.h"
#include "net/client_rerun.h"
#include "net/server_packet.h"
#include "net/state_wire.h"
#include <lope/save.h>

#define SMOOTHING 0.1      // weight of a new round trip
#define JOIN_MARGIN 3u     // ticks that a client begins ahead, beyond the round trip
#define SHAKES 5u          // of the round trip: a part that it begins ahead too; the jitter is not known yet
#define ROUND_TRIP_MOST 30 // ticks of it that a client begins ahead, at most
#define FAR_AHEAD 32       // ticks that the server may be ahead of the client before it begins anew

typedef struct incoming {
    lope_server_packet head;
    lope_order orders[LOPE_NET_ORDERS];
    lope_plans plans;
    uint32_t plan_tick; // earliest tick that a new plan changes
    lope_state state;
    lope_others_told others;
} incoming;

// ---- reading ----------------------------------------------------------------------------------------------

// Returns whether a state has numbers that a state can have.
static bool is_sound(const lope_net_client *client, const lope_state *state)
{
    return lope_state_write_for(client->def.moveset, state, NULL, 0, NULL, NULL) == LOPE_OK;
}

static bool read_state(lope_net_client *client, lope_bits *bits, incoming *in)
{
    lope_state base;
    in->head.has_state = lope_bits_flag(bits, false);
    if (!in->head.has_state) return true;
    lope_server_packet_pass_state(bits, &in->head);
    if (bits->bad) return false;
    if (in->head.has_base) {
        const lope_saved_move *move = lope_client_move(client, in->head.base);
        if (move == NULL || !lope_state_ring_get(&client->states, in->head.base, &base)) return false;
    }
    return lope_state_pass(bits, &in->state, in->head.has_base ? &base : NULL) && is_sound(client, &in->state);
}

static bool read_packet(lope_net_client *client, lope_bits *bits, incoming *in)
{
    lope_server_packet *p = &in->head;
    lope_server_packet_pass(bits, p, client->stats.heard, &client->rules);
    if (bits->bad || p->mismatch) return !bits->bad;
    if (!p->whole && !client->stats.joined) return false;
    for (uint32_t i = 0; i < p->order_count; i++) {
        in->orders[i] = (lope_order){0};
        lope_order_pass(bits, &in->orders[i], p->tick);
    }
    in->plans = client->plans;
    in->plan_tick = p->tick + LOPE_NET_RING;
    lope_plans_pass(bits, &in->plans, 0, p->tick, &in->plan_tick);
    if (!read_state(client, bits, in)) return false;
    lope_server_packet_pass_view(bits, p);
    if (!lope_client_read_others(client, bits, p, &in->others)) return false;
    return lope_bits_all_read(bits);
}

// ---- the line ---------------------------------------------------------------------------------------------

static void measure(lope_net_client *client, const lope_server_packet *p, double now)
{
    lope_client_note_arrival(client, p->tick, now);
    if (p->has_newest && lope_tick_after(p->newest, client->got)) client->got = p->newest;
    const lope_saved_move *move = p->has_newest ? lope_client_move(client, p->newest) : NULL;
    if (move == NULL || move->sent < 0) return;
    const float trip = (float)(now - move->sent);
    lope_net_stats *s = &client->stats;
    s->round_trip += (float)SMOOTHING * (trip - s->round_trip);
    // the depth is the least since the packet before
    const bool was_caught = client->is_caught;
    client->is_caught = lope_tick_after(p->newest, client->caught);
    if (was_caught && client->is_caught && p->least < LOPE_LEAST_NONE) lope_lead_measure(&client->lead, p->least);
}

// ---- what changes the past --------------------------------------------------------------------------------

static void note(uint32_t *earliest, uint32_t tick)
{
    if (lope_tick_after(*earliest, tick)) *earliest = tick;
}

// Adds the orders that are new, in the order of their numbers.
static void take_orders(lope_net_client *client, const incoming *in, uint32_t *earliest)
{
    for (uint32_t i = 0; i < in->head.order_count; i++) {
        if (in->head.first_order + i != client->orders.newest + 1) continue;
        lope_orders_add(&client->orders, &in->orders[i]);
        note(earliest, in->orders[i].tick);
    }
}

static void take_plans(lope_net_client *client, const incoming *in, uint32_t *earliest)
{
    if (in->plans.revision == client->plans.revision) return;
    client->plans = in->plans;
    note(earliest, in->plan_tick);
}

// Marks the ticks that the server ran without a command. It tells of each until the client says that it has
// heard of it: so those that a slow client has not come to yet are kept for when it does.
static void take_replaced(lope_net_client *client, const lope_server_packet *p, uint32_t *earliest)
{
    for (uint32_t i = 0; i < p->covered; i++) {
        const uint32_t tick = p->done - i;
        const bool replaced = lope_ranges_has(&p->replaced, tick);
        lope_saved_move *move = lope_client_move(client, tick);
        if (lope_tick_after(tick, client->stats.tick)) lope_ranges_set(&client->replaced, tick, replaced);
        if (move == NULL || move->replaced || !replaced) continue;
        move->replaced = true;
        client->stats.replaced++;
        note(earliest, move->tick);
    }
    client->replaced_to = p->done;
}

// Returns whether told places are missing that stand before those of a packet, in others.
static bool lacks_reals(const lope_net_client *client, const lope_others_told *told)
{
    const uint32_t first = lope_reals_number(&client->reals, told->first_real);
    return told->goes_on && (!client->counts_reals || lope_tick_after(first, client->reals.newest + 1));
}

// Takes in the told places that are new. Where some before them were lost at the server, numbers go on with
// the first one of these. Where some before them are missing that come again, these come again too.
static void take_reals(lope_net_client *client, const incoming *in, uint32_t *earliest)
{
    client->lacks_reals = lacks_reals(client, &in->others);
    if (client->lacks_reals) return;
    if (!client->counts_reals && in->others.real_count > 0) client->reals.newest = in->others.first_real - 1;
    if (!client->counts_reals) lope_reals_forget(&client->reals);
    client->counts_reals |= in->others.real_count > 0;
    for (uint32_t i = 0; i < in->others.real_count; i++) {
        const lope_real *real = &in->others.reals[i];
        const uint32_t number = lope_reals_number(&client->reals, in->others.first_real + i);
        if (!lope_tick_after(number, client->reals.newest)) continue;
        const bool lost = number != client->reals.newest + 1;
        client->reals.newest = number - 1;
        if (lost) lope_reals_forget(&client->reals);
        lope_reals_add(&client->reals, real);
        client->stats.told++;
        note(earliest, real->tick);
    }
}

// Makes the state of the packet that of its tick, and runs the ticks after it again.
static void take_state(lope_net_client *client, const incoming *in)
{
    const lope_server_packet *p = &in->head;
    const bool first = !client->stats.joined || lope_client_move(client, p->done) == NULL;
    lope_saved_move *move = &client->moves[p->done % LOPE_NET_RING];
    move->tick = p->done;
    move->here = true;
    move->own = move->command = p->command;
    move->run = p->run;
    move->has_seen = p->has_seen;
    move->seen = p->seen;
    move->replaced = p->run > 0;
    lope_client_save(client, move, &in->state);
    if (lope_tick_after(p->orders_before, client->orders.newest)) client->orders.newest = p->orders_before;
    if (first) {
        client->orders.forbidden = p->forbidden;
        client->orders.since = p->done;
        client->orders.has_since = true;
    }
    client->since = client->stats.agreed = p->done;
    client->has_agreed = true;
    client->wish = false;
    client->stats.states++;
}

// Begins, or begins anew, at the tick of a state: ahead of the server by the round trip and a margin.
static void join(lope_net_client *client, const incoming *in, double now)
{
    const lope_server_packet *p = &in->head;
    const double trip = p->stamp < LOPE_HELLOS ? now - client->hello_at[p->stamp] : client->stats.round_trip;
    const double due = trip * client->rules.tick_rate;
    const uint32_t ticks = due < ROUND_TRIP_MOST ? (uint32_t)due : ROUND_TRIP_MOST;
    for (uint32_t i = 0; i < LOPE_NET_RING; i++) client->moves[i].here = false;
    take_state(client, in);
    client->player = p->player;
    client->state = client->before = in->state;
    client->smooth = (lope_smooth){.time = now};
    client->stats.tick = client->packet_tick = client->got = client->replaced_to = p->done;
    client->stats.round_trip = (float)trip;
    client->caught = p->done;
    client->is_caught = false;
    client->counts_reals = client->lacks_reals = false;
    lope_reals_forget(&client->reals);
    const int32_t missing = lope_tick_since(p->tick, p->done); // below 0: it was ahead of the server
    const uint32_t ahead = ticks + JOIN_MARGIN + ticks / SHAKES;
    client->behind = missing + (int32_t)ahead > 0 ? (uint32_t)(missing + (int32_t)ahead) : 0;
    client->stats.joined = true;
    lope_lead_start(&client->lead, now);
}

// Returns whether the own place at the end of the packet's tick is the server's, but for the rules'
// tolerance.
static bool is_within(const lope_net_client *client, const lope_server_packet *p)
{
    lope_state state;
    const double most = (double)client->rules.tolerance * LOPE_PROXY_PLACE;
    if (most <= 0 || !lope_state_ring_get(&client->states, p->done, &state)) return false;
    const lope_proxy own = lope_proxy_of(&state, &client->plans, &client->rules, p->done);
    double square = 0;
    for (int i = 0; i < 3; i++) {
        const double off = (double)own.place[i] - p->own.place[i];
        square += off * off;
    }
    return own.mode == p->own.mode && own.base == p->own.base && square <= most * most;
}

// Compares the digests of the packet's tick. Where they differ though nothing was missing, a state is asked
// for.
static void compare(lope_net_client *client, const lope_server_packet *p)
{
    const lope_saved_move *move = lope_client_move(client, p->done);
    const bool all_known = (client->orders.newest & 0xffu) == p->newest_order;
    if (move == NULL || !all_known) return;
    client->stats.checks++;
    if (move->digest == p->digest || is_within(client, p)) {
        client->stats.agreed = p->done;
        client->has_agreed = true;
        client->wish = false;
        return;
    }
    client->stats.wrong++;
    client->wish = true;
}

static void take_packet(lope_net_client *client, const incoming *in, double now)
{
    const lope_server_packet *p = &in->head;
    const uint32_t none = p->done + LOPE_NET_RING;
    uint32_t earliest = none;
    measure(client, p, now);
    take_orders(client, in, &earliest);
    take_plans(client, in, &earliest);
    take_replaced(client, p, &earliest);
    take_reals(client, in, &earliest);
    if (p->has_state) {
        take_state(client, in);
        note(&earliest, p->done + 1);
    }
    const bool in_state =
        !lope_tick_after(earliest, client->since) && lope_tick_since(p->done, client->since) < (int32_t)LOPE_NET_RING;
    if (in_state) earliest = client->since + 1;
    const bool past = !lope_tick_after(earliest, client->stats.tick);
    if (earliest != none && past && !lope_client_rerun(client, earliest)) client->wish = true;
    if (!in->others.cut && !client->lacks_reals) compare(client, p);
    if (lope_tick_after(p->tick, client->stats.tick)) // the client fell behind
        client->behind = (uint32_t)lope_tick_since(p->tick, client->stats.tick) + JOIN_MARGIN;
}

// Keeps a snapshot as the newest one. In a silence none is pushed out: ticks that are run again after it
// name those of before.
static void keep_snapshot(lope_net_client *client, const lope_snapshot *snapshot, double now)
{
    lope_snapshot *place = &client->snapshots[client->snapshot_count++ % LOPE_VIEW_RING];
    *place = *snapshot;
    place->time = now;
    client->has_heard = true;
    client->stats.heard = snapshot->tick;
}

lope_result lope_net_client_receive(lope_net_client *client, const void *bytes, size_t size, double now)
{
    incoming in = {.head = {0}};
    if (client == NULL || bytes == NULL) return LOPE_ERROR_NULL;
    lope_bits bits = lope_bits_read(bytes, size);
    if (size > LOPE_NET_PACKET || !read_packet(client, &bits, &in)) {
        client->stats.refused++;
        return LOPE_ERROR_FORMAT;
    }
    client->stats.mismatch = in.head.mismatch;
    if (in.head.mismatch) return LOPE_ERROR_STATE;
    client->stats.down += size;
    const uint32_t tick = in.head.tick;
    if (client->stats.joined && in.head.whole) return LOPE_OK;                            // it has joined
    if (client->has_heard && !lope_tick_after(tick, client->stats.heard)) return LOPE_OK; // late
    const bool far = client->stats.joined && lope_tick_since(tick, client->stats.tick) > FAR_AHEAD;
    const bool joins = !client->stats.joined && in.head.has_state;
    if (!client->stats.joined && !joins) return LOPE_OK;
    client->plans = joins ? in.plans : client->plans;
    for (uint32_t i = 0; joins && i < LOPE_VIEW_RING; i++) client->snapshots[i].here = false;
    keep_snapshot(client, &in.others.snapshot, now);
    if (joins)
        join(client, &in, now);
    else if (far)
        client->stats.joined = client->has_heard = client->has_agreed = false; // a new join
    else
        take_packet(client, &in, now);
    return LOPE_OK;
}
