// test_glide.c - the glide against its closed form: v' = g - k v, k = g / sink rate.
#include "yard.h"

#define G 9.8
#define SINK 2.0
#define DRAG (G / SINK)
#define NEAR 5e-4 // of a speed or a way: slices of 1/120 s; the promise is 0.5 %

static double speed_after(double v, double time) { return SINK + (v - SINK) * exp(-DRAG * time); }
static double way_after(double v, double time) { return SINK * time + (v - SINK) * (1 - exp(-DRAG * time)) / DRAG; }

static uint32_t open_glide(stage **s, int frame, double height)
{
    *s = yard_open(frame);
    stage_floor(*s);
    const uint32_t id = yard_add(*s, lope_glide_ability());
    yard_place(*s, 0, height, 0, false);
    (*s)->input.held = LOPE_BUTTON_GLIDE;
    return id;
}

// From a fall of 10 m/s and from rest: speed and height at many times.
static void the_fall_comes_to_the_sink_rate(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int fast = 0; fast < 2; fast++)
    {
        stage *s;
        open_glide(&s, frame, 40);
        const double v0 = fast ? 10 : 0;
        stage_set_velocity(s, 0, -v0, 0);
        for (int i = 0; i < (int)(2 * rate); i++) {
            stage_tick(s, 1 / rate);
            const double v = speed_after(v0, s->time), way = way_after(v0, s->time);
            check_near("speed", -stage_velocity(s).y, v, NEAR * (v + 1));
            check_near("way down", 40 - stage_feet(s).y, way, NEAR * (way + 1));
        }
        check_near("terminal", -stage_velocity(s).y, SINK, 5e-3 * SINK);
        assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY), 1);
        stage_close(s);
    }
}

// Begun while rising at 5 m/s: as without up to the apex, and by the law from that instant on.
static void it_sets_in_at_the_apex(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        open_glide(&s, frame, 20);
        stage_set_velocity(s, 0, 5, 0);
        stage_run(s, 2, rate);
        const double up = 5 / G, high = 20 + 0.5 * 5 * up, time = s->time - up;
        check_near("height", stage_feet(s).y, high - way_after(0, time), 2e-3);
        check_near("speed", -stage_velocity(s).y, speed_after(0, time), NEAR);
        stage_close(s);
    }
}

static void it_lands_with_the_sink_rate(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        const uint32_t id = open_glide(&s, frame, 3);
        const double time = yard_until_end(s, id, rate, 5);
        // 3 m = way_after(0, t), with e^(-k t) nearly 0
        const double wanted = (3 + SINK / DRAG) / SINK;
        check_near("landing", time, wanted, NEAR * wanted);
        check_near("into the floor", (double)stage_first(s, LOPE_EVENT_LAND)->event.value, SINK, 5e-3 * SINK);
        assert_int_equal(yard_event(s, LOPE_EVENT_ABILITY_END, id, 0)->event.to, LOPE_END_MODE_LEFT);
        assert_true(stage_walking(s));
        assert_int_equal(stage_count(s, LOPE_EVENT_MODE), 2);
        stage_close(s);
    }
}

// With input: 8 m/s2 up to 8 m/s. Without, 2 m/s2 of braking.
static void the_input_steers(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        open_glide(&s, frame, 40);
        stage_move(s, 0.6, -0.8);
        stage_run(s, 2, rate);
        const double way = 0.5 * 8 * 1 + 8 * 1;
        check_near("speed", stage_speed(s), 8, 1e-3);
        check_near("way", hypot(stage_feet(s).x, stage_feet(s).z), way, NEAR * way);
        stage_move(s, 0, 0);
        stage_run(s, 1, rate);
        check_near("braked", stage_speed(s), 6, 1e-3);
        check_near("way braked", hypot(stage_feet(s).x, stage_feet(s).z), way + 7, NEAR * way);
        stage_close(s);
    }
}

// Walls are not climbed: against a steep slope it sinks as along a wall.
static void against_a_wall_it_sinks(void **unused)
{
    (void)unused;
    for (int steep = 0; steep < 2; steep++) each_yard(rate, frame)
        {
            stage *s;
            open_glide(&s, frame, 12);
            if (steep)
                stage_tilted_box(s, 6, 5, 0, 30, 2, 20, 60, 0);
            else
                stage_box(s, 3, 0, -9, 4, 30, 9);
            stage_move(s, 1, 0);
            double last = stage_feet(s).y;
            for (int i = 0; i < (int)(3 * rate) && !stage_walking(s); i++) {
                stage_tick(s, 1 / rate);
                check_below("never up", stage_feet(s).y, last + 1e-4);
                check_below("depth", stage_depth(s), 1e-4);
                last = stage_feet(s).y;
            }
            stage_close(s);
        }
}

static void letting_go_ends_it_and_the_ground_refuses(void **unused)
{
    (void)unused;
    stage *s;
    const uint32_t id = open_glide(&s, 1, 20);
    stage_run(s, 0.5, 60);
    assert_true(yard_is_on(s, id));
    s->input.held = 0;
    stage_tick(s, 1.0f / 60);
    assert_false(yard_is_on(s, id));
    assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    yard_place(s, 0, 0, 0, true);
    yard_press(s, LOPE_BUTTON_GLIDE);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_ON_THE_GROUND);
    stage_close(s);
}

static void settings_are_as_the_header_says(void **unused)
{
    (void)unused;
    lope_glide_settings initially, read;
    lope_glide_settings_default(&initially);
    stage *s = yard_open(0);
    memcpy(&read, lope_moveset_ability_settings(&s->moveset, yard_add(s, lope_glide_ability())), sizeof read);
    assert_memory_equal(&read, &initially, sizeof read);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fall_comes_to_the_sink_rate), cmocka_unit_test(it_sets_in_at_the_apex),
        cmocka_unit_test(it_lands_with_the_sink_rate),     cmocka_unit_test(the_input_steers),
        cmocka_unit_test(against_a_wall_it_sinks),         cmocka_unit_test(letting_go_ends_it_and_the_ground_refuses),
        cmocka_unit_test(settings_are_as_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
