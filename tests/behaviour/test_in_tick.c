// test_in_tick.c - what a mode of the game may do inside a tick: lope/tick.h and lope/mode.h.
//
// Jumps, time, presses, size, facing and queries. Read next: test_carried.c (bodies), test_custom.c (enter, leave, run).
#include "check.h"
#include "stage.h"

static void ask(stage *s, uint32_t mode)
{
    s->input.requests |= LOPE_REQUEST_MODE;
    s->input.mode = mode;
}

static uint32_t add_mode(stage *s, const lope_mode *mode)
{
    uint32_t id = 0;
    assert_int_equal(lope_moveset_add_mode(&s->moveset, mode, &id, NULL), LOPE_OK);
    return id;
}

// ---- jumps --------------------------------------------------------------------------------------------------

// Hands back to falling at once.
static double run_hop(lope_tick *tick, double seconds)
{
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return seconds;
}
static const lope_mode hop = {.name = "hop", .run = run_hop};
static const lope_mode spring = {.name = "spring", .run = run_hop, .jumps = LOPE_JUMPS_RESTORE};

// Presses jump every 0.2 s for 4 s from 60 m up, each press after a tick in `mode`. Returns the jumps.
static int jumps_through(const lope_mode *own, uint32_t mode, uint32_t most)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_tune(s, "jump_max_count", most); // makes the moveset anew
    if (own) mode = add_mode(s, own);
    stage_place(s, 0, 60, 0, LOPE_MODE_FALLING);
    for (int k = 0; k < 240; k++) {
        s->input.held = k % 12 < 3 ? LOPE_BUTTON_JUMP : 0;
        if (k % 12 == 10) ask(s, mode);
        if (k % 12 == 11 && s->state.mode != LOPE_MODE_FALLING) ask(s, LOPE_MODE_FALLING);
        stage_tick(s, 1.0f / 60);
    }
    const int jumps = stage_count(s, LOPE_EVENT_JUMP);
    stage_close(s);
    return jumps;
}

// Born in the air, one jump is used up; of two, one is left.
static void changing_modes_wins_no_jumps(void **unused)
{
    (void)unused;
    for (uint32_t most = 1; most <= 2; most++) {
        const int left = (int)most - 1;
        assert_int_equal(jumps_through(&hop, 0, most), left);
        assert_int_equal(jumps_through(NULL, LOPE_MODE_FLYING, most), left);
        assert_int_equal(jumps_through(NULL, LOPE_MODE_NONE, most), left);
    }
}

// A mode that says so gives them back, each time. The first press comes before it.
static void restoring_mode_gives_jumps_back(void **unused)
{
    (void)unused;
    assert_int_equal(jumps_through(&spring, 0, 2), 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changing_modes_wins_no_jumps),
        cmocka_unit_test(restoring_mode_gives_jumps_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
