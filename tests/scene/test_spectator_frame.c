// test_spectator_frame.c - the bytes of the spectator stream: what a frame has where, and which messages are taken.
#include "scene/spectator_frame.h"

#include "../net/net_help.h"

static double f32_at(const uint8_t *at)
{
    const uint32_t bits = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static uint32_t u32_at(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24; }

static void put_f32(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(bits >> 8 * i & 255u);
}

static const lope_spectator_player player = {
    .seat = 5,
    .mode = 2,
    .flags = LOPE_SPECTATOR_BOT | LOPE_SPECTATOR_PREDICTED,
    .number = 70000,
    .feet = {1, 2, 3},
    .up = {0, 1, 0},
    .velocity = {4, 5, 6},
    .yaw = 0.5f,
    .radius = 0.25f,
    .height = 1.75f,
    .predicted = {.pose = {7, 8, 9},
                  .yaw = -0.5f,
                  .height = 1.5f,
                  .tick = 123456,
                  .reruns = 11,
                  .rerun_ticks = 12,
                  .lead = -3,
                  .round_trip = 0.125f,
                  .jitter = 0.0625f},
    .error = 0.75f,
    .ticks = 13,
    .replaced = 14,
    .late = 15,
    .states = 16,
    .queue = -17,
    .up_bytes = UINT64_C(0x100000012),
    .down_bytes = 19,
    .link = {.delay = 0.5, .jitter = 0.25, .loss = 0.03125},
};

static lope_spectator_frame *make_frame(void)
{
    lope_spectator_frame *f = test_calloc(1, sizeof *f);
    *f = (lope_spectator_frame){
        .tick = 100, .late = 2, .watchers = 3, .busy = 0.5f, .seconds = 8, .player_count = 2, .mover_count = 1, .event_count = 1};
    f->players[1] = player;
    f->movers[0] = (lope_spectator_mover){9, {1, 2, 3}, {0, 0, 0.5, 1}};
    f->events[0] = (lope_spectator_event){5, 4, 1, 900, 99, 2.5f};
    return f;
}

static void frame_has_everything_in_its_place(void **unused)
{
    uint8_t bytes[1000];
    (void)unused;
    lope_spectator_frame *f = make_frame();
    const size_t size = 24 + 2 * 144 + 32 + 12;
    assert_int_equal(lope_spectator_frame_write(f, bytes, sizeof bytes), size);
    assert_memory_equal(bytes, ((const uint8_t[]){1, 2, 1, 1, 100, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}), 16);
    assert_true(f32_at(bytes + 16) == 0.5 && f32_at(bytes + 20) == 8);
    const uint8_t *p = bytes + 24 + 144;
    assert_memory_equal(p, ((const uint8_t[]){5, 2, 5, 0}), 4);
    assert_int_equal(u32_at(p + 4), 70000);
    const double pose[] = {1, 2, 3, 0, 1, 0, 4, 5, 6, 0.5, 0.25, 1.75, 7, 8, 9, -0.5, 1.5, 0.75};
    for (size_t i = 0; i < 18; i++) assert_true(f32_at(p + 8 + 4 * i) == pose[i]);
    const uint32_t figures[] = {123456, 13, 14, 15, 16, 11, 12, UINT32_MAX - 2, UINT32_MAX - 16};
    for (size_t i = 0; i < 9; i++) assert_int_equal(u32_at(p + 80 + 4 * i), figures[i]);
    assert_true(f32_at(p + 116) == 0.125 && f32_at(p + 120) == 0.0625);
    assert_int_equal(u32_at(p + 124), 0x12);
    assert_int_equal(u32_at(p + 128), 19);
    assert_true(f32_at(p + 132) == 0.5 && f32_at(p + 136) == 0.25 && f32_at(p + 140) == 0.03125);
    const uint8_t *m = p + 144;
    assert_int_equal(u32_at(m), 9);
    assert_true(f32_at(m + 12) == 3 && f32_at(m + 24) == 0.5 && f32_at(m + 28) == 1);
    assert_memory_equal(m + 32, ((const uint8_t[]){5, 4, 1, 255, 99, 0, 0, 0}), 8); // what is too large for its place is 255
    assert_true(f32_at(m + 40) == 2.5);
    test_free(f);
}

static void frame_without_room_is_not_written(void **unused)
{
    static uint8_t bytes[LOPE_SPECTATOR_LARGEST];
    (void)unused;
    lope_spectator_frame *f = make_frame();
    const size_t size = lope_spectator_frame_write(f, bytes, sizeof bytes);
    assert_int_equal(lope_spectator_frame_write(f, bytes, size - 1), 0);
    assert_int_equal(lope_spectator_frame_write(f, bytes, size), size);
    f->player_count = LOPE_SPECTATOR_PLAYERS;
    f->mover_count = LOPE_SPECTATOR_MOVERS;
    f->event_count = LOPE_SPECTATOR_EVENTS;
    assert_int_equal(lope_spectator_frame_write(f, bytes, sizeof bytes), LOPE_SPECTATOR_LARGEST);
    test_free(f);
}

static void links_are_taken_within_their_range(void **unused)
{
    uint8_t bytes[17] = {LOPE_SPECTATOR_LINK, 3};
    const float wrong[] = {-0.001f, 0.501f, NAN, INFINITY};
    lope_net_link_profile link;
    uint32_t seat;
    (void)unused;
    put_f32(bytes + 4, 0.25f);
    put_f32(bytes + 8, 0.125f);
    put_f32(bytes + 12, 0.5f);
    assert_true(lope_spectator_link_read(bytes, 16, &seat, &link));
    assert_int_equal(seat, 3);
    assert_true(link.delay == 0.25 && link.jitter == 0.125 && link.loss == 0.5);
    assert_true(link.burst == 0 && link.doubled == 0 && link.silence == 0);
    assert_false(lope_spectator_link_read(bytes, 15, &seat, &link));
    assert_false(lope_spectator_link_read(bytes, 17, &seat, &link));
    bytes[0] = LOPE_SPECTATOR_PREDICTION;
    assert_false(lope_spectator_link_read(bytes, 16, &seat, &link));
    bytes[0] = LOPE_SPECTATOR_LINK;
    for (size_t at = 4; at <= 12; at += 4) {
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            uint8_t changed[16];
            memcpy(changed, bytes, sizeof changed);
            put_f32(changed + at, wrong[i]);
            assert_false(lope_spectator_link_read(changed, 16, &seat, &link));
        }
    }
}

static void prediction_comes_back_as_it_was_written(void **unused)
{
    const lope_spectator_prediction p = {.body = UINT64_C(0x123456789abcdef0),
                                         .feet = {1e6 + 0.123, -2, 3},
                                         .pose = {4, 5, 6},
                                         .yaw = 0.5f,
                                         .height = 1.75f,
                                         .tick = 77,
                                         .reruns = 8,
                                         .rerun_ticks = 9,
                                         .lead = -10,
                                         .round_trip = 0.25f,
                                         .jitter = 0.125f};
    lope_spectator_prediction q;
    uint8_t bytes[LOPE_SPECTATOR_PREDICTION_SIZE + 1] = {0};
    (void)unused;
    lope_spectator_prediction_write(&p, bytes);
    assert_true(lope_spectator_prediction_read(bytes, LOPE_SPECTATOR_PREDICTION_SIZE, &q));
    assert_true(q.body == p.body && q.feet.x == p.feet.x && q.feet.y == -2 && q.feet.z == 3);
    assert_true(q.pose.x == 4 && q.pose.y == 5 && q.pose.z == 6 && q.yaw == 0.5f && q.height == 1.75f);
    assert_true(q.tick == 77 && q.reruns == 8 && q.rerun_ticks == 9 && q.lead == -10 && q.round_trip == 0.25f &&
                q.jitter == 0.125f);
    assert_false(lope_spectator_prediction_read(bytes, LOPE_SPECTATOR_PREDICTION_SIZE - 1, &q));
    assert_false(lope_spectator_prediction_read(bytes, LOPE_SPECTATOR_PREDICTION_SIZE + 1, &q));
    for (size_t i = 0; i < 4; i++) { // kind, version, mark: all tell it from a packet of the match
        assert_true(lope_spectator_is_prediction(bytes, LOPE_SPECTATOR_PREDICTION_SIZE));
        bytes[i]++;
        assert_false(lope_spectator_is_prediction(bytes, LOPE_SPECTATOR_PREDICTION_SIZE));
        assert_false(lope_spectator_prediction_read(bytes, LOPE_SPECTATOR_PREDICTION_SIZE, &q));
        bytes[i]--;
    }
}

// Whatever comes, what is taken can be drawn.
static void damaged_predictions_are_refused_or_finite(void **unused)
{
    uint64_t seed = 20261128;
    uint32_t taken = 0;
    (void)unused;
    printf("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[LOPE_SPECTATOR_PREDICTION_SIZE];
        lope_spectator_prediction p = {.height = 1.75f, .feet = {1, 2, 3}};
        lope_spectator_prediction_write(&p, bytes);
        for (int k = 0; k < 4; k++) bytes[2 + random_next(&seed) % (sizeof bytes - 2)] = (uint8_t)random_next(&seed);
        if (!lope_spectator_prediction_read(bytes, sizeof bytes, &p)) continue;
        taken++;
        const double all[] = {p.feet.x,        p.feet.y,         p.feet.z,
                              p.pose.x,        p.pose.y,         p.pose.z,
                              (double)p.yaw,   (double)p.height, (double)p.round_trip,
                              (double)p.jitter};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) assert_true(fabs(all[k]) <= 1e9);
        assert_true(p.height > 0);
    }
    assert_true(taken > 1000 && taken < 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frame_has_everything_in_its_place),         cmocka_unit_test(frame_without_room_is_not_written),
        cmocka_unit_test(links_are_taken_within_their_range),        cmocka_unit_test(prediction_comes_back_as_it_was_written),
        cmocka_unit_test(damaged_predictions_are_refused_or_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
