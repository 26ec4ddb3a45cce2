// test_root_motion.c - root motion: an animation moves and turns a character, exactly at every tick rate, and
// what is left afterwards.
#include "check.h"
#include "stage.h"

#define RATES 5
static const double rates[RATES] = {20, 60, 360, 37.3, 143.7}; // Hz; the last two divide nothing

static void an_animation_moves_it(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    stage_move(s, 1, 0);                            // the stick does not count meanwhile
    s->state.yaw = s->input.look_yaw = LOPE_PI / 2; // looks along -x: ahead is -x, right is -z
    s->requests.asked = LOPE_REQUEST_LAYER;         // nor does a layer
    s->requests.layer =
        (lope_layer){.id = 7, .kind = LOPE_LAYER_VELOCITY, .duration = 0.25f, .velocity = {10, 0, 0}, .finish = LOPE_FINISH_SET};
    double x = stage_feet(s).x, z = stage_feet(s).z;
    for (int i = 0; i < 30; i++) {
        s->requests.has_root_motion = true;
        s->requests.root_motion = (lope_root_motion){.translation = {0.01f, 0.5f, -0.05f}};
        stage_tick(s, 1.0f / 60);
        check_near("velocity", (double)s->state.velocity.x, -3, 1e-4);
    }
    check_near("ahead", stage_feet(s).x - x, -1.5, 1e-4);
    check_near("right", stage_feet(s).z - z, -0.3, 1e-4);
    check_near("the vertical is dropped", stage_feet(s).y, 0, 1e-4);
    assert_true(stage_walking(s));
    s->requests.has_root_motion = false;
    stage_move(s, 0, 0);
    stage_tick(s, 1.0f / 60);
    assert_true(s->state.velocity.x < -1 && s->state.velocity.x > -3); // from there on the mode's law: it brakes
    stage_close(s);
}

static void in_the_air_gravity_acts_on(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    stage_place(s, 0, 10, 0, LOPE_MODE_FALLING);
    s->requests.has_root_motion = true;
    s->requests.root_motion.translation = lope_vec3_make(0.05f, 1, 0);
    stage_run(s, 1, 60);
    check_near("aside", stage_feet(s).x, 3, 1e-3);
    check_near("fall", stage_feet(s).y, 10 - 4.9, 1e-3);
    s->requests.root_motion.flags = LOPE_LAYER_ADDITIVE;
    double vx = (double)s->state.velocity.x, x = stage_feet(s).x;
    stage_run(s, 0.25, 60);
    check_near("on top", stage_feet(s).x - x, 2 * 3 * 0.25, 1e-3);
    s->requests.has_root_motion = false;
    stage_tick(s, 1.0f / 60);
    check_near("not kept", (double)s->state.velocity.x, vx, 1e-4);
    stage_close(s);
}

static void an_animation_turns_it(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    stage_tune(s, "use_controller_rotation_yaw", 0);
    s->requests.has_root_motion = true;
    s->requests.root_motion = (lope_root_motion){.translation = {0, 0, -0.1f}, .yaw = LOPE_PI / 60};
    for (int i = 0; i < 30; i++) stage_tick(s, 1.0f / 60); // a quarter of a circle in chords of 0.1 m, each turned by 3 degrees
    check_near("yaw", (double)s->state.yaw, (double)LOPE_PI / 2, 1e-5);
    double x = 0, z = 0;
    for (int i = 0; i < 30; i++) {
        x -= 0.1 * sin(3.14159265358979 / 60 * i);
        z -= 0.1 * cos(3.14159265358979 / 60 * i);
    }
    check_near("x", stage_feet(s).x, x, 1e-4);
    check_near("z", stage_feet(s).z, z, 1e-4);
    stage_close(s);
}

// An arc of 5 m/s, half a turn a second: what it goes on with is the velocity at the arc's end, whatever the
// tick.
static void it_goes_on_along_the_end_of_its_turn(void **unused)
{
    (void)unused;
    const double turn = 3.14159265358979, arc = 5 / turn;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_on_floor();
            stage_tune(s, "ground_friction", 0);
            stage_tune(s, "braking_deceleration_walking", 0);
            if (k == 1) stage_place(s, 0, 50, 0, LOPE_MODE_FALLING);
            if (k == 2) stage_place(s, 0, 50, 0, LOPE_MODE_FLYING);
            double from = s->time, x = stage_feet(s).x, z = stage_feet(s).z;
            while (s->time - from < 0.6 - 1e-6) {
                double left = from + 0.6 - s->time, dt = left < 1 / rates[i] ? left : 1 / rates[i], half = 0.5 * turn * dt;
                double chord = 2 * arc * sin(half);
                s->requests.has_root_motion = true;
                s->requests.root_motion = (lope_root_motion){
                    .translation = {(float)(-chord * sin(half)), 0, (float)(-chord * cos(half))}, .yaw = (float)(turn * dt)};
                stage_tick(s, (float)dt);
            }
            double yaw = turn * (s->time - from); // the last tick may end a microsecond before
            check_near("x", stage_feet(s).x - x, -arc * (1 - cos(yaw)), 1e-5);
            check_near("z", stage_feet(s).z - z, -arc * sin(yaw), 1e-5);
            check_near("to the left", (double)s->state.velocity.x, -5 * sin(yaw), 3e-5); // a float of yaw gathers 1e-7 a tick
            check_near("ahead", (double)s->state.velocity.z, -5 * cos(yaw), 3e-5);
            check_near("faces", (double)s->state.yaw, yaw, 1e-5);
            stage_close(s);
        }
}

// One that turns on the spot in a tick by more than half a turn has no arc that its way could be the chord
// of.
static void a_whole_turn_in_a_tick_throws_nobody(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    for (int i = 0; i < 10; i++) {
        s->requests.has_root_motion = true;
        s->requests.root_motion = (lope_root_motion){.translation = {0.05f, 0, 0}, .yaw = 2 * LOPE_PI - 0.01f};
        stage_tick(s, 0.05f);
        check_below("speed", stage_speed(s), 0.5 * 3.1416 + 1e-4);
    }
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_animation_moves_it),
        cmocka_unit_test(in_the_air_gravity_acts_on),
        cmocka_unit_test(an_animation_turns_it),
        cmocka_unit_test(it_goes_on_along_the_end_of_its_turn),
        cmocka_unit_test(a_whole_turn_in_a_tick_throws_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
