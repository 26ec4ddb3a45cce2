// test_blocked.c - walls and corners are stood against without a tremor, and a character that starts inside
// something gets out on the near side.
#include "check.h"
#include "stage.h"

// Two walls whose inner faces meet at (0, 0) at `degrees`, open toward -x, the bisector along x.
static void build_corner(stage *s, double degrees)
{
    double half = degrees / 2 * 3.14159265358979 / 180;
    for (int side = -1; side <= 1; side += 2) {
        double along_x = -cos(half), along_z = side * sin(half);
        double out_x = sin(half), out_z = side * cos(half);
        double cx = 1.9 * along_x + 0.5 * out_x, cz = 1.9 * along_z + 0.5 * out_z;
        double yaw = atan2(-along_z, along_x) * 180 / 3.14159265358979;
        stage_tilted_box(s, cx, 1, cz, 4.2, 4, 1.0, 0, yaw);
    }
}

static void press_and_check(stage *s, const char *label, double dx, double dz, float rate)
{
    stage_move(s, dx, dz);
    double trembles = 0, deepest = 0;
    brute_point last = stage_feet(s);
    for (int t = 0; t < (int)(5 * rate); t++) {
        stage_tick(s, 1.0f / rate);
        brute_point now = stage_feet(s);
        double moved = brute_length(brute_sub(now, last)), depth = stage_depth(s);
        last = now;
        if (t >= (int)(rate / 2) && moved > trembles) trembles = moved;
        if (depth > deepest) deepest = depth;
    }
    printf("  %s: moves %.3g mm a tick at most, %.3g mm deep at most, rests at %.4f %.4f\n", label, trembles * 1e3, deepest * 1e3,
           last.x, last.z);
    check_below("moved in a tick", trembles, 1e-4);
    check_below("depth", deepest, 1e-3);
    assert_true(stage_walking(s));
}

static void walls_and_corners(void **unused)
{
    (void)unused;
    static const double corners[] = {30, 60, 90, 120, 180}; // 180: a flat wall
    static const float rates[] = {30, 60, 240};
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int c = 0; c < 5; c++)
            for (int i = 0; i < 3; i++)
                for (int aim = 0; aim < 3; aim++) {
                    double half = corners[c] / 2 * 3.14159265358979 / 180, stop = 0.34 / sin(half);
                    // along the bisector, beside it, and at an angle of half the half corner
                    double turn = aim == 2 ? half / 2 : 0, start = stop + 0.5;
                    if (aim == 2 && c == 4) continue; // along a flat wall it would slide, as it should
                    stage *s = stage_open((stage_form)form);
                    stage_floor(s);
                    build_corner(s, corners[c]);
                    stage_place(s, -start, 0, aim == 1 ? 0.05 * tan(half < 1.2 ? half : 1.2) : 0.0, LOPE_MODE_WALKING);
                    char label[80];
                    snprintf(label, sizeof label, "%s %g Hz corner of %g, aim %d", stage_form_names[form], (double)rates[i],
                             corners[c], aim);
                    press_and_check(s, label, cos(turn), sin(turn), rates[i]);
                    if (aim == 0) check_near("stops in touch", stage_feet(s).x, -stop, 3e-3);
                    stage_close(s);
                }
}

// Sliding along a wall at 45 degrees keeps the part of the speed that is along it (v cos 45), and touches no
// ghost edge where the wall is cut into pieces.
static void slides_along_walls(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        double whole = 0;
        for (int pieces = 1; pieces <= 40; pieces += 39) {
            stage *s = stage_open((stage_form)form);
            stage_floor(s);
            for (int i = 0; i < pieces; i++) stage_box(s, -20 + 40.0 * i / pieces, -1, 1, -20 + 40.0 * (i + 1) / pieces, 3, 2);
            stage_place(s, -15, 0, 0, LOPE_MODE_WALKING);
            stage_move(s, sqrt(0.5), sqrt(0.5));
            stage_run(s, 1.0, 60);
            brute_point from = stage_feet(s);
            double slowest = 1e9, last = from.x, off = 0;
            for (int t = 0; t < 180; t++) {
                stage_tick(s, 1.0f / 60);
                double step = (stage_feet(s).x - last) * 60;
                last = stage_feet(s).x;
                slowest = step < slowest ? step : slowest;
                double gap = fabs(stage_feet(s).z - (1 - 0.34));
                off = gap > off ? gap : off;
            }
            printf("  %s, wall in %d pieces: slides at %.3f m/s, slowest tick %.3f, off the wall %.3g mm\n",
                   stage_form_names[form], pieces, (last - from.x) / 3, slowest, off * 1e3);
            if (slowest < 0.5 * 6 * sqrt(0.5)) fail_msg("caught on an edge: %g m/s in a tick", slowest);
            check_below("off the wall", off, 3e-3);
            // how a surface is cut never changes a path by more than 1 mm a second: 4 s
            if (pieces == 1) whole = last;
            check_near("as along a wall of one piece", last, whole, 4e-3);
            stage_close(s);
        }
    }
}

// Walls with an edge sharper than a right angle, met at every offset, on level and on tilted ground: the
// contact is with the edge itself, whose normals fan out far beyond those of its two faces.
static double knife_edge(stage_form form, double tilt, double yaw, double half, double angle, double offset, bool *passed)
{
    double slope = tan(tilt * 3.14159265358979 / 180), w = yaw * 3.14159265358979 / 180;
    stage *s = stage_open(form);
    stage_tilted_box(s, 0, -1, 0, 40, 2 * cos(tilt * 3.14159265358979 / 180), 40, tilt, yaw);
    const double plan[3][2] = {{0, 0}, {1.5, half}, {1.5, -half}};
    stage_blade(s, plan, -9, 9);
    stage_place(s, -1.2, (-1.2 * cos(w) - offset * sin(w)) * slope + 0.4, offset, LOPE_MODE_FALLING);
    stage_run(s, 0.5, 60);
    stage_move(s, cos(angle), sin(angle));
    double deepest = 0;
    for (int t = 0; t < 60; t++) {
        stage_tick(s, 1.0f / 60);
        double depth = stage_depth(s);
        deepest = depth > deepest ? depth : deepest;
        if (depth > 1e-3)
            fail_msg("%s, tilt %g toward %g, half width %g, angle %g, offset %g: %g mm deep at %g %g %g, tick %d",
                     stage_form_names[form], tilt, yaw, half, angle, offset, depth * 1e3, stage_feet(s).x, stage_feet(s).y,
                     stage_feet(s).z, t);
    }
    *passed = stage_feet(s).x > 0.5;
    stage_close(s);
    return deepest;
}

static void knife_edges(void **unused)
{
    (void)unused;
    static const double tilts[] = {0, 20, 40}, halves[] = {0.02, 0.2, 0.6};
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        double deepest = 0;
        int passed = 0, cases = 0;
        for (int k = 0; k < 27; k++)
            for (int yaw = 0; yaw < 360; yaw += 60)
                for (int i = -8; i <= 8; i++) {
                    bool slid;
                    double depth =
                        knife_edge((stage_form)form, tilts[k % 3], yaw, halves[k / 3 % 3], 0.5 * (k / 9 - 1), 0.05 * i, &slid);
                    deepest = depth > deepest ? depth : deepest;
                    passed += slid;
                    cases++;
                }
        printf("  %s: %d of %d slid past the edge, %.3g mm deep at most\n", stage_form_names[form], passed, cases, deepest * 1e3);
        assert_true(passed > cases / 2);
    }
}

static void expect_out(stage *s, const char *label, int ticks)
{
    int out = -1;
    for (int t = 1; t <= ticks; t++) {
        stage_tick(s, 1.0f / 60);
        double depth = stage_depth(s);
        if (out < 0 && depth < 1e-3) out = t;
        if (out >= 0 && depth > 1e-3) fail_msg("%s: out at tick %d, in again at %d by %g mm", label, out, t, depth * 1e3);
    }
    brute_point f = stage_feet(s);
    printf("  %s: out after %d ticks, at %.3f %.3f %.3f\n", label, out, f.x, f.y, f.z);
    if (out < 0) fail_msg("%s: still %g mm deep after %d ticks", label, stage_depth(s) * 1e3, ticks);
}

static void starts_inside_a_wall(void **unused)
{
    (void)unused;
    static const double depths[] = {0.05, 0.15, 0.30};
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < 3; i++)
            for (int moving = 0; moving < 2; moving++) {
                // A wall 1 m thick whose near face is x = 0; also one 0.4 m thick.
                for (int thin = 0; thin < 2; thin++) {
                    stage *s = stage_open((stage_form)form);
                    stage_floor(s);
                    stage_box(s, 0, -1, -5, thin ? 0.4 : 1.0, 4, 5);
                    stage_place(s, -0.34 + depths[i], 0, 0.2, LOPE_MODE_WALKING);
                    stage_move(s, moving, 0);
                    char label[80];
                    snprintf(label, sizeof label, "%.2f m in a %s wall of %s%s", depths[i], thin ? "thin" : "thick",
                             stage_form_names[form], moving ? ", pressing on" : "");
                    expect_out(s, label, 10);
                    if (stage_feet(s).x > 0) fail_msg("%s: came out on the far side, x %g", label, stage_feet(s).x);
                    stage_close(s);
                }
            }
}

static void starts_inside_a_sheet(void **unused)
{
    (void)unused;
    static const double depths[] = {0.05, 0.15, 0.30};
    for (int i = 0; i < 3; i++)
        for (int facing = 0; facing < 2; facing++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_floor(s);
            brute_point a = {0, -1, -5}, b = {0, -1, 5}, c = {0, 4, 5}, d = {0, 4, -5};
            if (facing)
                stage_sheet(s, a, b, c, d);
            else
                stage_sheet(s, d, c, b, a);
            stage_place(s, -0.34 + depths[i], 0, 0.2, LOPE_MODE_WALKING);
            char label[80];
            snprintf(label, sizeof label, "%.2f m in an open sheet facing %s", depths[i], facing ? "-x" : "+x");
            expect_out(s, label, 10);
            if (stage_feet(s).x > 0) fail_msg("%s: came out on the far side, x %g", label, stage_feet(s).x);
            stage_close(s);
        }
}

static void starts_inside_the_floor(void **unused)
{
    (void)unused;
    static const double depths[] = {0.05, 0.15, 0.30};
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < 3; i++) {
            stage *s = stage_open((stage_form)form);
            stage_floor(s);
            stage_place(s, 1, -depths[i], 2, LOPE_MODE_WALKING);
            char label[80];
            snprintf(label, sizeof label, "%.2f m in a floor of %s", depths[i], stage_form_names[form]);
            expect_out(s, label, 10);
            check_near("on the floor", stage_feet(s).y, 0.0, 2e-3);
            check_near("not sideways", hypot(stage_feet(s).x - 1, stage_feet(s).z - 2), 0.0, 0.02);
            stage_close(s);
        }
    for (int i = 0; i < 3; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_sheet(s, brute_make(-9, 0, 9), brute_make(9, 0, 9), brute_make(9, 0, -9), brute_make(-9, 0, -9));
        stage_place(s, 1, -depths[i], 2, LOPE_MODE_WALKING);
        char label[80];
        snprintf(label, sizeof label, "%.2f m in a floor of one sheet", depths[i]);
        expect_out(s, label, 10);
        check_near("on the sheet", stage_feet(s).y, 0.0, 2e-3);
        stage_close(s);
    }
}

static void starts_deep_inside_a_big_box(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        stage *s = stage_open((stage_form)form);
        stage_floor(s);
        stage_box(s, 0, -1, -10, 20, 9, 10);
        stage_place(s, -0.34 + 0.5, 0, 0, LOPE_MODE_WALKING); // the whole axis is inside
        char label[80];
        snprintf(label, sizeof label, "0.50 m in a big box of %s", stage_form_names[form]);
        expect_out(s, label, 10);
        if (stage_feet(s).x > 0) fail_msg("%s: far side, x %g", label, stage_feet(s).x);
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_and_corners),
        cmocka_unit_test(slides_along_walls),
        cmocka_unit_test(knife_edges),
        cmocka_unit_test(starts_inside_a_wall),
        cmocka_unit_test(starts_inside_a_sheet),
        cmocka_unit_test(starts_inside_the_floor),
        cmocka_unit_test(starts_deep_inside_a_big_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
