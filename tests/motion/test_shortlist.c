// test_shortlist.c - a search for rims finds the same by the short list as by a walk over all that is near,
// with any up, in metres and in centimetres.
// Seeded: LOPE_SEED sets another seed than the one printed. Read next: src/motion/query/shortlist.c.
#include "../behaviour/check.h"
#include "motion/floor/rim.h"
#include "motion/query/shortlist.h"

#define ROUNDS 4000
#define TRIANGLES 8

static uint64_t random_state;

static double draw(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}
static double between(double low, double high) { return low + (high - low) * draw(); }
static lope_point unit_of(lope_point v) { return lope_point_scale(v, 1.0 / lope_point_length(v)); }
static lope_point any_unit(void) { return unit_of(lope_point_make(between(-1, 1), between(-1, 1), between(-1, 1) + 1e-3)); }

typedef struct scene {
    lope_vec3 corners[TRIANGLES][3];
    lope_nearby *nearby;
    lope_near_self self;
    lope_surroundings around;
    lope_space space;
    lope_shortlist list;
} scene;

static lope_result give(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const scene *s = context;
    (void)bounds, (void)filter;
    if (kind != LOPE_STATIC) return LOPE_OK;
    const lope_sink_body body = {.id = 9, .pose = {.rotation = {0, 0, 0, 1}}};
    lope_sink_begin(sink, &body);
    for (uint32_t i = 0; i < TRIANGLES; i++)
        lope_sink_triangle(sink, s->corners[i][0], s->corners[i][1], s->corners[i][2], i, true);
    return LOPE_OK;
}

// Puts triangles about the feet of which most have an edge within the support radius, at about their height.
static void make_scene(scene *s, double unit)
{
    static const lope_point axes[6] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    memset(s, 0, sizeof *s);
    const double radius = between(0.1, 0.6) * unit;
    const lope_point up = draw() < 0.3 ? axes[(uint32_t)(6 * draw())] : any_unit();
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const lope_point beside = unit_of(lope_point_cross(up, any_unit())), along = lope_point_cross(up, beside);
        const lope_point rim =
            lope_point_mad(lope_point_scale(beside, between(0.2, 1.2) * radius), up, between(-0.1, 0.1) * unit);
        const lope_point out = lope_point_mad(beside, up, between(-0.8, 0.8));
        const lope_point corners[3] = {lope_point_mad(rim, along, -unit), lope_point_mad(rim, along, unit),
                                       lope_point_mad(rim, out, unit)};
        for (int k = 0; k < 3; k++) s->corners[i][k] = lope_point_to_vec3(corners[k]);
    }
    s->around = (lope_surroundings){.context = s, .gather = give};
    s->nearby = lope_nearby_create(NULL);
    s->space = (lope_space){.nearby = s->nearby,
                            .around = &s->list,
                            .surroundings = &s->around,
                            .filter = {.channels = LOPE_CHANNEL_SOLID},
                            .up = up,
                            .radius = radius,
                            .height = 2 * radius + unit,
                            .unit = unit,
                            .walkable_cosine = 0.6,
                            .support_radius = radius - 1.5e-3 * unit,
                            .perch_radius = radius - 1.5e-3 * unit};
    lope_nearby_begin(s->nearby, &s->around, s->space.filter, (lope_point){0, 0, 0}, &s->self, unit);
    const lope_bounds wide = {{-3 * unit, -3 * unit, -3 * unit}, {3 * unit, 3 * unit, 3 * unit}};
    assert_true(lope_space_cover(&s->space, &wide));
}

static void rims_are_the_same_by_the_list(void **unused)
{
    (void)unused;
    uint32_t found = 0, leaning = 0;
    const char *seed = getenv("LOPE_SEED");
    random_state = seed ? strtoull(seed, NULL, 10) : 1;
    print_message("seed %llu\n", (unsigned long long)random_state);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        static scene s;
        const double unit = draw() < 0.8 ? 1 : 100, reach = between(0.005, 0.2) * unit;
        make_scene(&s, unit);
        lope_shortlist_fill(&s.space, reach);
        const bool listed = s.list.listed;
        const lope_point feet = lope_point_scale(any_unit(), draw() * reach);
        const double lowest = -draw() * reach, raise = draw() * reach;
        lope_contact by_list = {0}, by_walk = {0};
        double height = 0, other = 0;
        const bool one = lope_highest_rim(&s.space, feet, lowest, raise, NULL, &by_list, &height);
        s.list.listed = false;
        const bool two = lope_highest_rim(&s.space, feet, lowest, raise, NULL, &by_walk, &other);
        assert_int_equal(s.space.failed, LOPE_OK);
        if (one != two || (one && (by_list.index != by_walk.index || height < other || height > other)))
            fail_msg("round %u: by the list %d, triangle %u at %.9g; by a walk %d, triangle %u at %.9g", round, one,
                     by_list.index, height, two, by_walk.index, other);
        found += listed && two;
        const lope_point up = s.space.up;
        leaning += listed && two && (up.x != 0) + (up.y != 0) + (up.z != 0) > 1;
        lope_nearby_destroy(s.nearby);
    }
    printf("%u rims of %d searches, %u with an up that leans\n", found, ROUNDS, leaning);
    assert_true(found > ROUNDS / 20 && leaning > ROUNDS / 40); // else it has shown nothing
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rims_are_the_same_by_the_list)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
