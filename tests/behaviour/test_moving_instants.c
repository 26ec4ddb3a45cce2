// test_moving_instants.c - what decides by an instant beside bodies that move, and must not decide by the tick.
//
// Five kinds of scenes, each of which ended apart by rate. All rates from 20 to 360 Hz and 1,000 Hz come to one
// end, in three directions of gravity:
//   corner   round the corner of a door that swings away, on a way that bends: a body is met by the way, and not
//            by the chord on which it is swept
//   duck     under the edge of a ceiling that comes down: whether it is met by walking or presses first
//   squeeze  out from between two walls that have closed in: the nearest free place, as soon as there is one
//   rim      a guarded ledge lets go: the character stands right at the rim, however the ticks fell before
//   rest     a jump off a body at the instant at which it begins to speed up, from rest
// Read next: src/character/modes/walking.c, src/character/depenetration/free_character.c.
#include "../zoo/zoo.h"

#include <math.h>
#include <stdio.h>

static const double rates[] = {20, 30, 60, 90, 120, 144, 240, 300, 360, 1000};
#define RATES (sizeof rates / sizeof *rates)
#define SECONDS 3.0 // s that a scene is played

static const char *const turns[] = {"0,0,0,1", "1,0,0,0", "0.5,0.5,0.5,0.5"};

// Plays a scene at all rates. Fails when two ends are farther apart than `most` (m). ducks: how often the
// character crouches.
static void play(const char *scene, double most, uint32_t ducks)
{
    lope_point first = {0, 0, 0};
    for (size_t i = 0; i < 3 * RATES; i++) {
        zoo *z = zoo_open_text("moving_instants", rates[i % RATES], "{\"lope\":1,\"duration\":3,\"turn\":[%s],%s}",
                               turns[i / RATES], scene);
        zoo_play(z, SECONDS);
        const lope_point end = zoo_feet(z, "hero");
        if (i == 0) first = end;
        printf("  %g Hz: %.4f %.4f %.4f\n", rates[i % RATES], end.x, end.y, end.z);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_CROUCH), ducks);
        assert_true(lope_point_length(lope_point_sub(end, first)) < most);
        zoo_close(z);
    }
}

static const char corner[] = "\"level\":[{\"name\":\"floor\",\"box\":[90,1,90],\"position\":[0,-0.5,0]},{\"name\":\"mover\","
                             "\"box\":[2.042794,2,0.27],\"position\":[0.866677,1,-1.750673],\"euler\":[0,8.3581,0],"
                             "\"motion\":{\"swing\":{\"axis\":[0,1,0],\"amplitude\":50.741289,\"period\":5.277411,"
                             "\"kind\":\"turn\"}}}],\"characters\":[{\"name\":\"hero\",\"feet\":[1.475635,0.0,0.075003],"
                             "\"tuning\":{\"max_walk_speed\":3.364146},\"input\":[{\"t\":0,\"move\":[-0.357564,0,-0.933889]},"
                             "{\"t\":2.0,\"move\":[0,0,0]}]}]";

// Two rates may each be 1 cm, promise 7, to one side of the truth. Before: 8 cm.
static void a_corner_that_swings_away_is_met_by_the_way(void **unused)
{
    (void)unused;
    play(corner, 0.02, 0);
}

static const char duck[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[90,1,90],\"position\":[0,-0.5,0]},{\"name\":\"mover\","
    "\"box\":[1.801047,1,6],\"position\":[2.199596,3.585901,0],\"motion\":{\"keys\":[{\"t\":0.2,"
    "\"position\":[2.199596,3.585901,0]},{\"t\":2.2,\"position\":[2.199596,1.32977,0]},{\"t\":2.7,"
    "\"position\":[2.199596,3.585901,0]}]}}],\"characters\":[{\"name\":\"hero\",\"feet\":[0.0,0.0,0.0],"
    "\"tuning\":{\"max_walk_speed\":1.039715},\"input\":[{\"t\":0,\"move\":[0.837163,0,0.546954]},{\"t\":0.3,"
    "\"jump\":true},{\"t\":0.4,\"jump\":false}]}]";

// The same bound. Before: 6 cm, by a hit that took speed at some rates.
static void a_ceiling_that_comes_down_lets_a_walker_duck(void **unused)
{
    (void)unused;
    play(duck, 0.02, 1);
}

static const char squeeze[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[90,1,90],\"position\":[0,-0.5,0]},{\"name\":\"wall\",\"box\":[1,"
    "3,6],\"position\":[1.5,1.5,0]},{\"name\":\"mover\",\"box\":[1,3,6],\"position\":[-2.5,1.5,0],"
    "\"motion\":{\"keys\":[{\"t\":0.0,\"position\":[-2.5,1.5,0]},{\"t\":0.9,\"position\":[0.126559,1.5,"
    "0]}]}}],\"characters\":[{\"name\":\"hero\",\"feet\":[0.23267,0.0,0.0],"
    "\"tuning\":{\"max_walk_speed\":2.550238},\"input\":[{\"t\":0,\"move\":[0.015649,0,0.879072]},{\"t\":1.5,"
    "\"move\":[0,0,0]}]}]";

// Promise 7: it is freed within a part, 1/240 s, of its instant. Before: 10 cm.
static void between_walls_it_comes_out_at_the_nearest_place(void **unused)
{
    (void)unused;
    play(squeeze, 0.01, 0);
}

static const char rim[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"box\":[3.866227,0.3,4.0],\"position\":[0.0,1.017111792,0.0],\"euler\":[0.0,0.0,0.0],"
    "\"motion\":{\"keys\":[{\"t\":0.5,\"position\":[0.0,1.017111792,0.0],\"euler\":[0.0,0.0,0.0]},{\"t\":3.6,"
    "\"position\":[-2.897912257,1.017111792,0.0],\"euler\":[0.0,0.0,0.0]}],\"ease\":\"smooth\"}},"
    "{\"name\":\"mover1\",\"box\":[3.866227,0.3,4.0],\"position\":[4.232104577,1.177660993,0.0],"
    "\"euler\":[0.0,0.0,0.0],\"motion\":{\"velocity\":[0.787011645,0.0,-2.024316418],\"spin\":[0,0.0,0]}}],"
    "\"characters\":[{\"name\":\"hero\",\"feet\":[1.145760976,1.177111792,0.181092894],"
    "\"tuning\":{\"max_walk_speed\":1.764698},\"input\":[{\"t\":0.0,\"move\":[0.899880913,0,0.436135692]},"
    "{\"t\":0.4,\"crouch\":true},{\"t\":1.1,\"jump\":true},{\"t\":1.2,\"jump\":false},{\"t\":1.2,"
    "\"crouch\":false}]}]";

// Promise 7. Before: 9 cm at 360 Hz.
static void a_guarded_ledge_lets_go_at_the_rim(void **unused)
{
    (void)unused;
    play(rim, 0.01, 1);
}

static const char rest[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"box\":[2.716396,0.3,4.0],\"position\":[0.0,1.31120953,0.0],\"euler\":[0.0,0.0,0.0],"
    "\"motion\":{\"velocity\":[0.0,0.0,0.001],\"spin\":[0,0.0,0]}},{\"name\":\"mover1\",\"box\":[2.716396,"
    "0.3,4.0],\"position\":[2.972577066,1.275966432,0.0],\"euler\":[0.0,0.0,0.0],"
    "\"motion\":{\"keys\":[{\"t\":0.4,\"position\":[2.972577066,1.275966432,0.0],\"euler\":[0.0,0.0,0.0]},"
    "{\"t\":1.0,\"position\":[5.260906093,1.275966432,0.0],\"euler\":[0.0,0.0,0.0]}],\"ease\":\"smooth\"}}],"
    "\"characters\":[{\"name\":\"hero\",\"feet\":[0.757734599,1.47120953,-0.733477268],"
    "\"tuning\":{\"max_walk_speed\":4.344918},\"input\":[{\"t\":0.0,\"move\":[0.998758237,0,-0.049819509]},"
    "{\"t\":0.4,\"jump\":true},{\"t\":0.5,\"jump\":false},{\"t\":1.2,\"move\":[0,0,0]}]}]";

// Promise 7: the body has no speed yet. Before: 40 cm at 20 Hz.
static void a_jump_off_what_begins_to_move_takes_nothing_along(void **unused)
{
    (void)unused;
    play(rest, 0.01, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corner_that_swings_away_is_met_by_the_way),
        cmocka_unit_test(a_ceiling_that_comes_down_lets_a_walker_duck),
        cmocka_unit_test(between_walls_it_comes_out_at_the_nearest_place),
        cmocka_unit_test(a_guarded_ledge_lets_go_at_the_rim),
        cmocka_unit_test(a_jump_off_what_begins_to_move_takes_nothing_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
