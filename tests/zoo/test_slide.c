// The zoo's scenario of the slide: under a bar, down a slope, by the sample's law, over a turning table.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 360};

// The law on level ground, with the settings' defaults: v' = -DECELERATION - DRAG v, from 8 m/s to LEAST.
#define DECELERATION (9.8 * (double)0.4f)
#define DRAG ((double)0.2f)
#define LEAST 2.0
#define SPEED 8.0

static void near(const char *what, double value, double wanted, double share)
{
    if (!(fabs(value - wanted) <= share * fabs(wanted)))
        fail_msg("%s: %.9g, wanted %.9g within %g of it", what, value, wanted, share);
}

static double time_to_end(void) { return log((DRAG * SPEED + DECELERATION) / (DRAG * LEAST + DECELERATION)) / DRAG; }

static double way_after(double time)
{
    const double terminal = DECELERATION / DRAG;
    return (SPEED + terminal) * (1 - exp(-DRAG * time)) / DRAG - terminal * time;
}

static double end_of(const zoo *z, const char *name)
{
    assert_int_equal(zoo_count(z, name, LOPE_EVENT_ABILITY), 1);
    assert_int_equal(zoo_count(z, name, LOPE_EVENT_ABILITY_END), 1);
    return zoo_event_of(z, name, LOPE_EVENT_ABILITY_END, 0)->time;
}

static void slides_end_at_their_instants(void **unused)
{
    (void)unused;
    const double out = 7.5 + 0.34; // past the bar, by the capsule's radius
    const double crawl = (out - way_after(time_to_end())) / LEAST;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("slide", rates[i]);
        zoo_play(z, 1);
        near("the rider's way from the table's middle", hypot(zoo_feet(z, "rider").x - 32, zoo_feet(z, "rider").z), way_after(1),
             1e-4);
        near("low", (double)zoo_state(z, "hero")->height, 0.8, 1e-6);
        near("the mesh is raised", (double)zoo_report(z, "hero")->mesh_offset, 0.48, 1e-6);
        while (zoo_tick(z)) continue;
        near("under the bar", end_of(z, "hero"), time_to_end() + crawl, 1e-4);
        near("on the table", end_of(z, "rider"), time_to_end(), 1e-4);
        near("out by the jump", end_of(z, "jumper"), 1.2, 1e-6);
        near("the jump", zoo_event_of(z, "jumper", LOPE_EVENT_JUMP, 0)->time, 1.2, 1e-6);
        if (i == 1) near("the sample at 60 Hz", end_of(z, "sample"), 58.0 / 60, 1e-6);
        near("stands", (double)zoo_state(z, "hero")->height, 1.76, 1e-6);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(slides_end_at_their_instants)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
