// test_climb.c - what levels/zoo/climb.json shows.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 240};

// Fails unless the character was on the wall for so long, s.
static void took(const zoo *z, const char *name, double due)
{
    const double time =
        zoo_event_of(z, name, LOPE_EVENT_ABILITY_END, 0)->time - zoo_event_of(z, name, LOPE_EVENT_ABILITY, 0)->time;
    if (!(fabs(time - due) < 0.005 * due)) fail_msg("%s took %.9g s, due %.9g s", name, time, due);
}

static void climb_scene_shows_each_outcome(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("climb", rates[r]);
        zoo_play(z, 4.9);
        took(z, "climbs", 3 / 1.5 + (0.02 + 0.39 + 0.39) / 2);
        took(z, "on the moving one", 3 / 1.5 + (0.02 + 0.39 + 0.39) / 2);
        took(z, "tires", 1); // 100 of stamina at 100 a second
        assert_true(fabs(zoo_feet(z, "climbs").y - 3) < 1e-2);
        assert_true(fabs(zoo_feet(z, "tires").y) < 1e-2);
        assert_int_equal(zoo_count(z, "round the corner", LOPE_EVENT_ABILITY_END), 0);
        assert_true(zoo_feet(z, "round the corner").x > 2.3);
        assert_true(fabs(zoo_feet(z, "round the corner").z - 10.39) < 1e-2);
        assert_int_equal(zoo_event_of(z, "finds none", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_NO_WALL);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(climb_scene_shows_each_outcome)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
