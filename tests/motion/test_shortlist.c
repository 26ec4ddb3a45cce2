// test_shortlist.c - a search for rims finds the same by the short list as by a walk over all that is near,
// with any up, in metres and in centimetres.
// Seeded: LOPE_SEED sets another seed than the one printed. Read next: src/motion/query/shortlist.c.
#include "motion/floor/rim.h"
#include "triangle_scene.h"

#define ROUNDS 4000

// Puts triangles about the feet of which most have an edge within the support radius, at about their height.
static void make_scene(triangle_scene *s, double unit)
{
    static const lope_point axes[6] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    memset(s, 0, sizeof *s);
    s->count = SCENE_TRIANGLES;
    const double radius = scene_between(0.1, 0.6) * unit;
    const lope_point up = scene_draw() < 0.3 ? axes[(uint32_t)(6 * scene_draw())] : scene_any_unit();
    for (uint32_t i = 0; i < SCENE_TRIANGLES; i++) {
        const lope_point beside = scene_unit_of(lope_point_cross(up, scene_any_unit())), along = lope_point_cross(up, beside);
        const lope_point rim =
            lope_point_mad(lope_point_scale(beside, scene_between(0.2, 1.2) * radius), up, scene_between(-0.1, 0.1) * unit);
        const lope_point out = lope_point_mad(beside, up, scene_between(-0.8, 0.8));
        const lope_point corners[3] = {lope_point_mad(rim, along, -unit), lope_point_mad(rim, along, unit),
                                       lope_point_mad(rim, out, unit)};
        s->two_sided[i] = true;
        for (int k = 0; k < 3; k++) s->corners[i][k] = lope_point_to_vec3(corners[k]);
    }
    scene_look(s, up, radius, unit, 3);
}

static void rims_are_the_same_by_the_list(void **unused)
{
    (void)unused;
    uint32_t found = 0, leaning = 0;
    scene_seed();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        static triangle_scene s;
        const double unit = scene_draw() < 0.8 ? 1 : 100, reach = scene_between(0.005, 0.2) * unit;
        make_scene(&s, unit);
        lope_shortlist_fill(&s.space, reach);
        const bool listed = s.list.listed;
        const lope_point feet = lope_point_scale(scene_any_unit(), scene_draw() * reach);
        const double lowest = -scene_draw() * reach, raise = scene_draw() * reach;
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
