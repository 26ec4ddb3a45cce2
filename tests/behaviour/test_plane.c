// test_plane.c - a character that stays in a plane: on the way, along walls, over ramps and steps, in the
// air, in any gravity, and back into it when something has taken it off.
#include "check.h"
#include "stage.h"

static const float rates[] = {20, 60, 360};
enum { RATE_COUNT = sizeof rates / sizeof rates[0] };

// A plane is kept to within the rounding of a state's float velocity over a tick: 1e-7 of 10 m/s in 1/20 s;
// the next tick takes it back.
#define ON_PLANE 1e-7

static void constrain(stage *s, lope_vec3 normal, double offset)
{
    lope_vec3 n = lope_quat_rotate(s->turn, normal);
    double shift = lope_point_dot(lope_vec3_to_point(n), s->origin);
    stage_tune(s, "plane_normal_x", (double)n.x);
    stage_tune(s, "plane_normal_y", (double)n.y);
    stage_tune(s, "plane_normal_z", (double)n.z);
    stage_tune(s, "plane_offset", offset + shift);
    stage_tune(s, "constrain_to_plane", 1);
}

// Runs, and returns the farthest that the feet were off the plane z = 0.
static double run_in_plane(stage *s, double seconds, float rate)
{
    double worst = 0;
    for (int i = 0; i < (int)(seconds * (double)rate + 0.5); i++) {
        stage_tick(s, 1.0f / rate);
        double z = stage_feet(s).z;
        worst = z > worst ? z : -z > worst ? -z : worst;
    }
    return worst;
}

// A stick held diagonally: only what of it lies in the plane counts, as in Unreal: 6 m/s * cos 45.
static void walks_in_the_plane(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_place(s, 0, 0, 0, 0);
        constrain(s, lope_vec3_make(0, 0, 1), 0);
        stage_move(s, 0.70710678, 0.70710678);
        double off = run_in_plane(s, 2.0, rates[i]);
        check_near("speed in the plane", stage_speed(s), 6.0 * 0.70710678, 1e-3);
        check_below("off the plane", off, ON_PLANE);
        stage_close(s);
    }
}

// A wall at 45 degrees to the plane stops; at 45 degrees without the plane it is slid along.
static void oblique_wall_stops(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int planar = 0; planar < 2; planar++) {
            stage *s = stage_open((stage_form)form);
            stage_floor(s);
            stage_tilted_box(s, 4, 1, 0, 1, 4, 20, 0, 45);
            stage_place(s, 0, 0, 0, 0);
            if (planar) constrain(s, lope_vec3_make(0, 0, 1), 0);
            stage_move(s, 1, 0);
            double off = run_in_plane(s, 3.0, 60);
            if (!planar) {
                check_below("slides along the wall", 1.0, off);
            } else {
                // The wall's face is x = 4 - 0.5 / cos 45 in the plane; the capsule's axis stays 0.34 / cos
                // 45 before it.
                check_near("stops at the wall", stage_feet(s).x, 4.0 - (0.5 + 0.34) / 0.70710678, 1e-3);
                check_below("off the plane", off, ON_PLANE);
                check_below("speed", stage_speed(s), 1e-6);
                assert_int_equal(stage_count(s, LOPE_EVENT_HIT), 1);
            }
            stage_close(s);
        }
}

// Ramps rise, also such as lie obliquely, and so do steps; round pillars stop.
static void ramps_and_steps_rise(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        stage *s = stage_open((stage_form)form);
        stage_floor(s);
        stage_ramp(s, 3, 0, 0, 25, 0, 8, 6);
        stage_box(s, -3, 0, -2, -2, 0.4, 2);
        stage_place(s, 0, 0, 0, 0);
        constrain(s, lope_vec3_make(0, 0, 1), 0);
        stage_move(s, 1, 0);
        double off = run_in_plane(s, 1.5, 60);
        check_below("height on the ramp", 1.5, stage_feet(s).y);
        check_near("level speed on it", stage_speed(s), 6.0, 1e-3);
        stage_place(s, 0, 0, 0, 0);
        stage_move(s, -1, 0);
        double step = run_in_plane(s, 0.55, 60);
        check_near("height on the step", stage_feet(s).y, 0.4, 1e-3);
        check_below("off the plane", off > step ? off : step, ON_PLANE);
        assert_int_equal(stage_count(s, LOPE_EVENT_STEP_UP), 1);
        stage_close(s);
    }
}

// A jump onto an oblique roof, down into an oblique wedge, against a round pillar: never off the plane, and
// never through.
static void air_stays_in_the_plane(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_HULLS);
        stage_floor(s);
        stage_tilted_box(s, 3, 0.6, 0.3, 2, 1, 6, 30, 35);
        stage_tilted_box(s, 7, 0.0, 0.0, 2, 3, 2, 55, 20);
        stage_place(s, 0, 0, 0, 0);
        constrain(s, lope_vec3_make(0, 0, 1), 0);
        stage_move(s, 1, 0);
        double off = 0, deep = 0;
        for (int k = 0; k < 12; k++) {
            s->input.pressed = LOPE_BUTTON_JUMP;
            double now = run_in_plane(s, 0.5, rates[i]), depth = stage_depth(s);
            off = now > off ? now : off;
            deep = depth > deep ? depth : deep;
        }
        check_below("off the plane", off, ON_PLANE);
        check_below("depth", deep, 1e-3);
        stage_close(s);
    }
}

// The apex of a jump in the plane is that of any jump: 4.2^2 / (2 * 9.8).
static void jumps_as_high(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_place(s, 0, 0, 0, 0);
        constrain(s, lope_vec3_make(0.6f, 0, 0.8f), 0);
        stage_run(s, 0.2, rates[i]);
        s->input.pressed = LOPE_BUTTON_JUMP;
        stage_run(s, 1.5, rates[i]);
        const stage_event *apex = stage_first(s, LOPE_EVENT_APEX);
        assert_non_null(apex);
        check_near("apex", (double)apex->event.value, 0.9, 1e-3);
        stage_close(s);
    }
}

// Off the plane by 0.5 m it is back within a tick at 60 Hz; a wall between holds it off, and lets it back
// once it is gone.
static void comes_back(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    lope_body wall = stage_moving_box(s, 0, 1, 0.9, 4, 2, 0.2);
    stage_place(s, 20, 0, 0.5, 0);
    constrain(s, lope_vec3_make(0, 0, 1), 0);
    stage_tick(s, 1.0f / 60);
    check_near("back in the plane", stage_feet(s).z, 0, ON_PLANE);
    assert_true(stage_walking(s));
    stage_place(s, 0, 0, 2, 0);
    stage_run(s, 0.2, 60);
    check_near("held off by the wall", stage_feet(s).z, 1.34, 1e-4);
    stage_carry(s, wall, 0, 10, 0.9);
    stage_run(s, 0.2, 60);
    check_near("back when it is gone", stage_feet(s).z, 0, ON_PLANE);
    stage_close(s);
}

// Launches, impulses and forces across the plane do nothing; along it they act as always.
static void launches_are_cut(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, 0);
    constrain(s, lope_vec3_make(0, 0, 1), 0);
    stage_run(s, 0.2, 60);
    s->requests.asked = LOPE_REQUEST_LAUNCH;
    s->requests.launch_velocity = lope_vec3_make(3, 4, 5);
    stage_tick(s, 1.0f / 60);
    check_near("along", stage_velocity(s).x, 3, 1e-6);
    check_near("across", stage_velocity(s).z, 0, 1e-9);
    s->requests.impulse = lope_vec3_make(100, 0, 300);
    stage_tick(s, 1.0f / 60);
    check_near("along", stage_velocity(s).x, 4, 1e-6);
    check_near("across", stage_velocity(s).z, 0, 1e-9);
    check_below("off the plane", run_in_plane(s, 2, 60), ON_PLANE);
    stage_close(s);
}

// A level plane: a game seen from above. Ramps are walls, ledges are nothing, jumps are refused.
static void level_plane(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, -10, -1, -10, 10, 0, 10);
    stage_ramp(s, 3, 0, 0, 25, 0, 8, 6);
    stage_place(s, 0, 0, 0, 0);
    constrain(s, lope_vec3_make(0, 1, 0), 0);
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_tick(s, 1.0f / 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 0);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_JUMP), LOPE_REFUSAL_PLANE);
    stage_move(s, 1, 0);
    stage_run(s, 2, 60);
    check_near("height at the ramp", stage_feet(s).y, 0, 1e-6);
    check_below("stopped by it", stage_feet(s).x, 3.1);
    stage_move(s, -1, 0);
    stage_run(s, 3, 60);
    check_below("over the ledge", stage_feet(s).x, -11);
    check_near("and not down", stage_feet(s).y, 0, 1e-6);
    stage_close(s);
}

// A plane that leans by 30 degrees about x: walking on flat ground leads along x alone, and falling slides
// down the plane.
static void leaning_plane(void **unused)
{
    (void)unused;
    const lope_vec3 normal = {0, 0.5f, 0.8660254f};
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_place(s, 0, 0, 0, 0);
        constrain(s, normal, 0);
        stage_move(s, 0.70710678, 0.70710678);
        stage_run(s, 2, rates[i]);
        brute_point feet = stage_feet(s);
        check_below("along x", 3, feet.x);
        check_near("on the ground", feet.y, 0, 1e-5);
        check_near("in the plane", 0.5 * feet.y + 0.8660254 * feet.z, 0, 1e-6);
        stage_close(s);
    }
}

// The same scene turned and far away: the same path.
static void in_any_frame(void **unused)
{
    (void)unused;
    lope_quat turns[] = {lope_quat_identity(), lope_quat_from_axis(lope_vec3_make(0.6f, 0, 0.8f), 1.1f),
                         lope_quat_from_axis(lope_vec3_make(0, 0.6f, 0.8f), 2.3f)};
    brute_point first = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        stage *s = stage_open_at(STAGE_MESH, turns[i], i ? lope_point_make(1000, -2000, 500) : lope_point_make(0, 0, 0));
        stage_floor(s);
        stage_tilted_box(s, 6, 1, 0, 1, 1.2, 20, 0, 30);
        stage_ramp(s, 2, 0, 0, 20, 0, 3, 6);
        stage_place(s, 0, 0, 0, 0);
        constrain(s, lope_vec3_make(0, 0, 1), 0);
        stage_move(s, 1, 0);
        stage_run(s, 0.9, 60);
        s->input.pressed = LOPE_BUTTON_JUMP;
        stage_run(s, 1.5, 60);
        brute_point feet = stage_feet(s);
        if (i == 0) first = feet;
        check_near("x", feet.x, first.x, 2e-3);
        check_near("y", feet.y, first.y, 2e-3);
        // the plane's offset is a float: 2000 m give it 0.12 mm
        check_near("z", feet.z, 0, 2e-3);
        stage_close(s);
    }
}

// A lift that rises, and glides away sideways from under a character that is held by the plane: it lets go
// where its edge has come as near to its axis as 0.34 m less 1.5 mm, at that instant, and what it imparts is
// its rise. A character that goes down then falls: no rim lets it down at its side.
static void lift_glides_away(void **unused)
{
    (void)unused;
    static const double rises[] = {0, 1, -0.5};
    static const float lift_rates[] = {20, 60, 120, 240, 360};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 5; i++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_box(s, -20, -9, -20, 20, -8, 20);
            lope_body lift = stage_moving_box(s, 0, -0.25, 0, 4, 0.5, 4);
            stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
            constrain(s, lope_vec3_make(0, 0, 1), 0);
            int ticks = (int)(3.5 * (double)lift_rates[i]);
            double last = 0, drop = 0, time = 3.5 - (2 + 0.34 - 1.5e-3) / 0.8;
            for (int t = 1; t <= ticks; t++) {
                stage_carry(s, lift, 0, -0.25 + rises[k] * t / (double)lift_rates[i], 0.8 * t / (double)lift_rates[i]);
                stage_tick(s, 1.0f / lift_rates[i]);
                double down = last - stage_feet(s).y;
                last = stage_feet(s).y;
                drop = down > drop ? down : drop;
            }
            assert_int_equal(stage_count(s, LOPE_EVENT_WALK_OFF), 1);
            check_near("lets go", stage_first(s, LOPE_EVENT_WALK_OFF)->time, 3.5 - time, 1e-3);
            check_near("height", stage_feet(s).y, rises[k] * 3.5 - 4.9 * time * time, 5e-3);
            check_below("m/s down", drop * (double)lift_rates[i], 9.8 * time - rises[k] + 1e-3);
            check_near("off the plane", stage_feet(s).z, 0, ON_PLANE);
            stage_close(s);
        }
}

// Far from the origin a plane's offset is a float that misses it: by 3 mm at 100 km, 0.4 m at 10,000 km. The
// character stays where it was put, in its own plane, and walks there as at the origin; a character that was
// put farther off comes back to within what a float tells.
static void far_offset(void **unused)
{
    (void)unused;
    static const double offsets[] = {0.3, 999.7, 100000.3, -100000.3, 9999999.6, -9999999.6};
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < RATE_COUNT; i++) {
            stage *s = stage_open_at(STAGE_BOXES, lope_quat_identity(), lope_point_make(0, 0, offsets[k]));
            stage_floor(s);
            stage_box(s, 5, 0, -2, 8, 0.4, 2);
            stage_place(s, 0, 0, 0, 0);
            constrain(s, lope_vec3_make(0, 0, 1), 0);
            stage_move(s, 0.70710678, 0.70710678);
            double off = run_in_plane(s, 2.0, rates[i]);
            check_below("off the plane", off, 1e-3);
            check_near("speed in the plane", stage_speed(s), 6.0 * 0.70710678, 1e-3);
            stage_place(s, 0, 0, 2, 0);
            stage_run(s, 0.5, rates[i]);
            check_near("back", stage_feet(s).z, 0, 1e-3 + 2 * 6e-8 * fabs(offsets[k])); // of the float's, which misses it
            stage_close(s);
        }
}

static void a_normal_is_required(void **unused)
{
    (void)unused;
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    lope_error error = {0};
    tuning.constrain_to_plane = 1;
    tuning.plane_normal_z = 0;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "plane_normal_x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_in_the_plane),   cmocka_unit_test(oblique_wall_stops),
        cmocka_unit_test(ramps_and_steps_rise), cmocka_unit_test(air_stays_in_the_plane),
        cmocka_unit_test(jumps_as_high),        cmocka_unit_test(comes_back),
        cmocka_unit_test(launches_are_cut),     cmocka_unit_test(level_plane),
        cmocka_unit_test(leaning_plane),        cmocka_unit_test(in_any_frame),
        cmocka_unit_test(a_normal_is_required), cmocka_unit_test(lift_glides_away),
        cmocka_unit_test(far_offset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
