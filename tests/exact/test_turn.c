// test_turn.c - the gym's tour with the whole scenario turned: level, gravity, inputs. At 20 stations within
// 1 cm of the unturned one.
//
// 20 rotations drawn by a seed, evenly over all of them (Shoemake 1992). What a turn may cost is the rounding
// of turned floats: the level's points, 1e-6 m at 25 m from the origin, and up, 6e-8 rad. The limit of 1 cm
// is the issue's. Read next: tour.h.
#include "grid.h"
#include "tour.h"

#include "scene/scenario.h"

#define ALL 10     // share of the cells: under a second in all, so a quick run takes them too
#define LIMIT 0.01 // m, of the issue
#define STATIONS 20
#define TURNS 20

static const double stations[STATIONS] = {2.5,  5.0,  8.0,  12.0, 14.5, 16.5, 18.0, 28.2, 29.5, 31.3,
                                          34.6, 38.0, 41.7, 50.9, 54.5, 62.0, 63.6, 65.0, 66.5, 89.6};

static double draw(uint64_t *generator)
{
    *generator = *generator * 6364136223846793005u + 1442695040888963407u;
    return (double)(*generator >> 11) / 9007199254740992.0;
}

static lope_scene_quat draw_turn(uint64_t *seed)
{
    const double tau = 6.283185307179586, u = draw(seed), a = tau * draw(seed), b = tau * draw(seed);
    return (lope_scene_quat){sqrt(1 - u) * sin(a), sqrt(1 - u) * cos(a), sqrt(u) * sin(b), sqrt(u) * cos(b)};
}

static int walk(lope_scenario *scenario, tour_moment *moments)
{
    tour *t = tour_open(scenario, lope_point_make(0, 0, 0));
    for (int i = 0; i < STATIONS; i++) {
        while (t->now < stations[i] - TOUR_INSTANT) {
            double border = floor(t->now * 60 + 1.5) / 60;
            tour_frame(t, border < stations[i] - TOUR_INSTANT ? border : stations[i]);
        }
        moments[i] = tour_look(t);
    }
    int events = 0; // that change what it does; where it grazes, a rounding decides whether that is a new hit
    for (int i = 0; i < t->event_count; i++) events += t->events[i].event.kind == LOPE_EVENT_MODE;
    tour_close(t);
    return events;
}

static void turned(void **unused)
{
    (void)unused;
    uint64_t seed = 20;
    lope_scenario *scenario = tour_load();
    tour_moment straight[STATIONS], other[STATIONS];
    int events = walk(scenario, straight);
    grid g;
    grid_begin(&g, "the tour turned", "mm", ALL);
    for (int k = 0; k < TURNS; k++) {
        scenario->turn = draw_turn(&seed);
        if (!grid_next(&g)) continue;
        int count = walk(scenario, other);
        if (count != events) grid_fail(&g, "events differ", "turn %d: %d changes of mode, unturned %d", k, count, events);
        for (int i = 0; i < STATIONS; i++) {
            double apart = tour_distance(straight[i].feet, other[i].feet);
            grid_measure(&g, apart * 1e3, "turn %d at %.1f s", k, stations[i]);
            if (!(apart < LIMIT)) grid_fail(&g, "place", "turn %d at %.1f s: %.3f mm", k, stations[i], apart * 1e3);
            if (straight[i].mode != other[i].mode) grid_fail(&g, "mode", "turn %d at %.1f s", k, stations[i]);
        }
    }
    grid_end(&g);
    lope_scenario_free(scenario);
}

int main(void)
{
    if (!tour_available()) return 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test(turned)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
