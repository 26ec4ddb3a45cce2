// zones_bots.c - players of the test with processes. Read first: zones_bots.h.
#define _POSIX_C_SOURCE 200809L

#include "zones_bots.h"

#include <time.h>

#define SILENCE 0.5 // s without a packet, after which a client begins anew
#define ASK 0.3     // s from one "are you there?" to the next

static bool begin_client(zones_bot *bot, double now)
{
    const lope_net_stats stats = bot->net != NULL ? lope_net_client_stats(bot->net) : (lope_net_stats){.tick = 0};
    bot->begun++;
    bot->checks += stats.checks;
    bot->wrong += stats.wrong;
    bot->states += stats.states;
    lope_net_client_destroy(bot->net);
    bot->net = lope_net_client_create(&(lope_net_client_def){
        .rules = bot->world->rules, .moveset = &bot->world->moveset, .around = zones_around, .context = &bot->view});
    bot->at = ZONES;
    bot->heard = now;
    return bot->net != NULL;
}

bool zones_bot_open(zones_bot *bot, const zones_world *world, const process_shared *shared, uint64_t player)
{
    *bot = (zones_bot){.player = player, .world = world, .shared = shared, .view.world = world};
    return begin_client(bot, process_clock());
}

void zones_bot_close(zones_bot *bot)
{
    for (uint32_t k = 0; k < ZONES; k++) lope_transport_close(bot->lines[k]);
    lope_net_client_destroy(bot->net);
}

void zones_bot_count(const zones_bot *bot, uint32_t *begun, uint32_t *checks, uint32_t *wrong, uint32_t *states)
{
    const lope_net_stats stats = lope_net_client_stats(bot->net);
    *begun += bot->begun;
    *checks += bot->checks + stats.checks;
    *wrong += bot->wrong + stats.wrong;
    *states += bot->states + stats.states;
}

// Opens a line with a token, as the game's backend would make it.
static void open_line(zones_bot *bot, uint32_t k, double now)
{
    lope_token token;
    lope_token_claim claim = {.player = bot->player, .server = k, .expiry = (uint64_t)time(NULL) + 60};
    bot->opened[k] = false;
    bot->again[k] = now + 0.5;
    if (lope_token_draw(claim.random, sizeof claim.random) != LOPE_OK) return;
    if (lope_token_make(bot->shared->master, &claim, &token) != LOPE_OK) return;
    bot->lines[k] = lope_udp_join(
        &(lope_udp_join_def){.host = "127.0.0.1", .port = bot->shared->play_ports[k], .token = &token, .timeout = 2, .seed = 1});
}

static void take_packet(zones_bot *bot, uint32_t k, const uint8_t *bytes, size_t size, double now)
{
    if (size == 1) return;
    const lope_net_stats before = lope_net_client_stats(bot->net);
    lope_net_client_receive(bot->net, bytes, size, now);
    const lope_net_stats after = lope_net_client_stats(bot->net);
    if (!after.joined || (before.joined && after.heard == before.heard)) return;
    bot->at = k;
    bot->heard = now;
}

static void receive(zones_bot *bot, uint32_t k, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    while (bot->lines[k] != NULL && lope_transport_receive(bot->lines[k], now, bytes, sizeof bytes, &event)) {
        if (event.what == LOPE_TRANSPORT_OPENED) bot->opened[k] = true;
        if (event.what == LOPE_TRANSPORT_PACKET) take_packet(bot, k, bytes, event.size, now);
        if (event.what != LOPE_TRANSPORT_CLOSED) continue;
        lope_transport_close(bot->lines[k]);
        bot->lines[k] = NULL;
        bot->opened[k] = false;
        bot->again[k] = now + 0.2;
    }
}

static void send(zones_bot *bot, uint32_t k, const uint8_t *bytes, size_t size, double now)
{
    if (!bot->opened[k]) return;
    if (size > 0 && (bot->at == ZONES || bot->at == k)) lope_transport_send(bot->lines[k], 0, bytes, size, now);
    if (now - bot->asked[k] < ASK) return;
    bot->asked[k] = now;
    lope_transport_send(bot->lines[k], 0, "?", 1, now);
}

bool zones_bot_plays(const zones_bot *bot, double since) { return lope_net_client_stats(bot->net).joined && bot->heard > since; }

void zones_bot_frame(zones_bot *bot, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_command command;
    for (uint32_t k = 0; k < ZONES; k++) {
        if (bot->lines[k] == NULL && now >= bot->again[k]) open_line(bot, k, now);
        receive(bot, k, now);
    }
    if (now - bot->heard > SILENCE && lope_net_client_stats(bot->net).joined) begin_client(bot, now);
    if (now - bot->heard > SILENCE) bot->at = ZONES;
    zones_wish(bot->player, 1, now - bot->shared->epoch, lope_net_client_state(bot->net), &command);
    lope_net_client_advance(bot->net, now, &command);
    const size_t size = lope_net_client_packet(bot->net, bytes, sizeof bytes, now);
    for (uint32_t k = 0; k < ZONES; k++) send(bot, k, bytes, size, now);
}
