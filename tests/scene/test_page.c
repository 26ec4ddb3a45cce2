// test_page.c - `lope run --replay` and `--against`: the run is not changed by being watched, the same run
// gives the same page, and what differs from a recording is named. What the page shows is the browser test's:
// tests/page.
#include "scene/fault.h"

#include "tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OUT LOPE_TEST_OUT

static void write_scenario(const char *name, double speed)
{
    char text[1024], file[256];
    snprintf(
        text, sizeof text,
        "{\"lope\": 1, \"duration\": 2, \"level\": [{\"name\": \"</script>floor\", \"box\": [40, 1, 40], \"position\": [0, -0.5, "
        "0]}, {\"name\": \"lift\", \"box\": [2, 0.2, 2], \"position\": [5, 0, 5], \"motion\": {\"swing\": {\"axis\": [0, 1, 0], "
        "\"amplitude\": 1, \"period\": 2}}}], \"characters\": [{\"name\": \"a\", \"tuning\": {\"max_walk_speed\": %g}, "
        "\"input\": "
        "[{\"t\": 0.1, \"move\": [1, 0, 0]}, {\"t\": 1.003, \"jump\": true}]}]}",
        speed);
    snprintf(file, sizeof file, OUT "/%s.json", name);
    tool_write_text(file, text);
}

static tool_result call(const char *arguments) { return tool_call("page", NULL, arguments); }

// Without node and npm lope is built without the page, and says so.
static int has_page(void)
{
    tool_result result = call("run page.json --replay page.html --quiet");
    int has = result.status == 0;
    if (!has) {
        assert_int_equal(result.error_lines, 1);
        assert_non_null(strstr(result.error, "--replay: this lope was built without"));
        printf("%s", result.error);
    }
    tool_result_free(&result);
    return has;
}

static int make_scenarios(void **state)
{
    (void)state;
    write_scenario("page", 6.0);
    write_scenario("page-slower", 5.5);
    return 0;
}

static char *run_page(const char *arguments)
{
    tool_result result = call(arguments);
    if (result.status != 0) fail_msg("lope %s: %s", arguments, result.error);
    tool_result_free(&result);
    char *page = tool_read(OUT "/page.html", NULL);
    assert_non_null(page);
    return page;
}

static void test_watching_changes_nothing(void **state)
{
    (void)state;
    if (!has_page()) skip();
    tool_result plain = call("run page.json --quiet"), watched = call("run page.json --replay page.html --quiet");
    assert_string_equal(plain.output, watched.output);
    tool_result_free(&plain);
    tool_result_free(&watched);
    char *first = run_page("run page.json --replay page.html --quiet"),
         *again = run_page("run page.json --replay page.html --quiet");
    assert_string_equal(first, again);
    char *head = strstr(first, "<script type=\"application/json\" id=\"lope:head\">");
    assert_non_null(head);
    assert_non_null(strstr(head, "\"ticks\": 121"));
    assert_non_null(strstr(head, "\"name\": \"\\u003c/script\\u003efloor\""));
    assert_non_null(strstr(head, "{\"character\": 0, \"block\": \"queries0\""));
    free(first);
    free(again);
}

static void test_the_first_difference_is_named(void **state)
{
    (void)state;
    if (!has_page()) skip();
    tool_result recorded = call("run page.json --record page.rec --quiet");
    assert_int_equal(recorded.status, 0);
    tool_result_free(&recorded);
    char *same = run_page("run page.json --replay page.html --against page.rec --quiet");
    assert_non_null(strstr(same, "\"label\": \"page.rec\""));
    assert_null(strstr(same, "\"difference\":"));
    free(same);
    // 6 and 5.5 m/s at 20.48 m/s2 from 0.1 s on part after 0.369 s: in tick 23.
    char *other = run_page("run page-slower.json --replay page.html --against page.rec --quiet");
    assert_non_null(strstr(other, "\"difference\": {\"tick\": 23, \"character\": 0, \"field\": \"feet.x\"}"));
    free(other);
    // A run that is recorded and shown at once.
    char *both = run_page("run page.json --replay page.html --record page-again.rec --queries --quiet");
    assert_non_null(strstr(both, "{\"character\": 0, \"block\": \"queries0\""));
    free(both);
}

static void refused(const char *arguments, const char *words)
{
    tool_result result = call(arguments);
    assert_int_equal(result.status, LOPE_SCENE_BAD_INPUT);
    assert_int_equal(result.error_lines, 1);
    if (strstr(result.error, words) == NULL) fail_msg("%s: %s", arguments, result.error);
    tool_result_free(&result);
}

static void test_what_is_wrong_is_said(void **state)
{
    (void)state;
    if (!has_page()) skip();
    refused("run page.json --against page.rec", "--against: goes only with --replay");
    refused("run page.json --replay page.html --against nothing.rec", "nothing.rec: cannot be read");
    refused("run page.json --replay page.html --against page.json", "page.json: recording 0:");
    tool_result result = call("run page.json --replay no/such/folder/page.html");
    assert_int_equal(result.status, LOPE_SCENE_OWN_FAULT);
    assert_int_equal(result.error_lines, 1);
    tool_result_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_watching_changes_nothing),
                                       cmocka_unit_test(test_the_first_difference_is_named),
                                       cmocka_unit_test(test_what_is_wrong_is_said)};
    return cmocka_run_group_tests_name("scene.page", tests, make_scenarios, NULL);
}
