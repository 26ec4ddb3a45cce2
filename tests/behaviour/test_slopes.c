// test_slopes.c - ground that is too steep: it refuses to be climbed, is slid off, and two such slopes make a
// seat to stand in.
#include "check.h"
#include "stage.h"

#define RADIANS(degrees) ((degrees)*3.14159265358979323846 / 180.0)

// Height of the feet of a capsule that touches a slope through (0, 0), its axis at x.
static double touching(double degrees, double x) { return x * tan(RADIANS(degrees)) + 0.34 / cos(RADIANS(degrees)) - 0.34; }

static void slides_off_and_gains_nothing(void **unused)
{
    (void)unused;
    static const double angles[] = {46, 50, 60, 75};
    static const float rates[] = {30, 60, 240};
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int a = 0; a < 4; a++)
            for (int i = 0; i < 3; i++) {
                stage *s = stage_open((stage_form)form);
                stage_floor(s);
                stage_ramp(s, 0, 0, 0, angles[a], 0, 12, 10);
                double x = 2.0, y = touching(angles[a], x) + 0.005;
                stage_place(s, x, y, 0, 0);
                stage_move(s, 1, 0);
                double highest = 0, last = y, rise = 0;
                for (int t = 0; t < (int)(3 * rates[i]); t++) {
                    stage_tick(s, 1.0f / rates[i]);
                    double now = stage_feet(s).y;
                    rise = now - last > rise ? now - last : rise;
                    last = now;
                    highest = now > highest ? now : highest;
                }
                printf("  %s %g degrees %g Hz: from %.3f to %.3f m, largest rise in a tick %.3g mm\n", stage_form_names[form],
                       angles[a], (double)rates[i], y, last, rise * 1e3);
                check_below("never higher than it began", highest, y + 1e-3);
                check_below("rise in a tick", rise, 1e-3);
                check_below("slid down", last, 0.05);
                stage_close(s);
            }
}

static void steep_ramp_refuses_a_run(void **unused)
{
    (void)unused;
    static const double angles[] = {45.5, 50, 60, 70, 80};
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int a = 0; a < 5; a++)
            for (int jump = 0; jump < 2; jump++) {
                stage *s = stage_open((stage_form)form);
                stage_floor(s);
                stage_ramp(s, 0, 0, 0, angles[a], 0, 12, 10);
                stage_place(s, -5, 0, 0, LOPE_MODE_WALKING);
                stage_move(s, 1, 0);
                double highest = 0, spread = 0;
                for (int t = 0; t < 360; t++) {
                    if (jump && t % 60 == 30) s->input.pressed = LOPE_BUTTON_JUMP;
                    stage_tick(s, 1.0f / 60);
                    highest = stage_feet(s).y > highest ? stage_feet(s).y : highest;
                    if (!jump && t > 150 && fabs(stage_feet(s).y) > spread) spread = fabs(stage_feet(s).y);
                }
                printf("  %s %g degrees%s: highest %.4f m\n", stage_form_names[form], angles[a], jump ? " with jumps" : "",
                       highest);
                // a jump may rise its 0.9 m from the ground, never more by pushing; the foot of the slope is
                // at most 2 mm up
                check_below("highest", highest, jump ? 0.903 : 0.01);
                if (!jump) assert_true(stage_walking(s));
                stage_close(s);
            }
}

static void limit_is_where_it_says(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int k = 0; k < 2; k++) {
            double degrees = k ? 44.9 : 44.6; // the default limit is 44.765 degrees
            stage *s = stage_open((stage_form)form);
            stage_floor(s);
            stage_ramp(s, 0, 0, 0, degrees, 0, 12, 10);
            stage_place(s, -2, 0, 0, LOPE_MODE_WALKING);
            stage_move(s, 1, 0);
            stage_run(s, 1.0, 60);
            printf("  %s %g degrees: %.3f m up\n", stage_form_names[form], degrees, stage_feet(s).y);
            if (k) check_below("refused", stage_feet(s).y, 0.01);
            if (!k && stage_feet(s).y < 2.0) fail_msg("refused");
            stage_close(s);
        }
}

static void wedge_is_a_seat(void **unused)
{
    (void)unused;
    static const double left[] = {60, 60, 50, 70}, right[] = {60, 50, 70, 70}, from[] = {0, 0.15, -0.25};
    static const float rates[] = {30, 60, 240};
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int w = 0; w < 4; w++)
            for (int f = 0; f < 3; f++)
                for (int push = -1; push <= 1; push++) {
                    float rate = rates[(w + f + push + 1) % 3];
                    stage *s = stage_open((stage_form)form);
                    stage_ramp(s, 0, 0, 0, right[w], 0, 8, 8);
                    stage_ramp(s, 0, 0, 0, left[w], 180, 8, 8);
                    stage_place(s, from[f], 2.0, 0, 0);
                    stage_move(s, push, 0);
                    stage_run(s, 2.0, rate);
                    char label[96];
                    snprintf(label, sizeof label, "%s %g/%g at %g push %d %g Hz", stage_form_names[form], left[w], right[w],
                             from[f], push, (double)rate);
                    int modes = stage_count(s, LOPE_EVENT_MODE);
                    brute_point seat = stage_feet(s);
                    double trembles = 0;
                    for (int t = 0; t < (int)(2 * rate); t++) {
                        brute_point last = stage_feet(s);
                        stage_tick(s, 1.0f / rate);
                        double moved = brute_length(brute_sub(stage_feet(s), last));
                        trembles = moved > trembles ? moved : trembles;
                    }
                    int flicker = stage_count(s, LOPE_EVENT_MODE) - modes;
                    if (form == 0)
                        printf(
                            "  %s: mode %s, seat at %.3f %.3f, %d mode changes while landing, %d after, moves %.3g mm a tick\n",
                            label, lope_mode_name(s->state.mode), seat.x, seat.y, modes, flicker, trembles * 1e3);
                    if (!stage_walking(s)) fail_msg("%s: does not stand", label);
                    if (flicker) fail_msg("%s: %d mode changes while it stands", label, flicker);
                    check_below(label, trembles, 1e-4);
                    check_below("depth", stage_depth(s), 1e-3);
                    double before = stage_feet(s).y, highest = before;
                    s->input.pressed = LOPE_BUTTON_JUMP;
                    for (int t = 0; t < (int)rate; t++) {
                        stage_tick(s, 1.0f / rate);
                        highest = stage_feet(s).y > highest ? stage_feet(s).y : highest;
                    }
                    // straight up nothing is in the way; pushed aside the slope may cost some of the height
                    if (highest - before < (push ? 0.45 : 0.89)) fail_msg("%s: jumps only %g m out", label, highest - before);
                    check_below("jump height", highest - before, 0.903);
                    stage_close(s);
                }
}

// Two solids with a gap too narrow to fall through: the round bottom hangs on two steep contacts, on edges or
// on an edge and a wall. Nothing lets it go further down, so it stands, and can jump and walk out.
static void stands_in_a_narrow_gap(void **unused)
{
    (void)unused;
    static const double gaps[] = {0.50, 0.60, 0.66};
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int g = 0; g < 3; g++)
            for (int wall = 0; wall < 2; wall++) {
                stage *s = stage_open((stage_form)form);
                stage_box(s, -6, -3, -6, 0, wall ? 4.0 : 0.0, 6);
                stage_box(s, gaps[g], -3, -6, 6, 0, 6);
                stage_place(s, wall ? 0.345 : gaps[g] / 2 + 0.01, 0.6, 0.3, LOPE_MODE_FALLING);
                stage_run(s, 2.0, 60);
                int modes = stage_count(s, LOPE_EVENT_MODE);
                brute_point seat = stage_feet(s);
                stage_run(s, 1.0, 60);
                printf("  %s gap of %.2f m%s: %s at %.3f %.3f\n", stage_form_names[form], gaps[g], wall ? " beside a wall" : "",
                       lope_mode_name(s->state.mode), seat.x, seat.y);
                if (!stage_walking(s))
                    fail_msg("does not stand: %s at %g %g %g", lope_mode_name(s->state.mode), seat.x, seat.y, seat.z);
                assert_int_equal(stage_count(s, LOPE_EVENT_MODE), modes);
                check_near("stays", brute_length(brute_sub(stage_feet(s), seat)), 0, 1e-3);
                check_below("depth", stage_depth(s), 1e-3);
                s->input.pressed = LOPE_BUTTON_JUMP;
                double highest = seat.y;
                for (int t = 0; t < 60; t++) {
                    stage_tick(s, 1.0f / 60);
                    highest = stage_feet(s).y > highest ? stage_feet(s).y : highest;
                }
                if (highest - seat.y < 0.8) fail_msg("jumps only %g m out", highest - seat.y);
                stage_close(s);
            }
}

// Slowly over the rim of a trench with two steep sides and down to its seat: from the moment that it falls it
// only ever goes down, also where it comes back from the far side and touches the rim from below. One rise is
// allowed: landing on a rim with a contact that may be walked puts the feet on the rim's level, up to 0.34 *
// (1 - cos 44.765) = 0.099 m.
static void sinks_into_a_trench(void **unused)
{
    (void)unused;
    static const double angles[] = {50, 60, 70}, tops[] = {0.6, 0.7, 1.0, 1.5}, sticks[] = {0.1, 0.2, 0.4};
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        int seated = 0, cases = 0;
        for (int k = 0; k < 36; k++) {
            double angle = angles[k % 3], top = tops[k / 3 % 4], half = top / tan(RADIANS(angle)),
                   length = top / sin(RADIANS(angle));
            stage *s = stage_open((stage_form)form);
            stage_ramp(s, 0, 0, 0, angle, 0, length, 4);
            stage_ramp(s, 0, 0, 0, angle, 180, length, 4);
            stage_box(s, half, -3, -2, half + 4, top, 2);
            stage_box(s, -half - 4, -3, -2, -half, top, 2);
            stage_place(s, -half - 0.5, top, 0.2, LOPE_MODE_WALKING);
            stage_move(s, sticks[k / 12], 0);
            double last = top;
            bool fell = false;
            for (int t = 0; t < 420; t++) {
                if (fell || stage_feet(s).x > half + 1) stage_move(s, 0, 0);
                stage_tick(s, 1.0f / 60);
                double y = stage_feet(s).y;
                if (fell && y > last + (stage_walking(s) && s->state.floor.kind == LOPE_FLOOR_RIM ? 0.1 : 1e-3))
                    fail_msg("%s, %g degrees, %g m, stick %g: rose by %g m at %g %g, tick %d", stage_form_names[form], angle, top,
                             sticks[k / 12], y - last, stage_feet(s).x, y, t);
                last = y;
                fell = fell || !stage_walking(s);
            }
            double seat = 0.34 / cos(RADIANS(angle)) - 0.34;
            if (!stage_walking(s)) fail_msg("%g degrees, %g m: ends %s at %g", angle, top, lope_mode_name(s->state.mode), last);
            seated += fabs(last - seat) < 2e-3;
            cases++;
            check_below("depth", stage_depth(s), 1e-3);
            stage_close(s);
        }
        printf("  %s: %d of %d sat down in the trench, the others stayed on a rim\n", stage_form_names[form], seated, cases);
        assert_true(seated > cases / 2);
    }
}

// Along the foot of a slope of 60 degrees and round its side, whose edge leans away: the feet go on an
// ellipse about it, held to it by the input, the same at every rate. Where the raised capsule would be past
// the edge it is no step: the floor behind is no higher.
static void round_the_side_of_a_steep_slope(void **unused)
{
    (void)unused;
    static const float rates[] = {360, 20, 30, 60, 120, 1000};
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        brute_point first = {0};
        for (int i = 0; i < 6; i++) {
            stage *s = stage_open((stage_form)form);
            stage_floor(s);
            stage_tilted_box(s, 6.4330127, 4.9461524, 0, 12, 1, 11, 60, 0);
            stage_place(s, 0, 0, -4, LOPE_MODE_WALKING);
            stage_move(s, 0.8, 0.6);
            stage_run(s, 3, rates[i]);
            brute_point now = stage_feet(s);
            if (i == 0) first = now;
            printf("  %-5s %4g Hz: at %.5f %.5f, %d steps\n", stage_form_names[form], (double)rates[i], now.x, now.z,
                   stage_count(s, LOPE_EVENT_STEP_UP));
            check_near("x", now.x, first.x, 1e-3);
            check_near("z", now.z, first.z, 1e-3);
            check_near("height", now.y, 0, 1e-6);
            check_below("rounds it", 5.6 - now.z, 0);
            assert_int_equal(stage_count(s, LOPE_EVENT_STEP_UP), 0);
            stage_close(s);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_the_side_of_a_steep_slope),
        cmocka_unit_test(slides_off_and_gains_nothing),
        cmocka_unit_test(steep_ramp_refuses_a_run),
        cmocka_unit_test(limit_is_where_it_says),
        cmocka_unit_test(wedge_is_a_seat),
        cmocka_unit_test(stands_in_a_narrow_gap),
        cmocka_unit_test(sinks_into_a_trench),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
