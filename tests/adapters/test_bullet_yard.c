// test_bullet_yard.c - every shape of Bullet's, walked upon there and on the embedded level; what characters
// push; ids and filters.
//
// Wanderers of both worlds get the same input and are compared tick by tick. Bullet's floats differ from the
// level's figures in the last digit (3e-7 m here); a wanderer that grazes a corner may choose its other side
// for that. Such pairs are counted, brought together again, and bounded: one in a hundred ticks is far more
// than those seen.
#include <adapters/bullet/lope_bullet.h>
#include <lope/lope.h>

#include "bullet_yard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#define DT (1.0f / 60.0f)
#define WANDERERS 12
#define TICKS 3000
#define SEED UINT64_C(20260301)

static double draw(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (double)((*seed * UINT64_C(2685821657736338717)) >> 11) / 9007199254740992.0;
}

// The yard again, in lope's own level. The plane is a large box.
static lope_body build_level(lope_level *level)
{
    const float box_mesh[24] = {-0.5f, -0.5f, -0.5f, 0.5f, -0.5f, -0.5f, -0.5f, 0.5f, -0.5f, 0.5f, 0.5f, -0.5f,
                                -0.5f, -0.5f, 0.5f,  0.5f, -0.5f, 0.5f,  -0.5f, 0.5f, 0.5f,  0.5f, 0.5f, 0.5f};
    const uint32_t faces[36] = {1, 3, 7, 1, 7, 5, 0, 4, 6, 0, 6, 2, 2, 6, 7, 2, 7, 3,
                                0, 1, 5, 0, 5, 4, 4, 5, 7, 4, 7, 6, 0, 2, 3, 0, 3, 1};
    const float pyramid[15] = {-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, 1, 0};
    const lope_quat along_x = {0, 0, -0.70710678f, 0.70710678f}, along_z = {0.70710678f, 0, 0, 0.70710678f};
    float scaled[24], heights[81];
    for (int i = 0; i < 24; i++) scaled[i] = box_mesh[i] * (i % 3 == 1 ? 0.8f : 2.0f);
    for (uint32_t row = 0; row < 9; row++)
        for (uint32_t column = 0; column < 9; column++) heights[9 * row + column] = bullet_yard_height(column, row);
    lope_level_add_box(level, &(lope_box_def){.body = {.id = 1, .position = {0, -50, 0}}, .size = {20000, 100, 20000}});
    const lope_quat turned = {0, 0.25881904510252074f, 0, 0.96592582628906831f};
    lope_level_add_box(level,
                       &(lope_box_def){.body = {.id = 2, .position = {-4, 0.3f, -4}, .rotation = turned}, .size = {2, 0.6f, 2}});
    lope_level_add_sphere(level, &(lope_sphere_def){.body = {.id = 3, .position = {-4, 0.2f, 4}}, .radius = 0.7f});
    lope_level_add_capsule(
        level,
        &(lope_capsule_def){.body = {.id = 4, .position = {4, 0.2f, 4}, .rotation = along_x}, .radius = 0.4f, .height = 3.0f});
    lope_level_add_cylinder(
        level,
        &(lope_cylinder_def){.body = {.id = 5, .position = {4, 0.1f, -4}, .rotation = along_z}, .radius = 0.5f, .height = 3});
    lope_level_add_hull(level, &(lope_hull_def){.body = {.id = 6, .position = {-8, 0, 0}}, .points = pyramid, .point_count = 5});
    lope_level_add_box(level, &(lope_box_def){.body = {.id = 7, .position = {0, 0.2f, 8}}, .size = {2, 0.4f, 2}});
    lope_level_add_box(level, &(lope_box_def){.body = {.id = 70, .position = {0, 0.6f, 8.5}}, .size = {2, 0.4f, 1}});
    lope_level_add_mesh(level, &(lope_mesh_def){.body = {.id = 8, .position = {8, 0.4f, 0}},
                                                .points = scaled,
                                                .point_count = 8,
                                                .indices = faces,
                                                .triangle_count = 12,
                                                .sides = LOPE_SIDES_TWO});
    lope_level_add_height_field(
        level, &(lope_height_field_def){
                   .body = {.id = 9, .position = {0, 0, -9}}, .heights = heights, .columns = 9, .rows = 9, .cell = 0.5f});
    return lope_level_add_box(level,
                              &(lope_box_def){.body = {.id = 10, .position = {0, 0.5, 3}, .moving = true}, .size = {2, 1, 2}});
}

static void every_shape_is_met_as_it_is(void **unused)
{
    (void)unused;
    uint64_t seed = SEED;
    bullet_yard *yard = bullet_yard_make();
    lope_bullet *adapter = lope_bullet_create(&(lope_bullet_def){.world = bullet_yard_world(yard)});
    assert_non_null(adapter);
    lope_surroundings there = lope_bullet_surroundings(adapter);
    lope_world *a = lope_world_create(&(lope_world_def){0}), *b = lope_world_create(&(lope_world_def){.surroundings = &there});
    lope_level *level = lope_world_level(a);
    lope_body lift = build_level(level);
    lope_character *left[WANDERERS], *right[WANDERERS];
    for (int i = 0; i < WANDERERS; i++) {
        lope_character_def def = {.feet = {6 * draw(&seed) - 3, 3, 12 * draw(&seed) - 12}};
        left[i] = lope_character_create(a, &def);
        right[i] = lope_character_create(b, &def);
    }
    double worst = 0, highest = 0;
    uint32_t parted = 0;
    for (int tick = 0; tick < TICKS; tick++) {
        double time = (tick + 1) * (double)DT;
        bullet_yard_set_time(yard, time);
        lope_transform pose = {{0, 0.5, (double)(float)bullet_yard_lift(time)}, lope_quat_identity()};
        lope_level_set_pose(level, lift, &pose);
        assert_int_equal(lope_bullet_update(adapter), LOPE_OK);
        for (int i = 0; i < WANDERERS; i++) {
            lope_point feet = lope_character_state(left[i])->feet;
            lope_input input = {0};
            double angle = 6.28318 * draw(&seed), home = hypot(feet.x, feet.z);
            if ((tick + 7 * i) % 40 == 0 || tick == 0) {
                input.move = lope_vec3_make((float)cos(angle), 0, (float)sin(angle));
                if (home > 11) input.move = lope_vec3_make((float)(-feet.x / home), 0, (float)(-feet.z / home));
                input.held = draw(&seed) < 0.2 ? LOPE_BUTTON_JUMP : 0;
                lope_character_set_input(left[i], &input);
                lope_character_set_input(right[i], &input);
            }
        }
        assert_int_equal(lope_world_step(a, DT), LOPE_OK);
        assert_int_equal(lope_world_step(b, DT), LOPE_OK);
        bullet_yard_step(yard, DT);
        for (int i = 0; i < WANDERERS; i++) {
            const lope_state *l = lope_character_state(left[i]), *r = lope_character_state(right[i]);
            double distance = lope_point_length(lope_point_sub(l->feet, r->feet));
            if (tick > 120 && l->feet.y > highest) highest = l->feet.y;
            if (distance < 1e-3) {
                worst = distance > worst ? distance : worst;
                continue;
            }
            parted++;
            lope_state back = *l;
            lope_character_set_state(right[i], &back);
        }
    }
    print_message("  seed %llu: %d ticks, %u parted by 1 mm or more, else the largest distance is %.6f mm; up to %.2f m high\n",
                  (unsigned long long)SEED, TICKS * WANDERERS, parted, 1e3 * worst, highest);
    assert_true(parted < TICKS * WANDERERS / 100);
    assert_true(highest > 0.8);
    lope_world_destroy(a);
    lope_world_destroy(b);
    lope_bullet_destroy(adapter);
    bullet_yard_destroy(yard);
}

// A character beside the dynamic box, that walks into it.
typedef struct scene {
    bullet_yard *yard;
    lope_bullet *adapter;
    lope_surroundings surroundings;
    lope_moveset moveset;
    lope_state state;
    lope_nearby *nearby;
    lope_report report;
} scene;

static void scene_open(scene *s, uint32_t channels)
{
    s->yard = bullet_yard_make();
    s->adapter = lope_bullet_create(&(lope_bullet_def){.world = bullet_yard_world(s->yard)});
    s->surroundings = lope_bullet_surroundings(s->adapter);
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&s->moveset, &tuning, NULL), LOPE_OK);
    lope_state_init(&s->state, &(lope_state_def){.feet = {48, 0, 50}, .channels = channels});
    s->nearby = lope_nearby_create(NULL);
}

static void scene_close(scene *s)
{
    lope_nearby_destroy(s->nearby);
    lope_bullet_destroy(s->adapter);
    bullet_yard_destroy(s->yard);
}

static void scene_move(scene *s)
{
    const lope_input input = {.move = {1, 0, 0}};
    assert_int_equal(lope_bullet_update(s->adapter), LOPE_OK);
    assert_int_equal(lope_move(&s->state, &input, &s->moveset, &s->surroundings, s->nearby, DT, &s->report), LOPE_OK);
}

// Ticks may be run again as often as one likes: Bullet's bodies see nothing of it until the pushes are
// applied, once.
static void a_tick_taken_back_pushes_nothing(void **unused)
{
    (void)unused;
    scene s;
    scene_open(&s, 0);
    for (int i = 0; i < 60 && (i == 0 || s.report.push_count == 0); i++) {
        scene_move(&s);
        if (s.report.push_count == 0) bullet_yard_step(s.yard, DT);
    }
    assert_int_equal(s.report.push_count, 1);
    const lope_push first = s.report.pushes[0];
    const lope_state kept = s.state;
    lope_point before = bullet_yard_velocity(s.yard, 20);
    for (int again = 0; again < 20; again++) {
        s.state = kept;
        scene_move(&s);
    }
    lope_point after = bullet_yard_velocity(s.yard, 20);
    assert_true(before.x == after.x && before.y == after.y && before.z == after.z);
    assert_int_equal(lope_bullet_apply(s.adapter, &first, 1, DT), 1);
    lope_point pushed = bullet_yard_velocity(s.yard, 20);
    print_message("  impulse %.3f N s: the box goes %.3f m/s\n", (double)first.impulse.x, pushed.x - after.x);
    assert_int_equal(first.body, 20);
    assert_true(fabs(pushed.x - after.x - (double)first.impulse.x / 10) < 1e-4);
    assert_true((double)first.impulse.x <= 500.0 / 60 + 1e-3);
    scene_close(&s);
}

static void groups_and_removal_are_seen(void **unused)
{
    (void)unused;
    scene s;
    scene_open(&s, 0);
    assert_non_null(lope_bullet_object(s.adapter, 7));
    assert_null(lope_bullet_object(s.adapter, 777));
    lope_sink_body body = {0};
    assert_true(s.surroundings.body(s.surroundings.context, 10, &body));
    assert_true(body.id == 10 && body.moving);
    assert_true(fabs(body.pose.position.z - bullet_yard_lift(0)) < 1e-5);
    assert_false(s.surroundings.body(s.surroundings.context, 777, &body));
    uint64_t revision = s.surroundings.static_revision(s.surroundings.context);
    scene_move(&s);
    assert_int_equal(s.surroundings.static_revision(s.surroundings.context), revision); // nothing static has changed
    bullet_yard_set_group(s.yard, 20, 8, 1);                                            // one that leaves out characters
    for (int i = 0; i < 60; i++) scene_move(&s);
    print_message("  through a body of another group, to %.2f m\n", s.state.feet.x);
    assert_true(s.state.feet.x > 51);
    bullet_yard_remove(s.yard, 1);
    for (int i = 0; i < 60; i++) scene_move(&s);
    assert_true(s.surroundings.static_revision(s.surroundings.context) != revision);
    assert_null(lope_bullet_object(s.adapter, 1));
    assert_false(s.surroundings.body(s.surroundings.context, 1, &body));
    assert_true(s.state.feet.y < -3); // the plane is gone
    scene_close(&s);
}

static void bad_definitions_are_refused(void **unused)
{
    (void)unused;
    lope_error error = {0};
    assert_null(lope_bullet_create(NULL));
    assert_null(lope_bullet_create(&(lope_bullet_def){.error = &error}));
    assert_int_equal(error.code, LOPE_ERROR_NULL);
    assert_string_equal(error.field, "world");
    assert_int_equal(lope_bullet_update(NULL), LOPE_ERROR_NULL);
    lope_bullet_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_is_met_as_it_is),
        cmocka_unit_test(a_tick_taken_back_pushes_nothing),
        cmocka_unit_test(groups_and_removal_are_seen),
        cmocka_unit_test(bad_definitions_are_refused),
    };
    return cmocka_run_group_tests_name("adapters.bullet_yard", tests, NULL, NULL);
}
