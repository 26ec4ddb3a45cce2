// test_arrival.c - credit for commands that run as they come: whatever the clock and however they are held
// back, a player gets no more than the server's ticks, 0.5 % and 15; an honest one gets all of its own.
#include "net_help.h"

#include <lope/net_arrival.h>

// Plays a minute: a client's clock, commands held back for `hold` ticks each.
static lope_net_arrival minute(double clock, uint32_t hold)
{
    lope_net_arrival arrival = {0};
    double due = 0;
    uint32_t held = 0;
    for (uint32_t tick = 1; tick <= 3600; tick++) {
        lope_net_arrival_tick(&arrival);
        due += clock;
        held += (uint32_t)due;
        due -= (uint32_t)due;
        if (tick % hold != 0) continue;
        for (; held > 0; held--) lope_net_arrival_take(&arrival);
    }
    return arrival;
}

static void clocks(void **unused)
{
    (void)unused;
    static const double fast[] = {1, 1.004, 1.01, 1.05, 2, 10};
    static const uint32_t holds[] = {1, 5, 15, 30, 120};
    for (size_t i = 0; i < sizeof fast / sizeof *fast; i++) {
        for (size_t k = 0; k < sizeof holds / sizeof *holds; k++) {
            const lope_net_arrival a = minute(fast[i], holds[k]);
            assert_true(a.ran <= 3600 * 1005 / 1000 + 15);
            assert_true(a.ran + a.refused <= (uint64_t)(3600 * fast[i] + 0.5) &&
                        a.ran + a.refused + 1 >= (uint64_t)(3600 * fast[i]));
            if (fast[i] < 1.005 && holds[k] < 15) assert_true(a.refused == 0); // an honest clock over an honest line
            if (fast[i] > 1.005 && holds[k] == 1) assert_true(a.refused > 0 && a.ran >= 3600);
        }
    }
    // a lag switch of 2 s gains nothing: what was held back beyond a quarter of a second is lost
    assert_int_equal(minute(1, 120).ran, 30 * 15);
}

static void nothing(void **unused)
{
    (void)unused;
    lope_net_arrival a = {0};
    lope_net_arrival_tick(NULL);
    assert_false(lope_net_arrival_take(NULL));
    assert_false(lope_net_arrival_take(&a));
    for (int i = 0; i < 1000; i++) lope_net_arrival_tick(&a);
    uint32_t ran = 0;
    while (lope_net_arrival_take(&a)) ran++;
    assert_int_equal(ran, 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(clocks), cmocka_unit_test(nothing)};
    return cmocka_run_group_tests_name("net.arrival", tests, NULL, NULL);
}
