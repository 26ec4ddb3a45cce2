// test_memory.c - what an animation remembers: stride phase, turn in place, lean; as bytes and over a rollback.
#include "scene.h"

#include "../behaviour/check.h"

#define RATES 6
static const double rates[RATES] = {20, 30, 60, 120, 144, 360};
#define TURN 6.283185307179586

static void keep_most(double *most, double value)
{
    if (!(value <= *most)) *most = value;
}

static void open_on_floor(scene *s, int frame, double rate)
{
    lope_quat turn;
    lope_point origin;
    scene_frame(frame, &turn, &origin);
    scene_open(s, turn, origin, rate);
    scene_box(s, 0, -0.5, 0, 200, 1, 200, 0);
    scene_place(s, 0, 0, 0, 0, 0, 0);
    scene_tick(s);
}

// Returns how far two phases are apart, round the circle.
static double apart(double a, double b)
{
    const double off = fabs(a - b - floor(a - b));
    return off < 0.5 ? off : 1 - off;
}

// Where a stick is after some seconds: starts, turns, slows down, stops, goes on. At borders of 20 Hz ticks.
static lope_vec3 stick(double time)
{
    if (time < 0.5) return lope_vec3_make(1, 0, 0);
    if (time < 1.0) return lope_vec3_make(0.3f, 0, 0.8f);
    if (time < 1.5) return lope_vec3_make(-0.2f, 0, 0.2f);
    if (time < 2.2) return lope_vec3_make(0, 0, 0);
    return lope_vec3_make(-1, 0, 0.4f);
}

// The same, from 0.1 s on.
static lope_vec3 stick_later(double time) { return time < 0.0999 ? lope_vec3_make(0, 0, 0) : stick(time - 0.0999); }

// ---- stride -----------------------------------------------------------------------------------------------

static void phase_is_the_way_over_the_stride(void **unused)
{
    (void)unused;
    double worst = 0;
    for (int frame = 0; frame < SCENE_FRAMES; frame++)
        for (int r = 0; r < RATES; r++) {
            scene s;
            lope_animation_report report;
            open_on_floor(&s, frame, rates[r]);
            s.settings.walk_stride = s.settings.run_stride = 1.7f;
            s.settings.parts = LOPE_ANIMATION_FEET;
            for (int i = 0; i < (int)(4 * rates[r]); i++) {
                s.input.move = stick(s.time);
                scene_tick(&s);
                scene_ask(&s, &report);
                keep_most(&worst, apart((double)report.phase, s.state.distance_walked / (double)1.7f));
                assert_true(report.phase >= 0 && report.phase < 1);
            }
            assert_true(s.state.distance_walked > 8);
            scene_close(&s);
        }
    printf("phase against the way over an even stride: off by at most %.3g\n", worst);
    check_below("phase", worst, 1e-6); // a float's
}

// With strides that go with the speed the phase is the integral of the way over the stride: that of 3600 Hz.
static void phase_is_the_same_at_every_rate(void **unused)
{
    (void)unused;
    double worst = 0, strides = 0;
    scene fine;
    open_on_floor(&fine, 0, 3600);
    for (int i = 0; i < 4 * 3600 - 1; i++) {
        fine.input.move = stick_later(fine.time);
        scene_tick(&fine);
    }
    strides = fine.memory.strides;
    scene_close(&fine);
    for (int r = 0; r < RATES; r++) {
        scene s;
        if (fmod(rates[r], 10) > 0) continue; // the stick moves at borders of ticks
        open_on_floor(&s, 0, rates[r]);
        for (int i = 0; i < (int)(4 * rates[r]) - 1; i++) {
            s.input.move = stick_later(s.time);
            scene_tick(&s);
        }
        keep_most(&worst, fabs(s.memory.strides - strides));
        printf("  %3g Hz: %.6f strides, %.2g off\n", rates[r], s.memory.strides, s.memory.strides - strides);
        scene_close(&s);
    }
    printf("strides by speed, against 3600 Hz: off by at most %.3g of %.3f\n", worst, strides);
    check_below("strides", worst, 1e-3); // of a tick the ends and the way are known: where it stops within is not
}

// With strides of two footsteps the left foot's event is at phase 0, the right one's at 0.5.
static void phase_goes_with_footsteps(void **unused)
{
    (void)unused;
    int steps = 0;
    for (int r = 0; r < RATES; r++) {
        scene s;
        open_on_floor(&s, 0, rates[r]);
        scene_tune(&s, "footstep_distance", 0.75);
        s.settings.walk_stride = s.settings.run_stride = 1.5f;
        s.input.move = lope_vec3_make(0.7f, 0, 0);
        for (int i = 0; i < (int)(3 * rates[r]); i++) {
            const double before = s.memory.strides;
            scene_tick(&s);
            for (uint32_t e = 0; e < s.report.event_count; e++) {
                const lope_event *event = &s.report.events[e];
                if (event->kind != LOPE_EVENT_FOOTSTEP) continue;
                const double share = (double)event->time / (double)s.seconds;
                const double phase = before + share * (s.memory.strides - before);
                check_near("phase", apart(phase, event->to ? 0.5 : 0), 0, 1e-5);
                steps++;
            }
        }
        scene_close(&s);
    }
    assert_true(steps > 60);
}

static void strides_are_shorter_while_crouched_and_none_in_the_air(void **unused)
{
    (void)unused;
    scene s;
    lope_animation_report report;
    open_on_floor(&s, 0, 60);
    s.settings.parts = LOPE_ANIMATION_FEET;
    s.input.move = lope_vec3_make(1, 0, 0);
    for (int i = 0; i < 60; i++) scene_tick(&s);
    scene_ask(&s, &report);
    check_near("stride at a run", (double)report.stride, 3, 1e-5);
    check_near("cadence", (double)report.cadence, 2, 1e-4);
    s.input.held = LOPE_BUTTON_CROUCH;
    for (int i = 0; i < 60; i++) scene_tick(&s);
    scene_ask(&s, &report); // 3 m/s: a third of the way from walk to run
    check_near("stride, crouched", (double)report.stride, 0.75 * 2.0, 1e-4);
    s.input.held = 0;
    scene_tick(&s);
    s.input.held = s.input.pressed = LOPE_BUTTON_JUMP;
    scene_tick(&s);
    const double strides = s.memory.strides;
    for (int i = 0; i < 20; i++) scene_tick(&s);
    scene_ask(&s, &report);
    assert_true(report.airborne && report.cadence <= 0 && report.speed > 1);
    check_near("strides in the air", s.memory.strides, strides, 0);
    scene_close(&s);
}

// ---- turn in place ------------------------------------------------------------------------------------------

// What the report's turn and what the animation has turned add up to is what the control has turned.
static void turn_adds_up_to_the_controls(void **unused)
{
    (void)unused;
    double worst = 0;
    for (int frame = 0; frame < SCENE_FRAMES; frame++)
        for (int r = 0; r < RATES; r++)
            for (int animated = 0; animated < 2; animated++) {
                scene s;
                lope_animation_report report;
                double control = 0, made = 0;
                open_on_floor(&s, frame, rates[r]);
                s.settings.turn_most = 100;
                s.settings.parts = LOPE_ANIMATION_FEET;
                for (int i = 0; i < (int)(5 * rates[r]); i++) {
                    const double by = 4 * sin(1.1 * s.time) / rates[r] + 1 / rates[r]; // more than a whole turn to the left
                    control += by;
                    s.input.look_yaw = (float)fmod(control, TURN);
                    scene_tick(&s);
                    scene_ask(&s, &report);
                    // an animation of a turn: a tenth of what is left in each tick
                    const float part = animated ? 0.1f * report.turn : 0;
                    assert_int_equal(lope_animation_turned(&s.memory, part), LOPE_OK);
                    made += (double)part;
                    keep_most(&worst, fabs((double)report.turn + made - (double)part - control));
                }
                assert_true(control > 5);
                scene_close(&s);
            }
    printf("turn in place: sums to the control's within %.3g rad\n", worst);
    check_below("turn", worst, 1e-4); // 1800 floats, each round by up to 2.4e-7
}

static void mesh_is_held_and_comes_up(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        scene s;
        open_on_floor(&s, 0, rates[r]);
        for (int i = 0; i < (int)rates[r]; i++) {
            s.input.look_yaw = (float)(3.0 * (s.time + 1 / rates[r]));
            scene_tick(&s);
        }
        check_near("held at most", (double)s.memory.root_yaw, -TURN / 3, 1e-6);
        // it walks: 63 % of the angle in each 0.1 s
        s.memory.root_yaw = -1;
        s.settings.moving_speed = 0.01f; // which it has at the first tick's end
        s.input.move = lope_vec3_make(1, 0, 0);
        const int ticks = (int)(0.2 * rates[r] + 0.5);
        for (int i = 0; i < ticks; i++) scene_tick(&s);
        check_near("comes up", (double)s.memory.root_yaw, -exp(-10 * ticks / rates[r]), 1e-5);
        scene_close(&s);
    }
}

static lope_transform turntable(double t)
{
    return (lope_transform){.position = {0, -0.5, 0}, .rotation = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)(1.5 * t))};
}

// On a turntable the capsule turns with its base: no turn in place, no lean, and no acceleration.
static void a_base_turns_the_mesh_too(void **unused)
{
    (void)unused;
    double turn = 0, acceleration = 0;
    for (int frame = 0; frame < SCENE_FRAMES; frame++)
        for (int r = 0; r < RATES; r++) {
            scene s;
            lope_quat q;
            lope_point origin;
            scene_frame(frame, &q, &origin);
            scene_open(&s, q, origin, rates[r]);
            scene_moving_box(&s, turntable, 40, 1, 40);
            scene_place(&s, 3, 0, 0, 0, 0, 0);
            for (int i = 0; i < (int)rates[r]; i++) scene_tick(&s);
            s.memory.root_yaw = 0;
            for (int i = 0; i < (int)(3 * rates[r]); i++) scene_tick(&s);
            keep_most(&turn, fabs((double)s.memory.root_yaw));
            keep_most(&acceleration, (double)lope_vec3_length(s.memory.acceleration));
            scene_close(&s);
        }
    printf("on a turntable: mesh turned by at most %.3g rad after three quarters of a turn, acceleration %.3g m/s2\n", turn,
           acceleration);
    check_below("turn", turn, 2e-4); // 1080 ticks of floats, each round by up to 1.2e-7
    check_below("acceleration", acceleration, 1e-4);
}

// ---- lean -----------------------------------------------------------------------------------------------------

// Runs in circles: the lean is the angle at which v w and gravity balance.
static void lean_balances_gravity(void **unused)
{
    (void)unused;
    double worst = 0, follows = 0;
    for (int frame = 0; frame < SCENE_FRAMES; frame++)
        for (int r = 0; r < RATES; r++)
            for (int side = -1; side <= 1; side += 2) {
                scene s;
                const double spin = 0.6 * side;
                open_on_floor(&s, frame, rates[r]);
                scene_tune(&s, "orient_rotation_to_movement", 1);
                scene_tune(&s, "rotation_rate", -1);
                for (int i = 0; i < (int)(6 * rates[r]); i++) {
                    const double angle = spin * (s.time + 0.5 / rates[r]);
                    s.input.move = lope_vec3_make((float)cos(angle), 0, (float)sin(angle)); // positive: to the right
                    scene_tick(&s);
                }
                // a tick knows the chord of the turn only
                const double speed = (double)lope_vec3_length(s.state.velocity), half = 0.5 * spin / rates[r];
                const double wanted = atan(speed * spin * (sin(half) / half) / 9.8);
                keep_most(&worst, fabs(hypot((double)s.memory.acceleration.x, (double)s.memory.acceleration.z) -
                                       fabs(speed * spin * sin(half) / half)));
                keep_most(&follows, fabs((double)s.memory.lean_right - wanted));
                assert_true(s.memory.lean_right * (float)side > 0);
                scene_close(&s);
            }
    printf("in circles: acceleration off by at most %.3g m/s2, lean by %.3g rad\n", worst, follows);
    // Velocities are floats: 6 m/s is round by 2.4e-7, times 360 Hz; a stick that turns by ticks is not quite even.
    check_below("acceleration", worst, 2e-2);
    // the facing is toward the stick, which is ahead of the velocity by v w over friction
    check_below("lean", follows, 2e-2);
}

static void lean_follows_in_its_time(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        lope_animation_state memory = {.begun = 1, .up = {0, 1, 0}, .facing = {0, 0, -1}};
        lope_animation_settings settings = {.lean_time = 0.25f};
        const lope_tuning tuning = lope_tuning_default();
        lope_moveset moveset;
        lope_state state;
        const float dt = (float)(1 / rates[r]);
        assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
        assert_int_equal(lope_state_init(&state, &(lope_state_def){0}), LOPE_OK);
        const int ticks = (int)(0.5 * rates[r]);
        for (int i = 1; i <= ticks; i++) { // 2 m/s2 to the right, 1 m/s2 ahead
            state.ticks++;
            state.velocity = lope_vec3_make(2 * (float)i * dt, 0, -1 * (float)i * dt);
            assert_int_equal(lope_animation_advance(&memory, &settings, &moveset, &state, dt, NULL), LOPE_OK);
        }
        const double share = 1 - exp(-ticks / rates[r] / 0.25);
        check_near("to the right", (double)memory.lean_right, atan(2 / 9.8) * share, 1e-4); // differences of floats
        check_near("ahead", (double)memory.lean_forward, atan(1 / 9.8) * share, 1e-4);
        settings.lean_time = -1;
        settings.lean_most = 0.1f;
        state.ticks++;
        state.velocity = lope_vec3_make(100, 0, 0);
        assert_int_equal(lope_animation_advance(&memory, &settings, &moveset, &state, dt, NULL), LOPE_OK);
        check_near("at most", (double)memory.lean_right, 0.1, 1e-7);
    }
}

// ---- plain data -------------------------------------------------------------------------------------------

static void bytes_give_the_memory_back(void **unused)
{
    (void)unused;
    scene s;
    uint8_t bytes[LOPE_ANIMATION_STATE_BYTES], again[LOPE_ANIMATION_STATE_BYTES];
    lope_animation_state read = {0};
    open_on_floor(&s, 1, 60);
    for (int i = 0; i < 100; i++) {
        s.input.move = stick(s.time);
        s.input.look_yaw = (float)s.time;
        scene_tick(&s);
    }
    lope_animation_state_write(&s.memory, bytes);
    assert_int_equal(lope_animation_state_read(&read, bytes), LOPE_OK);
    assert_memory_equal(&read, &s.memory, sizeof read);
    lope_animation_state_write(&read, again);
    assert_memory_equal(bytes, again, sizeof bytes);
    // each changed byte is found out, and leaves the memory as it was
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] ^= 0x10;
        assert_int_equal(lope_animation_state_read(&read, bytes), LOPE_ERROR_FORMAT);
        assert_memory_equal(&read, &s.memory, sizeof read);
        bytes[i] ^= 0x10;
    }
    assert_int_equal(lope_animation_state_read(NULL, bytes), LOPE_ERROR_NULL);
    scene_close(&s);
}

// A tick that is run again from a copy gives the same memory to the bit; one that has not ticked changes nothing.
static void memory_rolls_back(void **unused)
{
    (void)unused;
    scene s;
    open_on_floor(&s, 2, 60);
    s.input.move = lope_vec3_make(1, 0, 0.3f);
    for (int i = 0; i < 30; i++) scene_tick(&s);
    const lope_state state = s.state;
    const lope_animation_state memory = s.memory;
    const uint64_t tick = s.tick;
    for (int i = 0; i < 20; i++) scene_tick(&s);
    const lope_animation_state first = s.memory;
    s.state = state;
    s.memory = memory;
    s.tick = tick;
    for (int i = 0; i < 20; i++) scene_tick(&s);
    assert_memory_equal(&first, &s.memory, sizeof first);
    assert_int_equal(lope_animation_advance(&s.memory, &s.settings, &s.moveset, &s.state, 1.0f / 60, NULL), LOPE_OK);
    assert_memory_equal(&first, &s.memory, sizeof first);
    scene_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phase_is_the_way_over_the_stride),
        cmocka_unit_test(phase_is_the_same_at_every_rate),
        cmocka_unit_test(phase_goes_with_footsteps),
        cmocka_unit_test(strides_are_shorter_while_crouched_and_none_in_the_air),
        cmocka_unit_test(turn_adds_up_to_the_controls),
        cmocka_unit_test(mesh_is_held_and_comes_up),
        cmocka_unit_test(a_base_turns_the_mesh_too),
        cmocka_unit_test(lean_balances_gravity),
        cmocka_unit_test(lean_follows_in_its_time),
        cmocka_unit_test(bytes_give_the_memory_back),
        cmocka_unit_test(memory_rolls_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
