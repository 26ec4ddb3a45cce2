// test_closed_forms.c - what a formula tells, at 20, 60 and 360 ticks a second:
// ../shared/reference/unreal.md, section 5, whose numbers stand beside their checks. The exact integrator
// gives the analytic values at every rate; Unreal's formulas give those of its ticks.
#include "../behaviour/check.h"
#include "../behaviour/stage.h"

// Floats hold speeds of some m/s to 5e-7 and each tick rounds once: at 360 ticks a second that is within 1e-4
// a second.
#define EXACT 1e-4

static const float rates[] = {20, 60, 360};
#define RATES 3

typedef struct setting {
    const char *name;
    double value;
} setting;

static stage *on_floor(int unreal, const setting *settings, int count)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, -100, -1, -100, 300, 0, 100);
    stage_tune(s, "integrator", unreal);
    for (int i = 0; i < count; i++) stage_tune(s, settings[i].name, settings[i].value);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1.0f / 60);
    s->time = 0;
    return s;
}

static void press(stage *s) { s->input.pressed = s->input.held = LOPE_BUTTON_JUMP; }

static void until_it_walks(stage *s, float rate, double longest)
{
    do stage_tick(s, 1.0f / rate);
    while (!stage_walking(s) && s->time < longest);
}

// --- 1. jump

static void jumps(void **unused)
{
    (void)unused;
    // 420: 90.0 cm after 0.4286 s, 0.857 s of flight; 600: 183.7 cm; 700: 250.0; 1000: 510.2
    static const double heights[][3] = {{4.2, 0.900, 0.4286}, {6, 1.837, 0.6122}, {7, 2.500, 0.7143}, {10, 5.102, 1.0204}};
    for (int i = 0; i < RATES; i++)
        for (int k = 0; k < 4; k++) {
            stage *s = on_floor(0, &(setting){"jump_speed", heights[k][0]}, 1);
            press(s);
            until_it_walks(s, rates[i], 3);
            const stage_event *apex = stage_first(s, LOPE_EVENT_APEX), *land = stage_first(s, LOPE_EVENT_LAND);
            assert_true(apex && land);
            check_near("height", (double)apex->event.value, heights[k][1], 5e-4); // as many digits as the sheet has
            check_near("height by the formula", (double)apex->event.value, heights[k][0] * heights[k][0] / 19.6, EXACT);
            check_near("time to the apex", apex->time, heights[k][2], 1e-4);
            check_near("flight", land->time, 2 * heights[k][0] / 9.8, EXACT);
            check_near("speed on landing", (double)land->event.value, heights[k][0], 1e-3);
            stage_close(s);
        }
}

static double held_jump(int unreal, float rate, double hold, const setting *settings, int count)
{
    stage *s = on_floor(unreal, settings, count);
    stage_tune(s, "jump_max_hold_time", hold);
    press(s);
    until_it_walks(s, rate, 4);
    assert_non_null(stage_first(s, LOPE_EVENT_APEX));
    double height = (double)stage_first(s, LOPE_EVENT_APEX)->event.value;
    assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
    stage_close(s);
    return height;
}

// 0.25 s at 420: 195 cm. Unreal's way to hold it up to 4.2 m/s once a tick loses what gravity takes in each
// of them.
static void held_jumps(void **unused)
{
    (void)unused;
    static const setting free_flight[] = {{"apply_gravity_while_jumping", 0}};
    static const setting plain[] = {{"dont_fall_below_jump_speed", 0}};
    for (int i = 0; i < RATES; i++) {
        double dt = 1 / (double)rates[i], n = 0.25 * (double)rates[i];
        check_near("held", held_jump(0, rates[i], 0.25, NULL, 0), 1.95, EXACT);
        check_near("held without gravity", held_jump(0, rates[i], 0.25, free_flight, 1), 1.95, EXACT);
        check_near("held, gravity pulls", held_jump(0, rates[i], 0.25, plain, 1), 0.90, EXACT);
        double last = 4.2 - 9.8 * dt, lossy = n * (4.2 * dt - 4.9 * dt * dt) + last * last / 19.6;
        check_near("unreal, held", held_jump(1, rates[i], 0.25, NULL, 0), lossy, EXACT);
        check_near("unreal, held without gravity", held_jump(1, rates[i], 0.25, free_flight, 1), 1.95, EXACT);
        check_near("unreal, held, gravity pulls", held_jump(1, rates[i], 0.25, plain, 1), 0.90, EXACT);
    }
}

// 514.3 cm at 600: the speed is kept without input.
static void reach_of_a_jump(void **unused)
{
    (void)unused;
    for (int unreal = 0; unreal < 2; unreal++)
        for (int i = 0; i < RATES; i++) {
            stage *s = on_floor(unreal, NULL, 0);
            stage_set_velocity(s, 6, 0, 0);
            stage_move(s, 1, 0);
            press(s);
            stage_tick(s, 1.0f / rates[i]);
            stage_move(s, 0, 0);
            const stage_event *land;
            while (!(land = stage_first(s, LOPE_EVENT_LAND)) && s->time < 2) stage_tick(s, 1.0f / rates[i]);
            assert_non_null(land);
            // Unreal's last step comes down along the chord of its parabola, which is up to g dt^2 / 8 below
            // it, at 4.2 m/s
            double dt = 1 / (double)rates[i], chord = 9.8 / 8 * dt * dt / 4.2;
            check_near("reach", 6 * land->time, 5.143, (unreal ? 6 * chord : 0) + 1e-3);
            stage_close(s);
        }
}

// With the forced apex step the recorded peak is 90.000 cm at 10 to 60 Hz; without it 89.775 at 10 and 20,
// 89.989 at 30 and 60.
static void apex_steps(void **unused)
{
    (void)unused;
    static const double peaks[][2] = {{10, 0.89775}, {20, 0.89775}, {30, 0.89989}, {60, 0.89989}};
    for (int i = 0; i < 4; i++)
        for (int attempts = 0; attempts <= 2; attempts += 2) {
            stage *s = on_floor(1, &(setting){"max_jump_apex_attempts", attempts}, 1);
            press(s);
            until_it_walks(s, (float)peaks[i][0], 3);
            double height = (double)stage_first(s, LOPE_EVENT_APEX)->event.value;
            if (attempts == 0 && peaks[i][0] < 15) // the tick of 0.1 s has two sub-steps; the event comes with the lower one
                check_below("peak", height, 0.9);
            else
                check_near("peak", height, attempts ? 0.9 : height > 0.898 ? peaks[i][1] : 0.89775, attempts ? 1e-5 : 2e-3);
            stage_close(s);
        }
}

// --- 2. stopping

static double stopping(int unreal, float rate, double speed, const setting *settings, int count)
{
    stage *s = on_floor(unreal, settings, count);
    stage_set_velocity(s, speed, 0, 0);
    stage_run(s, 3, rate);
    double way = stage_feet(s).x;
    stage_close(s);
    return way;
}

static void stops(void **unused)
{
    (void)unused;
    static const setting factor[] = {{"braking_friction_factor", 1}}, none[] = {{"ground_friction", 0}};
    static const setting own[] = {{"use_separate_braking_friction", 1}, {"braking_friction", 4}};
    for (int i = 0; i < RATES; i++) {
        // to 10 cm/s 23.57 cm; from there to rest 0.02 more: 37.5 - 8 ln(1 + 96 / 20.48)
        check_near("from 6 m/s", stopping(0, rates[i], 6, NULL, 0), 0.2359, 1e-4);
        check_near("from 3 m/s", stopping(0, rates[i], 3, NULL, 0), 0.0910, 2e-4);
        check_near("factor 1", stopping(0, rates[i], 6, factor, 1), 0.3637, 2e-4);
        check_near("friction of its own", stopping(0, rates[i], 6, own, 2), 0.3637, 2e-4);
        check_near("without friction", stopping(0, rates[i], 6, none, 1), 0.8789, 1e-4); // 87.87 to 10 cm/s
        static const setting glide[] = {{"braking_deceleration_walking", 0}};
        check_near("only friction", stopping(0, rates[i], 6, glide, 1), 0.375, 1e-3);
    }
}

// Time down to 10 cm/s: 0.104 s; with factor 1 0.146 s; without friction 0.288 s; from 300 0.071 s.
static void stopping_times(void **unused)
{
    (void)unused;
    static const setting factor[] = {{"braking_friction_factor", 1}}, none[] = {{"ground_friction", 0}};
    static const struct {
        const setting *settings;
        double speed, time;
    } cases[] = {{NULL, 6, 0.104}, {factor, 6, 0.146}, {none, 6, 0.288}, {NULL, 3, 0.071}};
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < RATES; i++) {
            stage *s = on_floor(0, cases[k].settings, cases[k].settings ? 1 : 0);
            stage_set_velocity(s, cases[k].speed, 0, 0);
            int whole = (int)(cases[k].time * (double)rates[i]);
            for (int t = 0; t < whole; t++) stage_tick(s, 1.0f / rates[i]);
            stage_tick(s, (float)(cases[k].time - s->time));
            // the sheet's times have three digits: 0.5 ms at up to 22 m/s2
            check_near("speed then", stage_speed(s), 0.1, 0.012);
            stage_close(s);
        }
}

static void unreal_stops(void **unused)
{
    (void)unused;
    static const double ways[][2] = {{60, 0.1562}, {30, 0.1153}, {20, 0.0670}, {120, 0.1953}, {240, 0.2156}, {1000, 0.2309}};
    for (int i = 0; i < 6; i++) {
        double way = stopping(1, (float)ways[i][0], 6, NULL, 0);
        printf("  %g Hz: stops from 6 m/s in %.2f cm\n", ways[i][0], 100 * way);
        check_near("way", way, ways[i][1], 5e-5 + 1e-6); // the sheet's last digit
    }
    static const double at_60[] = {4.0587, 2.6350, 1.5910, 0.8254, 0.2640, 0}, at_30[] = {2.6350, 0.8254, 0};
    stage *s = on_floor(1, NULL, 0);
    stage_set_velocity(s, 6, 0, 0);
    for (int i = 0; i < 6; i++) {
        stage_tick(s, 1.0f / 60);
        check_near("speed at 60 Hz", stage_speed(s), at_60[i], 6e-5);
    }
    stage_set_velocity(s, 6, 0, 0);
    for (int i = 0; i < 3; i++) {
        stage_tick(s, 1.0f / 30);
        check_near("speed at 30 Hz", stage_speed(s), at_30[i], 6e-5);
    }
    stage_close(s);
}

// --- 3. acceleration, 4. reversal

static void accelerates(void **unused)
{
    (void)unused;
    double time = 6 / 20.48, way = 36 / (2 * 20.48); // 0.293 s, 87.9 cm
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor(0, NULL, 0);
        stage_move(s, 1, 0);
        stage_run(s, 1, rates[i]);
        check_near("way", stage_feet(s).x, way + 6 * (1 - time), EXACT);
        check_near("speed", stage_speed(s), 6, 1e-5);
        stage_close(s);
    }
    static const double unreal[][3] = {{60, 18, 0.9704}, {30, 9, 1.019}};
    for (int i = 0; i < 2; i++) {
        stage *s = on_floor(1, NULL, 0);
        stage_move(s, 1, 0);
        for (int t = 0; t < (int)unreal[i][1]; t++) {
            check_below("before", stage_speed(s), 5.9);
            stage_tick(s, (float)(1 / unreal[i][0]));
            if (i == 0 && t < 3) check_near("speed", stage_speed(s), 0.34133 * (t + 1), 1e-4);
        }
        check_near("speed", stage_speed(s), 6, 1e-5);
        check_near("way", stage_feet(s).x, unreal[i][2], 5e-4);
        stage_close(s);
    }
}

static void reverses(void **unused)
{
    (void)unused;
    double time = log(1 + 2 * 8 * 6 / 20.48) / 16; // 0.109 s
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor(0, NULL, 0);
        stage_set_velocity(s, 6, 0, 0);
        stage_move(s, -1, 0);
        int whole = (int)(time * (double)rates[i]);
        for (int t = 0; t < whole; t++) stage_tick(s, 1.0f / rates[i]);
        stage_tick(s, (float)(time - s->time));
        check_near("speed", stage_speed(s), 0, 1e-3);
        // v' = -20.48 - 16 v from 6 m/s: 6 / 16 - 1.28 t
        check_near("way", stage_feet(s).x, 6.0 / 16 - 20.48 / 16 * time, EXACT);
        stage_close(s);
    }
    stage *s = on_floor(1, NULL, 0);
    stage_set_velocity(s, 6, 0, 0);
    stage_move(s, -1, 0);
    stage_tick(s, 1.0f / 60);
    check_near("first frame", stage_velocity(s).x, 4.0587, 6e-5);
    for (int t = 1; t < 6; t++) stage_tick(s, 1.0f / 60);
    assert_true(stage_velocity(s).x <= 0);
    stage_set_velocity(s, 6, 0, 0);
    stage_tune(s, "max_simulation_time_step", 0.5);
    stage_tick(s, 0.125f); // dt times friction is 1: at once the other way
    check_near("at once", stage_velocity(s).x, -6, 1e-5);
    stage_close(s);
}

// --- 5. terminal velocity

static void terminal(void **unused)
{
    (void)unused;
    for (int unreal = 0; unreal < 2; unreal++)
        for (int i = 0; i < RATES; i++) {
            stage *s = on_floor(unreal, NULL, 0);
            stage_place(s, 0, 100, 0, LOPE_MODE_FALLING);
            s->time = 0;
            int whole = (int)(40 / 9.8 * (double)rates[i]);
            for (int t = 0; t < whole; t++) stage_tick(s, 1.0f / rates[i]);
            check_near("speed just before", stage_velocity(s).y, -9.8 * s->time, 1e-3);
            stage_tick(s, (float)(40 / 9.8 - s->time));
            check_near("speed after 4.08 s", stage_velocity(s).y, -40, 1e-3);
            check_near("way", 100 - stage_feet(s).y, 81.63, 5e-3); // 8163 cm
            stage_tick(s, 1.0f / rates[i]);
            check_near("and no more", stage_velocity(s).y, -40, 1e-4);
            stage_set_velocity(s, 50, -1, 0);
            stage_tick(s, 1.0f / rates[i]);
            check_near("not across", stage_velocity(s).x, 50, 1e-3);
            stage_close(s);
        }
}

// --- 6. air control

// 102.4 cm/s2, twice that below 25 cm/s, which takes 0.122 s; over a jump's 0.857 s: 100.3 cm/s and 47.6 cm.
static void controls_in_the_air(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor(0, NULL, 0);
        stage_place(s, 0, 60, 0, LOPE_MODE_FALLING);
        stage_move(s, 1, 0);
        s->time = 0;
        double flight = 6 / 7.0;
        for (int t = 0; t < (int)(flight * (double)rates[i]); t++) stage_tick(s, 1.0f / rates[i]);
        stage_tick(s, (float)(flight - s->time));
        check_near("speed", stage_speed(s), 1.003, 5e-4);
        check_near("way", stage_feet(s).x, 0.476, 5e-4);
        stage_run(s, 2, rates[i]);
        stage_set_velocity(s, 6, 0, 0);
        stage_run(s, 0.2, rates[i]);
        check_near("never above the maximum", stage_speed(s), 6, 1e-5);
        stage_set_velocity(s, 8, 0, 0);
        stage_run(s, 0.2, rates[i]);
        check_near("what is faster stays so", stage_speed(s), 8, 1e-5);
        stage_move(s, 0, 0);
        stage_run(s, 0.1, rates[i]);
        check_near("without input", stage_speed(s), 8, 1e-5);
        stage_close(s);
    }
    stage *s = on_floor(1, NULL, 0);
    stage_place(s, 0, 60, 0, LOPE_MODE_FALLING);
    stage_move(s, 1, 0);
    stage_tick(s, 1.0f / 60);
    check_near("boosted", stage_speed(s), 2.048 / 60, 1e-5);
    stage_set_velocity(s, 0.3, 0, 0);
    stage_tick(s, 1.0f / 60);
    check_near("not boosted", stage_speed(s), 0.3 + 1.024 / 60, 1e-5);
    stage_close(s);
}

// --- 7. slopes

// Level speed kept: 609.3 along 10 degrees, 692.8 along 30. Speed along the slope kept: 519.6 level at 30.
static void on_slopes(void **unused)
{
    (void)unused;
    static const double along[][2] = {{10, 6.093}, {30, 6.928}};
    for (int unreal = 0; unreal < 2; unreal++)
        for (int keep = 0; keep < 2; keep++)
            for (int k = 0; k < 2; k++)
                for (int i = 0; i < RATES; i++) {
                    stage *s = stage_open(STAGE_BOXES);
                    double cosine = cos(along[k][0] * acos(-1) / 180);
                    stage_tune(s, "integrator", unreal);
                    stage_tune(s, "maintain_horizontal_ground_velocity", keep);
                    stage_ramp(s, 0, 0, 0, along[k][0], 0, 30, 10);
                    stage_place(s, 2, 2 * tan(along[k][0] * acos(-1) / 180) + 0.07, 0, LOPE_MODE_FALLING);
                    stage_run(s, 0.5, 60);
                    assert_true(stage_walking(s));
                    stage_move(s, 1, 0);
                    stage_run(s, 1, rates[i]);
                    brute_point a = stage_feet(s);
                    stage_run(s, 1, rates[i]);
                    brute_point b = stage_feet(s);
                    double level = b.x - a.x, speed = hypot(level, b.y - a.y);
                    check_near("level", level, keep ? 6 : 6 * cosine, 2e-3);
                    check_near("along", speed, keep ? along[k][1] : 6, 2e-3);
                    stage_close(s);
                }
}

// --- 8. a fall of 100 cm: 0.452 s, 442.7 cm/s

static void falls(void **unused)
{
    (void)unused;
    for (int unreal = 0; unreal < 2; unreal++)
        for (int i = 0; i < RATES; i++) {
            stage *s = on_floor(unreal, NULL, 0);
            stage_place(s, 0, 1, 0, LOPE_MODE_FALLING);
            s->time = 0;
            until_it_walks(s, rates[i], 2);
            const stage_event *land = stage_first(s, LOPE_EVENT_LAND);
            // Unreal's tick goes straight: it lands within its tick by the chord, with the speed of its end
            check_near("time", land->time, 0.452, unreal ? 0.2 / (double)rates[i] : 5e-4);
            check_near("speed", (double)land->event.value, 4.427, unreal ? 9.9 / (double)rates[i] : 5e-4);
            stage_close(s);
        }
}

// --- 11. sub-steps

// From rest with 4 m/s2 and no speed limit near: each sub-step adds to the speed and goes on with it.
static void sub_steps(void **unused)
{
    (void)unused;
    static const struct {
        double tick, steps[8];
    } cases[] = {{0.0167, {0.0167}},
                 {0.06, {0.03, 0.03}},
                 {0.1, {0.05, 0.05}},
                 {0.2, {0.05, 0.05, 0.05, 0.025, 0.025}},
                 {0.5, {0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.15}},
                 {1.0, {0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.65}}};
    for (int k = 0; k < 6; k++) {
        stage *s = on_floor(1, &(setting){"max_walk_speed", 100}, 1);
        stage_tune(s, "max_acceleration", 4);
        stage_move(s, 1, 0);
        stage_tick(s, (float)cases[k].tick);
        double speed = 0, way = 0;
        for (int i = 0; i < 8; i++) {
            speed += 4 * cases[k].steps[i];
            way += speed * cases[k].steps[i];
        }
        check_near("way", stage_feet(s).x, way, 1e-4);
        check_near("speed", stage_speed(s), speed, 1e-4);
        stage_close(s);
    }
    stage *s = on_floor(1, &(setting){"max_simulation_iterations", 1}, 1);
    stage_tune(s, "max_walk_speed", 100);
    stage_move(s, 1, 0);
    stage_tick(s, 0.2f);
    check_near("one alone", stage_feet(s).x, 20.48 * 0.2 * 0.2, 1e-4);
    stage_close(s);
}

// --- 12. impulses, 16. launch

static void impulses(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = on_floor(0, NULL, 0);
        stage_place(s, 0, 50, 0, LOPE_MODE_FALLING);
        s->requests.impulse = lope_vec3_make(500, 0, 0); // 50 000 kg cm/s on 100 kg
        stage_tick(s, 1.0f / rates[i]);
        check_near("500 N s on 100 kg", stage_speed(s), 5, 1e-5);
        stage_close(s);
    }
    // By Unreal's formulas an upward one has to beat the gravity of a tick: 16.3 cm/s at 60 Hz.
    for (int i = 0; i < RATES; i++)
        for (int above = 0; above < 2; above++)
            for (int unreal = 0; unreal < 2; unreal++) {
                stage *s = on_floor(unreal, NULL, 0);
                double least = 9.8 / (double)rates[i];
                s->requests.impulse = lope_vec3_make(0, (float)(least * (above ? 1.02 : 0.98)), 0);
                s->requests.impulse_is_velocity = true;
                stage_tick(s, 1.0f / rates[i]);
                assert_int_equal(stage_count(s, LOPE_EVENT_MODE) > 0, above || !unreal);
                stage_close(s);
            }
}

static void launches(void **unused)
{
    (void)unused;
    for (int unreal = 0; unreal < 2; unreal++)
        for (int i = 0; i < RATES; i++) {
            stage *s = on_floor(unreal, NULL, 0);
            stage_set_velocity(s, 3, 0, 0);
            s->requests.asked = LOPE_REQUEST_LAUNCH;
            s->requests.launch_velocity = lope_vec3_make(0, 5, 0);
            stage_tick(s, 1.0f / rates[i]);
            assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
            check_near("vx", stage_velocity(s).x, 3, 1e-5);
            check_near("vy", stage_velocity(s).y, 5 - 9.8 / (double)rates[i], 1e-4);
            until_it_walks(s, rates[i], 3);
            const stage_event *land = stage_first(s, LOPE_EVENT_LAND), *apex = stage_first(s, LOPE_EVENT_APEX);
            assert_true(land && apex);
            check_near("apex", (double)apex->event.value, 25 / 19.6, EXACT);
            if (!unreal) check_near("flight", land->time, 10 / 9.8, EXACT);
            stage_close(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps),        cmocka_unit_test(held_jumps),  cmocka_unit_test(reach_of_a_jump),
        cmocka_unit_test(apex_steps),   cmocka_unit_test(stops),       cmocka_unit_test(stopping_times),
        cmocka_unit_test(unreal_stops), cmocka_unit_test(accelerates), cmocka_unit_test(reverses),
        cmocka_unit_test(terminal),     cmocka_unit_test(on_slopes),   cmocka_unit_test(controls_in_the_air),
        cmocka_unit_test(falls),        cmocka_unit_test(sub_steps),   cmocka_unit_test(impulses),
        cmocka_unit_test(launches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
