// handover.c - a player goes over from one server to another: its seat as bytes.
//
// In them: the state whole, the command that the last tick used and those in hand, what was replaced,
// orders, told places, and which packets the client may have. What the client knows of the others stays
// behind: it is told of all anew. Read first: lope/net_server.h.
#include "net/command_wire.h"
#include "net/server_private.h"
#include "net/server_send.h"
#include "net/state_wire.h"

#define REALS 64u // told places that are handed over, at most

// What is handed over beside the rings.
typedef struct head {
    uint64_t rules, body;
    uint32_t tick, digest, number;
} head;

static void pass_head(lope_bits *bits, head *h)
{
    h->rules = lope_bits_wide(bits, h->rules);
    h->body = lope_bits_wide(bits, h->body);
    h->tick = lope_bits_pass(bits, h->tick, 32);
    h->digest = lope_bits_pass(bits, h->digest, 32);
    h->number = lope_bits_pass(bits, h->number, 16);
}

static bool pass_flag(lope_bits *bits, bool *flag) { return *flag = lope_bits_flag(bits, *flag); }
static void pass_word(lope_bits *bits, uint32_t *word) { *word = lope_bits_pass(bits, *word, 32); }

static void hand_over_seen(lope_bits *bits, bool *has, uint32_t *seen)
{
    if (pass_flag(bits, has)) pass_word(bits, seen);
}

// Passes the commands of ticks to come.
static void hand_over_commands(lope_bits *bits, lope_net_seat *seat, uint32_t tick)
{
    const lope_command none = {0};
    lope_command_pass(bits, &seat->command, &none);
    hand_over_seen(bits, &seat->has_seen, &seat->seen);
    pass_word(bits, &seat->run);
    pass_word(bits, &seat->newest);
    for (uint32_t k = tick + 1; k != tick + 1 + LOPE_COMMANDS; k++) {
        const uint32_t i = k % LOPE_COMMANDS;
        bool came = seat->came[i] && seat->commands[i].tick == k, names = came && seat->names[i] != 0;
        seat->came[i] = lope_bits_flag(bits, came);
        if (!seat->came[i]) continue;
        seat->commands[i].tick = k;
        lope_command_pass(bits, &seat->commands[i], &none);
        if (pass_flag(bits, &names)) pass_word(bits, &seat->names[i]);
    }
}

// Passes what the client has, or may have.
static void pass_acks(lope_bits *bits, lope_net_seat *seat, uint32_t tick)
{
    pass_flag(bits, &seat->joined);
    pass_flag(bits, &seat->has_agreed);
    pass_flag(bits, &seat->trusted);
    pass_word(bits, &seat->heard);
    pass_word(bits, &seat->agreed);
    for (uint32_t k = tick + 1 - LOPE_NET_RING; k != tick + 1; k++) {
        const uint32_t i = k % LOPE_NET_RING;
        const bool sent = lope_bits_flag(bits, seat->sent[i] == k + 1);
        if (!bits->writes) seat->sent[i] = sent ? k + 1 : 0;
        if (sent) seat->reals_in[i] = (uint16_t)lope_bits_pass(bits, seat->reals_in[i], 16);
    }
    for (uint32_t i = 0; i < LOPE_NET_RING / 64; i++) seat->replaced.words[i] = lope_bits_wide(bits, seat->replaced.words[i]);
}

static void pass_orders(lope_bits *bits, lope_net_seat *seat, uint32_t tick)
{
    lope_orders *orders = &seat->orders;
    pass_word(bits, &orders->newest);
    pass_word(bits, &seat->orders_acked);
    if (pass_flag(bits, &orders->has_since)) {
        pass_word(bits, &orders->forbidden);
        pass_word(bits, &orders->since);
    }
    for (uint32_t i = 0; i < LOPE_ORDERS_KEPT; i++) {
        lope_order *order = &orders->kept[i];
        if (!lope_bits_flag(bits, order->number != 0)) continue;
        pass_word(bits, &order->number);
        lope_order_pass(bits, order, tick);
        if (order->number % LOPE_ORDERS_KEPT != i) bits->bad = true;
    }
    const uint32_t open = orders->newest - seat->orders_acked;
    if (open > LOPE_NET_ORDERS) bits->bad = true;
    for (uint32_t i = 0; i < open && !bits->bad; i++)
        if (lope_orders_get(orders, orders->newest - i) == NULL) bits->bad = true;
}

// Passes the newest told places, and which of them the client has.
static void pass_reals(lope_bits *bits, lope_net_seat *seat, uint32_t tick, const lope_net_rules *rules)
{
    lope_reals *reals = &seat->reals;
    uint32_t count = reals->newest - reals->oldest, newest = reals->newest;
    if (count > REALS) count = REALS;
    pass_word(bits, &newest);
    pass_word(bits, &seat->reals_acked);
    count = lope_bits_pass(bits, count, 7);
    if (count > REALS) bits->bad = true;
    if (!bits->writes) reals->newest = reals->oldest = newest - count;
    for (uint32_t i = 0; i < count && !bits->bad; i++) {
        lope_real real = {0};
        if (bits->writes) real = *lope_reals_get(reals, newest - count + 1 + i);
        lope_real_pass(bits, &real, tick, NULL, 0, rules);
        if (!bits->writes) lope_reals_add(reals, &real);
    }
}

static void pass_seat(lope_bits *bits, lope_net_seat *seat, uint32_t tick, const lope_net_rules *rules)
{
    hand_over_commands(bits, seat, tick);
    pass_acks(bits, seat, tick);
    pass_orders(bits, seat, tick);
    pass_reals(bits, seat, tick, rules);
}

lope_result lope_net_server_copy(const lope_net_server *server, uint32_t player, void *bytes, size_t capacity, size_t *size)
{
    const lope_net_seat *seat = lope_server_seat(server, player);
    if (server == NULL || bytes == NULL || size == NULL) return LOPE_ERROR_NULL;
    if (seat == NULL) return LOPE_ERROR_HANDLE;
    if (server->in_tick || lope_rules_on_arrival(&server->rules)) return LOPE_ERROR_STATE;
    lope_bits bits = lope_bits_write(bytes, capacity);
    head h = {.rules = server->hash, .body = seat->body, .tick = server->tick, .digest = seat->digest, .number = seat->number};
    pass_head(&bits, &h);
    lope_state_pass(&bits, &server->seats[player].state, NULL);
    pass_seat(&bits, &server->seats[player], server->tick, &server->rules); // writing changes nothing of it
    if (bits.bad) return LOPE_ERROR_RANGE;
    *size = lope_bits_bytes(&bits);
    return LOPE_OK;
}

lope_result lope_net_server_give(lope_net_server *server, uint32_t player, void *bytes, size_t capacity, size_t *size)
{
    const lope_result result = lope_net_server_copy(server, player, bytes, capacity, size);
    return result == LOPE_OK ? lope_net_server_leave(server, player) : result;
}

// Reads what stands before the seat. Returns LOPE_OK when it fits this server and its tick.
static lope_result read_head(const lope_net_server *server, lope_bits *bits, head *h, lope_state *state)
{
    pass_head(bits, h);
    if (bits->bad) return LOPE_ERROR_FORMAT;
    if (h->rules != server->hash) return LOPE_ERROR_STATE;
    if (server->tick - h->tick > LOPE_NET_GAP) return LOPE_ERROR_RANGE;
    if (!lope_state_pass(bits, state, NULL) || lope_state_digest_32(state) != h->digest) return LOPE_ERROR_FORMAT;
    return LOPE_OK;
}

lope_result lope_net_server_take(lope_net_server *server, const void *bytes, size_t size, uint32_t *player, lope_state *state)
{
    head h = {0};
    lope_state read;
    if (server == NULL || bytes == NULL || player == NULL || state == NULL) return LOPE_ERROR_NULL;
    if (server->in_tick) return LOPE_ERROR_STATE;
    lope_bits bits = lope_bits_read(bytes, size);
    lope_result result = read_head(server, &bits, &h, &read);
    if (result == LOPE_OK) result = lope_net_server_join(server, h.body, &read, player);
    if (result != LOPE_OK) return result;
    lope_net_seat *seat = &server->seats[*player];
    pass_seat(&bits, seat, h.tick, &server->rules);
    seat->number = h.number;
    if (!lope_bits_all_read(&bits)) {
        lope_net_server_leave(server, *player);
        return LOPE_ERROR_FORMAT;
    }
    seat->wish = h.tick != server->tick; // ticks that were not run are told by a state
    lope_server_weigh(server, *player);
    *state = read;
    return LOPE_OK;
}
