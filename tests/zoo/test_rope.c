// test_rope.c - ropes as levels/zoo/rope.json shows them.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 240};

static void near(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %.9g, wanted %.9g", what, value, wanted);
}

static void rope_scene_shows_each_use(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("rope", rates[r]);
        zoo_play(z, 3.95);
        assert_int_equal(zoo_count(z, "swings", LOPE_EVENT_ABILITY), 1);
        near("let go", zoo_event_of(z, "swings", LOPE_EVENT_ABILITY_END, 0)->time, 3, 1e-6);
        near("climbed in 1 s", zoo_feet(z, "climbs").y, 3.5, 1e-3);
        assert_int_equal(zoo_event_of(z, "grapples", LOPE_EVENT_ABILITY_PHASE, 0) != NULL, 1);
        assert_int_equal(zoo_count(z, "grapples", LOPE_EVENT_ABILITY), 1);
        // 3 s at 2 m/s on the rope, and the same speed in the fall
        near("dropped", zoo_event_of(z, "carried along", LOPE_EVENT_ABILITY_END, 0)->time, 3, 1e-6);
        assert_true(zoo_feet(z, "carried along").x > 7);
        assert_int_equal(zoo_event_of(z, "no rope", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_NONE_NEAR);
        zoo_close(z);
    }
}

// 7.5 m/s are too slow for the circle and too fast to stay below the anchor: in between the hands come nearer to
// it than the rope is long.
static void rope_goes_slack(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("rope", rates[r]);
        double nearest = 9;
        while (zoo_tick(z)) {
            const lope_point feet = zoo_feet(z, "slack");
            const double arm = hypot(feet.x, feet.y + 0.9 * (double)zoo_state(z, "slack")->height - 8);
            if (arm < nearest) nearest = arm;
            assert_true(arm < 8 - 4.5 - 0.9 * (double)zoo_state(z, "slack")->height + 1e-4);
        }
        assert_true(nearest < 1.5);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rope_scene_shows_each_use), cmocka_unit_test(rope_goes_slack)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
