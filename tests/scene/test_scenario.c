// test_scenario.c - what a scenario file becomes in memory: defaults, units, channels, poses and motions.
//
// Read next: scene/scenario.h, scene/motion.h.
#include "scene/player.h"
#include "scene/scenario_unreal.h"

#include "tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Doubles through a few operations: far below anything that is seen, far above rounding at these sizes.
#define CLOSE 1e-12

static void assert_close(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g within %g", a, b, tolerance);
}

static void assert_point(lope_point p, double x, double y, double z, double tolerance)
{
    assert_close(p.x, x, tolerance);
    assert_close(p.y, y, tolerance);
    assert_close(p.z, z, tolerance);
}

static lope_scenario *load_text(const char *text)
{
    const char *file = LOPE_TEST_OUT "/scenario_loaded.json";
    lope_scene_fault fault = {0};
    tool_write_text(file, text);
    lope_scenario *scenario = lope_scenario_load(file, NULL, &fault);
    if (scenario == NULL) fail_msg("%s", fault.text);
    return scenario;
}

// A direction with rounded digits is taken as one of length 1. Shorter ones are left alone.
static void move_longer_by_rounding_is_taken_as_length_1(void **state)
{
    (void)state;
    static const char *const moves[] = {"[0.708, 0, 0.708]", "[0.71, 0, 0.71]", "[0.58, 0.58, 0.58]", "[1.0099, 0, 0]",
                                        "[0, -1.009, 0]"};
    char text[300];
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        snprintf(text, sizeof text,
                 "{ \"lope\": 1, \"level\": [ {\"box\": [1, 1, 1]} ], \"characters\": [ {\"input\": [ {\"t\": 0, \"move\": %s}, "
                 "{\"t\": 1, \"move\": [0.3, 0, -0.4]} ]} ] }",
                 moves[i]);
        lope_scenario *s = load_text(text);
        assert_close(lope_point_length(s->characters[0].input[0].move), 1.0, CLOSE);
        assert_point(s->characters[0].input[1].move, 0.3, 0.0, -0.4, 0.0);
        lope_scenario_free(s);
    }
}

static void test_defaults(void **state)
{
    (void)state;
    lope_scenario *s = load_text("{ \"lope\": 1, \"level\": [ {\"box\": [1, 2, 3]} ], \"characters\": [ {} ] }");
    assert_string_equal(s->name, "scenario_loaded");
    assert_close(s->tick_rate, 60.0, 0.0);
    assert_close(s->duration, 5.0, 0.0);
    assert_point(s->gravity, 0.0, -9.8, 0.0, 0.0);
    assert_int_equal(s->piece_count, 1);
    assert_int_equal(s->pieces[0].channels, LOPE_CHANNEL_SOLID);
    assert_int_equal(s->pieces[0].surface.walkable, LOPE_WALKABLE_BY_ANGLE);
    assert_false(s->pieces[0].surface.no_step_up);
    assert_int_equal(s->pieces[0].sides, LOPE_SIDES_AUTO);
    assert_point(s->pieces[0].size, 1.0, 2.0, 3.0, 0.0);
    const lope_scene_character *c = &s->characters[0];
    assert_string_equal(c->name, "character0");
    assert_close(c->radius, 0.34, CLOSE);
    assert_close(c->height, 1.76, CLOSE);
    assert_int_equal(c->channels, LOPE_CHANNEL_SOLID);
    assert_int_equal(c->mode, 0);
    lope_tuning tuning = lope_tuning_default();
    assert_memory_equal(&c->moveset.tuning, &tuning, sizeof tuning);
    lope_scenario_free(s);
}

static void test_channels_are_bits_in_order(void **state)
{
    (void)state;
    lope_scenario *s = load_text("{ \"lope\": 1, \"level\": [ {\"sphere\": 1, \"channels\": [\"glass\", \"solid\"]}, "
                                 "{\"sphere\": 1, \"channels\": [\"fog\"]}, {\"sphere\": 1, \"channels\": [\"ghosts\"]} ],"
                                 "\"characters\": [ {\"collides_with\": [\"fog\", \"character\", \"ghosts\"]} ] }");
    assert_int_equal(s->pieces[0].channels, 1u << 7 | 1u); // after the seven built-in names
    assert_int_equal(s->pieces[1].channels, 1u << 8);
    assert_int_equal(s->characters[0].channels, 1u << 8 | 1u << 1 | 1u << 9);
    lope_scenario_free(s);
}

static void test_tuning_by_name(void **state)
{
    (void)state;
    lope_scenario *s = load_text(
        "{ \"lope\": 1, \"level\": [], \"characters\": [ {\"preset\": \"unreal\", \"tuning\": {\"max_walk_speed\": 4.5,"
        "\"walkable_floor_angle\": 50, \"can_walk_off_ledges\": false, \"jump_max_count\": 2, \"integrator\": \"exact\","
        "\"units_per_metre\": 100, \"snap_distance\": -1}} ] }");
    const lope_tuning *t = &s->characters[0].moveset.tuning;
    lope_tuning unreal = lope_tuning_unreal();
    assert_close((double)t->max_walk_speed, 4.5, 0.0);
    // the float nearest to 50 degrees
    assert_close((double)t->walkable_floor_angle, 50.0 * LOPE_SCENE_RADIANS, 6e-8);
    assert_int_equal(t->can_walk_off_ledges, 0);
    assert_int_equal(t->jump_max_count, 2);
    assert_int_equal(t->integrator, LOPE_INTEGRATOR_EXACT);
    assert_close((double)t->coyote_time, (double)unreal.coyote_time, 0.0);
    // Without a size of its own, a character in centimetres is as large as one in metres.
    assert_close(s->characters[0].radius, 34.0, 1e-9);
    assert_close(s->characters[0].height, 176.0, 1e-9);
    lope_scenario_free(s);
}

// Every field of the library's table can be written in a file with its default and comes back the same. A
// tuning in Unreal's names and units is the one that lope_tuning_set_unreal makes, for every name and
// spelling.
static void unreal_tuning_is_read_by_every_name(void **state)
{
    (void)state;
    const lope_tuning_field *field;
    const char *name;
    char text[400];
    unsigned read = 0;
    for (uint32_t i = 0; (name = lope_scene_unreal_name(i, &field)) != NULL; i++) {
        const bool flag = name[0] == 'b' && name[1] >= 'A' && name[1] <= 'Z';
        lope_tuning expected = lope_tuning_unreal();
        double value = 0.0;
        assert_int_equal(lope_tuning_get_unreal(&expected, name, &value), LOPE_OK);
        value = flag ? (value != 0.0 ? 0.0 : 1.0) : value; // a number stays, for others must fit to it
        assert_int_equal(lope_tuning_set_unreal(&expected, name, value), LOPE_OK);
        for (int spelling = 0; spelling < (flag ? 2 : 1); spelling++) {
            char number[40];
            snprintf(number, sizeof number, "%.17g", value);
            snprintf(text, sizeof text,
                     "{ \"lope\": 1, \"level\": [ {\"box\": [1, 2, 3]} ], \"characters\": [ {\"preset\": \"unreal\", \"tuning\": "
                     "{\"unreal\": {\"%s\": %s}}} ] }",
                     name + spelling,
                     !flag          ? number
                     : value != 0.0 ? "true"
                                    : "false");
            lope_scenario *s = load_text(text);
            assert_memory_equal(&s->characters[0].moveset.tuning, &expected, sizeof expected);
            lope_scenario_free(s);
            read++;
        }
    }
    assert_true(read > lope_tuning_field_count() / 2);
    lope_scenario *s = load_text("{ \"lope\": 1, \"level\": [ {\"box\": [1, 2, 3]} ], \"characters\": [ {\"tuning\": "
                                 "{\"max_step_height\": 0.3, \"unreal\": {\"MaxWalkSpeed\": 450, \"WalkableFloorZ\": 0.5}}} ] }");
    assert_close((double)s->characters[0].moveset.tuning.max_walk_speed, 4.5, CLOSE);
    assert_close((double)s->characters[0].moveset.tuning.max_step_height, 0.3, 1e-7);
    assert_close((double)s->characters[0].moveset.tuning.walkable_floor_angle, acos(0.5), 1e-6);
    lope_scenario_free(s);
}

static void test_every_tuning_field_is_known(void **state)
{
    (void)state;
    char text[8192] = "{ \"lope\": 1, \"level\": [], \"characters\": [ {\"tuning\": {";
    lope_tuning tuning = lope_tuning_default();
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const lope_tuning_field *f = lope_tuning_field_at(i);
        double value = 0.0;
        size_t used = strlen(text);
        assert_int_equal(lope_tuning_get(&tuning, f->name, &value), LOPE_OK);
        if (f->kind == LOPE_FIELD_BOOL)
            snprintf(text + used, sizeof text - used, "%s\"%s\": %s", i > 0 ? "," : "", f->name, value != 0.0 ? "true" : "false");
        else if (f->kind == LOPE_FIELD_ENUM)
            snprintf(text + used, sizeof text - used, "%s\"%s\": \"%s\"", i > 0 ? "," : "", f->name, f->choices[(int)value]);
        else
            snprintf(text + used, sizeof text - used, "%s\"%s\": %.17g", i > 0 ? "," : "", f->name,
                     f->kind == LOPE_FIELD_ANGLE ? value / LOPE_SCENE_RADIANS : value);
    }
    strcat(text, "}} ] }");
    lope_scenario *s = load_text(text);
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        double expected = 0.0, found = 0.0;
        lope_tuning_get(&tuning, lope_tuning_field_at(i)->name, &expected);
        lope_tuning_get(&s->characters[0].moveset.tuning, lope_tuning_field_at(i)->name, &found);
        // an angle goes through degrees and back, which may cost a rounding of the float
        assert_close(found, expected, lope_tuning_field_at(i)->kind == LOPE_FIELD_ANGLE ? 1.3e-7 : 0.0);
    }
    lope_scenario_free(s);
}

static void test_surface_keys(void **state)
{
    (void)state;
    lope_scenario *s = load_text("{ \"lope\": 1, \"level\": [ {\"sphere\": 1, \"walkable\": \"never\", \"material\": 7, "
                                 "\"step_up\": false, \"can_base\": false},"
                                 "{\"sphere\": 1, \"walkable\": 60}, {\"sphere\": 1, \"walkable\": \"always\", \"two_sided\": "
                                 "true} ], \"characters\": [ {} ] }");
    assert_int_equal(s->pieces[0].surface.walkable, LOPE_WALKABLE_NEVER);
    assert_int_equal(s->pieces[0].surface.material, 7);
    assert_true(s->pieces[0].surface.no_step_up && s->pieces[0].surface.no_base);
    assert_int_equal(s->pieces[1].surface.walkable, LOPE_WALKABLE_OWN_ANGLE);
    assert_close((double)s->pieces[1].surface.walkable_angle, 60.0 * LOPE_SCENE_RADIANS, 6e-8);
    assert_int_equal(s->pieces[2].surface.walkable, LOPE_WALKABLE_ALWAYS);
    assert_int_equal(s->pieces[2].sides, LOPE_SIDES_TWO);
    lope_scenario_free(s);
}

static void test_sines_of_degrees(void **state)
{
    (void)state;
    for (int quarter = -8; quarter <= 8; quarter++) {
        static const double sines[] = {0.0, 1.0, 0.0, -1.0};
        assert_close(lope_scene_sin(90.0 * quarter), sines[(quarter + 8) % 4], 0.0);
        assert_close(lope_scene_cos(90.0 * quarter), sines[(quarter + 9) % 4], 0.0);
    }
    for (double d = -720.0; d < 720.0; d += 0.37) {
        // libm of the radians: its argument is rounded, which at 4 pi costs 2e-15
        assert_close(lope_scene_sin(d), sin(d * LOPE_SCENE_RADIANS), 4e-15);
        assert_close(lope_scene_cos(d), cos(d * LOPE_SCENE_RADIANS), 4e-15);
    }
    assert_close(lope_scene_wrap(540.0), 180.0, 0.0);
    assert_close(lope_scene_wrap(-180.0), 180.0, 0.0);
    assert_close(lope_scene_wrap(-190.0), 170.0, 0.0);
}

static void test_euler_turns_roll_then_pitch_then_yaw(void **state)
{
    (void)state;
    lope_scene_quat yaw = lope_scene_quat_from_euler(lope_point_make(0.0, 90.0, 0.0));
    assert_point(lope_scene_quat_rotate(yaw, lope_point_make(0.0, 0.0, -1.0)), -1.0, 0.0, 0.0, CLOSE);
    lope_scene_quat pitch = lope_scene_quat_from_euler(lope_point_make(90.0, 0.0, 0.0));
    assert_point(lope_scene_quat_rotate(pitch, lope_point_make(0.0, 0.0, -1.0)), 0.0, 1.0, 0.0, CLOSE);
    // roll takes x to y, pitch takes y to z, yaw takes z to x
    lope_scene_quat all = lope_scene_quat_from_euler(lope_point_make(90.0, 90.0, 90.0));
    assert_point(lope_scene_quat_rotate(all, lope_point_make(1.0, 0.0, 0.0)), 1.0, 0.0, 0.0, CLOSE);
    lope_scene_quat down = lope_scene_quat_from_y(lope_point_make(0.0, -2.0, 0.0));
    assert_point(lope_scene_quat_rotate(down, lope_point_make(0.0, 1.0, 0.0)), 0.0, -1.0, 0.0, CLOSE);
    lope_scene_quat side = lope_scene_quat_from_y(lope_point_make(0.0, 0.0, 3.0));
    assert_point(lope_scene_quat_rotate(side, lope_point_make(0.0, 1.0, 0.0)), 0.0, 0.0, 1.0, CLOSE);
}

static lope_scene_pose pose_of(const char *motion, double t)
{
    char text[1024];
    snprintf(
        text, sizeof text,
        "{ \"lope\": 1, \"level\": [ {\"box\": [1, 1, 1], \"position\": [1, 2, 3], \"motion\": %s} ], \"characters\": [ {} ] }",
        motion);
    lope_scenario *s = load_text(text);
    lope_scene_pose pose = lope_scene_motion_pose(&s->pieces[0].motion, &s->pieces[0].pose, t);
    lope_scenario_free(s);
    return pose;
}

static lope_point forward_of(lope_scene_pose pose)
{
    return lope_scene_quat_rotate(pose.rotation, lope_point_make(0.0, 0.0, -1.0));
}

static void test_steady_and_swinging_motion(void **state)
{
    (void)state;
    const char *steady = "{\"velocity\": [2, 0, -1], \"spin\": [0, 30, 0]}";
    assert_point(pose_of(steady, 0.0).position, 1.0, 2.0, 3.0, 0.0);
    assert_point(pose_of(steady, 3.0).position, 7.0, 2.0, 0.0, CLOSE);
    assert_point(forward_of(pose_of(steady, 3.0)), -1.0, 0.0, 0.0, CLOSE);
    // an hour later it is still exact: 3600 s at 30 degrees a second are 300 whole turns
    assert_point(forward_of(pose_of(steady, 3600.0)), 0.0, 0.0, -1.0, CLOSE);
    const char *slide = "{\"swing\": {\"axis\": [0, 2, 0], \"amplitude\": 1.5, \"period\": 4}}";
    assert_point(pose_of(slide, 0.0).position, 1.0, 2.0, 3.0, 0.0);
    assert_point(pose_of(slide, 1.0).position, 1.0, 3.5, 3.0, CLOSE);
    assert_point(pose_of(slide, 11.0).position, 1.0, 0.5, 3.0, CLOSE);
    const char *turn = "{\"swing\": {\"axis\": [0, 1, 0], \"amplitude\": 90, \"period\": 4, \"kind\": \"turn\"}}";
    assert_point(forward_of(pose_of(turn, 1.0)), -1.0, 0.0, 0.0, CLOSE);
    assert_point(pose_of(turn, 1.0).position, 1.0, 2.0, 3.0, 0.0);
}

static void test_keyed_motion(void **state)
{
    (void)state;
    char text[400];
    const char *keys = "\"keys\": [{\"t\": 1, \"position\": [1, 2, 3]}, {\"t\": 3, \"position\": [5, 2, 3], \"euler\": [0, 180, "
                       "0]}, {\"t\": 5, \"euler\": [0, 360, 0]}]";
    snprintf(text, sizeof text, "{%s}", keys);
    assert_point(pose_of(text, 0.5).position, 1.0, 2.0, 3.0, 0.0);
    assert_point(pose_of(text, 2.0).position, 3.0, 2.0, 3.0, CLOSE);
    assert_point(forward_of(pose_of(text, 2.0)), -1.0, 0.0, 0.0, CLOSE);
    assert_point(forward_of(pose_of(text, 4.0)), 1.0, 0.0, 0.0, CLOSE);
    assert_point(pose_of(text, 9.0).position, 5.0, 2.0, 3.0, 0.0);
    snprintf(text, sizeof text, "{%s, \"ease\": \"smooth\"}", keys);
    assert_point(pose_of(text, 1.5).position, 1.0 + 4.0 * 0.15625, 2.0, 3.0, CLOSE); // 3 s^2 - 2 s^3 at s = 1/4
    snprintf(text, sizeof text, "{%s, \"loop\": \"repeat\"}", keys);
    assert_point(pose_of(text, 6.0).position, 3.0, 2.0, 3.0, CLOSE);
    assert_point(pose_of(text, 401.0 + 1.0).position, 3.0, 2.0, 3.0, CLOSE);
    snprintf(text, sizeof text, "{%s, \"loop\": \"ping_pong\"}", keys);
    assert_point(pose_of(text, 6.0).position, 5.0, 2.0, 3.0, CLOSE);
    assert_point(pose_of(text, 8.0).position, 3.0, 2.0, 3.0, CLOSE);
    assert_point(pose_of(text, 10.0).position, 3.0, 2.0, 3.0, CLOSE);
}

// The bodies stand where the motion says, at every tick's end, turned and moved with the scenario.
static void test_bodies_follow_their_motion(void **state)
{
    (void)state;
    lope_scene_fault fault = {0};
    lope_scenario *s = load_text("{ \"lope\": 1, \"turn\": [0, 0, 1, 1], \"origin\": [100, 0, 0], \"level\": [ {\"box\": [1, 1, "
                                 "1], \"position\": [1, 2, 3],"
                                 "\"motion\": {\"velocity\": [2, 0, 0]}} ], \"characters\": [ {\"feet\": [9, 9, 9]} ] }");
    lope_scene_player *player = lope_scene_player_create(s, NULL, &fault);
    if (player == NULL) fail_msg("%s", fault.text);
    lope_level *level = lope_world_level(lope_scene_player_world(player));
    lope_body body = lope_level_find(level, 1);
    for (int i = 0; i < 60; i++) assert_true(lope_scene_player_tick(player, &fault));
    lope_transform pose;
    assert_int_equal(lope_level_pose(level, body, &pose), LOPE_OK);
    // x = 1 + 2 * 1 s; a quarter turn about z takes (x, y) to (-y, x)
    assert_point(pose.position, 100.0 - 2.0, 3.0, 3.0, 1e-9);
    lope_point back = lope_scene_player_to_file(player, pose.position);
    assert_point(back, 3.0, 2.0, 3.0, 1e-9);
    lope_scene_player_destroy(player);
    lope_scenario_free(s);
}

static void test_scale_and_mirror(void **state)
{
    (void)state;
    lope_scenario *s = load_text(
        "{ \"lope\": 1, \"level\": [ {\"triangles\": {\"points\": [[0, 0, 0], [1, 0, 0], [0, 0, 1]], \"indices\": [[0, 2, 1]]},"
        "\"scale\": [-2, 1, 3]} ], \"characters\": [ {} ] }");
    const float points[] = {0.0f, 0.0f, 0.0f, -2.0f, 0.0f, 0.0f, 0.0f, 0.0f, 3.0f};
    const uint32_t indices[] = {1, 2, 0};
    for (size_t i = 0; i < 9; i++) assert_close((double)s->pieces[0].mesh.points[i], (double)points[i], 0.0);
    assert_memory_equal(s->pieces[0].mesh.indices, indices, sizeof indices);
    lope_scenario_free(s);
}

// A box, a cylinder and a hull of triangles fill the same bounds as the solids, and are closed.
static void test_solids_as_meshes(void **state)
{
    (void)state;
    static const char *const shapes[] = {"\"box\": [2, 4, 6]", "\"cylinder\": [1, 4]",
                                         "\"hull\": [[-1, -2, -1], [1, -2, -1], [1, -2, 1], [-1, -2, 1], [0, 2, 0]]"};
    for (size_t i = 0; i < 3; i++) {
        lope_bounds bounds[2];
        for (int mesh = 0; mesh < 2; mesh++) {
            char text[512];
            lope_scene_fault fault = {0};
            snprintf(text, sizeof text, "{ \"lope\": 1, \"level\": [ {%s%s} ], \"characters\": [ {\"feet\": [50, 0, 0]} ] }",
                     shapes[i], mesh == 1 ? ", \"as\": \"mesh\"" : "");
            lope_scenario *s = load_text(text);
            lope_scene_player *player = lope_scene_player_create(s, NULL, &fault);
            if (player == NULL) fail_msg("%s", fault.text);
            lope_level *level = lope_world_level(lope_scene_player_world(player));
            bounds[mesh] = lope_level_bounds(level);
            lope_mesh_report report;
            bool is_mesh = lope_level_mesh_report(level, lope_level_find(level, 1), &report) == LOPE_OK;
            assert_int_equal(is_mesh, mesh == 1);
            if (is_mesh) assert_true(report.parts == 1 && report.parts_closed == 1 && report.triangles_two_sided == 0);
            lope_scene_player_destroy(player);
            lope_scenario_free(s);
        }
        // bounds may be rounded outward to floats; 64 sides include the axes
        assert_point(bounds[0].lower, bounds[1].lower.x, bounds[1].lower.y, bounds[1].lower.z, 1e-4);
        assert_point(bounds[0].upper, bounds[1].upper.x, bounds[1].upper.y, bounds[1].upper.z, 1e-4);
    }
}

static void test_objects_as_hulls(void **state)
{
    (void)state;
    lope_scene_fault fault = {0};
    tool_write_text(LOPE_TEST_OUT "/scenario_two.obj",
                    "o a\nv 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 1 0\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n"
                    "o b\nv 5 0 0\nv 6 0 0\nv 5 0 1\nv 5 1 0\nf 5 6 7\nf 5 8 6\nf 5 7 8\nf 6 8 7\n");
    lope_scenario *s = load_text("{ \"lope\": 1, \"level\": [ {\"name\": \"both\", \"mesh\": \"scenario_two.obj\", \"as\": "
                                 "\"hulls\"} ], \"characters\": [ {\"feet\": [50, 0, 0]} ] }");
    lope_scene_player *player = lope_scene_player_create(s, NULL, &fault);
    if (player == NULL) fail_msg("%s", fault.text);
    assert_int_equal(lope_level_body_count(lope_world_level(lope_scene_player_world(player))), 2);
    assert_string_equal(lope_scene_player_body_name(player, 1), "both");
    assert_string_equal(lope_scene_player_body_name(player, 2), "both");
    assert_string_equal(lope_scene_player_body_name(player, LOPE_BODY_NONE), "");
    lope_scene_player_destroy(player);
    lope_scenario_free(s);
}

static void test_count_makes_a_grid(void **state)
{
    (void)state;
    lope_scene_fault fault = {0};
    lope_scenario *s = load_text("{ \"lope\": 1, \"level\": [], \"characters\": [ {\"name\": \"one\"}, {\"name\": \"many\", "
                                 "\"feet\": [1, 2, 3], \"count\": 5, \"spacing\": 2} ] }");
    lope_scene_player *player = lope_scene_player_create(s, NULL, &fault);
    if (player == NULL) fail_msg("%s", fault.text);
    assert_int_equal(lope_scene_player_actor_count(player), 6);
    assert_string_equal(lope_scene_player_actor(player, 0)->name, "one");
    static const double places[5][2] = {{1, 3}, {3, 3}, {5, 3}, {1, 5}, {3, 5}}; // three in a row
    for (uint32_t i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "many.%u", (unsigned)i);
        assert_string_equal(lope_scene_player_actor(player, i + 1)->name, name);
        assert_point(lope_character_state(lope_scene_player_actor(player, i + 1)->handle)->feet, places[i][0], 2.0, places[i][1],
                     CLOSE);
    }
    lope_scene_player_destroy(player);
    lope_scenario_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(move_longer_by_rounding_is_taken_as_length_1),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_channels_are_bits_in_order),
        cmocka_unit_test(test_tuning_by_name),
        cmocka_unit_test(unreal_tuning_is_read_by_every_name),
        cmocka_unit_test(test_every_tuning_field_is_known),
        cmocka_unit_test(test_surface_keys),
        cmocka_unit_test(test_sines_of_degrees),
        cmocka_unit_test(test_euler_turns_roll_then_pitch_then_yaw),
        cmocka_unit_test(test_steady_and_swinging_motion),
        cmocka_unit_test(test_keyed_motion),
        cmocka_unit_test(test_bodies_follow_their_motion),
        cmocka_unit_test(test_scale_and_mirror),
        cmocka_unit_test(test_solids_as_meshes),
        cmocka_unit_test(test_objects_as_hulls),
        cmocka_unit_test(test_count_makes_a_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
