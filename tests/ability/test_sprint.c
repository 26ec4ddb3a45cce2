// test_sprint.c - the sprint against its closed forms: until the stamina is used up, until it is back.
#include "yard.h"

#define TOP 6.0   // m/s, walking
#define SPEED 9.0 // m/s, sprinting
// Stamina is kept in floats and taken piece by piece: sums of some hundred pieces.
#define NEAR 1e-3

static uint32_t open_sprint(stage **s, int frame)
{
    *s = yard_open(frame);
    stage_box(*s, -300, -1, -300, 300, 0, 300);
    const uint32_t id = yard_add(*s, lope_sprint_ability());
    yard_place(*s, 0, 0, 0, true);
    stage_move(*s, 0, -1);
    return id;
}

static double phase_time(const stage *s, uint32_t id, uint32_t phase, int n)
{
    for (int i = 0; i < s->event_count; i++) {
        const lope_event *e = &s->events[i].event;
        if (e->kind == LOPE_EVENT_ABILITY_PHASE && e->from == id && e->to == phase && n-- == 0) return s->events[i].time;
    }
    fail_msg("it has not come to phase %u", (unsigned)phase);
    return 0;
}

static void stamina_lasts_as_long_at_every_rate(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        const uint32_t id = open_sprint(&s, frame);
        s->input.held = LOPE_BUTTON_SPRINT;
        stage_run(s, 9, rate);
        const double acceleration = (double)s->tuning.max_acceleration;
        const double begins = phase_time(s, id, LOPE_SPRINT_RUNS, 0), empty = phase_time(s, id, LOPE_SPRINT_DRAINED, 0),
                     back = phase_time(s, id, LOPE_SPRINT_READY, 0);
        // a phase is told when the piece is over: the first one above the walking speed ends with the tick
        check_near("above the walking speed", begins, TOP / acceleration, 1.0 / (double)rate);
        const double wanted = TOP / acceleration + 100.0 / 20;
        check_near("used up", empty, wanted, NEAR * wanted);
        check_near("back", back - empty, 1 + 30.0 / 20, NEAR * 2.5);
        assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY), 1);
        assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY_END), 0);
        assert_true(stage_count(s, LOPE_EVENT_ABILITY_PHASE) <= 4);
        stage_close(s);
    }
}

// With the stick to its top speed and 10 m/s2 beyond the walking one: ways and times are those of two ramps.
static void the_way_is_that_of_two_accelerations(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        open_sprint(&s, frame);
        yard_set(s, "sprint", "acceleration", 10);
        s->input.held = LOPE_BUTTON_SPRINT;
        stage_run(s, 1, rate);
        const double a = (double)s->tuning.max_acceleration, t1 = TOP / a, t2 = (SPEED - TOP) / 10;
        const double way = 0.5 * TOP * t1 + 0.5 * (TOP + SPEED) * t2 + SPEED * (1 - t1 - t2);
        check_near("speed", stage_speed(s), SPEED, 1e-4);
        check_near("way", -stage_feet(s).z, way, NEAR * way);
        stage_close(s);
    }
}

// Half a sprint, then a walk: the stamina of exactly the time above the walking speed is gone.
static void it_drains_while_really_faster(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s;
        open_sprint(&s, i % FRAMES);
        yard_set(s, "stamina", "recovery", 0);
        s->input.held = LOPE_BUTTON_SPRINT;
        stage_run(s, 2, rates[i]);
        s->input.held = 0;
        stage_run(s, 1, rates[i]);
        const double a = (double)s->tuning.max_acceleration, seconds = 2 - TOP / a;
        check_near("used", (double)s->state.stamina_used, 20 * seconds, NEAR * 20 * seconds + 1e-3);
        check_near("walks", stage_speed(s), TOP, 1e-4);
        stage_close(s);
    }
}

static void input_aside_does_not_count(void **unused)
{
    (void)unused;
    stage *s = yard_open(0);
    stage_tune(s, "orient_rotation_to_movement", 0);
    stage_box(s, -300, -1, -300, 300, 0, 300);
    yard_add(s, lope_sprint_ability());
    yard_place(s, 0, 0, 0, true);
    s->input.held = LOPE_BUTTON_SPRINT;
    for (int i = 0; i < 2; i++) {
        const double angle = (i ? 60 : 45) * DEGREE;
        stage_move(s, sin(angle), -cos(angle));
        stage_run(s, 2, 60);
        check_near("speed", stage_speed(s), i ? TOP : SPEED, 1e-3);
    }
    stage_close(s);
}

static void refusals_say_why(void **unused)
{
    (void)unused;
    stage *s;
    const uint32_t id = open_sprint(&s, 1);
    s->input.held = LOPE_BUTTON_CROUCH;
    stage_run(s, 0.2, 60);
    yard_press(s, LOPE_BUTTON_SPRINT);
    stage_tick(s, 0.01f);
    assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_CROUCHED);
    s->input.held = 0;
    stage_run(s, 0.2, 60);
    s->state.pages |= LOPE_PAGE_GAUGES;
    s->state.stamina_used = 100;
    s->state.stamina_delay = 1;
    yard_press(s, LOPE_BUTTON_SPRINT);
    stage_tick(s, 0.01f);
    assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_STAMINA);
    stage_close(s);
}

// Off a jump it keeps its top speed, drains nothing in the air, and a wall in the way takes none either.
static void in_the_air_it_drains_nothing(void **unused)
{
    (void)unused;
    stage *s;
    open_sprint(&s, 2);
    yard_set(s, "stamina", "recovery", 0);
    s->input.held = LOPE_BUTTON_SPRINT;
    stage_run(s, 1, 60);
    yard_press(s, LOPE_BUTTON_JUMP);
    stage_tick(s, 1.0f / 60);
    const float used = s->state.stamina_used;
    stage_run(s, 0.4, 60);
    assert_true(!stage_walking(s) && s->state.stamina_used == used);
    check_near("speed", stage_speed(s), SPEED, 1e-3);
    stage_close(s);
}

static void drained_it_does_not_flutter(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s;
        const uint32_t id = open_sprint(&s, i % FRAMES);
        stage_tick(s, 1 / rates[i]);
        s->state.pages |= LOPE_PAGE_GAUGES;
        s->state.stamina_used = 90;
        s->input.held = LOPE_BUTTON_SPRINT;
        while (s->time < 1.5) stage_tick(s, 1 / rates[i]);
        s->input.held = 0; // let go, and asked for again, while drained
        stage_tick(s, 1 / rates[i]);
        assert_true(yard_is_on(s, id));
        for (int k = 0; k < 3; k++) {
            yard_press(s, LOPE_BUTTON_SPRINT);
            stage_tick(s, 1 / rates[i]);
            s->input.held = 0;
            stage_tick(s, 1 / rates[i]);
        }
        check_near("walks", stage_speed(s), TOP, 1e-3);
        const double end = yard_until_end(s, id, rates[i], 5), empty = phase_time(s, id, LOPE_SPRINT_DRAINED, 0);
        check_near("over", end - empty, 2.5, NEAR * 2.5);
        assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY), 1);
        stage_close(s);
    }
}

static void settings_are_as_the_header_says(void **unused)
{
    (void)unused;
    lope_sprint_settings initially, read;
    lope_sprint_settings_default(&initially);
    stage *s = yard_open(0);
    memcpy(&read, lope_moveset_ability_settings(&s->moveset, yard_add(s, lope_sprint_ability())), sizeof read);
    assert_memory_equal(&read, &initially, sizeof read);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stamina_lasts_as_long_at_every_rate),
        cmocka_unit_test(the_way_is_that_of_two_accelerations),
        cmocka_unit_test(it_drains_while_really_faster),
        cmocka_unit_test(input_aside_does_not_count),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(in_the_air_it_drains_nothing),
        cmocka_unit_test(drained_it_does_not_flutter),
        cmocka_unit_test(settings_are_as_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
