// test_grid.c - what asking for the characters nearby costs: nothing for those who are elsewhere, however many.
#define _POSIX_C_SOURCE 199309L // clock_gettime

#include "world_help.h"

#include "base/memory.h"
#include "world/grid.h"

#include <time.h>

#define NEAR_SIDE 32 // they stand in a square, SPACING apart
#define SPACING 3.0  // m
#define FAR 100000
#define ROUNDS 15
#define REPEATS 20

static lope_state standing(double x, double z)
{
    lope_state state;
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.feet = {x, 0, z}}), LOPE_OK);
    return state;
}

// A crowd of 1,024 about the origin, and `far_away` others 20 km off and 1 m apart from each other.
static void fill(lope_grid *grid, const lope_allocator *allocator, uint32_t far_away)
{
    *grid = (lope_grid){0};
    assert_true(lope_grid_reserve(grid, allocator, NEAR_SIDE * NEAR_SIDE + far_away));
    lope_grid_clear(grid);
    for (uint32_t i = 0; i < NEAR_SIDE * NEAR_SIDE; i++) {
        const lope_state state = standing((i % NEAR_SIDE) * SPACING, (i / NEAR_SIDE) * SPACING);
        lope_grid_add(grid, i + 1, &state);
    }
    for (uint32_t i = 0; i < far_away; i++) {
        const lope_state state = standing(20000 + i % 300, 20000 + i / 300);
        lope_grid_add(grid, NEAR_SIDE * NEAR_SIDE + i + 1, &state);
    }
    lope_grid_build(grid);
}

// In the middle between four: nobody's bounds are touched, so there is nothing to give to a sink, but all around are looked at.
static void ask_all(const lope_grid *grid)
{
    for (uint32_t i = 0; i < (NEAR_SIDE - 1) * (NEAR_SIDE - 1); i++) {
        const double x = ((i % (NEAR_SIDE - 1)) + 0.5) * SPACING, z = ((i / (NEAR_SIDE - 1)) + 0.5) * SPACING;
        const lope_bounds bounds = {{x - 0.5, 0, z - 0.5}, {x + 0.5, 2, z + 0.5}};
        lope_grid_gather(grid, &bounds, 0, NULL);
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double time_of(const lope_grid *grid)
{
    const double begin = seconds();
    for (int i = 0; i < REPEATS; i++) ask_all(grid);
    return seconds() - begin;
}

static void those_elsewhere_cost_nothing(void **unused)
{
    (void)unused;
    const lope_allocator none = {0}, allocator = lope_allocator_or_default(&none);
    lope_grid alone, among;
    fill(&alone, &allocator, 0);
    fill(&among, &allocator, FAR);
    double least_alone = 1e9, least_among = 1e9;
    for (int round = 0; round < ROUNDS; round++) { // in turns; the least of each is the one that nothing disturbed
        const double one = time_of(&alone), other = time_of(&among);
        if (one < least_alone) least_alone = one;
        if (other < least_among) least_among = other;
    }
    print_message("asking costs %.2f times as much with %d others elsewhere\n", least_among / least_alone, FAR);
    // A cost that grew with their number would be a hundredfold. A larger table misses caches: three times is ample for that.
    assert_true(least_among < 3 * least_alone);
    lope_grid_release(&alone, &allocator);
    lope_grid_release(&among, &allocator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(those_elsewhere_cost_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
