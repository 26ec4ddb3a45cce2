// test_walk.c - jump height, stopping distance, ramps at top speed and standing still: what has a closed
// form, at many tick rates.
#include "check.h"
#include "stage.h"

static const float rates[] = {20, 30, 60, 120, 360};
enum { RATE_COUNT = sizeof rates / sizeof rates[0] };

// 4.2^2 / (2 * 9.8) = 0.900 m; the millimetre is the promise (closed forms inside a tick, the apex splits
// it).
static void jump_rises_090(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_place(s, 0, 0, 0, 0);
        stage_run(s, 0.5, rates[i]);
        double ground = stage_feet(s).y, highest = 0;
        s->input.held = s->input.pressed = LOPE_BUTTON_JUMP;
        for (int k = 0; k < (int)rates[i]; k++) {
            stage_tick(s, 1.0f / rates[i]);
            s->input.held = 0;
            double y = stage_feet(s).y - ground;
            highest = y > highest ? y : highest;
        }
        const stage_event *apex = stage_first(s, LOPE_EVENT_APEX), *land = stage_first(s, LOPE_EVENT_LAND);
        assert_non_null(apex);
        assert_non_null(land);
        printf("  %3g Hz: apex event %.5f m, highest feet %.5f m, landing at %.4f m/s, flight %.4f s\n", (double)rates[i],
               (double)apex->event.value, highest, (double)land->event.value, land->time - 0.5);
        check_near("apex", (double)apex->event.value, 0.9, 1e-3);
        check_below("highest feet", highest, 0.9 + 1e-3);
        assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
        // It lands at the height it left, so at the speed it left with, and after twice the way up.
        check_near("landing speed", (double)land->event.value, 4.2, 0.01);
        check_near("flight", land->time - 0.5, 2 * 4.2 / 9.8, 0.005);
        assert_true(stage_walking(s));
        stage_close(s);
    }
}

// With braking D = 20.48 and friction 16 from 6 to 0.1 m/s: (6 - 0.1) / 16 - 20.48 / 256 * ln((20.48 + 96) /
// (20.48 + 1.6)) = 0.2357.
static void stops_in_0236(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_place(s, -20, 0, 0, 0);
        stage_move(s, 1, 0);
        stage_run(s, 2.0, rates[i]);
        check_near("top speed", stage_speed(s), 6.0, 1e-4);
        double from = stage_feet(s).x;
        stage_move(s, 0, 0);
        stage_run(s, 1.0, rates[i]);
        double way = stage_feet(s).x - from;
        printf("  %3g Hz: stops in %.5f m\n", (double)rates[i], way);
        check_near("stopping distance", way, 0.236, 0.01 * 0.236);
        assert_true(stage_speed(s) == 0.0);
        stage_close(s);
    }
}

// From rest: v^2 / 2a to top speed, so after a second 6 * 1 - 0.879 m, whatever the rate: 1 cm and 1 % are
// promised.
static void starts_alike_at_all_rates(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_move(s, 1, 0);
        stage_run(s, 1.0, rates[i]);
        printf("  %3g Hz: %.5f m in the first second\n", (double)rates[i], stage_feet(s).x);
        check_near("first second", stage_feet(s).x, 6.0 - 36.0 / (2 * 20.48), 0.01);
        stage_close(s);
    }
}

static void ramp_keeps_speed(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < RATE_COUNT; i++)
            for (int down = 0; down < 2; down++) {
                stage *s = stage_open((stage_form)form);
                stage_ramp(s, 0, 0, 0, 40, 0, 60, 20);
                double x = down ? 30 : 5, slope = tan(40 * 3.14159265358979 / 180);
                stage_place(s, x, x * slope + 0.11, 0, LOPE_MODE_WALKING);
                stage_run(s, 0.2, rates[i]);
                stage_move(s, down ? -1 : 1, 0);
                stage_run(s, 1.0, rates[i]);
                double from = stage_feet(s).x, slowest = 1e9;
                for (int k = 0; k < (int)rates[i] * 2; k++) {
                    stage_tick(s, 1.0f / rates[i]);
                    slowest = stage_speed(s) < slowest ? stage_speed(s) : slowest;
                    assert_true(stage_walking(s));
                }
                double speed = fabs(stage_feet(s).x - from) / 2.0;
                if (form == 0)
                    printf("  %3g Hz %s: %.4f m/s, slowest %.4f\n", (double)rates[i], down ? "down" : "up  ", speed, slowest);
                check_near("horizontal speed", speed, 6.0, 0.06);
                check_near("slowest", slowest, 6.0, 0.06);
                assert_int_equal(stage_count(s, LOPE_EVENT_WALK_OFF), 0);
                stage_close(s);
            }
}

static void idle_stays(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < RATE_COUNT; i++) {
            stage *s = stage_open((stage_form)form);
            stage_ramp(s, 0, 0, 0, 40, 30, 40, 20);
            stage_place(s, 10 * cos(0.5235987756), 10 * tan(40 * 3.14159265358979 / 180) + 0.11, -10 * sin(0.5235987756), 0);
            stage_run(s, 1.0, rates[i]);
            brute_point from = stage_feet(s);
            stage_run(s, 10.0, rates[i]);
            double moved = brute_length(brute_sub(stage_feet(s), from));
            printf("  %s %3g Hz: idle on 40 degrees for 10 s moves %.3g mm\n", stage_form_names[form], (double)rates[i],
                   moved * 1e3);
            check_below("moved", moved, 1e-3);
            assert_true(stage_walking(s));
            stage_close(s);
        }
}

// The feet stand on the floor: the skin is inside the arithmetic, within 1 mm on flat ground (design
// promise).
static void feet_on_the_floor(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        stage *s = stage_open((stage_form)form);
        stage_floor(s);
        stage_place(s, 3, 1, 3, 0);
        stage_run(s, 2.0, 60);
        printf("  %s: feet at %.3g mm, floor distance %.3g mm\n", stage_form_names[form], stage_feet(s).y * 1e3,
               s->state.floor.distance * 1e3);
        check_near("feet", stage_feet(s).y, 0.0, 1e-3);
        assert_int_equal(s->state.floor.walkable, 1);
        assert_true(stage_walking(s));
        const stage_event *land = stage_first(s, LOPE_EVENT_LAND);
        assert_non_null(land);
        check_near("landing speed after 1 m", (double)land->event.value, sqrt(2 * 9.8), 0.01);
        stage_close(s);
    }
}

// Half a stick asks for half the speed.
static void analog_stick(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_move(s, 0.5, 0);
    stage_run(s, 2.0, 60);
    check_near("half speed", stage_speed(s), 3.0, 0.01);
    stage_move(s, 3, 4); // longer than 1 is cut to 1
    stage_run(s, 2.0, 60);
    check_near("full speed", stage_speed(s), 6.0, 0.01);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jump_rises_090),   cmocka_unit_test(stops_in_0236), cmocka_unit_test(starts_alike_at_all_rates),
        cmocka_unit_test(ramp_keeps_speed), cmocka_unit_test(idle_stays),    cmocka_unit_test(feet_on_the_floor),
        cmocka_unit_test(analog_stick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
