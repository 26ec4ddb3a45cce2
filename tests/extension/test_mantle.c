// test_mantle.c - a mantle made of the public functions alone, on ledges that stand, rise and turn.
//
// The truth is the closed form of the path in the ledge's frame, and the ledge's own course. Read next:
// mantle.h.
#include "mantle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TAU 6.283185307179586
#define RATES 4
static const double rates[RATES] = {20, 60, 120, 360};

#define check_near(what, value, wanted, tolerance)                                            \
    do {                                                                                      \
        double value_ = (value), wanted_ = (wanted), tolerance_ = (tolerance);                \
        if (!(fabs(value_ - wanted_) <= tolerance_))                                          \
            fail_msg("%s: %.9g, wanted %.9g within %.3g", what, value_, wanted_, tolerance_); \
    } while (0)

// How the ledge moves: m/s along up and x, rad/s about up, rad of a tilt that comes and goes.
typedef struct course {
    double up, aside, turn, tilt;
} course;

typedef struct scene {
    lope_level *level;
    lope_surroundings surroundings;
    lope_nearby *nearby;
    lope_moveset moveset;
    lope_state state;
    lope_input input;
    lope_requests requests;
    lope_report report;
    lope_body ledge;
    course course;
    double rate, time, height;
    uint32_t mantle;
    double changed[8]; // s, of the changes of mode
    uint32_t changed_to[8], change_count, hits, jumps;
} scene;

// Returns the ledge's pose: a box of 4 by 3 by 4 m with its top at `height` at first.
static lope_transform pose_at(const scene *s, double t)
{
    const double half = 0.5 * s->course.turn * t, lean = 0.5 * s->course.tilt * sin(3 * t);
    const lope_quat turn = {0, (float)sin(half), 0, (float)cos(half)}, tilt = {(float)sin(lean), 0, 0, (float)cos(lean)};
    const lope_point at = {s->course.aside * t, s->height - 1.5 + s->course.up * t, 0};
    return (lope_transform){at, lope_quat_normalize(lope_quat_multiply(turn, tilt))};
}

static void add_box(lope_level *level, double x, double y, double z, float sx, float sy, float sz)
{
    lope_box_def def = {.size = {sx, sy, sz}};
    def.body.position = lope_point_make(x, y, z);
    assert_true(lope_level_valid(level, lope_level_add_box(level, &def)));
}

// The character stands, or falls at y, 0.2 m before the ledge's face at x = 2, and looks and presses toward
// it.
static scene open_scene(double height, double y, bool falls, course course, double rate)
{
    scene s = {.level = lope_level_create(NULL), .nearby = lope_nearby_create(NULL), .course = course, .rate = rate};
    s.height = height;
    assert_true(s.level && s.nearby);
    lope_box_def def = {.size = {4, 3, 4}};
    const lope_transform pose = pose_at(&s, 0);
    def.body.position = pose.position;
    def.body.moving = course.up != 0 || course.aside != 0 || course.turn != 0 || course.tilt != 0;
    s.ledge = lope_level_add_box(s.level, &def);
    add_box(s.level, 0, -0.5, 0, 40, 1, 40);
    s.surroundings = lope_level_surroundings(s.level);
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&s.moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&s.moveset, &mantle_mode, &s.mantle, NULL), LOPE_OK);
    const lope_state_def who = {.feet = {2 + 0.34 + 0.2, y, 0}, .mode = falls ? LOPE_MODE_FALLING : LOPE_MODE_WALKING};
    lope_state_init(&s.state, &who);
    return s;
}

static void close_scene(scene *s)
{
    lope_nearby_destroy(s->nearby);
    lope_level_destroy(s->level);
}

static void tick(scene *s)
{
    const double t = s->time, next = t + 1 / s->rate;
    if (lope_level_valid(s->level, s->ledge)) {
        const lope_transform pose = pose_at(s, next);
        if (s->course.up != 0 || s->course.aside != 0 || s->course.turn != 0 || s->course.tilt != 0)
            assert_int_equal(lope_level_set_pose(s->level, s->ledge, &pose), LOPE_OK);
    }
    s->input.requests = &s->requests;
    const lope_result result =
        lope_move(&s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, (float)(1 / s->rate), &s->report);
    if (result != LOPE_OK) fail_msg("refused: %s", lope_result_text(result));
    for (uint32_t i = 0; i < s->report.event_count; i++) {
        const lope_event *event = &s->report.events[i];
        s->hits += event->kind == LOPE_EVENT_HIT;
        s->jumps += event->kind == LOPE_EVENT_JUMP;
        if (event->kind != LOPE_EVENT_MODE || s->change_count == 8) continue;
        s->changed[s->change_count] = t + (double)event->time;
        s->changed_to[s->change_count++] = event->to;
    }
    s->time = next;
    s->requests.asked = 0;
    lope_level_end_tick(s->level);
}

// Presses the button in this tick, with the stick toward the ledge, and asks for the mode.
static void press(scene *s)
{
    s->input.move = (lope_vec3){-1, 0, 0};
    s->input.held = LOPE_BUTTON_JUMP;
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = s->mantle;
}

static lope_point seen(const scene *s, double t, lope_point p)
{
    const lope_transform pose = pose_at(s, t);
    return lope_transform_unapply(&pose, p);
}

static double smooth(double x)
{
    x = x < 0 ? 0 : x > 1 ? 1 : x;
    return x * x * (3 - 2 * x);
}

// Returns the path in the ledge's frame, by the test's own form: from `begun` to 0.15 m behind the face, on
// the top.
static lope_point path(lope_point begun, double time, double seconds)
{
    const lope_point top = {2 - 0.15, 1.5, begun.z};
    const double rise = smooth(time / seconds / 0.6), over = smooth((time / seconds - 0.3) / 0.7);
    return lope_point_make(begun.x + over * (top.x - begun.x), begun.y + rise * (top.y - begun.y), begun.z);
}

static double seconds_for(double height)
{
    return height < 0.5 ? 0.5 : height < 1 ? height : height < 1.25 ? 1 : height < 2 ? 1.25 + (height - 1.25) / 1.5 : 1.75;
}

// Mantles once. Returns how far (m) the feet are off the closed form at worst, at the ends of ticks.
static double climb(scene *s, double *ended)
{
    press(s);
    const lope_point begun = seen(s, s->time, s->state.feet);
    const double from = s->time, seconds = seconds_for(1.5 - begun.y);
    double worst = 0;
    for (int i = 0; s->time < from + seconds + 0.3; i++) {
        tick(s);
        s->input.move = (lope_vec3){0, 0, 0};
        if (s->state.mode != s->mantle && i == 0) fail_msg("no mantle: %u", lope_report_refused(&s->report, MANTLE_ASKED));
        const double time = s->time - from,
                     off = lope_point_length(lope_point_sub(seen(s, s->time, s->state.feet), path(begun, time, seconds)));
        if (off > worst) worst = off;
    }
    *ended = s->change_count == 2 ? s->changed[1] - from - seconds : 99;
    assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
    assert_int_equal(s->jumps, 0); // the press was taken
    return worst;
}

// ---- tests ----------------------------------------------------------------------------------------------

// Within 1 mm of its closed form in the ledge's frame, which stands, rises, turns by 90 degrees a second,
// or tilts.
static void mantle_keeps_its_closed_form(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        course course;
        double tolerance;
    } cases[] = {{"still", {0, 0, 0, 0}, 1e-3},
                 {"rising 1 m/s", {1, 0, 0, 0}, 1e-3},
                 {"turning 90 degrees/s", {0, 0, 0.25 * TAU, 0}, 1e-3},
                 {"lift: rising and turning", {1, 0.5, 0.25 * TAU, 0}, 1e-3}};
    static const double heights[] = {0.8, 1.2, 1.7, 2.3};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < RATES; k++) {
            double worst = 0, late = 0;
            for (int h = 0; h < 4; h++) {
                double ended;
                scene s = open_scene(heights[h], 0, false, cases[i].course, rates[k]);
                const double off = climb(&s, &ended);
                worst = fmax(worst, off);
                late = fmax(late, fabs(ended));
                close_scene(&s);
            }
            printf("  %s, %g Hz: off its path by %.2g m, ends off by %.2g s\n", cases[i].name, rates[k], worst, late);
            if (worst > cases[i].tolerance) fail_msg("%s: off by %g m", cases[i].name, worst);
            if (late > 1e-6) fail_msg("%s: ends off by %g s", cases[i].name, late);
        }
}

// On a ledge that tilts the path is tilted too, and the character stays upright. What is up in the ledge's
// frame is that of the tick in which the mantle began, so the path is compared with the one that the mode
// has kept.
static void mantle_keeps_its_path_on_a_tilting_ledge(void **unused)
{
    (void)unused;
    for (int k = 0; k < RATES; k++) {
        scene s = open_scene(1.7, 0, false, (course){0.5, 0, 0, 0.05}, rates[k]);
        double worst = 0, time = 0;
        press(&s);
        for (tick(&s); s.state.mode == s.mantle; tick(&s)) {
            mantle_data data;
            memcpy(&data, s.state.mode_data, sizeof data);
            time = data.time;
            const lope_point due = mantle_place(&data, time);
            worst = fmax(worst, lope_point_length(lope_point_sub(seen(&s, s.time, s.state.feet), due)));
        }
        printf("  tilting by 3 degrees, %g Hz: off its path by %.2g m\n", rates[k], worst);
        assert_true(time > 1.4 && worst < 1e-3);
        assert_int_equal(s.state.mode, LOPE_MODE_WALKING);
        close_scene(&s);
    }
}

// Caught out of a fall beside it: the velocity of the fall is gone, and the height counts from the feet.
static void mantle_catches_a_fall(void **unused)
{
    (void)unused;
    for (int k = 0; k < RATES; k++) {
        double ended;
        scene s = open_scene(4, 3, true, (course){1, 0, 0.25 * TAU, 0}, rates[k]);
        const double off = climb(&s, &ended);
        if (off > 1e-3) fail_msg("off by %g m", off);
        check_near("ends", ended, 0, 1e-6);
        close_scene(&s);
    }
}

// Turned along with the ledge, the character faces it until the end.
static void mantle_faces_the_ledge(void **unused)
{
    (void)unused;
    scene s = open_scene(1.2, 0, false, (course){1, 0, 0.25 * TAU, 0}, 60);
    press(&s);
    for (int i = 0; i < 50; i++) tick(&s);
    assert_int_equal(s.state.mode, s.mantle);
    // at first along -x, which is a quarter to the left of -z
    const double due = 0.25 * TAU + 0.25 * TAU * s.time, off = (double)s.state.yaw - due;
    check_near("yaw", off - TAU * floor(off / TAU + 0.5), 0, 1e-3);
    close_scene(&s);
}

// A lift that rises under a ceiling: the carry is stopped, and the character falls from there.
static void blocked_mantle_falls(void **unused)
{
    (void)unused;
    for (int k = 0; k < RATES; k++) {
        scene s = open_scene(1.7, 0, false, (course){1, 0, 0, 0}, rates[k]);
        // over where it climbs, from 4.2 m on: the head comes there while it climbs
        add_box(s.level, 2.6, 4.7, 0, 1.2f, 1, 4);
        press(&s);
        tick(&s);
        assert_int_equal(s.state.mode, s.mantle);
        while (s.state.mode == s.mantle && s.time < 3) tick(&s);
        assert_int_equal(s.state.mode, LOPE_MODE_FALLING);
        assert_true(s.time < 1.5);
        assert_true(s.hits > 0);
        close_scene(&s);
    }
}

// A ledge that is removed in the middle drops the character, in the next tick.
static void mantle_without_its_ledge_falls(void **unused)
{
    (void)unused;
    scene s = open_scene(1.7, 0, false, (course){1, 0, 0.25 * TAU, 0}, 60);
    press(&s);
    for (int i = 0; i < 30; i++) tick(&s);
    assert_int_equal(s.state.mode, s.mantle);
    assert_int_equal(lope_level_remove(s.level, s.ledge), LOPE_OK);
    tick(&s);
    assert_int_equal(s.state.mode, LOPE_MODE_FALLING);
    close_scene(&s);
}

// Where there is no ledge, none to stand on, or no room, the reason is told, and the press makes a jump.
static void mantle_is_refused_and_the_press_jumps(void **unused)
{
    (void)unused;
    static const struct {
        double height, ceiling;
        bool stick;
        uint32_t why;
    } cases[] = {{3.2, 0, true, MANTLE_NO_TOP},
                 {2.3, 3.9, true, MANTLE_NO_ROOM},
                 {0.3, 0, true, MANTLE_NO_WALL},
                 {1.2, 0, false, MANTLE_NO_PRESS}};
    for (size_t i = 0; i < 4; i++) {
        scene s = open_scene(cases[i].height, 0, false, (course){0}, 60);
        if (cases[i].ceiling > 0) add_box(s.level, 0, cases[i].ceiling + 0.5, 0, 4, 1, 4);
        tick(&s);
        press(&s);
        if (!cases[i].stick) s.input.move = (lope_vec3){0, 0, 0};
        tick(&s);
        assert_int_equal(lope_report_refused(&s.report, MANTLE_ASKED), cases[i].why);
        assert_int_equal(s.jumps, 1);
        assert_int_equal(s.state.mode, LOPE_MODE_FALLING);
        close_scene(&s);
    }
}

// From a copy of the state in the middle of it, with a nearby that knows nothing, it goes on to the same
// bits.
static void mantle_goes_on_from_a_copy(void **unused)
{
    (void)unused;
    scene s = open_scene(1.7, 0, false, (course){1, 0.5, 0.25 * TAU, 0}, 60);
    scene other = open_scene(1.7, 0, false, (course){1, 0.5, 0.25 * TAU, 0}, 60);
    press(&s);
    press(&other);
    for (int i = 0; i < 120; i++) {
        tick(&s);
        if (i > 20) lope_nearby_clear(other.nearby);
        const lope_state copy = other.state;
        memset(&other.state, 0xa5, sizeof copy);
        other.state = copy;
        tick(&other);
        s.input.move = other.input.move = (lope_vec3){0, 0, 0};
        assert_true(lope_state_hash(&s.state) == lope_state_hash(&other.state));
    }
    assert_int_equal(s.state.mode, LOPE_MODE_WALKING);
    close_scene(&s);
    close_scene(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mantle_keeps_its_closed_form),
        cmocka_unit_test(mantle_keeps_its_path_on_a_tilting_ledge),
        cmocka_unit_test(mantle_catches_a_fall),
        cmocka_unit_test(mantle_faces_the_ledge),
        cmocka_unit_test(blocked_mantle_falls),
        cmocka_unit_test(mantle_without_its_ledge_falls),
        cmocka_unit_test(mantle_is_refused_and_the_press_jumps),
        cmocka_unit_test(mantle_goes_on_from_a_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
