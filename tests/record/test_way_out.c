// test_way_out.c - a character that begins deep in a solid searches metres around for a way out. The moving
// bodies that this search meets are part of the recorded tick, though no other query of the tick meets them.
#include "../behaviour/check.h"
#include "dump.h"

#define TICKS 10
#define RATE 60.0f

// One character in the middle of a box of 4 by 3 by 5 m: the ways out to both sides are as long. A platform
// that moves stands beside the box, on one side.
static void play(double side)
{
    lope_world *world = lope_world_create(&(lope_world_def){0});
    lope_world_add_box(world, &(lope_box_def){.size = {60, 1, 60}, .body.position = {0, -0.5, 0}});
    lope_world_add_box(world, &(lope_box_def){.size = {4, 3, 5}, .body.position = {0, 1.5, 0}});
    lope_box_def platform = {.size = {3, 2, 5}, .body = {.position = {side * 4, 1, 0}, .moving = true}};
    const lope_body body = lope_world_add_box(world, &platform);
    lope_character *hero = lope_character_create(world, &(lope_character_def){.feet = {0, 0, 0}});
    assert_non_null(hero);
    assert_true(lope_character_record(hero, &(lope_recorder_def){.seconds = 2}) != NULL);
    for (int i = 0; i < TICKS; i++) {
        const lope_transform to = {{side * (4 + 0.001 * i), 1, 0}, {0, 0, 0, 1}};
        assert_int_equal(lope_level_set_pose(lope_world_level(world), body, &to), LOPE_OK);
        assert_int_equal(lope_world_step(world, 1 / RATE), LOPE_OK);
    }
    const double out = lope_character_state(hero)->feet.x;
    printf("  a platform at x = %g: out to x = %g\n", side * 4, out);
    assert_true(out * side < -2); // away from the platform

    dump d = dump_of(lope_character_recorder(hero));
    lope_recorded_tick tick;
    assert_true(lope_recording_tick(d.recording, 0, &tick));
    assert_true(tick.body_count > 0);
    lope_replay_report replay;
    const lope_surroundings around = lope_level_surroundings(lope_world_level(world));
    assert_int_equal(lope_replay(d.recording, &around, NULL, &replay), LOPE_OK);
    if (!replay.equal) fail_msg("tick %u: %s %s", (unsigned)replay.tick, replay.field, replay.text);
    assert_int_equal(replay.ticks, TICKS);
    dump_free(&d);
    lope_world_destroy(world);
}

static void a_way_out_past_a_moving_body_is_played_back(void **unused)
{
    (void)unused;
    play(1);
    play(-1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_way_out_past_a_moving_body_is_played_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
