// test_watch.c - `lope run --watch`: a tuning that changes in the file counts while it plays, a mistake is
// told and the old one goes on.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FILE_NAME "watched.json"

static void write_scenario(const char *tuning, const char *tail)
{
    char text[1024], file[512];
    snprintf(text, sizeof text,
             "{\"lope\": 1, \"duration\": 100, \"level\": [{\"box\": [400, 1, 4], \"position\": [0, -0.5, 0]}],\n"
             "\"characters\": [{\"name\": \"hero\", \"tuning\": {%s}, \"input\": [{\"t\": 0, \"move\": [1, 0, 0]}]}]}%s\n",
             tuning, tail);
    snprintf(file, sizeof file, "%s/%s", LOPE_TEST_OUT, FILE_NAME);
    tool_write_text(file, text);
}

static void has(const char *text, const char *wanted)
{
    if (strstr(text, wanted) == NULL) fail_msg("\"%s\" is not in:\n%s", wanted, text);
}

#if !defined(_WIN32)
// Plays 240 ticks, 4 s, while the file is changed at 1 s to a mistake and at 2 s to another tuning.
static void takes_up_what_changes(void **unused)
{
    (void)unused;
    char command[2048], file[512];
    write_scenario("\"max_walk_speed\": 20", "}");
    snprintf(command, sizeof command, "cd \"%s\" && mv %s watched.mistake", LOPE_TEST_OUT, FILE_NAME);
    assert_int_equal(system(command), 0);
    write_scenario("\"max_walk_speed\": 20, \"walkable_floor_angle\": 60, \"integrator\": \"unreal\"", "");
    snprintf(command, sizeof command, "cd \"%s\" && mv %s watched.change", LOPE_TEST_OUT, FILE_NAME);
    assert_int_equal(system(command), 0);
    write_scenario("\"max_walk_speed\": 4", "");
    snprintf(command, sizeof command,
             "cd \"%s\" && (sleep 1; cp watched.mistake %s; sleep 1; cp watched.change %s) & "
             "cd \"%s\" && \"%s\" run %s --watch --ticks 240 > watched.stdout",
             LOPE_TEST_OUT, FILE_NAME, FILE_NAME, LOPE_TEST_OUT, LOPE_TOOL, FILE_NAME);
    assert_int_equal(system(command), 0);
    snprintf(file, sizeof file, "%s/watched.stdout", LOPE_TEST_OUT);
    char *text = tool_read(file, NULL);
    assert_non_null(text);
    has(text, "the old one goes on");
    has(text, "hero: max_walk_speed 4 -> 20");
    has(text, "hero: walkable_floor_angle 44.7651 -> 60");
    has(text, "hero: integrator exact -> unreal");
    const char *row = strstr(text, "\nhero ");
    assert_non_null(row);
    // 4 m/s for 4 s would be 15.6 m; from about the middle on it is 20 m/s
    double x = strtod(row + 5, NULL);
    if (!(x > 20 && x < 70)) fail_msg("ends at x = %g", x);
    free(text);
}
#endif

static void goes_with_nothing_that_writes(void **unused)
{
    (void)unused;
    write_scenario("", "");
    tool_result result = tool_call("watch", NULL, "run " FILE_NAME " --watch --trace watched.csv");
    assert_int_equal(result.status, 2);
    assert_int_equal(result.error_lines, 1);
    tool_result_free(&result);
    result = tool_call("watch", NULL, "run missing.json --watch");
    assert_int_equal(result.status, 2);
    tool_result_free(&result);
}

static void is_quiet_when_told(void **unused)
{
    (void)unused;
    write_scenario("\"max_walk_speed\": 4", "");
    tool_result result = tool_call("watch", NULL, "run " FILE_NAME " --watch --quiet --ticks 5");
    assert_int_equal(result.status, 0);
    assert_memory_equal(result.output, "hash ", 5);
    const char *line = strchr(result.output, '\n');
    assert_non_null(line);
    assert_string_equal(line, "\n"); // and nothing more
    tool_result_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#if !defined(_WIN32)
        cmocka_unit_test(takes_up_what_changes),
#endif
        cmocka_unit_test(goes_with_nothing_that_writes),
        cmocka_unit_test(is_quiet_when_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
