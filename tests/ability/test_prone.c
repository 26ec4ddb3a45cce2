// test_prone.c - prone against its closed forms, and when it may end: its lock, room, crouching, edges.
#include "yard.h"

#define SPEED ((double)1.68f)
#define RISE ((double)2.56f)  // m/s2
#define BRAKE ((double)5.12f) // m/s2
#define NEAR 2e-4             // of a way or a time; the promise is 0.5 %

static uint32_t open_prone(stage **s, int frame)
{
    *s = yard_open(frame);
    stage_floor(*s);
    return yard_add(*s, lope_prone_ability());
}

static void tap(stage *s, uint32_t button, float rate)
{
    yard_press(s, button);
    stage_tick(s, 1 / rate);
    s->input.held &= ~button;
}

static void ways_are_those_of_its_law(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        const uint32_t id = open_prone(&s, frame);
        yard_place(s, 0, 0, 0, true);
        stage_move(s, 1, 0);
        tap(s, LOPE_BUTTON_PRONE, rate);
        stage_run(s, 2 - (double)(1 / rate), rate);
        assert_true(yard_is_on(s, id));
        const double ramp = SPEED / RISE, way = SPEED * (2 - 0.5 * ramp);
        check_near("height", (double)s->state.height, 0.7, 1e-6);
        check_near("way", stage_feet(s).x, way, NEAR * way);
        check_near("speed", stage_speed(s), SPEED, 1e-4);
        stage_move(s, 0, 0);
        stage_run(s, 1, rate);
        // v' = -BRAKE - b v: the way of a stop is (v - BRAKE t) / b with t = ln(1 + b v / BRAKE) / b
        const double b = (double)s->tuning.braking_friction_factor, t = log(1 + b * SPEED / BRAKE) / b;
        check_near("way to the stop", stage_feet(s).x - way, (SPEED - BRAKE * t) / b, 2e-3);
        check_near("stands", stage_speed(s), 0, 0);
        stage_close(s);
    }
}

static void it_gets_up_by_a_press_after_its_lock(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        const uint32_t id = open_prone(&s, frame);
        yard_place(s, 0, 0, 0, true);
        tap(s, LOPE_BUTTON_PRONE, rate);
        stage_run(s, 0.5, rate);
        tap(s, LOPE_BUTTON_PRONE, rate);
        assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_COOLDOWN);
        tap(s, LOPE_BUTTON_JUMP, rate);
        assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 0);
        stage_run(s, 0.6, rate);
        assert_true(yard_is_on(s, id));
        tap(s, LOPE_BUTTON_PRONE, rate);
        assert_false(yard_is_on(s, id));
        assert_true(s->state.height == s->state.standing_height);
        stage_run(s, 0.2, rate);
        assert_false(yard_is_on(s, id));
        assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY), 1);
        stage_close(s);
    }
}

// Held, it ends at the lock's instant when the button is up by then.
static void held_it_lasts_as_long_as_the_button(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s;
        const uint32_t id = open_prone(&s, i % FRAMES);
        yard_set(s, "prone", "toggle", 0);
        yard_place(s, 0, 0, 0, true);
        tap(s, LOPE_BUTTON_PRONE, rates[i]);
        check_near("the lock", yard_until_end(s, id, rates[i], 2), 1, 1e-5);
        stage_close(s);
    }
}

// Under a bar with 0.75 m: no room. It gets up where the bar ends.
static void under_a_bar_it_gets_up_where_there_is_room(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s;
        const uint32_t id = open_prone(&s, i % FRAMES);
        stage_box(s, -2, 0.75, -9, 2, 2, 9);
        yard_place(s, -3, 0, 0, true);
        stage_move(s, 1, 0);
        tap(s, LOPE_BUTTON_PRONE, rates[i]);
        stage_run(s, 2, rates[i]);
        tap(s, LOPE_BUTTON_PRONE, rates[i]);
        assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_NO_ROOM);
        tap(s, LOPE_BUTTON_CROUCH, rates[i]);
        assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_NO_ROOM);
        yard_until_end(s, id, rates[i], 5);
        check_near("out", stage_feet(s).x, 2.34, 0.01 + SPEED / (double)rates[i] + 2 / (double)rates[i]);
        assert_true(s->state.height == s->state.standing_height);
        stage_close(s);
    }
}

static void crouching_and_prone_hand_over(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s;
        const uint32_t id = open_prone(&s, i % FRAMES);
        stage_box(s, -2, 0.85, -9, 2, 2, 9); // room to crouch, not to stand
        yard_place(s, -3, 0, 0, true);
        s->input.held = LOPE_BUTTON_CROUCH;
        stage_move(s, 1, 0);
        stage_run(s, 1, rates[i]);
        stage_move(s, 0, 0);
        tap(s, LOPE_BUTTON_PRONE, rates[i]);
        assert_true(yard_is_on(s, id));
        check_near("lower than crouched", (double)s->state.height, 0.7, 1e-6);
        s->input.held = 0;
        stage_run(s, 1.1, rates[i]);
        assert_true(yard_is_on(s, id));
        yard_press(s, LOPE_BUTTON_CROUCH);
        stage_tick(s, 1 / rates[i]);
        assert_false(yard_is_on(s, id));
        check_near("crouched", (double)s->state.height, 0.8, 1e-6);
        stage_run(s, 0.5, rates[i]);
        check_near("still crouched", (double)s->state.height, 0.8, 1e-6);
        check_below("depth", stage_depth(s), 1e-4);
        stage_close(s);
    }
    // in the open, too, it does not stand up in between
    stage *s;
    const uint32_t id = open_prone(&s, 0);
    yard_place(s, 0, 0, 0, true);
    tap(s, LOPE_BUTTON_PRONE, 60);
    stage_run(s, 1.1, 60);
    s->event_count = 0;
    yard_press(s, LOPE_BUTTON_CROUCH);
    stage_run(s, 0.5, 60);
    assert_false(yard_is_on(s, id));
    assert_int_equal(stage_count(s, LOPE_EVENT_UNCROUCH), 0);
    check_near("crouched", (double)s->state.height, 0.8, 1e-6);
    s->input.held = 0;
    stage_run(s, 0.5, 60);
    assert_true(s->state.height == s->state.standing_height);
    stage_close(s);
}

static void it_does_not_crawl_off_an_edge_unless_it_may(void **unused)
{
    (void)unused;
    for (int may = 0; may < 2; may++)
        for (int i = 0; i < RATES; i++) {
            stage *s = yard_open(i % FRAMES);
            stage_box(s, -9, -1, -9, 1, 0, 9);
            const uint32_t id = yard_add(s, lope_prone_ability());
            yard_set(s, "prone", "keeps_off_ledges", !may);
            yard_place(s, 0, 0, 0, true);
            stage_move(s, 1, 0);
            tap(s, LOPE_BUTTON_PRONE, rates[i]);
            stage_run(s, 3, rates[i]);
            assert_int_equal(yard_is_on(s, id), !may);
            assert_int_equal(stage_walking(s), !may);
            stage_close(s);
        }
}

static void settings_are_as_the_header_says(void **unused)
{
    (void)unused;
    lope_prone_settings initially, read;
    lope_prone_settings_default(&initially);
    stage *s = yard_open(0);
    memcpy(&read, lope_moveset_ability_settings(&s->moveset, yard_add(s, lope_prone_ability())), sizeof read);
    assert_memory_equal(&read, &initially, sizeof read);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_those_of_its_law),           cmocka_unit_test(it_gets_up_by_a_press_after_its_lock),
        cmocka_unit_test(held_it_lasts_as_long_as_the_button), cmocka_unit_test(under_a_bar_it_gets_up_where_there_is_room),
        cmocka_unit_test(crouching_and_prone_hand_over),       cmocka_unit_test(it_does_not_crawl_off_an_edge_unless_it_may),
        cmocka_unit_test(settings_are_as_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
