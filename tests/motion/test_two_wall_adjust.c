// test_two_wall_adjust.c - what is clipped leads into no wall, is never longer, and stays as it is when it is
// clipped again; in the level plane two walls leave nothing.
//
// Walls are drawn at random: up to four, some nearly parallel, some upright, some with normals that were
// floats. So are velocities: some into all walls, some into none.
// Seeded: LOPE_SEED sets another seed than the one printed. Read next: src/motion/velocity/two_wall_adjust.h.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "motion/velocity/two_wall_adjust.h"

#define CASES 200000
#define INTO 1e-9         // of the speed, which the rule takes for rounding
#define OPPOSITE 1.2e-7   // 1 + cosine of walls that count as the sides of a groove: it closes by 0.49 mrad at most
#define GROOVE 5e-4       // of the speed: what a way along one side of such a groove leads into the other
#define FLOAT_NORMAL 4e-7 // of the speed: what a normal of floats, 1.2e-7 from a unit long, leaves in three terms
#define EXACT 4e-15       // of the speed: a dozen operations of doubles

static uint64_t random_state;

static double draw(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}
static double between(double low, double high) { return low + (high - low) * draw(); }

static lope_point unit(lope_point v) { return lope_point_scale(v, 1 / lope_point_length(v)); }

static lope_point any_direction(bool level)
{
    lope_point v = {between(-1, 1), level ? 0 : between(-1, 1), between(-1, 1)};
    return lope_point_length(v) > 0.1 ? unit(v) : any_direction(level);
}

typedef struct corner {
    lope_point walls[4], v;
    uint32_t count;
    bool level, floats;
} corner;

static corner any_corner(void)
{
    corner c = {.count = 1 + (uint32_t)(4 * draw()), .level = draw() < 0.3, .floats = draw() < 0.3};
    for (uint32_t i = 0; i < c.count; i++) {
        lope_point bent = lope_point_mad(i > 0 ? c.walls[i - 1] : c.v, any_direction(c.level), 1e-4);
        c.walls[i] = i > 0 && draw() < 0.2 ? unit(bent) : any_direction(c.level);
        if (c.floats) c.walls[i] = lope_vec3_to_point(lope_point_to_vec3(c.walls[i]));
    }
    c.v = lope_point_scale(any_direction(c.level), between(0.01, 20));
    return c;
}

static double deepest(const corner *c, lope_point v)
{
    double most = 0;
    for (uint32_t i = 0; i < c->count; i++) most = fmax(most, -lope_point_dot(v, c->walls[i]));
    return most;
}

// True when two of the walls are the sides of a groove, along which the way is free.
static bool has_groove(const corner *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (lope_point_dot(c->walls[i], c->walls[k]) <= OPPOSITE - 1.0) return true;
    return false;
}

static void leads_into_no_wall(void **unused)
{
    (void)unused;
    const char *other = getenv("LOPE_SEED");
    random_state = other ? strtoull(other, NULL, 10) : 7;
    print_message("seed %llu\n", (unsigned long long)random_state);
    uint32_t along = 0, stands = 0;
    for (int i = 0; i < CASES; i++) {
        corner c = any_corner();
        double speed = lope_point_length(c.v), rounding = (c.floats ? FLOAT_NORMAL : 0) + EXACT;
        lope_point clipped = lope_along_walls(c.v, c.walls, c.count), again = lope_along_walls(clipped, c.walls, c.count);
        const double into = has_groove(&c) ? GROOVE : INTO;
        if (deepest(&c, clipped) > (into + rounding) * speed)
            fail_msg("case %d: goes into a wall by %g of %g", i, deepest(&c, clipped), speed);
        if (lope_point_length(clipped) > (1 + rounding) * speed) fail_msg("case %d: is longer", i);
        if (lope_point_dot(clipped, c.v) < -rounding * speed * speed) fail_msg("case %d: goes back", i);
        if (deepest(&c, c.v) <= 0 && lope_point_length(lope_point_sub(clipped, c.v)) > 0) fail_msg("case %d: was free", i);
        if (c.level && fabs(clipped.y) > EXACT * speed) fail_msg("case %d: leaves the level plane", i);
        // what is left of a speed that the rule took for nothing is nothing
        double length = lope_point_length(clipped), changed = lope_point_length(lope_point_sub(again, clipped));
        if (!c.floats && changed > 2 * into * speed && length > 1e-3 * speed)
            fail_msg("case %d: clipped again by %g", i, changed);
        along += length > 0;
        stands += length <= 0;
    }
    print_message("%u along walls or free, %u stand\n", along, stands);
    assert_true(along > CASES / 4 && stands > CASES / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(leads_into_no_wall)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
