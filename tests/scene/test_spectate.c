// test_spectate.c - the spectator stream of a server with bots, on the real clock: its frames, links that watchers
// change, predictions that players tell, and what is not believed.
#include "adapters/transport/lope_loopback.h"
#include "scene/serve.h"
#include "scene/spectator_frame.h"

#include "../net/net_help.h"

#define BOTS 8u
#define LEVEL LOPE_GYM_DIR "/tour.json"
#define HEAD 24u
#define PLAYER 144u

static float f32_at(const uint8_t *at)
{
    const uint32_t bits = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t u32_at(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24; }

// An audience without sockets: what it was shown, and what it says.
typedef struct hall {
    lope_scene_audience audience;
    lope_transport *players, *player; // a transport of the server's, and a client that says nothing
    uint32_t watchers, updates, frames, skipped;
    uint8_t first[LOPE_SPECTATOR_LARGEST], newest[LOPE_SPECTATOR_LARGEST];
    size_t size;
    uint8_t says[LOPE_SPECTATOR_LINK_SIZE]; // of a link
    size_t says_size;
    uint32_t says_frame;                    // after so many frames
    const lope_spectator_prediction *tells; // of the client that says nothing else, after 10 frames; NULL: nothing
    float farthest[LOPE_SPECTATOR_PLAYERS];
    float lowest;      // m, of all
    float bound;       // of the rules
    float deepest;     // m, that two of the same height were in each other in a frame
    uint64_t again;    // player-ticks that were run again
    uint32_t refused;  // packets of the first player
    uint32_t returned; // characters that came up by more than 20 m between two frames
    const char *level;
    uint32_t movers; // it ends as soon as so many characters have moved; 0: after its seconds
} hall;

// A client tells its prediction over its own transport.
static void tell(const hall *h, double now)
{
    uint8_t bytes[LOPE_SPECTATOR_PREDICTION_SIZE];
    if (h->tells == NULL || h->frames < 10) return;
    lope_spectator_prediction_write(h->tells, bytes);
    lope_transport_send(h->player, 0, bytes, sizeof bytes, now);
}

static uint32_t update(void *context, double now)
{
    hall *h = context;
    tell(h, now);
    h->updates++;
    return h->watchers;
}

static const uint8_t *player_of(const uint8_t *frame, uint32_t seat)
{
    for (uint32_t i = 0; i < frame[1]; i++)
        if (frame[HEAD + PLAYER * i] == seat) return frame + HEAD + PLAYER * i;
    return NULL;
}

static void measure_ways(hall *h)
{
    for (uint32_t seat = 0; seat < LOPE_SPECTATOR_PLAYERS; seat++) {
        const uint8_t *from = player_of(h->first, seat), *to = player_of(h->newest, seat);
        if (from == NULL || to == NULL) continue;
        const float x = f32_at(to + 8) - f32_at(from + 8), z = f32_at(to + 16) - f32_at(from + 16), way = sqrtf(x * x + z * z);
        if (way > h->farthest[seat]) h->farthest[seat] = way;
    }
}

static void measure_falls(hall *h, const uint8_t *before, const uint8_t *now)
{
    for (uint32_t seat = 0; seat < LOPE_SPECTATOR_PLAYERS; seat++) {
        const uint8_t *from = player_of(before, seat), *to = player_of(now, seat);
        if (from == NULL || to == NULL) continue;
        if (f32_at(to + 12) < h->lowest) h->lowest = f32_at(to + 12);
        h->returned += f32_at(to + 12) > f32_at(from + 12) + 20.0f;
    }
}

// Returns how deep (m) two upright capsules are in each other; below 0: apart.
static float overlap(const uint8_t *a, const uint8_t *b)
{
    const uint8_t *low = f32_at(a + 12) < f32_at(b + 12) ? a : b, *high = low == a ? b : a;
    const float x = f32_at(a + 8) - f32_at(b + 8), z = f32_at(a + 16) - f32_at(b + 16), radii = f32_at(a + 48) + f32_at(b + 48);
    const float rise = f32_at(high + 12) - f32_at(low + 12) - (f32_at(low + 52) - radii), gap = rise > 0 ? rise : 0;
    return radii - sqrtf(x * x + z * z + gap * gap);
}

static void measure_contact(hall *h, const uint8_t *frame)
{
    for (uint32_t i = 0; i < frame[1]; i++)
        for (uint32_t k = 0; k < i; k++)
            h->deepest = fmaxf(h->deepest, overlap(frame + HEAD + PLAYER * i, frame + HEAD + PLAYER * k));
}

static void show(void *context, const uint8_t *bytes, size_t size)
{
    hall *h = context;
    assert_int_equal(bytes[0], LOPE_SPECTATOR_FRAME);
    assert_int_equal(size, HEAD + PLAYER * bytes[1] + 32u * bytes[2] + 12u * bytes[3]);
    if (h->frames == 0) memcpy(h->first, bytes, size);
    if (h->frames > 0) h->skipped += (u32_at(bytes + 4) - u32_at(h->newest + 4)) != 3;
    if (h->frames > 0) measure_falls(h, h->newest, bytes);
    measure_contact(h, bytes);
    memcpy(h->newest, bytes, size);
    h->size = size;
    h->frames++;
    measure_ways(h);
}

static size_t hear(void *context, uint8_t *bytes)
{
    hall *h = context;
    if (h->says_size == 0 || h->frames < h->says_frame) return 0;
    const size_t size = h->says_size;
    memcpy(bytes, h->says, size);
    h->says_size = 0;
    return size;
}

// Wanderers stand for a while, or walk into a corner: it goes on until each has moved.
static bool goes_on(void *context)
{
    const hall *h = context;
    uint32_t moved = 0;
    for (uint32_t seat = 0; seat < h->movers; seat++) moved += h->farthest[seat] > 0.3f;
    return h->movers == 0 || moved < h->movers || h->frames < 100;
}

static hall *make_hall(uint32_t watchers)
{
    hall *h = test_calloc(1, sizeof *h);
    h->watchers = watchers;
    h->level = LEVEL;
    h->audience = (lope_scene_audience){.update = update, .show = show, .hear = hear, .context = h};
    return h;
}

static void say_link(hall *h, uint32_t seat, float delay, uint32_t after)
{
    uint8_t *to = h->says;
    const float numbers[] = {delay, 0.0f, 0.0f};
    to[0] = LOPE_SPECTATOR_LINK;
    to[1] = (uint8_t)seat;
    for (size_t i = 0; i < 3; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        for (size_t k = 0; k < 4; k++) to[4 + 4 * i + k] = (uint8_t)(bits >> 8 * k & 255u);
    }
    h->says_size = LOPE_SPECTATOR_LINK_SIZE;
    h->says_frame = after;
}

static void serve(hall *h, double seconds, uint32_t bots)
{
    lope_scene_fault fault = {0};
    lope_scene_serve_result *result = test_calloc(1, sizeof *result);
    lope_scenario *scenario = lope_scenario_load(h->level, NULL, &fault);
    if (scenario == NULL) fail_msg("%s", fault.text);
    const lope_scene_serve_options options = {.transports = {h->players},
                                              .players = 1,
                                              .bots = bots,
                                              .seconds = seconds,
                                              .seed = 1,
                                              .line = {.delay = 0.05, .jitter = 0.01, .loss = 0.02},
                                              .bound = h->bound,
                                              .audience = &h->audience,
                                              .goes_on = goes_on,
                                              .context = h};
    if (!lope_scene_serve(scenario, &options, result, &fault)) fail_msg("%s", fault.text);
    h->again = result->again;
    h->refused = result->rows[0].stats.refused;
    lope_scenario_free(scenario);
    test_free(result);
}

static void every_bot_is_shown_with_its_prediction(void **unused)
{
    (void)unused;
    hall *h = make_hall(1);
    h->movers = BOTS;
    serve(h, 60, BOTS);
    printf("%u frames of %zu bytes, %u of them not after 3 ticks\n", (unsigned)h->frames, h->size, (unsigned)h->skipped);
    assert_true(h->frames >= 100 && h->skipped == 0); // by ticks: a machine that is busy leaves none out
    assert_int_equal(h->newest[1], BOTS);
    assert_true(h->newest[12] == 1); // watchers
    for (uint32_t seat = 0; seat < BOTS; seat++) {
        const uint8_t *p = player_of(h->newest, seat);
        assert_non_null(p);
        assert_int_equal(p[2], LOPE_SPECTATOR_BOT | LOPE_SPECTATOR_JOINED | LOPE_SPECTATOR_PREDICTED | LOPE_SPECTATOR_LINKED);
        assert_int_equal(u32_at(p + 4), seat);
        assert_true(h->farthest[seat] > 0.3f);
        const int32_t lead = (int32_t)u32_at(p + 108);
        assert_true(lead > 3 && lead < 60);
        assert_true(u32_at(p + 80) > u32_at(h->newest + 4)); // the tick that was predicted is ahead of the server's
        assert_true(f32_at(p + 116) > 0.08f && f32_at(p + 116) < 1.0f);
        assert_true(u32_at(p + 124) > 500 && u32_at(p + 128) > 500);
        assert_true(f32_at(p + 132) == 0.05f && f32_at(p + 140) == 0.02f);
    }
    test_free(h);
}

static void without_watchers_nothing_is_written(void **unused)
{
    (void)unused;
    hall *h = make_hall(0);
    serve(h, 1, 2);
    assert_true(h->updates > 20);
    assert_int_equal(h->frames, 0);
    test_free(h);
}

static void watcher_changes_the_link_of_one_bot(void **unused)
{
    (void)unused;
    hall *h = make_hall(1);
    say_link(h, 1, 0.2f, 40);
    serve(h, 7, 3);
    for (uint32_t seat = 0; seat < 3; seat++) {
        const uint8_t *p = player_of(h->newest, seat);
        printf("bot %u: delay %.3f s, round trip %.3f s\n", (unsigned)seat, (double)f32_at(p + 132), (double)f32_at(p + 116));
        assert_true(f32_at(p + 132) == (seat == 1 ? 0.2f : 0.05f));
        if (seat == 1) assert_true(f32_at(p + 116) > 0.25f); // of 0.4, and smoothed
    }
    test_free(h);
}

static void watcher_changes_the_links_of_all_bots(void **unused)
{
    (void)unused;
    hall *h = make_hall(1);
    say_link(h, LOPE_SPECTATOR_ALL, 0, 10);
    serve(h, 2, 3);
    for (uint32_t seat = 0; seat < 3; seat++) assert_true(f32_at(player_of(h->newest, seat) + 132) == 0.0f);
    test_free(h);
}

// A player over a transport: its prediction is shown and changes nothing, its line stays as it is.
static void prediction_of_a_player_is_shown_and_not_believed(void **unused)
{
    (void)unused;
    hall *h = make_hall(1);
    h->players = lope_loopback_open(1, NULL, 1);
    h->player = lope_loopback_connect(h->players, 42);
    say_link(h, 0, 0.3f, 5); // the seat of the player, which comes before the bots
    const lope_spectator_prediction p = {
        .body = 1000, .feet = {500, 500, 500}, .pose = {500, 500, 500}, .height = 1.75f, .lead = 7};
    h->tells = &p;
    serve(h, 1, 1);
    assert_int_equal(h->refused, 0); // it is no packet of the match
    const uint8_t *told = player_of(h->newest, 0), *before = player_of(h->first, 0);
    assert_int_equal(before[2], 0);
    assert_int_equal(told[2], LOPE_SPECTATOR_PREDICTED);
    assert_true(f32_at(told + 56) == 500.0f);
    assert_int_equal(u32_at(told + 108), 7);
    assert_true(fabsf(f32_at(told + 8) - f32_at(before + 8)) < 0.01f); // the server's character stands where it stood
    assert_true(f32_at(told + 132) == 0.0f);
    assert_true(f32_at(player_of(h->newest, 1) + 132) == 0.05f);
    lope_transport_close(h->player);
    lope_transport_close(h->players);
    test_free(h);
}

// What a player tells in the name of another one's character, a bot's here, is not shown: neither there nor at its own.
static void prediction_in_the_name_of_another_is_not_shown(void **unused)
{
    (void)unused;
    hall *h = make_hall(1);
    h->players = lope_loopback_open(1, NULL, 1);
    h->player = lope_loopback_connect(h->players, 42);
    const lope_spectator_prediction p = {.body = 1001, .feet = {500, 500, 500}, .pose = {500, 500, 500}, .height = 1.75f};
    h->tells = &p;
    serve(h, 1, 1);
    assert_int_equal(h->refused, 0);
    assert_int_equal(player_of(h->newest, 0)[2], 0);
    assert_true(fabsf(f32_at(player_of(h->newest, 1) + 56)) < 100.0f);
    lope_transport_close(h->player);
    lope_transport_close(h->players);
    test_free(h);
}

static void write_scenario(const char *file, const char *scenario)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs(scenario, out);
    fclose(out);
}

// Bots on a floor of 4 m that has no walls.
static void characters_that_fall_out_of_the_level_are_brought_back(void **unused)
{
    static const char scenario[] =
        "{\"lope\": 1, \"duration\": 1, \"level\": [{\"box\": [4, 1, 4], \"position\": [0, -0.5, 0]}], "
        "\"characters\": [{}]}";
    const char *file = LOPE_TEST_OUT "/spectate_fall.json";
    (void)unused;
    write_scenario(file, scenario);
    hall *h = make_hall(1);
    h->level = file;
    serve(h, 10, 4);
    printf("lowest %.1f m, %u came back\n", (double)h->lowest, (unsigned)h->returned);
    assert_true(h->lowest < -30);
    assert_true(h->lowest > -110); // it is looked at once a second, at up to 45 m/s, and the order is 20 ticks ahead
    assert_true(h->returned >= 4);
    for (uint32_t seat = 0; seat < 4; seat++) assert_true(player_of(h->newest, seat)[2] & LOPE_SPECTATOR_JOINED);
    test_free(h);
}

// Always the truth, in a yard that a wide block makes narrower: it pushes wanderers into those that have run
// their tick, which run it again. Without that they are 3 to 7 cm in each other.
static void players_that_a_block_pushes_together_run_again(void **unused)
{
    static const char scenario[] =
        "{\"lope\": 1, \"duration\": 1, \"level\": [{\"box\": [30, 1, 30], \"position\": [0, -0.5, 0]}, "
        "{\"box\": [3, 2, 6], \"motion\": {\"keys\": [{\"t\": 0, \"position\": [3.5, 1, 0]}, {\"t\": 2, \"position\": "
        "[0.3, 1, 0]}], \"loop\": \"ping_pong\"}}, {\"box\": [0.5, 3, 9], \"position\": [-4, 1.5, 0]}, "
        "{\"box\": [9, 3, 0.5], \"position\": [0, 1.5, 2.3]}, {\"box\": [9, 3, 0.5], \"position\": [0, 1.5, -2.3]}], "
        "\"characters\": [{\"feet\": [-2, 0.02, 0], \"collides_with\": [\"solid\", \"character\"]}]}";
    const char *file = LOPE_TEST_OUT "/spectate_contact.json";
    (void)unused;
    write_scenario(file, scenario);
    hall *h = make_hall(1);
    h->level = file;
    h->bound = LOPE_NET_TRUTH;
    serve(h, 8, 6);
    printf("%llu ran again, %.1f mm in each other at most\n", (unsigned long long)h->again, 1e3 * (double)h->deepest);
    assert_true(h->again > 0);
    // 2 to 3 mm on a machine that is idle. The clock is a real one, and when it lags the bots run other ticks each
    // time: the exact limit of 5 mm stands in net.match, on a clock of its own
    assert_true(h->deepest < 0.02f);
    test_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_is_shown_with_its_prediction),
        cmocka_unit_test(without_watchers_nothing_is_written),
        cmocka_unit_test(watcher_changes_the_link_of_one_bot),
        cmocka_unit_test(watcher_changes_the_links_of_all_bots),
        cmocka_unit_test(prediction_of_a_player_is_shown_and_not_believed),
        cmocka_unit_test(characters_that_fall_out_of_the_level_are_brought_back),
        cmocka_unit_test(prediction_in_the_name_of_another_is_not_shown),
        cmocka_unit_test(players_that_a_block_pushes_together_run_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
