// test_ladder.c - what levels/zoo/ladder.json shows.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 240};

// Fails unless the character went up its ladder of 3 m and over the edge in the time of the closed form.
static void climbed(const zoo *z, const char *name)
{
    const double time =
        zoo_event_of(z, name, LOPE_EVENT_ABILITY_END, 0)->time - zoo_event_of(z, name, LOPE_EVENT_ABILITY, 0)->time;
    const double due = 3 / 2.5 + (0.02 + 0.39 + 0.39) / 2.5; // up; over the edge
    if (!(fabs(time - due) < 0.005 * due)) fail_msg("%s took %.9g s, due %.9g s", name, time, due);
    assert_true(fabs(zoo_feet(z, name).y - 3) < 1e-2);
}

static void ladder_scene_shows_each_outcome(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("ladder", rates[r]);
        zoo_play(z, 4.9);
        climbed(z, "climbs");
        climbed(z, "on rungs");
        climbed(z, "on the moving one");
        assert_int_equal(zoo_count(z, "goes down", LOPE_EVENT_ABILITY), 1);
        assert_int_equal(zoo_count(z, "goes down", LOPE_EVENT_LAND), 0);
        assert_true(fabs(zoo_feet(z, "goes down").y) < 1e-2);
        assert_int_equal(zoo_count(z, "jumps off", LOPE_EVENT_LAND), 1);
        assert_true(zoo_feet(z, "jumps off").x < 0.5);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ladder_scene_shows_each_outcome)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
