// test_stairs.c - stairs of ten steps up and down, the exact step height, and being kept on the ground down
// ramps and stairs.
#include "check.h"
#include "stage.h"

// Ten steps from x = 0 up to the landing at 3 m, a long landing, and ten down again from x = 9.
static void build_stairs(stage *s)
{
    stage_box(s, -20, -1, -3, 0, 0, 3);
    for (int i = 0; i < 10; i++) stage_box(s, 0.3 * i, -1, -3, 0.3 * (i + 1), 0.3 * (i + 1), 3);
    stage_box(s, 3, -1, -3, 9, 3, 3);
    for (int i = 0; i < 10; i++) stage_box(s, 9 + 0.3 * i, -1, -3, 9 + 0.3 * (i + 1), 3 - 0.3 * (i + 1), 3);
    stage_box(s, 12, -1, -3, 40, 0, 3);
}

static void stairs_up_and_down(void **unused)
{
    (void)unused;
    static const float rates[] = {60, 120, 240, 360};
    static const double speeds[] = {1.5, 4.0, 6.0};
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++) {
                stage *s = stage_open((stage_form)form);
                build_stairs(s);
                stage_tune(s, "max_walk_speed", speeds[k]);
                stage_place(s, -2.0, 0, 0.4, LOPE_MODE_WALKING);
                stage_run(s, 0.1, rates[i]);
                stage_move(s, 1, 0);
                double last = stage_feet(s).x, worst = 1e9, highest = 0;
                int airborne = 0;
                double seconds = 16.0 / speeds[k] + 0.5;
                int ticks = (int)(seconds * (double)rates[i]);
                for (int t = 0; t < ticks; t++) {
                    stage_tick(s, 1.0f / rates[i]);
                    double x = stage_feet(s).x;
                    worst = x - last < worst ? x - last : worst;
                    highest = stage_feet(s).y > highest ? stage_feet(s).y : highest;
                    last = x;
                    airborne += !stage_walking(s);
                }
                double kept = (last + 2.0) / (speeds[k] * (seconds - 0.5 * speeds[k] / 20.48));
                printf("  %-5s %3g Hz %g m/s: least forward move %.4f m a tick, %d ticks off the ground, ends at x %.3f, highest "
                       "%.3f, kept "
                       "%.3f\n",
                       stage_form_names[form], (double)rates[i], speeds[k], worst, airborne, last, highest, kept);
                assert_int_equal(airborne, 0);
                check_near("highest", highest, 3.0, 5e-3);
                // never backward: rounding of a position in metres may show as 1e-9
                if (worst < -1e-7) fail_msg("moved backward by %g m", -worst);
                if (last < 12.0) fail_msg("did not come down the other side: x %g", last);
                stage_close(s);
            }
}

// One ledge of height h across the way; the verdict after two seconds.
static bool climbs(stage_form form, double h, float rate, double speed, double yaw, double start)
{
    stage *s = stage_open(form);
    double a = yaw * 3.14159265358979 / 180;
    stage_floor(s);
    stage_tilted_box(s, 31 * cos(a), h - 1, -31 * sin(a), 60, 2, 90, 0, yaw); // its near face is 1 m from the origin
    stage_tune(s, "max_walk_speed", speed);
    stage_place(s, -start, 0, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.1, rate);
    stage_move(s, 1, 0);
    double highest = 0;
    int ticks = (int)((3.0 + 3.0 / speed) * (double)rate);
    for (int t = 0; t < ticks; t++) {
        stage_tick(s, 1.0f / rate);
        if (stage_feet(s).y > highest) highest = stage_feet(s).y;
    }
    bool up = stage_feet(s).y > h - 2e-3;
    if (!up && highest > 0.01 + 1e-3) fail_msg("ledge %g m refused, but the feet rose to %g m", h, highest);
    if (up) check_near("on top", stage_feet(s).y, h, 2e-3);
    stage_close(s);
    return up;
}

static void step_height_is_exact(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        double highest = 0, lowest = 9;
        for (int i = 1; i <= 40; i++) {
            double h = 0.02 * i;
            bool up = climbs((stage_form)form, h, 60, 4.0, 0, 1.3);
            if (up && h > highest) highest = h;
            if (!up && h < lowest) lowest = h;
        }
        for (int i = -10; i <= 10; i++) { // and finely around the limit
            double h = 0.45 + 0.001 * i;
            bool up = climbs((stage_form)form, h, 60, 4.0, 0, 1.3);
            if (up && h > highest) highest = h;
            if (!up && h < lowest) lowest = h;
        }
        printf("  %s: highest ledge climbed %.3f m, lowest refused %.3f m\n", stage_form_names[form], highest, lowest);
        check_near("highest climbed", highest, 0.45, 5e-3);
        check_near("lowest refused", lowest, 0.45, 6e-3); // 5 mm and the 1 mm of the grid
    }
}

static void step_height_from_everywhere(void **unused)
{
    (void)unused;
    static const float rates[] = {30, 60, 120, 360};
    static const double speeds[] = {0.5, 2, 6, 8}, angles[] = {0, 15, 45, 75};
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int r = 0; r < 4; r++)
            for (int v = 0; v < 4; v++)
                for (int a = 0; a < 4; a++) {
                    if ((r + v + a + form) % 2) continue; // half of the grid, every value with every other somewhere
                    if (!climbs((stage_form)form, 0.44, rates[r], speeds[v], angles[a], 1.0))
                        fail_msg("%s: 0.44 m refused at %g Hz, %g m/s, %g degrees", stage_form_names[form], (double)rates[r],
                                 speeds[v], angles[a]);
                    if (climbs((stage_form)form, 0.46, rates[r], speeds[v], angles[a], 1.0))
                        fail_msg("%s: 0.46 m climbed at %g Hz, %g m/s, %g degrees", stage_form_names[form], (double)rates[r],
                                 speeds[v], angles[a]);
                }
}

// Down a 40 degree ramp from flat ground at 6 m/s, and down one ledge of 0.40 m: no tick off the ground.
static void snaps_down(void **unused)
{
    (void)unused;
    static const float rates[] = {20, 60, 240};
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < 3; i++) {
            stage *s = stage_open((stage_form)form);
            stage_ramp(s, -15, 0, 0, 40, 0, 10, 6); // ends at x = -7.34, y = 6.43
            double top = 10 * sin(40 * 3.14159265358979 / 180), x = -15 + 10 * cos(40 * 3.14159265358979 / 180);
            stage_box(s, x, -1, -3, x + 10, top, 3);
            stage_box(s, x + 10, -1, -3, x + 30, top - 0.4, 3);
            stage_box(s, -60, -1, -3, -15, 0, 3);
            stage_place(s, x + 5, top, 0, LOPE_MODE_WALKING);
            stage_run(s, 0.1, rates[i]);
            stage_move(s, -1, 0);
            int airborne = 0;
            for (int t = 0; t < (int)(3.5 * (double)rates[i]); t++) {
                stage_tick(s, 1.0f / rates[i]);
                airborne += !stage_walking(s);
            }
            printf("  %s %g Hz: down the ramp %d ticks off the ground, ends at x %.2f y %.4f", stage_form_names[form],
                   (double)rates[i], airborne, stage_feet(s).x, stage_feet(s).y);
            assert_int_equal(airborne, 0);
            check_near("at the foot", stage_feet(s).y, 0.0, 2e-3);
            stage_place(s, x + 5, top, 0, LOPE_MODE_WALKING);
            stage_run(s, 0.1, rates[i]);
            stage_move(s, 1, 0);
            for (int t = 0; t < (int)(2.0 * (double)rates[i]); t++) {
                stage_tick(s, 1.0f / rates[i]);
                airborne += !stage_walking(s);
            }
            printf("; down the ledge %d\n", airborne);
            assert_int_equal(airborne, 0);
            check_near("below the ledge", stage_feet(s).y, top - 0.4, 2e-3);
            stage_close(s);
        }
}

// A kerb of 0.30 m under a roof, which leaves a standing character of 1.76 m so much over the floor at its
// foot. It goes up where it can stand on it, and else stays before it, on the floor: a rim holds feet at its
// own height, never half of the way up.
static void no_step_without_room(void **unused)
{
    (void)unused;
    static const double room[] = {0.04, 0.1, 0.2, 0.29, 0.31, 0.5};
    static const float rates[] = {20, 60, 360};
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < 3; k++) {
                stage *s = stage_open((stage_form)form);
                stage_floor(s);
                stage_box(s, 3, -1, -3, 40, 0.3, 3);
                stage_box(s, 1, 1.76 + room[i], -3, 40, 5, 3);
                stage_tune(s, "can_crouch", 0);
                stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
                stage_move(s, 1, 0);
                stage_run(s, 2, rates[k]);
                int steps = stage_count(s, LOPE_EVENT_STEP_UP);
                bool fits = room[i] > 0.3;
                printf("  %-5s room for %.2f m, %3g Hz: at x %.4f, height %.4f, %d steps\n", stage_form_names[form], room[i],
                       (double)rates[k], stage_feet(s).x, stage_feet(s).y, steps);
                assert_int_equal(steps, fits ? 1 : 0);
                check_near("height", stage_feet(s).y, fits ? 0.3 : 0, 1e-4);
                assert_true(fits ? stage_feet(s).x > 5 : stage_feet(s).x > 2.6 && stage_feet(s).x < 2.7);
                stage_close(s);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stairs_up_and_down),          cmocka_unit_test(step_height_is_exact),
        cmocka_unit_test(step_height_from_everywhere), cmocka_unit_test(snaps_down),
        cmocka_unit_test(no_step_without_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
