// test_rate.c - the same 90 seconds of input at 20 to 360 ticks a second and at random frame times: the same
// tour.
//
// 20 stations of levels/gym/stations.csv are looked at, each at an instant that every rate's ticks end at;
// most of them lie in free motion (nothing blocks), where nothing but the integrator can keep the runs
// together. Limits of the issue: 1 cm in place, 1 % in velocity (of its own size, and 1 cm/s for what
// stands), the same events in the same order. Read next: tour.h.
#include "grid.h"
#include "tour.h"

#include "scene/scenario.h"

#define ALL 10 // share of the cells: under a second in all, so a quick run takes them too

#define WATCHED 20
#define PLACE 0.01    // m
#define VELOCITY 0.01 // of the speed
#define STILL 0.01    // m/s: what 1 % means for what stands
#define RATES 24      // from the fifth on at random

typedef struct watch {
    const char *station;
    double time; // s, a multiple of 0.1: a tick's end at 20, 30, 60, 120 and 360 Hz
} watch;

static const watch watches[WATCHED] = {
    {"stairs", 2.5},        {"stairs", 5.0},       {"stairs", 8.0},        {"ramps", 12.0},      {"ramps", 14.5},
    {"ramps", 16.5},        {"ramp_50", 18.0},     {"terrain", 28.2},      {"terrain", 29.5},    {"wedge_enter", 31.3},
    {"wedge_stand", 34.6},  {"wedge_leave", 38.0}, {"ceiling_bump", 41.7}, {"pillars", 50.9},    {"pillars", 54.5},
    {"ledge_jumped", 62.0}, {"gap", 63.6},         {"ledge_fall", 65.0},   {"slide_wall", 66.5}, {"rest", 89.6},
};

typedef struct run {
    char name[32];
    tour_moment moments[WATCHED];
    tour_event *events;
    int event_count;
} run;

static void check_watches(void)
{
    FILE *f = fopen(LOPE_GYM_DIR "/stations.csv", "r");
    assert_non_null(f);
    char line[256], name[32];
    int found = 0;
    while (fgets(line, sizeof line, f)) {
        double start, end;
        if (sscanf(line, "%31[^,],%lf,%lf", name, &start, &end) != 3) continue;
        for (int i = 0; i < WATCHED; i++)
            if (strcmp(name, watches[i].station) == 0) {
                found++;
                assert_true(watches[i].time >= start && watches[i].time <= end);
            }
    }
    fclose(f);
    assert_int_equal(found, WATCHED);
}

static double draw(uint64_t *generator)
{
    *generator = *generator * 6364136223846793005u + 1442695040888963407u;
    return (double)(*generator >> 11) / 9007199254740992.0;
}

// rate 0: frames of 5 to 50 ms by the seed, cut at the watched instants.
static run play(lope_scenario *scenario, double rate, uint64_t seed)
{
    run r = {.name = ""};
    if (rate > 0)
        snprintf(r.name, sizeof r.name, "%g Hz", rate);
    else
        snprintf(r.name, sizeof r.name, "random, seed %d", (int)seed);
    tour *t = tour_open(scenario, lope_point_make(0, 0, 0));
    double end = watches[WATCHED - 1].time;
    int next = 0;
    for (uint64_t i = 1; next < WATCHED && t->now < end; i++) {
        double border = rate > 0 ? (double)i / rate : t->now + 0.005 + 0.045 * draw(&seed);
        if (border > watches[next].time - TOUR_INSTANT) border = watches[next].time;
        tour_frame(t, border);
        if (border == watches[next].time) r.moments[next++] = tour_look(t);
    }
    assert_int_equal(next, WATCHED);
    r.events = calloc((size_t)t->event_count + 1, sizeof *r.events);
    assert_non_null(r.events);
    memcpy(r.events, t->events, (size_t)t->event_count * sizeof *r.events);
    r.event_count = t->event_count;
    tour_close(t);
    return r;
}

static void compare_moments(grid *g, const run *fine, const run *other)
{
    for (int i = 0; i < WATCHED; i++) {
        const tour_moment *a = &fine->moments[i], *b = &other->moments[i];
        if (!grid_next(g)) continue;
        double apart = tour_distance(a->feet, b->feet);
        double speed = (double)lope_vec3_length(a->velocity);
        double differs = (double)lope_vec3_length(lope_vec3_sub(a->velocity, b->velocity));
        grid_measure(g, apart * 1e3, "%s at %.1f s, %s", watches[i].station, a->time, other->name);
        if (!(apart <= PLACE))
            grid_fail(g, "place", "%s at %.1f s, %s: %.2f mm (%.4f %.4f %.4f) from %s (%.4f %.4f %.4f)", watches[i].station,
                      a->time, other->name, apart * 1e3, b->feet.x, b->feet.y, b->feet.z, fine->name, a->feet.x, a->feet.y,
                      a->feet.z);
        if (!(differs <= VELOCITY * speed || differs <= STILL))
            grid_fail(g, "velocity", "%s at %.1f s, %s: %.4f of %.4f m/s from %s", watches[i].station, a->time, other->name,
                      differs, speed, fine->name);
        if (a->mode != b->mode)
            grid_fail(g, "mode", "%s at %.1f s, %s: %s, at %s %s", watches[i].station, a->time, other->name,
                      lope_mode_name(b->mode), fine->name, lope_mode_name(a->mode));
    }
}

// Half a second is far more than 1 cm of way can shift an event by, and far less than what lies between two
// of a kind elsewhere.
static bool same_event(const tour_event *one, const tour_event *other)
{
    const lope_event *a = &one->event, *b = &other->event;
    bool same = a->kind == b->kind && a->from == b->from && a->to == b->to && a->body == b->body;
    return same && fabs(one->time - other->time) < 0.5;
}

// What the two lists have in common, in order and as much as can be (a longest common subsequence); the rest
// are failures, each once.
static void compare_events(grid *g, const run *fine, const run *other)
{
    if (!grid_next(g)) return;
    size_t n = (size_t)fine->event_count, m = (size_t)other->event_count;
    uint16_t *common = calloc((n + 1) * (m + 1), sizeof *common); // of the rests from i and k on
    assert_non_null(common);
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;) {
            uint16_t *at = &common[i * (m + 1) + k], skip = at[1] > at[m + 1] ? at[1] : at[m + 1];
            *at = same_event(&fine->events[i], &other->events[k]) ? (uint16_t)(at[m + 2] + 1) : skip;
        }
    for (size_t i = 0, k = 0; i < n || k < m;) {
        const uint16_t *at = &common[i * (m + 1) + k];
        if (i < n && k < m && same_event(&fine->events[i], &other->events[k])) {
            i++, k++;
            continue;
        }
        bool extra = i >= n || (k < m && at[1] >= at[m + 1]);
        const tour_event *e = extra ? &other->events[k++] : &fine->events[i++];
        g->tag = lope_event_name(e->event.kind);
        grid_fail(g, extra ? "an event too many" : "an event missing", "%s: at %.4f s (from %u to %u, value %g), not as at %s",
                  other->name, e->time, (unsigned)e->event.from, (unsigned)e->event.to, (double)e->event.value, fine->name);
        if (getenv("LOPE_EVENTS")) printf("    %s: %s %s at %.4f s\n", other->name, extra ? "extra" : "missing", g->tag, e->time);
    }
    free(common);
}

static void at_every_rate(void **unused)
{
    (void)unused;
    static const double rates[RATES] = {360, 20, 30, 60, 120};
    check_watches();
    lope_scenario *scenario = tour_load();
    run runs[RATES];
    int free_motion = 0;
    for (int r = 0; r < RATES; r++) runs[r] = play(scenario, rates[r], (uint64_t)r);
    for (int i = 0; i < WATCHED; i++) {
        const tour_moment *m = &runs[0].moments[i];
        bool moves = (double)lope_vec3_length(m->velocity) > 0.5 && !m->touching;
        free_motion += moves;
    }
    printf("  %d events, %d of %d stations in free motion\n", runs[0].event_count, free_motion, WATCHED);
    assert_true(free_motion > WATCHED / 2);
    grid places, events;
    grid_begin(&places, "the tour at every rate: stations", "mm", ALL);
    for (int r = 1; r < RATES; r++) compare_moments(&places, &runs[0], &runs[r]);
    grid_begin(&events, "the tour at every rate: events", "", ALL);
    for (int r = 1; r < RATES; r++) compare_events(&events, &runs[0], &runs[r]);
    for (int r = 0; r < RATES; r++) free(runs[r].events);
    lope_scenario_free(scenario);
    uint64_t failed = grid_report(&places) + grid_report(&events);
    assert_int_equal(failed, 0);
}

int main(void)
{
    if (!tour_available()) return 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test(at_every_rate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
