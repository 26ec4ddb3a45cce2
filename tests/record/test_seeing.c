// test_seeing.c - lope_explain and debug draw on what a recorder has kept: what only queries tell, and that a
// recording shows the same as the state did live.
//
// Read next: test_explain.c, test_draw.c.
#include "../behaviour/check.h"
#include "canvas.h"
#include "dump.h"

#include <lope/lope.h>

#define RATE 60.0f

static const char *name_of(void *context, uint64_t body)
{
    static const char *const names[] = {"floor", "block"};
    (void)context;
    return body >= 1 && body <= 2 ? names[body - 1] : NULL;
}

// One character walks along x at what `block` is, recorded with its queries.
typedef struct walk {
    lope_world *world;
    lope_character *hero;
    dump dump;
} walk;

static walk walk_at(const lope_box_def *block, double height, float seconds)
{
    walk w = {.world = lope_world_create(&(lope_world_def){0})};
    lope_world_add_box(w.world, &(lope_box_def){.size = {40, 1, 40}, .body.position = {0, -0.5, 0}});
    lope_world_add_box(w.world, block);
    w.hero = lope_character_create(w.world, &(lope_character_def){.feet = {0, height, 0}});
    assert_non_null(w.hero);
    assert_non_null(lope_character_record(w.hero, &(lope_recorder_def){.queries = true}));
    lope_character_set_input(w.hero, &(lope_input){.move = {1, 0, 0}});
    for (int tick = 0; tick < (int)(seconds * RATE); tick++) assert_int_equal(lope_world_step(w.world, 1 / RATE), LOPE_OK);
    w.dump = dump_of(lope_character_recorder(w.hero));
    return w;
}

static void end(walk *w)
{
    dump_free(&w->dump);
    lope_world_destroy(w->world);
}

static void explain(const lope_recorded_tick *tick, char *text, size_t size)
{
    lope_explain_def def = {.tick = tick, .body_name = name_of};
    assert_true(lope_explain(&def, text, size) < size);
}

static void a_step_is_refused(void **state)
{
    (void)state;
    char text[256] = "";
    walk w = walk_at(&(lope_box_def){.size = {2, 0.5f, 4}, .body.position = {3, 0.25, 0}}, 0, 1);
    lope_recorded_tick tick;
    assert_true(lope_recording_tick(w.dump.recording, lope_recording_tick_count(w.dump.recording) - 1, &tick));
    explain(&tick, text, sizeof text);
    assert_string_equal(text, "standing on floor (0 of 44.8 degrees), blocked by block, no step up: too high");
    end(&w);
}

static void a_slide_is_told_in_every_tick(void **state)
{
    (void)state;
    char text[256] = "";
    float half = LOPE_PI / 180 * 55 / 2;
    lope_box_def slope = {.size = {20, 1, 4}, .body = {.position = {0, 3, 0}}};
    slope.body.rotation = (lope_quat){0, 0, lope_sin(half), lope_cos(half)};
    walk w = walk_at(&slope, 5, 1.5f);
    lope_recorded_tick tick;
    int slides = 0;
    bool touched = false;
    for (uint32_t i = 0; lope_recording_tick(w.dump.recording, i, &tick); i++) {
        for (uint32_t k = 0; k < tick.event_count; k++) touched = touched || tick.events[k].kind == LOPE_EVENT_HIT;
        explain(&tick, text, sizeof text);
        if (!touched || tick.after.mode != LOPE_MODE_FALLING) continue;
        slides++;
        if (!strstr(text, "sliding at ") || !strstr(text, " on block, too steep to stand on (55 of 44.8 degrees)"))
            fail_msg("tick %u: %s", (unsigned)i, text);
    }
    assert_true(slides > 20);
    end(&w);
}

// The last tick drawn from the recording is the state drawn as it is; without queries and input, which only
// the recording knows.
static void live_and_recorded_show_the_same(void **state)
{
    (void)state;
    walk w = walk_at(&(lope_box_def){.size = {2, 0.3f, 4}, .body.position = {3, 0.15, 0}}, 0, 0.55f);
    canvas *live = canvas_make(), *recorded = canvas_make();
    lope_moveset moveset;
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_recorded_tick tick;
    assert_true(lope_recording_tick(w.dump.recording, lope_recording_tick_count(w.dump.recording) - 1, &tick));
    assert_true(tick.query_count > 0);
    lope_draw draw = canvas_draw(live);
    draw.moveset = &moveset;
    draw.categories = LOPE_SHOW_ALL & ~(LOPE_SHOW_QUERY | LOPE_SHOW_INPUT | LOPE_SHOW_MOVING);
    lope_draw_state(lope_character_state(w.hero), lope_character_report(w.hero), &draw);
    draw.context = recorded;
    lope_draw_tick(&tick, &draw);
    assert_int_equal(live->count, recorded->count);
    for (int i = 0; i < live->count; i++) {
        const canvas_call *a = &live->calls[i], *b = &recorded->calls[i];
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->pen.meaning, b->pen.meaning);
        assert_string_equal(a->text, b->text);
        // the trail begins where the report says that it moved from: a sum of doubles of a few metres
        check_near("place", lope_point_length(lope_point_sub(a->a, b->a)), 0, 1e-12);
        check_near("place", lope_point_length(lope_point_sub(a->b, b->b)), 0, 1e-12);
    }
    free(live);
    free(recorded);
    end(&w);
}

// Every query of a walk comes with a known meaning and words.
static void all_queries_are_drawn(void **state)
{
    (void)state;
    walk w = walk_at(&(lope_box_def){.size = {2, 0.3f, 4}, .body.position = {3, 0.15, 0}}, 0, 1);
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    draw.categories = LOPE_SHOW_QUERY;
    lope_recorded_tick tick;
    bool used[LOPE_DRAW_MEANING_COUNT] = {false};
    uint32_t drawn = 0;
    for (uint32_t i = 0; lope_recording_tick(w.dump.recording, i, &tick); i++) {
        canvas_clear(c);
        lope_draw_tick(&tick, &draw);
        drawn += tick.query_count > 0 && c->count > 0;
        for (int k = 0; k < c->count; k++) {
            assert_true(c->calls[k].pen.meaning < LOPE_DRAW_MEANING_COUNT);
            assert_null(strchr(c->calls[k].text, '?'));
            used[c->calls[k].pen.meaning] = true;
        }
    }
    assert_true(drawn > 50);
    assert_true(used[LOPE_DRAW_SWEPT] && used[LOPE_DRAW_FLOOR_WALKABLE] && used[LOPE_DRAW_STEP] && used[LOPE_DRAW_CONTACT]);
    free(c);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_refused),
        cmocka_unit_test(a_slide_is_told_in_every_tick),
        cmocka_unit_test(live_and_recorded_show_the_same),
        cmocka_unit_test(all_queries_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
