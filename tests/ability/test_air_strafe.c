// test_air_strafe.c - air strafing against the known gains, bunny hops and surfing.
#include "yard.h"

#define STEP ((double)0.008f)
#define ASKED ((double)8.128f) // m/s
#define STEPS 256
#define FIRST 30.0 // m/s: so fast that a tick of 20 Hz turns the input as evenly as its steps do, to 0.2 %

// A strafe: the law, and how much of the speed is along the input at each step.
typedef struct strafe {
    double law, accelerate, cap, along;
} strafe;
static const strafe strafes[] = {
    {LOPE_AIR_SOURCE, 10, 0.762, 0},                        // at a right angle: A^2 a step
    {LOPE_AIR_SOURCE, 10, 0.762, 0.762 - 10 * ASKED *STEP}, // the best angle: cap - A
    {LOPE_AIR_SOURCE, 10, 0.762, 0.4},                      // beyond it: cap^2 - x^2
    {LOPE_AIR_SOURCE, 100, 0.762, 0},                       // surf servers, A above cap: cap^2
    {LOPE_AIR_QUAKE3, 1, 1e9, 5},                           // no cap: 2 x A + A^2
};
#define STRAFES (sizeof strafes / sizeof *strafes)

// Returns what a step adds to the squared speed, by the known formulas.
static double gain_of(const strafe *what)
{
    const double a = what->accelerate * ASKED * STEP, cap = what->cap < ASKED ? what->cap : ASKED, x = what->along;
    return x <= cap - a ? 2 * x * a + a * a : cap * cap - x * x;
}

// Fills the input's angle at each step: so that `along` of the speed is along it. The speed grows by the gain.
static void plan(const strafe *what, double angles[STEPS])
{
    const double a = what->accelerate * ASKED * STEP, cap = what->cap < ASKED ? what->cap : ASKED, x = what->along;
    const double added = cap - x < a ? cap - x : a;
    double heading = 0, square = FIRST * FIRST;
    for (int k = 0; k < STEPS; k++) {
        const double v = sqrt(square), off = acos(x / v);
        angles[k] = heading + off;
        heading += atan2(added * sin(off), v + added * cos(off));
        square += gain_of(what);
    }
}

// Returns the angle at a time: step k is at (k + 1) STEP.
static double angle_at(const double angles[STEPS], double time)
{
    const double at = time / STEP - 1;
    const int k = at < 0 ? 0 : at > STEPS - 2 ? STEPS - 2 : (int)at;
    return angles[k] + (angles[k + 1] - angles[k]) * (at - k);
}

static void point_at(stage *s, double angle) { stage_move(s, cos(angle), sin(angle)); }

static void gains_per_second_are_the_known_ones(void **unused)
{
    (void)unused;
    for (size_t n = 0; n < STRAFES; n++) {
        double angles[STEPS], worst = 0;
        plan(&strafes[n], angles);
        each_yard(rate, frame)
        {
            stage *s = yard_open(frame);
            yard_add(s, lope_air_strafe_ability());
            yard_set(s, "air_strafe", "law", strafes[n].law);
            if (strafes[n].accelerate > 10) yard_set(s, "air_strafe", "accelerate", strafes[n].accelerate);
            yard_place(s, 0, 0, 0, false);
            stage_set_velocity(s, FIRST, 0, 0);
            point_at(s, angle_at(angles, 0));
            stage_tick(s, 1e-4f);
            while (s->time < 1.5) {
                point_at(s, angle_at(angles, s->time + (double)(1 / rate)));
                stage_tick(s, 1 / rate);
            }
            const double steps = floor(s->time / STEP + 1e-3), wanted = gain_of(&strafes[n]) * steps;
            const double gain = stage_speed(s) * stage_speed(s) - FIRST * FIRST;
            if (fabs(gain / wanted - 1) > worst) worst = fabs(gain / wanted - 1);
            check_near("gain", gain, wanted, 5e-3 * wanted);
            check_near("falls as ever", -stage_velocity(s).y, 9.8 * s->time, 1e-3);
            stage_close(s);
        }
        printf("  strafe %d: %.4f m2/s2 a second, within %.3f %%\n", (int)n, gain_of(&strafes[n]) / STEP, 100 * worst);
    }
}

// A hand that turns as it likes: the same way at every rate, as steps of the law by themselves.
static void the_law_by_itself_goes_the_same_way(void **unused)
{
    (void)unused;
    const double turn = 2;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        yard_add(s, lope_air_strafe_ability());
        yard_place(s, 0, 0, 0, false);
        stage_set_velocity(s, 5, 0, 0);
        point_at(s, 1);
        stage_tick(s, 1e-4f);
        while (s->time < 1) {
            point_at(s, 1 + turn * (s->time + (double)(1 / rate)));
            stage_tick(s, 1 / rate);
        }
        double x = 0, z = 0, vx = 5, vz = 0, last = 0;
        for (int k = 1; k * STEP < s->time + 1e-6; k++) {
            const double angle = 1 + turn * k * STEP, add = 0.762 - (vx * cos(angle) + vz * sin(angle));
            x += vx * STEP;
            z += vz * STEP;
            last = k * STEP;
            if (add <= 0) continue;
            const double most = 10 * ASKED * STEP, by = add < most ? add : most;
            vx += by * cos(angle);
            vz += by * sin(angle);
        }
        x += vx * (s->time - last);
        z += vz * (s->time - last);
        const double way = hypot(x, z);
        check_near("way", stage_feet(s).x, x, 5e-3 * way);
        check_near("way aside", stage_feet(s).z, z, 5e-3 * way);
        check_near("speed", stage_speed(s), hypot(vx, vz), 5e-3 * hypot(vx, vz));
        stage_close(s);
    }
}

static void hops_keep_their_speed(void **unused)
{
    (void)unused;
    for (int hops = 0; hops < 2; hops++) each_yard(rate, frame)
        {
            stage *s = yard_open(frame);
            stage_box(s, -100, -1, -100, 100, 0, 100);
            yard_add(s, lope_air_strafe_ability());
            yard_set(s, "air_strafe", "auto_hop", hops);
            yard_place(s, 0, 1, 0, false);
            stage_set_velocity(s, 12, 0, 0);
            s->input.held = LOPE_BUTTON_JUMP;
            stage_run(s, 4, rate);
            if (hops) {
                assert_true(stage_count(s, LOPE_EVENT_JUMP) >= 3);
                check_near("speed", stage_speed(s), 12, 1e-3);
                check_near("way", stage_feet(s).x, 48, 1e-2);
            } else {
                assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 0);
                check_near("friction", stage_speed(s), 0, 0);
            }
            stage_close(s);
        }
}

// On a slope of 60 degrees, along it at 12 m/s: that stays, and gravity adds g sin 60 downward.
static void slopes_are_surfed(void **unused)
{
    (void)unused;
    const double a = 60 * DEGREE, g = 9.8;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        stage_tilted_box(s, 0, 0, 0, 60, 2, 80, 60, 0);
        yard_add(s, lope_air_strafe_ability());
        // beside the upper face, 1 mm off
        const double r = 0.34, gap = 1 + r + 1e-3;
        yard_place(s, -gap * sin(a) + 10 * cos(a), gap * cos(a) - r + 10 * sin(a), -20, false);
        const brute_point from = stage_feet(s);
        stage_set_velocity(s, 0, 0, 12);
        stage_run(s, 1, rate);
        check_near("along", stage_velocity(s).z, 12, 1e-3);
        check_near("way along", stage_feet(s).z - from.z, 12, 1e-2);
        const double down = g * sin(a);
        check_near("speed down the slope", hypot(stage_velocity(s).x, stage_velocity(s).y), down, 2e-2 * down);
        check_near("way down", from.y - stage_feet(s).y, 0.5 * down * sin(a), 2e-2 * down);
        check_below("depth", stage_depth(s), 1e-4);
        stage_close(s);
    }
}

static void settings_are_as_the_header_says(void **unused)
{
    (void)unused;
    lope_air_strafe_settings initially, read;
    lope_air_strafe_settings_default(&initially);
    stage *s = yard_open(0);
    memcpy(&read, lope_moveset_ability_settings(&s->moveset, yard_add(s, lope_air_strafe_ability())), sizeof read);
    assert_memory_equal(&read, &initially, sizeof read);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gains_per_second_are_the_known_ones),
        cmocka_unit_test(the_law_by_itself_goes_the_same_way),
        cmocka_unit_test(hops_keep_their_speed),
        cmocka_unit_test(slopes_are_surfed),
        cmocka_unit_test(settings_are_as_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
