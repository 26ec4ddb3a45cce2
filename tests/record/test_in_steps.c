// test_in_steps.c - characters that press on each other, recorded: what runs a tick in steps plays back equal.
//
// A knot on a platform that slides, and a row before a wall, in three directions of gravity and at four rates.
// Each recording is written, read and played again. Read next: src/world/lock_step.c.
#include "../world/world_help.h"
#include "dump.h"

#include <lope/record.h>

#include <math.h>
#include <stdio.h>

#define PEOPLE 6
#define SECONDS 1.5

typedef struct scene {
    lope_world *world;
    lope_body deck, wall;
    lope_quat turn;
    lope_character *people[PEOPLE];
} scene;

static lope_point turned(const scene *s, double x, double y, double z)
{
    return lope_quat_rotate_point(s->turn, lope_point_make(x, y, z));
}

static void before_tick(void *context, lope_world *world, uint64_t tick, float dt)
{
    const scene *s = context;
    const double t = (double)tick * (double)dt;
    const lope_transform deck = {.position = turned(s, 1.2 * t, -0.2, 0), .rotation = s->turn};
    const lope_transform wall = {.position = turned(s, 20 + 1.5 * t, 1.5, 0), .rotation = s->turn};
    assert_int_equal(lope_level_set_pose(lope_world_level(world), s->deck, &deck), LOPE_OK);
    assert_int_equal(lope_level_set_pose(lope_world_level(world), s->wall, &wall), LOPE_OK);
}

static lope_body add_box(const scene *s, lope_vec3 size, double x, double y, bool moving)
{
    const lope_body body = lope_world_add_box(
        s->world, &(lope_box_def){.body = {.position = turned(s, x, y, 0), .rotation = s->turn, .moving = moving}, .size = size});
    assert_true(lope_level_valid(lope_world_level(s->world), body));
    return body;
}

static scene open_scene(double rate, lope_quat turn, uint64_t *seed)
{
    scene s = {.turn = turn};
    const lope_point down = turned(&s, 0, -9.8, 0);
    s.world = lope_world_create(&(lope_world_def){.tick_rate = (float)rate, .gravity = lope_point_to_vec3(down)});
    assert_non_null(s.world);
    add_box(&s, (lope_vec3){40, 1, 20}, 30, -0.5, false);
    s.deck = add_box(&s, (lope_vec3){8, 0.4f, 8}, 0, -0.2, true);
    s.wall = add_box(&s, (lope_vec3){1, 3, 6}, 20, 1.5, true);
    for (int i = 0; i < PEOPLE; i++) {
        const double angle = 2.1 * i + random_between(seed, 0, 0.5);
        const lope_point feet = i < 3 ? turned(&s, cos(angle), 0, sin(angle))
                                      : turned(&s, 20.9 + 0.69 * (i - 3), 0, random_between(seed, -0.05, 0.05));
        s.people[i] =
            lope_character_create(s.world, &(lope_character_def){.feet = feet,
                                                                 .up = lope_point_to_vec3(turned(&s, 0, 1, 0)),
                                                                 .channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER});
        assert_non_null(s.people[i]);
        assert_non_null(
            lope_character_record(s.people[i], &(lope_recorder_def){.seconds = 5, .tick_rate = (float)rate, .bytes = 1 << 22}));
        const lope_point move = i < 3 ? turned(&s, -cos(angle), 0, -sin(angle)) : (lope_point){0, 0, 0};
        const lope_input input = {.move = lope_point_to_vec3(move)};
        assert_int_equal(lope_character_set_input(s.people[i], &input), LOPE_OK);
    }
    return s;
}

// Returns how many ticks of a recording were run in steps.
static uint32_t play_back(const scene *s, int who)
{
    dump d = dump_of(lope_character_recorder(s->people[who]));
    const lope_surroundings around = lope_level_surroundings(lope_world_level(s->world));
    lope_replay_report replay;
    lope_recorded_tick tick;
    uint32_t in_steps = 0;
    assert_int_equal(lope_replay(d.recording, &around, NULL, &replay), LOPE_OK);
    if (!replay.equal) fail_msg("character %d, tick %u: %s %s", who, (unsigned)replay.tick, replay.field, replay.text);
    assert_true(replay.ticks > 0);
    for (uint32_t i = 0; lope_recording_tick(d.recording, i, &tick); i++) {
        bool step = false;
        for (uint32_t b = 0; b < tick.body_count; b++) step |= tick.bodies[b].body.part > 0;
        in_steps += step;
    }
    dump_free(&d);
    return in_steps;
}

static void ticks_in_steps_play_back_equal(void **unused)
{
    (void)unused;
    static const lope_quat turns[] = {{0, 0, 0, 1}, {0.5f, 0.5f, 0.5f, 0.5f}, {-0.70710678f, 0, 0, 0.70710678f}};
    static const double rates[] = {20, 60, 120, 360};
    for (int t = 0; t < 3; t++)
        for (int r = 0; r < 4; r++) {
            uint64_t seed = 11 + (uint64_t)(4 * t + r);
            printf("  seed %llu, %g Hz:", (unsigned long long)seed, rates[r]);
            scene s = open_scene(rates[r], turns[t], &seed);
            uint32_t in_steps = 0;
            for (int i = 0; i < (int)(SECONDS * rates[r]); i++) {
                before_tick(&s, s.world, (uint64_t)i + 1, (float)(1 / rates[r]));
                assert_int_equal(lope_world_step(s.world, (float)(1 / rates[r])), LOPE_OK);
            }
            for (int i = 0; i < PEOPLE; i++) in_steps += play_back(&s, i);
            printf(" %u ticks in steps\n", in_steps);
            assert_true(rates[r] > 240 ? in_steps == 0 : in_steps > 20);
            lope_world_destroy(s.world);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ticks_in_steps_play_back_equal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
