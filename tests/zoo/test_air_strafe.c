// The zoo's scenario of air strafing: hops, Source's cap, Quake 3's law, a slope.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 360};

static void near(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %.9g, wanted %.9g within %g", what, value, wanted, tolerance);
}

static void speeds_are_those_of_the_laws(void **unused)
{
    (void)unused;
    double first = 0;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("air_strafe", rates[i]);
        zoo_play(z, 1);
        near("up to the cap", zoo_velocity(z, "source").x, 0.762, 1e-4);
        near("ahead", zoo_velocity(z, "source").z, -10, 1e-4);
        // 8.128 m/s2; the step that is due with the second's end may come with it or not
        near("without a cap", zoo_velocity(z, "quake").x, 8.128 * 1, 8.128 * 0.008 + 1e-4);
        while (zoo_tick(z)) continue;
        near("hops", zoo_feet(z, "hopper").z, -48, 2e-2);
        assert_true(zoo_count(z, "hopper", LOPE_EVENT_JUMP) >= 3);
        near("surfs", zoo_feet(z, "surfer").z, 20 - 48, 0.1);
        if (i == 0) first = zoo_feet(z, "surfer").y;
        near("down the slope", zoo_feet(z, "surfer").y, first, 5e-3 * fabs(first));
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(speeds_are_those_of_the_laws)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
