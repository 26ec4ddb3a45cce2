// The zoo's scenarios of moving bases.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 360};

static double apart(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

static lope_point on_piece(const zoo *z, const char *who, const char *piece)
{
    lope_transform pose = zoo_piece(z, piece);
    return lope_transform_unapply(&pose, zoo_feet(z, who));
}

static void check(const char *what, double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within)) fail_msg("%s: %.6g, wanted %.6g within %.3g", what, value, wanted, within);
}

static void lift(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("lift", rates[i]);
        while (zoo_tick(z)) {
            const double top = zoo_piece(z, "lift").position.y + 0.25;
            check("on the lift", zoo_feet(z, "hero").y, top, 1e-6);
            check("on the lift", zoo_feet(z, "walker").y, top, 1e-6);
            assert_int_equal(zoo_state(z, "hero")->mode, LOPE_MODE_WALKING);
        }
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_WALK_OFF) + zoo_count(z, "walker", LOPE_EVENT_WALK_OFF), 0);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_HIT), 0);
        zoo_close(z);
    }
}

static void lift_into_ceiling(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("lift_into_ceiling", rates[i]);
        static const char *const names[] = {"hero", "stiff"};
        while (zoo_tick(z))
            for (int k = 0; k < 2; k++) {
                const lope_state *s = zoo_state(z, names[k]);
                if (s->feet.y + (double)s->height > 3.5 + 1e-3) fail_msg("%s is through the ceiling", names[k]);
                assert_int_equal(s->mode, LOPE_MODE_WALKING);
            }
        for (int k = 0; k < 2; k++) {
            assert_int_equal(zoo_count(z, names[k], LOPE_EVENT_CRUSH), 1);
            assert_int_equal(zoo_count(z, names[k], LOPE_EVENT_BASE), 1);
            check("down again", zoo_feet(z, names[k]).y, 0, 1e-3);
            assert_int_equal(zoo_state(z, names[k])->stuck_ticks, 0);
        }
        zoo_close(z);
    }
}

// Walking from one floor onto another, each carries for its part of the tick: hero is 4 m / 3 m/s on a belt
// of 4 m/s.
static void crossing(void **unused)
{
    (void)unused;
    double sailed[3];
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("crossing", rates[i]);
        zoo_play(z, 3);
        check("carried across", zoo_feet(z, "hero").z, 4.0 * 4.0 / 3.0, 2e-3); // a bisection of a tick's way, in 14 steps
        sailed[i] = zoo_feet(z, "sailor").z;
        check("aboard", sailed[i], sailed[0], 2e-3);
        check("on its spot", zoo_velocity(z, "sailor").z, 0, 1e-6);
        zoo_close(z);
    }
}

// Coming onto what turns and leaving it: at every rate where it is at the finest.
static void turntable_aboard(void **unused)
{
    (void)unused;
    static const char *const names[] = {"across", "off", "jumper", "lander"};
    lope_point at[4][3];
    for (int i = 2; i >= 0; i--) {
        zoo *z = zoo_open("turntable_aboard", rates[i]);
        for (int time = 0; time < 3; time++) { // s: 0.8, 1.6, 2.4
            zoo_play(z, 0.8 * (time + 1));
            for (int k = 0; k < 4; k++) {
                lope_point feet = zoo_feet(z, names[k]);
                if (i == 2) at[k][time] = feet;
                double off = apart(feet, at[k][time]);
                print_message("  %3.0f Hz: %s off by %.4f m after %.1f s\n", rates[i], names[k], off, 0.8 * (time + 1));
                check(names[k], off, 0, 0.01);
            }
        }
        zoo_close(z);
    }
}

static void turntable(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("turntable", rates[i]);
        const lope_point spot = lope_point_make(9, 0.5, 0), proud = lope_point_make(0, 0.5, 9);
        while (zoo_tick(z)) {
            check("hero's spot", apart(on_piece(z, "hero", "table"), spot), 0, 1e-3);
            check("proud's spot", apart(on_piece(z, "proud", "table"), proud), 0, 1e-3);
            check("proud's facing", (double)zoo_state(z, "proud")->yaw, 0, 1e-6);
        }
        check("a whole number of turns", (double)zoo_state(z, "hero")->yaw, 0, 1e-2);
        const lope_point walked = on_piece(z, "walker", "table");
        print_message("  %3.0f Hz: walked to %.4f %.4f of the table\n", rates[i], walked.x, walked.z);
        check("straight to the right", walked.z, -3, 0.01);
        check("as far as on the ground", walked.x, 2.357, 0.01);
        zoo_close(z);
    }
}

static void swing(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("swing", rates[i]);
        zoo_play(z, 2.5);
        const double v = -4 * 2 * 3.14159265358979 / 4;
        check("takes it along", zoo_velocity(z, "hero").x, v, 0.01 * -v);
        check("flies", zoo_feet(z, "hero").x, 0.5 * v, 0.01 * -v);
        check("does not", zoo_feet(z, "heavy").x, 0, 0.01);
        check("follows", zoo_feet(z, "glued").x, zoo_piece(z, "platform").position.x, 1e-3);
        zoo_close(z);
    }
}

static void conveyor(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("conveyor", rates[i]);
        zoo_play(z, 4);
        check("carried", zoo_feet(z, "hero").z, 4, 1e-3);
        check("relative", zoo_velocity(z, "hero").z, 0, 1e-6);
        check("by both, x", zoo_feet(z, "both").x, 9, 1e-3);
        check("by both, z", zoo_feet(z, "both").z, 0, 1e-3);
        check("not carried", zoo_feet(z, "stays").x, 2, 1e-6);
        zoo_play(z, 5);
        check("thrown off", zoo_velocity(z, "hero").z, 2, 0.02);
        check("and on", zoo_feet(z, "hero").z, 6, 0.01);
        zoo_close(z);
    }
}

static void falling_lift(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("falling_lift", rates[i]);
        zoo_play(z, 2);
        check("falls freely", zoo_feet(z, "hero").y, 20 - 0.5 * 9.8, 0.01);
        while (zoo_tick(z)) assert_int_equal(zoo_state(z, "other")->mode, LOPE_MODE_WALKING);
        const zoo_event *land = zoo_event_of(z, "hero", LOPE_EVENT_LAND, 0);
        assert_non_null(land);
        check("lands", land->time, 1 + sqrt(2 * 15 / 9.8), 0.005);
        check("on the lift", zoo_feet(z, "hero").y, 5, 1e-3);
        zoo_close(z);
    }
}

static void vanishing_base(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("vanishing_base", rates[i]);
        zoo_play(z, 2);
        check("falls on, x", zoo_feet(z, "hero").x, 8, 0.01);
        check("falls, y", zoo_feet(z, "hero").y, -4.9, 0.01);
        zoo_close(z);
    }
}

static void closing_walls(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("closing_walls", rates[i]);
        while (zoo_tick(z)) {
            const double left = zoo_piece(z, "left").position.x, right = zoo_piece(z, "right").position.x;
            const double x = zoo_feet(z, "hero").x;
            if (x < left || x > right) fail_msg("through a wall: %g between %g and %g", x, left, right);
        }
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_CRUSH), 1);
        check("walks on", zoo_feet(z, "hero").z, 0.3 - 3 * 1.5 + 3 * 3 / 20.48, 0.02);
        zoo_close(z);
    }
}

static void on_each_other(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("on_each_other", rates[i]);
        zoo_play(z, 1);
        while (zoo_tick(z)) {
            const lope_point lower = zoo_feet(z, "lower"), upper = zoo_feet(z, "upper");
            check("carried", lower.z, 3 * zoo_time(z), 1e-3);
            check("above", apart(upper, lope_point_make(lower.x, lower.y + 1.76, lower.z)), 0, 2e-3);
        }
        check("down beside it", zoo_feet(z, "comer").y, 0, 1e-3);
        assert_int_equal(zoo_state(z, "comer")->mode, LOPE_MODE_WALKING);
        assert_int_equal(zoo_count(z, "comer", LOPE_EVENT_LAND), 1);
        zoo_close(z);
    }
}

static void side_pusher(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("side_pusher", rates[i]);
        while (zoo_tick(z)) {
            const double front = zoo_piece(z, "pusher").position.x + 1;
            if (zoo_feet(z, "hero").x < front + 0.34 - 1e-3) fail_msg("in the pusher");
        }
        check("pushed along", zoo_feet(z, "hero").x, 5.34, 1e-3);
        check("swept round", zoo_feet(z, "swept").x, 17.6, 0.4);
        check("on the floor", zoo_feet(z, "swept").y, 0, 1e-6);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lift),          cmocka_unit_test(lift_into_ceiling),
        cmocka_unit_test(crossing),      cmocka_unit_test(turntable),
        cmocka_unit_test(swing),         cmocka_unit_test(conveyor),
        cmocka_unit_test(falling_lift),  cmocka_unit_test(vanishing_base),
        cmocka_unit_test(closing_walls), cmocka_unit_test(on_each_other),
        cmocka_unit_test(side_pusher),   cmocka_unit_test(turntable_aboard),
    };
    return cmocka_run_group_tests_name("zoo.bases", tests, NULL, NULL);
}
