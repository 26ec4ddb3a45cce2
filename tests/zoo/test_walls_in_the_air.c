// test_walls_in_the_air.c - wall jumps, slides and runs as levels/zoo shows them.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 240};

static double time_of(const zoo *z, const char *name, uint32_t kind, uint32_t nth)
{
    const zoo_event *event = zoo_event_of(z, name, kind, nth);
    assert_non_null(event);
    return event->time;
}

static void wall_jump_scene(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("wall_jump", rates[r]);
        zoo_play(z, 1.1);
        assert_int_equal(zoo_count(z, "climbs", LOPE_EVENT_ABILITY), 3);
        assert_true(zoo_feet(z, "climbs").y > 3.5);
        assert_true(zoo_feet(z, "once").x > 15);
        assert_int_equal(zoo_count(z, "no wall", LOPE_EVENT_ABILITY), 0);
        assert_int_equal(zoo_event_of(z, "no wall", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_NO_WALL);
        zoo_close(z);
    }
}

static void wall_slide_scene(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("wall_slide", rates[r]);
        zoo_play(z, 3);
        // From rest at 2 m/s with 0.1 s to half: 2 t - 2 0.1 / ln 2 behind.
        assert_true(fabs(zoo_feet(z, "slides").y - (8 - 6 + 0.2 / log(2))) < 0.02);
        assert_true(time_of(z, "leaves", LOPE_EVENT_ABILITY_END, 0) < 1.2);
        assert_true(fabs(time_of(z, "jumps", LOPE_EVENT_ABILITY_END, 0) - 1) < 1e-6);
        assert_true(fabs(time_of(z, "jumps", LOPE_EVENT_ABILITY, 1) - 1) < 1e-6);
        assert_int_equal(zoo_count(z, "falls", LOPE_EVENT_ABILITY), 0);
        zoo_close(z);
    }
}

static void wall_run_scene(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("wall_run", rates[r]);
        zoo_play(z, 1.5);
        const double rest = 1 - pow(2, -1.5 / 0.3), way = 8 * 1.5 - 2 * rest * 0.3 / log(2);
        const double rise = 2 * 1.5 - 0.5 * 0.35 * 9.8 * 1.5 * 1.5;
        const double left = zoo_feet(z, "left").x - 1, right = 29 - zoo_feet(z, "right").x;
        assert_true(fabs(left - way) < 0.005 * way && fabs(right - way) < 0.005 * way);
        assert_true(fabs(zoo_feet(z, "left").y - 4 - rise) < 0.02);
        const double off = hypot(zoo_feet(z, "round").x, zoo_feet(z, "round").z + 20);
        assert_true(fabs(off - 5.34) < 0.02); // at the pillar
        zoo_play(z, 3.9);
        const double end = time_of(z, "to the end", LOPE_EVENT_MODE, 1);
        assert_true(end > 0.7 && end < 0.85);
        assert_true(fabs(zoo_feet(z, "to the end").z - 10.34) < 0.02); // the edge turns nothing
        assert_true(zoo_count(z, "between", LOPE_EVENT_ABILITY) >= 4); // two runs, two jumps
        assert_int_equal(zoo_count(z, "slow", LOPE_EVENT_ABILITY), 0);
        assert_int_equal(zoo_count(z, "left", LOPE_EVENT_ABILITY), 1);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wall_jump_scene), cmocka_unit_test(wall_slide_scene),
                                       cmocka_unit_test(wall_run_scene)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
