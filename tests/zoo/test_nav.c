// test_nav.c - nav walking, as levels/zoo shows it.
#include "zoo.h"

#include <math.h>

static void near_to(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within)) fail_msg("%.9g, wanted %.9g within %g", value, wanted, within);
}

#define MARKS 60 // of 0.1 s

static void nav_walk(void **unused)
{
    (void)unused;
    static const double rates[] = {20, 60, 360};
    static const char *const names[] = {"climber", "slider", "lander"};
    lope_point seen[3][MARKS];
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("nav_walk", rates[r]);
        for (int i = 0; i < MARKS; i++) {
            zoo_play(z, 0.1 * (i + 1));
            for (int n = 0; n < 3; n++) {
                lope_point feet = zoo_feet(z, names[n]);
                if (r == 0) seen[n][i] = feet;
                near_to(lope_point_length(lope_point_sub(feet, seen[n][i])), 0, 1e-3);
                if (zoo_state(z, names[n])->mode == LOPE_MODE_NAV_WALKING) assert_true(zoo_state(z, names[n])->floor.walkable);
            }
        }
        for (int n = 0; n < 3; n++) {
            assert_int_equal(zoo_state(z, names[n])->mode, LOPE_MODE_NAV_WALKING);
            near_to(zoo_feet(z, names[n]).x, 13 - 0.34, 1e-3); // the wall, a radius off
            near_to(zoo_feet(z, names[n]).y, 0.6, 1e-4);       // the landing, 2 cm under the surface
        }
        near_to(zoo_feet(z, "slider").z, 3, 1e-4); // the rim
        assert_int_equal(zoo_state(z, "stranger")->mode, LOPE_MODE_FALLING);
        assert_int_equal(zoo_event_of(z, "stranger", LOPE_EVENT_MODE, 0)->event.to, LOPE_MODE_WALKING);
        assert_int_equal(zoo_count(z, "jumper", LOPE_EVENT_LAND), 1);
        assert_int_equal(zoo_state(z, "jumper")->mode, LOPE_MODE_NAV_WALKING);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nav_walk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
