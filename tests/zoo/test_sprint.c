// The zoo's scenario of the sprint: its stamina, its angle, and a jump.
#include "zoo.h"

#include <math.h>

#include <lope/sprint.h>

static const double rates[] = {20, 60, 360};

static void near(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %.9g, wanted %.9g within %g", what, value, wanted, tolerance);
}

static double phase_time(const zoo *z, const char *name, uint32_t phase)
{
    for (uint32_t i = 0; i < zoo_count(z, name, LOPE_EVENT_ABILITY_PHASE); i++) {
        const zoo_event *event = zoo_event_of(z, name, LOPE_EVENT_ABILITY_PHASE, i);
        if (event->event.to == phase) return event->time;
    }
    return -1;
}

static void stamina_lasts_as_long_at_every_rate(void **unused)
{
    (void)unused;
    const double first = 6 / 20.48; // s up to the walking top speed
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("sprint", rates[i]);
        while (zoo_tick(z)) continue;
        const double empty = phase_time(z, "hero", LOPE_SPRINT_DRAINED), back = phase_time(z, "hero", LOPE_SPRINT_READY);
        near("used up", empty, first + 5, 1e-2);
        near("back", back - empty, 1 + 30.0 / 20, 5e-3);
        assert_true(phase_time(z, "aside", LOPE_SPRINT_RUNS) > 3);
        // drained until 30 of its 40 are back, at 10 a second
        near("end", zoo_event_of(z, "jumper", LOPE_EVENT_ABILITY_END, 0)->time, phase_time(z, "jumper", LOPE_SPRINT_DRAINED) + 4,
             2e-2);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stamina_lasts_as_long_at_every_rate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
