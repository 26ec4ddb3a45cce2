// The zoo's scenario of the glide: off a tower, out of a jump, straight down, let go, onto a rising floor.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 360};

static void near(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %.9g, wanted %.9g within %g", what, value, wanted, tolerance);
}

static double land_of(const zoo *z, const char *name) { return zoo_event_of(z, name, LOPE_EVENT_LAND, 0)->time; }

static void glides_sink_alike_at_every_rate(void **unused)
{
    (void)unused;
    double first = 0;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("glide", rates[i]);
        while (zoo_tick(z)) continue;
        // 2 t - 2 / 4.9 = way down, after some e^-10
        near("straight down", land_of(z, "straight"), (10 + 2 / 4.9) / 2, 5e-3);
        // the floor rises by 1 m/s from -4: they meet at 3 t = 14 + 2 / 4.9
        near("onto the lift", land_of(z, "lifted"), (14 + 2 / 4.9) / 3, 5e-3);
        near("a jump of 4.2 m/s", land_of(z, "jumper"), 0.5 + 4.2 / 9.8 + (0.9 + 1 / 9.8) / 1, 5e-3);
        const double fallen = 2 * 2 - 2 / 4.9, rest = 10 - fallen;
        near("let go", land_of(z, "dropper"), 2 + (-2 + sqrt(4 + 2 * 9.8 * rest)) / 9.8, 5e-3);
        if (i == 0) first = land_of(z, "hero");
        near("off the tower", land_of(z, "hero"), first, 5e-3 * first);
        near("into the floor", (double)zoo_event_of(z, "straight", LOPE_EVENT_LAND, 0)->event.value, 2, 0.01);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(glides_sink_alike_at_every_rate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
