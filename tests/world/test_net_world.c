// test_net_world.c - a lope_world as the server of the network room: clients with levels of their own agree to
// the bit, on the ground and on bodies with pose functions; characters that go leave their seats.
#include "world_help.h"

#include <math.h>

#define SEATS 3u

static bool slides(void *context, uint64_t tick, double time, lope_transform *pose)
{
    (void)context, (void)tick;
    *pose = (lope_transform){.position = {4 + 2 * sin(0.8 * time), -0.1, 0}, .rotation = {0, 0, 0, 1}};
    return true;
}

static void build(lope_level *level)
{
    lope_level_add_box(level, &(lope_box_def){.body = {.id = 1, .position = {0, -0.5, 0}}, .size = {60, 1, 60}});
    lope_level_add_box(level, &(lope_box_def){.body = {.id = 2, .position = {4, -0.1, 0}, .moving = true, .pose_at = slides},
                                              .size = {6, 0.5f, 6}});
}

typedef struct seat {
    lope_net_client *client;
    lope_net_link up, down;
    lope_net_level level;
} seat;

static void exchange(lope_net_world *net, seat *seats, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    size_t size;
    lope_net_server *server = lope_net_world_server(net);
    for (uint32_t i = 0; i < SEATS; i++)
        while ((size = lope_net_link_receive(&seats[i].up, bytes, now)) > 0) lope_net_server_receive(server, i, bytes, size, now);
    assert_int_equal(lope_net_world_step(net), LOPE_OK);
    for (uint32_t i = 0; i < SEATS; i++) {
        size = lope_net_server_packet(server, i, bytes, sizeof bytes, now);
        if (size > 0) lope_net_link_send(&seats[i].down, bytes, size, now);
    }
}

static void frame(seat *s, double now, uint32_t i)
{
    uint8_t bytes[LOPE_NET_PACKET];
    size_t size;
    while ((size = lope_net_link_receive(&s->down, bytes, now)) > 0)
        assert_int_equal(lope_net_client_receive(s->client, bytes, size, now), LOPE_OK);
    const bool jumps = fmod(now + i, 3) < 0.1;
    const lope_command command =
        lope_command_make(0.3f, fmod(now + i, 5) < 3 ? 1 : -0.4f, 0, (float)(0.7 * now), 0, jumps ? LOPE_BUTTON_JUMP : 0, 0);
    lope_net_client_advance(s->client, now, &command);
    size = lope_net_client_packet(s->client, bytes, sizeof bytes, now);
    if (size > 0) lope_net_link_send(&s->up, bytes, size, now);
}

static void a_match(void **unused)
{
    static const lope_net_link_profile line = {.delay = 0.06, .jitter = 0.006, .loss = 0.03};
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    seat *seats = calloc(SEATS, sizeof *seats);
    bool rode = false;
    (void)unused;
    assert_non_null(seats);
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_world *world = lope_world_create(NULL);
    build(lope_world_level(world));
    steps(world, 7); // a world that has lived before
    const lope_net_rules rules = lope_net_level_rules(lope_world_level(world));
    lope_net_world *net = lope_net_world_create(world, &(lope_net_server_def){.rules = rules, .moveset = &moveset, .players = 4});
    assert_non_null(net);
    for (uint32_t i = 0; i < SEATS; i++) {
        uint32_t player;
        const lope_character_def def = {.moveset = &moveset, .feet = {3.0 + i, 0.3, i - 1.0}};
        assert_int_equal(lope_net_world_join(net, lope_character_create(world, &def), &player), LOPE_OK);
        assert_int_equal(player, i);
        seats[i].level.level = lope_level_create(NULL);
        build((lope_level *)(uintptr_t)seats[i].level.level);
        seats[i].client = lope_net_client_create(&(lope_net_client_def){.rules = lope_net_level_rules(seats[i].level.level),
                                                                        .moveset = &moveset,
                                                                        .around = lope_net_level_around,
                                                                        .context = &seats[i].level});
        assert_non_null(seats[i].client);
        lope_net_link_begin(&seats[i].up, &line, 10 + i);
        lope_net_link_begin(&seats[i].down, &line, 20 + i);
    }
    for (uint32_t k = 0; k < 1800; k++) {
        exchange(net, seats, k / 60.0);
        for (uint32_t i = 0; i < SEATS; i++) frame(&seats[i], k / 60.0, i);
        for (uint32_t i = 0; i < SEATS; i++) rode |= lope_character_state(lope_net_world_character(net, i))->base_body == 2;
    }
    assert_true(rode);
    assert_int_equal(lope_world_ticks(world), 1807);
    for (uint32_t i = 0; i < SEATS; i++) {
        const lope_net_stats stats = lope_net_client_stats(seats[i].client);
        assert_true(stats.checks > 700);
        assert_int_equal(stats.wrong, 0);
        assert_int_equal(stats.states, 1);
        assert_int_equal(lope_net_client_proxies(seats[i].client, NULL, 0), SEATS - 1);
    }

    // one that is destroyed leaves with the next step; one that leaves stays in the world
    lope_character *left = lope_net_world_character(net, 1);
    assert_int_equal(lope_character_destroy(lope_net_world_character(net, 0)), LOPE_OK);
    assert_int_equal(lope_net_world_leave(net, 1), LOPE_OK);
    assert_int_equal(lope_net_world_leave(net, 1), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_net_world_step(net), LOPE_OK);
    assert_null(lope_net_world_character(net, 0));
    assert_non_null(lope_character_state(left));
    lope_net_seat_stats stats;
    assert_int_equal(lope_net_server_stats(lope_net_world_server(net), 0, &stats), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_net_server_stats(lope_net_world_server(net), 2, &stats), LOPE_OK);

    for (uint32_t i = 0; i < SEATS; i++) {
        lope_net_client_destroy(seats[i].client);
        lope_level_destroy((lope_level *)(uintptr_t)seats[i].level.level);
    }
    lope_net_world_destroy(net);
    lope_world_destroy(world);
    free(seats);
}

static void refusals(void **unused)
{
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    lope_error error = {0};
    uint32_t player;
    (void)unused;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_world *world = world_with_floor(NULL), *other = world_with_floor(NULL);
    lope_net_server_def def = {.moveset = &moveset, .error = &error};
    assert_null(lope_net_world_create(world, &def)); // players would meet
    assert_int_equal(error.code, LOPE_ERROR_STATE);
    def.rules = lope_net_level_rules(lope_world_level(world));
    assert_null(lope_net_world_create(NULL, &def));
    def.rules.stepping = LOPE_NET_ON_ARRIVAL;
    assert_null(lope_net_world_create(world, &def));
    def.rules.stepping = LOPE_NET_ON_TICK;
    lope_net_world *net = lope_net_world_create(world, &def);
    assert_non_null(net);
    const uint32_t meets = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER;
    lope_character *solid = lope_character_create(world, &(lope_character_def){.channels = meets});
    assert_int_equal(lope_net_world_join(net, solid, &player), LOPE_ERROR_STATE);
    assert_int_equal(lope_net_world_join(net, lope_character_create(other, NULL), &player), LOPE_ERROR_STATE);
    lope_character *fine = lope_character_create(world, NULL);
    assert_int_equal(lope_net_world_join(net, fine, &player), LOPE_OK);
    assert_int_equal(lope_net_world_join(net, fine, &player), LOPE_ERROR_DUPLICATE);
    assert_int_equal(lope_world_set_time_scale(world, 0.5), LOPE_OK);
    assert_int_equal(lope_net_world_step(net), LOPE_ERROR_STATE);
    lope_net_world_destroy(net);
    lope_net_world_destroy(NULL);
    lope_world_destroy(world);
    lope_world_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_match), cmocka_unit_test(refusals)};
    return cmocka_run_group_tests_name("world.net_world", tests, NULL, NULL);
}
