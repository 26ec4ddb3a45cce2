// The zoo's scenarios of layered moves, root motion and rotation.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 360, 47};
static const double pi = 3.14159265358979323846;

static void near_point(const char *what, lope_point at, double x, double y, double z, double tolerance)
{
    double off = fmax(fabs(at.x - x), fmax(fabs(at.y - y), fabs(at.z - z)));
    if (!(off <= tolerance)) fail_msg("%s: %.7f %.7f %.7f, wanted %.7f %.7f %.7f", what, at.x, at.y, at.z, x, y, z);
}

static void layers(void **unused)
{
    (void)unused;
    for (int i = 0; i < 4; i++) {
        zoo *z = zoo_open("layers", rates[i]);
        while (zoo_tick(z)) continue;
        // 10 m/s for 0.25 s, to the rounding of floats
        near_point("dash", zoo_feet(z, "dash"), 2.5, 0, 0, 1e-5);
        near_point("mover", zoo_feet(z, "mover"), 5, 0, -4, 2e-4); // it lands within 0.1 mm of the ground
        lope_point leaper = zoo_feet(z, "leaper");
        // 2 (1 - (2 f - 1)^2) = 1 on the way down: f = 0.85355; the chord of a piece is within 3 mm of the
        // way
        near_point("leaper", leaper, 4 * 0.85355, 1, -8, 1e-2);
        // d' = -4 (1 - d / 10) from 5 m for 0.5 s
        double gone = 5 - (10 - 5 * exp(0.2));
        near_point("drawn", zoo_feet(z, "drawn"), 0.6 * gone, 0, -12 - 0.8 * gone, 1e-5);
        near_point("swimmer", zoo_feet(z, "swimmer"), 22, 1.5, 20, 1e-5);
        near_point("runner", zoo_feet(z, "runner"), zoo_feet(z, "runner").x, 0, 8 + 1.5, 1e-5);
        assert_true(fabs(zoo_velocity(z, "runner").x - 6) < 1e-5 && fabs(zoo_velocity(z, "runner").z) < 1e-6);
        // a quarter of a circle of 2 m: its radius is 4 / pi; then it brakes from 2 m/s to where it looks:
        // ahead is -x
        double radius = 4 / pi;
        lope_point actor = zoo_feet(z, "actor");
        print_message("  %3.0f Hz: leaper lands at %.4f m, actor ends at %.5f %.5f\n", rates[i], leaper.x, actor.x, actor.z);
        assert_true(fabs(actor.z - (4 - radius)) < 0.02 && actor.x < -radius && actor.x > -radius - 0.1);
        assert_true(fabs((double)zoo_state(z, "actor")->yaw - pi / 2) < 1e-5);
        assert_int_equal(zoo_count(z, "dash", LOPE_EVENT_LAYER), 2);
        assert_true(fabs(zoo_event_of(z, "dash", LOPE_EVENT_LAYER, 1)->time - 0.75) < 2e-6);
        zoo_close(z);
    }
}

static void facing(void **unused)
{
    (void)unused;
    for (int i = 0; i < 4; i++) {
        zoo *z = zoo_open("facing", rates[i]);
        zoo_play(z, 1.0 - 0.2 / rates[i]);
        double late = zoo_time(z) - 0.5;
        assert_true(fabs(fabs((double)zoo_state(z, "mover")->yaw) - fmin(2 * late, 1) * pi) < 1e-5);
        assert_true(fabs((double)zoo_state(z, "slow")->yaw + late * pi / 2) < 1e-5);
        assert_true(fabs((double)zoo_state(z, "quick")->yaw + pi / 2) < 1e-6);
        while (zoo_tick(z)) continue;
        assert_true(fabs(fabs((double)zoo_state(z, "mover")->yaw) - pi) < 1e-6);
        assert_true(fabs((double)zoo_state(z, "slow")->yaw + pi / 2) < 1e-6);
        assert_true(fabs((double)zoo_state(z, "stiff")->yaw - pi / 6) < 1e-6);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(layers), cmocka_unit_test(facing)};
    return cmocka_run_group_tests_name("zoo.layers", tests, NULL, NULL);
}
