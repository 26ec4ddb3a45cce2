// test_refusals.c - a scenario with every key in it (every_key.json), of which each value in turn is spoilt:
// every spoilt one is refused, at its own path, and nothing is written.
//
// Spoilt means: another kind of value, a number beyond all limits, an unknown key beside the known ones. What
// test_broken.c holds to the letter for chosen files is held here for all keys, also for those that come
// later: the values are found by walking the text. Read next: test_broken.c.
#include "scene/scenario.h"

#include "tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FILE_NAME LOPE_TEST_OUT "/refusals.json"
#define MOST_TEXT 8000

static const char *whole; // every_key.json

// A place of two kinds: its own, and this one ('n' number, 't' text, 'l' list, 'o' object, 'b' true or
// false).
static const struct {
    const char *path;
    char also;
} two_kinds[] = {{"level[0].walkable", 'n'},
                 {"level[5].scale", 'l'},
                 {"volumes[0].gravity", 'o'},
                 {"volumes[1].gravity", 'l'},
                 {"characters[0].avoid", 'b'},
                 {"characters[0].lock_on", 0}, // null
                 {"characters[0].input[0].lock_on", 0},
                 {"characters[0].input[0].end_layer", 'b'}};

static const struct {
    char kind;
    const char *text;
} spoils[] = {{'n', "1e300"},        {'n', "7"},    {'t', "\"zzz\""}, {'l', "[]"}, {'l', "[[null]]"},
              {'o', "{\"zzz\": 1}"}, {'b', "true"}, {0, "null"}};

typedef struct tally {
    size_t values, tried, wrong;
} tally;

static char kind_at(const char *at)
{
    return *at == '{' ? 'o' : *at == '[' ? 'l' : *at == '"' ? 't' : *at == 't' || *at == 'f' ? 'b' : 'n';
}

static bool may_be(const char *path, char own, char kind)
{
    if (own == kind) return true;
    for (size_t i = 0; i < sizeof two_kinds / sizeof *two_kinds; i++)
        if (strcmp(two_kinds[i].path, path) == 0 && two_kinds[i].also == kind) return true;
    return false;
}

// The file with `from` to `end` of the text replaced is refused with a text that begins with its path.
static void expect_refusal(const char *from, const char *end, const char *with, const char *path, tally *count)
{
    char text[MOST_TEXT], begin[600];
    snprintf(text, sizeof text, "%.*s%s%s", (int)(from - whole), whole, with, end);
    tool_write_text(FILE_NAME, text);
    lope_scene_fault fault = {0};
    lope_scenario *scenario = lope_scenario_load(FILE_NAME, NULL, &fault);
    snprintf(begin, sizeof begin, "%s: %s", FILE_NAME, path);
    bool good = scenario == NULL && fault.status == LOPE_SCENE_BAD_INPUT && strncmp(fault.text, begin, strlen(begin)) == 0;
    // what would be right is named
    good = good && (strstr(fault.text, "expected") || strstr(fault.text, "did you mean") || strstr(fault.text, "known here"));
    count->tried++;
    if (!good) {
        count->wrong++;
        printf("%s = %s: %s\n", path, with, scenario ? "accepted" : fault.text);
    }
    lope_scenario_free(scenario);
}

static void spoil(const char *from, const char *end, const char *path, tally *count)
{
    char own = kind_at(from), with[MOST_TEXT];
    count->values++;
    for (size_t i = 0; i < sizeof spoils / sizeof *spoils; i++) {
        bool beyond = spoils[i].kind == 'n' && strcmp(spoils[i].text, "1e300") == 0;
        if ((!beyond || path[0] == 0) && may_be(path, own, spoils[i].kind)) continue;
        expect_refusal(from, end, spoils[i].text, path, count);
    }
    if (own != 'o') return;
    snprintf(with, sizeof with, "{\"zzz\": 1, %.*s", (int)(end - from - 1), from + 1);
    expect_refusal(from, end, with, path, count);
}

static const char *past_blanks(const char *at) { return at + strspn(at, " ,:\n"); }

// Walks the value at `at`, spoils everything in it and then itself, and returns its end.
static const char *walk(const char *at, const char *path, tally *count)
{
    const char *from = at;
    char kind = kind_at(at), inner[300];
    if (kind == 'n' || kind == 'b') {
        at += strcspn(at, ",]}\n");
    } else if (kind == 't') {
        at = strchr(at + 1, '"') + 1;
    } else {
        unsigned index = 0;
        for (at = past_blanks(at + 1); *at != ']' && *at != '}'; at = past_blanks(at)) {
            if (kind == 'o') {
                const char *key = at + 1, *key_end = strchr(key, '"');
                snprintf(inner, sizeof inner, "%s%s%.*s", path, path[0] ? "." : "", (int)(key_end - key), key);
                at = past_blanks(key_end + 1);
            } else {
                snprintf(inner, sizeof inner, "%s[%u]", path, index++);
            }
            at = walk(at, inner, count);
        }
        at++;
    }
    spoil(from, at, path, count);
    return at;
}

static void test_the_whole_one_is_read(void **state)
{
    (void)state;
    tool_write_text(FILE_NAME, whole);
    lope_scene_fault fault = {0};
    lope_scenario *scenario = lope_scenario_load(FILE_NAME, NULL, &fault);
    assert_string_equal(fault.text, "");
    assert_non_null(scenario);
    lope_scenario_free(scenario);
}

static void test_each_spoilt_value_is_refused_where_it_stands(void **state)
{
    (void)state;
    tally count = {0};
    walk(whole, "", &count);
    printf("  %zu values, %zu spoilt files\n", count.values, count.tried);
    assert_int_equal(count.wrong, 0);
    assert_true(count.values > 300 && count.tried > 5 * count.values);
}

static void test_a_refused_scenario_writes_nothing(void **state)
{
    (void)state;
    static const char *const outputs[] = {LOPE_TEST_OUT "/refused.csv", LOPE_TEST_OUT "/refused.ndjson",
                                          LOPE_TEST_OUT "/refused.rec", LOPE_TEST_OUT "/refused.html"};
    tool_write_text(FILE_NAME, "{\"lope\": 1, \"level\": [], \"characters\": [{\"input\": [{\"t\": 0, \"path\": []}]}]}");
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) remove(outputs[i]);
    tool_result result = tool_call("refusals", NULL,
                                   "run refusals.json --trace refused.csv --events refused.ndjson --record refused.rec "
                                   "--replay refused.html");
    assert_int_equal(result.status, LOPE_SCENE_BAD_INPUT);
    assert_string_equal(result.output, "");
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        FILE *file = fopen(outputs[i], "rb");
        assert_null(file);
    }
    tool_result_free(&result);
}

int main(void)
{
    whole = tool_read(LOPE_SOURCE_DIR "/tests/scene/every_key.json", NULL);
    if (whole == NULL) {
        fprintf(stderr, "tests/scene/every_key.json is not there\n");
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_whole_one_is_read),
        cmocka_unit_test(test_each_spoilt_value_is_refused_where_it_stands),
        cmocka_unit_test(test_a_refused_scenario_writes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
