// The zoo's scenarios of how moving feels: jumps, launches, blows, stopping, what is forbidden.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 360};
#define RATES 3

static void near(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %.6f, wanted %.6f within %g", what, value, wanted, tolerance);
}

static void play_all(zoo *z)
{
    while (zoo_tick(z)) {}
}

static double height(const zoo *z, const char *name, uint32_t nth)
{
    const zoo_event *apex = zoo_event_of(z, name, LOPE_EVENT_APEX, nth);
    assert_non_null(apex);
    return (double)apex->event.value;
}

static bool was_refused(const zoo *z, const char *name, uint32_t asked, uint32_t why)
{
    const zoo_event *event;
    for (uint32_t i = 0; (event = zoo_event_of(z, name, LOPE_EVENT_REFUSE, i)); i++)
        if (event->event.from == asked && event->event.to == why) return true;
    return false;
}

// Heights are closed forms; a scenario's times are split exactly, so they hold at every rate to the rounding
// of floats.
static void double_jump(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("double_jump", rates[i]);
        double top = 0;
        while (zoo_tick(z)) top = fmax(top, zoo_feet(z, "hero").y);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_JUMP), 2);
        assert_int_equal(zoo_event_of(z, "hero", LOPE_EVENT_JUMP, 1)->event.to, 2);
        near("second apex", height(z, "hero", zoo_count(z, "hero", LOPE_EVENT_APEX) - 1), 0.9, 1e-4);
        near("top", top, 1.8, 9.8 / 2 / rates[i] / rates[i] + 1e-3); // between two ticks
        assert_true(was_refused(z, "hero", LOPE_ASKED_JUMP, LOPE_REFUSAL_USED_UP));
        zoo_close(z);
    }
}

static void held_jump(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("held_jump", rates[i]);
        play_all(z);
        near("held", height(z, "held", 0), 1.95, 1e-4);
        near("let go", height(z, "let go", 0), 4.2 * 0.1 + 0.9, 1e-4);
        zoo_close(z);
    }
}

static void coyote(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("coyote", rates[i]);
        play_all(z);
        assert_int_equal(zoo_count(z, "late", LOPE_EVENT_JUMP), 1);
        assert_int_equal(zoo_count(z, "strict", LOPE_EVENT_JUMP), 0);
        assert_int_equal(zoo_count(z, "too late", LOPE_EVENT_JUMP), 0);
        assert_true(was_refused(z, "strict", LOPE_ASKED_JUMP, LOPE_REFUSAL_USED_UP));
        double off = zoo_event_of(z, "late", LOPE_EVENT_WALK_OFF, 0)->time;
        near("jumped late", zoo_event_of(z, "late", LOPE_EVENT_JUMP, 0)->time - off, 0.05, 0.04);
        zoo_close(z);
    }
}

static void jump_buffer(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("jump_buffer", rates[i]);
        play_all(z);
        assert_int_equal(zoo_count(z, "early", LOPE_EVENT_JUMP), 2);
        near("with the landing", zoo_event_of(z, "early", LOPE_EVENT_JUMP, 1)->time, 0.5 + 2 * 4.2 / 9.8, 1e-4);
        assert_int_equal(zoo_count(z, "too early", LOPE_EVENT_JUMP), 1);
        assert_int_equal(zoo_count(z, "strict", LOPE_EVENT_JUMP), 1);
        assert_true(was_refused(z, "too early", LOPE_ASKED_JUMP, LOPE_REFUSAL_USED_UP));
        assert_true(was_refused(z, "strict", LOPE_ASKED_JUMP, LOPE_REFUSAL_USED_UP));
        zoo_close(z);
    }
}

static void launch(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("launch", rates[i]);
        zoo_play(z, 0.55);
        near("added", zoo_velocity(z, "added").x, 3, 1e-4);
        near("overridden", zoo_velocity(z, "overridden").x, 0, 1e-4);
        near("overridden", zoo_velocity(z, "overridden").z, 1, 1e-4);
        play_all(z);
        near("height", height(z, "added", 0), 25 / 19.6, 1e-4);
        near("flight", zoo_event_of(z, "added", LOPE_EVENT_LAND, zoo_count(z, "added", LOPE_EVENT_LAND) - 1)->time,
             0.5 + 10 / 9.8, 1e-4);
        zoo_close(z);
    }
}

static void knockback(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("knockback", rates[i]);
        zoo_play(z, 1);
        double x = zoo_feet(z, "knocked back").x;
        zoo_play(z, 1.35);
        near("thrown", zoo_velocity(z, "knocked back").x, 6 - 11, 1e-3);
        near("way", zoo_feet(z, "knocked back").x - x, -5 * 0.35, 1e-3);
        assert_true(zoo_velocity(z, "pushed").x > 0);
        play_all(z);
        near("runs again", zoo_velocity(z, "knocked back").x, 6, 1e-3);
        zoo_close(z);
    }
}

static void radial(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("radial", rates[i]);
        zoo_play(z, 0.5 + 1 / rates[i]);
        // 8 m/s at the origin, none at 5 m: at the middle of a capsule 0.88 m up and 1 m off 5.87 m/s, 3 m
        // off 3.00 m/s
        const double distances[2] = {hypot(1, 0.88), hypot(3, 0.88)};
        const char *const names[2] = {"near", "far"};
        for (int k = 0; k < 2; k++) {
            double speed = 8 * (1 - distances[k] / 5), aside = k ? 3 : 1;
            near(names[k], zoo_velocity(z, names[k]).x, speed * aside / distances[k], 2e-3);
            near(names[k], zoo_velocity(z, names[k]).y, speed * 0.88 / distances[k] - 9.8 / rates[i], 2e-3);
        }
        near("beyond", zoo_feet(z, "beyond").x, 6, 1e-6);
        zoo_play(z, 2.5);
        near("blown", zoo_velocity(z, "blown").x, (30 - 20.48) / 16, 1e-3);
        play_all(z);
        near("still again", zoo_velocity(z, "blown").x, 0, 1e-6);
        assert_int_equal(zoo_count(z, "beyond", LOPE_EVENT_MODE), 0);
        zoo_close(z);
    }
}

static void stop(void **unused)
{
    (void)unused;
    static const double rules[][2] = {{20, 0.0670}, {30, 0.1153}, {60, 0.1562}, {120, 0.1953}, {240, 0.2156}, {360, 0}};
    for (int i = 0; i < 6; i++) {
        zoo *z = zoo_open("stop", rules[i][0]);
        play_all(z);
        near("exact", zoo_feet(z, "exact").x, 0.2359, 1e-4);
        if (rules[i][1] > 0) near("unreal", zoo_feet(z, "unreal").x, rules[i][1], 6e-5);
        zoo_close(z);
    }
}

static void forbidden(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("forbidden", rates[i]);
        zoo_play(z, 1.5);
        near("stays", zoo_feet(z, "hero").x, 0, 1e-9);
        assert_true(was_refused(z, "hero", LOPE_ASKED_JUMP, LOPE_REFUSAL_FORBIDDEN));
        assert_true(was_refused(z, "hero", LOPE_ASKED_MOVE, LOPE_REFUSAL_FORBIDDEN));
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_REFUSE), 2);
        play_all(z);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_JUMP), 1);
        assert_true(zoo_feet(z, "hero").x > 5);
        zoo_close(z);
    }
}

static void full_throttle(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("full_throttle", rates[i]);
        zoo_play(z, 1.5);
        near("ahead", zoo_velocity(z, "hero").z, -6, 1e-3);
        play_all(z);
        near("aside", zoo_velocity(z, "hero").x, 6, 1e-3);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(double_jump), cmocka_unit_test(held_jump),     cmocka_unit_test(coyote), cmocka_unit_test(jump_buffer),
        cmocka_unit_test(launch),      cmocka_unit_test(knockback),     cmocka_unit_test(radial), cmocka_unit_test(stop),
        cmocka_unit_test(forbidden),   cmocka_unit_test(full_throttle),
    };
    return cmocka_run_group_tests_name("zoo.feel", tests, NULL, NULL);
}
