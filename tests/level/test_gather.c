// test_gather.c - a gather gives all that touches, in the body's frame, also of bodies that turn and move.
#include "helpers.h"

static lope_transform between(const lope_transform *pose, const lope_motion *motion, double t)
{
    // Before the tick's end by 1 - t of the motion, as lope/surroundings.h says.
    lope_transform at = *pose;
    double angle = lope_point_length(lope_vec3_to_point(motion->rotation));
    at.position = lope_point_mad(pose->position, motion->displacement, t - 1);
    if (angle > 0) {
        lope_vec3 axis = lope_vec3_scale(motion->rotation, (float)(1 / angle));
        at.rotation = lope_quat_multiply(lope_quat_from_axis(axis, (float)(angle * (t - 1))), pose->rotation);
    }
    return at;
}

static bool recorded(const recorder *r, uint64_t id, uint32_t index)
{
    for (uint32_t i = 0; i < r->count; ++i)
        if (r->records[i].id == id && r->records[i].index == index) return true;
    return false;
}

// Random points of triangles at random times: when one is within the bounds, its triangle must have been
// given.
static void moving_meshes_are_found_on_their_way(void **state)
{
    (void)state;
    random_numbers r = random_start("moving gather", 21);
    test_mesh m = {0};
    test_mesh_soup(&m, &r, 200, 5, 1);
    lope_level *level = lope_level_create(NULL);
    lope_mesh_def def = test_mesh_def(&m);
    def.body.moving = true;
    def.body.id = 5;
    lope_body body = lope_level_add_mesh(level, &def);
    recorder rec = {0};
    long inside = 0, given = 0;
    for (int i = 0; i < CASES(400); ++i) {
        lope_transform pose = {random_point(&r, 4), random_turn(&r)};
        assert_int_equal(lope_level_set_pose(level, body, &pose), LOPE_OK);
        lope_level_pose(level, body, &pose);
        lope_point p = random_point(&r, 4);
        lope_bounds bounds = {p, lope_point_add(p, pt(2, 3, 2))};
        recorder_clear(&rec);
        assert_int_equal(lope_level_gather(level, &bounds, ALL, LOPE_MOVING, recorder_calls(), recorder_sink(&rec)), LOPE_OK);
        given += rec.count;
        for (int k = 0; k < 1000; ++k) {
            uint32_t t = (uint32_t)(random_next(&r) % m.triangle_count);
            lope_shape s = test_mesh_shape(&m, t);
            double u = random_in(&r, 0, 1), v = random_in(&r, 0, 1 - u);
            lope_point q = lope_point_mad(s.as.triangle.v[0], lope_point_sub(s.as.triangle.v[1], s.as.triangle.v[0]), u);
            q = lope_point_mad(q, lope_point_sub(s.as.triangle.v[2], s.as.triangle.v[0]), v);
            if (rec.begun == 0) break;
            lope_transform at = between(&pose, &rec.body.motion, random_in(&r, 0, 1));
            q = lope_transform_apply(&at, q);
            bool in = q.x >= bounds.lower.x && q.x <= bounds.upper.x && q.y >= bounds.lower.y && q.y <= bounds.upper.y &&
                      q.z >= bounds.lower.z && q.z <= bounds.upper.z;
            if (!in) continue;
            ++inside;
            assert_true(recorded(&rec, 5, t));
        }
        if (i % 4 != 0) lope_level_end_tick(level);
    }
    printf("%ld points inside, %ld triangles given\n", inside, given);
    assert_true(inside > CASES(300));
    assert_true(given < (long)CASES(400) * 195); // and it did not just give everything
    recorder_free(&rec);
    test_mesh_free(&m);
    lope_level_destroy(level);
}

// Unturned and at rest: exactly the triangles whose bounds touch.
static void static_meshes_are_given_exactly(void **state)
{
    (void)state;
    random_numbers r = random_start("static gather", 22);
    test_mesh m = {0};
    test_mesh_soup(&m, &r, 500, 5, 0.5);
    lope_level *level = lope_level_create(NULL);
    lope_mesh_def def = test_mesh_def(&m);
    lope_level_add_mesh(level, &def);
    recorder rec = {0};
    for (int i = 0; i < CASES(1000); ++i) {
        lope_point p = random_point(&r, 6);
        lope_bounds b = {p, lope_point_add(p, pt(random_in(&r, 0, 3), 1, 1))};
        uint32_t touching = 0;
        recorder_clear(&rec);
        lope_level_gather(level, &b, ALL, LOPE_STATIC, recorder_calls(), recorder_sink(&rec));
        for (uint32_t t = 0; t < m.triangle_count; ++t) {
            lope_shape s = test_mesh_shape(&m, t);
            lope_bounds of = lope_shape_bounds(&s);
            bool touches = of.lower.x <= b.upper.x && b.lower.x <= of.upper.x && of.lower.y <= b.upper.y &&
                           b.lower.y <= of.upper.y && of.lower.z <= b.upper.z && b.lower.z <= of.upper.z;
            touching += touches;
            if (touches) assert_true(recorded(&rec, 1, t));
        }
        assert_int_equal(rec.count, touching);
        assert_int_equal(rec.begun, touching > 0);
    }
    recorder_clear(&rec);
    lope_bounds all = {{-100, -100, -100}, {100, 100, 100}};
    lope_level_gather(level, &all, ALL, LOPE_STATIC, recorder_calls(), recorder_sink(&rec));
    recorder_sort(&rec);
    for (uint32_t t = 0; t < m.triangle_count; ++t) {
        assert_int_equal(rec.records[t].index, t);
        assert_memory_equal(&rec.records[t].b, &m.points[9 * (size_t)t + 3], sizeof(lope_vec3)); // as stored, to the bit
    }
    recorder_clear(&rec);
    lope_level_gather(level, &all, ALL, LOPE_MOVING, recorder_calls(), recorder_sink(&rec));
    assert_int_equal(rec.count, 0);
    recorder_free(&rec);
    test_mesh_free(&m);
    lope_level_destroy(level);
}

static void each_kind_is_given_as_itself(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    float points[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, heights[4] = {0, 1, 2, 3};
    lope_surface ice = {.walkable = LOPE_WALKABLE_NEVER, .material = 7};
    lope_body_def at = {.position = {1, 2, 3}, .surface = ice, .channels = 4};
    lope_level_add_box(level, &(lope_box_def){at, {2, 4, 6}});
    lope_level_add_sphere(level, &(lope_sphere_def){at, 2});
    lope_level_add_capsule(level, &(lope_capsule_def){at, 1, 5});
    lope_level_add_cylinder(level, &(lope_cylinder_def){at, 1, 5});
    lope_level_add_hull(level, &(lope_hull_def){.body = at, .points = points[0], .point_count = 4});
    lope_level_add_height_field(level,
                                &(lope_height_field_def){.body = at, .heights = heights, .columns = 2, .rows = 2, .cell = 1});
    recorder rec = {0};
    lope_bounds b = {{1, 2, 3}, {1.1, 2.1, 3.1}}, tall = {{1, -9, 3}, {1, 9, 3}};
    lope_filter fourth = {4, LOPE_BODY_NONE}, others = {~4u, LOPE_BODY_NONE}, but_one = {4, 1};
    lope_level_gather(level, &b, others, LOPE_STATIC, recorder_calls(), recorder_sink(&rec));
    assert_int_equal(rec.count, 0);
    lope_level_gather(level, &tall, fourth, LOPE_STATIC, recorder_calls(), recorder_sink(&rec));
    recorder_sort(&rec);
    assert_int_equal(rec.count, 7);
    const lope_shape_kind kinds[7] = {LOPE_SHAPE_BOX,  LOPE_SHAPE_SPHERE,   LOPE_SHAPE_CAPSULE, LOPE_SHAPE_CYLINDER,
                                      LOPE_SHAPE_HULL, LOPE_SHAPE_TRIANGLE, LOPE_SHAPE_TRIANGLE};
    for (uint32_t i = 0; i < 7; ++i) assert_int_equal(rec.records[i].kind, kinds[i]);
    assert_true(rec.records[0].b.z == 3 && rec.records[1].radius == 2);
    assert_true(rec.records[2].a.y == -1.5f && rec.records[2].b.y == 1.5f && rec.records[3].b.y == 2.5f);
    assert_true(rec.records[4].radius == 4); // triangles
    assert_true(rec.records[5].two_sided && rec.records[6].index == 1);
    assert_int_equal(rec.body.surface.material, 7);
    assert_true(rec.body.pose.position.z == 3 && !rec.body.moving);
    recorder_clear(&rec);
    lope_level_gather(level, &tall, but_one, LOPE_STATIC, recorder_calls(), recorder_sink(&rec));
    assert_int_equal(rec.count, 6);
    lope_bounds bad = {{NAN, 0, 0}, {1, 1, 1}};
    assert_int_equal(lope_level_gather(level, &bad, fourth, LOPE_STATIC, recorder_calls(), recorder_sink(&rec)),
                     LOPE_ERROR_NOT_FINITE);
    assert_int_equal(lope_level_gather(level, NULL, fourth, LOPE_STATIC, recorder_calls(), recorder_sink(&rec)), LOPE_ERROR_NULL);
    recorder_free(&rec);
    lope_level_destroy(level);
}

static void surroundings_tell_the_revision(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_surroundings around = lope_level_surroundings(level);
    lope_bounds bounds = {{0, 0, 0}, {1, 1, 1}};
    uint64_t before = around.static_revision(around.context);
    lope_level_add_box(level, &(lope_box_def){.size = {1, 1, 1}});
    assert_true(around.static_revision(around.context) != before);
    assert_true(around.static_revision(around.context) == lope_level_revision(level));
    assert_int_equal(around.gather(around.context, &bounds, ALL, LOPE_STATIC, NULL), LOPE_ERROR_NULL);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_meshes_are_found_on_their_way),
        cmocka_unit_test(static_meshes_are_given_exactly),
        cmocka_unit_test(each_kind_is_given_as_itself),
        cmocka_unit_test(surroundings_tell_the_revision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
