// test_refusals.c - a scenario with every key in it, of which each value in turn is spoilt: every spoilt one is refused, at its own
// path, and nothing is written.
//
// Spoilt means: another kind of value, a number beyond all limits, an unknown key beside the known ones. What test_broken.c holds to
// the letter for chosen files is held here for all keys, also for those that come later: the values are found by walking the text.
// Read next: test_broken.c.
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

static const char *const whole =
    "{\"lope\": 1, \"name\": \"n\", \"about\": \"a\", \"tick_rate\": 60, \"duration\": 0.1, \"time_scale\": 1,"
    " \"gravity\": [0, -9.8, 0], \"world\": \"embedded\", \"turn\": [0, 0, 0, 1], \"origin\": [0, 0, 0], \"level\": ["
    "{\"box\": [20, 1, 20], \"name\": \"floor\", \"position\": [0, -0.5, 0], \"euler\": [0, 0, 0], \"walkable\": \"always\","
    " \"material\": 3, \"step_up\": true, \"can_base\": true, \"surface_velocity\": [0, 0, 0], \"channels\": [\"solid\"],"
    " \"as\": \"mesh\", \"two_sided\": false},"
    "{\"sphere\": 0.5, \"position\": [8, 3, 0], \"rotation\": [0, 0, 0, 1], \"motion\": {\"velocity\": [0, 0, 0],"
    " \"spin\": [0, 0, 0]}},"
    "{\"cylinder\": [1, 1], \"motion\": {\"keys\": [{\"t\": 0, \"position\": [8, 3, 4], \"euler\": [0, 0, 0]},"
    " {\"t\": 1, \"position\": [8, 3, 5]}], \"loop\": \"repeat\", \"ease\": \"smooth\"}},"
    "{\"capsule\": [0.5, 2], \"position\": [8, 3, 8], \"motion\": {\"swing\": {\"axis\": [0, 1, 0], \"amplitude\": 1,"
    " \"period\": 3, \"kind\": \"slide\"}}},"
    "{\"hull\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], \"position\": [-8, 3, 8]},"
    "{\"triangles\": {\"points\": [[0, 0, 0], [0, 0, 1], [1, 0, 0]], \"indices\": [[0, 1, 2]]}, \"scale\": 2, \"up\": \"z\", "
    "\"nav\": true},"
    "{\"heightfield\": {\"columns\": 2, \"rows\": 2, \"cell\": 1, \"heights\": [0, 0, 0, 0]}}],"
    " \"volumes\": ["
    "{\"box\": [2, 2, 2], \"name\": \"v\", \"position\": [5, 1, 5], \"euler\": [0, 0, 0], \"priority\": 1, \"water\": true,"
    " \"fluid_friction\": 0.3, \"gravity\": [0, -5, 0], \"terminal_speed\": 40, \"tags\": [\"a\"]},"
    "{\"sphere\": 1, \"position\": [-5, 1, 5], \"gravity\": {\"point\": [0, 0, 0], \"strength\": 9},"
    " \"motion\": {\"velocity\": [0, 0, 0]}}],"
    " \"characters\": ["
    "{\"name\": \"c\", \"feet\": [0, 0, 0], \"yaw\": 0, \"radius\": 0.34, \"height\": 1.76, \"mode\": \"walking\","
    " \"velocity\": [0, 0, 0], \"up\": [0, 1, 0], \"preset\": \"default\", \"tuning\": {\"max_walk_speed\": 5,"
    " \"can_walk_off_ledges\": true, \"jump_max_count\": 1, \"walkable_floor_angle\": 44, \"integrator\": \"exact\", \"unreal\": "
    "{\"MaxFlySpeed\": 600, \"bOrientRotationToMovement\": true}},"
    " \"collides_with\": [\"solid\"], \"count\": 1, \"spacing\": 1, \"overlaps\": [\"volume\"], \"time_scale\": 1,"
    " \"can_base\": true, \"sensors\": [{\"name\": \"s\", \"channels\": [\"volume\"], \"a\": [0, 0, 0], \"b\": [0, 1, 0],"
    " \"radius\": 0.2}], \"curves\": [{\"name\": \"k\", \"kind\": \"linear\", \"points\": [[0, 0], [1, 1]]}], \"input\": ["
    "{\"t\": 0, \"move\": [1, 0, 0], \"look\": [0, 0], \"jump\": false, \"crouch\": false, \"launch\": {\"velocity\": [0, 5, 0],"
    " \"override_horizontal\": true, \"override_vertical\": true}, \"impulse\": [0, 0, 0], \"velocity_change\": true,"
    " \"force\": [0, 0, 0], \"mode\": \"walking\", \"teleport\": [0, 0, 0], \"teleport_free\": true,"
    " \"resize\": {\"radius\": 0.3, \"height\": 1.7}, \"radial\": {\"origin\": [0, 0, 0], \"radius\": 1, \"strength\": 1,"
    " \"falloff\": \"linear\", \"force\": false}, \"knockback\": 0.1, \"forbid\": [\"jump\"],"
    " \"layer\": {\"id\": 1, \"kind\": \"velocity\", \"priority\": 1, \"duration\": 0.5, \"velocity\": [0, 0, 0],"
    " \"curve\": \"k\", \"finish\": \"set\", \"finish_velocity\": [0, 0, 0], \"additive\": true, \"local\": true,"
    " \"ignore_vertical\": false, \"lift_off\": false, \"whole_ticks\": false, \"until_landing\": false}, \"end_layer\": 2,"
    " \"root_motion\": {\"translation\": [0, 0, 0], \"yaw\": 0, \"duration\": 0.1, \"additive\": false,"
    " \"ignore_vertical\": false}},"
    "{\"t\": 0.01, \"turn\": 0, \"path\": [[1, 0, 0]], \"acceptance\": 0.5,"
    " \"layer\": {\"kind\": \"move_to\", \"target\": [1, 0, 0], \"duration\": 1, \"height\": 1, \"curve\": \"k\","
    " \"limit_speed\": true}},"
    "{\"t\": 0.02, \"stick\": [0, 0], \"random\": {\"seed\": 1, \"every\": 1, \"move\": true, \"jump\": 0.1, \"crouch\": 0.1},"
    " \"layer\": {\"kind\": \"jump\", \"distance\": 3, \"height\": 1, \"duration\": 1}},"
    "{\"t\": 0.03, \"layer\": {\"kind\": \"radial\", \"target\": [1, 0, 0], \"strength\": 3, \"radius\": 5,"
    " \"falloff\": true}}]}]}";

// A place of two kinds: its own, and this one ('n' number, 't' text, 'l' list, 'o' object, 'b' true or false).
static const struct {
    const char *path;
    char also;
} two_kinds[] = {{"level[0].walkable", 'n'},
                 {"level[5].scale", 'l'},
                 {"volumes[0].gravity", 'o'},
                 {"volumes[1].gravity", 'l'},
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

static const char *past_blanks(const char *at) { return at + strspn(at, " ,:"); }

// Walks the value at `at`, spoils everything in it and then itself, and returns its end.
static const char *walk(const char *at, const char *path, tally *count)
{
    const char *from = at;
    char kind = kind_at(at), inner[300];
    if (kind == 'n' || kind == 'b') {
        at += strcspn(at, ",]}");
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_whole_one_is_read),
        cmocka_unit_test(test_each_spoilt_value_is_refused_where_it_stands),
        cmocka_unit_test(test_a_refused_scenario_writes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
