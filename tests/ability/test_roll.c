// test_roll.c - the roll against its closed forms: ways, instants, and the angle that halves.
#include "yard.h"

#define DODGE (4.0 / (double)0.6f)
#define NEAR 5e-4 // of a way or a time: floats of a velocity, and arcs in steps; the promise is 0.5 %

static uint32_t open_roll(stage **s, int frame)
{
    *s = yard_open(frame);
    stage_floor(*s);
    return yard_add(*s, lope_roll_ability());
}

static void a_dodge_goes_its_way_in_its_time(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        const uint32_t id = open_roll(&s, frame);
        yard_place(s, 0, 0, 0, true);
        stage_move(s, 1, 0);
        yard_press(s, LOPE_BUTTON_ROLL);
        stage_tick(s, 1 / rate);
        s->input.held = 0;
        check_near("low", (double)s->state.height, 0.8, 1e-6);
        stage_run(s, 0.5 - (double)(1 / rate), rate);
        check_near("way", stage_feet(s).x, DODGE * s->time, NEAR * DODGE * 0.5);
        check_near("time", yard_until_end(s, id, rate, 1), (double)0.6f, NEAR);
        assert_true(s->state.height == s->state.standing_height);
        stage_close(s);
    }
}

// From 100 degrees off: the angle halves every 0.1 s. The way is the integral, by a thousand steps.
static void it_turns_to_the_input(void **unused)
{
    (void)unused;
    double x = 0, z = 0;
    const double seconds = 0.5, first = 100 * DEGREE;
    for (int i = 0; i < 1000; i++) {
        const double angle = first * exp2(-(i + 0.5) * 1e-3 * seconds / (double)0.1f);
        x += DODGE * cos(angle) * seconds * 1e-3;
        z += DODGE * sin(angle) * seconds * 1e-3;
    }
    each_yard(rate, frame)
    {
        stage *s;
        open_roll(&s, frame);
        yard_place(s, 0, 0, 0, true);
        stage_move(s, cos(first), sin(first));
        s->input.pressed = s->input.held = LOPE_BUTTON_ROLL;
        stage_tick(s, 1e-5f);
        stage_move(s, 1, 0);
        s->input.held = 0;
        stage_run(s, seconds, rate);
        check_near("way along the input", stage_feet(s).x, x, NEAR * DODGE * seconds + 1e-4);
        check_near("way aside", stage_feet(s).z, z, NEAR * DODGE * seconds + 1e-4);
        const brute_point v = stage_velocity(s);
        check_near("angle", atan2(v.z, v.x), first * exp2(-5), 1e-3);
        check_near("speed", stage_speed(s), DODGE, 1e-3);
        stage_close(s);
    }
}

// Falls from `height` with a level speed of 5 m/s. Returns the time of the landing.
static double fall(stage *s, double height)
{
    yard_place(s, 0, height, 0, false);
    stage_set_velocity(s, 5, 0, 0);
    return sqrt(2 * height / 9.8);
}

static void a_hard_landing_is_rolled_out(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int held = 0; held < 2; held++)
    {
        stage *s;
        const uint32_t id = open_roll(&s, frame);
        yard_set(s, "roll", "keep", 0.8);
        const double lands = fall(s, 4);
        if (held) s->input.held = LOPE_BUTTON_ROLL;
        while (s->time < lands - 0.2) stage_tick(s, 1 / rate);
        if (!held) yard_press(s, LOPE_BUTTON_ROLL);
        while (!yard_event(s, LOPE_EVENT_ABILITY, id, 0) && s->time < 2) stage_tick(s, 1 / rate);
        s->input.held = 0;
        lope_roll_report report;
        assert_true(lope_roll_report_of(&s->moveset, &s->state, &report));
        assert_int_equal(report.phase, LOPE_ROLL_LANDS);
        check_near("told", (double)report.fall_speed, sqrt(2 * 9.8 * 4), 1e-2);
        check_near("begins with the landing", yard_event(s, LOPE_EVENT_ABILITY, id, 0)->time, lands, 1e-3);
        check_near("speed", stage_speed(s), 4, 1e-3);
        check_near("ends", yard_until_end(s, id, rate, 1), lands + (double)0.7f, 1e-3);
        stage_close(s);
    }
}

static void a_soft_landing_is_none(void **unused)
{
    (void)unused;
    for (int dodge = 0; dodge < 2; dodge++)
        for (int i = 0; i < RATES; i++) {
            stage *s;
            const uint32_t id = open_roll(&s, i % FRAMES);
            yard_set(s, "roll", "dodge", dodge);
            const double lands = fall(s, 1.5);
            while (s->time < lands - 0.2) stage_tick(s, 1 / rates[i]);
            yard_press(s, LOPE_BUTTON_ROLL);
            stage_tick(s, 1 / rates[i]);
            s->input.held = 0;
            bool slow = false;
            while (s->time < lands + 0.2) {
                stage_tick(s, 1 / rates[i]);
                slow |= yard_refused(s, id) == LOPE_REFUSAL_SLOW;
            }
            assert_int_equal(slow, !dodge);
            assert_int_equal(yard_is_on(s, id), dodge);
            stage_close(s);
        }
}

static void a_press_too_early_is_refused(void **unused)
{
    (void)unused;
    stage *s;
    const uint32_t id = open_roll(&s, 1);
    fall(s, 20);
    yard_press(s, LOPE_BUTTON_ROLL);
    stage_tick(s, 0.01f);
    s->input.held = 0;
    bool refused = false;
    for (int i = 0; i < 40; i++) {
        stage_tick(s, 0.01f);
        refused |= yard_refused(s, id) == LOPE_REFUSAL_IN_THE_AIR;
    }
    assert_true(refused);
    stage_close(s);
}

static void a_fall_ends_it(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = yard_open(i % FRAMES);
        stage_box(s, -9, -1, -9, 2, 0, 9);
        const uint32_t id = yard_add(s, lope_roll_ability());
        yard_place(s, 0, 0, 0, true);
        stage_move(s, 1, 0);
        yard_press(s, LOPE_BUTTON_ROLL);
        yard_until_end(s, id, rates[i], 1);
        assert_int_equal(yard_event(s, LOPE_EVENT_ABILITY_END, id, 0)->event.to, LOPE_END_MODE_LEFT);
        stage_close(s);
    }
}

// Under a bar of 1 m it crawls on, and stands up behind it.
static void without_room_it_crawls_on(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s;
        const uint32_t id = open_roll(&s, i % FRAMES);
        stage_box(s, 1, 1, -9, 7, 2, 9);
        yard_place(s, 0, 0, 0, true);
        stage_move(s, 1, 0);
        yard_press(s, LOPE_BUTTON_ROLL);
        stage_tick(s, 1 / rates[i]);
        s->input.held = 0;
        stage_run(s, 1, rates[i]);
        assert_true(yard_is_on(s, id));
        check_near("crawls", stage_speed(s), (double)s->tuning.max_walk_speed_crouched, 1e-3);
        yard_until_end(s, id, rates[i], 5);
        assert_true(stage_feet(s).x > 7.3);
        stage_close(s);
    }
}

static void settings_are_as_the_header_says(void **unused)
{
    (void)unused;
    lope_roll_settings initially, read;
    lope_roll_settings_default(&initially);
    stage *s = yard_open(0);
    memcpy(&read, lope_moveset_ability_settings(&s->moveset, yard_add(s, lope_roll_ability())), sizeof read);
    assert_memory_equal(&read, &initially, sizeof read);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dodge_goes_its_way_in_its_time), cmocka_unit_test(it_turns_to_the_input),
        cmocka_unit_test(a_hard_landing_is_rolled_out),     cmocka_unit_test(a_soft_landing_is_none),
        cmocka_unit_test(a_press_too_early_is_refused),     cmocka_unit_test(a_fall_ends_it),
        cmocka_unit_test(without_room_it_crawls_on),        cmocka_unit_test(settings_are_as_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
