// test_modes.c - flying, gravity in any direction, and paths, as levels/zoo shows them.
#include "zoo.h"

#include <math.h>

static void near_to(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within)) fail_msg("%.9g, wanted %.9g within %g", value, wanted, within);
}

static const double rates[] = {20, 60, 360};

static void fly_round(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("fly_round", rates[r]);
        zoo_play(z, 1.5);
        assert_int_equal(zoo_state(z, "hero")->mode, LOPE_MODE_FLYING);
        near_to(zoo_feet(z, "hero").y, 6 - 0.5 * 6 * 6 / 20.48, 0.02); // the air takes a little
        zoo_play(z, 4);
        near_to(zoo_feet(z, "hero").x, 10 - 0.34, 1e-3);
        zoo_play(z, 10);
        near_to(lope_point_length(zoo_velocity(z, "hero")), 6 * exp(-0.45 * 2.5), 0.02);
        zoo_play(z, 14);
        assert_int_equal(zoo_state(z, "hero")->mode, LOPE_MODE_WALKING);
        near_to(zoo_feet(z, "hero").y, 0, 1e-3);
        zoo_close(z);
    }
}

static void planet(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("gravity_planet", rates[r]);
        while (zoo_tick(z)) {
            near_to(lope_point_length(zoo_feet(z, "walker")), 20, 1e-3);
            assert_int_equal(zoo_state(z, "walker")->mode, LOPE_MODE_WALKING);
        }
        double way = 6 * 22 - 0.5 * 6 * 6 / 20.48, round = way / 20;
        near_to(zoo_feet(z, "walker").y, 20 * cos(round), 0.01);
        near_to(zoo_feet(z, "walker").z, -20 * sin(round), 0.01);
        assert_int_equal(zoo_count(z, "jumper", LOPE_EVENT_LAND), 2);
        near_to(lope_point_length(zoo_feet(z, "jumper")), 20, 1e-3);
        near_to(lope_point_length(zoo_feet(z, "faller")), 20, 1e-3);
        assert_int_equal(zoo_state(z, "faller")->mode, LOPE_MODE_WALKING);
        zoo_close(z);
    }
}

static void flip(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("gravity_flip", rates[r]);
        zoo_play(z, 6);
        near_to(zoo_feet(z, "hero").y, 6, 1e-3);
        near_to((double)zoo_state(z, "hero")->up.y, -1, 1e-6);
        assert_int_equal(zoo_state(z, "hero")->mode, LOPE_MODE_WALKING);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_LAND), 1);
        near_to(zoo_feet(z, "hero").x, -6 + 6 * 4 - 0.5 * 6 * 6 / 20.48, 0.3); // it brakes at the end
        zoo_close(z);
    }
}

static void stairs(void **unused)
{
    (void)unused;
    zoo *z = zoo_open("gravity_stairs", 0);
    zoo_play(z, 3);
    assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_STEP_UP), 3);
    near_to(zoo_feet(z, "hero").x, 18 - 0.5 * 6 * 6 / 20.48, 0.01);
    zoo_close(z);
}

static void path(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("path_follow", rates[r]);
        zoo_play(z, 8);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_ARRIVE), 1);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_BLOCKED), 0);
        near_to(zoo_feet(z, "hero").x, 12, 0.3);
        near_to(lope_point_length(zoo_velocity(z, "hero")), 0, 1e-3);
        assert_int_equal(zoo_count(z, "lost", LOPE_EVENT_BLOCKED), 1);
        assert_int_equal(zoo_count(z, "lost", LOPE_EVENT_ARRIVE), 0);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fly_round), cmocka_unit_test(planet), cmocka_unit_test(flip),
                                       cmocka_unit_test(stairs), cmocka_unit_test(path)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
