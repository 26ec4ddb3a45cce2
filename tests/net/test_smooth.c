// test_smooth.c - the visual offset by its closed form, e^(-t / 0.1 s), whatever the frame rate; its bounds;
// and the lead: where it steers to, how fast, and that a stall is not run after.
#include "net_help.h"

#include "net/lead.h"
#include "net/smooth.h"

#include <math.h>

static double length(lope_point p) { return sqrt(p.x * p.x + p.y * p.y + p.z * p.z); }

// One correction, looked at in frames of many rates: the offset is -moved * exp(-t / 0.1).
static void decays(void **unused)
{
    (void)unused;
    static const double rates[] = {7, 30, 60, 144, 1000};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
        lope_smooth smooth = {.time = 5};
        lope_smooth_correct(&smooth, (lope_point){0.5, -0.2, 1}, 0.7);
        for (int k = 1; k <= (int)rates[r]; k++) {
            const double t = k / rates[r], left = exp(-t / 0.1);
            lope_smooth_pass(&smooth, 5 + t);
            // the exponential in double is good to 1e-12; it is multiplied once a frame
            assert_true(fabs(smooth.offset.x + 0.5 * left) < 1e-9);
            assert_true(fabs(smooth.offset.y - 0.2 * left) < 1e-9);
            assert_true(fabs(smooth.offset.z + left) < 1e-9);
            assert_true(fabs(smooth.yaw + 0.7 * left) < 1e-9);
        }
    }
}

// Corrections add up, each by its own time.
static void adds_up(void **unused)
{
    (void)unused;
    lope_smooth smooth = {.time = 0};
    double want = 0;
    for (int k = 0; k < 200; k++) {
        const double t = 0.013 * k, moved = 0.3 * sin(k);
        lope_smooth_pass(&smooth, t);
        want *= k > 0 ? exp(-0.013 / 0.1) : 1;
        lope_smooth_correct(&smooth, (lope_point){0, moved, 0}, 0);
        if (fabs(moved) >= 1e-3) want -= moved;
        assert_true(fabs(smooth.offset.y - want) < 1e-9);
    }
    lope_smooth_pass(&smooth, -5); // time that goes back changes nothing
    assert_true(fabs(smooth.offset.y - want) < 1e-9);
}

static void bounds(void **unused)
{
    (void)unused;
    lope_smooth smooth = {.time = 0};
    lope_smooth_correct(&smooth, (lope_point){0.0009, 0, 0}, 0); // under 1 mm: at once
    assert_true(length(smooth.offset) == 0);
    lope_smooth_correct(&smooth, (lope_point){0.0011, 0, 0}, 0);
    assert_true(length(smooth.offset) > 0.001);
    smooth = (lope_smooth){.time = 0};
    lope_smooth_correct(&smooth, (lope_point){3.83, 0, 0}, 0);
    assert_true(length(smooth.offset) > 3.8);
    lope_smooth_correct(&smooth, (lope_point){0.02, 0, 0}, 0); // together beyond 3.84 m: put elsewhere
    assert_true(length(smooth.offset) == 0);
    // the short way round
    smooth = (lope_smooth){.time = 0};
    lope_smooth_correct(&smooth, (lope_point){0, 0, 0}, 6.2);
    assert_true(fabs(smooth.yaw + (6.2 - 6.283185307179586)) < 1e-9);
}

// ---- the lead ---------------------------------------------------------------------------------------------

// The same number of ticks as seconds have, at any frame rate.
static void ticks_are_due(void **unused)
{
    (void)unused;
    static const double frames[] = {1 / 240.0, 1 / 60.0, 1 / 59.0, 1 / 13.0};
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        lope_lead lead = {0};
        uint32_t ticks = 0;
        const int count = (int)(20 / frames[i]);
        lope_lead_start(&lead, 100);
        for (int k = 1; k <= count; k++) {
            const uint32_t due = lope_lead_due(&lead, 100 + k * frames[i], 60);
            lope_lead_ran(&lead, due);
            ticks += due;
        }
        const double want = 1 + 60 * count * frames[i];
        assert_true(fabs(ticks - want) <= 1);
    }
}

static void pace_of(lope_lead *lead, int32_t least, int times)
{
    for (int k = 0; k < times; k++) lope_lead_measure(lead, least);
}

static void paces(void **unused)
{
    (void)unused;
    lope_lead lead = {0};
    lope_lead_start(&lead, 0);
    pace_of(&lead, 2, 200); // 2 ticks and no deviation: as wanted
    assert_true(fabs(lead.pace - 1) < 1e-3);
    pace_of(&lead, 3, 400);
    assert_true(lead.pace < 1 - 0.015 && lead.pace >= 0.95); // one too many: 2 % slower
    pace_of(&lead, 0, 400);
    assert_true(lead.pace > 1 + 0.03 && lead.pace <= 1.05); // two too few: 4 % faster
    pace_of(&lead, -20, 400);
    assert_true(lead.pace > 1.0999 && lead.pace < 1.1001); // far off: up to a tenth
    pace_of(&lead, 30, 400);
    assert_true(lead.pace > 0.8999 && lead.pace < 0.9001);
    for (int32_t least = -31; least <= 31; least++) {
        lope_lead_measure(&lead, least);
        assert_true(lead.pace >= 0.9 - 1e-12 && lead.pace <= 1.1 + 1e-12);
    }
}

// One depth in a hundred below 0, as where loss comes in bursts: half a tick more is wanted, and no more once
// the line is good again.
static void leads_more_where_commands_come_late(void **unused)
{
    (void)unused;
    double sums[3] = {0};
    for (int late = 0; late < 2; late++) {
        lope_lead lead = {0};
        lope_lead_start(&lead, 0);
        for (int k = 0; k < 12000; k++) { // one dip of equal size a hundred; below 0 only where `late`
            const int32_t depth = late ? 2 : 12;
            lope_lead_measure(&lead, k % 100 == 0 ? depth - 3 : depth);
            if (k >= 2000) sums[late] += lope_lead_wanted(&lead) / 10000;
        }
        pace_of(&lead, 2, 3000);
        if (late) sums[2] = lope_lead_wanted(&lead);
    }
    printf("wanted %.2f, %.2f where the dips are below 0, %.2f after them\n", sums[0], sums[1], sums[2]);
    assert_true(fabs(sums[1] - sums[0] - 0.5) < 0.05);
    assert_true(fabs(sums[2] - 2) < 0.01);
}

// Steered by what it does: the depth comes to 2 ticks + 3 deviations, at most 12, and stays.
static void steers(void **unused)
{
    (void)unused;
    for (int spread = 0; spread <= 6; spread += 2) {
        lope_lead lead = {0};
        uint64_t seed = 7;
        double depth = 25, sum = 0;
        lope_lead_start(&lead, 0);
        for (int k = 0; k < 6000; k++) { // 30 packets a second
            const double noise = random_between(&seed, -spread, spread);
            lope_lead_measure(&lead, (int32_t)floor(depth + noise + 0.5));
            depth += (lead.pace - 1) * 2;
            if (k >= 3000) sum += depth;
        }
        const double mean = sum / 3000, deviation = spread / 2.0; // mean deviation of an even spread
        const double wanted = 2 + 3 * deviation > 12 ? 12 : 2 + 3 * deviation;
        printf("spread %d: depth %.2f, wanted about %.2f\n", spread, mean, wanted);
        assert_true(fabs(mean - wanted) < 1.0); // the rounding to ticks is in the deviation
    }
}

// A program that stood still for a minute does not run a minute's ticks.
static void stalls(void **unused)
{
    (void)unused;
    lope_lead lead = {0};
    lope_lead_start(&lead, 0);
    lope_lead_ran(&lead, lope_lead_due(&lead, 0.1, 60));
    const uint32_t after = lope_lead_due(&lead, 60, 60);
    assert_true(after <= 17);
    lope_lead_ran(&lead, after);
    lope_lead_due(&lead, NAN, 60);
    const uint32_t due = lope_lead_due(&lead, 60.1, 60);
    assert_true(due <= 17); // a time that is none leaves the clock whole
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(decays), cmocka_unit_test(adds_up),
                                       cmocka_unit_test(bounds), cmocka_unit_test(ticks_are_due),
                                       cmocka_unit_test(paces),  cmocka_unit_test(leads_more_where_commands_come_late),
                                       cmocka_unit_test(steers), cmocka_unit_test(stalls)};
    return cmocka_run_group_tests_name("net.smooth", tests, NULL, NULL);
}
