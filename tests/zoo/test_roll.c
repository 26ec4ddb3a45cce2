// The zoo's scenario of the roll: out of a landing, a soft one, a dodge that turns, under a bar.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 360};

static void near(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %.9g, wanted %.9g within %g", what, value, wanted, tolerance);
}

static double end_of(const zoo *z, const char *name) { return zoo_event_of(z, name, LOPE_EVENT_ABILITY_END, 0)->time; }

static void rolls_end_at_their_instants(void **unused)
{
    (void)unused;
    double first = 0;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("roll", rates[i]);
        while (zoo_tick(z)) continue;
        const double lands = sqrt(2 * 4 / 9.8);
        near("begins", zoo_event_of(z, "hero", LOPE_EVENT_ABILITY, 0)->time, lands, 1e-3);
        near("ends", end_of(z, "hero"), lands + 0.7, 1e-3);
        assert_int_equal(zoo_count(z, "soft", LOPE_EVENT_ABILITY), 0);
        near("refused", zoo_event_of(z, "soft", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_SLOW, 0);
        near("the dodge ends", end_of(z, "dodger"), 1.1, 1e-3);
        if (i == 0) first = end_of(z, "low");
        near("under the bar", end_of(z, "low"), first, 5e-3 * first);
        assert_true(zoo_state(z, "low")->height == zoo_state(z, "low")->standing_height);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rolls_end_at_their_instants)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
