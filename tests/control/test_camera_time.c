// test_camera_time.c - what a camera smooths equals its closed form at 20 to 360 frames a second, in four
// directions of gravity, and its path does not depend on how a second is cut into frames.
#include "camera_stage.h"

#include <math.h>

static const int rates[] = {20, 30, 60, 75, 144, 240, 360};
static const lope_vec3 ups[] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0.6f, 0, 0.8f}};
#define RATES (sizeof rates / sizeof *rates)
#define UPS (sizeof ups / sizeof *ups)

// The feet go at 5 m/s from rest on: e(t) = -v / k (1 - e^(-k t)). 1e-5 m: rotations are floats, up is too.
static void lag_equals_closed_form(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < UPS; g++)
        for (size_t r = 0; r < RATES; r++) {
            camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
            s->rig.lag_max_distance = s->rig.thin_angle = s->rig.whisker_angle = 0;
            s->in.subject.up = ups[g];
            const lope_quat stand = lope_quat_to_up(ups[g]);
            const lope_point way = lope_quat_rotate_point(stand, lope_point_make(0, 0.6, -0.8));
            const double dt = 1.0 / rates[r], v = 5, up = 10, level = 14;
            s->in.subject.velocity = lope_point_to_vec3(lope_point_scale(way, v));
            camera_stage_frame(s, dt);
            for (int i = 1; i <= rates[r]; i++) {
                const double t = i * dt;
                s->in.subject.feet = lope_point_scale(way, v * t);
                camera_stage_frame(s, dt);
                const double y = 0.6 * v * (t - (1 - exp(-up * t)) / up), z = 0.8 * v * (t - (1 - exp(-level * t)) / level);
                const lope_point wanted = lope_quat_rotate_point(stand, lope_point_make(0, 0.88 + 0.5 + y, -z));
                if (distance_of(s->out.pivot, wanted) > 1e-5)
                    fail_msg("up %zu rate %d frame %d: %.3g m", g, rates[r], i, distance_of(s->out.pivot, wanted));
                const lope_point end = lope_quat_rotate_point(stand, lope_point_make(0, 0.88 + 0.5 + y, -z + 3));
                assert_true(distance_of(s->out.position, end) < 1e-5);
            }
            camera_stage_close(s);
        }
}

// A view that turns evenly is lagged by w / k (1 - e^(-k t)).
static void rotation_lag_equals_closed_form(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < UPS; g++)
        for (size_t r = 0; r < RATES; r++) {
            camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
            s->rig.rotation_lag = 9;
            s->in.subject.up = ups[g];
            const double dt = 1.0 / rates[r], w = 4;
            camera_stage_frame(s, dt);
            for (int i = 1; i <= rates[r]; i++) {
                s->in.view.yaw = remainder(w * i * dt, 2 * PI);
                camera_stage_frame(s, dt);
                const double wanted = w * (i * dt - (1 - exp(-9 * i * dt)) / 9);
                if (fabs(remainder(s->out.view.yaw - wanted, 2 * PI)) > 1e-9) fail_msg("%g, wanted %g", s->out.view.yaw, wanted);
            }
            camera_stage_close(s);
        }
}

// Takes a wall away behind the camera: the arm comes out at relax_speed, then by its half-life.
static void contraction_is_let_out_by_closed_form(void **unused)
{
    (void)unused;
    for (size_t r = 0; r < RATES; r++) {
        camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
        const lope_body wall = camera_stage_box(s, -9, -9, 1, 9, 9, 1.2);
        s->rig.relax_speed = 4;
        s->rig.whisker_angle = 0;
        const double dt = 1.0 / rates[r], k = log(2) / 0.2;
        camera_stage_frame(s, dt);
        assert_true(s->out.blocked);
        double cut = 3 - s->out.arm;
        assert_true(fabs(cut - (3 - 1 + (double)s->out.probe_radius)) < 1e-6);
        assert_int_equal(lope_level_remove(s->level, wall), LOPE_OK);
        for (int i = 1; i <= rates[r]; i++) {
            camera_stage_frame(s, dt);
            const double even = (cut - 4 / k) / 4, t = i * dt, left = t < even ? cut - 4 * t : 4 / k * exp(-k * (t - even));
            if (fabs(3 - s->out.arm - left) > 1e-5) fail_msg("rate %d t %g: %g, wanted %g", rates[r], t, 3 - s->out.arm, left);
        }
        camera_stage_close(s);
    }
}

// Where a subject is at a time: it accelerates, runs round a bend, brakes, jumps.
typedef struct on_path {
    lope_point feet;
    lope_vec3 velocity;
    bool in_air;
} on_path;

static on_path path_at(double t)
{
    on_path p = {{0, 0, 0}, {0, 0, 0}, false};
    const double a = 20, top = 6, ramp = top / a; // m/s2, m/s, s
    if (t < ramp) {
        p.feet.z = -0.5 * a * t * t;
        p.velocity.z = (float)(-a * t);
        return p;
    }
    const double u = t - ramp, bend = 1.5, w = 1.2; // along a circle of radius top / w from 1.5 s on
    if (u < bend) {
        p.feet.z = -0.5 * a * ramp * ramp - top * u;
        p.velocity.z = (float)-top;
    } else {
        const double turn = w * (u - bend), r = top / w;
        p.feet.z = -0.5 * a * ramp * ramp - top * bend - r * sin(turn);
        p.feet.x = r * (1 - cos(turn));
        p.velocity = lope_vec3_make((float)(top * sin(turn)), 0, (float)(-top * cos(turn)));
    }
    return p;
}

// Films `seconds` of the path at a rate, and writes the output at each 30th of a second.
static void film_path(int rate, double seconds, bool walls, lope_point *places, lope_quat *rotations)
{
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    camera_stage_box(s, -50, -1, -50, 50, 0, 50);
    if (walls) camera_stage_box(s, 10.2, 0, -30, 11, 4, 3);
    if (walls) camera_stage_box(s, -3, 0, -8, -1.5, 4, 3);
    for (int i = 0; i <= (int)(seconds * rate + 0.5); i++) {
        const double t = (double)i / rate;
        const on_path p = path_at(t);
        s->in.subject.feet = p.feet;
        s->in.subject.velocity = p.velocity;
        s->in.view = (lope_view){.yaw = 0.6 * sin(1.3 * t) - 0.5 * t, .pitch = -0.2 + 0.15 * sin(0.9 * t)};
        camera_stage_frame(s, 1.0 / rate);
        if (i * 30 % rate != 0) continue;
        places[i * 30 / rate] = s->out.position;
        rotations[i * 30 / rate] = s->out.rotation;
    }
    camera_stage_close(s);
}

#define FILMED 4 // s

static void compare_paths(bool walls, double *far, double *turned)
{
    lope_point a[FILMED * 30 + 1], b[FILMED * 30 + 1];
    lope_quat ra[FILMED * 30 + 1], rb[FILMED * 30 + 1];
    *far = *turned = 0;
    film_path(30, FILMED, walls, a, ra);
    film_path(240, FILMED, walls, b, rb);
    for (int i = 0; i <= FILMED * 30; i++) {
        *far = fmax(*far, distance_of(a[i], b[i]));
        *turned = fmax(*turned, degrees_between(ra[i], rb[i]));
    }
    printf("  30 against 240 frames a second%s: %.3f mm, %.5f degrees\n", walls ? ", among walls" : "", *far * 1e3, *turned);
}

static void path_is_the_same_at_30_and_240_frames(void **unused)
{
    (void)unused;
    double far, turned;
    compare_paths(false, &far, &turned);
    assert_true(far <= 1e-3 && turned <= 0.05);
    // The instant at which a wall's edge goes out of the arm's way is searched for within the frame.
    compare_paths(true, &far, &turned);
    assert_true(far <= 1e-3 && turned <= 0.05);
}

// A character of the library walks, runs into things and jumps at 240 ticks a second; the camera sees each
// eighth tick, or all.
static void film_character(int every, lope_point *places, lope_quat *rotations)
{
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    camera_stage_box(s, -50, -1, -50, 50, 0, 50);
    camera_stage_box(s, 3, 0, -30, 4, 4, 30);
    lope_moveset moveset;
    const lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_state state;
    lope_report report;
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.feet = {0, 0, 0}}), LOPE_OK);
    lope_nearby *nearby = lope_nearby_create(NULL);
    for (int i = 0; i <= FILMED * 240; i++) {
        lope_input input = {.move = lope_vec3_make((float)sin(i * 0.004), 0, (float)-cos(i * 0.004))};
        if (i == 400) input.pressed = input.held = LOPE_BUTTON_JUMP;
        assert_int_equal(lope_move(&state, &input, &moveset, &s->around, nearby, 1.0f / 240, &report), LOPE_OK);
        if (i % every != 0) continue;
        s->in.subject = lope_camera_subject_of(&state, &report);
        s->in.view = (lope_view){.yaw = 0.4 * sin(i / 200.0), .pitch = -0.2};
        camera_stage_frame(s, every / 240.0);
        if (i % 8) continue;
        places[i / 8] = s->out.position;
        rotations[i / 8] = s->out.rotation;
    }
    lope_nearby_destroy(nearby);
    camera_stage_close(s);
}

static void a_walkers_camera_is_the_same_at_30_and_240_frames(void **unused)
{
    (void)unused;
    lope_point a[FILMED * 30 + 1], b[FILMED * 30 + 1];
    lope_quat ra[FILMED * 30 + 1], rb[FILMED * 30 + 1];
    double far = 0, in_jump = 0, turned = 0;
    film_character(8, a, ra);
    film_character(1, b, rb);
    for (int i = 0; i <= FILMED * 30; i++) {
        double *most = i >= 50 && i < 100 ? &in_jump : &far; // 400 ticks are 50 frames
        *most = fmax(*most, distance_of(a[i], b[i]));
        turned = fmax(turned, degrees_between(ra[i], rb[i]));
    }
    printf("  a walker: %.3f mm, from its jump to after its landing %.3f mm; %.5f degrees\n", far * 1e3, in_jump * 1e3, turned);
    assert_true(far <= 1e-3);
    assert_true(in_jump <= 1e-3);
    assert_true(turned <= 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lag_equals_closed_form), cmocka_unit_test(rotation_lag_equals_closed_form),
        cmocka_unit_test(contraction_is_let_out_by_closed_form), cmocka_unit_test(path_is_the_same_at_30_and_240_frames),
        cmocka_unit_test(a_walkers_camera_is_the_same_at_30_and_240_frames)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
