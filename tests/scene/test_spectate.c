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
    uint8_t says[2][LOPE_SPECTATOR_PREDICTION_SIZE]; // a link; a prediction
    size_t says_size[2];
    uint32_t says_frame[2]; // after so many frames
    float farthest[LOPE_SPECTATOR_PLAYERS];
    float lowest;      // m, of all
    uint32_t returned; // characters that came up by more than 20 m between two frames
    const char *level;
    uint32_t movers; // it ends as soon as so many characters have moved; 0: after its seconds
} hall;

static uint32_t update(void *context, double now)
{
    hall *h = context;
    (void)now;
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

static void show(void *context, const uint8_t *bytes, size_t size)
{
    hall *h = context;
    assert_int_equal(bytes[0], LOPE_SPECTATOR_FRAME);
    assert_int_equal(size, HEAD + PLAYER * bytes[1] + 32u * bytes[2] + 12u * bytes[3]);
    if (h->frames == 0) memcpy(h->first, bytes, size);
    if (h->frames > 0) h->skipped += (u32_at(bytes + 4) - u32_at(h->newest + 4)) != 3;
    if (h->frames > 0) measure_falls(h, h->newest, bytes);
    memcpy(h->newest, bytes, size);
    h->size = size;
    h->frames++;
    measure_ways(h);
}

static size_t say(hall *h, uint32_t what, uint8_t *bytes)
{
    if (h->says_size[what] == 0 || h->frames < h->says_frame[what]) return 0;
    const size_t size = h->says_size[what];
    memcpy(bytes, h->says[what], size);
    h->says_size[what] = 0;
    return size;
}

static size_t hear(void *context, uint8_t *bytes) { return say(context, 0, bytes); }
static size_t hear_prediction(void *context, uint8_t *bytes) { return say(context, 1, bytes); }

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
    h->audience =
        (lope_scene_audience){.update = update, .show = show, .hear = hear, .hear_prediction = hear_prediction, .context = h};
    return h;
}

static void say_link(hall *h, uint32_t seat, float delay, uint32_t after)
{
    uint8_t *to = h->says[0];
    const float numbers[] = {delay, 0.0f, 0.0f};
    to[0] = LOPE_SPECTATOR_LINK;
    to[1] = (uint8_t)seat;
    for (size_t i = 0; i < 3; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        for (size_t k = 0; k < 4; k++) to[4 + 4 * i + k] = (uint8_t)(bits >> 8 * k & 255u);
    }
    h->says_size[0] = LOPE_SPECTATOR_LINK_SIZE;
    h->says_frame[0] = after;
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
                                              .audience = &h->audience,
                                              .goes_on = goes_on,
                                              .context = h};
    if (!lope_scene_serve(scenario, &options, result, &fault)) fail_msg("%s", fault.text);
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
    lope_spectator_prediction_write(&p, h->says[1]);
    h->says_size[1] = LOPE_SPECTATOR_PREDICTION_SIZE;
    h->says_frame[1] = h->frames + 10;
    serve(h, 1, 1);
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

// A bot's prediction is read in the process: what somebody tells in its name is not shown.
static void prediction_in_the_name_of_a_bot_is_not_shown(void **unused)
{
    (void)unused;
    hall *h = make_hall(1);
    const lope_spectator_prediction p = {.body = 1000, .feet = {500, 500, 500}, .pose = {500, 500, 500}, .height = 1.75f};
    lope_spectator_prediction_write(&p, h->says[1]);
    h->says_size[1] = LOPE_SPECTATOR_PREDICTION_SIZE;
    serve(h, 1, 1);
    assert_int_equal(h->says_size[1], 0); // it was heard
    assert_true(fabsf(f32_at(player_of(h->newest, 0) + 56)) < 100.0f);
    test_free(h);
}

// Bots on a floor of 4 m that has no walls.
static void characters_that_fall_out_of_the_level_are_brought_back(void **unused)
{
    static const char scenario[] =
        "{\"lope\": 1, \"duration\": 1, \"level\": [{\"box\": [4, 1, 4], \"position\": [0, -0.5, 0]}], "
        "\"characters\": [{}]}";
    const char *file = LOPE_TEST_OUT "/spectate_fall.json";
    (void)unused;
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs(scenario, out);
    fclose(out);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_is_shown_with_its_prediction),
        cmocka_unit_test(without_watchers_nothing_is_written),
        cmocka_unit_test(watcher_changes_the_link_of_one_bot),
        cmocka_unit_test(watcher_changes_the_links_of_all_bots),
        cmocka_unit_test(prediction_of_a_player_is_shown_and_not_believed),
        cmocka_unit_test(characters_that_fall_out_of_the_level_are_brought_back),
        cmocka_unit_test(prediction_in_the_name_of_a_bot_is_not_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
