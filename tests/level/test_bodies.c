// test_bodies.c - bodies come and go: handles, ids, poses, motions, refusals, revision, and memory that runs
// out at every point.
#include "helpers.h"

#include "level/body.h"

static lope_body add_box(lope_level *level, uint64_t id, bool moving, double x)
{
    lope_box_def def = {.body = {.position = {x, 0, 0}, .id = id, .moving = moving}, .size = {1, 1, 1}};
    return lope_level_add_box(level, &def);
}

static void handles_go_stale(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_body none = {0, 0}, a = add_box(level, 0, false, 0), b = add_box(level, 0, false, 2);
    assert_false(lope_level_valid(level, none));
    assert_true(lope_level_valid(level, a) && lope_level_valid(level, b));
    assert_int_equal(lope_level_remove(level, a), LOPE_OK);
    assert_int_equal(lope_level_remove(level, a), LOPE_ERROR_HANDLE);
    lope_body c = add_box(level, 0, false, 4);
    assert_int_equal(c.index, a.index);
    assert_false(lope_level_valid(level, a));
    assert_true(lope_level_id(level, a) == LOPE_BODY_NONE);
    lope_transform pose = {.position = {0, 0, 0}};
    assert_int_equal(lope_level_set_pose(level, a, &pose), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_level_pose(level, a, &pose), LOPE_ERROR_HANDLE);
    assert_null(lope_level_user(level, a));
    assert_int_equal(lope_level_body_count(level), 2);
    lope_body far_off = {1000, 1};
    assert_false(lope_level_valid(level, far_off));
    lope_level_destroy(level);
    lope_level_destroy(NULL);
}

static void ids_are_the_order_or_given(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_error error = {0};
    lope_body a = add_box(level, 0, false, 0), b = add_box(level, 77, false, 1), c = add_box(level, 0, false, 2);
    assert_true(lope_level_id(level, a) == 1 && lope_level_id(level, b) == 77 && lope_level_id(level, c) == 3);
    assert_true(lope_level_find(level, 77).index == b.index && lope_level_find(level, 5).generation == 0);
    lope_box_def twice = {.body = {.id = 77, .error = &error}, .size = {1, 1, 1}};
    assert_int_equal(lope_level_add_box(level, &twice).generation, 0);
    assert_int_equal(error.code, LOPE_ERROR_DUPLICATE);
    assert_string_equal(error.field, "body.id");
    twice.body.id = LOPE_BODY_NONE;
    assert_int_equal(lope_level_add_box(level, &twice).generation, 0);
    assert_int_equal(error.code, LOPE_ERROR_RANGE);
    add_box(level, 5, false, 3);
    assert_true(lope_level_id(level, add_box(level, 0, false, 4)) == 6); // the fifth; 5 is taken
    lope_level_remove(level, b);
    assert_int_equal(lope_level_find(level, 77).generation, 0);
    assert_true(lope_level_valid(level, add_box(level, 77, false, 5)));
    lope_level_destroy(level);
}

// Many ids put in and dropped in a random order are found as a plain list says.
static void ids_survive_coming_and_going(void **state)
{
    (void)state;
    enum { SLOTS = 300 };
    random_numbers r = random_start("ids", 71);
    lope_level *level = lope_level_create(NULL);
    lope_body at[SLOTS] = {{0, 0}};
    for (int i = 0; i < CASES(20000); ++i) {
        uint32_t k = (uint32_t)(random_next(&r) % SLOTS);
        uint64_t id = (uint64_t)k * UINT64_C(0x100000000) + 1;
        if (at[k].generation != 0) {
            assert_int_equal(lope_level_remove(level, at[k]), LOPE_OK);
            at[k].generation = 0;
        } else {
            at[k] = add_box(level, id, (k & 1) != 0, (double)k);
            assert_int_not_equal(at[k].generation, 0);
        }
        uint32_t other = (uint32_t)(random_next(&r) % SLOTS);
        lope_body found = lope_level_find(level, (uint64_t)other * UINT64_C(0x100000000) + 1);
        assert_int_equal(found.generation, at[other].generation);
        if (found.generation != 0) assert_int_equal(found.index, at[other].index);
    }
    lope_level_destroy(level);
}

static void motions_begin_and_end(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_body lift = add_box(level, 9, true, 0);
    recorder rec = {0};
    lope_bounds below = {{-0.1, -5, -0.1}, {0.1, -4.2, 0.1}};
    lope_transform pose = {.position = {0, -4, 0}, .rotation = {0, 0.70710678f, 0, 0.70710678f}};
    assert_int_equal(lope_level_set_pose(level, lift, &pose), LOPE_OK);
    pose.position.y = -8; // a second time in the same tick: still from where the tick began
    assert_int_equal(lope_level_set_pose(level, lift, &pose), LOPE_OK);
    assert_int_equal(lope_level_gather(level, &below, ALL, LOPE_MOVING, recorder_calls(), recorder_sink(&rec)), LOPE_OK);
    assert_int_equal(rec.count, 1); // on its way it passes there
    assert_near(rec.body.motion.displacement.y, -8, 0);
    assert_near(rec.body.motion.rotation.y, 1.5707963, 1e-6); // a float's digits
    assert_near(rec.body.motion.rotation.x, 0, 1e-7);
    assert_true(rec.body.moving && rec.body.id == 9);
    lope_level_end_tick(level);
    recorder_clear(&rec);
    lope_level_gather(level, &below, ALL, LOPE_MOVING, recorder_calls(), recorder_sink(&rec));
    assert_int_equal(rec.count, 0);
    lope_bounds there = {{0, -8, 0}, {0, -8, 0}};
    lope_level_gather(level, &there, ALL, LOPE_MOVING, recorder_calls(), recorder_sink(&rec));
    assert_int_equal(rec.count, 1);
    assert_true(rec.body.motion.displacement.y == 0 && rec.body.motion.rotation.y == 0);
    lope_level_set_pose(level, lift, &pose);
    lope_level_remove(level, lift);
    lope_level_end_tick(level);
    assert_int_equal(lope_level_body_count(level), 0);
    recorder_free(&rec);
    lope_level_destroy(level);
}

// Hundreds of bodies that fly about, some coming and going: what is found near a place is what a list says,
// each tick.
static void moving_bodies_are_found_where_they_are(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    random_numbers r = random_start("moving bodies", 72);
    lope_level *level = lope_level_create(NULL);
    lope_body bodies[COUNT];
    lope_point at[COUNT], velocity[COUNT];
    for (uint32_t i = 0; i < COUNT; ++i) {
        at[i] = random_point(&r, 10);
        velocity[i] = random_point(&r, 0.3);
        bodies[i] = add_box(level, i + 1, true, 0);
    }
    for (int tick = 0; tick < CASES(500); ++tick) {
        for (uint32_t i = 0; i < COUNT; ++i) {
            if ((i + (uint32_t)tick) % 50 == 0) {
                assert_int_equal(lope_level_remove(level, bodies[i]), LOPE_OK);
                bodies[i] = add_box(level, i + 1, true, 0);
            }
            for (int k = 0; k < 3; ++k) at[i] = lope_point_mad(at[i], velocity[i], 1.0 / 3);
            if (lope_point_length(at[i]) > 15) velocity[i] = lope_point_scale(at[i], -0.02);
            assert_int_equal(lope_level_set_pose(level, bodies[i], &(lope_transform){.position = at[i]}), LOPE_OK);
        }
        lope_level_end_tick(level);
        uint64_t ids[COUNT];
        lope_point p = random_point(&r, 10);
        lope_bounds b = {p, lope_point_add(p, pt(4, 4, 4))};
        uint32_t found = 0, count = bodies_in_count(level, &b, ALL, ids, COUNT);
        for (uint32_t i = 0; i < COUNT; ++i) {
            lope_point q = at[i];
            if (q.x + 0.5 < b.lower.x || q.x - 0.5 > b.upper.x || q.y + 0.5 < b.lower.y || q.y - 0.5 > b.upper.y ||
                q.z + 0.5 < b.lower.z || q.z - 0.5 > b.upper.z)
                continue;
            assert_true(found < count && ids[found] == i + 1);
            ++found;
        }
        assert_int_equal(found, count);
    }
    lope_level_destroy(level);
}

// Insertion in order is the worst case of trees without balance: the height stays near the logarithm (14 for
// 10,000 leaves; a tree balanced by height is at most 1.44 times that).
static void the_tree_stays_low(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_body bodies[10000];
    for (uint32_t i = 0; i < 10000; ++i) bodies[i] = add_box(level, 0, false, i);
    const lope_tree *tree = &level->trees[0];
    int32_t full = tree->nodes[tree->root].height;
    for (uint32_t i = 0; i < 10000; i += 1 + i % 3) lope_level_remove(level, bodies[i]);
    printf("height %d, after removals %d\n", (int)full, (int)tree->nodes[tree->root].height);
    assert_true(full <= 21 && tree->nodes[tree->root].height <= 21);
    lope_level_destroy(level);
}

static void revision_follows_static_edits(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_transform pose = {.position = {1, 2, 3}};
    lope_surface ice = {.material = 4};
    uint64_t before = lope_level_revision(level);
    lope_body lift = add_box(level, 0, true, 0);
    lope_level_set_pose(level, lift, &pose);
    lope_level_end_tick(level);
    lope_level_set_surface(level, lift, &ice);
    assert_true(lope_level_revision(level) == before);
    lope_body wall = add_box(level, 0, false, 0);
    uint64_t added = lope_level_revision(level);
    assert_true(added != before);
    assert_int_equal(lope_level_set_pose(level, wall, &pose), LOPE_OK);
    uint64_t moved = lope_level_revision(level);
    assert_true(moved != added);
    lope_level_set_surface(level, wall, &ice);
    uint64_t changed = lope_level_revision(level);
    assert_true(changed != moved);
    lope_level_remove(level, wall);
    assert_true(lope_level_revision(level) != changed);
    lope_level_remove(level, lift);
    lope_level_destroy(level);
}

static void bounds_are_of_everything(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_bounds none = lope_level_bounds(level);
    assert_true(none.lower.x > none.upper.x);
    add_box(level, 0, false, 10);
    lope_sphere_def ball = {.body = {.position = {-5, 7, 0}, .moving = true}, .radius = 2};
    lope_body moving = lope_level_add_sphere(level, &ball);
    lope_bounds b = lope_level_bounds(level);
    assert_true(b.lower.x == -7 && b.upper.x == 10.5 && b.upper.y == 9 && b.lower.y == -0.5);
    assert_true(lope_level_user(level, moving) == NULL);
    uint64_t ids[4];
    lope_bounds right = {{10.5, 0, 0}, {12, 1, 1}};
    assert_int_equal(bodies_in_count(level, &right, ALL, ids, 4), 1);
    assert_true(ids[0] == 1);
    lope_filter ignoring = {UINT32_MAX, 1};
    assert_int_equal(bodies_in_count(level, &right, ignoring, ids, 4), 0);
    lope_filter characters = {LOPE_CHANNEL_CHARACTER, LOPE_BODY_NONE};
    assert_int_equal(bodies_in_count(level, &right, characters, ids, 4), 0);
    lope_level_destroy(level);
}

static void expect(const lope_error *error, lope_body body, lope_result code, const char *field)
{
    assert_int_equal(body.generation, 0);
    assert_int_equal(error->code, code);
    assert_string_equal(error->field, field);
    assert_true(strlen(error->text) > 0);
}

static void sizes_are_checked(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_error e = {0};
    lope_box_def box = {.body = {.error = &e}, .size = {1, -1, 1}};
    expect(&e, lope_level_add_box(level, &box), LOPE_ERROR_RANGE, "size.y");
    box.size = lope_vec3_make(1, 1, NAN);
    expect(&e, lope_level_add_box(level, &box), LOPE_ERROR_NOT_FINITE, "size.z");
    lope_sphere_def sphere = {.body = {.error = &e}, .radius = 0};
    expect(&e, lope_level_add_sphere(level, &sphere), LOPE_ERROR_RANGE, "radius");
    lope_capsule_def capsule = {.body = {.error = &e}, .radius = 1, .height = 1.9f};
    expect(&e, lope_level_add_capsule(level, &capsule), LOPE_ERROR_RANGE, "height");
    capsule.height = 2;
    assert_true(lope_level_add_capsule(level, &capsule).generation != 0);
    lope_cylinder_def cylinder = {.body = {.error = &e}, .radius = 1, .height = INFINITY};
    expect(&e, lope_level_add_cylinder(level, &cylinder), LOPE_ERROR_NOT_FINITE, "height");
    float plane[5][3] = {{0, 1, 0}, {1, 1, 0}, {0, 1, 1}, {1, 1, 1}, {2, 1, 5}};
    lope_hull_def hull = {.body = {.error = &e}, .points = plane[0], .point_count = 5};
    expect(&e, lope_level_add_hull(level, &hull), LOPE_ERROR_EMPTY, "points");
    hull.point_count = 3;
    expect(&e, lope_level_add_hull(level, &hull), LOPE_ERROR_EMPTY, "point_count");
    hull.point_count = 5;
    hull.point_stride = 8;
    expect(&e, lope_level_add_hull(level, &hull), LOPE_ERROR_RANGE, "point_stride");
    plane[2][0] = NAN;
    hull.point_stride = 0;
    expect(&e, lope_level_add_hull(level, &hull), LOPE_ERROR_NOT_FINITE, "points[2]");
    assert_int_equal(lope_level_body_count(level), 1);
    expect(&e, lope_level_add_box(NULL, &box), LOPE_ERROR_NULL, "level");
    assert_int_equal(lope_level_add_box(level, NULL).generation, 0);
    lope_level_destroy(level);
}

static void poses_are_checked(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_error e = {0};
    lope_box_def box = {.body = {.error = &e, .position = {0, INFINITY, 0}}, .size = {1, 1, 1}};
    expect(&e, lope_level_add_box(level, &box), LOPE_ERROR_NOT_FINITE, "body.position");
    box.body.position.y = 0;
    box.body.rotation.x = 1e-8f;
    expect(&e, lope_level_add_box(level, &box), LOPE_ERROR_RANGE, "body.rotation");
    box.body.rotation.x = NAN;
    expect(&e, lope_level_add_box(level, &box), LOPE_ERROR_NOT_FINITE, "body.rotation");
    box.body.rotation = (lope_quat){0, 3, 0, 4};
    box.body.surface.velocity.z = NAN;
    expect(&e, lope_level_add_box(level, &box), LOPE_ERROR_NOT_FINITE, "body.surface.velocity");
    box.body.surface.velocity.z = 0;
    lope_body body = lope_level_add_box(level, &box);
    lope_transform pose, bad = {.position = {0, NAN, 0}};
    assert_int_equal(lope_level_pose(level, body, &pose), LOPE_OK);
    assert_near(pose.rotation.y, 0.6, 1e-7);
    assert_near(pose.rotation.w, 0.8, 1e-7);
    assert_int_equal(lope_level_set_pose(level, body, &bad), LOPE_ERROR_NOT_FINITE);
    assert_int_equal(lope_level_set_pose(level, body, NULL), LOPE_ERROR_NULL);
    lope_transform same;
    lope_level_pose(level, body, &same);
    assert_memory_equal(&pose, &same, sizeof pose);
    lope_level_destroy(level);
}

static void surfaces_are_checked(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_error e = {0};
    lope_box_def box = {.body = {.error = &e}, .size = {1, 1, 1}};
    box.body.surface.walkable = (lope_walkable)4;
    expect(&e, lope_level_add_box(level, &box), LOPE_ERROR_RANGE, "body.surface.walkable");
    box.body.surface = (lope_surface){.walkable_angle = NAN};
    expect(&e, lope_level_add_box(level, &box), LOPE_ERROR_NOT_FINITE, "body.surface.walkable_angle");
    box.body.surface = (lope_surface){.material = 3};
    lope_body body = lope_level_add_box(level, &box);
    lope_surface bad = {.walkable = (lope_walkable)-1};
    assert_int_equal(lope_level_set_surface(level, body, &bad), LOPE_ERROR_RANGE);
    bad = (lope_surface){.velocity = {0, INFINITY, 0}};
    assert_int_equal(lope_level_set_surface(level, body, &bad), LOPE_ERROR_NOT_FINITE);
    lope_level_hit hit;
    assert_true(lope_level_ray(level, pt(0, 5, 0), pt(0, -9, 0), ALL, &hit));
    lope_level_destroy(level);
}

// Field by field, in a definition and when it is changed; what was refused has changed nothing.
static void volumes_are_checked(void **state)
{
    (void)state;
    static const struct {
        lope_volume volume;
        lope_result code;
        const char *field;
    } bad[] = {{{.gravity_mode = 3}, LOPE_ERROR_RANGE, "body.volume.gravity_mode"},
               {{.gravity = {0, NAN, 0}}, LOPE_ERROR_NOT_FINITE, "body.volume.gravity"},
               {{.gravity_strength = INFINITY}, LOPE_ERROR_NOT_FINITE, "body.volume.gravity_strength"},
               {{.gravity_point = {0, 0, (double)NAN}}, LOPE_ERROR_NOT_FINITE, "body.volume.gravity_point"},
               {{.fluid_friction = NAN}, LOPE_ERROR_NOT_FINITE, "body.volume.fluid_friction"},
               {{.terminal_speed = INFINITY}, LOPE_ERROR_NOT_FINITE, "body.volume.terminal_speed"},
               {{.fluid_friction = -1}, LOPE_ERROR_RANGE, "body.volume.fluid_friction"},
               {{.terminal_speed = -1}, LOPE_ERROR_RANGE, "body.volume.terminal_speed"}};
    static const lope_volume pond = {.water = true, .priority = 2};
    lope_level *level = lope_level_create(NULL);
    lope_body body = lope_level_add_box(level, &(lope_box_def){.body.volume = &pond, .size = {1, 1, 1}});
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lope_error e = {0};
        lope_box_def box = {.body = {.volume = &bad[i].volume, .error = &e}, .size = {1, 1, 1}};
        expect(&e, lope_level_add_box(level, &box), bad[i].code, bad[i].field);
        assert_int_equal(lope_level_set_volume(level, body, &bad[i].volume), bad[i].code);
        assert_true(lope_level_volume(level, body)->water && lope_level_volume(level, body)->priority == 2);
    }
    assert_int_equal(lope_level_body_count(level), 1);
    lope_level_destroy(level);
}

static void height_fields_are_checked(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    static const float heights[4] = {0, 0, 0, 0};
    lope_error e = {0};
    const lope_height_field_def def = {.heights = heights, .columns = 2, .rows = 2, .cell = 1, .error = &e};
    lope_height_field_def bad = def;
    bad.columns = bad.rows = 40000; // refused before any of it is read
    expect(&e, lope_level_add_height_field(level, &bad), LOPE_ERROR_RANGE, "columns");
    bad = def;
    bad.cell = 0.00005f;
    expect(&e, lope_level_add_height_field(level, &bad), LOPE_ERROR_RANGE, "cell");
    bad.cell = 1e9f;
    expect(&e, lope_level_add_height_field(level, &bad), LOPE_ERROR_RANGE, "cell");
    bad = def;
    bad.heights = NULL;
    expect(&e, lope_level_add_height_field(level, &bad), LOPE_ERROR_NULL, "heights");
    lope_hull_def hull = {.body = {.error = &e}, .points = NULL, .point_count = 4};
    expect(&e, lope_level_add_hull(level, &hull), LOPE_ERROR_NULL, "points");
    hull.points = heights;
    hull.point_count = (1u << 24) + 1;
    expect(&e, lope_level_add_hull(level, &hull), LOPE_ERROR_RANGE, "point_count");
    assert_int_equal(lope_level_body_count(level), 0);
    lope_level_destroy(level);
}

// Everything that a level can be asked to hold; false when something was refused for want of memory.
static bool fill(lope_level *level, const test_mesh *mesh)
{
    lope_error e = {0};
    float heights[12] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2},
          points[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    lope_mesh_def mesh_def = test_mesh_def(mesh);
    lope_height_field_def field = {.body = {.error = &e}, .heights = heights, .columns = 3, .rows = 4, .cell = 1};
    lope_hull_def hull = {.body = {.error = &e, .moving = true}, .points = points[0], .point_count = 5};
    lope_sphere_def ball = {.body = {.error = &e}, .radius = 1};
    mesh_def.error = &e;
    bool all = true;
    for (int round = 0; round < 6; ++round) {
        all = lope_level_add_mesh(level, &mesh_def).generation != 0 && all;
        all = lope_level_add_height_field(level, &field).generation != 0 && all;
        lope_body h = lope_level_add_hull(level, &hull);
        all = h.generation != 0 && all;
        if (h.generation != 0) lope_level_set_pose(level, h, &(lope_transform){.position = {1, 2, 3}});
        all = lope_level_add_sphere(level, &ball).generation != 0 && all;
        if (e.code != LOPE_OK) assert_int_equal(e.code, LOPE_ERROR_MEMORY);
    }
    return all;
}

// Fails the n-th allocation, and every one after it, for every n until all goes well: nothing leaks, nothing
// is half made.
static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    test_mesh mesh = {0};
    test_mesh_box(&mesh, 0, 0, 0, 1, 1, 1, false);
    long n = 0;
    for (bool done = false; !done; ++n) {
        failing_allocator memory = {n, 0, 0};
        lope_error e = {0};
        lope_level_def def = {.allocator = failing_hooks(&memory), .error = &e};
        lope_level *level = lope_level_create(&def);
        if (!level) {
            assert_int_equal(e.code, LOPE_ERROR_MEMORY);
            assert_int_equal(memory.live, 0);
            continue;
        }
        done = fill(level, &mesh);
        lope_level_hit hit;
        uint32_t bodies = lope_level_body_count(level);
        lope_level_ray(level, pt(0.3, 9, 0.2), pt(0, -20, 0), ALL, &hit);
        memory.left = 1000000;
        assert_true(fill(level, &mesh));
        assert_int_equal(lope_level_body_count(level), bodies + 24);
        lope_level_end_tick(level);
        lope_level_destroy(level);
        assert_int_equal(memory.live, 0);
        assert_int_equal(memory.bytes, 0);
    }
    printf("memory ran out at %ld places\n", n - 1);
    assert_true(n > 30);
    test_mesh_free(&mesh);
}

static void half_an_allocator_is_refused(void **state)
{
    (void)state;
    failing_allocator memory = {10, 0, 0};
    lope_error e = {0};
    lope_level_def def = {.allocator = failing_hooks(&memory), .error = &e};
    def.allocator.release = NULL;
    assert_null(lope_level_create(&def));
    assert_int_equal(e.code, LOPE_ERROR_NULL);
    assert_string_equal(e.field, "allocator.release");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handles_go_stale),
        cmocka_unit_test(ids_are_the_order_or_given),
        cmocka_unit_test(ids_survive_coming_and_going),
        cmocka_unit_test(motions_begin_and_end),
        cmocka_unit_test(moving_bodies_are_found_where_they_are),
        cmocka_unit_test(the_tree_stays_low),
        cmocka_unit_test(revision_follows_static_edits),
        cmocka_unit_test(bounds_are_of_everything),
        cmocka_unit_test(sizes_are_checked),
        cmocka_unit_test(poses_are_checked),
        cmocka_unit_test(surfaces_are_checked),
        cmocka_unit_test(volumes_are_checked),
        cmocka_unit_test(height_fields_are_checked),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(half_an_allocator_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
