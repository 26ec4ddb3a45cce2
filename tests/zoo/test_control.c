// test_control.c - facing, lock-on and look input of scenarios, as levels/zoo shows them.
#include "zoo.h"

#include <math.h>

#define PI 3.14159265358979323846
#define CLOSE 1e-5 // rad

static const double rates[] = {20, 60, 360};

static double turned(double a, double b) { return fabs(remainder(a - b, 2 * PI)); }

static void below(const char *what, double value, double most)
{
    if (!(value <= most)) fail_msg("%s: %.9g, wanted at most %g", what, value, most);
}

// Returns the yaw from one capsule's middle to another place.
static double yaw_to(lope_point from, lope_point to) { return atan2(-(to.x - from.x), -(to.z - from.z)); }

// In each tick the look lies along the line to the target as both stand when it begins; the character faces it.
static void locked_on_character_looks_along_the_line(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("lock_on", rates[r]);
        double swept = 0, last = 0;
        for (int i = 0; i < (int)(5 * rates[r]); i++) {
            const lope_point from = zoo_feet(z, "fighter"), to = zoo_feet(z, "runner");
            const double wanted = yaw_to(from, to);
            // from the eyes, at 0.92 of the height, to the middle
            const double down = atan2((0.92 - 0.5) * 1.76, hypot(to.x - from.x, to.z - from.z));
            if (!zoo_tick(z)) break;
            const lope_state *fighter = zoo_state(z, "fighter");
            below("look", turned((double)fighter->look_yaw, wanted), CLOSE);
            below("facing", turned((double)fighter->yaw, wanted), CLOSE);
            below("pitch", fabs((double)fighter->look_pitch + down), CLOSE);
            swept += i > 0 ? turned(wanted, last) : 0;
            last = wanted;
        }
        assert_true(swept > 1); // it did turn
        zoo_play(z, 5.5);
        const double stays = (double)zoo_state(z, "fighter")->look_yaw;
        zoo_play(z, 6);
        below("after the lock", turned((double)zoo_state(z, "fighter")->look_yaw, stays), 0);
        assert_int_equal(zoo_count(z, "fighter", LOPE_EVENT_LOCK_ON), 1); // it ended; it began before the start
        zoo_close(z);
    }
}

static void locks_are_lost_behind_walls_and_far_off(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("lock_on", rates[r]);
        zoo_play(z, 4);
        assert_int_equal(zoo_count(z, "guard", LOPE_EVENT_LOCK_ON), 1); // hidden for two seconds
        assert_int_equal(zoo_count(z, "watcher", LOPE_EVENT_LOCK_ON), 1);
        zoo_play(z, 6);
        assert_int_equal(zoo_count(z, "watcher", LOPE_EVENT_LOCK_ON), 2); // beyond 25 m
        zoo_close(z);
    }
}

static void look_input_adds_up_within_limits(void **unused)
{
    (void)unused;
    const double degree = PI / 180;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("lock_on", rates[r]);
        zoo_play(z, 0.9);
        below("yaw", turned((double)zoo_state(z, "looks")->yaw, 30 * degree), CLOSE);
        below("pitch", turned((double)zoo_state(z, "looks")->look_pitch, 20 * degree), CLOSE);
        zoo_play(z, 1.9);
        below("yaw", turned((double)zoo_state(z, "looks")->yaw, 45 * degree), CLOSE);
        below("pitch", turned((double)zoo_state(z, "looks")->look_pitch, 89.9 * degree), CLOSE);
        const lope_point before = zoo_feet(z, "looks");
        zoo_play(z, 3.9);
        below("yaw", turned((double)zoo_state(z, "looks")->yaw, 40 * degree), CLOSE);
        below("way while move input is ignored", lope_point_length(lope_point_sub(zoo_feet(z, "looks"), before)), 1e-6);
        zoo_play(z, 6);
        assert_true(zoo_feet(z, "looks").x > before.x + 5);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(locked_on_character_looks_along_the_line),
                                       cmocka_unit_test(locks_are_lost_behind_walls_and_far_off),
                                       cmocka_unit_test(look_input_adds_up_within_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
