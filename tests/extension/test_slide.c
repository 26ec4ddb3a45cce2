// test_slide.c - a slide that a game adds by the public headers alone: begins, ends at its instant, at
// every tick rate.
#include "slide.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define RATES 7
static const float rates[RATES] = {20, 30, 60, 90, 144, 240, 360};

#define DEGREE (3.14159265358979323846 / 180)
#define G 9.8            // m/s2, the default gravity
#define DRAG 0.3f        // 1/s, and
#define DECELERATION 3.0 // m/s2: the slide's, unless it is set
#define LEAST 2.0        // m/s

#define check_near(what, value, wanted, tolerance)                                              \
    do {                                                                                        \
        double value_ = (value), wanted_ = (wanted), tolerance_ = (tolerance);                  \
        if (!(fabs(value_ - wanted_) <= tolerance_))                                            \
            fail_msg("%s: %.9g, wanted %.9g within %.3g", (what), value_, wanted_, tolerance_); \
    } while (0)

// ---- a level and a character

typedef struct scene {
    lope_level *level;
    lope_surroundings surroundings;
    lope_nearby *nearby;
    lope_moveset moveset;
    lope_state state;
    lope_input input;
    lope_report report;
    double time; // s, at the last tick's start
    uint32_t sliding;
    uint32_t refused; // why the last slide that was asked for was refused
} scene;

// How the last slide ended: for the test alone.
static struct {
    const scene *in;
    int count;
    double time;
    lope_end why;
    lope_point feet, velocity;
} slide_end;

static void watch_end(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    slide_end.count++;
    slide_end.time = slide_end.in->time + lope_tick_now(tick);
    slide_end.why = why;
    slide_end.feet = lope_tick_feet(tick);
    slide_end.velocity = lope_tick_velocity(tick);
    slide_ability.ended(tick, self, why);
}

static lope_ability watched;

static scene *open_scene(void)
{
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->level = lope_level_create(&(lope_level_def){0});
    s->nearby = lope_nearby_create(NULL);
    s->surroundings = lope_level_surroundings(s->level);
    lope_tuning tuning = lope_tuning_default();
    tuning.can_walk_off_ledges_when_crouching = true;
    assert_int_equal(lope_moveset_make(&s->moveset, &tuning, NULL), LOPE_OK);
    watched = slide_ability;
    watched.ended = watch_end;
    assert_int_equal(slide_add(&s->moveset, &watched, NULL), LOPE_OK);
    s->sliding = LOPE_MODE_GAME;
    memset(&slide_end, 0, sizeof slide_end);
    slide_end.in = s;
    return s;
}

static void close_scene(scene *s)
{
    lope_nearby_destroy(s->nearby);
    lope_level_destroy(s->level);
    free(s);
}

static void add_box(scene *s, double x, double y, double z, double sx, double sy, double sz, double degrees)
{
    lope_box_def box = {.body.position = {x, y, z},
                        .size = lope_vec3_make((float)sx, (float)sy, (float)sz),
                        .body.rotation = lope_quat_from_axis(lope_vec3_make(0, 0, 1), (float)(degrees * DEGREE))};
    lope_level_add_box(s->level, &box);
}

static void tick(scene *s, float rate)
{
    float seconds = 1.0f / rate;
    lope_result result = lope_move(&s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, seconds, &s->report);
    assert_int_equal(result, LOPE_OK);
    for (uint32_t i = 0; i < s->report.refused_count; i++)
        if (s->report.refused[i].asked == LOPE_ASKED_ABILITY) s->refused = s->report.refused[i].why;
    s->time += (double)seconds;
    s->input.pressed = 0;
}

// Puts a walker onto the ground near there, and gives it a velocity along x.
static void place(scene *s, double x, double y, float velocity)
{
    lope_state_def def = {.feet = {x, y, 0}, .mode = LOPE_MODE_WALKING};
    assert_int_equal(lope_state_init(&s->state, &def), LOPE_OK);
    s->input = (lope_input){0};
    tick(s, 1000);
    assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
    s->state.velocity = lope_vec3_make(velocity, 0, 0);
    s->time = 0;
}

static void press(scene *s, uint32_t button) { s->input.pressed = s->input.held = button; }

static bool is_low(const scene *s) { return s->state.height < s->state.standing_height; }

// Presses crouch for one tick, and runs up to the slide's end.
static void slide(scene *s, float rate)
{
    press(s, LOPE_BUTTON_CROUCH);
    tick(s, rate);
    s->input.held = 0;
    assert_int_equal(s->state.mode, s->sliding);
    while (slide_end.count == 0 && s->time < 20) tick(s, rate);
    assert_int_equal(slide_end.count, 1);
}

// ---- where it ends

// The time of v' = rate - drag v from one speed to another, and the way meanwhile.
static double time_of(double from, double to, double rate, double *way)
{
    double drag = (double)DRAG, time = log((drag * from - rate) / (drag * to - rate)) / drag;
    *way = (from - to + rate * time) / drag;
    return time;
}

static void slide_on_level_ground_ends_at_its_instant(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        scene *s = open_scene();
        add_box(s, 0, -0.5, 0, 100, 1, 100, 0);
        place(s, 0, 0, 8);
        double way, time = time_of(8, LEAST, -DECELERATION, &way), x = s->state.feet.x;
        slide(s, rates[i]);
        check_near("time", slide_end.time, time, 1e-6);
        check_near("way", slide_end.feet.x - x, way, 1e-4);
        check_near("speed", lope_point_length(slide_end.velocity), LEAST, 1e-6);
        assert_int_equal(slide_end.why, LOPE_END_DONE);
        assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
        close_scene(s);
    }
}

// Down and up a slope of 15 degrees, with gravity along it.
static void slide_on_a_slope_ends_at_its_instant(void **unused)
{
    (void)unused;
    double a = 15 * DEGREE, pull = G * sin(a) * cos(a);
    for (int i = 0; i < RATES; i++)
        for (int down = 0; down < 2; down++) {
            scene *s = open_scene();
            add_box(s, 0.5 * sin(a), -0.5 * cos(a), 0, 100, 1, 100, 15);
            place(s, 0, 0.03, down ? -8 : 8);
            double way, time = time_of(8, LEAST, -DECELERATION + (down ? pull : -pull), &way);
            lope_point begun = s->state.feet;
            slide(s, rates[i]);
            check_near(down ? "time down" : "time up", slide_end.time, time, 1e-6);
            check_near(down ? "way down" : "way up", fabs(slide_end.feet.x - begun.x), way, 1e-4);
            check_near("height", slide_end.feet.y - begun.y, (slide_end.feet.x - begun.x) * tan(a), 1e-4);
            close_scene(s);
        }
}

// Over level ground, down a slope and on: no closed form, but the same end at every rate. At an edge
// underfoot the plane turns, and the law is asked anew at each degree of it. So the ends are 5 microseconds
// and 0.12 mm apart.
static void slide_over_a_slope_ends_alike_at_every_rate(void **unused)
{
    (void)unused;
    double time = 0;
    lope_point feet = {0, 0, 0};
    for (int i = 0; i < RATES; i++) {
        scene *s = open_scene();
        double a = 12 * DEGREE;
        add_box(s, -49, -0.5, 0, 100, 1, 20, 0);
        add_box(s, 1 + 2.5 * cos(a) - 0.5 * sin(a), -2.5 * sin(a) - 0.5 * cos(a), 0, 5, 1, 20, -12);
        add_box(s, 51 + 5 * cos(a) - 0.01, -5 * sin(a) - 0.5, 0, 100, 1, 20, 0);
        place(s, 0, 0, 8);
        slide(s, rates[i]);
        assert_int_equal(slide_end.why, LOPE_END_DONE);
        if (i == 0) {
            time = slide_end.time;
            feet = slide_end.feet;
            assert_true(feet.x > 7);
        }
        check_near("time", slide_end.time, time, 2e-5);
        check_near("way", lope_point_length(lope_point_sub(slide_end.feet, feet)), 0, 2e-4);
        close_scene(s);
    }
}

// Off a ledge it ends where the floor does, with its speed. That place is found to 10 micrometres.
static void slide_off_a_ledge_falls(void **unused)
{
    (void)unused;
    double first = 0;
    for (int i = 0; i < RATES; i++) {
        scene *s = open_scene();
        add_box(s, -48, -0.5, 0, 100, 1, 100, 0);
        place(s, 0, 0, 8);
        slide(s, rates[i]);
        assert_int_equal(slide_end.why, LOPE_END_MODE_LEFT);
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        if (i == 0) first = slide_end.time;
        check_near("time", slide_end.time, first, 1e-5);
        double way, time = time_of(8, lope_point_length(slide_end.velocity), -DECELERATION, &way);
        check_near("by the law", slide_end.time, time, 1e-5);
        close_scene(s);
    }
}

// ---- how it begins

static uint32_t ask(scene *s, float velocity)
{
    place(s, 0, 0, velocity);
    s->refused = LOPE_REFUSAL_NONE;
    press(s, LOPE_BUTTON_CROUCH);
    tick(s, 60);
    return s->refused;
}

static void slide_begins_above_twice_the_least_speed(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    add_box(s, 0, -0.5, 0, 100, 1, 100, 0);
    assert_int_equal(ask(s, 3.99f), SLIDE_TOO_SLOW);
    assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
    assert_true(is_low(s)); // the press crouches, as it does without the ability
    assert_int_equal(ask(s, 4.01f), LOPE_REFUSAL_NONE);
    assert_int_equal(s->state.mode, s->sliding);
    close_scene(s);
}

// What is held from before does not ask, and in the air nothing slides.
static void slide_begins_by_an_edge_on_the_ground(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    add_box(s, 0, -0.5, 0, 100, 1, 100, 0);
    place(s, 0, 0, 3);
    press(s, LOPE_BUTTON_CROUCH);
    tick(s, 60);
    s->state.velocity.x = 8;
    for (int i = 0; i < 10; i++) tick(s, 60);
    assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
    place(s, 0, 0, 8);
    press(s, LOPE_BUTTON_JUMP);
    for (int i = 0; i < 5; i++) tick(s, 60);
    assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    press(s, LOPE_BUTTON_CROUCH);
    tick(s, 60);
    assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    assert_true(s->refused != LOPE_REFUSAL_NONE);
    close_scene(s);
}

static void slide_is_low_with_the_feet_where_they_were(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    add_box(s, 0, -0.5, 0, 100, 1, 100, 0);
    place(s, 0, 0, 8);
    double y = s->state.feet.y;
    press(s, LOPE_BUTTON_CROUCH);
    tick(s, 60);
    check_near("height", (double)s->state.height, (double)s->moveset.tuning.crouched_height, 1e-6);
    check_near("feet", s->state.feet.y, y, 1e-6);
    s->input.held = 0; // letting go does not end it
    for (int i = 0; i < 10; i++) tick(s, 60);
    assert_int_equal(s->state.mode, s->sliding);
    assert_true(is_low(s));
    while (slide_end.count == 0) tick(s, 60);
    assert_false(is_low(s));
    close_scene(s);
}

// ---- how else it ends

static void jump_out_of_a_slide_keeps_the_speed(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    add_box(s, 0, -0.5, 0, 100, 1, 100, 0);
    place(s, 0, 0, 8);
    press(s, LOPE_BUTTON_CROUCH);
    tick(s, 60);
    s->input.held = 0;
    for (int i = 0; i < 10; i++) tick(s, 60);
    float speed = s->state.velocity.x;
    assert_true(speed > 7);
    press(s, LOPE_BUTTON_JUMP);
    tick(s, 60);
    assert_int_equal(slide_end.count, 1);
    check_near("at once", slide_end.time, 11.0 / 60, 1e-6);
    assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    assert_true(s->state.velocity.y > 1);
    check_near("speed", (double)s->state.velocity.x, (double)speed, 1e-3); // but for what the air takes
    assert_false(is_low(s));
    close_scene(s);
}

// Under a bar it ends, and the character stays low; it walks out, and stands up.
static void slide_that_ends_under_a_bar_stays_low(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    add_box(s, 0, -0.5, 0, 100, 1, 100, 0);
    add_box(s, 6, 1.9, 0, 8, 1, 10, 0); // 1.4 m over the floor, from 2 to 10 m
    place(s, 0, 0, 8);
    slide(s, 60);
    assert_true(slide_end.feet.x > 3 && slide_end.feet.x < 9);
    for (int i = 0; i < 60; i++) {
        tick(s, 60);
        assert_true(is_low(s));
        assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
    }
    press(s, LOPE_BUTTON_JUMP); // no jump without room
    tick(s, 60);
    assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
    s->input.held = 0;
    s->input.move = lope_vec3_make(1, 0, 0);
    for (int i = 0; i < 300; i++) tick(s, 60);
    assert_true(s->state.feet.x > 11);
    assert_false(is_low(s));
    close_scene(s);
}

// A jump that is pressed under the bar ends the slide: the character stays low there.
static void jump_under_a_bar_ends_a_slide_low(void **unused)
{
    (void)unused;
    scene *s = open_scene();
    add_box(s, 0, -0.5, 0, 100, 1, 100, 0);
    add_box(s, 6, 1.9, 0, 8, 1, 10, 0);
    place(s, 0, 0, 8);
    press(s, LOPE_BUTTON_CROUCH);
    tick(s, 60);
    s->input.held = 0;
    for (int i = 0; i < 30; i++) tick(s, 60);
    assert_int_equal(s->state.mode, s->sliding);
    press(s, LOPE_BUTTON_JUMP);
    tick(s, 60);
    assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
    assert_true(is_low(s));
    close_scene(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slide_on_level_ground_ends_at_its_instant),   cmocka_unit_test(slide_on_a_slope_ends_at_its_instant),
        cmocka_unit_test(slide_over_a_slope_ends_alike_at_every_rate), cmocka_unit_test(slide_off_a_ledge_falls),
        cmocka_unit_test(slide_begins_above_twice_the_least_speed),    cmocka_unit_test(slide_begins_by_an_edge_on_the_ground),
        cmocka_unit_test(slide_is_low_with_the_feet_where_they_were),  cmocka_unit_test(jump_out_of_a_slide_keeps_the_speed),
        cmocka_unit_test(slide_that_ends_under_a_bar_stays_low),       cmocka_unit_test(jump_under_a_bar_ends_a_slide_low),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
