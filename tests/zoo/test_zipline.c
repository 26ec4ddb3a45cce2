// test_zipline.c - ziplines as levels/zoo/zipline.json shows them.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 240};

static double end_of(const zoo *z, const char *name)
{
    assert_int_equal(zoo_count(z, name, LOPE_EVENT_ABILITY), 1);
    assert_int_equal(zoo_count(z, name, LOPE_EVENT_ABILITY_END), 1);
    return zoo_event_of(z, name, LOPE_EVENT_ABILITY_END, 0)->time;
}

static void zipline_scene_shows_each_use(void **unused)
{
    (void)unused;
    double ends = 0;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("zipline", rates[r]);
        zoo_play(z, 3.9);
        assert_true(zoo_feet(z, "pushes").x > 5);
        zoo_play(z, 6.9);
        const double time = end_of(z, "slides");
        if (r == 0) ends = time;
        assert_true(time > 4 && time < 6);
        assert_true(fabs(time - ends) < 1e-3); // a closed form; velocities are kept as floats
        assert_true(fabs(end_of(z, "jumps") - 1) < 1e-6);
        assert_int_equal(zoo_count(z, "stops", LOPE_EVENT_ABILITY_END), 0);
        assert_true(fabs(zoo_feet(z, "stops").x + 0.5) < 0.05);
        assert_true(end_of(z, "hits the wall") > 2);
        assert_true(zoo_feet(z, "hits the wall").x < -4.5);
        assert_int_equal(zoo_event_of(z, "no room", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_NO_ROOM);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(zipline_scene_shows_each_use)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
