// test_casts.c - random casts and overlaps on the embedded level and on the guide's own small world, against
// brute force.
#include "stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

// The guide's world: its gather, without its program.
int own_world_main(void);
#define main own_world_main
#include "docs/guide/05-your-own-world.c"
#undef main

// The field goes on for ever; brute force looks at a piece of it.
static lope_result gather_piece(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                lope_sink *sink)
{
    // From -5 to 15: squares 0 to 14 are those that begin before 15.
    lope_bounds piece = *bounds;
    if (piece.upper.x < -5 || piece.upper.z < -5 || piece.lower.x > 15 || piece.lower.z > 15) return LOPE_OK;
    piece.lower.x = fmax(-5, fmin(piece.lower.x, 14.5));
    piece.lower.z = fmax(-5, fmin(piece.lower.z, 14.5));
    piece.upper.x = fmin(piece.upper.x, 14.5);
    piece.upper.z = fmin(piece.upper.z, 14.5);
    return gather(context, &piece, filter, kind, sink);
}

#define SEED UINT64_C(20261125)

static uint32_t cases(uint32_t all)
{
#ifdef LOPE_QUICK
    return all / 10;
#else
    const char *quick = getenv("LOPE_QUICK");
    return quick && *quick ? all / 10 : all;
#endif
}

// One look for all, that holds what was asked about before: answers may not depend on it.
static void judge_world(const char *name, const lope_surroundings *surroundings, lope_point base, double reach, uint32_t count,
                        uint64_t seed)
{
    brute_world *world = calloc(1, sizeof *world);
    lope_nearby *look = lope_nearby_create(NULL);
    random_numbers r = {seed};
    judged judge = {0};
    assert_non_null(world);
    assert_true(brute_make(world, surroundings, base, reach));
    assert_true(world->part_count > 10);
    printf("%s: seed %llu, %u bodies, %u parts\n", name, (unsigned long long)seed, world->body_count, world->part_count);
    for (uint32_t i = 0; i < count; i++) {
        asked question;
        ask_draw(&question, world, &r);
        ask_judge(&judge, world, look, &question);
    }
    judged_print(&judge, name);
    lope_nearby_destroy(look);
    free(world);
    assert_int_equal(judge.wrong, 0);
    assert_true(judge.met > count / 5);
    assert_true(judge.worst <= 1e-9);
    assert_true(judge.grazing <= count / 100);
}

static void judge_level(const char *name, lope_point base, uint32_t count, uint64_t seed)
{
    random_numbers r = {seed};
    lope_level *level = stage_make(base, &r);
    assert_non_null(level);
    const lope_surroundings surroundings = lope_level_surroundings(level);
    judge_world(name, &surroundings, base, 60, count, seed);
    lope_level_destroy(level);
}

static void casts_on_level_match_brute_force(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 8; i++) judge_level("level", (lope_point){0, 0, 0}, cases(5000), SEED + i);
}

static void casts_far_from_origin_match_brute_force(void **state)
{
    (void)state;
    judge_level("level at 10 km", (lope_point){1e4, -300, 7123.25}, cases(10000), SEED + 100);
    judge_level("level at 10,000 km", (lope_point){1e7, 100.5, -4.5e6}, cases(10000), SEED + 101);
}

static void casts_on_own_world_match_brute_force(void **state)
{
    (void)state;
    const lope_surroundings hills = {.gather = gather_piece, .static_revision = static_revision};
    judge_world("own world", &hills, (lope_point){5, 0, 5}, 16, cases(20000), SEED + 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casts_on_level_match_brute_force),
        cmocka_unit_test(casts_far_from_origin_match_brute_force),
        cmocka_unit_test(casts_on_own_world_match_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
