// client.c - making a client, its ticks, and what it shows of its own character.
//
// Read first: lope/net_client.h, client_private.h. Read next: client_receive.c, rerun.c, client_others.c.
#include "base/error.h"
#include "base/memory.h"
#include "net/client_others.h"
#include "net/client_packet.h"
#include "net/client_rerun.h"
#include "net/client_shown.h"
#include "net/state_wire.h"

#define TRIANGLES 512u
#define CATCH_UP 4u         // ticks beyond what is due, in a call
#define HELLO_EVERY 0.1     // s
#define PREDICTED_MOST 200u // ticks that are predicted beyond the newest one of the server

// ---- making one -------------------------------------------------------------------------------------------

lope_net_client *lope_net_client_create(const lope_net_client_def *def)
{
    lope_net_rules rules;
    if (def == NULL) return NULL;
    if (def->moveset == NULL || def->around == NULL) {
        lope_refuse(def->error, LOPE_ERROR_NULL, def->moveset == NULL ? "moveset" : "around", "is required");
        return NULL;
    }
    if (def->showing > LOPE_NET_SIMULATED) {
        lope_refuse(def->error, LOPE_ERROR_RANGE, "showing", "is %u, must be a lope_net_showing", (unsigned)def->showing);
        return NULL;
    }
    if (lope_rules_make(&def->rules, &rules, def->error) != LOPE_OK) return NULL;
    const lope_allocator allocator = lope_allocator_or_default(&def->allocator);
    lope_net_client *client = lope_allocate_zero(&allocator, sizeof *client);
    if (client != NULL) {
        client->def = *def;
        client->rules = rules;
        client->allocator = allocator;
        client->hash = lope_net_rules_hash(&rules, def->moveset);
        client->hello_time = -HELLO_EVERY;
        client->states = (lope_state_ring){.bytes_size = LOPE_CLIENT_BYTES,
                                           .count = LOPE_NET_RING,
                                           .entries = client->state_entries,
                                           .bytes = client->state_bytes};
        client->nearby = lope_nearby_create(&allocator);
        if (client->nearby != NULL &&
            lope_nearby_reserve(client->nearby, def->triangles != 0 ? def->triangles : TRIANGLES) == LOPE_OK)
            return client;
    }
    lope_refuse(def->error, LOPE_ERROR_MEMORY, "triangles", "there is no memory for a client");
    lope_net_client_destroy(client);
    return NULL;
}

void lope_net_client_destroy(lope_net_client *client)
{
    if (client == NULL) return;
    const lope_allocator allocator = client->allocator;
    lope_nearby_destroy(client->nearby);
    lope_release(&allocator, client, sizeof *client);
}

// ---- ticks ------------------------------------------------------------------------------------------------

// Predicts the next tick with a command.
static void predict(lope_net_client *client, const lope_command *command)
{
    lope_saved_move *move = &client->moves[++client->stats.tick % LOPE_NET_RING];
    move->tick = client->stats.tick;
    move->here = true;
    move->replaced = !lope_tick_after(move->tick, client->replaced_to) && lope_ranges_has(&client->replaced, move->tick);
    client->stats.replaced += move->replaced;
    move->own = *command;
    move->own.tick = move->tick;
    move->sent = -1;
    move->has_seen = move->own_has_seen = lope_rules_meet(&client->rules);
    move->seen = move->own_seen = client->stats.heard;
    client->before = client->state;
    lope_client_run(client, move);
    client->stats.undone += lope_told_settle(&client->told, move->tick);
}

// Returns how many ticks to run now: what is due, and some of those to be caught up.
static uint32_t count_ticks(lope_net_client *client, double now)
{
    const uint32_t due = lope_lead_due(&client->lead, now, client->rules.tick_rate);
    const uint32_t more = client->behind < CATCH_UP ? client->behind : CATCH_UP;
    const int32_t ahead = lope_tick_since(client->stats.tick, client->stats.heard);
    lope_lead_ran(&client->lead, due);
    client->behind -= more;
    const int32_t room = (int32_t)PREDICTED_MOST - ahead; // silence: no further than both ends remember
    const uint32_t wanted = due + more, count = room <= 0 ? 0 : wanted < (uint32_t)room ? wanted : (uint32_t)room;
    if (more > 0) client->caught = client->stats.tick + count;
    return count;
}

uint32_t lope_net_client_advance(lope_net_client *client, double now, const lope_command *next)
{
    if (client == NULL || next == NULL) return 0;
    lope_told_begin(&client->told);
    client->now = now;
    lope_smooth_pass(&client->smooth, now);
    if (!client->stats.joined) return 0;
    lope_command command = *next;
    const uint32_t count = count_ticks(client, now);
    for (uint32_t i = 0; i < count; i++) {
        predict(client, &command);
        command.pressed = 0;
    }
    lope_told_end(&client->told);
    lope_client_show_ahead(client);
    return count;
}

// ---- packets ----------------------------------------------------------------------------------------------

// Fills in the commands that the server does not have, the newest ones where there is no room for all.
static void fill_commands(lope_net_client *client, lope_client_packet *p, double now)
{
    const uint32_t last = client->stats.tick;
    uint32_t count = 0;
    while (count < client->rules.copies && lope_tick_after(last - count, client->got) && lope_client_move(client, last - count))
        count++;
    p->newest = last;
    p->count = count;
    for (uint32_t i = 0; i < count; i++) {
        lope_saved_move *move = lope_client_move(client, last - (count - 1 - i));
        p->commands[i] = move->own;
        p->names = move->own_has_seen;
        p->seen[i] = move->own_seen;
        if (move->sent < 0) move->sent = now;
    }
}

static void fill_hello(lope_net_client *client, lope_client_packet *p, double now)
{
    p->hello = true;
    p->rules = client->hash;
    p->stamp = client->hellos++ % LOPE_HELLOS;
    client->hello_at[p->stamp] = now;
    client->hello_time = now;
}

// Returns how far back the others are shown, in parts of a tick; 0: there are none.
static uint32_t view_of(const lope_net_client *client)
{
    if (lope_net_client_proxies(client, NULL, 0) == 0) return 0;
    if (client->def.showing != LOPE_NET_INTERPOLATED) return 1;
    const double parts = lope_client_back(client) * LOPE_VIEW_PARTS;
    return parts < 1 ? 1 : parts > LOPE_VIEW_MOST ? LOPE_VIEW_MOST : (uint32_t)parts;
}

static void fill_acks(const lope_net_client *client, lope_client_packet *p)
{
    p->has_heard = true;
    p->heard = client->stats.heard;
    p->has_agreed = client->has_agreed;
    p->agreed = client->stats.agreed;
    p->lacks = client->lacks_reals;
    p->reals = lope_reals_low(client->reals.newest);
    p->wish = client->wish;
    p->orders = client->orders.newest;
    p->plans = client->plans.revision;
    p->view = view_of(client);
}

size_t lope_net_client_packet(lope_net_client *client, void *bytes, size_t size, double now)
{
    if (client == NULL || bytes == NULL || size < 256) return 0;
    lope_client_packet packet = {0};
    if (!client->stats.joined) {
        if (now - client->hello_time < HELLO_EVERY) return 0;
        fill_hello(client, &packet, now);
    } else {
        if (client->stats.tick - client->packet_tick < client->rules.send_every) return 0;
        client->packet_tick = client->stats.tick;
        fill_acks(client, &packet);
        fill_commands(client, &packet, now);
    }
    lope_bits bits = lope_bits_write(bytes, size);
    lope_client_packet_pass(&bits, &packet, client->stats.tick);
    if (bits.bad) return 0;
    client->stats.up += lope_bits_bytes(&bits);
    return lope_bits_bytes(&bits);
}

// ---- what it shows ----------------------------------------------------------------------------------------

const lope_state *lope_net_client_state(const lope_net_client *client)
{
    return client != NULL && client->stats.joined ? &client->state : NULL;
}

lope_net_proxy lope_net_client_pose(const lope_net_client *client)
{
    if (client == NULL || !client->stats.joined) return (lope_net_proxy){.base = LOPE_BODY_NONE};
    const lope_state *a = &client->before, *b = &client->state;
    const double share = client->lead.due < 0 ? 0 : client->lead.due > 1 ? 1 : client->lead.due;
    lope_point feet = lope_point_mad(a->feet, lope_point_sub(b->feet, a->feet), share);
    float turn = b->yaw - a->yaw;
    turn -= turn > 3.14159265f ? 6.28318531f : turn < -3.14159265f ? -6.28318531f : 0;
    return (lope_net_proxy){.body = b->own_body,
                            .feet = lope_point_add(feet, client->smooth.offset),
                            .velocity = b->velocity,
                            .yaw = a->yaw + turn * (float)share + (float)client->smooth.yaw,
                            .height = b->height,
                            .mode = b->mode,
                            .base = b->pages & LOPE_PAGE_BASE && b->base_body != 0 ? b->base_body : LOPE_BODY_NONE};
}

const lope_net_event *lope_net_client_events(const lope_net_client *client, uint32_t *count)
{
    if (count != NULL) *count = client != NULL ? client->told.count : 0;
    return client != NULL ? client->told.out : NULL;
}

bool lope_net_client_body(const lope_net_client *client, uint64_t body, uint32_t tick, lope_transform *pose)
{
    return client != NULL && pose != NULL && lope_plans_pose(&client->plans, &client->rules, body, tick, pose);
}

lope_net_stats lope_net_client_stats(const lope_net_client *client)
{
    if (client == NULL) return (lope_net_stats){0};
    lope_net_stats stats = client->stats;
    stats.pace = (float)client->lead.pace;
    stats.depth = (float)client->lead.depth;
    stats.jitter = (float)lope_client_jitter(client);
    return stats;
}

uint32_t lope_net_client_digest(const lope_net_client *client, uint32_t tick)
{
    const lope_saved_move *move = client != NULL ? &client->moves[tick % LOPE_NET_RING] : NULL;
    return move != NULL && move->here && move->tick == tick ? move->digest : 0;
}
