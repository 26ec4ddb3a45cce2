// 40-playing-over-udp.c - the hero of chapter 39 over real sockets, encrypted, on the real clock. Server and
// client are in one process here, as two that know nothing of each other. Read beside 40-playing-over-udp.md.
#define _POSIX_C_SOURCE 200809L

#include <adapters/udp/lope_udp.h>
#include <lope/lope.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SERVER 5  // its number, which tokens name
#define PLAYERS 8 // at most
#define SECONDS 4.0

// Returns the seconds of a clock that goes on evenly.
static double clock_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static lope_level *make_level(void)
{
    lope_level *level = lope_level_create(NULL);
    lope_level_add_box(level, &(lope_box_def){.body = {.id = 1, .position = {0, -0.5, 0}}, .size = {60, 1, 60}});
    lope_level_add_box(level, &(lope_box_def){.body = {.id = 2, .position = {0, 0.15, -6}}, .size = {8, 0.3f, 2}});
    return level;
}

// ---- the backend ------------------------------------------------------------------------------------------

// Makes a token for a player, as the game's backend does after the player's log-in. The text goes to the
// player over HTTPS; the server shares the master, and no list of tokens.
static bool issue(const uint8_t master[LOPE_TOKEN_SECRET], uint64_t player, char text[LOPE_TOKEN_TEXT])
{
    lope_token token;
    lope_token_claim claim = {.player = player, .server = SERVER, .expiry = (uint64_t)time(NULL) + 60};
    if (lope_token_draw(claim.random, sizeof claim.random) != LOPE_OK) return false;
    if (lope_token_make(master, &claim, &token) != LOPE_OK) return false;
    lope_token_write(&token, text);
    return true;
}

// ---- the server -------------------------------------------------------------------------------------------

typedef struct server {
    lope_transport *transport;
    lope_net_server *room;
    const lope_moveset *moveset;
    lope_surroundings around;
    lope_state states[PLAYERS]; // by seat
    const lope_state *ends[PLAYERS];
    lope_nearby *nearbys[PLAYERS];
    bool used[PLAYERS];
    uint32_t seats[PLAYERS], peers[PLAYERS]; // by peer, by seat
} server;

// Gives a new player a character and a seat.
static void come(server *s, const lope_transport_event *event)
{
    uint32_t seat;
    lope_state state;
    const uint64_t body = 1000 + event->player; // its id for the others
    lope_state_init(&state, &(lope_state_def){.feet = {1.5 * event->peer, 0, 4}, .own_body = body});
    if (lope_net_server_join(s->room, body, &state, &seat) != LOPE_OK) return;
    s->states[seat] = state;
    s->used[seat] = true;
    s->seats[event->peer] = seat;
    s->peers[seat] = event->peer;
    printf("player %llu is let in\n", (unsigned long long)event->player);
}

static void server_receive(server *s, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    while (lope_transport_receive(s->transport, now, bytes, sizeof bytes, &event)) {
        if (event.what == LOPE_TRANSPORT_OPENED) come(s, &event);
        if (event.what == LOPE_TRANSPORT_PACKET) lope_net_server_receive(s->room, s->seats[event.peer], bytes, event.size, now);
        if (event.what == LOPE_TRANSPORT_CLOSED) {
            lope_net_server_leave(s->room, s->seats[event.peer]);
            s->used[s->seats[event.peer]] = false;
            printf("a player is gone: %s\n", lope_transport_why_text(event.why));
        }
        if (event.what == LOPE_TRANSPORT_REFUSED) printf("refused: %s\n", lope_transport_why_text(event.why));
    }
}

static void server_tick(server *s, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_net_server_begin(s->room);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        lope_input input;
        if (!s->used[i]) continue;
        lope_net_server_input(s->room, i, &input);
        const lope_surroundings sight = lope_net_server_sight(s->room, i, &s->around);
        lope_move(&s->states[i], &input, s->moveset, &sight, s->nearbys[i], 1.0f / 60, NULL);
    }
    lope_net_server_end(s->room, s->ends);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        const size_t size = s->used[i] ? lope_net_server_packet(s->room, i, bytes, sizeof bytes, now) : 0;
        if (size > 0) lope_transport_send(s->transport, s->peers[i], bytes, size, now);
    }
}

// ---- the client -------------------------------------------------------------------------------------------

typedef struct client {
    lope_transport *transport;
    lope_net_client *net;
    lope_surroundings around;
    bool opened, closed;
    uint32_t why;
} client;

static const lope_surroundings *around(void *context, uint32_t tick)
{
    (void)tick;
    return context;
}

static void client_frame(client *c, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    while (lope_transport_receive(c->transport, now, bytes, sizeof bytes, &event)) {
        if (event.what == LOPE_TRANSPORT_OPENED) c->opened = true;
        if (event.what == LOPE_TRANSPORT_PACKET) lope_net_client_receive(c->net, bytes, event.size, now);
        if (event.what == LOPE_TRANSPORT_CLOSED) {
            c->closed = true;
            c->why = event.why;
        }
    }
    if (!c->opened) return;

    const lope_command command = lope_command_make(0.2f, 1, 0, (float)now, 0, (int)now % 2 == 0 ? LOPE_BUTTON_JUMP : 0, 0);
    lope_net_client_advance(c->net, now, &command);
    const size_t size = lope_net_client_packet(c->net, bytes, sizeof bytes, now);
    if (size > 0) lope_transport_send(c->transport, 0, bytes, size, now);
}

// ---- both -------------------------------------------------------------------------------------------------

static bool open_server(server *s, const uint8_t *master, const lope_net_rules *rules)
{
    lope_error error;
    s->transport = lope_udp_serve(
        &(lope_udp_serve_def){.address = "127.0.0.1", .peers = PLAYERS, .master = master, .server = SERVER, .error = &error});
    if (s->transport == NULL) {
        printf("%s: %s\n", error.field, error.text);
        return false;
    }
    s->room = lope_net_server_create(&(lope_net_server_def){.rules = *rules, .moveset = s->moveset, .players = PLAYERS});
    for (uint32_t i = 0; i < PLAYERS; i++) {
        s->nearbys[i] = lope_nearby_create(NULL);
        s->ends[i] = &s->states[i];
    }
    return s->room != NULL;
}

static bool open_client(client *c, const char *text, uint16_t port, const lope_moveset *moveset, const lope_net_rules *rules)
{
    lope_error error;
    lope_token token;
    if (lope_token_read(text, &token) != LOPE_OK) return false;
    const lope_net_link_profile line = {.delay = 0.03, .jitter = 0.005, .loss = 0.02}; // a worse line, to try it
    c->transport = lope_udp_join(
        &(lope_udp_join_def){.host = "127.0.0.1", .port = port, .token = &token, .shape = &line, .seed = 1, .error = &error});
    if (c->transport == NULL) {
        printf("%s: %s\n", error.field, error.text);
        return false;
    }
    c->net = lope_net_client_create(
        &(lope_net_client_def){.rules = *rules, .moveset = moveset, .around = around, .context = &c->around});
    return c->net != NULL;
}

// Plays until the client has played long enough, or is closed.
static void play(server *s, client *c, double seconds)
{
    const double end = clock_now() + seconds;
    double now = clock_now();
    for (double next = now; now < end && !c->closed; now = clock_now()) {
        server_receive(s, now);
        for (; next <= now; next += 1.0 / 60) server_tick(s, now);
        client_frame(c, now);
        nanosleep(&(struct timespec){.tv_nsec = 4000000}, NULL);
    }
    lope_transport_close(c->transport);
    server_receive(s, now);
}

int main(void)
{
    static server s;
    client c = {.opened = false}, thief = {.opened = false};
    lope_moveset moveset;
    uint8_t master[LOPE_TOKEN_SECRET];
    char text[LOPE_TOKEN_TEXT];
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset_make(&moveset, &tuning, NULL);
    lope_level *level = make_level();
    const lope_net_rules rules = {.contact_bound = LOPE_NET_PASS, .content = lope_level_hash(level)};
    s.moveset = &moveset;
    s.around = c.around = thief.around = lope_level_surroundings(level);
    if (lope_token_draw(master, sizeof master) != LOPE_OK || !issue(master, 42, text)) return EXIT_FAILURE;
    if (!open_server(&s, master, &rules)) return EXIT_FAILURE;

    if (!open_client(&c, text, lope_udp_port(s.transport), &moveset, &rules)) return EXIT_FAILURE;
    play(&s, &c, SECONDS);
    const lope_net_stats stats = lope_net_client_stats(c.net);
    printf("%u digests compared, %u differ; %u states, the first one included\n", stats.checks, stats.wrong, stats.states);

    // the same token again: it counts once
    if (!open_client(&thief, text, lope_udp_port(s.transport), &moveset, &rules)) return EXIT_FAILURE;
    play(&s, &thief, SECONDS);
    printf("with the same token: %s\n", lope_transport_why_text(thief.why));

    const bool good = stats.checks > 60 && stats.wrong == 0 && stats.states == 1 && !thief.opened && thief.closed;
    lope_net_client_destroy(c.net);
    lope_net_client_destroy(thief.net);
    lope_net_server_destroy(s.room);
    lope_transport_close(s.transport);
    for (uint32_t i = 0; i < PLAYERS; i++) lope_nearby_destroy(s.nearbys[i]);
    lope_level_destroy(level);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
