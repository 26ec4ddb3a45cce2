// test_nav.c - nav walking over a navigation surface of the embedded level, and that surface's own answers.
#include "check.h"
#include "stage.h"

#include <math.h>

static const float rates[] = {20, 60, 360};

// A surface from x0 to x1 and z0 to z1, at height y0 at x0 and y1 at x1.
static lope_body add_surface(stage *s, double x0, double x1, double z0, double z1, double y0, double y1)
{
    float points[12] = {(float)x0, (float)y0, (float)z0, (float)x0, (float)y0, (float)z1,
                        (float)x1, (float)y1, (float)z0, (float)x1, (float)y1, (float)z1};
    static const uint32_t indices[6] = {0, 1, 3, 0, 3, 2};
    lope_mesh_def def = {.points = points, .point_count = 4, .indices = indices, .triangle_count = 2, .nav = true};
    def.body.position = s->origin;
    def.body.rotation = s->turn;
    lope_body body = lope_level_add_mesh(s->level, &def);
    assert_true(lope_level_valid(s->level, body));
    return body;
}

static lope_body add_square(stage *s, double half, double y) { return add_surface(s, -half, half, -half, half, y, y); }

static void nav_at(stage *s, double x, double y, double z) { stage_place(s, x, y, z, LOPE_MODE_NAV_WALKING); }

static bool is_nav(const stage *s) { return s->state.mode == LOPE_MODE_NAV_WALKING; }

// The way to full speed is walking's: 6 m/s at 20.48 m/s2.
static void goes_as_walking(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        add_square(s, 30, 0);
        nav_at(s, -20, 0, 0);
        stage_move(s, 1, 0);
        stage_run(s, 2, rates[r]);
        assert_true(is_nav(s) && s->state.floor.walkable);
        check_near("way", stage_feet(s).x, -20 + 12 - 0.5 * 36 / 20.48, 1e-4);
        check_near("height", stage_feet(s).y, 0, 1e-9);
        stage_move(s, 0, 0);
        stage_run(s, 2, rates[r]);
        check_near("speed", stage_speed(s), 0, 1e-9);
        stage_close(s);
    }
}

// From a floor 5 cm under the surface onto one that is 8 cm over it, within 10 cm: half a second later all
// but exp(-6) of it is done.
static void follows_the_floor(void **unused)
{
    (void)unused;
    double heights[3][3];
    for (int r = 0; r < 3; r++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_box(s, -10, -1, -5, 0, -0.05, 5);
        stage_box(s, 0, -1, -5, 10, 0.08, 5);
        add_square(s, 9, 0);
        nav_at(s, -6, -0.05, 0);
        stage_move(s, 1, 0);
        for (int i = 0; i < 3; i++) {
            stage_run(s, i == 0 ? 1.0 : 0.2, rates[r]);
            heights[r][i] = stage_feet(s).y;
            check_near("height", heights[r][i], heights[0][i], 1e-4);
        }
        check_near("before", heights[r][0], -0.05, 1e-5);
        assert_true(heights[r][2] > heights[r][1] && heights[r][1] > -0.04); // on its way
        stage_move(s, 0, 0);
        stage_run(s, 1, rates[r]);
        check_near("after", stage_feet(s).y, 0.08, 1e-5);
        assert_true(is_nav(s));
        stage_close(s);
    }
}

// A share of 1 - exp(-12 t) of the way to the floor is done after t.
static void follows_by_the_exponential(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        add_square(s, 30, 0.09);
        nav_at(s, -20, 0.05, 0); // 4 cm under the surface, 5 over the floor
        stage_move(s, 1, 0);
        stage_run(s, 0.05, rates[r]);
        check_near("height", stage_feet(s).y, 0.05 * exp(-0.6), 1e-5);
        stage_run(s, 0.15, rates[r]);
        check_near("height", stage_feet(s).y, 0.05 * exp(-2.4), 1e-5);
        stage_close(s);
    }
}

static void has_its_own_height(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    add_square(s, 30, 0.09);
    stage_tune(s, "project_nav_walking", 0);
    nav_at(s, 0, 0, 0);
    stage_move(s, 1, 0);
    stage_run(s, 1, 60);
    check_near("height", stage_feet(s).y, 0.09, 1e-7);
    stage_tune(s, "project_nav_walking", 1);
    stage_tune(s, "nav_projection_interp_speed", 0);
    stage_run(s, 0.2, 60);
    check_near("at once", stage_feet(s).y, 0, 1e-6);
    stage_tune(s, "nav_walking_floor_dist_tolerance", 0.05);
    stage_run(s, 0.2, 60);
    check_near("not that floor", stage_feet(s).y, 0.09, 1e-6);
    stage_close(s);
}

// One cast a tick, and one look in nav_projection_interval; none at rest, none of the casts without
// sweep_while_nav_walking.
static void is_cheap(void **unused)
{
    (void)unused;
    static const int most[2] = {60, 0};
    for (int sweeps = 1; sweeps >= 0; sweeps--) {
        uint32_t all = 0;
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        add_square(s, 30, 0);
        stage_tune(s, "sweep_while_nav_walking", sweeps);
        stage_tune(s, "nav_projection_interval", 0.25);
        nav_at(s, -20, 0, 0);
        stage_run(s, 0.5, 60);
        assert_int_equal(s->report.sweeps, 0);
        stage_move(s, 1, 0);
        for (int i = 0; i < 60; i++) {
            stage_tick(s, 1 / 60.0f);
            all += s->report.sweeps;
        }
        print_message("sweep %d: %u sweeps in 60 ticks\n", sweeps, (unsigned)all);
        check_below("sweeps", all, most[1 - sweeps] + 16); // at a look the way is cut there
        stage_close(s);
    }
}

static void slides_along_the_rim(void **unused)
{
    (void)unused;
    double x[3];
    for (int r = 0; r < 3; r++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        add_square(s, 5, 0);
        nav_at(s, -4, 0, 4);
        stage_move(s, 0.6, 0.8);
        for (int i = 0; i < (int)rates[r]; i++) {
            stage_tick(s, 1 / rates[r]);
            check_below("over the rim", stage_feet(s).z, 5 + 2e-6);
        }
        x[r] = stage_feet(s).x;
        check_near("x", x[r], x[0], 1e-3);
        check_near("speed", stage_speed(s), stage_velocity(s).x, 1e-6);
        assert_true(stage_velocity(s).x > 3.5);
        stage_run(s, 4, rates[r]); // into the corner
        check_near("x", stage_feet(s).x, 5, 1e-5);
        check_near("z", stage_feet(s).z, 5, 1e-5);
        check_near("speed", stage_speed(s), 0, 1e-6);
        assert_true(is_nav(s));
        stage_close(s);
    }
}

// Two squares that meet in an inner corner, from any direction: it never leaves them, and goes on along the
// rim.
static void keeps_to_inner_corners(void **unused)
{
    (void)unused;
    for (int k = 0; k < 36; k++) {
        double angle = 0.1745329251994 * k;
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        add_surface(s, -3, 3, -1, 1, 0, 0);
        add_surface(s, -1, 1, 1, 3, 0, 0);
        add_surface(s, -1, 1, -3, -1, 0, 0);
        nav_at(s, 0.3, 0, 0.2);
        stage_move(s, cos(angle), sin(angle));
        for (int i = 0; i < 120; i++) {
            stage_tick(s, 1 / 60.0f);
            double x = fabs(stage_feet(s).x), z = fabs(stage_feet(s).z), in = 2e-6;
            if (!((x <= 1 + in && z <= 3 + in) || (x <= 3 + in && z <= 1 + in)))
                fail_msg("at %d degrees: %.9g, %.9g", 10 * k, x, z);
            check_below("iterations", s->report.iterations, 8);
        }
        assert_true(is_nav(s));
        brute_point feet = stage_feet(s);
        stage_tick(s, 1 / 60.0f);
        check_near("rests", stage_feet(s).x, feet.x, 1e-6); // in a corner, or at the middle of a rim
        check_near("rests", stage_feet(s).z, feet.z, 1e-6);
        stage_close(s);
    }
}

static void stops_at_walls(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, 3, 0, -10, 4, 3, 10);
        add_square(s, 20, 0);
        nav_at(s, 0, 0, 0);
        double radius = (double)s->state.radius;
        stage_move(s, 1, 0);
        stage_run(s, 2, rates[r]);
        check_near("x", stage_feet(s).x, 3 - radius, 1e-5);
        check_near("speed", stage_speed(s), 0, 1e-6);
        assert_int_equal(stage_count(s, LOPE_EVENT_HIT), 1);
        stage_move(s, 0.6, 0.8);
        stage_run(s, 1, rates[r]);
        check_near("x", stage_feet(s).x, 3 - radius, 1e-5);
        double along = stage_feet(s).z, speed = stage_velocity(s).z;
        stage_tune(s, "sweep_while_nav_walking", 0);
        stage_move(s, 1, 0);
        stage_run(s, 2, rates[r]);
        assert_true(stage_feet(s).x > 5 && is_nav(s)); // through
        stage_place(s, 3 - radius, 0, 0, LOPE_MODE_WALKING);
        stage_move(s, 0.6, 0.8);
        stage_run(s, 1, rates[r]);
        check_near("along the wall as walking", along, stage_feet(s).z, 2e-3);
        check_near("speed", speed, stage_velocity(s).z, 1e-3);
        stage_close(s);
    }
}

static void loses_the_surface(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    lope_body surface = add_square(s, 20, 0);
    nav_at(s, 0, 0, 0);
    stage_move(s, 1, 0);
    stage_run(s, 1, 60);
    assert_true(is_nav(s));
    assert_int_equal(lope_level_remove(s->level, surface), LOPE_OK);
    double x = stage_feet(s).x;
    stage_tick(s, 1 / 60.0f);
    assert_true(stage_walking(s));
    check_near("the time left", stage_feet(s).x, x + 0.1, 1e-4);
    stage_close(s);
}

// In the middle of a wall, through which it was let: the tick after its surface is gone brings it out, or
// says that it is stuck.
static void is_freed_where_it_passed(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_box(s, 3, 0, -10, 6, 3, 10);
    lope_body surface = add_square(s, 20, 0);
    stage_tune(s, "sweep_while_nav_walking", 0);
    nav_at(s, 0, 0, 0);
    stage_move(s, 1, 0);
    while (stage_feet(s).x < 4.2) stage_tick(s, 1 / 60.0f);
    assert_true(is_nav(s));
    assert_int_equal(lope_level_remove(s->level, surface), LOPE_OK);
    stage_tick(s, 1 / 60.0f);
    assert_false(is_nav(s));
    stage_tick(s, 1 / 60.0f);
    double radius = (double)s->state.radius, x = stage_feet(s).x;
    bool out = x <= 3 - radius + 1e-5 || x >= 6 + radius - 1e-5 || stage_feet(s).y >= 3 - 1e-5;
    assert_true(out || s->state.stuck_ticks > 0);
    stage_close(s);
}

// Between a plate 30 cm over the surface and a beam 1.7 m over that there is no room for one of 1.92 m. The
// surface lets it through, since it fits over the plate where it could step up; without the surface it
// crouches there, or is told stuck.
static void leaves_the_surface_below_something_low(void **unused)
{
    (void)unused;
    for (int crouches = 0; crouches < 2; crouches++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, 3, 0, -10, 9, 0.3, 10);
        stage_box(s, 3, 2, -10, 9, 3, 10);
        lope_body surface = add_square(s, 20, 0);
        stage_tune(s, "can_crouch", crouches);
        nav_at(s, 0, 0, 0);
        stage_move(s, 1, 0);
        while (stage_feet(s).x < 6) stage_tick(s, 1 / 60.0f);
        assert_true(is_nav(s) && s->state.stuck_ticks == 0);
        check_near("height", stage_feet(s).y, 0, 1e-6);
        assert_int_equal(lope_level_remove(s->level, surface), LOPE_OK);
        stage_tick(s, 1 / 60.0f);
        assert_false(is_nav(s));
        double into = crouches ? 0 : (double)s->state.radius; // of the beam: not with its core
        assert_true(stage_feet(s).y + (double)s->state.height < 2 + into + 1e-5);
        assert_int_equal(s->state.stuck_ticks, crouches ? 0 : 1);
        assert_int_equal(stage_count(s, LOPE_EVENT_STUCK), crouches ? 0 : 1);
        assert_int_equal(stage_count(s, LOPE_EVENT_CROUCH), crouches ? 1 : 0);
        if (crouches) {
            check_near("on the plate", stage_feet(s).y, 0.3, 1e-4);
            stage_run(s, 2, 60); // goes on, and stands up behind the plate
            assert_true(stage_feet(s).x > 9.5 && s->state.height >= s->state.standing_height);
        }
        stage_close(s);
    }
}

// It goes over a surface 20 cm below the top of a plate, with its feet in that. Jumping off it is out of it
// first.
static void jumps_out_of_what_it_walks_through(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_box(s, 3, 0, -10, 9, 0.2, 10);
    add_square(s, 20, 0);
    nav_at(s, 0, 0, 0);
    stage_move(s, 1, 0);
    while (stage_feet(s).x < 5) stage_tick(s, 1 / 60.0f);
    assert_true(is_nav(s));
    check_near("height", stage_feet(s).y, 0, 5e-3); // it comes down from the rim, which it followed
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_tick(s, 1 / 60.0f);
    assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    assert_int_equal(s->state.stuck_ticks, 0);
    assert_true(stage_feet(s).y > 0.2 && stage_feet(s).y < 0.2 + 4.2 / 60 + 1e-3);
    check_below("depth", stage_depth(s), 2e-5);
    stage_close(s);
}

// A surface in the air holds it by itself; removed, it falls.
static void stands_on_the_surface_alone(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    lope_body surface = add_surface(s, -20, 20, -5, 5, 0, 10);
    nav_at(s, 0, 5, 0);
    stage_move(s, 1, 0);
    stage_run(s, 1, 60);
    assert_true(is_nav(s) && s->state.floor.walkable && s->state.floor.body == LOPE_BODY_NONE);
    check_near("height", stage_feet(s).y, 5 + 0.25 * stage_feet(s).x, 1e-6);
    assert_int_equal(lope_level_remove(s->level, surface), LOPE_OK);
    stage_tick(s, 1 / 60.0f);
    assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    assert_int_equal(stage_count(s, LOPE_EVENT_WALK_OFF), 1);
    stage_close(s);
}

static void jumps_crouches_and_is_launched(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    add_square(s, 20, 0);
    stage_tune(s, "default_land_mode", LOPE_MODE_NAV_WALKING);
    nav_at(s, 0, 0, 0);
    stage_run(s, 0.2, 60);
    s->input.held = LOPE_BUTTON_CROUCH;
    stage_run(s, 0.2, 60);
    assert_true(is_nav(s) && s->state.height < 1.5f);
    stage_move(s, 1, 0);
    stage_run(s, 1, 60);
    check_near("crouched", stage_speed(s), (double)s->tuning.max_walk_speed_crouched, 1e-4);
    s->input.held = 0;
    stage_move(s, 0, 0);
    stage_run(s, 1, 60);
    check_near("stands again", (double)s->state.height, (double)s->state.standing_height, 1e-6);
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_run(s, 2, 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_LAND), 1);
    assert_true(is_nav(s));
    s->requests.asked = LOPE_REQUEST_LAUNCH;
    s->requests.launch_velocity = lope_vec3_make(0, 5, 0);
    stage_tick(s, 1 / 60.0f);
    assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    stage_run(s, 2, 60);
    assert_true(is_nav(s));
    stage_close(s);
}

// Turned and far away it is the same.
static void any_frame(void **unused)
{
    (void)unused;
    lope_quat turn = {0.1825742f, 0.3651484f, 0.5477226f, 0.7302967f};
    stage *s = stage_open_at(STAGE_BOXES, turn, lope_point_make(1000, -2000, 3000));
    stage_floor(s);
    add_square(s, 5, 0);
    nav_at(s, -4, 0, 4);
    stage_move(s, 0.6, 0.8);
    stage_run(s, 4, 60);
    assert_true(is_nav(s));
    check_near("x", stage_feet(s).x, 5, 1e-3);
    check_near("z", stage_feet(s).z, 5, 1e-3);
    check_near("y", stage_feet(s).y, 0, 1e-3);
    stage_close(s);
}

static void by_unreals_rule(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    add_square(s, 20, 0);
    stage_tune(s, "integrator", LOPE_INTEGRATOR_UNREAL);
    nav_at(s, 0, 0, 0);
    stage_set_velocity(s, 6, 0, 0);
    stage_run(s, 1, 60);
    check_near("stopped", stage_feet(s).x, 0.156, 5e-4); // unreal.md section 5, at 60 Hz
    stage_close(s);
}

static lope_nav_point point_at(const stage *s, double x, double y, double z, float reach, bool *found)
{
    lope_nav_point at = {.polygon = 99};
    *found = s->surroundings.nav_point(s->surroundings.context, lope_point_make(x, y, z), lope_vec3_make(0, 1, 0), reach, &at);
    return at;
}

static void answers(void **unused)
{
    (void)unused;
    bool found;
    stage *s = stage_open(STAGE_BOXES);
    point_at(s, 0, 0, 0, 1, &found);
    assert_false(found);
    add_surface(s, 0, 4, 0, 4, 0, 2);
    add_surface(s, 0, 4, 0, 4, 10, 10);
    lope_nav_point at = point_at(s, 1, 0.9f, 1, 1, &found);
    assert_true(found && !at.on_rim);
    check_near("height", at.point.y, 0.5, 1e-9);
    check_near("normal", (double)at.normal.y, 2 / sqrt(5), 1e-6);
    point_at(s, 1, 1.6, 1, 1, &found);
    assert_false(found); // too high over it
    at = point_at(s, 2, 1, 4.5, 1, &found);
    assert_true(found && at.on_rim);
    check_near("rim", at.point.z, 4, 1e-9);
    check_near("out", (double)at.rim_normal.z, 1, 1e-6);
    at = point_at(s, -0.3, 0, 4.4, 1, &found);           // off a corner
    check_near("out", (double)at.rim_normal.x, 0, 1e-6); // over the edge that it is farther beyond
    check_near("out", (double)at.rim_normal.z, 1, 1e-6);
    point_at(s, 2, 1, 5.5, 1, &found);
    assert_false(found);
    point_at(s, 2, 1, NAN, 1, &found);
    assert_false(found);
    lope_level_hit hit;
    lope_filter all = {.channels = ~0u, .ignore = LOPE_BODY_NONE};
    assert_false(lope_level_ray(s->level, lope_point_make(1, 20, 1), lope_point_make(0, -40, 0), all, &hit)); // nothing meets it
    assert_int_equal(lope_level_channels(s->level), 0);
    lope_error error = {0};
    float points[9] = {0, 0, 0, 0, 0, 1, 1, 0, 0};
    lope_mesh_def def = {.points = points, .point_count = 3, .nav = true, .error = &error};
    def.body.moving = true;
    assert_false(lope_level_valid(s->level, lope_level_add_mesh(s->level, &def)));
    assert_int_equal(error.code, LOPE_ERROR_STATE);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),
        cmocka_unit_test(goes_as_walking),
        cmocka_unit_test(follows_the_floor),
        cmocka_unit_test(follows_by_the_exponential),
        cmocka_unit_test(has_its_own_height),
        cmocka_unit_test(is_cheap),
        cmocka_unit_test(slides_along_the_rim),
        cmocka_unit_test(keeps_to_inner_corners),
        cmocka_unit_test(stops_at_walls),
        cmocka_unit_test(loses_the_surface),
        cmocka_unit_test(is_freed_where_it_passed),
        cmocka_unit_test(leaves_the_surface_below_something_low),
        cmocka_unit_test(jumps_out_of_what_it_walks_through),
        cmocka_unit_test(stands_on_the_surface_alone),
        cmocka_unit_test(jumps_crouches_and_is_launched),
        cmocka_unit_test(any_frame),
        cmocka_unit_test(by_unreals_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
