// test_contract.c - what lope/query.h promises beside the geometry: failures, memory, flags, filters, lists,
// what a look holds.
#include "stage.h"

#include <lope/tick.h>
#include <lope/world.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED UINT64_C(20261127)

typedef struct counter {
    lope_allocator under;
    uint32_t taken;
    bool refuses;
} counter;

static void *count_allocate(void *context, size_t size, size_t alignment)
{
    counter *c = context;
    c->taken++;
    return c->refuses ? NULL : c->under.allocate(c->under.context, size, alignment);
}

static void count_release(void *context, void *memory, size_t size)
{
    counter *c = context;
    c->under.release(c->under.context, memory, size);
}

static lope_level *level_make(void)
{
    random_numbers r = {SEED};
    return stage_make((lope_point){0, 0, 0}, &r);
}

static void reserved_look_never_allocates(void **state)
{
    (void)state;
    counter c = {.under = lope_allocator_default()};
    const lope_allocator allocator = {count_allocate, count_release, &c};
    lope_level *level = level_make();
    const lope_surroundings surroundings = lope_level_surroundings(level);
    brute_world *world = calloc(1, sizeof *world);
    assert_true(brute_make(world, &surroundings, (lope_point){0, 0, 0}, 60));
    lope_nearby *look = lope_nearby_create(&allocator);
    assert_int_equal(lope_nearby_reserve_look(look, 64, 1000, 64, 400), LOPE_OK);
    const uint32_t before = c.taken;
    random_numbers r = {SEED};
    for (int i = 0; i < 5000; i++) {
        asked question;
        lope_cast_hit hits[4], hit;
        uint32_t count;
        bool met;
        ask_draw(&question, world, &r);
        assert_int_equal(lope_surroundings_cast(&surroundings, look, &question.def, 1, &hit, &met), LOPE_OK);
        assert_int_equal(lope_surroundings_cast_all(&surroundings, look, &question.def, 1, hits, 4, &count), LOPE_OK);
        assert_int_equal(lope_surroundings_overlap(&surroundings, look, &question.def, 1, hits, 4, &count), LOPE_OK);
    }
    assert_int_equal(c.taken, before);
    lope_nearby_destroy(look);
    free(world);
    lope_level_destroy(level);
}

// The same bits from a look that holds much, and from one that holds nothing.
static void answers_do_not_depend_on_what_a_look_holds(void **state)
{
    (void)state;
    lope_level *level = level_make();
    const lope_surroundings surroundings = lope_level_surroundings(level);
    brute_world *world = calloc(1, sizeof *world);
    assert_true(brute_make(world, &surroundings, (lope_point){0, 0, 0}, 60));
    lope_nearby *used = lope_nearby_create(NULL), *fresh = lope_nearby_create(NULL);
    random_numbers r = {SEED + 1};
    for (int i = 0; i < 5000; i++) {
        asked question;
        lope_cast_hit one[32], two[32];
        uint32_t count, same;
        ask_draw(&question, world, &r);
        memset(one, 0, sizeof one);
        memset(two, 0, sizeof two);
        lope_nearby_clear(fresh);
        assert_int_equal(lope_surroundings_cast_all(&surroundings, used, &question.def, 1, one, 32, &count), LOPE_OK);
        assert_int_equal(lope_surroundings_cast_all(&surroundings, fresh, &question.def, 1, two, 32, &same), LOPE_OK);
        assert_int_equal(count, same);
        for (uint32_t k = 0; k < count && k < 32; k++) {
            assert_memory_equal(&one[k].fraction, &two[k].fraction, sizeof one[k].fraction);
            assert_memory_equal(&one[k].point, &two[k].point, sizeof one[k].point);
            assert_memory_equal(&one[k].normal, &two[k].normal, sizeof one[k].normal);
            assert_true(one[k].body == two[k].body && one[k].triangle == two[k].triangle);
        }
    }
    lope_nearby_destroy(used);
    lope_nearby_destroy(fresh);
    free(world);
    lope_level_destroy(level);
}

// lope_level_sweep and lope_level_ray find the same nearest thing. They compute in each body's frame: 1e-9 m.
static void level_queries_find_the_same(void **state)
{
    (void)state;
    lope_level *level = level_make();
    const lope_surroundings surroundings = lope_level_surroundings(level);
    lope_nearby *look = lope_nearby_create(NULL);
    random_numbers r = {SEED + 2};
    uint32_t met_both = 0, other = 0;
    for (int i = 0; i < 20000; i++) {
        const lope_point from = {draw(&r, -9, 9), draw(&r, -1, 5), draw(&r, -9, 9)};
        const lope_point motion = lope_point_scale(draw_direction(&r), draw(&r, 0.1, 9));
        lope_cast_def def = {.from = from, .motion = motion};
        if (i % 3) def.radius = (float)draw(&r, 0.1, 0.5);
        if (i % 3 == 2) def.height = 4 * def.radius;
        const double radius = (double)def.radius, core = (double)def.height - radius;
        lope_capsule capsule = {from, from, radius};
        if (i % 3 == 2) capsule.a.y = from.y + radius, capsule.b.y = from.y + core;
        const lope_filter filter = {LOPE_CHANNEL_SOLID, LOPE_BODY_NONE};
        lope_level_hit level_hit;
        lope_cast_hit hit;
        bool met;
        assert_int_equal(lope_surroundings_cast(&surroundings, look, &def, 1, &hit, &met), LOPE_OK);
        const bool level_met = i % 3 ? lope_level_sweep(level, &capsule, motion, filter, &level_hit)
                                     : lope_level_ray(level, from, motion, filter, &level_hit);
        const double length = lope_point_length(motion);
        const bool same = met == level_met && (!met || fabs(hit.fraction - level_hit.fraction) * length <= 1e-9);
        met_both += met && level_met;
        other += !same;
    }
    printf("level: %u met, %u otherwise\n", met_both, other);
    assert_true(met_both > 8000);
    assert_true(other <= 2); // what passes a rim at the radius to the last digit
    lope_nearby_destroy(look);
    lope_level_destroy(level);
}

typedef struct flaky {
    lope_surroundings under;
    lope_result answer;
} flaky;

static lope_result flaky_gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                lope_sink *sink)
{
    flaky *f = context;
    return f->answer != LOPE_OK ? f->answer : f->under.gather(f->under.context, bounds, filter, kind, sink);
}

static void failed_gather_is_told_from_nothing_met(void **state)
{
    (void)state;
    lope_level *level = level_make();
    flaky f = {lope_level_surroundings(level), LOPE_ERROR_STATE};
    const lope_surroundings surroundings = {.context = &f, .gather = flaky_gather};
    lope_nearby *look = lope_nearby_create(NULL);
    const lope_cast_def down = {.from = {0.3, 3, 0.4}, .motion = {0, -9, 0}};
    lope_cast_hit hit;
    uint32_t count = 7;
    bool met = true;
    assert_int_equal(lope_surroundings_cast(&surroundings, look, &down, 1, &hit, &met), LOPE_ERROR_STATE);
    assert_false(met);
    assert_int_equal(lope_surroundings_overlap(&surroundings, look, &down, 1, NULL, 0, &count), LOPE_ERROR_STATE);
    assert_int_equal(count, 0);
    f.answer = LOPE_OK;
    assert_int_equal(lope_surroundings_cast(&surroundings, look, &down, 1, &hit, &met), LOPE_OK);
    assert_true(met);
    lope_nearby_destroy(look);

    counter c = {.under = lope_allocator_default()};
    const lope_allocator allocator = {count_allocate, count_release, &c};
    look = lope_nearby_create(&allocator);
    c.refuses = true;
    assert_int_equal(lope_surroundings_cast(&surroundings, look, &down, 1, &hit, &met), LOPE_ERROR_MEMORY);
    assert_false(met);
    c.refuses = false;
    assert_int_equal(lope_surroundings_cast(&surroundings, look, &down, 1, &hit, &met), LOPE_OK);
    assert_true(met);
    lope_nearby_destroy(look);
    lope_level_destroy(level);
}

static lope_level *three_boxes(void)
{
    lope_level *level = lope_level_create(&(lope_level_def){0});
    for (int i = 0; i < 3; i++) {
        lope_body_def body = {.position = {0, -2.0 * i, 0}, .moving = i == 0};
        body.surface.walkable = i == 1 ? LOPE_WALKABLE_NEVER : LOPE_WALKABLE_BY_ANGLE;
        body.surface.material = (uint32_t)(10 + i);
        lope_level_add_box(level, &(lope_box_def){.body = body, .size = {1, 1, 1}});
    }
    return level;
}

static bool not_first(void *context, const lope_cast_hit *hit)
{
    ++*(int *)context;
    return hit->body != 1;
}

static uint64_t body_of(const lope_surroundings *surroundings, lope_nearby *look, const lope_cast_def *def)
{
    lope_cast_hit hit = {0};
    bool met;
    assert_int_equal(lope_surroundings_cast(surroundings, look, def, 1, &hit, &met), LOPE_OK);
    return met ? hit.body : 0;
}

static void flags_filter_and_accept_leave_out(void **state)
{
    (void)state;
    lope_level *level = three_boxes();
    const lope_surroundings surroundings = lope_level_surroundings(level);
    lope_nearby *look = lope_nearby_create(NULL);
    lope_cast_def ray = {.from = {0.1, 3, 0.2}, .motion = {0, -10, 0}};
    assert_int_equal(body_of(&surroundings, look, &ray), 1);
    ray.flags = LOPE_CAST_STATIC_ONLY;
    assert_int_equal(body_of(&surroundings, look, &ray), 2);
    ray.flags = LOPE_CAST_STATIC_ONLY | LOPE_CAST_WALKABLE_ONLY;
    assert_int_equal(body_of(&surroundings, look, &ray), 3);
    ray.flags = 0;
    ray.filter = (lope_filter){LOPE_CHANNEL_SOLID, 1};
    assert_int_equal(body_of(&surroundings, look, &ray), 2);
    ray.filter = (lope_filter){LOPE_CHANNEL_CHARACTER, LOPE_BODY_NONE};
    assert_int_equal(body_of(&surroundings, look, &ray), 0);
    int called = 0;
    ray.filter = (lope_filter){0, 0};
    ray.accept = not_first;
    ray.context = &called;
    assert_int_equal(body_of(&surroundings, look, &ray), 2);
    assert_true(called > 0);
    lope_nearby_destroy(look);
    lope_level_destroy(level);
}

static void filter_without_channels_still_ignores(void **state)
{
    (void)state;
    lope_level *level = three_boxes();
    const lope_surroundings surroundings = lope_level_surroundings(level);
    lope_nearby *look = lope_nearby_create(NULL);
    lope_cast_def ray = {.from = {0.1, 3, 0.2}, .motion = {0, -10, 0}, .filter.ignore = 1};
    assert_int_equal(body_of(&surroundings, look, &ray), 2);
    lope_level_hit hit;
    assert_true(lope_level_ray(level, ray.from, ray.motion, (lope_filter){0, 0}, &hit));
    assert_int_equal(hit.id, 1);
    assert_true(lope_level_ray(level, ray.from, ray.motion, (lope_filter){0, 1}, &hit));
    assert_int_equal(hit.id, 2);
    lope_nearby_destroy(look);
    lope_level_destroy(level);
}

typedef struct caster_seen {
    uint64_t own, other;
    int casts, overlaps, met_own, met_other;
} caster_seen;
static caster_seen *seen; // what the mode below has met; a mode has no context of its own

// Looks about with every filter, and stays where it is.
static double look_about(lope_tick *tick, double seconds)
{
    (void)seconds;
    static const lope_filter filters[] = {{LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER, 0},
                                          {LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER, LOPE_BODY_NONE},
                                          {LOPE_CHANNEL_CHARACTER, 12345}};
    for (int i = 0; i < 3 && seen; i++) {
        lope_cast_def def = {.from = lope_tick_feet(tick), .motion = {3, 0, 0}, .radius = 0.3f, .height = 1.5f};
        def.filter = filters[i];
        lope_cast_hit hit;
        if (lope_tick_cast(tick, &def, &hit)) {
            seen->casts++;
            seen->met_own += hit.body == seen->own;
            seen->met_other += hit.body == seen->other;
        }
        if (lope_tick_overlap(tick, &def, &hit)) {
            seen->overlaps++;
            seen->met_own += hit.body == seen->own;
        }
    }
    return 0;
}

static void cast_in_a_tick_meets_others_and_never_the_character(void **state)
{
    (void)state;
    static const lope_mode mode = {.name = "looks", .run = look_about};
    lope_moveset moveset;
    const lope_tuning tuning = lope_tuning_default();
    uint32_t id;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&moveset, &mode, &id, NULL), LOPE_OK);
    const uint32_t both = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER;
    lope_world *world = lope_world_create(&(lope_world_def){.gravity_as_given = true});
    lope_character *one = lope_character_create(world, &(lope_character_def){.moveset = &moveset, .mode = id, .channels = both});
    lope_character *two = lope_character_create(world, &(lope_character_def){.feet = {1.5, 0, 0}, .channels = both});
    caster_seen mine = {.own = lope_character_id(one), .other = lope_character_id(two)};
    seen = &mine;
    for (int i = 0; i < 3; i++) assert_int_equal(lope_world_step(world, 1.0f / 60), LOPE_OK);
    seen = NULL;
    assert_int_equal(mine.met_own, 0);
    assert_int_equal(mine.met_other, 9); // three casts a tick
    assert_int_equal(mine.overlaps, 0);
    lope_world_destroy(world);
}

static void list_keeps_the_first_and_counts_all(void **state)
{
    (void)state;
    lope_level *level = three_boxes();
    const lope_surroundings surroundings = lope_level_surroundings(level);
    lope_nearby *look = lope_nearby_create(NULL);
    const lope_cast_def ray = {.from = {0.1, 100, 0.2}, .motion = {0, -200, 0}};
    lope_cast_hit hits[2];
    uint32_t count;
    assert_int_equal(lope_surroundings_cast_all(&surroundings, look, &ray, 1, hits, 2, &count), LOPE_OK);
    assert_int_equal(count, 3);
    assert_true(hits[0].body == 1 && hits[1].body == 2);
    assert_int_equal(hits[1].material, 11);
    assert_false(hits[1].walkable);
    assert_true(hits[0].walkable && hits[0].normal.y > 0.999 && fabs(hits[0].point.y - 0.5) < 1e-9);
    assert_int_equal(lope_surroundings_cast_all(&surroundings, look, &ray, 1, NULL, 0, &count), LOPE_OK);
    assert_int_equal(count, 3);
    lope_nearby_destroy(look);
    lope_level_destroy(level);
}

static void back_faces_are_met_from_inside_a_mesh(void **state)
{
    (void)state;
    static const uint32_t faces[36] = {1, 3, 7, 1, 7, 5, 0, 4, 6, 0, 6, 2, 2, 6, 7, 2, 7, 3,
                                       0, 1, 5, 0, 5, 4, 4, 5, 7, 4, 7, 6, 0, 2, 3, 0, 3, 1};
    float points[24];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) points[3 * i + k] = i >> k & 1 ? 1.0f : -1.0f;
    lope_level *level = lope_level_create(&(lope_level_def){0});
    lope_level_add_mesh(level, &(lope_mesh_def){.points = points, .point_count = 8, .indices = faces, .triangle_count = 12});
    const lope_surroundings surroundings = lope_level_surroundings(level);
    lope_nearby *look = lope_nearby_create(NULL);
    lope_cast_def ray = {.from = {0.1, 0, 0.2}, .motion = {0, 5, 0}};
    assert_int_equal(body_of(&surroundings, look, &ray), 0);
    ray.flags = LOPE_CAST_BACK_FACES;
    assert_int_equal(body_of(&surroundings, look, &ray), 1);
    lope_nearby_destroy(look);
    lope_level_destroy(level);
}

static void body_velocity_is_that_of_the_point(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(&(lope_level_def){0});
    const lope_body body = lope_level_add_box(level, &(lope_box_def){.body = {.moving = true}, .size = {4, 1, 4}});
    const lope_transform pose = {{0.5, 0, 0}, lope_quat_from_axis(lope_vec3_make(0, 1, 0), 0.01f)};
    assert_int_equal(lope_level_set_pose(level, body, &pose), LOPE_OK);
    const lope_surroundings surroundings = lope_level_surroundings(level);
    lope_nearby *look = lope_nearby_create(NULL);
    const lope_cast_def ray = {.from = {1.5, 3, 0}, .motion = {0, -9, 0}, .seconds = 0.5f};
    lope_cast_hit hit;
    bool met;
    assert_int_equal(lope_surroundings_cast(&surroundings, look, &ray, 1, &hit, &met), LOPE_OK);
    assert_true(met);
    // 0.5 m and 0.01 rad in 0.5 s, 1 m from the middle: 1 m/s along x, 0.02 rad/s about y.
    assert_true(fabs(hit.body_velocity.x - 1) < 1e-4 && fabs(hit.body_velocity.z + 0.02) < 1e-4);
    lope_nearby_destroy(look);
    lope_level_destroy(level);
}

static void bad_definition_is_refused_and_named(void **state)
{
    (void)state;
    lope_level *level = three_boxes();
    const lope_surroundings surroundings = lope_level_surroundings(level);
    lope_nearby *look = lope_nearby_create(NULL);
    lope_error error;
    bool met;
    lope_cast_def def = {.radius = 0.5f, .height = 0.7f, .error = &error};
    assert_int_equal(lope_surroundings_cast(&surroundings, look, &def, 1, NULL, &met), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "height");
    def = (lope_cast_def){.from = {0, NAN, 0}, .error = &error};
    assert_int_equal(lope_surroundings_cast(&surroundings, look, &def, 1, NULL, &met), LOPE_ERROR_NOT_FINITE);
    assert_string_equal(error.field, "from");
    const lope_shape triangle = {.kind = LOPE_SHAPE_TRIANGLE};
    def = (lope_cast_def){.shape = &triangle, .error = &error};
    assert_int_equal(lope_surroundings_cast(&surroundings, look, &def, 1, NULL, &met), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "shape.kind");
    assert_int_equal(lope_surroundings_cast(&surroundings, NULL, &def, 1, NULL, &met), LOPE_ERROR_NULL);
    assert_int_equal(lope_surroundings_cast(&surroundings, look, NULL, 1, NULL, &met), LOPE_ERROR_NULL);
    lope_nearby_destroy(look);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reserved_look_never_allocates),
        cmocka_unit_test(answers_do_not_depend_on_what_a_look_holds),
        cmocka_unit_test(level_queries_find_the_same),
        cmocka_unit_test(failed_gather_is_told_from_nothing_met),
        cmocka_unit_test(flags_filter_and_accept_leave_out),
        cmocka_unit_test(filter_without_channels_still_ignores),
        cmocka_unit_test(cast_in_a_tick_meets_others_and_never_the_character),
        cmocka_unit_test(list_keeps_the_first_and_counts_all),
        cmocka_unit_test(back_faces_are_met_from_inside_a_mesh),
        cmocka_unit_test(body_velocity_is_that_of_the_point),
        cmocka_unit_test(bad_definition_is_refused_and_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
