// The zoo's scenario of prone: under a bar, out of crouching and back, at an edge.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 360};

static void near(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %.9g, wanted %.9g within %g", what, value, wanted, tolerance);
}

static void prone_ends_where_it_may(void **unused)
{
    (void)unused;
    // the upright capsule's side is free of the bar 0.34 m beyond it
    const double speed = (double)1.68f, ramp = speed / (double)2.56f, out = (4 + 0.34) / speed + 0.5 * ramp;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("prone", rates[i]);
        zoo_play(z, 2.5);
        near("low", (double)zoo_state(z, "hero")->height, 0.7, 1e-6);
        near("lower than crouched", (double)zoo_state(z, "croucher")->height, 0.7, 1e-6);
        while (zoo_tick(z)) continue;
        near("gets up", zoo_event_of(z, "hero", LOPE_EVENT_ABILITY_END, 0)->time, out, 5e-3 * out);
        near("refused", zoo_event_of(z, "hero", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_NO_ROOM, 0);
        near("crouched", (double)zoo_state(z, "croucher")->height, 0.8, 1e-6);
        assert_int_equal(zoo_state(z, "careful")->mode, LOPE_MODE_WALKING);
        assert_int_equal(zoo_count(z, "careful", LOPE_EVENT_ABILITY_END), 0);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(prone_ends_where_it_may)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
