// test_barrier.c - a step that is given up at a glance (src/motion/step/step_barrier.h) is one that would
// have failed.
//
// A character that records every query goes through every query, and finds nothing at a glance. So the same
// walk through the same blocks, with and without such a recorder, has to end in the same bits, while the one
// without asks less.
// Seeded: LOPE_SEED sets another seed than the one printed. Read next: src/motion/step/step_up.c.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <lope/lope.h>
#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
#define YARDS 400
#define LEAST_SAVED 500 // sweeps: two for each step that is given up
#define TICKS 150
#define SIDE 3.0 // m, of a yard from its middle

static uint64_t random_state;

static double draw(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}
static double between(double low, double high) { return low + (high - low) * draw(); }

static void add_block(lope_level *level, lope_point middle, lope_vec3 size, double yaw, double tilt)
{
    float s = (float)sin(yaw / 2), c = (float)cos(yaw / 2), u = (float)sin(tilt / 2), v = (float)cos(tilt / 2);
    const lope_box_def def = {.body = {.position = middle, .rotation = {c * u, s * v, s * u, c * v}}, .size = size};
    assert_true(lope_level_valid(level, lope_level_add_box(level, &def)));
}

// Upright, leaning by little or more; from kerbs to walls, some thin, some overhead.
static lope_level *make_yard(void)
{
    lope_level *level = lope_level_create(NULL);
    assert_non_null(level);
    add_block(level, lope_point_make(0, -0.5, 0), (lope_vec3){20, 1, 20}, 0, draw() < 0.7 ? 0 : between(-0.3, 0.3));
    for (int i = 0; i < 6; i++) {
        double height = draw() < 0.5 ? between(0.2, 0.7) : between(0.5, 2.5), lean = draw();
        double tilt = lean < 0.6 ? 0 : lean < 0.7 ? between(-1e-5, 1e-5) : between(-0.5, 0.5);
        lope_vec3 size = {(float)between(0.02, 1.5), (float)height, (float)between(0.1, 3)};
        double lift = draw() < 0.8 ? 0 : between(0, 1.5);
        lope_point middle = lope_point_make(between(-SIDE, SIDE), height / 2 + lift, between(-SIDE, SIDE));
        add_block(level, middle, size, between(0, PI), tilt);
    }
    return level;
}

typedef struct walker {
    lope_state state;
    lope_nearby *nearby;
    uint64_t sweeps;
} walker;

static void step(walker *w, lope_recorder *recorder, const lope_input *input, const lope_moveset *moveset,
                 const lope_surroundings *around, float dt)
{
    lope_report report;
    lope_result result = recorder ? lope_move_recorded(recorder, &w->state, input, moveset, around, w->nearby, dt, &report)
                                  : lope_move(&w->state, input, moveset, around, w->nearby, dt, &report);
    assert_int_equal(result, LOPE_OK);
    w->sweeps += report.sweeps;
}

static lope_moveset any_moveset(void)
{
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    tuning.max_walk_speed = (float)between(0.5, 8);
    tuning.max_step_height = (float)between(0.1, 0.8);
    tuning.walkable_floor_angle = (float)between(0.4, 1);
    tuning.turn_instantly = draw() < 0.5;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    return moveset;
}

static void walk_yard(walker *plain, walker *recorded)
{
    static const float rates[] = {20, 60, 144};
    float dt = 1 / rates[(int)(3 * draw())];
    lope_level *level = make_yard();
    lope_surroundings around = lope_level_surroundings(level);
    lope_moveset moveset = any_moveset();
    lope_recorder *recorder = lope_recorder_create(&(lope_recorder_def){.seconds = 1, .queries = true, .bytes = 1 << 20});
    assert_non_null(recorder);
    lope_point feet = lope_point_make(between(-SIDE, SIDE), 3, between(-SIDE, SIDE));
    const lope_state_def def = {.feet = feet, .radius = (float)between(0.2, 0.5), .height = (float)between(1.1, 2)};
    assert_int_equal(lope_state_init(&plain->state, &def), LOPE_OK);
    recorded->state = plain->state;
    double heading = 0;
    for (int tick = 0; tick < TICKS; tick++) {
        if (tick % 30 == 0) heading = between(0, 2 * PI);
        const lope_input input = {.move = {(float)cos(heading), 0, (float)sin(heading)}};
        step(plain, NULL, &input, &moveset, &around, dt);
        step(recorded, recorder, &input, &moveset, &around, dt);
        if (lope_state_hash(&plain->state) != lope_state_hash(&recorded->state))
            fail_msg("tick %d: plain at %.17g %.17g %.17g, recorded at %.17g %.17g %.17g", tick, plain->state.feet.x,
                     plain->state.feet.y, plain->state.feet.z, recorded->state.feet.x, recorded->state.feet.y,
                     recorded->state.feet.z);
    }
    lope_recorder_destroy(recorder);
    lope_nearby_clear(plain->nearby);
    lope_nearby_clear(recorded->nearby);
    lope_level_destroy(level);
}

static void what_is_given_up_would_have_failed(void **unused)
{
    (void)unused;
    const char *other = getenv("LOPE_SEED");
    random_state = other ? strtoull(other, NULL, 10) : 71;
    print_message("seed %llu\n", (unsigned long long)random_state);
    walker plain = {.nearby = lope_nearby_create(NULL)}, recorded = {.nearby = lope_nearby_create(NULL)};
    for (int yard = 0; yard < YARDS; yard++) walk_yard(&plain, &recorded);
    print_message("%d ticks: %llu sweeps, with every query %llu\n", YARDS * TICKS, (unsigned long long)plain.sweeps,
                  (unsigned long long)recorded.sweeps);
    assert_true(plain.sweeps + LEAST_SAVED < recorded.sweeps); // else hardly anything was seen at a glance, and nothing tested
    lope_nearby_destroy(plain.nearby);
    lope_nearby_destroy(recorded.nearby);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_given_up_would_have_failed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
