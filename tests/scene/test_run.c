// test_run.c - what `lope run` writes: trace, events, table; its options; and that the tick rate shifts no
// input.
//
// Everything goes through the program, as a user has it. Read next: scene/run.h.
#include "scene/json.h"
#include "scene/json_syntax.h"

#include "tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEADER                                                                                                                 \
    "tick,time,name,mode,x,y,z,vx,vy,vz,yaw,height,walkable,floor_distance,floor_x,floor_y,floor_z,base,ability,acceleration," \
    "hash\n"
#define FLOOR "{\"name\": \"floor\", \"box\": [100, 1, 100], \"position\": [0, -0.5, 0]}"
enum { X = 4, Y, Z, VX, VY, VZ, YAW, HEIGHT, WALKABLE, DISTANCE, FLOOR_X, FLOOR_Y, FLOOR_Z, BASE, ABILITY, ACCELERATION };

// Plays a scenario; the trace and the events are from malloc, the hash is 16 digits.
typedef struct played {
    char *trace, *events, *output;
    char hash[17];
} played;

static played play(const char *scenario, const char *options)
{
    char call[512];
    played p = {0};
    tool_write_text(LOPE_TEST_OUT "/run_played.json", scenario);
    snprintf(call, sizeof call, "run run_played.json --trace run_played.csv --events run_played.ndjson %s", options);
    tool_result result = tool_call("run", NULL, call);
    if (result.status != 0) fail_msg("status %d: %s", result.status, result.error);
    assert_string_equal(result.error, "");
    p.trace = tool_read(LOPE_TEST_OUT "/run_played.csv", NULL);
    p.events = tool_read(LOPE_TEST_OUT "/run_played.ndjson", NULL);
    p.output = result.output;
    const char *hash = strstr(result.output, "hash ");
    assert_true(hash != NULL && strlen(hash) == 22 && strspn(hash + 5, "0123456789abcdef") == 16);
    memcpy(p.hash, hash + 5, 16);
    free(result.error);
    return p;
}

static void forget(played *p)
{
    free(p->trace);
    free(p->events);
    free(p->output);
    memset(p, 0, sizeof *p);
}

static void assert_close(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.9g is not %.9g within %g", a, b, tolerance);
}

static double cell(const played *p, unsigned tick, const char *name, size_t column)
{
    char row[512];
    tool_row(p->trace, tick, name, row, sizeof row);
    return tool_cell(row, column);
}

static void test_trace_of_a_fall(void **state)
{
    (void)state;
    played p = play("{ \"lope\": 1, \"duration\": 1, \"level\": [], \"characters\": [ {\"name\": \"stone\", \"feet\": [1, 100, "
                    "-2], \"yaw\": -180, \"mode\": \"falling\"} ] }",
                    "");
    char row[512];
    assert_memory_equal(p.trace, HEADER, strlen(HEADER));
    assert_int_equal(tool_count_lines(p.trace), 1 + 61);
    tool_row(p.trace, 0, "stone", row, sizeof row);
    assert_memory_equal(row, "0,0,stone,falling,1,100,-2,0,0,0,180,1.75999999,0,,,,,,,0,", 56);
    for (unsigned tick = 0; tick <= 60; tick++) {
        double t = tick / 60.0;
        assert_close(cell(&p, tick, "stone", 1), t, 1e-9);
        assert_close(cell(&p, tick, "stone", X), 1.0, 0.0);
        // 9 digits of 100 are 1e-7; the velocity is a float of up to 10 m/s, rounded 60 times: 60 * 5e-7 / 60
        // m
        assert_close(cell(&p, tick, "stone", Y), 100.0 - 4.9 * t * t, 1e-5);
        assert_close(cell(&p, tick, "stone", VY), -9.8 * t, 1e-4);
    }
    forget(&p);
}

static void test_trace_on_the_ground(void **state)
{
    (void)state;
    played p = play("{ \"lope\": 1, \"duration\": 1, \"level\": [ " FLOOR ", {\"box\": [2, 1, 2], \"position\": [8, 0.5, 0]} ],"
                    "\"characters\": [ {\"name\": \"a, \\\"b\\\"\", \"yaw\": 90}, {\"name\": \"up\", \"feet\": [8, 1, 0]} ] }",
                    "");
    char row[512];
    assert_non_null(strstr(p.trace, "\n60,1,\"a, \"\"b\"\"\",walking,0,0,0,0,0,0,90,"));
    tool_row(p.trace, 60, "up", row, sizeof row);
    assert_close(tool_cell(row, Y), 1.0, 1e-3); // feet are on the floor within 1 mm
    assert_close(tool_cell(row, WALKABLE), 1.0, 0.0);
    assert_close(tool_cell(row, DISTANCE), 0.0, 1e-3);
    assert_close(tool_cell(row, FLOOR_Y), 1.0, 1e-6);
    assert_close(tool_cell(row, BASE), 1.0, 0.0); // it has no name: its number in the level
    assert_non_null(strstr(p.trace, ",0,1,0,floor,,0,"));
    forget(&p);
}

// A character that is given no mode has one from the start: its first tick tells no change.
static void test_mode_at_birth(void **state)
{
    (void)state;
    static const struct {
        const char *name, *mode;
    } born[] = {
        {"air", ",falling,"}, {"low", ",falling,"}, {"floor", ",walking,"}, {"edge", ",walking,"}, {"water", ",swimming,"}};
    for (int rate = 20; rate <= 360; rate += 340) {
        char options[32], row[512];
        snprintf(options, sizeof options, "--rate %d", rate);
        played p =
            play("{\"lope\": 1, \"duration\": 0.2, \"level\": [" FLOOR "], \"volumes\": [{\"name\": \"pool\", \"box\": [4, "
                 "4, 4], \"position\": [9, 2, 0], \"water\": true}], \"characters\": [{\"name\": \"air\", \"feet\": [0, 2, 0]}, "
                 "{\"name\": \"low\", \"feet\": [0, 0.06, 3], \"velocity\": [0, -2, 0]}, "
                 "{\"name\": \"floor\", \"feet\": [3, 0.01, 0]}, "
                 "{\"name\": \"edge\", \"feet\": [50.1, 0, 0], \"velocity\": [30, 0, 0]}, "
                 "{\"name\": \"water\", \"feet\": [9, 1, 0]}]}",
                 options);
        for (size_t i = 0; i < sizeof born / sizeof *born; i++) {
            tool_row(p.trace, 0, born[i].name, row, sizeof row);
            if (strstr(row, born[i].mode) == NULL) fail_msg("%s at %d Hz: %s", born[i].name, rate, row);
        }
        assert_null(strstr(p.events, "\"from\": \"walking\", \"to\": \"swimming\""));
        assert_null(strstr(p.events, "\"name\": \"air\", \"event\": \"mode\""));
        forget(&p);
    }
}

static size_t columns(const char *row)
{
    size_t count = 1;
    for (; *row != 0; row++) count += *row == ',' ? 1u : 0u;
    return count;
}

static void test_every_row_has_every_column(void **state)
{
    (void)state;
    played p = play("{ \"lope\": 1, \"duration\": 2, \"level\": [ " FLOOR
                    " ], \"characters\": [ {\"name\": \"w\", \"feet\": [0, 1, 0], \"count\": 3,"
                    "\"input\": [ {\"t\": 0, \"random\": {\"seed\": 5, \"jump\": 0.5, \"every\": 0.3}} ]} ] }",
                    "");
    char row[512];
    size_t lines = tool_count_lines(p.trace);
    assert_int_equal(lines, 1 + 3 * 121);
    for (size_t i = 0; i < lines; i++) {
        assert_true(tool_line(p.trace, i, row, sizeof row));
        assert_int_equal(columns(row), 21);
        assert_int_equal(strlen(strrchr(row, ',') + 1), i == 0 ? 4 : 16);
        assert_null(strstr(row, "nan"));
        assert_null(strstr(row, ",-0,"));
    }
    forget(&p);
}

static void test_every_ticks_and_rate(void **state)
{
    (void)state;
    const char *scenario = "{ \"lope\": 1, \"duration\": 1, \"level\": [], \"characters\": [ {\"name\": \"a\"} ] }";
    static const struct {
        const char *options;
        unsigned rows, last;
        double last_time;
    } cases[] = {
        {"--every 1", 61, 60, 1.0},    {"--every 25", 4, 60, 1.0},           {"--every 30", 3, 60, 1.0},
        {"--every 1000", 2, 60, 1.0},  {"--ticks 7", 8, 7, 7.0 / 60.0},      {"--ticks 0", 1, 0, 0.0},
        {"--rate 100", 101, 100, 1.0}, {"--rate 12.5", 14, 13, 13.0 / 12.5}, {"--rate=50 --every=20 --ticks=50", 4, 50, 1.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        played p = play(scenario, cases[i].options);
        assert_int_equal(tool_count_lines(p.trace), 1 + cases[i].rows);
        assert_close(cell(&p, cases[i].last, "a", 1), cases[i].last_time, 1e-9);
        forget(&p);
    }
}

// turn_instantly makes the walk a straight line in time, so its end says to the microsecond when the input
// came.
static void test_input_comes_at_its_time_at_any_rate(void **state)
{
    (void)state;
    static const char *const rates[] = {"--rate 10", "--rate 30", "--rate 60", "--rate 144", "--rate 1000"};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        played p = play("{ \"lope\": 1, \"duration\": 2, \"level\": [ " FLOOR
                        " ], \"characters\": [ {\"name\": \"a\", \"mode\": \"walking\","
                        "\"tuning\": {\"turn_instantly\": true, \"max_walk_speed\": 4}, \"input\": ["
                        "{\"t\": 0.5117, \"move\": [1, 0, 0]}, {\"t\": 1.2345, \"move\": [0, 0, 0.5]}, {\"t\": 1.7001, \"move\": "
                        "[0, 0, 0]} ]} ] }",
                        rates[i]);
        char row[512];
        tool_row(p.trace, (unsigned)(2.0 * strtod(rates[i] + 7, NULL)), "a", row, sizeof row);
        // 1e-4 m is 25 microseconds at 4 m/s: a tick at 1000 Hz is forty times that
        assert_close(tool_cell(row, X), 4.0 * (1.2345 - 0.5117), 1e-4);
        assert_close(tool_cell(row, Z), 2.0 * (1.7001 - 1.2345), 1e-4);
        forget(&p);
    }
}

static double event_time(const char *events, const char *kind)
{
    char word[64];
    snprintf(word, sizeof word, "\"event\": \"%s\"", kind);
    const char *at = strstr(events, word);
    if (at == NULL) fail_msg("no event %s in:\n%s", kind, events);
    while (at > events && at[-1] != '\n') at--;
    return strtod(strstr(at, "\"time\": ") + 8, NULL);
}

static void test_events_of_a_jump(void **state)
{
    (void)state;
    static const char *const rates[] = {"--rate 20", "--rate 60", "--rate 144"};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        played p = play("{ \"lope\": 1, \"duration\": 2, \"level\": [ " FLOOR
                        " ], \"characters\": [ {\"name\": \"a \\\"b\\\"\", \"mode\": \"walking\","
                        "\"input\": [ {\"t\": 0.333, \"jump\": true}, {\"t\": 0.4, \"jump\": false} ]} ] }",
                        rates[i]);
        char line[512];
        for (size_t n = 0; tool_line(p.events, n, line, sizeof line); n++) {
            size_t where;
            char what[200];
            if (!lope_json_check(line, strlen(line), &where, what, sizeof what)) fail_msg("%s: %s", line, what);
            assert_non_null(strstr(line, "\"name\": \"a \\\"b\\\"\""));
        }
        assert_non_null(strstr(p.events, "\"event\": \"jump\", \"count\": 1}"));
        assert_non_null(strstr(p.events, "\"event\": \"mode\", \"from\": \"walking\", \"to\": \"falling\"}"));
        assert_non_null(strstr(p.events, ", \"base\": \"floor\"}"));
        // 4.2 m/s against 9.8 m/s2: 3/7 s up and the same down. Event times are floats within a tick; the
        // floor's skin and the landing's tolerance are under a millimetre, 1 mm at 4.2 m/s being 2.4e-4 s.
        assert_close(event_time(p.events, "jump"), 0.333, 1e-6);
        // the apex is told at the latest tick border before it
        double rate = strtod(rates[i] + 7, NULL), apex = 0.333 + 4.2 / 9.8;
        assert_close(event_time(p.events, "apex"), apex, 1.0 / rate);
        assert_close(event_time(p.events, "land"), 0.333 + 8.4 / 9.8, 1e-3);
        forget(&p);
    }
}

// A press and its release between two ticks is a press all the same.
static void test_a_short_press_counts(void **state)
{
    (void)state;
    played p =
        play("{ \"lope\": 1, \"duration\": 1, \"level\": [ " FLOOR " ], \"characters\": [ {\"mode\": \"walking\", \"input\": ["
             "{\"t\": 0.3, \"jump\": true}, {\"t\": 0.3, \"jump\": false} ]} ] }",
             "");
    assert_close(event_time(p.events, "jump"), 0.3, 1e-6);
    forget(&p);
}

static void test_stick_look_and_turn(void **state)
{
    (void)state;
    played p = play("{ \"lope\": 1, \"duration\": 1, \"level\": [ " FLOOR " ], \"characters\": ["
                    "{\"name\": \"left\", \"tuning\": {\"turn_instantly\": true}, \"input\": [ {\"t\": 0, \"look\": [90, 0], "
                    "\"stick\": [0, 1]} ]},"
                    "{\"name\": \"side\", \"feet\": [0, 0, 9], \"yaw\": 180, \"tuning\": {\"turn_instantly\": true}, \"input\": "
                    "[ {\"t\": 0, \"stick\": [1, 0]} ]},"
                    "{\"name\": \"round\", \"feet\": [0, 0, 20], \"tuning\": {\"turn_instantly\": true}, \"input\": [ {\"t\": 0, "
                    "\"turn\": 180, \"stick\": [0, 1]} ]} ] }",
                    "");
    // yaw 90 looks along -x; at yaw 180 right is -x
    assert_close(cell(&p, 60, "left", X), -6.0, 1e-3);
    assert_close(cell(&p, 60, "left", YAW), 90.0, 1e-4);
    assert_close(cell(&p, 60, "side", X), -6.0, 1e-3);
    assert_close(cell(&p, 60, "side", Z), 9.0, 1e-3);
    // Half a circle of 6 / pi m radius, first along -z, turning left: it ends two radii to the left. The
    // chords of 60 ticks are shorter than their arcs by a share of (3 degrees in rad)^2 / 24 = 1.1e-4.
    assert_close(cell(&p, 30, "round", YAW), 90.0, 1e-3);
    assert_close(cell(&p, 60, "round", X), -12.0 / 3.14159265358979, 2e-3);
    assert_close(cell(&p, 60, "round", Z), 20.0, 2e-3);
    forget(&p);
}

static const char *const wander =
    "{ \"lope\": 1, \"duration\": 4, %s \"level\": [ " FLOOR ", {\"box\": [3, 0.3, 3], \"position\": [2, 0.15, 2]},"
    "{\"name\": \"lift\", \"box\": [2, 0.2, 2], \"position\": [-2, 0.1, 0], \"motion\": {\"swing\": {\"axis\": [1, 0, 0], "
    "\"amplitude\": 1, \"period\": 3}}} ],"
    "\"characters\": [ {\"name\": \"w\", \"feet\": [0, 0.5, 0], \"count\": %d, \"input\": ["
    "{\"t\": 0, \"random\": {\"seed\": %d, \"every\": 0.7, \"jump\": 0.3}}, {\"t\": 1.1, \"impulse\": [100, 200, 0]}, {\"t\": 2, "
    "\"force\": [50, 0, 0]},"
    "{\"t\": 2.5, \"launch\": {\"velocity\": [0, 3, 1]}}, {\"t\": 3, \"teleport\": [1, 2, 3]} ]} ] }";

static played play_wander(const char *keys, int count, int seed, const char *options)
{
    char text[2048];
    snprintf(text, sizeof text, wander, keys, count, seed);
    return play(text, options);
}

static void test_seeds(void **state)
{
    (void)state;
    played a = play_wander("", 1, 3, ""), b = play_wander("", 1, 3, ""), c = play_wander("", 1, 4, ""),
           many = play_wander("", 3, 3, "");
    assert_string_equal(a.hash, b.hash);
    assert_string_equal(a.trace, b.trace);
    assert_string_equal(a.events, b.events);
    assert_string_not_equal(a.hash, c.hash);
    // an instance's stream is seed + its number: the first walks as the one alone, the second as seed 4,
    // while both still fall
    assert_close(cell(&many, 60, "w.0", X), cell(&a, 60, "w", X), 0.0);
    assert_true(fabs(cell(&a, 10, "w", VX) - cell(&c, 10, "w", VX)) > 1e-3);
    assert_close(cell(&many, 10, "w.1", VX), cell(&c, 10, "w", VX), 1e-5);
    assert_true(fabs(cell(&many, 60, "w.0", VX) - cell(&many, 60, "w.1", VX)) > 1e-3);
    forget(&a);
    forget(&b);
    forget(&c);
    forget(&many);
}

static void test_threads_change_nothing(void **state)
{
    (void)state;
    played one = play_wander("", 40, 11, ""), four = play_wander("", 40, 11, "--threads 4");
    assert_string_equal(one.hash, four.hash);
    assert_string_equal(one.trace, four.trace);
    assert_string_equal(one.events, four.events);
    assert_non_null(strstr(one.output, "and 20 more:"));
    forget(&one);
    forget(&four);
}

// Far away and turned, the same happens. Geometry is kept as floats about a grid of 16 m, velocities are
// floats: a rounding of 1e-6 a tick, grown by what happens on the way, stays under 5 mm in 2.5 s.
static void test_origin_and_turn(void **state)
{
    (void)state;
    played here = play_wander("", 1, 3, ""), far = play_wander("", 1, 3, "--at 16000,-320,4800000");
    played turned = play_wander("\"turn\": [0.5, 0.5, -0.1, 0.7], \"origin\": [3, -70, 11],", 1, 3, "");
    for (unsigned tick = 0; tick <= 150; tick += 10) {
        for (size_t column = X; column <= VZ; column++) {
            assert_close(cell(&far, tick, "w", column), cell(&here, tick, "w", column), 5e-3);
            assert_close(cell(&turned, tick, "w", column), cell(&here, tick, "w", column), 5e-3);
        }
    }
    forget(&here);
    forget(&far);
    forget(&turned);
}

static void test_requests_take_effect(void **state)
{
    (void)state;
    played p = play("{ \"lope\": 1, \"duration\": 1, \"gravity\": [0, 0, 0], \"level\": [], \"characters\": ["
                    "{\"name\": \"pushed\", \"mode\": \"falling\", \"input\": [ {\"t\": 0.205, \"impulse\": [200, 0, 0]} ]},"
                    "{\"name\": \"kicked\", \"feet\": [0, 9, 0], \"mode\": \"falling\", \"input\": [ {\"t\": 0.205, \"impulse\": "
                    "[2, 0, 0], \"velocity_change\": true}, {\"t\": 0.205, \"impulse\": [1, 0, 0], \"velocity_change\": true} ]},"
                    "{\"name\": \"blown\", \"feet\": [0, 18, 0], \"mode\": \"falling\", \"input\": [ {\"t\": 0, \"force\": [100, "
                    "0, 0]}, {\"t\": 0.5, \"force\": [0, 0, 0]} ]},"
                    "{\"name\": \"thrown\", \"feet\": [0, 27, 0], \"velocity\": [5, 0, 5], \"mode\": \"falling\", \"input\": [ "
                    "{\"t\": 0.5, \"launch\": {\"velocity\": [1, 2, 0], \"override_horizontal\": true}} ]},"
                    "{\"name\": \"sent\", \"feet\": [0, 36, 0], \"mode\": \"falling\", \"input\": [ {\"t\": 0.5, \"teleport\": "
                    "[7, 8, 9]} ]} ] }",
                    "--at 100,200,300");
    // mass 100 kg; velocities are floats, and positions come back from an origin 300 m away
    assert_close(cell(&p, 60, "pushed", VX), 2.0, 1e-5);
    assert_close(cell(&p, 60, "pushed", X), 2.0 * 0.795, 1e-4);
    assert_close(cell(&p, 60, "kicked", VX), 3.0, 1e-5);
    assert_close(cell(&p, 60, "blown", VX), 0.5, 1e-5);
    assert_close(cell(&p, 60, "thrown", VX), 1.0, 1e-5);
    assert_close(cell(&p, 60, "thrown", VY), 2.0, 1e-5);
    assert_close(cell(&p, 60, "thrown", VZ), 0.0, 1e-5);
    assert_close(cell(&p, 60, "sent", X), 7.0, 1e-4);
    assert_close(cell(&p, 60, "sent", Z), 9.0, 1e-4);
    assert_non_null(strstr(p.events, "\"name\": \"sent\", \"event\": \"teleport\"}"));
    forget(&p);
}

static void test_quiet_prints_the_hash_alone(void **state)
{
    (void)state;
    played loud = play_wander("", 1, 3, ""), quiet = play_wander("", 1, 3, "--quiet");
    assert_int_equal(tool_count_lines(quiet.output), 1);
    assert_string_equal(loud.hash, quiet.hash);
    // the last line is the hash, and the last rows' hashes are what it is made of
    assert_true(strlen(loud.output) > 22);
    assert_memory_equal(loud.output + strlen(loud.output) - 22, "hash ", 5);
    assert_non_null(strstr(loud.output, "240 ticks, 1 character, "));
    forget(&loud);
    forget(&quiet);
}

// A mesh alone: a room with a table in it. The wanderer starts on the floor and stays inside.
static void test_wanderer_on_a_mesh(void **state)
{
    (void)state;
    tool_write_text(LOPE_TEST_OUT "/run_room.obj",
                    "v -6 0 -6\nv 6 0 -6\nv 6 0 6\nv -6 0 6\nv -6 9 -6\nv 6 9 -6\nv 6 9 6\nv -6 9 6\n"
                    "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
                    "v -1 1 -1\nv 1 1 -1\nv 1 1 1\nv -1 1 1\nf 9 12 11 10\n");
    tool_result a = tool_call("run", NULL, "run run_room.obj --trace run_room.csv"),
                b = tool_call("run", NULL, "run run_room.obj --quiet");
    assert_int_equal(a.status, 0);
    assert_non_null(strstr(a.output, "A wanderer was put down at ("));
    assert_non_null(strstr(a.output, "1800 ticks, 1 character"));
    assert_string_equal(strstr(a.output, "hash "), b.output);
    char *trace = tool_read(LOPE_TEST_OUT "/run_room.csv", NULL), row[512];
    assert_non_null(trace);
    for (unsigned tick = 0; tick <= 1800; tick += 20) {
        tool_row(trace, tick, "wanderer", row, sizeof row);
        if (tick == 0) assert_close(tool_cell(row, Y), 0.02, 1e-6);
        assert_true(fabs(tool_cell(row, X)) < 6.0 && fabs(tool_cell(row, Z)) < 6.0 && tool_cell(row, Y) > -1e-3);
    }
    free(trace);
    tool_result_free(&a);
    tool_result_free(&b);
}

static void test_a_mesh_without_a_floor(void **state)
{
    (void)state;
    tool_write_text(LOPE_TEST_OUT "/run_wall.obj", "v 0 0 0\nv 1 0 0\nv 1 9 0\nf 1 2 3\n");
    tool_result result = tool_call("run", NULL, "run run_wall.obj");
    assert_int_equal(result.status, LOPE_SCENE_BAD_INPUT);
    assert_string_equal(
        result.error,
        "run_wall.obj: no floor with room for a character of 1.76 m, expected some ground that faces up (y); more of it "
        "faces z than y, does its z axis point up? --up z\n");
    tool_result_free(&result);
}

static void test_bench_version_help(void **state)
{
    (void)state;
    tool_result result = tool_call("run", NULL, "bench --count 9");
    assert_int_equal(result.status, 0);
    assert_non_null(strstr(result.output, " microseconds per character-tick (thread CPU time), 9 of 9 on the ground\nhash "));
    tool_result_free(&result);
    result = tool_call("run", NULL, "--version");
    assert_int_equal(result.status, 0);
    assert_string_equal(result.output, "lope 0.1.0\n");
    tool_result_free(&result);
    result = tool_call("run", NULL, "--help");
    assert_int_equal(result.status, 0);
    assert_non_null(strstr(result.output, "--events F.ndjson"));
    tool_result_free(&result);
}

// Each verb tells its own options, wherever on its line the question stands, and does nothing else.
static void help_of_a_verb_prints_its_options(void **state)
{
    (void)state;
    static const struct {
        const char *line, *first, *option; // what it prints first, and somewhere
    } cases[] = {
        {"run --help", "lope run ", "\n  --trace F.csv "},
        {"run none.json -h", "lope run ", "\n  --rate HZ "},
        {"run --quiet --help --unknown", "lope run ", "\n  --at X,Y,Z "},
        {"replay --help", "lope replay ", "\n  --level FILE "},
        {"convert --help", "lope convert ", "\n  --quiet "},
        {"plot --help", "lope plot ", "\n  --against TRACE2.csv "},
        {"bench --help", "lope bench", "\n  --count N "},
        {"tuning --help", "lope tuning", ""},
        {"presets --help", "lope presets", ""},
        {"keys --help", "lope keys ", "\n  --schema "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tool_result result = tool_call("run", NULL, cases[i].line);
        if (result.status != 0 || strncmp(result.output, cases[i].first, strlen(cases[i].first)) != 0 || result.error_lines != 0)
            fail_msg("lope %s: status %d, said %s%s", cases[i].line, result.status, result.output, result.error);
        assert_non_null(strstr(result.output, cases[i].option));
        tool_result_free(&result);
    }
    tool_result result = tool_call("run", NULL, "run --hepl");
    assert_int_equal(result.status, 2);
    assert_string_equal(result.error, "lope: unknown option --hepl, did you mean --help?\n");
    tool_result_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trace_of_a_fall),        cmocka_unit_test(test_trace_on_the_ground),
        cmocka_unit_test(test_mode_at_birth),          cmocka_unit_test(test_every_row_has_every_column),
        cmocka_unit_test(test_every_ticks_and_rate),   cmocka_unit_test(test_input_comes_at_its_time_at_any_rate),
        cmocka_unit_test(test_events_of_a_jump),       cmocka_unit_test(test_a_short_press_counts),
        cmocka_unit_test(test_stick_look_and_turn),    cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_threads_change_nothing), cmocka_unit_test(test_origin_and_turn),
        cmocka_unit_test(test_requests_take_effect),   cmocka_unit_test(test_quiet_prints_the_hash_alone),
        cmocka_unit_test(test_wanderer_on_a_mesh),     cmocka_unit_test(test_a_mesh_without_a_floor),
        cmocka_unit_test(test_bench_version_help),     cmocka_unit_test(help_of_a_verb_prints_its_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
