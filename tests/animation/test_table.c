// test_table.c - `lope run --animation`, as a user has it: the table is there, and what it tells comes true in the
// trace of the same run.
#include "../behaviour/check.h"
#include "../scene/tool.h"

#define SCENARIO                                                                                         \
    "{\"lope\": 1, \"duration\": 3, %s \"level\": [{\"box\": [40, 1, 40], \"position\": [0, -0.5, 0]}]," \
    "\"characters\": [{\"name\": \"hero\", \"feet\": [0, 0, 0], \"input\": ["                            \
    "{\"t\": 0, \"move\": [1, 0, 0]}, {\"t\": 1, \"move\": [0, 0, 0]}, {\"t\": 2, \"jump\": true}]},"    \
    "{\"name\": \"a, \\\"b\\\"\", \"feet\": [0, 0, 5]}]}"

// Returns the number in a column of a row: the text between commas.
static double number_at(const char *row, int column)
{
    for (; column > 0; column--) {
        row = strchr(row, ',');
        assert_non_null(row);
        row++;
    }
    return *row == ',' ? (double)NAN : strtod(row, NULL);
}

static int column_of(const char *table, const char *name)
{
    int column = 0;
    const size_t length = strlen(name);
    for (const char *at = table; *at != 0 && *at != '\n'; at++) {
        if ((at == table || at[-1] == ',') && strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\n'))
            return column;
        column += *at == ',';
    }
    fail_msg("no column %s", name);
    return -1;
}

// Returns the row of hero at a tick.
static const char *row_of(const char *table, int tick)
{
    char begin[32];
    snprintf(begin, sizeof begin, "\n%d,", tick);
    const char *row = table;
    while ((row = strstr(row, begin)) != NULL) {
        const char *name = strchr(strchr(row + 1, ',') + 1, ',') + 1;
        if (strncmp(name, "hero,", 5) == 0) return row + 1;
        row++;
    }
    fail_msg("no row of tick %d", tick);
    return NULL;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 21);
    assert_non_null(text);
    const size_t length = fread(text, 1, (1 << 21) - 1, file);
    assert_true(length > 1000);
    fclose(file);
    return text;
}

static void the_table_comes_true(void **unused)
{
    (void)unused;
    static const char *const frames[2] = {"", "\"origin\": [1000, 50, -300], \"turn\": [0.3, -0.5, 0.2, 0.7874008],"};
    for (int frame = 0; frame < 2; frame++) {
        char scenario[1024];
        snprintf(scenario, sizeof scenario, SCENARIO, frames[frame]);
        tool_write_text(LOPE_TEST_OUT "/animation.json", scenario);
        tool_result run =
            tool_call("animation", NULL, "run animation.json --quiet --trace animation_trace.csv --animation animation.csv");
        if (run.status != 0) fail_msg("%s", run.error);
        tool_result_free(&run);
        char *table = read_text(LOPE_TEST_OUT "/animation.csv"), *trace = read_text(LOPE_TEST_OUT "/animation_trace.csv");
        // at 1 s the stick is let go: the stop that is told then
        const char *now = row_of(table, 60), *end = row_of(trace, 110);
        check_near("stop", number_at(now, column_of(table, "stop_x")), number_at(end, column_of(trace, "x")), 1e-5);
        assert_true(number_at(now, column_of(table, "stop_distance")) > 0.2);
        check_near("a second ahead, held", number_at(now, column_of(table, "ahead_x")),
                   number_at(row_of(trace, 60), column_of(trace, "x")) + 6, 1e-3);
        assert_true(isnan(number_at(now, column_of(table, "landing_seconds"))));
        // in the air after 2 s: where it lands
        const char *air = row_of(table, 130);
        assert_true(number_at(air, column_of(table, "apex_seconds")) > 0.1);
        const double lands = 130 / 60.0 + number_at(air, column_of(table, "landing_seconds"));
        assert_true(number_at(row_of(trace, (int)(60 * lands)), column_of(trace, "y")) > 0.001);
        check_near("lands", number_at(row_of(trace, (int)(60 * lands) + 1), column_of(trace, "y")), 0, 1e-4);
        assert_non_null(strstr(table, ",\"a, \"\"b\"\"\","));
        free(table);
        free(trace);
    }
}

static void what_does_not_go_together_is_refused(void **unused)
{
    (void)unused;
    tool_result run = tool_call("animation", NULL, "run animation.json --watch --animation animation.csv");
    assert_int_equal(run.status, 2);
    assert_non_null(strstr(run.error, "--animation"));
    tool_result_free(&run);
    run = tool_call("animation", NULL, "run animation.json --animation /nowhere/animation.csv");
    assert_true(run.status != 0 && strstr(run.error, "/nowhere/animation.csv"));
    tool_result_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_comes_true),
        cmocka_unit_test(what_does_not_go_together_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
