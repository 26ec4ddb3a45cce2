// The zoo's scenario of the dash: on the ground, over a gap, in the air, along a wall, on a train.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 360};

static void near(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %.9g, wanted %.9g within %g", what, value, wanted, tolerance);
}

static double end_of(const zoo *z, const char *name)
{
    assert_int_equal(zoo_count(z, name, LOPE_EVENT_ABILITY), zoo_count(z, name, LOPE_EVENT_ABILITY_END));
    return zoo_event_of(z, name, LOPE_EVENT_ABILITY_END, 0)->time;
}

static void dashes_lead_as_far_at_every_rate(void **unused)
{
    (void)unused;
    const double seconds = (double)0.3f, way = 20 * seconds;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("dash", rates[i]);
        while (zoo_tick(z)) continue;
        near("the end", end_of(z, "hero"), 0.5 + seconds, 1e-5);
        near("the way", zoo_feet(z, "hero").z, -way, 1e-3);
        near("over the gap", zoo_feet(z, "leaper").y, 0, 1e-3);
        near("the leaper's end", end_of(z, "leaper"), seconds, 1e-5);
        near("in the air", end_of(z, "flyer"), 0.2 + 0.2, 1e-5);
        assert_int_equal(zoo_count(z, "flyer", LOPE_EVENT_ABILITY), 2);
        near("refused", (double)zoo_event_of(z, "flyer", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_USED_UP, 0);
        near("across the train", zoo_feet(z, "rider").x, 50 + way, 1e-3);
        near("along with the train", zoo_feet(z, "rider").z, 12, 2e-3);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(dashes_lead_as_far_at_every_rate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
