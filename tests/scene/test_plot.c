// test_plot.c - `lope plot`: well-formed, with a point for each row, the same bytes for the same trace; what
// is wrong with a trace is named by file, line and column. And the reader of traces gives back what was
// written.
//
// Read next: tools/lope/plot.h, scene/trace_read.h.
#include "scene/trace_read.h"

#include "tool.h"
#include "xml.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OUT LOPE_TEST_OUT
#define HEADER "tick,time,name,mode,x,y,z,vx,vy,vz,floor_distance,hash\n"
#define LEVEL "\"level\": [ {\"name\": \"floor\", \"box\": [40, 1, 40], \"position\": [0, -0.5, 0]} ]"

static void run(const char *arguments)
{
    tool_result result = tool_call("plot", NULL, arguments);
    if (result.status != 0) fail_msg("lope %s: %s", arguments, result.error);
    assert_string_equal(result.error, "");
    tool_result_free(&result);
}

// A jump and a landing of one character, or of several that wander.
static void play(const char *name, int count)
{
    char scenario[1024], call[512];
    snprintf(scenario, sizeof scenario,
             "{\"lope\": 1, \"duration\": 3, %s, \"characters\": [{\"name\": \"a\", \"count\": %d, \"spacing\": 2, \"input\": "
             "[{\"t\": 0, \"move\": [1, 0, 0]}, {\"t\": 0.5, \"jump\": true}]}]}",
             LEVEL, count);
    snprintf(call, sizeof call, OUT "/%s.json", name);
    tool_write_text(call, scenario);
    snprintf(call, sizeof call, "run %s.json --trace %s.csv --events %s.ndjson", name, name, name);
    run(call);
}

static char *picture(const char *file)
{
    char *text = tool_read(file, NULL);
    assert_non_null(text);
    xml_check(text);
    return text;
}

static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;
    for (; (text = strstr(text, word)) != NULL; text += strlen(word)) count++;
    return count;
}

// Points in the paths of a class, and how many paths there are.
static size_t points_of(const char *text, const char *name, size_t *paths)
{
    char start[64];
    size_t points = 0;
    *paths = 0;
    snprintf(start, sizeof start, "<path class=\"%s\"", name);
    for (; (text = strstr(text, start)) != NULL; text += strlen(start)) {
        const char *data = strstr(text, " d=\"") + 4, *end = strchr(data, '"');
        ++*paths;
        for (; data < end; data++) points += *data == 'M' || *data == 'l';
    }
    return points;
}

static void a_point_for_each_row(void **state)
{
    (void)state;
    play("plot_jump", 1);
    run("plot plot_jump.csv plot_jump.svg --events plot_jump.ndjson");
    char *text = picture(OUT "/plot_jump.svg");
    static const char *const curves[] = {"path", "speed", "height"};
    for (size_t i = 0; i < 3; i++) {
        size_t paths = 0, points = points_of(text, curves[i], &paths);
        assert_int_equal(paths, 3);                // walking, falling, walking
        assert_int_equal(points, 181 + paths - 1); // the row between two of them belongs to both
    }
    size_t paths = 0, points = points_of(text, "floor", &paths);
    assert_int_equal(paths, 2);
    assert_true(points > 100 && points < 181); // none in the air
    assert_int_equal(count_of(text, ": jump at "), 1);
    assert_int_equal(count_of(text, ": land at "), 1);
    assert_non_null(strstr(text, ">plot_jump: a</text>"));
    assert_non_null(strstr(text, ">Level speed, m/s</text>"));
    assert_non_null(strstr(text, ">from 0.00 to 6.00</text>"));
    assert_non_null(strstr(text, ">from 0.00 to 0.90</text>"));
    run("plot plot_jump.csv plot_again.svg --events plot_jump.ndjson");
    char *again = picture(OUT "/plot_again.svg");
    assert_string_equal(text, again);
    free(again);
    free(text);
}

static void several_characters(void **state)
{
    (void)state;
    play("plot_several", 10);
    run("plot plot_several.csv --events plot_several.ndjson"); // beside its trace
    char *text = picture(OUT "/plot_several.svg");
    size_t paths = 0, points = points_of(text, "speed", &paths);
    assert_true(paths >= 3 * 8); // some walk off the floor in the end
    assert_int_equal(points, 8 * 181 + paths - 8);
    assert_non_null(strstr(text, ">a.7</text>"));
    assert_null(strstr(text, ">a.8</text>"));
    assert_non_null(strstr(text, ">and 2 more, not drawn</text>"));
    free(text);
    run("plot plot_several.csv plot_one.svg --name a.9 --show speed --from 1 --to 2");
    text = picture(OUT "/plot_one.svg");
    points = points_of(text, "speed", &paths);
    assert_int_equal(points, 61 + paths - 1);
    assert_int_equal(points_of(text, "height", &paths), 0);
    free(text);
}

static void two_runs(void **state)
{
    (void)state;
    tool_write_text(OUT "/plot_a.csv", HEADER "0,0,w,walking,0,0,0,0,0,0,0,0000000000000001\n"
                                              "1,0.1,w,walking,1,0,0,0,0,0,0,0000000000000002\n");
    tool_write_text(OUT "/plot_b.csv", HEADER "0,0,w,walking,0,0,0,0,0,0,0,0000000000000001\n"
                                              "1,0.1,w,walking,1,0,0,0,0,0,0,0000000000000003\n");
    run("plot plot_a.csv plot_ab.svg --against plot_b.csv");
    char *text = picture(OUT "/plot_ab.svg");
    assert_non_null(strstr(text, ">first difference: tick 1, 0.100 s</text>"));
    free(text);
    run("plot plot_a.csv plot_aa.svg --against plot_a.csv");
    text = picture(OUT "/plot_aa.svg");
    assert_non_null(strstr(text, ">no tick differs</text>"));
    free(text);
}

// What may not stand in XML comes as a question mark, and one row is a dot.
static void names_of_all_kinds(void **state)
{
    (void)state;
    tool_write_text(OUT "/plot_names.csv",
                    HEADER "0,0,\"<a> & \"\"b\"\", \xC3\xBC\xED\xA0\x80\x01\xFF\xC3\",none,0,0,0,0,0,0,,0000000000000001\n");
    run("plot plot_names.csv plot_names.svg --title \"1 < 2 & 3\"");
    char *text = picture(OUT "/plot_names.svg");
    assert_non_null(strstr(text, ">1 &lt; 2 &amp; 3</text>"));
    assert_non_null(strstr(text, ">never on a floor</text>"));
    free(text);
    run("plot plot_names.csv plot_names.svg");
    text = picture(OUT "/plot_names.svg");
    assert_non_null(strstr(text, "&lt;a&gt; &amp; &quot;b&quot;, \xC3\xBC?????"));
    free(text);
}

static void faults_name_line_and_column(void **state)
{
    (void)state;
    static const struct {
        const char *text, *fault;
    } cases[] = {
        {"", "1:1: the file ends here, expected rows of a trace"},
        {HEADER, "2:1: the file ends here, expected rows of a trace"},
        {"tick,time\n", "1:1: there is no column name, expected a trace as `lope run --trace` writes it"},
        {"tick,time,name,mode,x,y,z,vx,vy,vz,x\n", "1:36: found x, expected each column once"},
        {HEADER "0,0,a,walking,0,0,0,0,0,0,0\n", "2:27: found 11 cells, expected 12 as in the first row"},
        {HEADER "0,0,\xC3\xBC,walking,0,abc,0,0,0,0,0,0000000000000001\n", "2:17: found abc, expected a number as y"},
        {HEADER "0,0,a,walking,0,nan,0,0,0,0,0,0000000000000001\n", "2:17: found nan, expected a number as y"},
        {HEADER "0,0,a,walking,0,1e16,0,0,0,0,0,0000000000000001\n", "2:17: found 1e16, expected a number as y"},
        {HEADER "0,0,a,walkng,0,0,0,0,0,0,0,0000000000000001\n", "2:7: found walkng, expected walking as mode"},
        {HEADER "0.5,0,a,walking,0,0,0,0,0,0,0,0000000000000001\n", "2:1: found 0.5, expected a whole number as tick"},
        {HEADER "0,0,a,walking,0,0,0,0,0,0,0,12\n", "2:29: found 12, expected 16 hex digits as hash"},
        {HEADER "0,0,a,walking,0,0,0,0,0,0,0,0000000000000001\n0,0,a,walking,0,0,0,0,0,0,0,0000000000000001\n",
         "3:3: found 0, expected a time after that of this character's row before as time"},
        {HEADER "0,0,\"a,walking,0,0,0,0,0,0,0,1\n", "2:31: found the end of the line, expected a quote that closes the text"},
        {HEADER "0,0,\"a\"b,walking,0,0,0,0,0,0,0,1\n", "2:8: found b, expected a comma after the closing quote"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char wanted[256];
        tool_write_text(OUT "/plot_fault.csv", cases[i].text);
        tool_result result = tool_call("plot", NULL, "plot plot_fault.csv plot_fault.svg");
        snprintf(wanted, sizeof wanted, "plot_fault.csv:%s\n", cases[i].fault);
        assert_string_equal(result.error, wanted);
        assert_int_equal(result.status, 2);
        assert_string_equal(result.output, "");
        tool_result_free(&result);
    }
    assert_null(tool_read(OUT "/plot_fault.svg", NULL));
}

static void the_command_line_is_read_strictly(void **state)
{
    (void)state;
    tool_write_text(OUT "/plot_bad.ndjson", "{\"tick\": 1, \"time\": 0.1, \"name\": \"w\", \"event\": \"jump\"}\n{\"time\": }\n");
    static const struct {
        const char *call, *fault;
    } cases[] = {
        {"plot", "lope: an argument is missing, expected: lope plot TRACE.csv... [OUT.svg] [options]\n"},
        {"plot no_such.csv", "no_such.csv: cannot be read (No such file or directory), expected a trace\n"},
        {"plot plot_a.csv --name hero", "plot_a.csv: there is no character hero, the first is w\n"},
        {"plot plot_a.csv --from 3", "lope: plot: there is no row from 3 s on\n"},
        {"plot plot_a.csv --from 3 --to 4", "lope: plot: there is no row from 3 to 4 s\n"},
        {"plot plot_a.csv --show hight", "lope: --show: found hight, expected some of path,speed,height,floor\n"},
        {"plot x.svg plot_a.csv", "lope: found x.svg as a trace, expected: lope plot TRACE.csv... [OUT.svg] [options]\n"},
        {"plot plot_a.csv --events plot_bad.ndjson",
         "plot_bad.ndjson:2:10: found }, expected a value: a number, text in double quotes, true, false, a list or an object\n"},
        {"plot plot_a.csv --titel x", "lope: unknown option --titel, did you mean --title?\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tool_result result = tool_call("plot", NULL, cases[i].call);
        assert_string_equal(result.error, cases[i].fault);
        assert_int_equal(result.status, 2);
        tool_result_free(&result);
    }
}

// Every number of a trace prints with 9 digits; read again it is the same to half of the last of them.
static void what_was_written_is_read(void **state)
{
    (void)state;
    play("plot_read", 3);
    lope_scene_trace trace;
    lope_scene_fault fault = {0};
    if (!lope_scene_trace_read(&trace, OUT "/plot_read.csv", &fault)) fail_msg("%s", fault.text);
    assert_int_equal(trace.track_count, 3);
    assert_null(lope_scene_trace_find(&trace, "a"));
    const lope_scene_track *track = lope_scene_trace_find(&trace, "a.2");
    assert_non_null(track);
    assert_int_equal(track->row_count, 181);
    char *text = tool_read(OUT "/plot_read.csv", NULL), row[512];
    for (unsigned tick = 0; tick <= 180; tick++) {
        const lope_scene_trace_row *r = &track->rows[tick];
        tool_row(text, tick, "a.2", row, sizeof row);
        assert_true(r->tick == tick && r->time == tool_cell(row, 1));
        assert_true(r->feet.x == tool_cell(row, 4) && r->feet.y == tool_cell(row, 5) && r->feet.z == tool_cell(row, 6));
        assert_true(r->velocity.x == tool_cell(row, 7) && r->velocity.y == tool_cell(row, 8));
        assert_int_equal(r->mode == LOPE_MODE_FALLING, strstr(row, ",falling,") != NULL);
        assert_int_equal(r->hash, strtoull(strrchr(row, ',') + 1, NULL, 16));
    }
    free(text);
    lope_scene_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_for_each_row),
        cmocka_unit_test(several_characters),
        cmocka_unit_test(two_runs),
        cmocka_unit_test(names_of_all_kinds),
        cmocka_unit_test(faults_name_line_and_column),
        cmocka_unit_test(the_command_line_is_read_strictly),
        cmocka_unit_test(what_was_written_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
