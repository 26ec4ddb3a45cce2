// test_flying.c - flying, and being told to change the mode: closed forms of unreal.md section 5 at 20, 60
// and 360 Hz.
#include "check.h"
#include "stage.h"
#include "unreal.h"

#include <math.h>

static const float rates[] = {20, 60, 360};

static stage *open_flyer(double y)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, y, 0, LOPE_MODE_FLYING);
    return s;
}

// 5.14: without braking the air takes 0.45 of the speed a second: half of it in 1.54 s.
static void coasts(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = open_flyer(10);
        stage_set_velocity(s, 0, 0, 6);
        double half = log(2.0) / 0.45, ticks = floor(half * (double)rates[r]);
        stage_run(s, ticks / (double)rates[r], rates[r]);
        double wanted = 6 * exp(-0.45 * ticks / (double)rates[r]);
        check_near("speed", stage_velocity(s).z, wanted, 1e-5);
        check_near("way", stage_feet(s).z, (6 - wanted) / 0.45, 1e-4); // floats of the state, a tick each
        check_near("height", stage_feet(s).y, 10, 1e-9);
        stage_close(s);
    }
}

// The same by Unreal's rule: each tick takes 0.15 dt of it, and brakes with 0.3, at 20 Hz in two halves.
static void coasts_by_rule(void **unused)
{
    (void)unused;
    static const unreal_law law = {.friction = 0.15, .factor = 2, .sub_step = 1.0 / 33.0};
    for (int r = 0; r < 3; r++) {
        stage *s = open_flyer(10);
        double h = 1 / (double)rates[r];
        stage_tune(s, "integrator", LOPE_INTEGRATOR_UNREAL);
        stage_set_velocity(s, 0, 0, 6);
        stage_tick(s, (float)h);
        double wanted = unreal_brake(&law, brute_make(0, 0, 6), h).z * (1 - 0.15 * h);
        check_near("speed", stage_velocity(s).z, wanted, 1e-6);
        if (r == 0) check_near("in halves", wanted, 6 * (1 - 0.3 / 40) * (1 - 0.3 / 40) * (1 - 0.15 / 20), 1e-9);
        stage_close(s);
    }
}

// By that rule a tick sets the velocity once: what it meets takes of it, and what is left of the tick's time
// adds nothing.
static void meets_walls_by_rule(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = open_flyer(10);
        double h = 1 / (double)rates[r], input = sqrt(0.5), fast = sqrt(8.0);
        stage_box(s, (double)s->state.radius + 0.5 * h, 0, -50, 5, 20, 50); // met on the way of the first tick
        stage_tune(s, "integrator", LOPE_INTEGRATOR_UNREAL);
        stage_set_velocity(s, 2, 0, 2);
        stage_move(s, 1, 1);
        stage_tick(s, (float)h);
        double wanted = 2 * (1 - 0.15 * h) + input * 20.48 * h; // straight on: no turning; 20.48 m/s2 of input
        assert_true(wanted < 6 * input && fast < 6);
        check_near("along the wall", stage_velocity(s).z, wanted, 1e-5);
        check_near("into it", stage_velocity(s).x, 0, 1e-6);
        check_near("way along it", stage_feet(s).z, wanted * h, 1e-5);
        stage_close(s);
    }
}

static void goes_anywhere(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = open_flyer(5);
        s->input.move = lope_vec3_make(0, 0.6f, 0.8f);
        stage_run(s, 2, rates[r]);
        double t = 0; // v' = 20.48 - 0.15 v up to 6 m/s, then held there
        t = -log(1 - 0.15 * 6 / 20.48) / 0.15;
        double way = (20.48 * t - 6) / 0.15 + 6 * (2 - t);
        check_near("up", stage_feet(s).y, 5 + 0.6 * way, 1e-4);
        check_near("ahead", stage_feet(s).z, 0.8 * way, 1e-4);
        check_near("speed", stage_velocity(s).z, 4.8, 1e-5);
        stage_close(s);
    }
}

static void stops_at_once(void **unused)
{
    (void)unused;
    stage *s = open_flyer(5);
    stage_tune(s, "fly_stop_instantly", 1);
    s->input.move = lope_vec3_make(1, 0, 0);
    stage_run(s, 1, 60);
    s->input.move = lope_vec3_make(0, 0, 0);
    double x = stage_feet(s).x;
    stage_tick(s, 1 / 60.0f);
    check_near("place", stage_feet(s).x, x, 1e-12);
    stage_close(s);
}

static void brakes(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = open_flyer(5);
        stage_tune(s, "braking_deceleration_flying", 12);
        stage_set_velocity(s, 6, 0, 0);
        stage_run(s, 2, rates[r]);
        double f = 0.45, d = 12; // unreal.md 5.2's law, to a full stop
        check_near("way", stage_feet(s).x, 6 / f - d / (f * f) * log((d + f * 6) / d), 1e-4);
        check_near("speed", stage_velocity(s).x, 0, 1e-12);
        stage_close(s);
    }
}

// Up stairs: steps take nothing from the way and add nothing to it: it is that through free air, at every
// rate.
static void keeps_its_speed_over_steps(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        double way[2];
        for (int free = 0; free < 2; free++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_floor(s);
            for (int i = 0; i < 10 && !free; i++) stage_box(s, 2 + 0.6 * i, 0, -3, i < 9 ? 2.6 + 0.6 * i : 40, 0.35 * (i + 1), 3);
            stage_place(s, 0, 0.001, 0, LOPE_MODE_FLYING);
            stage_set_velocity(s, 6, 0, 0);
            stage_move(s, 1, 0);
            stage_run(s, 2, rates[r]);
            way[free] = stage_feet(s).x;
            if (!free) assert_int_equal(stage_count(s, LOPE_EVENT_STEP_UP), 10);
            stage_close(s);
        }
        printf("  %g Hz: %.4f m, through free air %.4f\n", (double)rates[r], way[0], way[1]);
        check_near("way", way[0], way[1], 0.01); // design.md section 4, promise 7
    }
}

// Down onto a floor, along a wall, into the edge of both, over a low step.
static void slides(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, 3, 0, -50, 4, 8, 50);
        stage_place(s, 0, 2, 0, LOPE_MODE_FLYING);
        s->input.move = lope_vec3_make(0.6f, -0.6f, 0.5291503f);
        stage_run(s, 4, rates[r]);
        assert_int_equal(s->state.mode, LOPE_MODE_FLYING);
        check_near("on the floor", stage_feet(s).y, 0, 1e-4);
        check_near("at the wall", stage_feet(s).x, 3 - 0.34, 1e-4);
        assert_true(stage_feet(s).z > 5); // it goes on along the edge of both
        assert_true(stage_depth(s) < 1e-4);
        stage_close(s);

        s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, 1, 0, -3, 9, 0.3, 3);
        stage_place(s, 0, 0.01, 0, LOPE_MODE_FLYING);
        s->input.move = lope_vec3_make(1, 0, 0);
        stage_run(s, 1, rates[r]);
        assert_true(stage_feet(s).x > 4);
        check_near("on the step", stage_feet(s).y, 0.3, 1e-4);
        stage_close(s);
    }
}

static void force_pushes(void **unused)
{
    (void)unused;
    double at[3];
    for (int r = 0; r < 3; r++) {
        stage *s = open_flyer(5);
        s->requests.force = lope_vec3_make(0, 500, 0);
        stage_run(s, 1, rates[r]);
        at[r] = stage_feet(s).y;
        stage_close(s);
    }
    check_near("20 Hz as 360", at[0], at[2], 1e-3);
    check_near("60 Hz as 360", at[1], at[2], 1e-3);
    check_near("as the closed form", at[2], 5 + 5 / 0.45 - 5 / (0.45 * 0.45) * (1 - exp(-0.45)), 1e-3);
}

static void ask(stage *s, uint32_t mode)
{
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = mode;
    stage_tick(s, 1 / 60.0f);
}

static void modes_are_asked_for(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, 0);
    stage_run(s, 0.1, 60);
    assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
    ask(s, LOPE_MODE_FLYING);
    assert_int_equal(s->state.mode, LOPE_MODE_FLYING);
    s->input.move = lope_vec3_make(0, 1, 0);
    stage_run(s, 1, 60);
    s->input.move = lope_vec3_make(0, 0, 0);
    ask(s, LOPE_MODE_SWIMMING); // there is no water
    assert_int_equal(s->state.mode, LOPE_MODE_FLYING);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_MODE), LOPE_REFUSAL_WRONG_MODE);
    assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 1);
    ask(s, LOPE_MODE_NONE);
    assert_int_equal(s->state.mode, LOPE_MODE_NONE);
    double y = stage_feet(s).y;
    s->requests.impulse = lope_vec3_make(100, 0, 0);
    s->requests.asked = LOPE_REQUEST_LAUNCH;
    s->requests.launch_velocity = lope_vec3_make(0, 5, 0);
    stage_run(s, 0.5, 60);
    check_near("it stays", stage_feet(s).y, y, 1e-12);
    check_near("at rest", stage_speed(s), 0, 1e-12);
    s->requests.impulse = lope_vec3_make(0, 0, 0);
    ask(s, LOPE_MODE_WALKING); // in the air: it falls
    assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    stage_run(s, 2, 60);
    assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
    stage_close(s);
}

static void default_mode(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_tune(s, "default_land_mode", LOPE_MODE_FLYING);
    stage_place(s, 0, 2, 0, 0);
    stage_run(s, 1, 60);
    assert_int_equal(s->state.mode, LOPE_MODE_FLYING);
    check_near("it stays up", stage_feet(s).y, 2, 1e-9);
    stage_close(s);
}

// A step is flown over, unless the game forbids steps: then it is a wall.
static void steps_may_be_forbidden(void **unused)
{
    (void)unused;
    for (int forbidden = 0; forbidden < 2; forbidden++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, 2, 0, -3, 40, 0.35, 3);
        stage_place(s, 0, 0.001, 0, LOPE_MODE_FLYING);
        stage_move(s, 1, 0);
        for (int i = 0; i < 90; i++) {
            s->input.forbidden = forbidden ? LOPE_FORBID_STEP_UP : 0;
            stage_tick(s, 1 / 60.0f);
        }
        assert_int_equal(stage_count(s, LOPE_EVENT_STEP_UP), !forbidden);
        if (forbidden)
            check_near("stopped", stage_feet(s).x, 2 - (double)s->state.radius,
                       0.02); // its round bottom rises a little over the edge
        else
            check_below("still before the step", 3 - stage_feet(s).x, 0);
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coasts),
        cmocka_unit_test(coasts_by_rule),
        cmocka_unit_test(meets_walls_by_rule),
        cmocka_unit_test(goes_anywhere),
        cmocka_unit_test(stops_at_once),
        cmocka_unit_test(brakes),
        cmocka_unit_test(slides),
        cmocka_unit_test(keeps_its_speed_over_steps),
        cmocka_unit_test(steps_may_be_forbidden),
        cmocka_unit_test(force_pushes),
        cmocka_unit_test(modes_are_asked_for),
        cmocka_unit_test(default_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
