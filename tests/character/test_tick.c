// test_tick.c - one tick as one transaction: time goes from mode to mode within it, what happens is told in
// its order and once, and what is refused has not happened.
#include "../behaviour/check.h"
#include "../behaviour/stage.h"

static void events_are_in_order(const stage *s)
{
    double last = 0;
    for (uint32_t i = 0; i < s->report.event_count; i++) {
        double time = (double)s->report.events[i].time;
        if (time < last - 1e-6) fail_msg("event %u at %g s, after one at %g s", i, time, last);
        last = time;
    }
    check_near("time unused", s->report.time_unused, 0, 1e-6);
}

// Through the air for 0.2 s, and on over the ground for the rest of half a second: at the speed that is held,
// 3 m in all.
static void lands_and_walks_on(void **unused)
{
    (void)unused;
    for (int unreal = 0; unreal < 2; unreal++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_tune(s, "integrator", unreal);
        stage_place(s, 0, 0.5 * 9.8 * 0.2 * 0.2, 0, LOPE_MODE_FALLING);
        stage_set_velocity(s, 6, 0, 0);
        stage_move(s, 1, 0);
        stage_tick(s, 0.5f);
        events_are_in_order(s);
        assert_true(stage_walking(s));
        check_near("way", stage_feet(s).x, 3, 1e-4);
        const stage_event *land = stage_first(s, LOPE_EVENT_LAND);
        assert_non_null(land);
        check_near("when", land->time, 0.2, unreal ? 0.02 : 1e-4); // by Unreal's rule along a chord of 0.05 s
        stage_close(s);
    }
}

// Off a ledge in the middle of the tick, and down for what is left of it.
static void walks_off_and_falls_on(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, -20, -1, -5, 0, 10, 5);
    stage_place(s, -1.8, 10, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1.0f / 60);
    stage_set_velocity(s, 6, 0, 0);
    stage_move(s, 1, 0);
    s->time = 0;
    stage_tick(s, 0.8f);
    events_are_in_order(s);
    const stage_event *off = stage_first(s, LOPE_EVENT_WALK_OFF);
    assert_non_null(off);
    double fell = 0.8 - off->time;
    check_near("level way", stage_feet(s).x, -1.8 + 4.8, 1e-3);
    check_near("fall", 10 - stage_feet(s).y, 4.9 * fell * fell, 5e-3); // it leaves round the rim by some mm
    stage_close(s);
}

// A whole hop, its landing, and the buffered second hop: in one tick of a second what 60 ticks make of it.
static void hops_within_a_tick(void **unused)
{
    (void)unused;
    double heights[2], speeds[2];
    int count[2];
    for (int whole = 0; whole < 2; whole++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_tune(s, "jump_speed", 1.96);       // 0.4 s of flight
        stage_tune(s, "jump_buffer_time", 0.45); // so the press in the air waits for the landing
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_tick(s, 1.0f / 60);
        s->input.pressed = LOPE_BUTTON_JUMP;
        stage_tick(s, 1.0f / 60);
        s->input.pressed = LOPE_BUTTON_JUMP;
        if (whole)
            stage_tick(s, 0.75f);
        else
            stage_run(s, 0.75, 60);
        if (whole) events_are_in_order(s);
        heights[whole] = stage_feet(s).y;
        speeds[whole] = stage_velocity(s).y;
        count[whole] =
            stage_count(s, LOPE_EVENT_JUMP) * 100 + stage_count(s, LOPE_EVENT_LAND) * 10 + stage_count(s, LOPE_EVENT_APEX);
        stage_close(s);
    }
    assert_int_equal(count[0], count[1]);
    assert_int_equal(count[0], 212);
    check_near("height", heights[1], heights[0], 1e-4);
    check_near("speed", speeds[1], speeds[0], 1e-3);
}

static lope_result no_gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    (void)context, (void)bounds, (void)filter, (void)kind, (void)sink;
    return LOPE_ERROR_MEMORY;
}

// A tick that fails, or is refused, leaves every byte of the state.
static void a_tick_happens_whole_or_not_at_all(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.2, 60);
    lope_state before = s->state;
    lope_surroundings broken = {.gather = no_gather};
    lope_input input = {.move = {1, 0, 0},
                        .pressed = LOPE_BUTTON_JUMP,
                        .requests = &(lope_requests){.impulse = {0, 900, 0}, .knockback_time = 1}};
    lope_nearby_clear(s->nearby);
    assert_int_equal(lope_move(&s->state, &input, &s->moveset, &broken, s->nearby, 0.1f, &s->report), LOPE_ERROR_MEMORY);
    assert_memory_equal(&before, &s->state, sizeof before);
    input.requests = &(lope_requests){.force = {nanf(""), 0, 0}};
    assert_int_equal(lope_move(&s->state, &input, &s->moveset, &s->surroundings, s->nearby, 0.1f, &s->report),
                     LOPE_ERROR_NOT_FINITE);
    assert_memory_equal(&before, &s->state, sizeof before);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lands_and_walks_on),
        cmocka_unit_test(walks_off_and_falls_on),
        cmocka_unit_test(hops_within_a_tick),
        cmocka_unit_test(a_tick_happens_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
