// test_queries.c - rays, sweeps, overlaps and gathers against looking at every triangle.
#include "helpers.h"

typedef struct truth {
    bool found;
    double fraction;
    uint64_t id;
    uint32_t triangle;
} truth;

// One mesh body and what brute force knows of it.
typedef struct known {
    test_mesh mesh;
    lope_transform pose;
    uint64_t id;
    bool two_sided;
} known;

static lope_point to_body(const known *k, lope_point p) { return lope_transform_unapply(&k->pose, p); }

static lope_point turn_to_body(const known *k, lope_point v) { return lope_point_sub(to_body(k, v), to_body(k, pt(0, 0, 0))); }

static bool faces(const lope_shape *t, lope_point v)
{
    lope_point n = lope_point_cross(lope_point_sub(t->as.triangle.v[1], t->as.triangle.v[0]),
                                    lope_point_sub(t->as.triangle.v[2], t->as.triangle.v[0]));
    return lope_point_dot(n, v) < 0;
}

static void truth_add(truth *best, double fraction, uint64_t id, uint32_t triangle)
{
    bool better = !best->found || fraction < best->fraction ||
                  (fraction <= best->fraction && (id < best->id || (id == best->id && triangle < best->triangle)));
    if (better) *best = (truth){true, fraction, id, triangle};
}

static truth true_ray(const known *bodies, int count, lope_point from, lope_point motion)
{
    truth best = {0};
    for (int b = 0; b < count; ++b) {
        lope_point f = to_body(&bodies[b], from), m = turn_to_body(&bodies[b], motion);
        for (uint32_t t = 0; t < bodies[b].mesh.triangle_count; ++t) {
            lope_shape shape = test_mesh_shape(&bodies[b].mesh, t);
            lope_ray_hit hit;
            if (!bodies[b].two_sided && !faces(&shape, m)) continue;
            if (lope_shape_ray(f, m, &shape, &hit)) truth_add(&best, hit.fraction, bodies[b].id, t);
        }
    }
    return best;
}

static truth true_sweep(const known *bodies, int count, const lope_capsule *capsule, lope_point motion)
{
    truth best = {0};
    for (int b = 0; b < count; ++b) {
        lope_capsule c = {to_body(&bodies[b], capsule->a), to_body(&bodies[b], capsule->b), capsule->radius};
        lope_point m = turn_to_body(&bodies[b], motion);
        for (uint32_t t = 0; t < bodies[b].mesh.triangle_count; ++t) {
            lope_shape shape = test_mesh_shape(&bodies[b].mesh, t);
            lope_sweep_hit hit;
            if (!bodies[b].two_sided && !faces(&shape, m)) continue;
            if (!lope_capsule_sweep(&c, m, &shape, &hit)) continue;
            if (!bodies[b].two_sided && faces(&shape, hit.normal)) continue;
            truth_add(&best, hit.fraction, bodies[b].id, t);
        }
    }
    return best;
}

static lope_level *level_of(known *bodies, int count)
{
    lope_level *level = lope_level_create(NULL);
    for (int b = 0; b < count; ++b) {
        lope_mesh_def def = test_mesh_def(&bodies[b].mesh);
        def.sides = bodies[b].two_sided ? LOPE_SIDES_TWO : LOPE_SIDES_ONE;
        def.body.id = bodies[b].id;
        def.body.position = bodies[b].pose.position;
        def.body.rotation = bodies[b].pose.rotation;
        def.body.moving = (b & 1) != 0;
        lope_body body = lope_level_add_mesh(level, &def);
        assert_int_not_equal(body.generation, 0);
        lope_level_pose(level, body, &bodies[b].pose);
        lope_mesh_report report;
        lope_level_mesh_report(level, body, &report);
        assert_int_equal(report.triangles, bodies[b].mesh.triangle_count); // so that both look at the same
    }
    return level;
}

enum { BODIES = 4 };

static void bodies_make(known bodies[BODIES], random_numbers *r, bool turned, double far_away)
{
    for (int b = 0; b < BODIES; ++b) {
        memset(&bodies[b], 0, sizeof bodies[b]);
        test_mesh_soup(&bodies[b].mesh, r, b == 0 ? 1 : 150, 8, b == 3 ? 6 : 1);
        if (b == 2) test_mesh_box(&bodies[b].mesh, -1, -2, 1, 4, 3, 2, false);
        bodies[b].id = (uint64_t)(40 - 10 * b);
        bodies[b].two_sided = b < 2;
        bodies[b].pose.position = lope_point_add(pt(far_away, 0, -far_away), turned ? random_point(r, 3) : pt(0, 0, 0));
        bodies[b].pose.rotation = turned ? random_turn(r) : lope_quat_identity();
    }
}

static lope_capsule random_capsule(random_numbers *r, lope_point offset)
{
    lope_capsule c;
    c.a = lope_point_add(offset, random_point(r, 12));
    c.b = lope_point_add(c.a, random_point(r, 1));
    c.radius = random_in(r, 0.05, 0.8);
    return c;
}

static void compare(const truth *expected, bool found, const lope_level_hit *hit, double tolerance)
{
    assert_int_equal(expected->found, found);
    if (!found) return;
    assert_near(expected->fraction, hit->fraction, tolerance);
    if (tolerance > 0) return; // ties may fall either way then
    assert_int_equal(expected->id, hit->id);
    assert_int_equal(expected->triangle, hit->triangle);
}

static void casts_compare(random_numbers *r, bool turned, double far_away, double tolerance)
{
    known bodies[BODIES];
    bodies_make(bodies, r, turned, far_away);
    lope_level *level = level_of(bodies, BODIES);
    lope_point offset = pt(far_away, 0, -far_away);
    int hits = 0, misses = 0;
    for (int i = 0; i < CASES(2000); ++i) {
        lope_level_hit hit;
        lope_point from = lope_point_add(offset, random_point(r, 12)), motion = random_point(r, 15);
        if (i % 5 == 0) motion.x = motion.z = 0;
        truth expected = true_ray(bodies, BODIES, from, motion);
        compare(&expected, lope_level_ray(level, from, motion, ALL, &hit), &hit, tolerance);
        lope_capsule capsule = random_capsule(r, offset);
        motion = random_point(r, i % 3 == 0 ? 0.3 : 12);
        if (i % 7 == 0) motion = pt(0, 0, 0);
        expected = true_sweep(bodies, BODIES, &capsule, motion);
        compare(&expected, lope_level_sweep(level, &capsule, motion, ALL, &hit), &hit, tolerance);
        hits += expected.found;
        misses += !expected.found;
    }
    printf("%d sweeps hit, %d missed\n", hits, misses);
    assert_true(hits > CASES(300) && misses > CASES(100));
    for (int b = 0; b < BODIES; ++b) test_mesh_free(&bodies[b].mesh);
    lope_level_destroy(level);
}

static void casts_find_the_nearest_to_the_bit(void **state)
{
    (void)state;
    random_numbers r = random_start("casts", 11);
    casts_compare(&r, false, 0, 0);
}

// Turning by a float quaternion that is unit to 1e-7 (brute force) or made so in doubles (the level) differs
// by 1e-7 of 15 m, on motions from 0.3 m: up to 1e-5 of a fraction where the meeting is not grazing.
static void casts_find_the_nearest_when_turned_and_far(void **state)
{
    (void)state;
    random_numbers r = random_start("casts turned", 12);
    known bodies[BODIES];
    bodies_make(bodies, &r, true, 1e6);
    lope_level *level = level_of(bodies, BODIES);
    int agree = 0, all = 0;
    for (int i = 0; i < CASES(2000); ++i) {
        lope_level_hit hit;
        lope_point offset = pt(1e6, 0, -1e6), motion = random_point(&r, 12);
        lope_capsule capsule = random_capsule(&r, offset);
        truth expected = true_sweep(bodies, BODIES, &capsule, motion);
        bool found = lope_level_sweep(level, &capsule, motion, ALL, &hit);
        ++all;
        agree += found == expected.found && (!found || fabs(hit.fraction - expected.fraction) < 1e-4);
        if (found && hit.fraction > 0) {
            // The point of contact is a radius from the capsule's segment where the capsule then stands.
            lope_point a = lope_point_mad(capsule.a, motion, hit.fraction), b = lope_point_mad(capsule.b, motion, hit.fraction);
            double s, t;
            double distance = sqrt(lope_segment_segment(a, b, hit.point, hit.point, &s, &t));
            assert_near(distance, capsule.radius, 1e-6); // hit.point at 1e6 m has 1e-10, the kernels 1e-9 of the sizes
        }
    }
    printf("%d of %d agree\n", agree, all);
    assert_true(agree >= all - all / 200); // grazing ones may fall either way
    for (int b = 0; b < BODIES; ++b) test_mesh_free(&bodies[b].mesh);
    lope_level_destroy(level);
}

static void overlaps_are_complete_and_ordered(void **state)
{
    (void)state;
    random_numbers r = random_start("overlaps", 13);
    known bodies[BODIES];
    bodies_make(bodies, &r, false, 0);
    lope_level *level = level_of(bodies, BODIES);
    uint32_t most = 0;
    for (int i = 0; i < CASES(2000); ++i) {
        enum { ROOM = 700 };
        static lope_level_hit hits[ROOM];
        lope_level_hit few[3];
        lope_capsule c = random_capsule(&r, pt(0, 0, 0));
        uint32_t at = 0, count = overlap_count(level, &c, ALL, hits, ROOM);
        for (int b = BODIES - 1; b >= 0; --b) { // ids fall with the place
            for (uint32_t t = 0; t < bodies[b].mesh.triangle_count; ++t) {
                lope_shape shape = test_mesh_shape(&bodies[b].mesh, t);
                lope_separation s = lope_capsule_separation(&c, &shape);
                if (!(s.distance < 0)) continue;
                assert_true(at < count);
                assert_int_equal(hits[at].id, bodies[b].id);
                assert_int_equal(hits[at].triangle, t);
                assert_true(hits[at].depth == -s.distance);
                ++at;
            }
        }
        assert_int_equal(at, count);
        assert_int_equal(overlap_count(level, &c, ALL, few, 3), count);
        for (uint32_t k = 0; k < 3 && k < count; ++k) {
            assert_int_equal(few[k].id, hits[k].id);
            assert_int_equal(few[k].triangle, hits[k].triangle);
        }
        assert_int_equal(overlap_count(level, &c, ALL, NULL, 0), count);
        most = count > most ? count : most;
    }
    printf("up to %u overlaps\n", (unsigned)most);
    assert_true(most > 3); // more than `few` holds
    for (int b = 0; b < BODIES; ++b) test_mesh_free(&bodies[b].mesh);
    lope_level_destroy(level);
}

static void solids_are_solid(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_body_def at = {.position = {100, 0, 0}, .rotation = {0, 0.38268343f, 0, 0.92387953f}}; // 45 degrees about y
    lope_level_add_box(level, &(lope_box_def){at, {2, 2, 2}});
    lope_level_hit hit;
    assert_true(lope_level_ray(level, pt(90, 0.25, 0), pt(20, 0, 0), ALL, &hit));
    assert_near(hit.point.x, 100 - sqrt(2), 1e-6); // its edge, through a float quaternion
    assert_true(lope_level_ray(level, pt(100, 0.75, 0), pt(0, 3, 0), ALL, &hit));
    assert_near(hit.depth, 0.25, 1e-9);
    assert_true(hit.fraction == 0);
    lope_capsule c = {{100, 1.9, 0}, {100, 1.9, 0}, 0.5};
    assert_true(lope_level_sweep(level, &c, pt(0, -1, 0), ALL, &hit));
    assert_near(hit.fraction, 0.4, 1e-9);
    assert_near(hit.normal.y, 1, 1e-7);
    assert_near(hit.surface_normal.y, 1, 1e-7);
    assert_int_equal(overlap_count(level, &c, ALL, &hit, 1), 0);
    c.a.y = c.b.y = 1.4;
    assert_int_equal(overlap_count(level, &c, ALL, &hit, 1), 1);
    assert_near(hit.depth, 0.1, 1e-9);
    c.a.x = c.b.x = c.a.y = c.b.y = NAN;
    assert_int_equal(overlap_count(level, &c, ALL, &hit, 1), 0);
    assert_false(lope_level_sweep(level, &c, pt(0, -1, 0), ALL, &hit));
    assert_false(lope_level_ray(level, pt(90, NAN, 0), pt(20, 0, 0), ALL, &hit));
    lope_level_destroy(level);
}

// At a box's edge the surface normal is one of the two faces', the contact normal between them.
static void edges_tell_faces(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    float corners[8][3];
    for (int k = 0; k < 8; ++k)
        for (int a = 0; a < 3; ++a) corners[k][a] = k >> a & 1 ? 1.0f : -1.0f;
    lope_level_add_box(level, &(lope_box_def){.size = {2, 2, 2}});
    lope_level_add_hull(level, &(lope_hull_def){.body = {.position = {20, 0, 0}}, .points = corners[0], .point_count = 8});
    for (int k = 0; k < 2; ++k) {
        lope_level_hit hit;
        lope_capsule c = {{-1.3 + 20 * k, 3, 0}, {-1.3 + 20 * k, 3, 0}, 0.5};
        assert_true(lope_level_sweep(level, &c, pt(0, -3, 0), ALL, &hit));
        assert_near(hit.normal.x, -0.6, 1e-6);
        assert_near(hit.normal.y, 0.8, 1e-6);
        assert_near(hit.surface_normal.y, 1, 1e-6);
        assert_near(hit.fraction, (3 - 1.4) / 3, 1e-7); // Newton's method on a convex distance
        assert_int_equal(hit.id, k + 1);
    }
    lope_level_destroy(level);
}

// A sliver, a kilometre long and 2 mm high, has no plane of its own that could be relied on, and the fields'
// steepest cells are such. What meets it gets a surface normal all the same, that of the contact.
static void slivers_have_a_surface_normal(void **state)
{
    (void)state;
    const float points[9] = {0, 0, 0, 1000, 0, 0, 500, 0, 0.002f};
    const float heights[4] = {-20000, 0, 0, 20000};
    lope_level *level = lope_level_create(NULL);
    lope_mesh_def mesh = {.points = points, .point_count = 3, .triangle_count = 1};
    lope_height_field_def field = {.body.position = {5000, 0, 0}, .heights = heights, .columns = 2, .rows = 2, .cell = 0.05f};
    assert_int_not_equal(lope_level_add_mesh(level, &mesh).generation, 0);
    assert_int_not_equal(lope_level_add_height_field(level, &field).generation, 0);
    const lope_capsule from[2] = {{{400, 2, 0}, {400, 3, 0}, 0.5}, {{4998, 2, 0}, {4998, 3, 0}, 0.5}};
    const lope_point motion[2] = {{0, -1.9, 0}, {2, 0, 0}};
    for (int k = 0; k < 2; ++k) {
        lope_level_hit hit;
        assert_true(lope_level_sweep(level, &from[k], motion[k], ALL, &hit));
        assert_int_equal(hit.id, k + 1);
        assert_near(lope_point_length(lope_vec3_to_point(hit.surface_normal)), 1, 1e-6);
        lope_capsule in = from[k];
        in.a = lope_point_mad(in.a, motion[k], hit.fraction + 0.01);
        in.b = lope_point_mad(in.b, motion[k], hit.fraction + 0.01);
        assert_int_not_equal(overlap_count(level, &in, ALL, &hit, 1), 0);
        assert_near(lope_point_length(lope_vec3_to_point(hit.surface_normal)), 1, 1e-6);
    }
    lope_level_destroy(level);
}

// A capsule wholly inside a closed mesh of any size, pose and place overlaps it once, by its nearest face;
// one in the open does not.
static void a_closed_mesh_holds_what_is_inside(void **state)
{
    (void)state;
    random_numbers r = random_start("enclosed", 29);
    uint32_t held = 0;
    for (int i = 0; i < CASES(400); ++i) {
        test_mesh m = {0};
        float half = (float)random_in(&r, 1, i % 3 ? 4 : 60);
        test_mesh_box(&m, -half, -half, -half, 2 * half, 2 * half, 2 * half, i % 7 == 0);
        lope_level *level = lope_level_create(NULL);
        lope_mesh_def def = test_mesh_def(&m);
        def.body.position = lope_point_scale(random_point(&r, 1), i % 2 ? 1e5 : 1);
        def.body.rotation = random_turn(&r);
        lope_body body = lope_level_add_mesh(level, &def);
        lope_transform pose;
        lope_level_pose(level, body, &pose);
        lope_point a = random_point(&r, 1.5 * (double)half), b = lope_point_add(a, random_point(&r, 0.8)); // in the body's frame
        lope_capsule c = {lope_transform_apply(&pose, a), lope_transform_apply(&pose, b), 0.3};
        const double e[6] = {a.x, a.y, a.z, b.x, b.y, b.z};
        double most = 0, depth = 1e30;
        for (int k = 0; k < 6; ++k) most = fmax(most, fabs(e[k]));
        for (int k = 0; k < 3; ++k) // of the faces on both sides: the farther end's way
            depth = fmin(depth, fmin((double)half - fmin(e[k], e[k + 3]), (double)half + fmax(e[k], e[k + 3])) + 0.3);
        lope_level_hit hit;
        uint32_t count = overlap_count(level, &c, ALL, &hit, 1);
        if (most < (double)half - 0.3001 && i % 7 != 0) {
            ++held;
            assert_int_equal(count, 1);
            assert_true(hit.depth >= depth - 1e-6 && hit.fraction == 0);
            lope_point out = lope_point_scale(lope_vec3_to_point(hit.normal), hit.depth + 1e-5 * (1 + hit.depth));
            lope_capsule outside = {lope_point_add(c.a, out), lope_point_add(c.b, out), 0.3};
            assert_int_equal(overlap_count(level, &outside, ALL, NULL, 0), 0);
        } else if (most < (double)half - 0.3001 || most > (double)half + 2) {
            assert_int_equal(count, 0); // inside out it is no solid
        }
        lope_level_destroy(level);
        test_mesh_free(&m);
    }
    printf("%u held\n", held);
    assert_true(held > CASES(40));
}

// A closed mesh: its inside is left freely, its outside not entered.
static void closed_meshes_are_met_from_outside(void **state)
{
    (void)state;
    test_mesh m = {0};
    test_mesh_box(&m, -1, -1, -1, 2, 2, 2, false);
    lope_level *level = lope_level_create(NULL);
    lope_mesh_def def = test_mesh_def(&m);
    lope_level_add_mesh(level, &def);
    lope_level_hit hit;
    lope_capsule inside = {{0, -0.1, 0}, {0, 0.1, 0}, 0.3}, outside = {{0, 3, 0}, {0, 4, 0}, 0.3};
    assert_false(lope_level_ray(level, pt(0.1, 0, 0.2), pt(0, 5, 0), ALL, &hit));
    assert_true(lope_level_ray(level, pt(0.1, 5, 0.2), pt(0, -50, 0), ALL, &hit));
    assert_near(hit.fraction, 0.08, 1e-12);
    assert_false(lope_level_sweep(level, &inside, pt(3, 5, 0), ALL, &hit));
    assert_int_equal(overlap_count(level, &inside, ALL, NULL, 0), 1); // it is held whole
    assert_true(lope_level_sweep(level, &outside, pt(0, -2, 0), ALL, &hit));
    assert_near(hit.fraction, 0.85, 1e-12);
    outside.a.y = 0.9; // its end is in the solid, and it leaves
    assert_false(lope_level_sweep(level, &outside, pt(0, 2, 0), ALL, &hit));
    assert_true(lope_level_sweep(level, &outside, pt(0, -2, 0), ALL, &hit));
    assert_true(hit.fraction == 0 && hit.depth > 0);
    test_mesh_free(&m);
    lope_level_destroy(level);
}

// The same bodies in any order, after any coming and going, give the same answers.
static void order_of_creation_does_not_matter(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    random_numbers r = random_start("order", 14);
    lope_box_def defs[COUNT];
    for (uint32_t i = 0; i < COUNT; ++i) {
        lope_box_def def = {.body = {.position = random_point(&r, 10), .id = 1000 - i}, .size = {2, 1, 3}};
        if (i % 2 == 1) def.body.position = defs[i - 1].body.position; // ties everywhere
        defs[i] = def;
    }
    lope_level *one = lope_level_create(NULL), *other = lope_level_create(NULL);
    for (uint32_t i = 0; i < COUNT; ++i) lope_level_add_box(one, &defs[i]);
    for (uint32_t i = COUNT; i > 0; --i) {
        lope_body body = lope_level_add_box(other, &defs[i - 1]);
        if (i % 3 != 0) continue;
        lope_level_remove(other, body);
        lope_level_add_box(other, &defs[i - 1]);
    }
    for (int i = 0; i < CASES(2000); ++i) {
        lope_level_hit a, b, list_a[8], list_b[8];
        lope_capsule c = random_capsule(&r, pt(0, 0, 0));
        lope_point motion = random_point(&r, 10);
        bool hit = lope_level_sweep(one, &c, motion, ALL, &a);
        assert_int_equal(hit, lope_level_sweep(other, &c, motion, ALL, &b));
        if (hit) assert_true(a.id == b.id && a.fraction == b.fraction && a.depth == b.depth);
        // The pair's lower id is the later one in defs: an even one, since 1000 - i.
        if (hit && a.depth == 0 && a.fraction > 0) assert_true(a.id % 2 == 1);
        uint32_t count = overlap_count(one, &c, ALL, list_a, 8);
        assert_int_equal(count, overlap_count(other, &c, ALL, list_b, 8));
        for (uint32_t k = 0; k < count && k < 8; ++k)
            assert_true(list_a[k].id == list_b[k].id && list_a[k].depth == list_b[k].depth);
    }
    lope_level_destroy(one);
    lope_level_destroy(other);
}

static void bodies_in_bounds_match_a_list(void **state)
{
    (void)state;
    enum { COUNT = 3000, ROOM = 50 };
    random_numbers r = random_start("bodies in", 15);
    static lope_bounds bounds[COUNT];
    lope_level *level = lope_level_create(NULL);
    for (uint32_t i = 0; i < COUNT; ++i) {
        lope_point p = random_point(&r, 50);
        lope_level_add_sphere(level, &(lope_sphere_def){.body = {.position = p, .moving = i % 3 == 0}, .radius = 0.5f});
        bounds[i] = (lope_bounds){{p.x - 0.5, p.y - 0.5, p.z - 0.5}, {p.x + 0.5, p.y + 0.5, p.z + 0.5}};
    }
    for (int i = 0; i < CASES(1000); ++i) {
        uint64_t ids[ROOM];
        lope_point p = random_point(&r, 50), q = lope_point_add(p, random_point(&r, 15));
        lope_bounds near_box = {{fmin(p.x, q.x), fmin(p.y, q.y), fmin(p.z, q.z)},
                                {fmax(p.x, q.x), fmax(p.y, q.y), fmax(p.z, q.z)}};
        uint32_t at = 0, count = bodies_in_count(level, &near_box, ALL, ids, ROOM);
        for (uint32_t k = 0; k < COUNT; ++k) {
            const lope_bounds *b = &bounds[k];
            if (b->lower.x > near_box.upper.x || b->upper.x < near_box.lower.x || b->lower.y > near_box.upper.y ||
                b->upper.y < near_box.lower.y || b->lower.z > near_box.upper.z || b->upper.z < near_box.lower.z)
                continue;
            if (at < ROOM) assert_int_equal(ids[at], k + 1);
            ++at;
        }
        assert_int_equal(at, count);
    }
    lope_level_destroy(level);
}

// Fields against the same surface as a mesh: every query to the bit.
static void height_fields_are_their_meshes(void **state)
{
    (void)state;
    enum { COLUMNS = 23, ROWS = 31 };
    random_numbers r = random_start("height fields", 16);
    float heights[COLUMNS * ROWS];
    test_mesh m = {0};
    for (uint32_t i = 0; i < COLUMNS * ROWS; ++i) heights[i] = (float)random_in(&r, 0, 1.5);
    for (uint32_t j = 0; j < ROWS; ++j)
        for (uint32_t i = 0; i < COLUMNS; ++i)
            test_mesh_point(&m, ((float)i - 11) * 0.75f, heights[j * COLUMNS + i], ((float)j - 15) * 0.75f);
    for (uint32_t j = 0; j + 1 < ROWS; ++j)
        for (uint32_t i = 0; i + 1 < COLUMNS; ++i) {
            uint32_t p = j * COLUMNS + i;
            test_mesh_triangle(&m, p, p + COLUMNS, p + COLUMNS + 1);
            test_mesh_triangle(&m, p, p + COLUMNS + 1, p + 1);
        }
    lope_level *fields = lope_level_create(NULL), *meshes = lope_level_create(NULL);
    lope_height_field_def field = {.heights = heights, .columns = COLUMNS, .rows = ROWS, .cell = 0.75f};
    lope_mesh_def mesh = test_mesh_def(&m);
    mesh.body.position = field.body.position = pt(5, 6, 7);
    mesh.body.rotation = field.body.rotation = (lope_quat){0.1f, 0.2f, 0.3f, 0.9f};
    assert_int_not_equal(lope_level_add_height_field(fields, &field).generation, 0);
    assert_int_not_equal(lope_level_add_mesh(meshes, &mesh).generation, 0);
    int hits = 0;
    for (int i = 0; i < CASES(5000); ++i) {
        lope_level_hit a, b;
        lope_capsule c = random_capsule(&r, pt(5, 6, 7));
        lope_point motion = random_point(&r, i % 2 ? 20 : 2);
        bool swept = lope_level_sweep(fields, &c, motion, ALL, &a);
        assert_int_equal(swept, lope_level_sweep(meshes, &c, motion, ALL, &b));
        if (swept) assert_true(a.fraction == b.fraction && a.triangle == b.triangle && a.depth == b.depth);
        bool ray = lope_level_ray(fields, c.a, motion, ALL, &a);
        assert_int_equal(ray, lope_level_ray(meshes, c.a, motion, ALL, &b));
        if (ray) assert_true(a.fraction == b.fraction && a.triangle == b.triangle);
        assert_int_equal(overlap_count(fields, &c, ALL, &a, 1), overlap_count(meshes, &c, ALL, &b, 1));
        hits += ray;
    }
    assert_true(hits > CASES(300));
    test_mesh_free(&m);
    lope_level_destroy(fields);
    lope_level_destroy(meshes);
}

// The list holds the lowest ids that there are, whatever order the tree brings them in, and the number says
// how many there are in all.
static void a_short_list_holds_the_lowest_ids(void **state)
{
    (void)state;
    random_numbers r = random_start("short lists", 91);
    lope_level *level = lope_level_create(NULL);
    bool taken[1000] = {false};
    for (int i = 0; i < 200; i++) {
        uint64_t id = 1 + random_next(&r) % 999;
        if (taken[id]) continue;
        taken[id] = true;
        lope_sphere_def ball = {.body = {.id = id, .position = random_point(&r, 20), .moving = i % 2 == 0}, .radius = 0.5f};
        assert_int_not_equal(lope_level_add_sphere(level, &ball).generation, 0);
    }
    const lope_bounds all = {{-30, -30, -30}, {30, 30, 30}};
    const uint32_t count = lope_level_body_count(level);
    for (uint32_t capacity = 0; capacity < 40; capacity++) {
        uint64_t ids[41], id = 0;
        ids[capacity] = 77;
        assert_int_equal(bodies_in_count(level, &all, ALL, ids, capacity), count);
        for (uint32_t i = 0; i < capacity; i++) {
            do id++;
            while (!taken[id]);
            assert_int_equal(ids[i], id);
        }
        assert_int_equal(ids[capacity], 77);
    }
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casts_find_the_nearest_to_the_bit),
        cmocka_unit_test(casts_find_the_nearest_when_turned_and_far),
        cmocka_unit_test(overlaps_are_complete_and_ordered),
        cmocka_unit_test(solids_are_solid),
        cmocka_unit_test(edges_tell_faces),
        cmocka_unit_test(slivers_have_a_surface_normal),
        cmocka_unit_test(a_closed_mesh_holds_what_is_inside),
        cmocka_unit_test(closed_meshes_are_met_from_outside),
        cmocka_unit_test(order_of_creation_does_not_matter),
        cmocka_unit_test(bodies_in_bounds_match_a_list),
        cmocka_unit_test(a_short_list_holds_the_lowest_ids),
        cmocka_unit_test(height_fields_are_their_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
