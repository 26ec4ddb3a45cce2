// test_bullet_casts.c - random casts and overlaps in a world of Bullet, through its adapter, against brute
// force.
#include "ask.h"

#include "../adapters/bullet_yard.h"
#include <adapters/bullet/lope_bullet.h>
#include <lope/surroundings_check.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#define SEED UINT64_C(20261126)

static uint32_t cases(uint32_t all)
{
#ifdef LOPE_QUICK
    return all / 10;
#else
    const char *quick = getenv("LOPE_QUICK");
    return quick && *quick ? all / 10 : all;
#endif
}

static void casts_in_bullet_match_brute_force(void **state)
{
    (void)state;
    for (int far = 0; far < 2; far++) {
        const lope_point base = {far ? 1e6 : 0, 0, far ? -3e5 : 0};
        bullet_yard *yard = bullet_yard_make();
        lope_bullet *bullet = lope_bullet_create(&(lope_bullet_def){.world = bullet_yard_world(yard), .origin = base});
        brute_world *world = calloc(1, sizeof *world);
        lope_nearby *look = lope_nearby_create(NULL);
        random_numbers r = {SEED + (uint64_t)far};
        judged judge = {0};
        assert_non_null(bullet);
        assert_non_null(world);
        assert_int_equal(lope_bullet_update(bullet), LOPE_OK);
        const lope_surroundings surroundings = lope_bullet_surroundings(bullet);
        const lope_point reach = lope_point_make(70, 70, 70);
        lope_error error = {0};
        const lope_surroundings_check_def check = {
            .bounds = {lope_point_sub(base, reach), lope_point_add(base, reach)}, .samples = 200, .error = &error};
        if (lope_surroundings_check(&surroundings, &check, NULL) != LOPE_OK) fail_msg("%s: %s", error.field, error.text);
        assert_true(brute_make(world, &surroundings, base, 70));
        printf("seed %llu, %u bodies, %u parts\n", (unsigned long long)SEED, world->body_count, world->part_count);
        const uint32_t count = cases(10000);
        for (uint32_t i = 0; i < count; i++) {
            asked question;
            ask_draw(&question, world, &r);
            ask_judge(&judge, world, look, &question);
        }
        judged_print(&judge, far ? "Bullet at 1,000 km" : "Bullet");
        lope_nearby_destroy(look);
        free(world);
        lope_bullet_destroy(bullet);
        bullet_yard_destroy(yard);
        assert_int_equal(judge.wrong, 0);
        assert_true(judge.met > count / 5);
        assert_true(judge.worst <= 1e-9);
        assert_true(judge.grazing <= count / 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(casts_in_bullet_match_brute_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
