// test_gravity.c - up follows gravity: flips on the ground and in the air, tilts, no gravity, an up of one's
// own.
//
// Gravity is the state's here, changed between ticks as lope_world_set_gravity does it. Planets:
// tests/exact/test_planet.c.
#include "check.h"
#include "stage.h"

static const float rates[] = {20, 60, 360};

static stage *open_hall(void) // 10 m high and 20 m wide
{
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, -11, -1, -11, 11, 0, 11);
    stage_box(s, -11, 10, -11, 11, 11, 11);
    stage_box(s, 10, 0, -11, 11, 10, 11);
    stage_box(s, -11, 0, -11, -10, 10, 11);
    stage_place(s, 0, 0, 0, 0);
    stage_run(s, 0.2, 60);
    assert_true(stage_walking(s));
    return s;
}

static void check_up(const stage *s, double x, double y, double z)
{
    check_near("up.x", (double)s->state.up.x, x, 1e-6);
    check_near("up.y", (double)s->state.up.y, y, 1e-6);
    check_near("up.z", (double)s->state.up.z, z, 1e-6);
    check_near("forward is level", (double)lope_vec3_dot(s->state.up, s->state.forward), 0, 1e-6);
    check_near("forward is unit", (double)lope_vec3_length(s->state.forward), 1, 1e-6);
}

// From the floor to the ceiling: it falls 10 m less its height, feet first, and looks where it looked.
static void flips(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = open_hall();
        s->state.gravity = lope_vec3_make(0, 9.8f, 0);
        stage_tick(s, 1 / rates[r]);
        check_up(s, 0, -1, 0);
        check_near("it looks as before", (double)s->state.forward.z, -1, 1e-6);
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        stage_run(s, 3, rates[r]);
        assert_true(stage_walking(s));
        check_near("on the ceiling", stage_feet(s).y, 10, 1e-4);
        check_near("landed after", stage_last(s, LOPE_EVENT_LAND)->time - stage_first(s, LOPE_EVENT_MODE)->time,
                   sqrt(2 * (10 - 1.76) / 9.8), 2e-3);
        s->input.move = lope_vec3_make(0, 0, 1);
        stage_run(s, 1, rates[r]);
        check_near("walks there", stage_feet(s).z, 6 - 6 * 6 / 20.48 / 2, 2e-3);
        stage_close(s);
    }
}

// Gravity toward the wall: it falls onto it, with the velocity that it had in the world.
static void to_the_wall(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = open_hall();
        s->input.move = lope_vec3_make(0, 0, 1);
        stage_run(s, 0.5, rates[r]);
        s->input.move = lope_vec3_make(0, 0, 0);
        s->state.gravity = lope_vec3_make(9.8f, 0, 0);
        stage_tick(s, 1 / rates[r]);
        check_up(s, -1, 0, 0);
        check_near("velocity stays", stage_velocity(s).z, 6, 1e-5);
        for (int i = 0; i < 3 * (int)rates[r]; i++) {
            stage_tick(s, 1 / rates[r]);
            check_below("depth", stage_depth(s), 1e-4);
        }
        assert_true(stage_walking(s));
        check_near("on the wall", stage_feet(s).x, 10, 1e-4);
        stage_close(s);
    }
}

// A small tilt on the ground: it stays there, and keeps its speed.
static void tilts(void **unused)
{
    (void)unused;
    stage *s = open_hall();
    s->input.move = lope_vec3_make(0, 0, 1);
    stage_run(s, 0.5, 60);
    double angle = 0.2;
    s->state.gravity = lope_vec3_make((float)(9.8 * sin(angle)), (float)(-9.8 * cos(angle)), 0);
    for (int i = 0; i < 30; i++) {
        stage_tick(s, 1 / 60.0f);
        assert_true(stage_walking(s));
        check_near("speed", (double)lope_vec3_length(s->state.velocity), 6, 1e-4);
        check_below("depth", stage_depth(s), 1e-4);
    }
    check_up(s, -sin(angle), cos(angle), 0);
    assert_int_equal(stage_count(s, LOPE_EVENT_WALK_OFF), 0);
    stage_close(s);
}

// Beside a wall, in a shaft that is too narrow to lie in: it never ends inside, and keeps its up while it has
// no room.
static void without_room(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, -5, -1, -5, 5, 0, 5);
    stage_box(s, 0.5, 0, -5, 1.5, 9, 5);
    stage_box(s, -1.5, 0, -5, -0.5, 9, 5);
    stage_place(s, 0, 0, 0, 0);
    stage_run(s, 0.2, 60);
    s->state.gravity = lope_vec3_make(9.8f, 0, 0);
    for (int i = 0; i < 60; i++) {
        stage_tick(s, 1 / 60.0f);
        check_below("depth", stage_depth(s), 1e-4);
        check_up(s, 0, 1, 0);
    }
    stage_close(s);

    s = stage_open(STAGE_BOXES);
    stage_box(s, -50, -1, -5, 50, 0, 5);
    stage_box(s, 0.4, 0, -5, 1.4, 9, 5); // its head would be 0.48 m deep in it
    stage_place(s, 0, 0, 0, 0);
    stage_run(s, 0.2, 60);
    s->state.gravity = lope_vec3_make(9.8f, 0, 0);
    for (int i = 0; i < 60; i++) {
        stage_tick(s, 1 / 60.0f);
        check_below("depth", stage_depth(s), 1e-4);
    }
    check_up(s, -1, 0, 0);
    assert_true(stage_walking(s));
    stage_close(s);
}

// Gravity that turns at an even rate while it falls: it follows, and the fall is that of the law.
static void turns_in_flight(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_place(s, 0, 50, 0, LOPE_MODE_FALLING);
    double vx = 0, vy = 0;
    for (int i = 0; i < 120; i++) {
        double angle = i * 0.02;
        s->state.gravity = lope_vec3_make((float)(9.8 * sin(angle)), (float)(-9.8 * cos(angle)), 0);
        vx += 9.8 * sin(angle) / 60;
        vy -= 9.8 * cos(angle) / 60;
        stage_tick(s, 1 / 60.0f);
        check_up(s, -sin(angle), cos(angle), 0);
    }
    check_near("velocity x", stage_velocity(s).x, vx, 1e-4);
    check_near("velocity y", stage_velocity(s).y, vy, 1e-4);
    stage_close(s);
}

static void no_gravity(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_place(s, 0, 50, 0, LOPE_MODE_FALLING);
        stage_set_velocity(s, 1, 2, 3);
        s->state.gravity = lope_vec3_make(0, 0, 0);
        stage_run(s, 2, rates[r]);
        check_up(s, 0, 1, 0);
        check_near("x", stage_feet(s).x, 2, 1e-6);
        check_near("y", stage_feet(s).y, 54, 1e-6);
        check_near("z", stage_feet(s).z, 6, 1e-6);
        stage_close(s);
    }
}

// An up that is not against gravity is the character's own.
static void own_up(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    lope_state_def def = {.feet = {0, 5, 0}, .up = {0, 0, 1}, .gravity = {0, -9.8f, 0}, .mode = LOPE_MODE_FALLING};
    assert_int_equal(lope_state_init(&s->state, &def), LOPE_OK);
    stage_run(s, 0.5, 60);
    check_up(s, 0, 0, 1);
    check_near("it falls where gravity goes", stage_feet(s).y, 5 - 0.5 * 9.8 * 0.25, 1e-3);
    def.up = lope_vec3_make(0, 1, 0);
    assert_int_equal(lope_state_init(&s->state, &def), LOPE_OK);
    stage_tick(s, 1 / 60.0f);
    s->state.gravity = lope_vec3_make(9.8f, 0, 0);
    stage_tick(s, 1 / 60.0f);
    check_up(s, -1, 0, 0);
    stage_tune(s, "up_follows_gravity", 0);
    s->state.gravity = lope_vec3_make(0, -9.8f, 0);
    stage_tick(s, 1 / 60.0f);
    check_up(s, -1, 0, 0);
    stage_close(s);
}

// Born on a floor in a volume that pulls up it is pulled out of the floor at once. What it did for lack of
// room meanwhile, it has not done.
static void born_head_down(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    lope_volume up = {.gravity_mode = LOPE_GRAVITY_VECTOR, .gravity = {0, 9.8f, 0}};
    stage_volume(s, -4, 0, -10, 4, 8, 10, false, &up);
    stage_place(s, 0, 0, 4, 0);
    assert_int_equal(lope_state_init(&s->state, &(lope_state_def){.feet = {0, 0, 4}}), LOPE_OK); // its up is not given
    stage_tick(s, 1 / 60.0f);
    check_up(s, 0, -1, 0);
    check_near("height", (double)s->state.height, 1.76, 1e-6);
    assert_int_equal(stage_count(s, LOPE_EVENT_CROUCH) + stage_count(s, LOPE_EVENT_UNCROUCH), 0);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flips),        cmocka_unit_test(to_the_wall),     cmocka_unit_test(tilts),
        cmocka_unit_test(without_room), cmocka_unit_test(turns_in_flight), cmocka_unit_test(no_gravity),
        cmocka_unit_test(own_up),       cmocka_unit_test(born_head_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
