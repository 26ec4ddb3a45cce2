// test_slide_use.c - the slide in use: out of it by jumps, how it begins, its options and its size, presses at
// random, saves.
#include "clean_state.h"
#include "slide_scene.h"

#include <lope/save.h>

// ---- jumps ----------------------------------------------------------------------------------------------

static stage *slide_for(float seconds, float rate, bool bar, const char *field, double value)
{
    stage *s = open_frame(STAGE_BOXES, 0);
    stage_floor(s);
    if (bar) stage_box(s, 1, 1, -5, 4, 4, 5);
    if (field) set(s, field, value);
    place(s, 0, 0, 9);
    start(s, rate);
    while (s->time < (double)seconds) stage_tick(s, 1.0f / rate);
    assert_true(slides(s));
    return s;
}

static void a_jump_ends_it_and_keeps_the_speed(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++)
        for (int hop = 0; hop < 2; hop++) {
            stage *s = slide_for(0.3f, rates[i], false, "hop", 1.5 * hop);
            const double speed = stage_speed(s);
            press(s, LOPE_BUTTON_JUMP);
            stage_tick(s, 1.0f / rates[i]);
            assert_int_equal(end.count, 1);
            check_near("at once", end.at, 0, 1e-9);
            assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
            assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
            // falling slows a speed above the tuning's by nothing without input
            check_near("speed", stage_speed(s), speed + 1.5 * hop, 1e-3);
            assert_false(is_low(s));
            stage_close(s);
        }
}

static void without_room_a_jump_is_refused_or_waits(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++)
        for (int waits = 0; waits < 2; waits++) {
            stage *s = slide_for(0.25f, rates[i], true, "jump", waits);
            press(s, LOPE_BUTTON_JUMP);
            stage_tick(s, 1.0f / rates[i]);
            assert_true(slides(s) && is_low(s) && stage_walking(s));
            double tick = s->time;
            while (slides(s) && s->time < 5) {
                tick = s->time;
                stage_tick(s, 1.0f / rates[i]);
            }
            assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), waits);
            assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), !waits);
            if (!waits) assert_int_equal(stage_first(s, LOPE_EVENT_REFUSE)->event.to, LOPE_REFUSAL_BLOCKED);
            if (waits) { // at the instant at which there is room
                lope_point feet = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(end.feet, s->origin));
                check_near("place", feet.x, 4 + (double)s->state.radius, 1e-3);
                check_near("instant", stage_first(s, LOPE_EVENT_JUMP)->time, tick + end.at, 1e-6);
                check_below("kept", 5, stage_speed(s));
            }
            stage_close(s);
        }
}

// ---- how it begins, and its options ---------------------------------------------------------------------

static uint32_t ask(stage *s, double velocity)
{
    place(s, 0, 0, velocity);
    press(s, LOPE_BUTTON_SLIDE);
    stage_tick(s, 1.0f / 60);
    s->input.held = 0;
    return lope_report_refused(&s->report, LOPE_ASKED_ABILITY + SLIDE);
}

static void it_begins_on_the_ground_above_twice_the_least_speed(void **unused)
{
    (void)unused;
    stage *s = open_frame(STAGE_BOXES, 0);
    stage_floor(s);
    assert_int_equal(ask(s, 3.99), LOPE_REFUSAL_SLOW);
    assert_false(slides(s) || is_low(s));
    assert_int_equal(ask(s, 4.01), LOPE_REFUSAL_NONE);
    assert_true(slides(s));
    set(s, "start_speed", 6);
    assert_int_equal(ask(s, 5.99), LOPE_REFUSAL_SLOW);
    assert_int_equal(ask(s, 6.01), LOPE_REFUSAL_NONE);
    stage_place(s, 0, 3, 0, LOPE_MODE_FALLING);
    stage_set_velocity(s, 8, 0, 0);
    press(s, LOPE_BUTTON_SLIDE);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_ABILITY + SLIDE), LOPE_REFUSAL_WRONG_MODE);
    // held on: at the landing
    while (s->state.mode == LOPE_MODE_FALLING) stage_tick(s, 1.0f / 60);
    assert_true(slides(s));
    check_near("at the landing", stage_first(s, LOPE_EVENT_ABILITY)->time, stage_first(s, LOPE_EVENT_LAND)->time, 1e-6);
    stage_close(s);
}

// With a start_speed below min_speed it would end at the instant at which it starts, and start again. It waits for
// min_speed instead. Here the drag ends it within a thousandth of a second, and walking speeds up again. It begins
// at most once in a tick.
static void below_the_least_speed_none_begins(void **unused)
{
    (void)unused;
    const float rates[] = {20, 60, 360};
    for (int r = 0; r < 3; r++) {
        stage *s = open_frame(STAGE_BOXES, 0);
        stage_box(s, -50, -1, -50, 450, 0, 50);
        set(s, "start_speed", 0.25);
        set(s, "drag", 1000);
        assert_int_equal(ask(s, 1.99), LOPE_REFUSAL_SLOW);
        assert_int_equal(ask(s, 2.01), LOPE_REFUSAL_NONE);
        place(s, 0, 0, 0);
        const int before = stage_count(s, LOPE_EVENT_ABILITY);
        stage_move(s, 1, 0);
        press(s, LOPE_BUTTON_SLIDE);
        for (int k = 0; k < (int)rates[r]; k++) stage_tick(s, 1 / rates[r]);
        const int starts = stage_count(s, LOPE_EVENT_ABILITY) - before;
        print_message("  %g Hz: %d starts in a second\n", (double)rates[r], starts);
        assert_true(starts > 0 && starts <= (int)rates[r]);
        stage_close(s);
    }
}

// Held, it begins when the character is fast enough, and again and again; pressed, once; with a cooldown, when
// that is over.
static void the_trigger_says_what_the_button_asks_for(void **unused)
{
    (void)unused;
    const double cooldowns[] = {0, 0, 1.7};
    for (int i = 0; i < 3; i++) {
        stage *s = open_frame(STAGE_BOXES, 0);
        stage_box(s, -50, -1, -50, 450, 0, 50);
        set(s, "trigger", i == 1 ? LOPE_TRIGGER_PRESS : LOPE_TRIGGER_HELD);
        set(s, "cooldown", cooldowns[i]);
        place(s, 0, 0, 0);
        stage_move(s, 1, 0);
        press(s, LOPE_BUTTON_SLIDE);
        for (int k = 0; k < 600; k++) {
            stage_tick(s, 1.0f / 60);
            if (k > 0) assert_int_equal(s->report.refused_count, 0);
        }
        const int count = stage_count(s, LOPE_EVENT_ABILITY);
        if (i == 1) assert_int_equal(count, 0);
        if (i == 0) check_below("starts", 6, count);
        if (i == 2) check_near("starts", count, 6, 0);
        stage_close(s);
    }
}

static void options_of_its_end_and_height(void **unused)
{
    (void)unused;
    stage *s = slide_for(0.2f, 60, false, "height", 0);
    assert_false(is_low(s));
    assert_int_equal(stage_count(s, LOPE_EVENT_RESIZE), 0);
    stage_close(s);
    s = slide_for(0.2f, 60, false, "height", 1.2);
    check_near("height", (double)s->state.height, 1.2, 1e-6);
    check_near("feet", stage_feet(s).y, 0, 1e-6);
    check_near("mesh", (double)s->report.mesh_offset, 0.5 * ((double)s->state.standing_height - 1.2), 1e-6);
    stage_run(s, 3, 60);
    check_near("mesh", (double)s->report.mesh_offset, 0, 0);
    assert_false(is_low(s));
    stage_close(s);
    s = open_frame(STAGE_BOXES, 0);
    stage_floor(s);
    set(s, "release_ends", 1);
    place(s, 0, 0, 9);
    press(s, LOPE_BUTTON_SLIDE);
    stage_run(s, 0.5, 60);
    assert_true(slides(s));
    s->input.held = 0;
    stage_tick(s, 1.0f / 60);
    assert_false(slides(s));
    check_below("still fast", 6, lope_point_length(end.velocity));
    stage_close(s);
}

// The crouch button does not change the slide's size; held on, the character crouches after it.
static void crouching_waits_for_its_end(void **unused)
{
    (void)unused;
    stage *s = slide_for(0.1f, 60, false, "height", 1.1);
    press(s, LOPE_BUTTON_CROUCH);
    stage_tick(s, 1.0f / 60);
    check_near("height", (double)s->state.height, 1.1, 1e-6);
    while (slides(s)) stage_tick(s, 1.0f / 60);
    stage_tick(s, 1.0f / 60);
    check_near("crouched", (double)s->state.height, (double)s->moveset.tuning.crouched_height, 1e-6);
    stage_close(s);
}

// A resize that the game asks for is that of the standing capsule: the slide stays low.
static void a_resize_counts_after_its_end(void **unused)
{
    (void)unused;
    stage *s = slide_for(0.1f, 60, false, NULL, 0);
    s->requests.asked = LOPE_REQUEST_RESIZE;
    s->requests.resize_height = 2;
    stage_tick(s, 1.0f / 60);
    check_near("low", (double)s->state.height, 0.8, 1e-6);
    check_near("standing", (double)s->state.standing_height, 2, 1e-6);
    while (slides(s)) stage_tick(s, 1.0f / 60);
    check_near("height", (double)s->state.height, 2, 1e-6);
    stage_close(s);
}

// What ends it by force where there is no room leaves the character crouched; it stands up in the open.
static void an_interrupted_slide_without_room_stays_crouched(void **unused)
{
    (void)unused;
    stage *s = slide_for(0.25f, 60, true, NULL, 0);
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = LOPE_MODE_FLYING;
    stage_tick(s, 1.0f / 60);
    assert_false(slides(s));
    assert_int_equal(end.why, LOPE_END_MODE_LEFT);
    assert_true(is_low(s));
    stage_set_velocity(s, 0, 0, 0);
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = LOPE_MODE_WALKING;
    stage_move(s, 1, 0);
    stage_run(s, 3, 60);
    assert_false(is_low(s));
    check_below("depth", stage_depth(s), 1e-4);
    stage_close(s);
}

// ---- near the walkable limit ----------------------------------------------------------------------------

// A slide along a slope of 50 degrees, which is a wall that the ground bends to: a tick of 1/60 s leads where
// four of 1/240 s do, for it runs again in such parts. Without the trait its hooks are called once.
static void near_the_walkable_limit_its_ticks_run_in_parts(void **unused)
{
    (void)unused;
    for (int repeats = 0; repeats < 2; repeats++) {
        stage *s[2];
        uint32_t again = 0;
        for (int k = 0; k < 2; k++) {
            s[k] = stage_open(STAGE_BOXES);
            noted = *lope_slide_ability();
            if (!repeats) noted.traits = LOPE_ABILITY_LOW;
            assert_int_equal(lope_moveset_add_ability(&s[k]->moveset, &noted, NULL, NULL, NULL), LOPE_OK);
            stage_floor(s[k]);
            stage_ramp(s[k], 3, 0, 0, 50, 0, 8, 60);
            stage_place(s[k], 2, 0, 20, LOPE_MODE_WALKING);
            stage_tick(s[k], 1e-3f);
            stage_set_velocity(s[k], 5.4, 0, -7.2);
            press(s[k], LOPE_BUTTON_SLIDE);
        }
        for (int t = 0; t < 60; t++) {
            uint32_t sweeps = 0;
            stage_tick(s[0], 1 / 60.0f);
            for (int i = 0; i < 4; i++) {
                stage_tick(s[1], 1 / 240.0f);
                sweeps += s[1]->report.sweeps;
            }
            again += s[0]->report.sweeps > sweeps;
            // floats of the velocity are rounded in other places
            if (repeats) check_below("apart", brute_length(brute_sub(stage_feet(s[0]), stage_feet(s[1]))), 1e-4);
        }
        assert_true(slides(s[0]) == slides(s[1]));
        printf("  %u ticks of 60 ran again\n", (unsigned)again);
        if (repeats) assert_true(again > 0);
        if (!repeats) assert_int_equal(again, 0);
        stage_close(s[0]);
        stage_close(s[1]);
    }
}

// ---- at random ------------------------------------------------------------------------------------------

static stage *open_park(void)
{
    stage *s = open_with((stage_form)pick(STAGE_FORM_COUNT), (int)pick(FRAMES), false);
    stage_box(s, -12, -1, -12, 12, 0, 12);
    stage_box(s, -40, -6, -40, 40, -5, 40);
    for (int i = 0; i < 6; i++) {
        const double x = draw(-11, 9), z = draw(-11, 9), y = draw(0.7, 1.6);
        stage_box(s, x, y, z, x + draw(0.5, 6), y + 0.5, z + draw(0.5, 6));
    }
    for (int i = 0; i < 3; i++) stage_ramp(s, draw(-8, 4), 0, draw(-8, 8), draw(5, 44), draw(0, 360), draw(4, 12), draw(1, 5));
    set(s, "jump", pick(2));
    set(s, "hop", draw(0, 2));
    set(s, "release_ends", pick(2));
    set(s, "law", pick(4) == 0);
    set(s, "trigger", pick(LOPE_TRIGGER_COUNT));
    set(s, "height", draw(0.5, 1.4));
    set(s, "friction", draw(0, 0.8));
    return s;
}

// Buttons and directions drawn anew some times a second: nothing overlaps, no state is broken, each start has
// its end, and the size is that of a slide, of crouching, or the standing one.
static void presses_at_random_leave_sound_states(void **unused)
{
    (void)unused;
    seed = 30106;
    printf("  seed %llu\n", (unsigned long long)seed);
    int starts = 0;
    for (int round = 0; round < 40; round++) {
        const uint64_t begun = seed;
        stage *s = open_park();
        const float rate = rates[pick(RATES)];
        stage_place(s, draw(-11, 11), 6, draw(-11, 11), LOPE_MODE_FALLING);
        double next = 0;
        while (s->time < 12) {
            char text[160];
            if (s->time >= next) {
                next = s->time + draw(0.05, 0.6);
                const double angle = draw(0, 6.3);
                stage_move(s, cos(angle), sin(angle));
                s->input.held = 0;
                if (pick(2)) press(s, LOPE_BUTTON_SLIDE);
                if (pick(4) == 0) press(s, LOPE_BUTTON_JUMP);
                if (pick(5) == 0) press(s, LOPE_BUTTON_CROUCH);
                if (pick(4) == 0 && stage_walking(s)) stage_set_velocity(s, 8 * cos(angle), 0, 8 * sin(angle));
            }
            stage_tick(s, 1.0f / rate);
            if (!clean_state(&s->state, text)) fail_msg("seed %llu: %s", (unsigned long long)begun, text);
            // the round bottom stands a hair in a slope, as any walker's
            if (stage_depth(s) > 1e-3)
                fail_msg("seed %llu: %g m deep at %g s", (unsigned long long)begun, stage_depth(s), s->time);
            if (slides(s) != (s->report.mesh_offset > 0)) fail_msg("seed %llu: mesh", (unsigned long long)begun);
        }
        const int count = stage_count(s, LOPE_EVENT_ABILITY);
        if (count != stage_count(s, LOPE_EVENT_ABILITY_END) + slides(s)) fail_msg("seed %llu: ends", (unsigned long long)begun);
        starts += count;
        stage_close(s);
    }
    printf("  %d slides\n", starts);
    assert_true(starts > 100);
}

// ---- saved, read back, run again ------------------------------------------------------------------------

static void a_slide_that_is_saved_goes_on_alike(void **unused)
{
    (void)unused;
    seed = 30105;
    printf("  seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < 24; round++) {
        stage *s = open_frame((stage_form)pick(STAGE_FORM_COUNT), (int)pick(FRAMES));
        const float rate = rates[pick(RATES)];
        stage_floor(s);
        stage_box(s, 3, 1, -5, 3 + draw(0.5, 9), 4, 5);
        set(s, "law", round % 4 == 3 ? LOPE_SLIDE_PLATFORMER_GAME : LOPE_SLIDE_EXACT);
        set(s, "jump", LOPE_SLIDE_JUMP_WAITS);
        place(s, 0, 0, draw(7, 10));
        start(s, rate);
        const int until = (int)(draw(0, 1.2) * (double)rate), jump = (int)pick(60);
        for (int i = 0; i < until && slides(s); i++) stage_tick(s, 1.0f / rate);
        unsigned char bytes[4096];
        size_t size = 0;
        uint64_t hashes[400];
        lope_state again;
        assert_int_equal(lope_state_write(&s->state, bytes, sizeof bytes, &size, NULL), LOPE_OK);
        for (int i = 0; i < 400; i++) {
            if (i == jump) press(s, LOPE_BUTTON_JUMP);
            stage_tick(s, 1.0f / rate);
            s->input.held = 0;
            hashes[i] = lope_state_hash(&s->state);
        }
        assert_int_equal(lope_state_read(&again, bytes, size, NULL, NULL), LOPE_OK);
        s->state = again;
        lope_nearby_clear(s->nearby);
        for (int i = 0; i < 400; i++) {
            char text[160];
            if (i == jump) press(s, LOPE_BUTTON_JUMP);
            stage_tick(s, 1.0f / rate);
            s->input.held = 0;
            if (lope_state_hash(&s->state) != hashes[i]) fail_msg("round %d: tick %d differs", round, i);
            if (!clean_state(&s->state, text)) fail_msg("%s", text);
        }
        assert_false(slides(s));
        stage_close(s);
    }
}

static void its_defaults_are_those_of_its_fields(void **unused)
{
    (void)unused;
    stage *s = open_frame(STAGE_BOXES, 0);
    lope_slide_settings settings;
    lope_slide_settings_default(&settings);
    const lope_ability *ability = lope_slide_ability();
    for (uint32_t i = 0; i < ability->field_count; i++) {
        const lope_field *field = &ability->fields[i];
        double value = 0;
        assert_int_equal(lope_moveset_get(&s->moveset, "slide", field->name, &value), LOPE_OK);
        const char *at = (const char *)&settings + field->offset;
        const bool whole = field->kind == LOPE_FIELD_ENUM || field->kind == LOPE_FIELD_BOOL;
        check_near(field->name, whole ? (double)*(const uint32_t *)(const void *)at : (double)*(const float *)(const void *)at,
                   value, 0);
    }
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_jump_ends_it_and_keeps_the_speed),
        cmocka_unit_test(without_room_a_jump_is_refused_or_waits),
        cmocka_unit_test(it_begins_on_the_ground_above_twice_the_least_speed),
        cmocka_unit_test(below_the_least_speed_none_begins),
        cmocka_unit_test(the_trigger_says_what_the_button_asks_for),
        cmocka_unit_test(options_of_its_end_and_height),
        cmocka_unit_test(crouching_waits_for_its_end),
        cmocka_unit_test(a_resize_counts_after_its_end),
        cmocka_unit_test(an_interrupted_slide_without_room_stays_crouched),
        cmocka_unit_test(near_the_walkable_limit_its_ticks_run_in_parts),
        cmocka_unit_test(presses_at_random_leave_sound_states),
        cmocka_unit_test(a_slide_that_is_saved_goes_on_alike),
        cmocka_unit_test(its_defaults_are_those_of_its_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
