// 39-network.c - a hero predicted over a bad line: a server with a lope_world, a client, and a line between
// them in one process. Read beside 39-network.md.
#include <lope/lope.h>

#include <stdio.h>

#define HERO 7 // the character's id, for everyone

static void build(lope_level *level)
{
    lope_level_add_box(level, &(lope_box_def){.body = {.id = 1, .position = {0, -0.5, 0}}, .size = {60, 1, 60}});
    lope_level_add_box(level, &(lope_box_def){.body = {.id = 2, .position = {0, 0.15, -6}}, .size = {8, 0.3f, 2}});
}

// The server's tick.
static void serve(lope_net_world *net, lope_net_link *up, lope_net_link *down, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    size_t size;
    lope_net_server *server = lope_net_world_server(net);
    while ((size = lope_net_link_receive(up, bytes, now)) > 0) lope_net_server_receive(server, 0, bytes, size, now);
    lope_net_world_step(net);
    size = lope_net_server_packet(server, 0, bytes, sizeof bytes, now);
    if (size > 0) lope_net_link_send(down, bytes, size, now);
}

// The same for a game that steps its characters itself.
static void step_by_hand(lope_net_server *server, lope_world *world, lope_character *hero)
{
    lope_input input;
    lope_net_server_begin(server);
    lope_net_server_input(server, 0, &input);
    lope_character_set_input(hero, &input);
    lope_world_step(world, 1.0f / 60);
    const lope_state *states[] = {lope_character_state(hero)};
    lope_net_server_end(server, states);
}

// A tick in which two players do nothing, as the shot below needs one.
static void serve_one_more(lope_net_server *server, const lope_state *hero, const lope_state *target)
{
    const lope_state *states[] = {hero, target};
    lope_net_server_begin(server);
    lope_net_server_end(server, states);
}

// The client's frame.
static void play(lope_net_client *client, lope_net_link *up, lope_net_link *down, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    size_t size;
    while ((size = lope_net_link_receive(down, bytes, now)) > 0) lope_net_client_receive(client, bytes, size, now);

    const uint32_t jump = (int)now % 2 == 0 ? LOPE_BUTTON_JUMP : 0;
    const lope_command command = lope_command_make(0.2f, 1, 0, (float)(0.5 * now), 0, jump, 0);
    lope_net_client_advance(client, now, &command);

    size = lope_net_client_packet(client, bytes, sizeof bytes, now);
    if (size > 0) lope_net_link_send(up, bytes, size, now);
}

// Returns whether a shot along a line hits a character where the shooter saw it.
static bool hits(const lope_net_server *server, uint32_t shooter, uint32_t target, lope_point from, lope_point unit)
{
    lope_capsule seen;
    if (!lope_net_server_rewind(server, shooter, target, &seen)) return false;
    const lope_point middle = lope_point_scale(lope_point_add(seen.a, seen.b), 0.5);
    const lope_point way = lope_point_sub(middle, from);
    const lope_point past = lope_point_mad(way, unit, -lope_point_dot(way, unit));
    return lope_point_length(past) < seen.radius; // level shots; game code sweeps against the capsule
}

// Hands a player over to another server at the same tick. Returns its number there.
static uint32_t hand_over(lope_net_server *from, lope_net_server *to, uint32_t player, lope_state *state)
{
    static uint8_t bytes[LOPE_NET_GIVE];
    size_t size;
    uint32_t there;
    if (lope_net_server_give(from, player, bytes, sizeof bytes, &size) != LOPE_OK) return LOPE_NET_NONE;
    if (lope_net_server_take(to, bytes, size, &there, state) != LOPE_OK) return LOPE_NET_NONE;
    printf("handed over in %zu bytes\n", size);
    return there;
}

// A tick of a server that runs a player's commands as they come: rules.stepping is LOPE_NET_ON_ARRIVAL.
static void run_commands(lope_net_server *server, uint32_t player, lope_state *state, const lope_moveset *moveset,
                         lope_net_level *poses, lope_nearby *nearby)
{
    lope_net_server_begin(server);
    while (lope_net_server_next(server, player, state)) {
        lope_input input;
        lope_net_server_input(server, player, &input);
        const lope_surroundings *around = lope_net_level_around(poses, lope_net_server_time(server, player));
        lope_move(state, &input, moveset, around, nearby, 1.0f / 60, NULL);
    }
    const lope_state *states[] = {state};
    lope_net_server_end(server, states);
}

static void tell(const lope_net_client *client, const lope_net_server *server, const lope_character *hero)
{
    const lope_net_stats stats = lope_net_client_stats(client);
    lope_net_seat_stats seat;
    lope_net_server_stats(server, 0, &seat);
    const lope_point feet = lope_character_state(hero)->feet;
    printf("round trip %.0f ms, %u ticks ahead of what it has heard\n", 1000.0 * (double)stats.round_trip,
           stats.tick - stats.heard);
    printf("%u digests compared, %u differ; %u ticks without a command in time\n", stats.checks, stats.wrong, seat.replaced);
    printf("%u corrections by inputs, %u states sent beside the first\n", stats.heals, stats.states - 1);
    printf("at the server: (%.2f, %.2f, %.2f)\n", feet.x, feet.y, feet.z);
}

int main(void)
{
    lope_moveset moveset;
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset_make(&moveset, &tuning, NULL);

    // The server: a world, a character in it, and a seat for its player.
    lope_world *world = lope_world_create(NULL);
    build(lope_world_level(world));
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = &moveset, .id = HERO});
    const lope_net_rules rules = lope_net_level_rules(lope_world_level(world));
    lope_net_world *net = lope_net_world_create(world, &(lope_net_server_def){.rules = rules, .moveset = &moveset});
    lope_net_server *server = lope_net_world_server(net);
    uint32_t player;
    lope_net_world_join(net, hero, &player);

    // The client: a level of its own, with the same content.
    lope_level *level = lope_level_create(NULL);
    build(level);
    lope_net_level poses = {.level = level};
    lope_net_client *client = lope_net_client_create(
        &(lope_net_client_def){.rules = rules, .moveset = &moveset, .around = lope_net_level_around, .context = &poses});

    // 100 ms each way, 10 ms of jitter, 5 % of the packets lost.
    static lope_net_link up, down;
    const lope_net_link_profile line = {.delay = 0.1, .jitter = 0.01, .loss = 0.05};
    lope_net_link_begin(&up, &line, 1);
    lope_net_link_begin(&down, &line, 2);
    for (int frame = 0; frame < 1200; frame++) { // 20 s at 60 frames a second
        serve(net, &up, &down, frame / 60.0);
        play(client, &up, &down, frame / 60.0);
    }
    tell(client, server, hero);
    step_by_hand(server, world, hero); // one more tick

    // A target stands 3 m ahead of a shot, and the hero goes over to another server.
    lope_state target, taken;
    uint32_t other;
    lope_state_init(&target, &(lope_state_def){.feet = {0, 0, 3}});
    lope_net_server_join(server, HERO + 1, &target, &other);
    serve_one_more(server, lope_character_state(hero), &target);
    printf("the shot %s\n", hits(server, 0, other, (lope_point){0, 0.9, 0}, (lope_point){0, 0, 1}) ? "hits" : "misses");
    lope_net_server *next =
        lope_net_server_create(&(lope_net_server_def){.rules = rules, .moveset = &moveset, .tick = lope_net_server_tick(server)});
    if (hand_over(server, next, player, &taken) == LOPE_NET_NONE) return 1;
    lope_net_server_destroy(next);

    // A server that runs commands as they come: no client plays here yet, so it runs one tick a tick.
    lope_net_rules arriving = rules;
    arriving.stepping = LOPE_NET_ON_ARRIVAL;
    lope_net_server *early = lope_net_server_create(&(lope_net_server_def){.rules = arriving, .moveset = &moveset});
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_net_server_join(early, HERO, &target, &player);
    for (int tick = 0; tick < 60; tick++) run_commands(early, player, &target, &moveset, &poses, nearby);
    printf("it lived %u ticks\n", target.ticks);
    lope_nearby_destroy(nearby);
    lope_net_server_destroy(early);

    lope_net_client_destroy(client);
    lope_net_world_destroy(net);
    lope_level_destroy(level);
    lope_world_destroy(world);
    return 0;
}
