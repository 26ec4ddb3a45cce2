// test_wander.c - `lope run` on a bare mesh: its unit and axes, where the wanderer is put down, and what
// happens when it falls out.
//
// Levels are boxes of random sizes, each a closed shell of its own, as level editors write them. The seed is
// printed. Read next: scene/spawn.c, tools/lope/units.c.
#include "scene/mesh.h"

#include "tool.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEED 20261125u
#ifdef LOPE_QUICK
#define ROUNDS 8
#else
#define ROUNDS 25
#endif
#define MOST_TEXT 20000
#define ROWS 1801 // of a trace: 30 s at 60 Hz, and the first

enum { X = 4, Y, Z }; // cells of a row of the trace

typedef struct text {
    char bytes[MOST_TEXT];
    size_t length;
    unsigned points;
} text;

static uint32_t generator = SEED;

static double random_in(double low, double high)
{
    generator = generator * 1664525u + 1013904223u;
    return low + (high - low) * ((double)(generator >> 8) / 16777216.0);
}

static void add(text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    t->length += (size_t)vsnprintf(t->bytes + t->length, MOST_TEXT - t->length, format, list);
    va_end(list);
    assert_true(t->length < MOST_TEXT);
}

// How a file has its axes: x, y and z of lope as signed numbers, from 1, of the file's.
typedef struct axes {
    const char *up;
    int from[3];
} axes;

static const axes y_up = {"y", {1, 2, 3}}, z_up = {"z", {1, -3, 2}}, x_up = {"x", {2, -1, 3}};

// A box with its middle at (x, y, z). An axis of the file takes lope's coordinate of that number.
static void add_box(text *t, const axes *a, double unit, double x, double y, double z, double sx, double sy, double sz)
{
    static const int quads[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    for (int i = 0; i < 8; i++) {
        // corner i: bit 2 is +x, bit 1 is +y, bit 0 is +z
        const double p[3] = {x + (i & 4 ? 0.5 : -0.5) * sx, y + (i & 2 ? 0.5 : -0.5) * sy, z + (i & 1 ? 0.5 : -0.5) * sz};
        add(t, "v");
        for (int k = 0; k < 3; k++) {
            const int from = a->from[k];
            add(t, " %.9g", (from < 0 ? -unit : unit) * p[abs(from) - 1]);
        }
        add(t, "\n");
    }
    for (int f = 0; f < 6; f++) {
        add(t, "f");
        for (int k = 0; k < 4; k++) add(t, " %u", t->points + 1 + (unsigned)quads[f][k]);
        add(t, "\n");
    }
    t->points += 8;
}

static void write_text(const char *name, const text *t)
{
    char file[600];
    snprintf(file, sizeof file, "%s/%s", LOPE_TEST_OUT, name);
    tool_write_text(file, t->bytes);
}

// The line of an output that begins so, and what is printed after "hash ".
static const char *find(const tool_result *result, const char *words)
{
    const char *at = strstr(result->output, words);
    if (at == NULL) fail_msg("'%s' is not said in: %s%s", words, result->output, result->error);
    return at;
}

static double walked(const tool_result *result) { return strtod(find(result, ") and walked ") + 13, NULL); }

static void room(text *t, const axes *a, double unit, const double size[3])
{
    const double w = size[0], h = size[1], d = size[2];
    add_box(t, a, unit, 0, -0.125, 0, w, 0.25, d);
    add_box(t, a, unit, -w / 2, h / 2, 0, 0.25, h, d);
    add_box(t, a, unit, w / 2, h / 2, 0, 0.25, h, d);
    add_box(t, a, unit, 0, h / 2, -d / 2, w, h, 0.25);
    add_box(t, a, unit, 0, h / 2, d / 2, w, h, 0.25);
}

// A room in another unit or with another axis up is asked about, and with the options it is the same room to
// the bit. Sizes are in quarters of a metre and scales are powers of two but for the centimetres, so that
// floats hold them.
static void units_and_axes_of_a_file_are_asked_about_and_undone(void **state)
{
    (void)state;
    static const struct {
        const axes *a;
        double unit;
        const char *options, *asks; // asks NULL: nothing
    } cases[] = {
        {&y_up, 1, "", NULL},
        {&z_up, 1, "--up z", "does its z axis point up? --up z."},
        {&x_up, 1, "--up x", "does its x axis point up? --up x."},
        {&y_up, 128, "--scale 0.0078125", "; is it in centimetres? --scale 0.01."},
        {&z_up, 128, "--up z --scale 0.0078125", "; is it in centimetres? --scale 0.01; more of it faces z than y"},
        {&y_up, 0.0078125, "--scale 128", "; is its unit larger than a metre? --scale 100."},
        {&y_up, 8192, "--scale=0.0001220703125", "; is it in millimetres? --scale 0.001."},
    };
    printf("seed %u\n", SEED);
    for (int round = 0; round < 3; round++) {
        const double size[3] = {0.25 * floor(random_in(36, 60)), 0.25 * floor(random_in(10, 16)),
                                0.25 * floor(random_in(36, 60))};
        char hash[32] = "", line[256];
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            static text t;
            t = (text){.length = 0};
            room(&t, cases[i].a, cases[i].unit, size);
            write_text("wander_room.obj", &t);
            tool_result plain = tool_call("wander", NULL, "run wander_room.obj --ticks 1");
            assert_int_equal(plain.status, 0);
            assert_true(tool_line(plain.output, 0, line, sizeof line));
            assert_memory_equal(line, "The level is ", 13);
            if (cases[i].asks != NULL)
                find(&plain, cases[i].asks);
            else
                assert_null(strchr(line, '?'));
            tool_result_free(&plain);
            snprintf(line, sizeof line, "run wander_room.obj --record wander_room.rec %s", cases[i].options);
            tool_result asked = tool_call("wander", NULL, line);
            assert_int_equal(asked.status, 0);
            snprintf(line, sizeof line, "The level is %.1f x %.1f x %.1f m large (x, y, z).\n", size[0] + 0.25, size[1] + 0.25,
                     size[2] + 0.25);
            find(&asked, line);
            assert_true(walked(&asked) > 40.0);
            // The same triangles stand elsewhere in memory, so a tie between two may go to the other where
            // axes differ.
            if (cases[i].a == &y_up && hash[0] == 0) snprintf(hash, sizeof hash, "%.21s", find(&asked, "hash "));
            if (cases[i].a == &y_up) assert_memory_equal(find(&asked, "hash "), hash, 21);
            tool_result_free(&asked);
            snprintf(line, sizeof line, "replay wander_room.rec %s", cases[i].options);
            asked = tool_call("wander", NULL, line);
            assert_int_equal(asked.status, 0);
            tool_result_free(&asked);
        }
    }
}

// The same conversion by `lope convert`, by options of `lope run`, and by the keys of a scenario.
static void convert_run_and_scenario_read_units_alike(void **state)
{
    (void)state;
    static text t;
    const double size[3] = {9, 3, 12};
    t = (text){.length = 0};
    room(&t, &z_up, 100, size);
    write_text("wander_cm.obj", &t);
    tool_result made = tool_call("wander", NULL, "convert wander_cm.obj wander_m.lmesh --scale 0.01 --up z");
    assert_int_equal(made.status, 0);
    tool_result_free(&made);
    tool_result a = tool_call("wander", NULL, "run wander_cm.obj --scale 0.01 --up z --quiet");
    tool_result b = tool_call("wander", NULL, "run wander_m.lmesh --quiet");
    assert_int_equal(a.status, 0);
    assert_string_equal(a.output, b.output);
    tool_result_free(&a);
    tool_result_free(&b);
    static const char *const levels[2] = {"{\"mesh\": \"wander_cm.obj\", \"scale\": 0.01, \"up\": \"z\"}",
                                          "{\"mesh\": \"wander_m.lmesh\"}"};
    char outputs[2][64], scenario[600];
    for (int i = 0; i < 2; i++) {
        snprintf(scenario, sizeof scenario,
                 "{\"lope\": 1, \"duration\": 5, \"level\": [%s], \"characters\": [{\"feet\": [1, 0, 1], \"input\": "
                 "[{\"t\": 0, \"random\": {\"seed\": 3}}]}]}",
                 levels[i]);
        tool_write_text(LOPE_TEST_OUT "/wander_units.json", scenario);
        tool_result run = tool_call("wander", NULL, "run wander_units.json --quiet");
        if (run.status != 0) fail_msg("%s", run.error);
        snprintf(outputs[i], sizeof outputs[i], "%s", run.output);
        tool_result_free(&run);
    }
    assert_string_equal(outputs[0], outputs[1]);
}

static void units_are_refused_where_they_mean_nothing(void **state)
{
    (void)state;
    tool_write_text(LOPE_TEST_OUT "/wander_box.json", "{\"lope\": 1, \"level\": [{\"box\": [9, 1, 9], \"up\": \"z\"}], "
                                                      "\"characters\": [{}]}");
    static const char *const cases[][2] = {
        {"run wander_box.json", "wander_box.json: level[0].up: is for mesh and triangles, not for box; expected the size in the "
                                "shape itself\n"},
        {"run wander_box.json --up z",
         "lope: --scale, --up: go only with a mesh; in a scenario a mesh has the keys scale and up\n"},
        {"run none.obj --up w", "lope: --up: found w, expected x, y or z\n"},
        {"run none.obj --scale 0", "lope: --scale: found 0, expected a number from 1e-06 to 1000000\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tool_result result = tool_call("wander", NULL, cases[i][0]);
        assert_int_equal(result.status, 2);
        assert_string_equal(result.error, cases[i][1]);
        tool_result_free(&result);
    }
}

// Towers of boxes that touch, or overlap, or stand apart: the wanderer is put down outside of all of them and
// walks.
static void put_down_in_the_open_among_touching_shells(void **state)
{
    (void)state;
    printf("seed %u\n", SEED);
    for (int round = 0; round < ROUNDS; round++) {
        enum { MOST = 8 };
        static text t;
        double box[MOST][6], top = 0;
        const int count = 2 + (int)random_in(0, 6.99);
        t = (text){.length = 0};
        for (int i = 0; i < count; i++) {
            double *b = box[i];
            const double wide = 14 - 1.2 * i;
            b[3] = random_in(0.7, 1) * wide;
            b[4] = random_in(0.3, 4);
            b[5] = random_in(0.7, 1) * wide;
            b[0] = random_in(-0.5, 0.5);
            b[1] = top + 0.5 * b[4] - (i > 0 && round % 3 == 1 ? 0.2 * b[4] : 0) + (i > 0 && round % 3 == 2 ? 0.02 : 0);
            b[2] = random_in(-0.5, 0.5);
            top = b[1] + 0.5 * b[4];
            add_box(&t, &y_up, 1, b[0], b[1], b[2], b[3], b[4], b[5]);
        }
        write_text("wander_tower.obj", &t);
        tool_result result = tool_call("wander", NULL, "run wander_tower.obj");
        if (result.status != 0) fail_msg("round %d: %s", round, result.error);
        double feet[3];
        assert_int_equal(sscanf(find(&result, "put down at ("), "put down at (%lf, %lf, %lf)", &feet[0], &feet[1], &feet[2]), 3);
        for (int i = 0; i < count; i++) {
            bool inside = true;
            const double middle[3] = {feet[0], feet[1] + 0.88, feet[2]}; // of the capsule
            for (int k = 0; k < 3; k++) inside = inside && fabs(middle[k] - box[i][k]) < 0.5 * box[i][3 + k];
            if (inside) fail_msg("round %d: put down inside box %d: %s", round, i, result.output);
        }
        if (walked(&result) < 5.0 || strstr(result.output, "It was stuck") != NULL)
            fail_msg("round %d: %s", round, result.output);
        tool_result_free(&result);
    }
}

// Floors without head-room, under a roof too steep to walk on: there is nowhere to be put down.
static void no_place_in_the_open_is_said(void **state)
{
    (void)state;
    static text t;
    t = (text){.length = 0};
    for (int i = 0; i < 4; i++) add_box(&t, &y_up, 1, 0, 1.2 * i, 0, 10, 0.2, 10);
    const unsigned first = t.points + 1;
    add(&t, "v -5.1 3.7 -5.1\nv 5.1 3.7 -5.1\nv 5.1 3.7 5.1\nv -5.1 3.7 5.1\nv 0 20 0\n");
    add(&t, "f %u %u %u\nf %u %u %u\nf %u %u %u\nf %u %u %u\nf %u %u %u %u\n", first, first + 4, first + 1, first + 1, first + 4,
        first + 2, first + 2, first + 4, first + 3, first + 3, first + 4, first, first, first + 1, first + 2, first + 3);
    write_text("wander_low.obj", &t);
    tool_result result = tool_call("wander", NULL, "run wander_low.obj");
    assert_int_equal(result.status, 2);
    assert_string_equal(result.error,
                        "wander_low.obj: no floor with room for a character of 1.76 m, expected some ground that faces up (y)\n");
    tool_result_free(&result);
}

// A slab that it walks off: it is put back at rest, and most of what is written shows the level.
static void falls_out_of_the_level_are_put_back_and_told(void **state)
{
    (void)state;
    static const double sides[] = {1.5, 4, 10, 25};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        static text t;
        char line[512];
        t = (text){.length = 0};
        add_box(&t, &y_up, 1, 0, -40, 0, sides[i], 1, sides[i]);
        write_text("wander_slab.obj", &t);
        tool_result result = tool_call("wander", NULL, "run wander_slab.obj --trace wander_slab.csv --record wander_slab.rec");
        assert_int_equal(result.status, 0);
        char *trace = tool_read(LOPE_TEST_OUT "/wander_slab.csv", NULL);
        assert_non_null(trace);
        unsigned shown = 0, leaps = 0;
        double lowest = 1e300, before = 0;
        for (size_t row = 1; tool_line(trace, row, line, sizeof line); row++) {
            const double y = tool_cell(line, Y);
            shown += y >= -40.5 ? 1 : 0;
            leaps += row > 1 && y > before + 4.0 ? 1 : 0;
            lowest = y < lowest ? y : lowest;
            before = y;
        }
        free(trace);
        printf("%4.1f m: %u of %d rows show the level, lowest %.1f m, put back %u times\n", sides[i], shown, ROWS, lowest, leaps);
        assert_true(shown >= ROWS / 4 && lowest > -50.0);
        if (leaps > 0) find(&result, "It fell out of the level ");
        snprintf(line, sizeof line, "%u teleport", leaps);
        if (leaps > 0) find(&result, line);
        // From the 20 mm over its start that it is put down at, and from jumps: never as fast as it fell.
        assert_true(strtod(find(&result, "It landed at ") + 13, NULL) < 5.0);
        tool_result_free(&result);
        result = tool_call("wander", NULL, "replay wander_slab.rec");
        assert_int_equal(result.status, 0);
        tool_result_free(&result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_and_axes_of_a_file_are_asked_about_and_undone),
        cmocka_unit_test(convert_run_and_scenario_read_units_alike),
        cmocka_unit_test(units_are_refused_where_they_mean_nothing),
        cmocka_unit_test(put_down_in_the_open_among_touching_shells),
        cmocka_unit_test(no_place_in_the_open_is_said),
        cmocka_unit_test(falls_out_of_the_level_are_put_back_and_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
