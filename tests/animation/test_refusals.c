// test_refusals.c - what is bad is refused by name, and changes nothing.
#include "scene.h"

#include "../behaviour/check.h"

static void settings_are_checked(void **unused)
{
    (void)unused;
    const struct {
        const char *field;
        lope_animation_settings settings;
        lope_result result;
    } bad[] = {
        {"parts", {.parts = 1u << 20}, LOPE_ERROR_RANGE},
        {"walk_speed", {.walk_speed = -1}, LOPE_ERROR_RANGE},
        {"run_speed", {.run_speed = NAN}, LOPE_ERROR_NOT_FINITE},
        {"run_speed", {.walk_speed = 4, .run_speed = 3}, LOPE_ERROR_RANGE},
        {"walk_stride", {.walk_stride = INFINITY}, LOPE_ERROR_NOT_FINITE},
        {"run_stride", {.run_stride = -0.1f}, LOPE_ERROR_RANGE},
        {"crouched_stride", {.crouched_stride = 200}, LOPE_ERROR_RANGE},
        {"foot_count", {.foot_count = 5}, LOPE_ERROR_RANGE},
        {"feet.phase", {.foot_count = 1, .feet = {{.phase = 1}}}, LOPE_ERROR_RANGE},
        {"feet.right", {.foot_count = 1, .feet = {{.right = NAN}}}, LOPE_ERROR_NOT_FINITE},
        {"foot_spacing", {.foot_spacing = -1}, LOPE_ERROR_RANGE},
        {"foot_radius", {.foot_radius = NAN}, LOPE_ERROR_NOT_FINITE},
        {"foot_reach", {.foot_reach = -1}, LOPE_ERROR_RANGE},
        {"moving_speed", {.moving_speed = -1}, LOPE_ERROR_RANGE},
        {"turn_most", {.turn_most = -1}, LOPE_ERROR_RANGE},
        {"turn_settle", {.turn_settle = -1}, LOPE_ERROR_RANGE},
        {"lean_most", {.lean_most = 2}, LOPE_ERROR_RANGE},
        {"lean_time", {.lean_time = NAN}, LOPE_ERROR_NOT_FINITE},
        {"trajectory_seconds", {.trajectory_seconds = 11}, LOPE_ERROR_RANGE},
        {"samples", {.samples = 33}, LOPE_ERROR_RANGE},
        {"farthest", {.farthest = 61}, LOPE_ERROR_RANGE},
        {"stop_held", {.stop_held = 2}, LOPE_ERROR_RANGE},
    };
    lope_error error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error = (lope_error){0};
        assert_int_equal(lope_animation_settings_check(&bad[i].settings, &error), bad[i].result);
        assert_string_equal(error.field, bad[i].field);
        assert_true(error.code == bad[i].result && error.text[0] != 0);
        assert_int_equal(lope_animation_settings_check(&bad[i].settings, NULL), bad[i].result);
    }
    assert_int_equal(lope_animation_settings_check(NULL, &error), LOPE_ERROR_NULL);
    assert_int_equal(lope_animation_settings_check(&(lope_animation_settings){0}, &error), LOPE_OK);
}

static void reports_are_refused_by_name(void **unused)
{
    (void)unused;
    scene s;
    lope_error error;
    lope_animation_report report;
    const lope_animation_report zero = {0};
    scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), 60);
    scene_box(&s, 0, -0.5, 0, 20, 1, 20, 0);
    scene_place(&s, 0, 0, 0, 0, 0, 0);
    scene_tick(&s);
    const lope_animation_def good = {.state = &s.state,
                                     .memory = &s.memory,
                                     .settings = &s.settings,
                                     .moveset = &s.moveset,
                                     .surroundings = &s.surroundings,
                                     .nearby = s.ahead,
                                     .error = &error};
    const lope_moveset unmade = {0};
    const lope_surroundings empty = {0};
    const lope_animation_settings bad_settings = {.walk_speed = -1};
    lope_animation_state bad_memory = s.memory;
    bad_memory.facing.x = NAN;
    enum { CASES = 13 };
    lope_animation_def defs[CASES];
    for (int i = 0; i < CASES; i++) defs[i] = good;
    const struct {
        const char *field;
        lope_result result;
    } wanted[CASES] = {{"state", LOPE_ERROR_NULL},         {"moveset", LOPE_ERROR_NULL},      {"surroundings", LOPE_ERROR_NULL},
                       {"nearby", LOPE_ERROR_NULL},        {"surroundings", LOPE_ERROR_NULL}, {"moveset", LOPE_ERROR_STATE},
                       {"walk_speed", LOPE_ERROR_RANGE},   {"seconds", LOPE_ERROR_RANGE},     {"seconds", LOPE_ERROR_NOT_FINITE},
                       {"memory", LOPE_ERROR_NOT_FINITE},  {"move", LOPE_ERROR_NOT_FINITE},   {"seconds", LOPE_ERROR_RANGE},
                       {"look_yaw", LOPE_ERROR_NOT_FINITE}};
    defs[0].state = NULL;
    defs[1].moveset = NULL;
    defs[2].surroundings = NULL;
    defs[3].nearby = NULL;
    defs[4].surroundings = &empty;
    defs[5].moveset = &unmade;
    defs[6].settings = &bad_settings;
    defs[7].seconds = 2;
    defs[8].seconds = NAN;
    defs[9].memory = &bad_memory;
    defs[10].input.move.x = NAN;
    defs[11].seconds = 1e-6f;
    defs[12].input.look_yaw = INFINITY;
    for (int i = 0; i < CASES; i++) {
        error = (lope_error){0};
        memset(&report, 0x55, sizeof report);
        const lope_result result = lope_animation_report_make(&defs[i], &report);
        if (result != wanted[i].result) fail_msg("case %d: %s, %s %s", i, lope_result_text(result), error.field, error.text);
        assert_string_equal(error.field, wanted[i].field);
        assert_memory_equal(&report.stop, &zero.stop, sizeof zero.stop);
        assert_true(report.sample_count == 0 && report.foot_count == 0);
        defs[i].error = NULL;
        assert_int_equal(lope_animation_report_make(&defs[i], &report), wanted[i].result);
    }
    assert_int_equal(lope_animation_report_make(NULL, &report), LOPE_ERROR_NULL);
    assert_int_equal(lope_animation_report_make(&good, NULL), LOPE_ERROR_NULL);
    // a state that no tick has made: what the tick was refused with
    lope_state broken = s.state;
    broken.mode = 60;
    lope_animation_def def = good;
    def.state = &broken;
    assert_int_equal(lope_animation_report_make(&def, &report), LOPE_ERROR_STATE);
    assert_string_equal(error.field, "state");
    scene_close(&s);
}

static void advances_are_refused_by_name(void **unused)
{
    (void)unused;
    scene s;
    lope_error error;
    scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), 60);
    scene_box(&s, 0, -0.5, 0, 20, 1, 20, 0);
    scene_place(&s, 0, 0, 0, 0, 0, 0);
    scene_tick(&s);
    lope_animation_state memory = s.memory, broken = s.memory;
    const lope_moveset unmade = {0};
    broken.strides = (double)NAN;
    const float dt = 1.0f / 60;
    s.state.ticks++;
    assert_int_equal(lope_animation_advance(NULL, NULL, &s.moveset, &s.state, dt, &error), LOPE_ERROR_NULL);
    assert_string_equal(error.field, "memory");
    assert_int_equal(lope_animation_advance(&memory, NULL, NULL, &s.state, dt, &error), LOPE_ERROR_NULL);
    assert_string_equal(error.field, "moveset");
    assert_int_equal(lope_animation_advance(&memory, NULL, &s.moveset, NULL, dt, &error), LOPE_ERROR_NULL);
    assert_string_equal(error.field, "state");
    assert_int_equal(lope_animation_advance(&memory, NULL, &unmade, &s.state, dt, &error), LOPE_ERROR_STATE);
    assert_int_equal(lope_animation_advance(&memory, NULL, &s.moveset, &s.state, 0, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "seconds");
    assert_int_equal(lope_animation_advance(&memory, NULL, &s.moveset, &s.state, NAN, NULL), LOPE_ERROR_NOT_FINITE);
    assert_int_equal(lope_animation_advance(&memory, NULL, &s.moveset, &s.state, -1, NULL), LOPE_ERROR_RANGE);
    assert_int_equal(lope_animation_advance(&broken, NULL, &s.moveset, &s.state, dt, &error), LOPE_ERROR_NOT_FINITE);
    assert_string_equal(error.field, "memory");
    assert_memory_equal(&memory, &s.memory, sizeof memory);
    assert_int_equal(lope_animation_turned(NULL, 1), LOPE_ERROR_NULL);
    assert_int_equal(lope_animation_turned(&memory, NAN), LOPE_ERROR_NOT_FINITE);
    assert_memory_equal(&memory, &s.memory, sizeof memory);
    scene_close(&s);
}

// A world in centimetres: the same report, a hundred times as long.
static void centimetres_are_a_hundred_times_metres(void **unused)
{
    (void)unused;
    lope_animation_report reports[2];
    for (int cm = 0; cm < 2; cm++) {
        const float unit = cm ? 100 : 1;
        lope_level *level = lope_level_create(NULL);
        lope_level_add_box(level,
                           &(lope_box_def){.body.position = {0, -0.5 * (double)unit, 0}, .size = {80 * unit, unit, 80 * unit}});
        lope_tuning tuning = lope_tuning_default();
        if (cm) {
            const char *const lengths[] = {
                "max_acceleration", "max_walk_speed",          "braking_deceleration_walking", "max_step_height", "jump_speed",
                "terminal_speed",   "perch_additional_height", "ledge_check_threshold",        "crouched_height"};
            tuning.units_per_metre = 100;
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
                double value;
                assert_int_equal(lope_tuning_get(&tuning, lengths[i], &value), LOPE_OK);
                assert_int_equal(lope_tuning_set(&tuning, lengths[i], 100 * value), LOPE_OK);
            }
        }
        lope_moveset moveset;
        lope_state state;
        lope_animation_state memory = {0};
        const lope_surroundings around = lope_level_surroundings(level);
        lope_nearby *nearby = lope_nearby_create(NULL);
        const lope_input input = {.move = {1, 0, 0}};
        lope_error error;
        assert_int_equal(lope_moveset_make(&moveset, &tuning, &error), LOPE_OK);
        assert_int_equal(
            lope_state_init(&state,
                            &(lope_state_def){.radius = 0.34f * unit, .height = 1.76f * unit, .gravity = {0, -9.8f * unit, 0}}),
            LOPE_OK);
        for (int i = 0; i < 40; i++) {
            assert_int_equal(lope_move(&state, &input, &moveset, &around, nearby, 1.0f / 60, NULL), LOPE_OK);
            assert_int_equal(lope_animation_advance(&memory, NULL, &moveset, &state, 1.0f / 60, &error), LOPE_OK);
        }
        const lope_animation_def def = {
            .state = &state, .memory = &memory, .moveset = &moveset, .surroundings = &around, .nearby = nearby, .input = input};
        assert_int_equal(lope_animation_report_make(&def, &reports[cm]), LOPE_OK);
        lope_nearby_destroy(nearby);
        lope_level_destroy(level);
    }
    const lope_animation_report *m = &reports[0], *cm = &reports[1];
    check_near("stride", (double)cm->stride, 100 * (double)m->stride, 1e-3);
    check_near("phase", (double)cm->phase, (double)m->phase, 1e-5);
    check_near("lean", (double)cm->lean_right, (double)m->lean_right, 1e-6);
    check_near("stop", cm->stop.distance, 100 * m->stop.distance, 1e-3);
    check_near("foot", cm->feet[1].now.point.z, 100 * m->feet[1].now.point.z, 1e-3);
    check_near("trajectory", cm->trajectory[9].feet.x, 100 * m->trajectory[9].feet.x, 1e-2);
    assert_true(m->stop.known && cm->stop.known && m->sample_count == 10);
}

// With `steer` the held input is what it says, and stop_held finds the stop that it comes to.
static void steer_away(void *context, uint32_t tick, const lope_state *state, lope_input *input)
{
    (void)context;
    (void)state;
    input->move = tick < 30 ? lope_vec3_make(0, 0, 1) : lope_vec3_make(0, 0, 0);
}

static void a_steered_character_stops_where_it_is_steered(void **unused)
{
    (void)unused;
    scene s;
    lope_animation_report held, released;
    lope_animation_settings settings = {.stop_held = 1};
    scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), 60);
    scene_box(&s, 0, -0.5, 0, 80, 1, 80, 0);
    scene_place(&s, 0, 0, 0, 0, 0, -3);
    scene_tick(&s);
    lope_animation_def def = {.state = &s.state,
                              .settings = &settings,
                              .moveset = &s.moveset,
                              .surroundings = &s.surroundings,
                              .nearby = s.ahead,
                              .steer = steer_away};
    assert_int_equal(lope_animation_report_make(&def, &held), LOPE_OK);
    settings.stop_held = 0;
    assert_int_equal(lope_animation_report_make(&def, &released), LOPE_OK);
    assert_true(held.stop.known && released.stop.known && held.pivot.known);
    assert_true(released.stop.feet.z < -0.05 && released.stop.seconds < 0.3f);
    // for the game: the same
    for (uint32_t i = 0; i < 240 && (i < 30 || lope_vec3_length(s.state.velocity) > 0); i++) {
        steer_away(NULL, i, &s.state, &s.input);
        scene_tick(&s);
    }
    check_near("where it stops", held.stop.feet.z, s.state.feet.z, 1e-6);
    assert_true(held.stop.feet.z > 0.5);
    scene_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_checked),
        cmocka_unit_test(reports_are_refused_by_name),
        cmocka_unit_test(advances_are_refused_by_name),
        cmocka_unit_test(centimetres_are_a_hundred_times_metres),
        cmocka_unit_test(a_steered_character_stops_where_it_is_steered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
