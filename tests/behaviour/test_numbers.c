// test_numbers.c - numbers of a game's own modes, events, refusals, buttons and channels, which later
// built-in ones never meet.
#include "check.h"
#include "stage.h"

#include <lope/save.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// The built-in numbers of this version stay below the game's, whatever is added.
_Static_assert(LOPE_MODE_COUNT <= LOPE_MODE_GAME && LOPE_MODE_GAME < LOPE_MODES, "modes");
_Static_assert((int)LOPE_EVENT_KIND_COUNT <= (int)LOPE_EVENT_GAME, "events");
_Static_assert((int)LOPE_REFUSAL_COUNT <= (int)LOPE_REFUSAL_GAME, "refusals");
_Static_assert((int)LOPE_ASKED_COUNT <= (int)LOPE_ASKED_ABILITY && (int)LOPE_ASKED_ABILITY < (int)LOPE_ASKED_GAME, "asked");
_Static_assert(((LOPE_BUTTON_JUMP | LOPE_BUTTON_CROUCH) & ~(LOPE_BUTTON_GAME - 1)) == 0, "buttons");
_Static_assert(((LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER | LOPE_CHANNEL_VOLUME) & ~(LOPE_CHANNEL_GAME - 1)) == 0, "channels");

#define ALARM (LOPE_EVENT_GAME + LOPE_EVENT_LAND) // what LAND would be taken for if the numbers were cut to their low bits
#define SHOUT (32 + LOPE_EVENT_LAND)              // a number that no version has given out yet

static uint32_t kind_told;

// Slides along z and tells an event of the kind under test in its third tick; refuses what the game asks for
// in the second.
static double slide_run(lope_tick *tick, double seconds)
{
    uint32_t *ticks = lope_tick_data(tick);
    lope_tick_slide(tick, lope_point_make(0, 0, 2 * seconds));
    if (++*ticks == 3) lope_tick_event(tick, kind_told)->value = 7;
    if (*ticks == 2) lope_tick_refuse(tick, LOPE_ASKED_GAME + 4, LOPE_REFUSAL_GAME + 9);
    return 0;
}
static const lope_mode own = {.name = "own", .data_size = 4, .run = slide_run};
static const lope_mode later = {.name = "later"}; // a built-in mode of a later version

static lope_moveset moveset_of(bool with_later, uint32_t *id)
{
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    if (with_later) moveset.modes[LOPE_MODE_COUNT] = &later;
    assert_int_equal(lope_moveset_add_mode(&moveset, &own, id, NULL), LOPE_OK);
    return moveset;
}

static void mode_of_the_game_keeps_its_number_beside_a_later_built_in_one(void **unused)
{
    (void)unused;
    uint32_t id[2];
    uint64_t hashes[2];
    char save[2][4096];
    size_t size[2];
    kind_told = ALARM;
    for (int i = 0; i < 2; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        s->moveset = moveset_of(i == 1, &id[i]);
        stage_place(s, 0, 1, 0, id[i]);
        for (int k = 0; k < 5; k++) stage_tick(s, 1.0f / 60);
        assert_int_equal(s->state.mode, LOPE_MODE_GAME);
        check_near("its way", stage_feet(s).z, 2 * 5.0 / 60, 1e-6); // floats of dt
        hashes[i] = lope_state_hash(&s->state);
        assert_int_equal(lope_state_write_for(&s->moveset, &s->state, save[i], sizeof save[i], &size[i], NULL), LOPE_OK);
        stage_close(s);
    }
    assert_int_equal(id[0], LOPE_MODE_GAME);
    assert_int_equal(id[1], LOPE_MODE_GAME);
    assert_true(hashes[0] == hashes[1]);
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(save[0], save[1], size[0]);
    lope_moveset moveset = moveset_of(true, NULL);
    lope_state read;
    assert_int_equal(lope_state_read_for(&moveset, &read, save[0], size[0], NULL, NULL), LOPE_OK);
    assert_true(lope_state_hash(&read) == hashes[0]);
}

static void sixteen_modes_of_the_game_fit_and_gaps_are_no_modes(void **unused)
{
    (void)unused;
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"};
    static lope_mode modes[16];
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    uint32_t id = 0;
    lope_moveset_make(&moveset, &tuning, NULL);
    for (uint32_t i = 0; i < 16; i++) {
        modes[i] = (lope_mode){.name = names[i]};
        assert_int_equal(lope_moveset_add_mode(&moveset, &modes[i], &id, NULL), LOPE_OK);
        assert_int_equal(id, 16 + i);
    }
    assert_int_equal(lope_moveset_add_mode(&moveset, &own, &id, NULL), LOPE_ERROR_RANGE);
    for (uint32_t i = LOPE_MODE_COUNT; i < LOPE_MODE_GAME; i++) {
        const lope_input input = {.requests = &(lope_requests){.asked = LOPE_REQUEST_MODE, .mode = i}};
        assert_int_equal(lope_input_check(&input, &moveset, NULL), LOPE_ERROR_RANGE);
        assert_string_equal(lope_moveset_mode_name(&moveset, i), "?");
    }
}

static void refusal_of_the_game_stands_in_report_and_events(void **unused)
{
    (void)unused;
    uint32_t id;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    s->moveset = moveset_of(true, &id);
    stage_place(s, 0, 1, 0, id);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_GAME + 4), LOPE_REFUSAL_NONE);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_GAME + 4), LOPE_REFUSAL_GAME + 9);
    assert_int_equal(s->report.refused_count, 1);
    assert_true(s->report.refused[0].body == LOPE_BODY_NONE && s->report.refused[0].query == 0);
    const lope_event *event = &s->report.events[s->report.event_count - 1];
    assert_int_equal(event->kind, LOPE_EVENT_REFUSE);
    assert_int_equal(event->from, LOPE_ASKED_GAME + 4);
    assert_int_equal(event->to, LOPE_REFUSAL_GAME + 9);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(s->report.refused_count, 0);
    stage_close(s);
}

static double refuse_many(lope_tick *tick, double seconds)
{
    (void)seconds;
    for (uint32_t i = 0; i < LOPE_REPORT_REFUSALS + 3; i++) lope_tick_refuse(tick, LOPE_ASKED_GAME + i, LOPE_REFUSAL_NO_ROOM);
    lope_tick_refuse(tick, LOPE_ASKED_GAME, LOPE_REFUSAL_FULL); // a second time: not told
    return 0;
}

static void refusals_beyond_the_report_are_counted(void **unused)
{
    (void)unused;
    static const lope_mode many = {.name = "many", .run = refuse_many};
    uint32_t id;
    stage *s = stage_open(STAGE_BOXES);
    assert_int_equal(lope_moveset_add_mode(&s->moveset, &many, &id, NULL), LOPE_OK);
    stage_place(s, 0, 1, 0, LOPE_MODE_FALLING);
    stage_tick(s, 1.0f / 60);
    s->state.mode = id;
    stage_tick(s, 1.0f / 60);
    assert_int_equal(s->report.refused_count, LOPE_REPORT_REFUSALS);
    assert_int_equal(s->report.refused_dropped, 3);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_GAME), LOPE_REFUSAL_NO_ROOM);
    assert_int_equal(s->report.refused[LOPE_REPORT_REFUSALS - 1].asked, LOPE_ASKED_GAME + LOPE_REPORT_REFUSALS + 2);
    stage_close(s);
}

// How many of 8 ticks a prediction takes when it stops at `stop`, while an event of kind `told` happens in
// the third.
static uint32_t predicted_ticks(uint32_t told, uint32_t stop, lope_predicted *last)
{
    uint32_t id, count = 0;
    lope_predicted list[8];
    stage *s = stage_open(STAGE_BOXES);
    s->moveset = moveset_of(false, &id);
    stage_place(s, 0, 1, 0, id);
    kind_told = told;
    const lope_predict_def def = {.state = &s->state,
                                  .moveset = &s->moveset,
                                  .surroundings = &s->surroundings,
                                  .nearby = s->nearby,
                                  .ticks = 8,
                                  .stop = {LOPE_EVENT_STUCK, stop}};
    assert_int_equal(lope_predict(&def, list, 8, &count), LOPE_OK);
    *last = list[count - 1];
    stage_close(s);
    return count;
}

static void prediction_stops_at_any_kind_and_at_no_other(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t told, stop, ticks;
    } cases[] = {{SHOUT, LOPE_EVENT_LAND, 8},
                 {ALARM, LOPE_EVENT_LAND, 8},
                 {ALARM + 32, LOPE_EVENT_LAND, 8},
                 {ALARM + 64, LOPE_EVENT_LAND, 8},
                 {ALARM + 64, ALARM, 8},
                 {ALARM, ALARM + 64, 8},
                 {ALARM, ALARM, 3},
                 {ALARM + 64, ALARM + 64, 3},
                 {LOPE_EVENT_GAME, LOPE_EVENT_GAME, 3},
                 {UINT32_MAX, UINT32_MAX, 3},
                 {SHOUT, SHOUT, 3},
                 {LOPE_EVENT_LAND, LOPE_EVENT_LAND, 3},
                 {ALARM, 0, 8}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lope_predicted last;
        const uint32_t ticks = predicted_ticks(cases[i].told, cases[i].stop, &last);
        if (ticks != cases[i].ticks) fail_msg("told %u, stops at %u: %u ticks", cases[i].told, cases[i].stop, ticks);
        assert_int_equal(last.stopped, ticks == 3 ? cases[i].told : 0);
        if (ticks == 3) assert_true(lope_predicted_has(&last, cases[i].told));
        if (cases[i].told != LOPE_EVENT_LAND) assert_false(lope_predicted_has(&last, LOPE_EVENT_LAND));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mode_of_the_game_keeps_its_number_beside_a_later_built_in_one),
                                       cmocka_unit_test(sixteen_modes_of_the_game_fit_and_gaps_are_no_modes),
                                       cmocka_unit_test(refusal_of_the_game_stands_in_report_and_events),
                                       cmocka_unit_test(refusals_beyond_the_report_are_counted),
                                       cmocka_unit_test(prediction_stops_at_any_kind_and_at_no_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
