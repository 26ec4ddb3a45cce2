// 41-many-machines.c - a world of two zones on two servers, in one process on a virtual clock. The hero of chapter 39 runs over
// the border; then the server that has it dies, and the other one goes on with it. Read beside 41-many-machines.md.
#include <adapters/zones/lope_zones.h>
#include <lope/lope.h>

#include <stdio.h>
#include <stdlib.h>

#define HERO 42     // the player's number
#define SERVERS 2   // and as many zones: west and east of x = 0
#define STEP 0.005  // s of the clock
#define RECORD 6    // ticks from one record to the next
#define SILENCE 0.5 // s, after which the client begins anew

typedef struct game {
    lope_moveset moveset;
    lope_net_rules rules;
    lope_surroundings around;
    lope_nearby *nearby;
    double now;
} game;

typedef struct server {
    uint32_t number;
    bool dead;
    lope_zones *zones;
    lope_net_server *room;
    lope_state state; // of the hero
    bool has_hero;    // its seat is 0
    lope_net_link up, down;
} server;

static game g;
static server servers[SERVERS];

// ---- the world --------------------------------------------------------------------------------------------

static const lope_surroundings *around(void *context, uint32_t tick)
{
    (void)tick;
    return &((game *)context)->around;
}

// Runs the hero's tick in a room.
static void run_tick(lope_net_server *room, lope_state *state, bool has_hero)
{
    lope_input input;
    const lope_state *ends[] = {state};
    lope_net_server_begin(room);
    if (has_hero) {
        lope_net_server_input(room, 0, &input);
        lope_move(state, &input, &g.moveset, &g.around, g.nearby, 1.0f / 60, NULL);
    }
    lope_net_server_end(room, ends);
}

static lope_net_server *make_room(uint32_t tick)
{
    return lope_net_server_create(&(lope_net_server_def){.rules = g.rules, .moveset = &g.moveset, .players = 1, .tick = tick});
}

// ---- zones ------------------------------------------------------------------------------------------------

// The direct link: to all other servers.
static void send_to_servers(void *context, const void *bytes, size_t size)
{
    const server *from = context;
    for (uint32_t i = 0; i < SERVERS; i++)
        if (i != from->number && !servers[i].dead) lope_zones_hear(servers[i].zones, bytes, size, g.now);
}

// Runs the ticks of a record up to now in a room of its own.
static bool catch_up(const lope_zone_event *event, uint32_t tick, uint8_t *bytes, size_t *size, lope_state *state)
{
    uint32_t seat;
    lope_net_server *room = make_room(event->tick);
    bool good = lope_net_server_take(room, event->bytes, event->size, &seat, state) == LOPE_OK;
    while (good && lope_net_server_tick(room) != tick) run_tick(room, state, true);
    good = good && lope_net_server_give(room, seat, bytes, LOPE_NET_GIVE, size) == LOPE_OK;
    lope_net_server_destroy(room);
    return good;
}

static void take(server *s, const lope_zone_event *event)
{
    uint8_t bytes[LOPE_NET_GIVE];
    size_t size;
    uint32_t seat;
    const uint32_t tick = lope_net_server_tick(s->room);
    if (!catch_up(event, tick, bytes, &size, &s->state)) return;
    if (event->whole)
        lope_net_server_take(s->room, bytes, size, &seat, &s->state); // the client notices nothing
    else
        lope_net_server_join(s->room, HERO, &s->state, &seat); // the client begins anew
    s->has_hero = true;
    printf("%5.2f s: server %u takes the hero %s, %u ticks run again\n", g.now, (unsigned)s->number,
           event->whole ? "over the border" : "of a dead owner", (unsigned)(tick - event->tick));
}

static void give(server *s, uint64_t player)
{
    uint8_t bytes[LOPE_NET_GIVE];
    size_t size;
    if (lope_net_server_give(s->room, 0, bytes, sizeof bytes, &size) != LOPE_OK) return;
    s->has_hero = false;
    lope_zones_given(s->zones, player, lope_net_server_tick(s->room), bytes, size, g.now);
}

static void leave(server *s)
{
    if (s->has_hero) lope_net_server_leave(s->room, 0);
    s->has_hero = false;
}

static void join(server *s)
{
    uint32_t seat;
    lope_state_init(&s->state, &(lope_state_def){.feet = {-4, 0, 0}, .own_body = HERO});
    lope_net_server_join(s->room, HERO, &s->state, &seat);
    s->has_hero = true;
}

static void handle(server *s, const lope_zone_event *event)
{
    switch (event->what) {
    case LOPE_ZONE_OWNED:
        printf("%5.2f s: server %u owns zone %u\n", g.now, (unsigned)s->number, (unsigned)event->zone);
        break;
    case LOPE_ZONE_TAKE:
        take(s, event);
        break;
    case LOPE_ZONE_GIVE:
        give(s, event->player);
        break;
    case LOPE_ZONE_DROP:
        leave(s);
        break;
    case LOPE_ZONE_JOINED:
        join(s);
        break;
    case LOPE_ZONE_PACKET:
        if (s->has_hero) lope_net_server_receive(s->room, 0, event->bytes, event->size, g.now);
        break;
    case LOPE_ZONE_LOST:
    case LOPE_ZONE_ELSEWHERE:
        break;
    }
}

// ---- a server ---------------------------------------------------------------------------------------------

// Sends what is known of the hero to the servers that may have to go on with it, and moves it over the border.
static void keep_safe(server *s)
{
    uint8_t bytes[LOPE_NET_GIVE];
    size_t size;
    uint32_t zone;
    const uint32_t tick = lope_net_server_tick(s->room);
    if (!lope_zones_runs(s->zones, HERO, &zone)) return;
    if (tick % RECORD == 0 && lope_net_server_copy(s->room, 0, bytes, sizeof bytes, &size) == LOPE_OK)
        lope_zones_record(s->zones, HERO, tick, bytes, size, g.now);
    const double border = zone == 0 ? 0.25 : -0.25; // m: nobody goes to and fro on a line
    const uint32_t there = s->state.feet.x > border;
    if (there != zone) lope_zones_move(s->zones, HERO, there);
}

static void tick(server *s)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_zone_event event;
    lope_zones_update(s->zones, g.now);
    while (lope_zones_event(s->zones, &event)) handle(s, &event);

    run_tick(s->room, &s->state, s->has_hero);
    if (!s->has_hero) return;
    keep_safe(s);
    const size_t size = lope_net_server_packet(s->room, 0, bytes, sizeof bytes, g.now);
    if (size > 0) lope_net_link_send(&s->down, bytes, size, g.now);
}

static void receive(server *s)
{
    uint8_t bytes[LOPE_NET_PACKET];
    size_t size;
    while ((size = lope_net_link_receive(&s->up, bytes, g.now)) > 0) {
        if (s->has_hero)
            lope_net_server_receive(s->room, 0, bytes, size, g.now);
        else if (lope_zones_join(s->zones, HERO, 0) != LOPE_OK || g.now > 1)
            lope_zones_pass(s->zones, HERO, bytes, size); // it has gone over: to the one that has it
    }
}

static bool open_server(server *s, lope_zone_memory *memory)
{
    static const char *const names[SERVERS] = {"west", "east"};
    const lope_net_link_profile line = {.delay = 0.03, .jitter = 0.005};
    s->number = (uint32_t)(s - servers);
    s->zones = lope_zones_open(&(lope_zones_def){
        .store = lope_zone_memory_store(memory), .name = names[s->number], .send = send_to_servers, .context = s});
    s->room = make_room(0);
    if (s->zones == NULL || s->room == NULL) return false;
    lope_zones_want(s->zones, s->number, 0);
    lope_zones_want(s->zones, 1 - s->number, 0.3); // stands by for the other zone
    lope_net_link_begin(&s->up, &line, 1 + s->number);
    lope_net_link_begin(&s->down, &line, 11 + s->number);
    return true;
}

// ---- the client -------------------------------------------------------------------------------------------

typedef struct client {
    lope_net_client *net;
    uint32_t at; // the server that it hears; SERVERS: it asks all
    double heard;
    uint32_t checks, wrong, states, begun;
} client;

static void begin_client(client *c)
{
    const lope_net_stats stats = c->net != NULL ? lope_net_client_stats(c->net) : (lope_net_stats){.tick = 0};
    c->checks += stats.checks;
    c->wrong += stats.wrong;
    c->states += stats.states;
    c->begun++;
    lope_net_client_destroy(c->net);
    c->net =
        lope_net_client_create(&(lope_net_client_def){.rules = g.rules, .moveset = &g.moveset, .around = around, .context = &g});
    c->at = SERVERS;
    c->heard = g.now;
}

static void frame(client *c)
{
    uint8_t bytes[LOPE_NET_PACKET];
    size_t size;
    for (uint32_t i = 0; i < SERVERS; i++)
        while ((size = lope_net_link_receive(&servers[i].down, bytes, g.now)) > 0) {
            const uint32_t before = lope_net_client_stats(c->net).heard;
            lope_net_client_receive(c->net, bytes, size, g.now);
            if (lope_net_client_stats(c->net).heard == before) continue;
            c->at = i; // from now on it sends there
            c->heard = g.now;
        }
    if (g.now - c->heard > SILENCE && lope_net_client_stats(c->net).joined) begin_client(c);
    if (g.now - c->heard > SILENCE) c->at = SERVERS;

    const float to_the_east = g.now < 9 ? 1 : -1;
    const lope_command command = lope_command_make(0.3f * to_the_east, 0, 0, 0, 0, (int)g.now % 2 ? LOPE_BUTTON_JUMP : 0, 0);
    lope_net_client_advance(c->net, g.now, &command);
    size = lope_net_client_packet(c->net, bytes, sizeof bytes, g.now);
    for (uint32_t i = 0; i < SERVERS && size > 0; i++)
        if (c->at == SERVERS || c->at == i) lope_net_link_send(&servers[i].up, bytes, size, g.now);
}

// ---- both -------------------------------------------------------------------------------------------------

static void play(client *c, double until)
{
    for (; g.now < until; g.now += STEP) {
        const uint32_t due = (uint32_t)(g.now * 60 + 1e-6);
        for (uint32_t i = 0; i < SERVERS; i++) {
            if (servers[i].dead) continue;
            receive(&servers[i]);
            while (lope_net_server_tick(servers[i].room) != due) tick(&servers[i]);
        }
        frame(c);
    }
}

static void close_server(server *s)
{
    if (!s->dead) lope_zones_close(s->zones);
    if (!s->dead) lope_net_server_destroy(s->room);
    s->dead = true;
}

int main(void)
{
    static client c;
    const lope_tuning tuning = lope_tuning_default();
    lope_level *level = lope_level_create(NULL);
    lope_level_add_box(level, &(lope_box_def){.body = {.id = 1, .position = {0, -0.5, 0}}, .size = {200, 1, 200}});
    lope_moveset_make(&g.moveset, &tuning, NULL);
    g.rules = (lope_net_rules){.contact_bound = LOPE_NET_PASS, .content = lope_level_hash(level)};
    g.around = lope_level_surroundings(level);
    g.nearby = lope_nearby_create(NULL);
    lope_zone_memory *memory = lope_zone_memory_create(SERVERS, 16);
    for (uint32_t i = 0; i < SERVERS; i++)
        if (memory == NULL || !open_server(&servers[i], memory)) return EXIT_FAILURE;
    begin_client(&c);
    play(&c, 7);
    const uint32_t states = lope_net_client_stats(c.net).states;
    const bool is_east = servers[1].has_hero;

    printf("%5.2f s: server 1 dies\n", g.now);
    close_server(&servers[1]);
    play(&c, 15);
    const bool is_saved = servers[0].has_hero;
    begin_client(&c); // adds up what was counted
    printf("%u digests compared, %u differ; %u states for %u clients\n", c.checks, c.wrong, c.states, c.begun - 1);

    close_server(&servers[0]);
    lope_net_client_destroy(c.net);
    lope_zone_memory_destroy(memory);
    lope_nearby_destroy(g.nearby);
    lope_level_destroy(level);
    return states == 1 && is_east && is_saved && c.wrong == 0 && c.checks > 200 && c.states == c.begun - 1 ? EXIT_SUCCESS
                                                                                                           : EXIT_FAILURE;
}
