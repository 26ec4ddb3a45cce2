// test_draw.c - debug draw: which callbacks are called for what, with which meaning; wire frames that lie on
// their shapes; colours.
//
// Read next: include/lope/draw.h, canvas.h.
#include "../behaviour/check.h"
#include "../behaviour/stage.h"
#include "canvas.h"

#define RATE 60.0f
#define CATEGORIES 13

// A tick in which everything is: a walker on a step beside a wall, with queries of every kind, and moving
// bodies of every shape.
typedef struct scene {
    stage *stage;
    lope_recorded_tick tick;
    lope_event events[2];
    lope_query queries[3];
    lope_recorded_body body;
    lope_recorded_shape shapes[LOPE_RECORDED_KIND_COUNT];
} scene;

static void add_queries(scene *s)
{
    const lope_query sweep = {.purpose = LOPE_QUERY_MOVE,
                              .kind = LOPE_QUERY_SWEEP,
                              .verdict = LOPE_VERDICT_USED,
                              .hit = 1,
                              .fraction = 0.5f,
                              .radius = 0.34f,
                              .height = 1.76f,
                              .motion = {1, 0, 0},
                              .point = {0.84f, 0.5f, 0},
                              .normal = {-1, 0, 0},
                              .body = 2};
    const lope_query overlap = {.purpose = LOPE_QUERY_DEPENETRATE,
                                .kind = LOPE_QUERY_OVERLAP,
                                .verdict = LOPE_VERDICT_CLEAR,
                                .radius = 0.34f,
                                .height = 1.76f,
                                .body = LOPE_BODY_NONE};
    const lope_query line = {.purpose = LOPE_QUERY_STEP_DOWN,
                             .kind = LOPE_QUERY_LINE,
                             .verdict = LOPE_VERDICT_TOO_HIGH,
                             .hit = 1,
                             .fraction = 0.25f,
                             .from = {0.5f, 1, 0},
                             .motion = {0, -1, 0},
                             .point = {0.5f, 0.75f, 0},
                             .normal = {0, 1, 0},
                             .body = 2,
                             .walkable = 1};
    s->queries[0] = sweep;
    s->queries[1] = overlap;
    s->queries[2] = line;
}

static void add_bodies(scene *s)
{
    for (uint32_t kind = 0; kind < LOPE_RECORDED_KIND_COUNT; kind++)
        s->shapes[kind] = (lope_recorded_shape){.kind = kind,
                                                .a = {0, 0, 0},
                                                .b = {0.5f, 1, 0.5f},
                                                .c = {0, 0, 1},
                                                .rotation = {0, 0, 0, 1},
                                                .radius = 0.5f,
                                                .half_height = 1};
    s->body.body =
        (lope_sink_body){.id = 9, .pose = {{3, 0, 0}, {0, 0, 0, 1}}, .motion = {.displacement = {0.5, 0, 0}}, .moving = true};
    s->body.shape_count = LOPE_RECORDED_KIND_COUNT;
}

static scene *open_scene(void)
{
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->stage = stage_open(STAGE_BOXES);
    stage_floor(s->stage);
    stage_place(s->stage, 0, 0, 0, 0);
    stage_move(s->stage, 1, 0);
    stage_run(s->stage, 0.5, RATE);
    s->tick.before = s->stage->state;
    stage_tick(s->stage, 1 / RATE);
    s->tick.after = s->stage->state;
    s->tick.seconds = 1 / RATE;
    s->tick.input = s->stage->input;
    s->tick.moveset = &s->stage->moveset;
    s->events[0] = (lope_event){.kind = LOPE_EVENT_STEP_UP, .value = 0.3f, .body = LOPE_BODY_NONE};
    s->events[1] = (lope_event){.kind = LOPE_EVENT_HIT, .body = 2, .point = {1, 1, 0}, .normal = {-1, 0, 0}};
    s->tick.events = s->events;
    s->tick.event_count = 2;
    add_queries(s);
    add_bodies(s);
    s->tick.queries = s->queries;
    s->tick.query_count = 3;
    s->tick.bodies = &s->body;
    s->tick.body_count = 1;
    s->tick.shapes = s->shapes;
    s->tick.shape_count = LOPE_RECORDED_KIND_COUNT;
    return s;
}

static void close_scene(scene *s, canvas *c)
{
    stage_close(s->stage);
    free(s);
    free(c);
}

static void every_meaning_has_a_colour_and_a_name(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < LOPE_DRAW_MEANING_COUNT; i++) {
        uint32_t color = lope_draw_color(i);
        assert_int_equal(color & 0xff, 0xff);
        assert_true(strlen(lope_draw_meaning_name(i)) > 2 && strlen(lope_draw_meaning_text(i)) > 10);
        for (uint32_t k = 0; k < i; k++) {
            uint32_t other = lope_draw_color(k);
            int apart = 0;
            for (int shift = 8; shift < 32; shift += 8) apart += abs((int)(color >> shift & 0xff) - (int)(other >> shift & 0xff));
            // of 765 from black to white
            if (apart < 60) fail_msg("%s and %s look alike", lope_draw_meaning_name(i), lope_draw_meaning_name(k));
            assert_string_not_equal(lope_draw_meaning_name(i), lope_draw_meaning_name(k));
        }
    }
    assert_string_equal(lope_draw_meaning_name(LOPE_DRAW_MEANING_COUNT), "?");
    assert_string_equal(lope_draw_meaning_text(UINT32_MAX), "");
    assert_int_equal(lope_draw_color(LOPE_DRAW_MEANING_COUNT), 0);
}

// Which kinds of calls a category makes on the scene's tick.
static void each_category_alone(void **unused)
{
    (void)unused;
    static const int wanted[CATEGORIES][CANVAS_KINDS] = {
        {[CANVAS_CAPSULE] = 1},
        {[CANVAS_ARROW] = 1},
        {[CANVAS_ARROW] = 1},
        {[CANVAS_ARROW] = 1},
        {[CANVAS_PLANE] = 1, [CANVAS_ARROW] = 1},
        {[CANVAS_TEXT] = 1},
        {[CANVAS_LINE] = 1},
        // the sweep's way, rest, capsule and contact; the overlap's capsule; the line's way, rest and contact
        {[CANVAS_ARROW] = 4, [CANVAS_LINE] = 2, [CANVAS_CAPSULE] = 2, [CANVAS_SPHERE] = 2, [CANVAS_TEXT] = 2},
        {[CANVAS_TEXT] = 2, [CANVAS_ARROW] = 1},
        // a triangle, a cylinder of two rings of 16 and four sides; the body's way
        {[CANVAS_LINE] = 3 + 36, [CANVAS_SPHERE] = 1, [CANVAS_CAPSULE] = 1, [CANVAS_BOX] = 1, [CANVAS_ARROW] = 1},
        {[CANVAS_TEXT] = 1},
        {0}, // volumes: test_draw_volumes.c
        {0}, // animation reports: test_draw_animation.c
    };
    scene *s = open_scene();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    int together = 0;
    assert_int_equal(LOPE_SHOW_ALL, (1u << CATEGORIES) - 1);
    for (int i = 0; i < CATEGORIES; i++) {
        canvas_clear(c);
        draw.categories = 1u << i;
        lope_draw_tick(&s->tick, &draw);
        together += c->count;
        for (int kind = 0; kind < CANVAS_KINDS; kind++)
            if (canvas_count(c, (canvas_kind)kind) != wanted[i][kind])
                fail_msg("category %d: %d calls of kind %d, wanted %d", i, canvas_count(c, (canvas_kind)kind), kind,
                         wanted[i][kind]);
        for (int k = 0; k < c->count; k++) {
            assert_int_equal(c->calls[k].pen.category, 1u << i);
            assert_int_equal(c->calls[k].pen.color, lope_draw_color(c->calls[k].pen.meaning));
        }
    }
    canvas_clear(c);
    draw.categories = LOPE_SHOW_ALL;
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(c->count, together);
    close_scene(s, c);
}

static void nothing_is_drawn_that_is_off_or_has_no_callback(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    draw.categories = 0;
    lope_draw_tick(&s->tick, &draw);
    lope_draw_state(&s->tick.after, NULL, &draw);
    assert_int_equal(c->count, 0);
    lope_draw none = {.context = c, .categories = LOPE_SHOW_ALL, .wireframe = true};
    lope_draw_tick(&s->tick, &none);
    lope_draw_state(&s->tick.after, &s->stage->report, &none);
    lope_draw_tick(NULL, &draw);
    lope_draw_tick(&s->tick, NULL);
    lope_draw_state(NULL, NULL, &draw);
    lope_draw_query(NULL, s->tick.before.feet, s->tick.before.up, &draw);
    assert_int_equal(c->count, 0);
    // every callback missing alone: the other calls are made all the same
    draw.categories = LOPE_SHOW_ALL;
    lope_draw_tick(&s->tick, &draw);
    int all = c->count;
    for (int kind = 0; kind < CANVAS_KINDS; kind++) {
        lope_draw without = draw;
        int left = all - canvas_count(c, (canvas_kind)kind);
        if (kind == CANVAS_LINE) without.line = NULL;
        if (kind == CANVAS_ARROW) without.arrow = NULL;
        if (kind == CANVAS_CAPSULE) without.capsule = NULL;
        if (kind == CANVAS_SPHERE) without.sphere = NULL;
        if (kind == CANVAS_BOX) without.box = NULL;
        if (kind == CANVAS_PLANE) without.plane = NULL;
        if (kind == CANVAS_TEXT) without.text = NULL;
        canvas *other = canvas_make();
        without.context = other;
        lope_draw_tick(&s->tick, &without);
        assert_int_equal(other->count, left);
        assert_int_equal(canvas_count(other, (canvas_kind)kind), 0);
        free(other);
    }
    close_scene(s, c);
}

static double distance_to_core(lope_point p, lope_point a, lope_point b)
{
    lope_point way = lope_point_sub(b, a), to = lope_point_sub(p, a);
    double along = lope_point_dot(to, way) / lope_point_dot(way, way);
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    return lope_point_length(lope_point_sub(p, lope_point_mad(a, way, along)));
}

// The same capsule once as a capsule and once as lines: every end of a line lies on it, and they reach its
// ends.
static void wires_lie_on_the_capsule(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    s->tick.after.up = lope_vec3_make(0.6f, 0.8f, 0);
    draw.categories = LOPE_SHOW_CAPSULE;
    lope_draw_tick(&s->tick, &draw);
    canvas_call capsule = c->calls[0];
    canvas_clear(c);
    draw.capsule = NULL;
    draw.sphere = NULL;
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(c->count, 0);
    draw.wireframe = true;
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(c->count, 4 + 4 * 8 + 2 * 16);
    double lowest = 1, highest = 0;
    lope_point up = lope_point_make((double)0.6f, (double)0.8f, 0);
    for (int i = 0; i < c->count; i++) {
        assert_int_equal(c->calls[i].kind, CANVAS_LINE);
        // sines are right to a float's last digit: 1e-7 of the radius
        check_near("wire", distance_to_core(c->calls[i].a, capsule.a, capsule.b), capsule.size, 1e-6);
        check_near("wire", distance_to_core(c->calls[i].b, capsule.a, capsule.b), capsule.size, 1e-6);
        double height = lope_point_dot(lope_point_sub(c->calls[i].a, s->tick.after.feet), up);
        lowest = height < lowest ? height : lowest;
        highest = height > highest ? height : highest;
    }
    check_near("its feet", lowest, 0, 1e-6);
    check_near("its top", highest, (double)s->tick.after.height, 1e-6);
    close_scene(s, c);
}

// The body's box once as a box and once as lines: twelve, each along one of its edges, and all different.
static void wires_lie_on_the_box(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    s->tick.shapes = &s->shapes[LOPE_RECORDED_BOX];
    s->shapes[LOPE_RECORDED_BOX].rotation = lope_quat_from_axis(lope_vec3_make(0, 1, 0), 0.7f);
    s->body.shape_count = s->tick.shape_count = 1;
    draw.categories = LOPE_SHOW_MOVING;
    lope_draw_tick(&s->tick, &draw);
    const canvas_call box = *canvas_find(c, CANVAS_BOX, LOPE_SHOW_MOVING);
    const int others = c->count - 1; // how it got there
    canvas_clear(c);
    draw.box = NULL;
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(c->count, others);
    canvas_clear(c);
    draw.wireframe = true;
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(c->count, others + 12);
    const double half[3] = {(double)box.v.x, (double)box.v.y, (double)box.v.z};
    const lope_quat back = lope_quat_from_axis(lope_vec3_make(0, 1, 0), -0.7f);
    int edges = 0, along[3] = {0, 0, 0};
    for (int i = 0; i < c->count; i++) {
        if (c->calls[i].kind != CANVAS_LINE) continue;
        const lope_point from = lope_quat_rotate_point(back, lope_point_sub(c->calls[i].a, box.a)),
                         to = lope_quat_rotate_point(back, lope_point_sub(c->calls[i].b, box.a));
        const double ends[2][3] = {{from.x, from.y, from.z}, {to.x, to.y, to.z}};
        int differs = -1, count = 0;
        for (int k = 0; k < 3; k++) {
            // floats of the rotation: 1e-6 of half a metre
            check_near("corner", fabs(ends[0][k]), half[k], 1e-6);
            check_near("corner", fabs(ends[1][k]), half[k], 1e-6);
            if ((ends[0][k] > 0) != (ends[1][k] > 0)) differs = k, count++;
        }
        assert_int_equal(count, 1);
        along[differs]++;
        edges++;
    }
    assert_true(edges == 12 && along[0] == 4 && along[1] == 4 && along[2] == 4);
    close_scene(s, c);
}

// A query's capsule that is no longer than wide is a ball: three circles of its radius.
static void wires_of_a_ball(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    s->tick.after.height = 2 * s->tick.after.radius;
    draw.categories = LOPE_SHOW_CAPSULE;
    draw.capsule = NULL;
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(c->count, 0);
    draw.wireframe = true;
    lope_draw_tick(&s->tick, &draw); // by the callback for spheres
    const canvas_call ball = c->calls[0];
    assert_int_equal(c->count, 1);
    assert_int_equal(ball.kind, CANVAS_SPHERE);
    check_near("radius", ball.size, (double)s->tick.after.radius, 1e-7);
    check_near("middle", ball.a.y, s->tick.after.feet.y + (double)s->tick.after.radius, 1e-6);
    canvas_clear(c);
    draw.sphere = NULL;
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(c->count, 3 * 16);
    for (int i = 0; i < c->count; i++) {
        check_near("wire", lope_point_length(lope_point_sub(c->calls[i].a, ball.a)), ball.size, 1e-6);
        check_near("wire", lope_point_length(lope_point_sub(c->calls[i].b, ball.a)), ball.size, 1e-6);
    }
    close_scene(s, c);
}

static void modes_have_their_colours_and_words(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t mode;
        lope_draw_meaning meaning;
    } cases[] = {{LOPE_MODE_WALKING, LOPE_DRAW_WALKING},  {LOPE_MODE_NAV_WALKING, LOPE_DRAW_WALKING},
                 {LOPE_MODE_FALLING, LOPE_DRAW_FALLING},  {LOPE_MODE_NONE, LOPE_DRAW_RESTING},
                 {LOPE_MODE_SWIMMING, LOPE_DRAW_RESTING}, {LOPE_MODE_FLYING, LOPE_DRAW_RESTING}};
    scene *s = open_scene();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    s->events[0] = (lope_event){.kind = LOPE_EVENT_MODE, .from = LOPE_MODE_WALKING, .to = LOPE_MODE_FLYING};
    draw.categories = LOPE_SHOW_CAPSULE | LOPE_SHOW_EVENT;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        canvas_clear(c);
        s->tick.after.mode = cases[i].mode;
        lope_draw_tick(&s->tick, &draw);
        assert_int_equal(canvas_find(c, CANVAS_CAPSULE, LOPE_SHOW_CAPSULE)->pen.meaning, cases[i].meaning);
        assert_string_equal(canvas_find(c, CANVAS_TEXT, LOPE_SHOW_EVENT)->text, "mode flying");
    }
    static const lope_mode climb = {.name = "climb"};
    assert_int_equal(lope_moveset_add_mode(&s->stage->moveset, &climb, &s->events[0].to, NULL), LOPE_OK);
    draw.moveset = &s->stage->moveset;
    canvas_clear(c);
    lope_draw_tick(&s->tick, &draw);
    assert_string_equal(canvas_find(c, CANVAS_TEXT, LOPE_SHOW_EVENT)->text, "mode climb");
    close_scene(s, c);
}

static void what_a_walker_looks_like(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    lope_draw_tick(&s->tick, &draw);
    const lope_state *after = &s->tick.after;
    const canvas_call *call = canvas_find(c, CANVAS_CAPSULE, LOPE_SHOW_CAPSULE);
    assert_int_equal(call->pen.meaning, LOPE_DRAW_WALKING);
    check_near("capsule", call->a.y - call->size, after->feet.y, 1e-6);
    check_near("capsule", call->b.y + call->size, after->feet.y + (double)after->height, 1e-6);
    call = canvas_find(c, CANVAS_ARROW, LOPE_SHOW_VELOCITY);
    check_near("6 m/s for 0.25 s", call->b.x - call->a.x, 1.5, 1e-5);
    call = canvas_find(c, CANVAS_ARROW, LOPE_SHOW_FACING);
    assert_true(call->b.z < call->a.z - 0.5); // yaw 0 looks along -z
    call = canvas_find(c, CANVAS_ARROW, LOPE_SHOW_INPUT);
    check_near("a full stick", call->b.x - call->a.x, (double)after->height, 1e-6);
    call = canvas_find(c, CANVAS_LINE, LOPE_SHOW_TRAIL);
    check_near("trail", call->b.x - call->a.x, 6.0 / 60, 1e-4);
    call = canvas_find(c, CANVAS_PLANE, LOPE_SHOW_FLOOR);
    assert_int_equal(call->pen.meaning, LOPE_DRAW_FLOOR_WALKABLE);
    check_near("normal", (double)call->v.y, 1, 1e-6);
    assert_string_equal(canvas_find(c, CANVAS_TEXT, LOPE_SHOW_BASE)->text, "body 1");
    assert_string_equal(canvas_find(c, CANVAS_TEXT, LOPE_SHOW_EVENT)->text, "step_up 0.30 m");
    assert_string_equal(canvas_find(c, CANVAS_TEXT, LOPE_SHOW_QUERY)->text, "move: used");
    assert_non_null(strstr(canvas_find(c, CANVAS_TEXT, LOPE_SHOW_EXPLAIN)->text, "walking at 6.00 m/s on body 1 (0 of 44.8"));
    close_scene(s, c);
}

static void a_state_is_drawn_without_a_recorder(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    lope_draw_state(&s->stage->state, &s->stage->report, &draw);
    assert_non_null(canvas_find(c, CANVAS_CAPSULE, LOPE_SHOW_CAPSULE));
    assert_non_null(canvas_find(c, CANVAS_TEXT, LOPE_SHOW_EXPLAIN));
    const canvas_call *trail = canvas_find(c, CANVAS_LINE, LOPE_SHOW_TRAIL);
    check_near("trail", trail->b.x - trail->a.x, 6.0 / 60, 1e-4);
    canvas_clear(c);
    s->stage->state.stuck_ticks = 3;
    lope_draw_state(&s->stage->state, NULL, &draw);
    assert_int_equal(canvas_find(c, CANVAS_CAPSULE, LOPE_SHOW_CAPSULE)->pen.meaning, LOPE_DRAW_PENETRATING);
    assert_null(canvas_find(c, CANVAS_LINE, LOPE_SHOW_TRAIL));
    close_scene(s, c);
}

static void queries_say_what_they_came_to(void **unused)
{
    (void)unused;
    static const struct {
        uint8_t purpose, verdict;
        uint32_t walkable;
        lope_draw_meaning meaning;
    } cases[] = {
        {LOPE_QUERY_MOVE, LOPE_VERDICT_CLEAR, 0, LOPE_DRAW_SWEPT},
        {LOPE_QUERY_MOVE, LOPE_VERDICT_USED, 0, LOPE_DRAW_BLOCKED},
        {LOPE_QUERY_MOVE, LOPE_VERDICT_RAMP, 1, LOPE_DRAW_FLOOR_WALKABLE},
        {LOPE_QUERY_FLOOR, LOPE_VERDICT_USED, 1, LOPE_DRAW_FLOOR_WALKABLE},
        {LOPE_QUERY_FLOOR, LOPE_VERDICT_USED, 0, LOPE_DRAW_FLOOR_STEEP},
        {LOPE_QUERY_LAND, LOPE_VERDICT_NOT_WALKABLE, 0, LOPE_DRAW_FLOOR_STEEP},
        {LOPE_QUERY_STEP_DOWN, LOPE_VERDICT_USED, 1, LOPE_DRAW_STEP},
        {LOPE_QUERY_STEP_UP, LOPE_VERDICT_NO_ROOM, 0, LOPE_DRAW_STEP_FAILED},
        {LOPE_QUERY_STEP_DOWN, LOPE_VERDICT_TOO_HIGH, 1, LOPE_DRAW_STEP_FAILED},
        {LOPE_QUERY_STEP_DOWN, LOPE_VERDICT_NOT_WALKABLE, 0, LOPE_DRAW_STEP_FAILED},
        {LOPE_QUERY_DEPENETRATE, LOPE_VERDICT_USED, 0, LOPE_DRAW_PENETRATING},
        {LOPE_QUERY_FLOOR, LOPE_VERDICT_TOO_FAR, 1, LOPE_DRAW_SWEPT},
        {LOPE_QUERY_MOVE, LOPE_VERDICT_PROBE, 0, LOPE_DRAW_SWEPT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lope_query query = {.purpose = cases[i].purpose, .verdict = cases[i].verdict, .hit = 1, .walkable = cases[i].walkable};
        assert_int_equal(lope_draw_query_meaning(&query), cases[i].meaning);
    }
}

static void queries_are_chosen_by_purpose(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    canvas *c = canvas_make();
    lope_draw draw = canvas_draw(c);
    draw.categories = LOPE_SHOW_QUERY;
    draw.purposes = 1u << LOPE_QUERY_STEP_DOWN;
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(c->count, 5); // way, rest, dot, normal, words
    assert_string_equal(canvas_find(c, CANVAS_TEXT, LOPE_SHOW_QUERY)->text, "step down: too high");
    assert_int_equal(c->calls[0].pen.meaning, LOPE_DRAW_STEP_FAILED);
    assert_int_equal(c->calls[0].pen.dashed, 1);
    check_near("stopped at its fraction", c->calls[0].b.y - s->tick.before.feet.y, 0.75, 1e-6);
    canvas_clear(c);
    draw.purposes = 1u << LOPE_QUERY_RIM;
    lope_draw_tick(&s->tick, &draw);
    assert_int_equal(c->count, 0);
    close_scene(s, c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_meaning_has_a_colour_and_a_name),
        cmocka_unit_test(each_category_alone),
        cmocka_unit_test(nothing_is_drawn_that_is_off_or_has_no_callback),
        cmocka_unit_test(wires_lie_on_the_capsule),
        cmocka_unit_test(wires_lie_on_the_box),
        cmocka_unit_test(wires_of_a_ball),
        cmocka_unit_test(modes_have_their_colours_and_words),
        cmocka_unit_test(what_a_walker_looks_like),
        cmocka_unit_test(a_state_is_drawn_without_a_recorder),
        cmocka_unit_test(queries_say_what_they_came_to),
        cmocka_unit_test(queries_are_chosen_by_purpose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
