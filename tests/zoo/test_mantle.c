// test_mantle.c - mantles as levels/zoo/mantle.json shows them.
#include "zoo.h"

#include <math.h>

static void near_to(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within)) fail_msg("%.9g, wanted %.9g within %g", value, wanted, within);
}

static const double rates[] = {20, 60, 240};

// Returns how long the character's mantle took, s.
static double took(const zoo *z, const char *name)
{
    assert_int_equal(zoo_count(z, name, LOPE_EVENT_ABILITY), 1);
    return zoo_event_of(z, name, LOPE_EVENT_ABILITY_END, 0)->time - zoo_event_of(z, name, LOPE_EVENT_ABILITY, 0)->time;
}

static void mantle_scene_shows_each_outcome(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("mantle", rates[r]);
        zoo_play(z, 3.9);
        near_to(zoo_feet(z, "low").y, 1, 1e-3);
        near_to(took(z, "low"), 1, 1e-4);
        near_to(zoo_feet(z, "als").y, 2, 1e-3);
        near_to(took(z, "als"), 1.75, 1e-4);
        near_to(zoo_feet(z, "catches").y, 3.5, 1e-3);
        near_to(zoo_feet(z, "on the turning one").y, 1.4, 1e-3);
        near_to(took(z, "on the turning one"), (2.1 - 0.6 * (2 - 1.4) / 0.75) / 1.2, 1e-3);
        assert_int_equal(zoo_count(z, "too high", LOPE_EVENT_ABILITY), 0);
        assert_int_equal(zoo_event_of(z, "too high", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_TOO_HIGH);
        assert_int_equal(zoo_event_of(z, "no room", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_NO_ROOM);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mantle_scene_shows_each_outcome)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
