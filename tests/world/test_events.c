// test_events.c - what happened, in what order, and for how long it can be read.
#include "world_help.h"

#include <math.h>

static void order_is_tick_character_sequence(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *characters[40];
    for (int i = 0; i < 40; i++)
        characters[i] = lope_character_create(world, &(lope_character_def){.feet = {i - 20, 0.2 + 0.01 * (39 - i), 0}});
    lope_character_destroy(characters[7]);
    steps(world, 1); // its lane is free again from here on
    lope_character *late = lope_character_create(world, &(lope_character_def){.feet = {0, 0.25, 5}});
    assert_int_equal(lope_character_number(late), 40);
    uint32_t lands = 0;
    for (int frame = 0; frame < 12; frame++) {
        const uint64_t before = lope_world_ticks(world);
        assert_int_equal(lope_world_advance(world, 5.0 / 60.0), 5);
        uint32_t count;
        const lope_world_event *events = lope_world_events(world, &count);
        for (uint32_t i = 0; i < count; i++) {
            const lope_world_event *e = &events[i];
            lands += e->event.kind == LOPE_EVENT_LAND;
            assert_true(e->tick > before && e->tick <= before + 5);
            // within its tick, to the rounding of a float tenth of a tick
            assert_true(e->time >= (double)(e->tick - 1) / 60.0 - 1e-6 && e->time <= (double)e->tick / 60.0 + 1e-6);
            if (i == 0) continue;
            const lope_world_event *last = e - 1;
            const uint32_t number = lope_character_number(e->character), last_number = lope_character_number(last->character);
            assert_true(e->tick >= last->tick);
            if (e->tick != last->tick) continue;
            assert_true(number >= last_number);
            if (number == last_number) assert_true(e->event.sequence > last->event.sequence);
        }
    }
    assert_int_equal(lands, 40); // 39 that are left of 40, and the late one
    lope_world_destroy(world);
}

static void events_live_until_the_next_step(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = lope_character_create(world, &(lope_character_def){0});
    steps(world, 30);
    lope_character_set_input(character, &(lope_input){.pressed = LOPE_BUTTON_JUMP});
    steps(world, 1);
    assert_int_equal(count_events(world, LOPE_EVENT_JUMP), 1);
    assert_int_equal(count_events(world, LOPE_EVENT_JUMP), 1); // reading takes nothing away
    lope_character_destroy(character);
    lope_character *other = lope_character_create(world, &(lope_character_def){.feet = {3, 0, 0}});
    uint32_t count;
    const lope_world_event *events = lope_world_events(world, &count);
    assert_true(count >= 1);
    assert_ptr_not_equal(events[0].character, other);                // the handle of one just gone is not given out again
    assert_int_equal(lope_character_number(events[0].character), 0); // and can still be asked who it was
    assert_int_equal(lope_world_advance(world, 0), 0);
    lope_world_events(world, &count);
    assert_int_equal(count, 0);
    assert_null(lope_world_events(NULL, &count));
    lope_world_destroy(world);
}

// ---- surroundings that fail ---------------------------------------------------------------------

typedef struct failing {
    lope_surroundings inner;
    bool fail;
} failing;

static lope_result failing_gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                  lope_sink *sink)
{
    const failing *f = context;
    if (f->fail) return LOPE_ERROR_STATE;
    return f->inner.gather(f->inner.context, bounds, filter, kind, sink);
}

static void remember_line(void *context, const char *text) { snprintf(context, 200, "%s", text); }

// A refused tick leaves state and input as they were, makes no events, is said, and can be made up for.
static void a_refused_character_waits(void **unused)
{
    (void)unused;
    lope_level *level = lope_level_create(&(lope_level_def){0});
    lope_level_add_box(level, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {20, 1, 20}});
    failing f = {.inner = lope_level_surroundings(level)};
    const lope_surroundings surroundings = {.context = &f, .gather = failing_gather};
    char line[200] = "";
    lope_world *world =
        lope_world_create(&(lope_world_def){.surroundings = &surroundings, .log = {.write = remember_line, .context = line}});
    lope_character *character = lope_character_create(world, &(lope_character_def){0});
    steps(world, 30);
    const lope_state before = *lope_character_state(character);
    lope_character_set_input(character, &(lope_input){.pressed = LOPE_BUTTON_JUMP});
    f.fail = true;
    assert_int_equal(lope_world_step(world, TICK), LOPE_ERROR_STATE);
    assert_memory_equal(lope_character_state(character), &before, sizeof before);
    assert_int_equal(lope_character_report(character)->event_count, 0);
    uint32_t count;
    lope_world_events(world, &count);
    assert_int_equal(count, 0);
    assert_non_null(strstr(line, "not moved"));
    f.fail = false;
    steps(world, 1);
    assert_int_equal(count_events(world, LOPE_EVENT_JUMP), 1); // the press was not lost
    lope_world_destroy(world);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_tick_character_sequence),
        cmocka_unit_test(events_live_until_the_next_step),
        cmocka_unit_test(a_refused_character_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
