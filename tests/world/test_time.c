// test_time.c - steps and advances: how many ticks a frame makes, what time it is, what is drawn in between.
#include "world_help.h"

#include <math.h>

static void advance_makes_the_ticks_that_are_due(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(NULL);
    uint32_t ticks = 0;
    for (int frame = 0; frame < 600; frame++) {
        const uint32_t made = lope_world_advance(world, 1.0 / 60.0);
        assert_int_equal(made, 1); // frames as long as ticks: one each, without beats
        ticks += made;
    }
    for (int frame = 0; frame < 300; frame++) ticks += lope_world_advance(world, 1.0 / 300.0);
    assert_int_equal(ticks, 660);
    assert_int_equal(lope_world_ticks(world), 660);
    // 660 additions of a sixtieth
    assert_true(fabs(lope_world_time(world) - 11.0) < 1e-9);
    lope_world_destroy(world);
}

static void advance_with_random_frames(void **unused)
{
    (void)unused;
    uint64_t seed = 20240607;
    print_message("seed %llu\n", (unsigned long long)seed);
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = 50, .max_ticks = 100});
    double total = 0;
    uint64_t ticks = 0;
    for (int frame = 0; frame < 5000; frame++) {
        const double seconds = random_between(&seed, 0, 0.05);
        total += seconds;
        ticks += lope_world_advance(world, seconds);
        // never more than one tick behind, and ahead by rounding alone
        assert_true((double)ticks <= total * 50 + 1e-6 && (double)ticks > total * 50 - 1 - 1e-6);
    }
    assert_int_equal(lope_world_ticks(world), ticks);
    assert_int_equal(lope_world_ticks_dropped(world), 0);
    lope_world_destroy(world);
}

static void advance_drops_what_is_beyond(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(NULL);
    assert_int_equal(lope_world_advance(world, 1.0), 8);
    assert_int_equal(lope_world_ticks_dropped(world), 52);
    assert_int_equal(lope_world_advance(world, 1.0 / 60.0), 1); // nothing is made up for later
    assert_int_equal(lope_world_advance(world, 1e300), 8);
    assert_true(lope_world_ticks_dropped(world) > 1000000);
    assert_true(lope_world_advance(world, 1.0 / 60.0) <= 2);
    lope_world_destroy(world);
}

static void advance_ignores_nonsense(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character_create(world, &(lope_character_def){.feet = {0, 3, 0}});
    steps(world, 5);
    const uint64_t hash = lope_world_hash(world);
    assert_int_equal(lope_world_advance(world, (double)nanf("")), 0);
    assert_int_equal(lope_world_advance(world, -1), 0);
    assert_int_equal(lope_world_advance(world, (double)INFINITY), 0);
    assert_int_equal(lope_world_advance(NULL, 1), 0);
    assert_int_equal(lope_world_ticks(world), 5);
    assert_int_equal(lope_world_ticks_dropped(world), 0);
    assert_true(lope_world_hash(world) == hash);
    assert_int_equal(lope_world_advance(world, 1.0 / 60.0), 1);
    lope_world_destroy(world);
}

static void step_refuses_bad_lengths(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(NULL);
    assert_int_equal(lope_world_step(world, 0), LOPE_ERROR_RANGE);
    assert_int_equal(lope_world_step(world, -0.1f), LOPE_ERROR_RANGE);
    assert_int_equal(lope_world_step(world, 1.001f), LOPE_ERROR_RANGE);
    assert_int_equal(lope_world_step(world, INFINITY), LOPE_ERROR_RANGE);
    assert_int_equal(lope_world_step(world, nanf("")), LOPE_ERROR_NOT_FINITE);
    assert_int_equal(lope_world_step(NULL, 0.1f), LOPE_ERROR_NULL);
    assert_int_equal(lope_world_ticks(world), 0);
    assert_int_equal(lope_world_step(world, 1), LOPE_OK);
    assert_true(lope_world_time(world) == 1.0);
    lope_world_destroy(world);
}

static void pose_is_between_the_last_two_ticks(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(&(lope_world_def){.gravity_as_given = true});
    lope_character *character =
        lope_character_create(world, &(lope_character_def){.velocity = {6, 0, -3}, .mode = LOPE_MODE_FALLING});
    lope_point old = lope_character_state(character)->feet;
    assert_int_equal(lope_world_advance(world, 1.0 / 60.0), 1);
    for (int frame = 1; frame <= 40; frame++) {
        const lope_point now = lope_character_state(character)->feet;
        const uint32_t ticks = lope_world_advance(world, 0.25 / 60.0);
        const double t = (frame % 4) * 0.25;
        assert_int_equal(ticks, frame % 4 == 0 ? 1 : 0);
        if (ticks == 1) old = now;
        const lope_point end = lope_character_state(character)->feet;
        const lope_point wanted = lope_point_mad(old, lope_point_sub(end, old), t);
        // the remainder is a sum of quarters of a sixtieth: rounding alone
        assert_true(lope_point_length(lope_point_sub(lope_character_pose(character).feet, wanted)) < 1e-9);
    }
    steps(world, 1); // a step alone is drawn where it ended
    const lope_pose pose = lope_character_pose(character);
    assert_memory_equal(&pose.feet, &lope_character_state(character)->feet, sizeof pose.feet);
    lope_world_destroy(world);
}

// Yaw goes the short way round through pi.
static void pose_turns_the_short_way(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = lope_character_create(world, &(lope_character_def){.yaw = 3.1f});
    lope_character_set_input(character, &(lope_input){.look_yaw = 3.1f});
    assert_int_equal(lope_world_advance(world, 1.0 / 60.0), 1);
    lope_character_set_input(character, &(lope_input){.look_yaw = -3.1f});
    assert_int_equal(lope_world_advance(world, 1.5 / 60.0), 1);
    const float yaw = lope_character_pose(character).yaw;
    // the middle of 3.1 and 2 pi - 3.1 is pi, within what floats of that size can say
    assert_true(fabsf(fabsf(yaw) - LOPE_PI) < 1e-5f);
    lope_world_destroy(world);
}

static void pose_faces_along_yaw_about_up(void **unused)
{
    (void)unused;
    const lope_vec3 ups[] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0, 0, -1}, {0.6f, 0.8f, 0}};
    for (size_t i = 0; i < sizeof ups / sizeof ups[0]; i++) {
        lope_world *world = lope_world_create(&(lope_world_def){.gravity = lope_vec3_scale(ups[i], -9.8f)});
        lope_character *character = lope_character_create(world, &(lope_character_def){.yaw = 0.7f});
        const lope_pose pose = lope_character_pose(character);
        const lope_vec3 up = lope_quat_rotate(pose.rotation, lope_vec3_make(0, 1, 0));
        assert_true(lope_vec3_length(lope_vec3_sub(up, ups[i])) < 1e-5f);
        if (i == 0) { // yaw 0 looks along -z, positive to the left
            const lope_vec3 forward = lope_quat_rotate(pose.rotation, lope_vec3_make(0, 0, -1));
            assert_true(fabsf(forward.x + sinf(0.7f)) < 1e-5f && fabsf(forward.z + cosf(0.7f)) < 1e-5f);
        }
        lope_world_destroy(world);
    }
}

static void teleports_are_not_blended(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = lope_character_create(world, &(lope_character_def){.feet = {0, 0, 0}});
    assert_int_equal(lope_world_advance(world, 4.0 / 60.0), 4);
    lope_character_set_input(
        character, &(lope_input){.requests = &(lope_requests){.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = {20, 0.01, 0}}});
    assert_int_equal(lope_world_advance(world, 1.5 / 60.0), 1);
    assert_true(fabs(lope_character_pose(character).feet.x - 20) < 0.1);
    lope_world_destroy(world);
}

// ---- smoothing ----------------------------------------------------------------------------------

#define RISE 0.18 // m
#define RUN 0.28  // m
#define STEPS 12

static void add_stairs(lope_world *world)
{
    for (int i = 0; i < STEPS; i++) {
        const double height = RISE * (i + 1), from = 2 + RUN * i, to = 2 + RUN * STEPS + 6;
        lope_world_add_box(world, &(lope_box_def){.body.position = {(from + to) / 2, height - 0.5 * RISE, 0},
                                                  .size = {(float)(to - from), (float)RISE, 4}});
    }
}

typedef struct ride {
    double most_drawn, most_state; // m, largest vertical change from frame to frame
    double furthest;               // m, of what is drawn from the state
} ride;

static ride walk(lope_world *world, lope_character *character, int frames)
{
    ride r = {0};
    double drawn = lope_character_pose(character).feet.y, stood = lope_character_state(character)->feet.y;
    for (int i = 0; i < frames; i++) {
        steps(world, 1);
        const double now = lope_character_pose(character).feet.y, state = lope_character_state(character)->feet.y;
        if (fabs(now - drawn) > r.most_drawn) r.most_drawn = fabs(now - drawn);
        if (fabs(state - stood) > r.most_state) r.most_state = fabs(state - stood);
        if (fabs(now - state) > r.furthest) r.furthest = fabs(now - state);
        drawn = now;
        stood = state;
    }
    return r;
}

static void stairs_are_drawn_smooth(void **unused)
{
    (void)unused;
    lope_tuning tuning = lope_tuning_default();
    tuning.max_walk_speed = 4;
    lope_moveset moveset;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_world *world = world_with_floor(NULL);
    add_stairs(world);
    lope_character *character = lope_character_create(world, &(lope_character_def){.moveset = &moveset});
    steps(world, 10);
    for (int way = 1; way >= -1; way -= 2) {
        lope_character_set_input(character, &(lope_input){.move = {(float)way, 0, 0}});
        const ride r = walk(world, character, 105);
        print_message("%s: state jumps %.3f m, drawn %.3f m a frame, at most %.3f m apart\n", way > 0 ? "up" : "down",
                      r.most_state, r.most_drawn, r.furthest);
        assert_true(r.most_state > 0.1); // the capsule does jump, so there is something to smooth
        // the flight's own slope at 4 m/s is 0.043 m a frame; half as much again for steps that come unevenly
        assert_true(r.most_drawn < 0.065);
        // smoothing hides little more than a step: two rises
        assert_true(r.furthest < 2 * RISE);
        lope_character_set_input(character, &(lope_input){0});
        steps(world, 40);
        const lope_pose pose = lope_character_pose(character);
        const lope_state *state = lope_character_state(character);
        assert_memory_equal(&pose.feet, &state->feet, sizeof pose.feet); // and ends
        assert_true(way > 0 ? state->feet.y > RISE * STEPS - 0.01 : state->feet.y < 0.01);
    }
    lope_world_destroy(world);
}

// A ramp is no stair: what is drawn stays on it, up and down, also where it begins and ends.
static void ramps_are_drawn_as_they_are(void **unused)
{
    (void)unused;
    static const float points[] = {2, 0, -3, 2, 0, 3, 8, 3, 3, 8, 3, -3, 16, 3, 3, 16, 3, -3};
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3, 3, 2, 4, 3, 4, 5};
    lope_world *world = world_with_floor(NULL);
    lope_world_add_mesh(world, &(lope_mesh_def){.points = points, .point_count = 6, .indices = indices, .triangle_count = 4});
    lope_character *character = lope_character_create(world, &(lope_character_def){0});
    steps(world, 10);
    for (int way = 1; way >= -1; way -= 2) {
        lope_character_set_input(character, &(lope_input){.move = {(float)way, 0, 0}});
        const ride r = walk(world, character, 120);
        print_message("%s: state moves %.3f m a frame, drawn at most %.4f m apart\n", way > 0 ? "up" : "down", r.most_state,
                      r.furthest);
        assert_true(r.most_state > 0.04); // it did go over the ramp: 6 m/s on a slope of 1 to 2
        // at the two bends the round bottom is up to a few centimetres from where its floors meet
        assert_true(r.furthest < 0.03);
    }
    lope_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(advance_makes_the_ticks_that_are_due),
        cmocka_unit_test(advance_with_random_frames),
        cmocka_unit_test(advance_drops_what_is_beyond),
        cmocka_unit_test(advance_ignores_nonsense),
        cmocka_unit_test(step_refuses_bad_lengths),
        cmocka_unit_test(pose_is_between_the_last_two_ticks),
        cmocka_unit_test(pose_turns_the_short_way),
        cmocka_unit_test(pose_faces_along_yaw_about_up),
        cmocka_unit_test(teleports_are_not_blended),
        cmocka_unit_test(stairs_are_drawn_smooth),
        cmocka_unit_test(ramps_are_drawn_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
