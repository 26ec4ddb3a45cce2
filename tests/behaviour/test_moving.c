// test_moving.c - bodies that move: they push, lifts carry up and down, and between a mover and a wall
// nothing breaks.
#include "check.h"
#include "stage.h"

static const float rates[] = {30, 60, 240};

static void moving_box_pushes(void **unused)
{
    (void)unused;
    static const double speeds[] = {0.5, 2.0, 6.0};
    for (int i = 0; i < 3; i++)
        for (int v = 0; v < 3; v++)
            for (int against = 0; against < 2; against++) {
                stage *s = stage_open(STAGE_BOXES);
                stage_floor(s);
                lope_body box = stage_moving_box(s, -3, 1.5, 0.2, 2, 2.8, 2);
                stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
                stage_run(s, 0.2, rates[i]);
                stage_move(s, against ? -1 : 0, 0);
                double x = -3, deepest = 0;
                int ticks = (int)(4 / speeds[v] * (double)rates[i]);
                for (int t = 0; t < ticks; t++) {
                    x += speeds[v] / (double)rates[i];
                    stage_carry(s, box, x, 1.5, 0.2);
                    stage_tick(s, 1.0f / rates[i]);
                    brute_point f = stage_feet(s);
                    double depth = fabs(f.z - 0.2) < 1 ? x + 1 + 0.34 - f.x : 0;
                    deepest = depth > deepest ? depth : deepest;
                }
                printf("  %g m/s at %g Hz%s: pushed to %.3f, box face at %.3f, %.3g mm deep at most\n", speeds[v],
                       (double)rates[i], against ? ", walking against it" : "", stage_feet(s).x, x + 1, deepest * 1e3);
                check_below("depth", deepest, 2e-3);
                check_near("stays on the floor", stage_feet(s).y, 0, 2e-3);
                if (stage_feet(s).x < x + 1 + 0.34 - 2e-3) fail_msg("the box went through");
                stage_close(s);
            }
}

static void lift_carries(void **unused)
{
    (void)unused;
    static const double speeds[] = {0.5, 1.0, 3.0};
    for (int i = 0; i < 3; i++)
        for (int v = 0; v < 3; v++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_floor(s);
            lope_body lift = stage_moving_box(s, 0, 0.25, 0, 3, 0.5, 3);
            stage_place(s, 0.5, 0.5, 0.3, LOPE_MODE_WALKING);
            stage_run(s, 0.2, rates[i]);
            double top = 0.5, off = 0;
            int airborne = 0, leg = (int)(3 / speeds[v] * (double)rates[i]);
            for (int t = 0; t < 2 * leg; t++) {
                top += (t < leg ? 1 : -1) * speeds[v] / (double)rates[i];
                stage_carry(s, lift, 0, top - 0.25, 0);
                stage_tick(s, 1.0f / rates[i]);
                double gap = fabs(stage_feet(s).y - top);
                off = gap > off ? gap : off;
                airborne += !stage_walking(s);
            }
            printf("  lift at %g m/s, %g Hz: feet off its top %.3g mm at most, %d ticks in the air\n", speeds[v],
                   (double)rates[i], off * 1e3, airborne);
            check_below("off the lift", off, 2e-3);
            assert_int_equal(airborne, 0);
            check_near("not sideways", hypot(stage_feet(s).x - 0.5, stage_feet(s).z - 0.3), 0, 1e-3);
            stage_close(s);
        }
}

// A mover that closes on a wall: the character is reported crushed or stuck, never a NaN, and comes back out
// when it opens, on the side where it was. 0.34 m of radius cannot fit into the last gap of 0.3 m.
static void crushed_between(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, 2, -1, -5, 3, 4, 5);
        lope_body box = stage_moving_box(s, -2, 1.5, 0, 2, 2.9, 9.8);
        stage_place(s, 1, 0, 0, LOPE_MODE_WALKING);
        stage_run(s, 0.2, rates[i]);
        double x = -2;
        int leg = (int)(2.7 * (double)rates[i]);
        for (int t = 0; t < 2 * leg; t++) {
            x += (t < leg ? 1 : -1) / (double)rates[i];
            stage_carry(s, box, x, 1.5, 0);
            stage_tick(s, 1.0f / rates[i]);
            if (stage_feet(s).x > 2.2) fail_msg("pressed through the wall: x %g", stage_feet(s).x);
        }
        stage_run(s, 0.5, rates[i]);
        int told = stage_count(s, LOPE_EVENT_CRUSH) + stage_count(s, LOPE_EVENT_STUCK);
        printf("  %g Hz: %d crush or stuck events, ends at %.3f %.3f\n", (double)rates[i], told, stage_feet(s).x,
               stage_feet(s).y);
        assert_true(told >= 1);
        check_below("free again", stage_depth(s), 1e-3);
        stage_close(s);
    }
}

// A platform that rises into a character from below while it stands half on the floor, and one that sinks
// away fast: it falls.
static void lift_that_drops_lets_go(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    lope_body lift = stage_moving_box(s, 0, 5, 0, 3, 0.5, 3);
    stage_place(s, 0, 5.25, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.2, 60);
    double top = 5.25, last = 5.25;
    for (int t = 0; t < 60; t++) {
        if (top > 0.6) top -= 30.0 / 60;
        stage_carry(s, lift, 0, top - 0.25, 0);
        stage_tick(s, 1.0f / 60);
        if (stage_feet(s).y > last + 1e-4) fail_msg("rose while the lift sank");
        last = stage_feet(s).y;
        if (t == 5) assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    }
    stage_run(s, 1.0, 60);
    check_near("lands on the lift", stage_feet(s).y, top, 2e-3);
    stage_close(s);
}

// A step up or down, or a change of base, in a tick: what may happen once.
typedef struct unrest {
    int jumps, bases;
} unrest;

// A body goes along x at `speed` from `x` for so long.
static unrest run_beside(stage *s, lope_body body, double x, double y, double speed, double seconds, float rate)
{
    unrest seen = {0, 0};
    double last = stage_feet(s).y;
    int before = stage_count(s, LOPE_EVENT_BASE);
    for (int t = 1; t <= (int)(seconds * (double)rate + 0.5); t++) {
        stage_carry(s, body, x + speed * t / (double)rate, y, 0);
        stage_tick(s, 1.0f / rate);
        seen.jumps += fabs(stage_feet(s).y - last) > 0.02;
        last = stage_feet(s).y;
    }
    seen.bases = stage_count(s, LOPE_EVENT_BASE) - before;
    return seen;
}

// A kerb that comes along the ground: one that the round bottom meets with a part of it to stand upon lifts,
// once, and carries; a higher one is a wall, and pushes along. Either way the character is from then on where
// it was touched: at sqrt(r^2 - (r - h)^2) before the face.
static void kerb_pushes_or_carries(void **unused)
{
    (void)unused;
    static const double heights[] = {0.02, 0.05, 0.09, 0.12, 0.2, 0.3, 0.33, 0.4, 0.44}, speeds[] = {0.4, 1.0, 3.0};
    static const float kerb_rates[] = {20, 60, 360};
    for (int h = 0; h < 9; h++)
        for (int v = 0; v < 3; v++)
            for (int i = 0; i < 3; i++)
                for (int gap = 0; gap < 2; gap++) { // flush with the floor, or just over it
                    double height = heights[h], top = height + 0.01 * gap, low = top < 0.34 ? 0.34 - top : 0;
                    stage *s = stage_open(STAGE_BOXES);
                    stage_floor(s);
                    lope_body kerb = stage_moving_box(s, -2, top - 0.5 * height, 0, 2, height, 4);
                    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
                    stage_run(s, 0.1, kerb_rates[i]);
                    double seconds = 2.4 / speeds[v];
                    unrest seen = run_beside(s, kerb, -2, top - 0.5 * height, speeds[v], seconds, kerb_rates[i]);
                    bool on = stage_feet(s).y > 0.5 * top;
                    if (kerb_rates[i] == 60 && v == 1) printf("  %.2f m: %s\n", top, on ? "on top" : "pushed along");
                    check_near("height", stage_feet(s).y, on ? top : 0, 1e-4);
                    check_near("before the face", stage_feet(s).x - 1.4, sqrt(0.34 * 0.34 - low * low), 1e-3);
                    check_below("changes of base", seen.bases, on ? 1.5 : 0.5);
                    check_below("jumps", seen.jumps, on ? 1.5 : 0.5);
                    stage_close(s);
                }
}

// A wall behind the character: it cannot go along, so the kerb gets under it. It is carried against the wall
// and let down behind the kerb.
static void kerb_lifts_at_a_wall(void **unused)
{
    (void)unused;
    static const double heights[] = {0.05, 0.12, 0.2, 0.3};
    for (int h = 0; h < 4; h++)
        for (int i = 0; i < 3; i++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_floor(s);
            stage_box(s, 1, 0, -5, 2, 4, 5);
            lope_body kerb = stage_moving_box(s, -2, 0.5 * heights[h], 0, 2, heights[h], 4);
            stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
            stage_run(s, 0.1, rates[i]);
            unrest seen = run_beside(s, kerb, -2, 0.5 * heights[h], 1, 4.5, rates[i]);
            check_near("at the wall", stage_feet(s).x, 0.66, 2e-3);
            check_near("on the floor again", stage_feet(s).y, 0, 1e-4);
            assert_int_equal(stage_count(s, LOPE_EVENT_CRUSH) + stage_count(s, LOPE_EVENT_STUCK), 0);
            assert_int_equal(seen.bases, 2);
            check_below("jumps", seen.jumps, 4);
            stage_close(s);
        }
}

// A walkable wedge that slides under a character that stands carries it from the instant at which it touches
// it: it rests on it and on the floor.
static void wedge_carries(void **unused)
{
    (void)unused;
    static const float points[] = {-2, 0, -2, 2, 0, -2, -2, 0, 2, 2, 0, 2, -2, 2, -2, -2, 2, 2};
    static const float wedge_rates[] = {20, 60, 360};
    for (int i = 0; i < 3; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        lope_hull_def def = {.points = points, .point_count = 6, .body = {.position = {-3, 0, 0}, .moving = true}};
        lope_body wedge = lope_level_add_hull(s->level, &def);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_run(s, 0.1, wedge_rates[i]);
        unrest seen = run_beside(s, wedge, -3, 0, 1.5, 2, wedge_rates[i]);
        double corner = -3 + 3 + 2, slope = atan(0.5);
        check_near("before its edge", stage_feet(s).x - corner, 0.34 * tan(0.5 * slope), 1e-3);
        check_near("on the floor", stage_feet(s).y, 0, 1e-4);
        assert_int_equal(seen.bases, 1);
        double touched = 0.1 + (1 - 0.34 * tan(0.5 * slope)) / 1.5; // told of at its instant
        check_near("time of the event", stage_last(s, LOPE_EVENT_BASE)->time, touched, 1e-3);
        check_near("time of the first", stage_first(s, LOPE_EVENT_BASE)->time, 0, 1e-9);
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_box_pushes),      cmocka_unit_test(lift_carries),
        cmocka_unit_test(crushed_between),        cmocka_unit_test(lift_that_drops_lets_go),
        cmocka_unit_test(kerb_pushes_or_carries), cmocka_unit_test(kerb_lifts_at_a_wall),
        cmocka_unit_test(wedge_carries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
