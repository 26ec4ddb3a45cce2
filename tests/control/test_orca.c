// test_orca.c - the half-planes of avoidance and the program over them, beside brute force: velocities sampled
// densely in the disc, and discs followed over time.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "control/orca.h"
#include <lope/lope.h>

#define SEED UINT64_C(20261127)

static uint64_t seed;

static double between(double low, double high)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return low + (high - low) * (double)((seed * UINT64_C(2685821657736338717)) >> 11) / 9007199254740992.0;
}

static lope_flat2 random_unit(void)
{
    for (;;) {
        const lope_flat2 v = {between(-1, 1), between(-1, 1)};
        const double length = sqrt(v.x * v.x + v.y * v.y);
        if (length > 0.1 && length < 1) return (lope_flat2){v.x / length, v.y / length};
    }
}

static double distance(lope_flat2 a, lope_flat2 b) { return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)); }

static lope_orca_line random_line(void)
{
    return (lope_orca_line){.point = {between(-3, 3), between(-3, 3)}, .way = random_unit()};
}

static double worst(const lope_orca_line *lines, uint32_t first, uint32_t count, lope_flat2 v)
{
    double most = -1e9;
    for (uint32_t i = first; i < count; i++) {
        const double breach = lope_orca_breach(&lines[i], v);
        if (breach > most) most = breach;
    }
    return most;
}

#define RINGS 60
#define SPOKES 180

// The samples: a wheel of velocities up to `most`.
static lope_flat2 sample(uint32_t ring, uint32_t spoke, double most)
{
    const double angle = 2 * 3.14159265358979 * spoke / SPOKES, length = most * ring / RINGS;
    return (lope_flat2){length * cos(angle), length * sin(angle)};
}

// Where the lines leave velocities, the answer is allowed, and no sample that is allowed is nearer to the wanted one.
static void program_matches_dense_samples(void **state)
{
    (void)state;
    seed = SEED;
    printf("seed %llu\n", (unsigned long long)seed);
    uint32_t solved = 0;
    for (int run = 0; run < 2000; run++) {
        lope_orca_line lines[LOPE_ORCA_LINES];
        const uint32_t count = 1 + (uint32_t)between(0, 12);
        const double most = between(1, 4);
        const lope_flat2 wanted = {between(-4, 4), between(-4, 4)};
        for (uint32_t i = 0; i < count; i++) lines[i] = random_line();
        lope_flat2 best;
        const bool good = lope_orca_solve(lines, count, 0, wanted, most, &best);
        // lines that are almost parallel meet up to 1e6 m/s away: their digits are lost there
        assert_true(sqrt(best.x * best.x + best.y * best.y) <= most + 1e-8);
        const double breach = worst(lines, 0, count, best), gone = distance(best, wanted);
        // the corners of what is allowed are sums of a few products of numbers up to 10, over sines down to 1e-3
        if (good) assert_true(breach < 1e-9);
        double least = 1e9;
        for (uint32_t ring = 0; ring <= RINGS; ring++) {
            for (uint32_t spoke = 0; spoke < SPOKES; spoke++) {
                const lope_flat2 v = sample(ring, spoke, most);
                const double by = worst(lines, 0, count, v);
                if (by < least) least = by;
                if (by <= -1e-9) {
                    assert_true(good);
                    assert_true(distance(v, wanted) >= gone - 1e-9);
                }
            }
        }
        // no sample breaches the lines by less than the answer
        if (!good) assert_true(breach <= least + 1e-9);
        solved += good;
    }
    printf("%u of 2000 programs have a velocity that all lines allow\n", solved);
    assert_in_range(solved, 300, 1700);
}

// The hard lines are never breached; of what they allow, no sample breaches the others by less.
static void hard_lines_hold_where_others_cannot(void **state)
{
    (void)state;
    seed = SEED + 1;
    printf("seed %llu\n", (unsigned long long)seed);
    uint32_t failed = 0;
    for (int run = 0; run < 2000; run++) {
        lope_orca_line lines[LOPE_ORCA_LINES];
        const uint32_t hard = 1 + (uint32_t)between(0, 4), count = hard + 2 + (uint32_t)between(0, 8);
        const double most = between(1, 4);
        for (uint32_t i = 0; i < hard; i++) lines[i] = lope_orca_limit(random_unit(), between(0, 2)); // all allow 0
        for (uint32_t i = hard; i < count; i++) lines[i] = random_line();
        lope_flat2 best;
        const bool good = lope_orca_solve(lines, count, hard, (lope_flat2){between(-4, 4), between(-4, 4)}, most, &best);
        assert_true(worst(lines, 0, hard, best) < 1e-9);
        if (good) continue;
        failed++;
        const double breach = worst(lines, hard, count, best);
        for (uint32_t ring = 0; ring <= RINGS; ring++)
            for (uint32_t spoke = 0; spoke < SPOKES; spoke++) {
                const lope_flat2 v = sample(ring, spoke, most);
                if (worst(lines, 0, hard, v) <= 0) assert_true(breach <= worst(lines, hard, count, v) + 1e-9);
            }
    }
    printf("%u of 2000 programs have none\n", failed);
    assert_true(failed > 300);
}

// Whether a relative velocity brings the discs together within the horizon: the nearest approach on the way.
static bool meets(const lope_orca_disc *disc, lope_flat2 v, double horizon, double radius)
{
    const double speed = v.x * v.x + v.y * v.y;
    double t = speed > 0 ? (disc->place.x * v.x + disc->place.y * v.y) / speed : 0;
    t = t < 0 ? 0 : t > horizon ? horizon : t;
    const lope_flat2 at = {v.x * t, v.y * t};
    return distance(at, disc->place) < radius;
}

// The change leads to the border of the velocities that meet, at right angles to its line, and no shorter change
// crosses that border.
static void change_is_the_shortest_to_the_border(void **state)
{
    (void)state;
    seed = SEED + 2;
    printf("seed %llu\n", (unsigned long long)seed);
    uint32_t inside = 0;
    for (int run = 0; run < 3000; run++) {
        const lope_flat2 toward = random_unit();
        const double apart = between(0.8, 8), horizon = between(0.3, 5);
        const lope_orca_disc disc = {.place = {toward.x * apart, toward.y * apart}, .radius = between(0.2, 0.75)};
        const double speed = between(-2, 8);
        const lope_flat2 v = {toward.x * speed + between(-2, 2), toward.y * speed + between(-2, 2)};
        lope_flat2 normal;
        const lope_flat2 u = lope_orca_change(&disc, v, horizon, 0.3, &normal);
        const double length = sqrt(u.x * u.x + u.y * u.y), e = 1e-7 * disc.radius;
        const lope_flat2 end = {v.x + u.x, v.y + u.y};
        assert_true(fabs(normal.x * normal.x + normal.y * normal.y - 1) < 1e-12);
        // a hair of the radius to either side of the border
        assert_false(meets(&disc, end, horizon, disc.radius - e));
        assert_true(meets(&disc, end, horizon, disc.radius + e));
        const bool now = meets(&disc, v, horizon, disc.radius);
        inside += now;
        if (length > 1e-6) assert_true(((u.x * normal.x + u.y * normal.y) > 0) == now);
        for (int spoke = 0; spoke < 90; spoke++) {
            const double angle = 2 * 3.14159265358979 * spoke / 90;
            const lope_flat2 other = {v.x + 0.999 * length * cos(angle), v.y + 0.999 * length * sin(angle)};
            assert_true(meets(&disc, other, horizon, now ? disc.radius + e : disc.radius - e) == now);
        }
    }
    printf("%u of 3000 meet\n", inside);
    assert_true(inside > 300);
}

// Two agents that choose by the same rule do not touch within the horizon, whatever their shares.
static void two_that_choose_stay_apart(void **state)
{
    (void)state;
    seed = SEED + 3;
    printf("seed %llu\n", (unsigned long long)seed);
    for (int run = 0; run < 3000; run++) {
        const double r = 0.34, apart = between(0.8, 4.9);
        const lope_flat2 toward = random_unit();
        lope_avoidance_settings settings[2] = {lope_avoidance_default(1), lope_avoidance_default(1)};
        lope_avoidance_agent agents[2] = {{0}, {0}};
        lope_vec3 wanted[2], chosen[2];
        for (int i = 0; i < 2; i++) {
            settings[i].weight = (float)between(0, 0.95);
            settings[i].radius_expansion = 1;
            wanted[i] = lope_vec3_make((float)between(-3, 3), 0, (float)between(-3, 3));
            const float side = i == 0 ? 0.0f : 1.0f;
            agents[i] = (lope_avoidance_agent){.id = (uint64_t)i + 7,
                                               .feet = {side * toward.x * apart, 0, side * toward.y * apart},
                                               .velocity = lope_vec3_make((float)between(-2, 2), 0, (float)between(-2, 2)),
                                               .wanted = wanted[i],
                                               .radius = (float)r,
                                               .height = 1.8f,
                                               .avoids = true,
                                               .weight = settings[i].weight,
                                               .group = 1,
                                               .groups_to_avoid = UINT32_MAX};
        }
        for (int i = 0; i < 2; i++)
            chosen[i] = lope_avoidance_choose(&(lope_avoidance_question){.settings = &settings[i],
                                                                         .self = agents[i],
                                                                         .up = {0, 1, 0},
                                                                         .max_speed = 30,
                                                                         .others = agents,
                                                                         .other_count = 2});
        const lope_orca_disc disc = {.place = {toward.x * apart, toward.y * apart}};
        const lope_flat2 v = {(double)(chosen[0].x - chosen[1].x), (double)(chosen[0].z - chosen[1].z)};
        assert_false(meets(&disc, v, 1, 2 * r - 1e-5)); // floats of up to 5 m/s over a second
    }
}

// Makes a question with others around that nothing else is asked of.
static lope_avoidance_question ask(const lope_avoidance_settings *settings, const lope_avoidance_agent *others, uint32_t count)
{
    return (lope_avoidance_question){
        .settings = settings,
        .self = {.id = 3, .velocity = {0, 0, -3}, .wanted = {0, 0, -3}, .radius = 0.34f, .height = 1.76f},
        .up = {0, 1, 0},
        .max_speed = 3,
        .others = others,
        .other_count = count};
}

static bool is_wanted(lope_vec3 v) { return v.x == 0 && v.y == 0 && fabsf(v.z + 3) < 1e-6f; }

static void groups_heights_and_weights_decide_who_counts(void **state)
{
    (void)state;
    lope_avoidance_settings settings = lope_avoidance_default(1);
    lope_avoidance_agent other = {.id = 9, .feet = {0, 0, -2}, .radius = 0.34f, .height = 1.76f, .group = 4};
    lope_avoidance_question question = ask(&settings, &other, 1);
    assert_false(is_wanted(lope_avoidance_choose(&question)));
    settings.groups_to_avoid = 3;
    assert_true(is_wanted(lope_avoidance_choose(&question)));
    settings.groups_to_avoid = 7;
    settings.groups_to_ignore = 4;
    assert_true(is_wanted(lope_avoidance_choose(&question)));
    settings.groups_to_ignore = 0;
    other.feet.y = 2;
    assert_true(is_wanted(lope_avoidance_choose(&question)));
    other.feet.y = 1.8;
    assert_false(is_wanted(lope_avoidance_choose(&question)));
    other.feet = (lope_point){0, 0, -6}; // beyond the consideration radius
    assert_true(is_wanted(lope_avoidance_choose(&question)));
    other.feet = (lope_point){0, 0, -2};
    settings.weight = 1;
    assert_true(is_wanted(lope_avoidance_choose(&question)));
}

static void order_of_the_others_does_not_matter(void **state)
{
    (void)state;
    seed = SEED + 4;
    printf("seed %llu\n", (unsigned long long)seed);
    for (int run = 0; run < 300; run++) {
        lope_avoidance_agent others[40], mixed[40];
        const lope_avoidance_settings settings = lope_avoidance_default(1);
        for (uint32_t i = 0; i < 40; i++) {
            // on a lattice: many are equally far away
            others[i] = (lope_avoidance_agent){.id = 100 + i,
                                               .feet = {floor(between(-4, 5)), 0, floor(between(-4, 5))},
                                               .velocity = {(float)between(-2, 2), 0, (float)between(-2, 2)},
                                               .radius = 0.34f,
                                               .height = 1.76f,
                                               .group = 1};
            mixed[i] = others[i];
        }
        for (uint32_t i = 39; i > 0; i--) {
            const uint32_t j = (uint32_t)between(0, i + 1);
            const lope_avoidance_agent kept = mixed[i];
            mixed[i] = mixed[j];
            mixed[j] = kept;
        }
        const lope_avoidance_question one = ask(&settings, others, 40), two = ask(&settings, mixed, 40);
        const lope_vec3 a = lope_avoidance_choose(&one), b = lope_avoidance_choose(&two);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

// Walls are kept away from by the horizon, also where others press.
static void walls_are_never_traded_in(void **state)
{
    (void)state;
    seed = SEED + 5;
    printf("seed %llu\n", (unsigned long long)seed);
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    for (int run = 0; run < 1000; run++) {
        lope_avoidance_agent others[8];
        for (uint32_t i = 0; i < 8; i++)
            others[i] = (lope_avoidance_agent){.id = 100 + i,
                                               .feet = {between(0.3, 2), 0, between(-2, 2)},
                                               .velocity = {(float)between(-3, 0), 0, (float)between(-2, 2)},
                                               .radius = 0.34f,
                                               .height = 1.76f,
                                               .group = 1};
        const double gap = between(0.34, 1.5);
        const lope_avoidance_wall wall = {.a = {-gap, 0, -20}, .b = {-gap, 0, 20}, .margin = 0.34f};
        lope_avoidance_question question = ask(&settings, others, 8);
        question.walls = &wall;
        question.wall_count = 1;
        const lope_vec3 v = lope_avoidance_choose(&question);
        assert_true((double)-v.x * (double)settings.wall_horizon <= gap - 0.34 + 1e-6);
    }
}

static void settings_are_checked(void **state)
{
    (void)state;
    lope_error error = {0};
    lope_avoidance_settings settings = lope_avoidance_default(1);
    assert_int_equal(lope_avoidance_check(&settings, &error), LOPE_OK);
    settings = lope_avoidance_unreal(100);
    assert_int_equal(lope_avoidance_check(&settings, &error), LOPE_OK);
    assert_true(settings.consideration_radius == 500 && settings.lock_time_after_avoid == 0.2f);
    assert_int_equal(lope_avoidance_check(NULL, &error), LOPE_ERROR_NULL);
    settings.weight = 1.5f;
    assert_int_equal(lope_avoidance_check(&settings, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "weight");
    settings.weight = NAN;
    assert_int_equal(lope_avoidance_check(&settings, &error), LOPE_ERROR_NOT_FINITE);
    settings = lope_avoidance_default(1);
    settings.neighbours = LOPE_AVOIDANCE_NEIGHBOURS + 1;
    assert_int_equal(lope_avoidance_check(&settings, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "neighbours");
    settings.neighbours = 0;
    assert_int_equal(lope_avoidance_check(&settings, &error), LOPE_ERROR_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(program_matches_dense_samples),
        cmocka_unit_test(hard_lines_hold_where_others_cannot),
        cmocka_unit_test(change_is_the_shortest_to_the_border),
        cmocka_unit_test(two_that_choose_stay_apart),
        cmocka_unit_test(groups_heights_and_weights_decide_who_counts),
        cmocka_unit_test(order_of_the_others_does_not_matter),
        cmocka_unit_test(walls_are_never_traded_in),
        cmocka_unit_test(settings_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
