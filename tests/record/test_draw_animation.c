// test_draw_animation.c - debug draw of an animation report: what is drawn, where, and only where it is asked for.
#include "canvas.h"

#include "../behaviour/check.h"
#include "../behaviour/stage.h"

static int count_meaning(const canvas *c, lope_draw_meaning meaning, uint32_t dashed)
{
    int n = 0;
    for (int i = 0; i < c->count; i++) n += c->calls[i].pen.meaning == (uint32_t)meaning && c->calls[i].pen.dashed == dashed;
    return n;
}

static lope_animation_report report_of(stage *s)
{
    lope_animation_report report;
    const lope_animation_def def = {
        .state = &s->state, .moveset = &s->moveset, .surroundings = &s->surroundings, .nearby = s->nearby, .input = s->input};
    assert_int_equal(lope_animation_report_make(&def, &report), LOPE_OK);
    return report;
}

static void a_report_is_drawn_where_it_says(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    stage_move(s, 1, 0);
    stage_run(s, 1, 60);
    stage_move(s, -1, 0);
    const lope_animation_report report = report_of(s);
    lope_draw_animation(&s->state, &report, &draw);
    // 10 samples, a line and an arrow each; stop and pivot with a text each; two feet now, and each where it comes down
    assert_int_equal(canvas_count(c, CANVAS_LINE), 10);
    assert_int_equal(count_meaning(c, LOPE_DRAW_TRAJECTORY, 0), 20);
    assert_int_equal(canvas_count(c, CANVAS_SPHERE), 2);
    assert_int_equal(canvas_count(c, CANVAS_TEXT), 2);
    assert_int_equal(count_meaning(c, LOPE_DRAW_FOOT, 0), 4);
    assert_int_equal(count_meaning(c, LOPE_DRAW_FOOT, 1), 4);
    const canvas_call *ball = canvas_find(c, CANVAS_SPHERE, LOPE_SHOW_ANIMATION);
    check_near("the stop", lope_point_length(lope_point_sub(ball->a, report.stop.feet)), 0, 0);
    char wanted[64];
    snprintf(wanted, sizeof wanted, "stop in %.2f s", (double)report.stop.seconds);
    assert_string_equal(canvas_find(c, CANVAS_TEXT, LOPE_SHOW_ANIMATION)->text, wanted);
    for (int i = 0; i < c->count; i++) {
        assert_int_equal(c->calls[i].pen.category, LOPE_SHOW_ANIMATION);
        assert_int_equal(c->calls[i].pen.color, lope_draw_color(c->calls[i].pen.meaning));
    }
    canvas_clear(c);
    draw.categories = LOPE_SHOW_ALL & ~LOPE_SHOW_ANIMATION;
    lope_draw_animation(&s->state, &report, &draw);
    draw.categories = LOPE_SHOW_ALL;
    lope_draw_animation(NULL, &report, &draw);
    lope_draw_animation(&s->state, NULL, &draw);
    lope_draw_animation(&s->state, &report, NULL);
    assert_int_equal(c->count, 0);
    free(c);
    stage_close(s);
}

static void a_jump_has_an_apex_and_a_landing(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    canvas *c = canvas_make();
    const lope_draw draw = canvas_draw(c);
    s->input.pressed = s->input.held = LOPE_BUTTON_JUMP;
    stage_tick(s, 1.0f / 60);
    const lope_animation_report report = report_of(s);
    lope_draw_animation(&s->state, &report, &draw);
    assert_true(report.apex.known && report.landing.known && report.stop.known);
    int landing = 0, apex = 0;
    for (int i = 0; i < c->count; i++) {
        landing += strncmp(c->calls[i].text, "landing in ", 11) == 0;
        apex += strncmp(c->calls[i].text, "apex in ", 8) == 0;
    }
    assert_true(landing == 1 && apex == 1);
    free(c);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_is_drawn_where_it_says),
        cmocka_unit_test(a_jump_has_an_apex_and_a_landing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
