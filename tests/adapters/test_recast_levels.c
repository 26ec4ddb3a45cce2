// test_recast_levels.c - real levels through the Recast adapter: every path query of recast_nav_test, and
// random reachable pairs, walked by a real character from start to end. LOPE_LONG=1 takes 200 pairs a level.
#include "recast_walk.h"

#include "../behaviour/check.h"

#ifdef LOPE_QUICK
#define PAIRS 2
#else
#define PAIRS 20
#endif

#define QUERIES 21

// All queries of RecastDemo's own test cases. Its start and end points lie up to 0.5 m above or below the mesh.
static void nav_test_queries(void **unused)
{
    (void)unused;
    recast_scene scene;
    brute_point ends[64]; // a start and an end by turns
    int arrived = 0;
    if (!recast_open(&scene, "recast_nav_test", false, 0)) skip();
    char json[512];
    snprintf(json, sizeof json, "%s/levels/recast_nav_test/recast_nav_test.json", LOPE_SHARED_DIR);
    int count = level_spawns(json, "path_queries", ends, 64) / 2;
    assert_int_equal(count, QUERIES);
    for (int i = 0; i < count; i++) {
        const brute_point *pair = &ends[2 * i];
        lope_point from = {pair[0].x, pair[0].y, pair[0].z}, to = {pair[1].x, pair[1].y, pair[1].z};
        recast_walk walk = recast_go(&scene, from, to, 60);
        bool there = walk.found && walk.result == LOPE_FOLLOW_ARRIVED;
        // Reached counts within 1.1 radii of the goal's place on the mesh.
        if (there) check_below("m from the goal", hypot(walk.feet.x - to.x, walk.feet.z - to.z), 0.34 * 1.1 + 0.02);
        arrived += there;
        if (!there) recast_say(&walk, from, to);
    }
    printf("  recast_nav_test: %d of %d queries walked\n", arrived, count);
    recast_close(&scene);
    assert_int_equal(arrived, count);
}

static void random_pairs(const char *name)
{
    recast_scene scene;
    int pairs = getenv("LOPE_LONG") ? 200 : PAIRS, arrived = 0, walked = 0, unreachable = 0, not_standing = 0;
    uint32_t seed = 7;
    double length = 0, seconds = 0;
    if (!recast_open(&scene, name, false, 0)) return;
    printf("  %s: seed %u\n", name, seed);
    for (int tries = 0; walked < pairs && tries < 100 * pairs; tries++) {
        lope_point from = {0, 0, 0}, to = {0, 0, 0};
        assert_true(lope_recast_random(scene.recast, &seed, &from) && lope_recast_random(scene.recast, &seed, &to));
        if (lope_recast_part(scene.recast, from) != lope_recast_part(scene.recast, to)) {
            unreachable++;
            continue;
        }
        recast_walk walk = recast_go(&scene, from, to, 60);
        bool there = walk.found && walk.result == LOPE_FOLLOW_ARRIVED;
        walked++;
        arrived += there;
        length += walk.length;
        seconds += walk.seconds;
        not_standing += !walk.found;
        if (!there) recast_say(&walk, from, to);
    }
    printf(
        "  %s: %d of %d random reachable pairs arrive (%.0f m in %.0f s); %d pairs drawn were not joined by walking, %d had no "
        "path from where it stood\n",
        name, arrived, walked, length, seconds, unreachable, not_standing);
    recast_close(&scene);
    assert_int_equal(walked, pairs);
    assert_true(arrived * 100 >= 99 * walked);
}

static void pairs_lq_dm5(void **unused)
{
    (void)unused;
    random_pairs("lq_dm5");
}
static void pairs_ecctrl(void **unused)
{
    (void)unused;
    random_pairs("ecctrl_testmap");
}
static void pairs_dungeon(void **unused)
{
    (void)unused;
    random_pairs("recast_dungeon");
}
static void pairs_town(void **unused)
{
    (void)unused;
    random_pairs("town");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nav_test_queries), cmocka_unit_test(pairs_lq_dm5),
                                       cmocka_unit_test(pairs_ecctrl), cmocka_unit_test(pairs_dungeon),
                                       cmocka_unit_test(pairs_town)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
