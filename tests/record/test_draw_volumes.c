// test_draw_volumes.c - debug draw of volumes: water, gravity and triggers that a character is in or near,
// static and moving, live and recorded.
#include "../behaviour/check.h"
#include "canvas.h"

#include <lope/lope.h>

static const lope_volume water = {.water = true}, moon = {.gravity_mode = LOPE_GRAVITY_VECTOR, .gravity = {0, -1.62f, 0}};
static const lope_volume trigger = {.priority = 1};

typedef struct scene {
    lope_level *level;
    lope_surroundings around;
    lope_nearby *nearby;
    lope_moveset moveset;
    lope_state state;
    lope_report report;
    lope_recorder *recorder;
    void *bytes;
    lope_recording *recording;
    lope_recorded_tick tick;
} scene;

static lope_body add(scene *s, const lope_volume *volume, bool moving, double x, double y, double z, float size)
{
    lope_box_def box = {.body = {.position = {x, y, z}, .moving = moving, .volume = volume}, .size = {size, 2 * size, size}};
    lope_body body = lope_level_add_box(s->level, &box);
    assert_true(lope_level_valid(s->level, body));
    return body;
}

// A swimmer at the origin in water of 4 by 8 m. A trigger begins 1 m beside its capsule, the moon 1.5 m
// behind it; other water is 3 m away from it.
static scene *open_scene(void)
{
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->level = lope_level_create(NULL);
    s->around = lope_level_surroundings(s->level);
    s->nearby = lope_nearby_create(NULL);
    lope_box_def floor = {.body.position = {0, -20, 0}, .size = {40, 1, 40}};
    assert_true(lope_level_valid(s->level, lope_level_add_box(s->level, &floor)));
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&s->moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_state_init(&s->state, &(lope_state_def){0}), LOPE_OK);
    double edge = (double)s->state.radius;
    add(s, &water, false, 0, 0, 0, 4);
    add(s, &trigger, false, edge + 1 + 0.5, 0, 0, 1);
    add(s, &moon, false, 0, 0, edge + 1.5 + 0.5, 1);
    add(s, &water, false, -(edge + 3 + 0.5), 0, 0, 1);
    s->recorder = lope_recorder_create(&(lope_recorder_def){.seconds = 1});
    assert_non_null(s->recorder);
    return s;
}

static void play(scene *s)
{
    size_t size = 0;
    lope_input input = {0};
    assert_int_equal(
        lope_move_recorded(s->recorder, &s->state, &input, &s->moveset, &s->around, s->nearby, 1.0f / 60, &s->report), LOPE_OK);
    assert_int_equal(s->state.mode, LOPE_MODE_SWIMMING);
    assert_int_equal(lope_recorder_write(s->recorder, NULL, 0, &size), LOPE_OK);
    s->bytes = malloc(size);
    assert_non_null(s->bytes);
    assert_int_equal(lope_recorder_write(s->recorder, s->bytes, size, &size), LOPE_OK);
    s->recording = lope_recording_read(s->bytes, size, NULL, NULL, NULL);
    assert_non_null(s->recording);
    assert_true(lope_recording_tick(s->recording, 0, &s->tick));
}

static void close_scene(scene *s, canvas *c)
{
    lope_recording_destroy(s->recording);
    free(s->bytes);
    lope_recorder_destroy(s->recorder);
    lope_nearby_destroy(s->nearby);
    lope_level_destroy(s->level);
    free(s);
    free(c);
}

// What is drawn with VOLUME alone: so many boxes, all of that category, and the one of a meaning where it is.
static const canvas_call *box_of(const canvas *c, lope_draw_meaning meaning)
{
    for (int i = 0; i < c->count; i++) {
        assert_int_equal(c->calls[i].pen.category, LOPE_SHOW_VOLUME);
        if (c->calls[i].kind == CANVAS_BOX && c->calls[i].pen.meaning == (uint32_t)meaning) return &c->calls[i];
    }
    fail_msg("nothing is drawn as %s", lope_draw_meaning_name(meaning));
    return NULL;
}

static void expect_box(const canvas *c, lope_draw_meaning meaning, double x, double z, double half, bool in)
{
    const canvas_call *box = box_of(c, meaning);
    check_near("x", box->a.x, x, 1e-6); // floats of a few metres
    check_near("z", box->a.z, z, 1e-6);
    check_near("half", (double)box->v.x, half, 1e-6);
    check_near("half of its height", (double)box->v.y, 2 * half, 1e-6);
    assert_int_equal(box->pen.dashed, !in);
}

static void expect_all(const scene *s, const canvas *c)
{
    double edge = (double)s->state.radius;
    assert_int_equal(canvas_count(c, CANVAS_BOX), 3);
    assert_int_equal(c->count, 3);
    expect_box(c, LOPE_DRAW_WATER, 0, 0, 2, true);
    expect_box(c, LOPE_DRAW_TRIGGER, edge + 1.5, 0, 0.5, false);
    expect_box(c, LOPE_DRAW_VOLUME, 0, edge + 2, 0.5, false);
}

static void static_ones_about_it(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    play(s);
    draw.categories = LOPE_SHOW_VOLUME;
    lope_draw_state(&s->state, &s->report, &draw);
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(c->count, 0); // nobody says where to ask
    draw.surroundings = &s->around;
    lope_draw_state(&s->state, &s->report, &draw);
    expect_all(s, c);
    canvas_clear(c);
    lope_draw_tick(&s->tick, &draw);
    expect_all(s, c);
    canvas_clear(c);
    draw.categories = LOPE_SHOW_ALL & ~LOPE_SHOW_VOLUME;
    lope_draw_tick(&s->tick, &draw);
    lope_draw_state(&s->state, &s->report, &draw);
    assert_int_equal(canvas_count(c, CANVAS_BOX), 0);
    close_scene(s, c);
}

// A moving one comes from the recording; live it is asked for too. It is no solid body that moves.
static void moving_ones(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    double x = -(double)s->state.radius - 1;
    lope_body gate = add(s, &trigger, true, x, 0.5, 0, 1);
    lope_level_end_tick(s->level);
    lope_transform pose = {{x, 0, 0}, {0, 0, 0, 1}};
    assert_int_equal(lope_level_set_pose(s->level, gate, &pose), LOPE_OK);
    play(s);
    draw.categories = LOPE_SHOW_VOLUME;
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(canvas_count(c, CANVAS_BOX), 1);
    expect_box(c, LOPE_DRAW_TRIGGER, x, 0, 0.5, false);
    const canvas_call *way = canvas_find(c, CANVAS_ARROW, LOPE_SHOW_VOLUME);
    assert_non_null(way);
    check_near("from", way->a.y, 0.5, 1e-6);
    check_near("to", way->b.y, 0, 1e-6);
    draw.surroundings = &s->around;
    canvas_clear(c);
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(canvas_count(c, CANVAS_BOX), 4); // not twice
    canvas_clear(c);
    lope_draw_state(&s->state, &s->report, &draw);
    assert_int_equal(canvas_count(c, CANVAS_BOX), 4);
    canvas_clear(c);
    draw.categories = LOPE_SHOW_MOVING;
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(c->count, 0);
    close_scene(s, c);
}

static lope_result refuse(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    (void)bounds;
    (void)sink;
    assert_int_equal(filter.channels, LOPE_CHANNEL_VOLUME);
    assert_true(kind == LOPE_STATIC || kind == LOPE_MOVING);
    ++*(int *)context;
    return LOPE_ERROR_STATE;
}

// Solids that the surroundings give besides are not volumes; every shape of a volume comes; a refusal draws
// nothing.
static lope_result gives_too_much(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                  lope_sink *sink)
{
    (void)context;
    (void)bounds;
    (void)filter;
    const lope_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, nowhere = {0, 0, 0};
    const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const lope_quat upright = lope_quat_identity();
    if (kind == LOPE_MOVING) return LOPE_OK;
    lope_sink_begin(sink, &(lope_sink_body){.id = 1, .pose = {{0, 0, 0}, upright}});
    lope_sink_sphere(sink, nowhere, 1, 0);
    lope_sink_box(sink, nowhere, upright, points[1], 1);
    lope_sink_begin(sink, &(lope_sink_body){.id = 2, .pose = {{5, 0, 0}, upright}, .volume = &water});
    lope_sink_sphere(sink, nowhere, 1, 0);
    lope_sink_capsule(sink, points[0], points[2], 0.5f, 1);
    lope_sink_cylinder(sink, nowhere, upright, 1, 1, 2);
    lope_sink_hull(sink, points, faces, 4, 3);
    return LOPE_OK;
}

static void any_surroundings(void **unused)
{
    (void)unused;
    int asked = 0;
    lope_surroundings around = {.context = &asked, .gather = refuse};
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    lope_state state;
    assert_int_equal(lope_state_init(&state, &(lope_state_def){0}), LOPE_OK);
    draw.categories = LOPE_SHOW_VOLUME;
    draw.surroundings = &around;
    lope_draw_state(&state, NULL, &draw);
    assert_int_equal(asked, 2);
    assert_int_equal(c->count, 0);
    around.gather = gives_too_much;
    lope_draw_state(&state, NULL, &draw);
    assert_int_equal(canvas_count(c, CANVAS_SPHERE), 1);
    assert_int_equal(canvas_count(c, CANVAS_CAPSULE), 1);
    assert_int_equal(canvas_count(c, CANVAS_BOX), 0);
    assert_int_equal(canvas_count(c, CANVAS_LINE), 36 + 4 * 3); // a cylinder of two rings of 16 and four sides; four triangles
    check_near("where", canvas_find(c, CANVAS_SPHERE, LOPE_SHOW_VOLUME)->a.x, 5, 1e-12);
    around.gather = NULL;
    canvas_clear(c);
    lope_draw_state(&state, NULL, &draw);
    assert_int_equal(c->count, 0);
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_ones_about_it),
        cmocka_unit_test(moving_ones),
        cmocka_unit_test(any_surroundings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
