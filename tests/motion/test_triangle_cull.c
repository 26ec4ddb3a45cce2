// test_triangle_cull.c - what the planes of a triangle rule out is not met by a sweep either, and several
// sweeps from one place meet what each alone meets, to the bit.
// Seeded: LOPE_SEED sets another seed than the one printed. Read next: src/motion/query/triangle_cull.c.
#include "motion/nearby/broadphase.h"
#include "motion/query/sweep.h"
#include "motion/query/triangle_cull.h"
#include "shape/kernels.h"
#include "triangle_scene.h"

#define ROUNDS 4000
#define MOTIONS 8

// Puts triangles of any size about the capsule. Some are upright, as walls and their ends are.
static void make_scene(triangle_scene *s, double unit)
{
    memset(s, 0, sizeof *s);
    const double radius = scene_between(0.1, 0.6) * unit, size = scene_between(0.2, 2.0) * unit;
    const lope_point up = scene_draw() < 0.5 ? (lope_point){0, 1, 0} : scene_any_unit();
    s->count = SCENE_TRIANGLES;
    for (uint32_t i = 0; i < SCENE_TRIANGLES; i++) {
        const lope_point off = lope_point_scale(scene_any_unit(), radius * scene_between(0.5, 2.0));
        const lope_point at = lope_point_mad(off, up, radius + scene_between(0, 1) * unit);
        const lope_point second = scene_draw() < 0.5 ? up : scene_any_unit();
        s->two_sided[i] = scene_draw() < 0.5;
        s->corners[i][0] = lope_point_to_vec3(at);
        s->corners[i][1] = lope_point_to_vec3(lope_point_mad(at, scene_any_unit(), size));
        s->corners[i][2] = lope_point_to_vec3(lope_point_mad(at, second, size));
    }
    scene_look(s, up, radius, unit, 4);
}

static void what_is_ruled_out_is_not_met(void **unused)
{
    (void)unused;
    uint32_t out = 0, met = 0;
    scene_seed();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        static triangle_scene s;
        const double unit = scene_draw() < 0.8 ? 1 : 100, reach = scene_between(0.05, 1.0) * unit;
        make_scene(&s, unit);
        lope_shortlist_fill(&s.space, 2 * reach);
        const lope_point feet = lope_point_scale(scene_any_unit(), scene_draw() * reach),
                         motion = lope_point_scale(scene_any_unit(), reach);
        const lope_way way = lope_way_of(&s.space, feet, motion, s.space.radius);
        const double limit = scene_draw() < 0.5 ? 1 : scene_draw();
        for (uint32_t i = 0; s.list.listed && i < s.list.near_by.count; i++) {
            const lope_shortlist_entry *entry = &s.list.near_by.list[i];
            const lope_near_triangle *triangle = entry->triangle;
            lope_triangle_cull cull;
            lope_sweep_hit hit;
            // its own plane rules out what comes from behind, which is right for the faces of solids
            if (!entry->met || !lope_triangle_cull_make(&cull, &way, entry)) continue;
            const bool ruled_out = lope_triangle_cull_excludes(&cull, &way, limit);
            const bool hits =
                lope_sweep_capsule_triangle(&way.capsule, motion, &triangle->shape, lope_near_normal(triangle), limit, &hit) &&
                lope_sweep_counts(&s.space, &way, &hit, triangle);
            if (ruled_out && hits) fail_msg("round %u, triangle %u: met at %.9g of %.9g", round, i, hit.fraction, limit);
            out += ruled_out;
            met += hits;
        }
        lope_nearby_destroy(s.nearby);
    }
    printf("%u ruled out, %u met\n", out, met);
    assert_true(out > ROUNDS / 4 && met > ROUNDS / 4); // else it has shown nothing
}

// The prism of the planes is left before it is entered: told for long ways, whole or up to a limit, of spheres and
// capsules. spare: m, as a cast has it.
static void what_is_not_reached_in_time_is_not_met(void **unused)
{
    (void)unused;
    const double spare = 1e-8;
    uint32_t out = 0, more = 0, met = 0;
    scene_seed();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        static triangle_scene s;
        const double unit = scene_draw() < 0.8 ? 1 : 100;
        make_scene(&s, unit);
        const lope_near_set *set = &s.nearby->sets[0];
        const lope_point start = lope_point_scale(scene_any_unit(), scene_between(0, 4) * unit);
        const lope_point core = lope_point_scale(scene_any_unit(), scene_draw() < 0.5 ? 0 : unit * scene_draw());
        const lope_point aim = lope_point_scale(scene_any_unit(), scene_draw() * unit);
        const lope_point motion = lope_point_scale(lope_point_sub(aim, start), scene_draw() < 0.1 ? 0 : scene_between(0.2, 3));
        const double radius = scene_draw() < 0.3 ? 0 : scene_between(0.05, 0.5) * unit,
                     until = scene_draw() < 0.5 ? 1 : scene_draw();
        const lope_capsule capsule = {start, lope_point_add(start, core), radius};
        lope_near_query query = lope_near_query_capsule(&capsule, motion);
        query.radius += spare * unit;
        for (uint32_t i = 0; i < set->triangle_count; i++) {
            const lope_near_triangle *triangle = &set->triangles[i];
            const lope_point front = lope_near_normal(triangle), back = lope_point_scale(front, -1);
            const bool reached = lope_near_reached_until(&triangle->planes, &query, until);
            lope_sweep_hit hit;
            const bool hits = lope_sweep_capsule_triangle(&capsule, motion, &triangle->shape, front, until, &hit) ||
                              lope_sweep_capsule_triangle(&capsule, motion, &triangle->shape, back, until, &hit);
            if (hits && !reached) fail_msg("round %u, triangle %u: met at %.9g of %.9g", round, i, hit.fraction, until);
            out += !reached;
            more += !reached && lope_near_reached(&triangle->planes, &query);
            met += hits;
        }
        lope_nearby_destroy(s.nearby);
    }
    printf("%u ruled out, %u of them only by the instants, %u met\n", out, more, met);
    assert_true(out > ROUNDS && more > ROUNDS / 4 && met > ROUNDS / 4); // else it has shown nothing
}

// The capsule is before the plane of a wall, and beside the wall's end. It comes nearer to the plane, and goes
// away from the end faster.
static void a_way_off_the_end_of_a_wall_is_ruled_out(void **unused)
{
    (void)unused;
    static triangle_scene s;
    lope_triangle_cull cull;
    memset(&s, 0, sizeof s);
    s.count = 1;
    s.corners[0][0] = (lope_vec3){0, -2, 0};
    s.corners[0][1] = (lope_vec3){0, 4, 0};
    s.corners[0][2] = (lope_vec3){0, 1, -3};
    s.two_sided[0] = true;
    scene_look(&s, (lope_point){0, 1, 0}, 0.35, 1, 4);
    const lope_point feet = {0.2, 0, 0.34}, off = {-0.2, 0, 0.3}, on = {-0.2, 0, -0.1};
    s.list.home = feet;
    lope_shortlist_fill(&s.space, 0.5);
    assert_true(s.list.listed && s.list.near_by.count == 1);
    const lope_way leaves = lope_way_of(&s.space, feet, off, s.space.radius), comes = lope_way_of(&s.space, feet, on, 0.35);
    assert_true(lope_triangle_cull_make(&cull, &leaves, &s.list.near_by.list[0]));
    assert_true(lope_triangle_cull_excludes(&cull, &leaves, 1.0));
    assert_true(lope_triangle_cull_make(&cull, &comes, &s.list.near_by.list[0]));
    assert_false(lope_triangle_cull_excludes(&cull, &comes, 1.0));
    lope_nearby_destroy(s.nearby);
}

static bool are_same(const lope_contact *a, const lope_contact *b)
{
    return memcmp(&a->fraction, &b->fraction, sizeof a->fraction) == 0 && memcmp(&a->point, &b->point, sizeof a->point) == 0 &&
           memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 && memcmp(&a->surface, &b->surface, sizeof a->surface) == 0 &&
           a->index == b->index;
}

static void several_sweeps_meet_what_each_meets(void **unused)
{
    (void)unused;
    uint32_t met = 0;
    scene_seed();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        static triangle_scene s;
        const double unit = scene_draw() < 0.8 ? 1 : 100, reach = scene_between(0.01, 0.2) * unit;
        make_scene(&s, unit);
        lope_shortlist_fill(&s.space, scene_draw() * reach);
        const lope_point feet = lope_point_scale(scene_any_unit(), scene_draw() * reach);
        lope_point motions[MOTIONS];
        lope_contact together[MOTIONS];
        for (uint32_t i = 0; i < MOTIONS; i++) motions[i] = lope_point_scale(scene_any_unit(), reach);
        const uint32_t bits = lope_sweep_several(&s.space, feet, motions, MOTIONS, together);
        for (uint32_t i = 0; i < MOTIONS; i++) {
            lope_contact alone;
            const bool hits = lope_sweep(&s.space, feet, motions[i], &alone);
            if (hits != (bits >> i & 1u) || (hits && !are_same(&alone, &together[i])))
                fail_msg("round %u, motion %u: alone %d, together %u", round, i, hits, bits >> i & 1u);
            met += hits;
        }
        assert_int_equal(s.space.failed, LOPE_OK);
        lope_nearby_destroy(s.nearby);
    }
    printf("%u of %u sweeps met something\n", met, ROUNDS * MOTIONS);
    assert_true(met > ROUNDS && met < MOTIONS * ROUNDS - ROUNDS / 2); // else it has shown nothing
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_ruled_out_is_not_met), cmocka_unit_test(what_is_not_reached_in_time_is_not_met),
        cmocka_unit_test(a_way_off_the_end_of_a_wall_is_ruled_out), cmocka_unit_test(several_sweeps_meet_what_each_meets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
