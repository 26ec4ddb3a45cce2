// test_volumes.c - recordings of who swims in water that moves, through triggers that move, with sensors:
// played back they are equal to the bit, and the terms of the velocity add up.
#include "../behaviour/check.h"

#include <lope/lope.h>

#define TICKS 360

typedef struct scene {
    lope_level *level;
    lope_body tide, gate;
} scene;

static scene make(void)
{
    const lope_volume water = {.water = true}, moon = {.gravity_mode = LOPE_GRAVITY_VECTOR, .gravity = {0, -1.62f, 0}};
    scene s = {.level = lope_level_create(NULL)};
    lope_box_def box = {.body.position = {0, -4.5, 0}, .size = {40, 1, 40}};
    assert_true(lope_level_valid(s.level, lope_level_add_box(s.level, &box)));
    box = (lope_box_def){.body = {.position = {0, -6, 0}, .moving = true, .volume = &water}, .size = {40, 8, 40}};
    s.tide = lope_level_add_box(s.level, &box);
    box = (lope_box_def){.body = {.position = {-9, 0, 0}, .moving = true, .volume = &moon}, .size = {0.01f, 8, 40}};
    s.gate = lope_level_add_box(s.level, &box);
    box = (lope_box_def){.body = {.position = {6, 0, 0}, .volume = &moon}, .size = {4, 20, 40}};
    assert_true(lope_level_valid(s.level, lope_level_add_box(s.level, &box)));
    return s;
}

static void move_all(const scene *s, int tick)
{
    lope_transform pose = {{0, -6 + 0.02 * (tick < 200 ? tick : 200), 0}, {0, 0, 0, 1}};
    assert_int_equal(lope_level_set_pose(s->level, s->tide, &pose), LOPE_OK);
    pose.position = lope_point_make(-9 + 0.06 * tick, 0, 0);
    assert_int_equal(lope_level_set_pose(s->level, s->gate, &pose), LOPE_OK);
}

static void recordings_play_back(void **unused)
{
    (void)unused;
    scene s = make();
    lope_tuning tuning = lope_tuning_default();
    tuning.buoyancy = 1.3f;
    lope_moveset moveset;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_sensor sensor = {.channels = LOPE_CHANNEL_VOLUME, .a = {0, 1, 0}, .b = {0, 1, -2}, .radius = 0.2f};
    assert_int_equal(lope_moveset_add_sensor(&moveset, &sensor, NULL, NULL), LOPE_OK);
    lope_recorder *recorder = lope_recorder_create(&(lope_recorder_def){.seconds = 10, .bytes = 1 << 22});
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_surroundings around = lope_level_surroundings(s.level);
    lope_state state;
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.feet = {0, -4, 0}}), LOPE_OK);
    int swims = 0, entered = 0;
    for (int tick = 0; tick < TICKS; tick++) {
        move_all(&s, tick);
        lope_input input = {.move = {tick > 240 ? 1.0f : 0.0f, 0, 0}};
        lope_report report;
        assert_int_equal(lope_move_recorded(recorder, &state, &input, &moveset, &around, nearby, 1.0f / 60, &report), LOPE_OK);
        swims += state.mode == LOPE_MODE_SWIMMING;
        for (uint32_t i = 0; i < report.event_count; i++) entered += report.events[i].kind == LOPE_EVENT_ENTER;
        lope_level_end_tick(s.level);
    }
    printf("  swims for %d ticks, enters %d times\n", swims, entered);
    assert_true(swims > 100 && entered >= 5);
    size_t size = 0;
    assert_int_equal(lope_recorder_write(recorder, NULL, 0, &size), LOPE_OK);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(lope_recorder_write(recorder, bytes, size, &size), LOPE_OK);
    lope_error error = {0};
    lope_recording *recording = lope_recording_read(bytes, size, NULL, NULL, &error);
    if (!recording) fail_msg("%s: %s", error.field, error.text);
    lope_replay_report report;
    lope_result result = lope_replay(recording, &around, NULL, &report);
    if (result != LOPE_OK || !report.equal)
        fail_msg("tick %u: %s %s (%s)", report.tick, report.field, report.text, lope_result_text(result));
    assert_int_equal(report.ticks, TICKS);
    for (uint32_t i = 0; i < TICKS; i++) {
        lope_recorded_tick tick;
        assert_true(lope_recording_tick(recording, i, &tick));
        lope_vec3 sum = {0, 0, 0}, change = lope_vec3_sub(tick.after.velocity, tick.before.velocity);
        for (int k = 0; k < LOPE_TERM_COUNT; k++) sum = lope_vec3_add(sum, tick.terms[k]);
        check_near("terms", (double)lope_vec3_length(lope_vec3_sub(sum, change)), 0, 2e-5); // floats of a few m/s
    }
    lope_recording_destroy(recording);
    free(bytes);
    lope_recorder_destroy(recorder);
    lope_nearby_destroy(nearby);
    lope_level_destroy(s.level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(recordings_play_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
