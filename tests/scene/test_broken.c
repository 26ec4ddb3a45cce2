// test_broken.c - what `lope run` says about more than a hundred broken scenarios, to the letter.
//
// broken/expected.txt holds one line a file, which begins with the file's name. A line that ends with "..."
// is compared up to there: the rest are words of the library or of assimp, which are not this room's to
// promise. Read next: test_json.c.
#include "scene/fault.h"

#include "tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FOLDER LOPE_SOURCE_DIR "/tests/scene/broken"

static int is_as_expected(const char *expected, const char *found)
{
    size_t length = strlen(expected);
    if (length > 3 && strcmp(expected + length - 3, "...") == 0) return strncmp(expected, found, length - 3) == 0;
    return strncmp(expected, found, length) == 0 && strcmp(found + length, "\n") == 0;
}

static void test_each_broken_file_gets_its_one_line(void **state)
{
    (void)state;
    char line[1200], call[256];
    size_t wrong = 0, count = 0;
    char *expected = tool_read(FOLDER "/expected.txt", NULL);
    assert_non_null(expected);
    for (; tool_line(expected, count, line, sizeof line); count++) {
        snprintf(call, sizeof call, "run %.*s", (int)strcspn(line, ":"), line);
        tool_result result = tool_call("broken", FOLDER, call);
        if (result.status != LOPE_SCENE_BAD_INPUT || result.error_lines != 1 || result.output[0] != 0 ||
            !is_as_expected(line, result.error)) {
            printf("status %d, %zu lines\n  expected: %s\n  found:    %s\n", result.status, result.error_lines, line,
                   result.error);
            wrong++;
        }
        tool_result_free(&result);
    }
    free(expected);
    assert_true(count >= 40);
    assert_int_equal(wrong, 0);
}

// Faults that no file can show, since they are about files or the command line.
static void test_bad_command_lines(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "lope: a verb is missing, expected run, replay, convert, plot, bench, tuning, presets, keys, net, serve, join, "
             "--help or "
             "--version\n"},
        {"rnu", "lope: unknown verb rnu, did you mean run?\n"},
        {"dance", "lope: unknown verb dance, expected run, replay, convert, plot, bench, tuning, presets, keys, net, serve, "
                  "join, --help or "
                  "--version\n"},
        {"run", "lope: an argument is missing, expected: lope run SCENARIO.json or MESH [options]\n"},
        {"run a.json b.json", "lope: found one argument too many, b.json, expected: lope run SCENARIO.json or MESH [options]\n"},
        {"run a.json --trce x", "lope: unknown option --trce, did you mean --trace?\n"},
        {"run a.json --speed x", "lope: unknown option --speed, known here: --trace, --events, --animation, --cameras, --replay, "
                                 "--against, --ticks, --rate, --at, "
                                 "--threads, --every, --record, --queries, --quiet, --watch, --scale, --up\n"},
        {"run a.json --against b.rec", "lope: --against: goes only with --replay F.html, the page that shows both runs\n"},
        {"run a.json --every 0", "lope: --every: found 0, expected a whole number from 1 to 1000000000000\n"},
        {"run a.json --every 1.5", "lope: --every: found 1.5, expected a whole number from 1 to 1000000000000\n"},
        {"run a.json --rate 5", "lope: --rate: found 5, expected a number from 10 to 1000\n"},
        {"run a.json --rate nan", "lope: --rate: found nan, expected a number from 10 to 1000\n"},
        {"run a.json --ticks", "lope: --ticks: found the end of the line, expected a value\n"},
        {"run a.json --ticks=-1", "lope: --ticks: found -1, expected a whole number from 0 to 1000000000000\n"},
        {"run a.json --at 1,2", "lope: --at: found 1,2, expected X,Y,Z, three numbers up to 1e12 with commas between them\n"},
        {"run a.json --at 1,2,3,4",
         "lope: --at: found 1,2,3,4, expected X,Y,Z, three numbers up to 1e12 with commas between them\n"},
        {"run no/such.json", "no/such.json: cannot be read (No such file or directory), expected a scenario file\n"},
        {"run no/such.obj", "no/such.obj: cannot be read (No such file or directory), expected a mesh file\n"},
        {"convert a.obj b.bin", "lope: found b.bin as the output, expected a name that ends in .lmesh\n"},
        {"convert a.obj", "lope: an argument is missing, expected: lope convert MESH OUT.lmesh [options]\n"},
        {"bench --cuont 3", "lope: unknown option --cuont, did you mean --count?\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tool_result result = tool_call("broken", FOLDER, cases[i][0]);
        assert_string_equal(result.error, cases[i][1]);
        assert_int_equal(result.status, LOPE_SCENE_BAD_INPUT);
        assert_string_equal(result.output, "");
        tool_result_free(&result);
    }
}

// Output that cannot be written is not the scenario's fault: status 1.
static void test_own_faults(void **state)
{
    (void)state;
    tool_write_text(LOPE_TEST_OUT "/broken_good.json",
                    "{ \"lope\": 1, \"duration\": 0.1, \"level\": [], \"characters\": [ {} ] }");
    tool_result result = tool_call("broken", NULL, "run broken_good.json --trace no/such/folder.csv");
    assert_int_equal(result.status, LOPE_SCENE_OWN_FAULT);
    assert_string_equal(result.error, "no/such/folder.csv: cannot be written (No such file or directory)\n");
    tool_result_free(&result);
    result = tool_call("broken", FOLDER, "convert meshes/good.obj no/such/folder.lmesh");
    assert_int_equal(result.status, LOPE_SCENE_OWN_FAULT);
    assert_int_equal(result.error_lines, 1);
    tool_result_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_broken_file_gets_its_one_line),
        cmocka_unit_test(test_bad_command_lines),
        cmocka_unit_test(test_own_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
