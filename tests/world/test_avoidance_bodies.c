// test_avoidance_bodies.c - bodies that move are kept clear of: one that comes, one that crosses; and a look
// for walls that fails is an error of the tick.
#include "world_help.h"

#include <math.h>

#define SIZE 2.0f // m, of the box
#define RADIUS 0.34

// Returns the level distance (m) from a box's faces to a point, the box along the axes.
static double clear_of(lope_point box, lope_point feet)
{
    const double x = fabs(feet.x - box.x) - (double)SIZE / 2, z = fabs(feet.z - box.z) - (double)SIZE / 2;
    if (x > 0 && z > 0) return sqrt(x * x + z * z);
    return x > z ? x : z;
}

// Walks along -z while a box goes from `from` with `velocity`. Returns the least distance between both, in m,
// less the radius; *z: how far the walker has come.
static double nearest_of_walk(lope_point from, lope_vec3 velocity, bool avoid, double *z)
{
    lope_world *world = world_with_floor(NULL);
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    lope_error error = {0};
    const lope_body box = lope_world_add_box(
        world, &(lope_box_def){.body = {.position = from, .moving = true, .error = &error}, .size = {SIZE, 2, SIZE}});
    assert_int_equal(error.code, LOPE_OK);
    lope_character *walker = lope_character_create(world, &(lope_character_def){.feet = {0, 0, 8}});
    if (avoid) assert_int_equal(lope_character_set_avoidance(walker, &settings), LOPE_OK);
    double nearest = 1e9;
    lope_point at = from;
    for (int tick = 0; tick < 300; tick++) {
        at = lope_point_mad(at, lope_vec3_to_point(velocity), (double)TICK);
        const lope_transform pose = {.position = at, .rotation = {0, 0, 0, 1}};
        assert_int_equal(lope_level_set_pose(lope_world_level(world), box, &pose), LOPE_OK);
        assert_int_equal(lope_character_set_input(walker, &(lope_input){.move = {0, 0, -0.5f}}), LOPE_OK);
        steps(world, 1);
        const double apart = clear_of(at, lope_character_state(walker)->feet) - RADIUS;
        if (apart < nearest) nearest = apart;
    }
    *z = lope_character_state(walker)->feet.z;
    lope_world_destroy(world);
    return nearest;
}

// A box that comes head-on is walked round, one that crosses is let pass or overtaken; without avoidance both
// touch.
static void bodies_that_move_are_kept_clear_of(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        lope_point from;
        lope_vec3 velocity;
    } ways[] = {{"comes", {0.3, 1, -6}, {0, 0, 2}},
                {"crosses from the left", {-7, 1, 0}, {2.5f, 0, 0}},
                {"crosses from the right", {8, 1, 0}, {-3, 0, 0}}};
    for (int i = 0; i < 3; i++) {
        double z, without;
        const double touched = nearest_of_walk(ways[i].from, ways[i].velocity, false, &without);
        const double apart = nearest_of_walk(ways[i].from, ways[i].velocity, true, &z);
        printf("%-24s %.3f m apart, goes to z = %.1f m; without avoidance %.3f m\n", ways[i].name, apart, z, touched);
        assert_true(touched < 0.005); // it is met
        assert_true(apart > 0.02);
        assert_true(z < -4); // and it goes on: 5 s at 3 m/s bring it from 8 to -7
    }
}

// Walks toward one that stands, among posts that lie within the look for walls and not within the movement's,
// with no more memory to be had. Returns what the first step says that is not LOPE_OK.
static lope_result walk_without_memory(bool avoid)
{
    counter memory = {.fail_at = UINT64_MAX, .busy = ATOMIC_FLAG_INIT};
    lope_world *world = lope_world_create(&(lope_world_def){.allocator = counter_allocator(&memory)});
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    lope_result result = LOPE_OK;
    lope_state start = {0};
    assert_non_null(world);
    lope_world_add_box(world, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {80, 1, 80}});
    for (int i = 0; i < 120; i++)
        lope_world_add_box(
            world, &(lope_box_def){.body = {.position = {i % 2 == 0 ? -2.4 : 2.4, 1, -12 + 0.2 * i}}, .size = {0.05f, 2, 0.05f}});
    lope_character *walker = lope_character_create(world, &(lope_character_def){.feet = {0, 0, 9}});
    lope_character_create(world, &(lope_character_def){.feet = {0, 0, 0}});
    for (int tick = 0; tick < 150; tick++) { // the movement's own memory grows to what it needs on this way
        assert_int_equal(lope_character_set_input(walker, &(lope_input){.move = {0, 0, -1}}), LOPE_OK);
        steps(world, 1);
        if (tick == 0) start = *lope_character_state(walker);
    }
    assert_int_equal(lope_character_set_state(walker, &start), LOPE_OK);
    if (avoid) assert_int_equal(lope_character_set_avoidance(walker, &settings), LOPE_OK);
    memory.fail_at = memory.asked;
    memory.fail_on = true;
    for (int tick = 0; tick < 120 && result == LOPE_OK; tick++) {
        const lope_state before = *lope_character_state(walker);
        assert_int_equal(lope_character_set_input(walker, &(lope_input){.move = {0, 0, -1}}), LOPE_OK);
        result = lope_world_step(world, TICK);
        if (result != LOPE_OK) assert_memory_equal(&before, lope_character_state(walker), sizeof before);
    }
    memory.fail_at = UINT64_MAX;
    memory.fail_on = false;
    assert_int_equal(lope_character_set_input(walker, &(lope_input){.move = {0, 0, -1}}), LOPE_OK);
    assert_int_equal(lope_world_step(world, TICK), LOPE_OK); // and it goes on
    lope_world_destroy(world);
    return result;
}

static void looks_that_fail_are_told(void **state)
{
    (void)state;
    assert_int_equal(walk_without_memory(false), LOPE_OK); // what the movement itself needs is there
    assert_int_equal(walk_without_memory(true), LOPE_ERROR_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bodies_that_move_are_kept_clear_of),
                                       cmocka_unit_test(looks_that_fail_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
