// test_json.c - comments, the syntax checker, the search for the word that was meant, and paths of values.
//
// Read next: scene/json.h.
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

static void test_comments_become_blanks_in_place(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"1 // one\n2", "1       \n2"},
        {"\"http://x\" // y", "\"http://x\"     "},
        {"\"a\\\"//b\" //c", "\"a\\\"//b\"    "},
        {"\"a\\\\\"//b", "\"a\\\\\"   "},
        {"// all", "      "},
        {"//\r\n1", "  \r\n1"},
        {"1 / 2", "1 / 2"},
        {"\"open\n// x", "\"open\n    "},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", cases[i][0]);
        lope_json_strip_comments(text, strlen(text));
        assert_string_equal(text, cases[i][1]);
    }
}

static bool check(const char *text, size_t *where)
{
    char what[200];
    return lope_json_check(text, strlen(text), where, what, sizeof what);
}

static void test_good_syntax_passes(void **state)
{
    (void)state;
    static const char *const good[] = {"1",
                                       "-0.5e-3",
                                       "0",
                                       "1E+2",
                                       "\"\"",
                                       "\"\\u00e4\\n\\\\\"",
                                       "[]",
                                       "{}",
                                       "[1, [2, {}], \"\"]",
                                       " { \"a\" : [ true , false , null ] } \n",
                                       "[0, -0]"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        size_t where;
        if (!check(good[i], &where)) fail_msg("refused at %zu: %s", where, good[i]);
    }
}

static void test_bad_syntax_is_found_where_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t where;
    } bad[] = {
        {"", 0},           {"  ", 2},         {"[1 2]", 3},      {"[1,]", 3},        {"[,1]", 1},        {"{\"a\" 1}", 5},
        {"{\"a\":}", 5},   {"{\"a\":1,}", 7}, {"{a:1}", 1},      {"01", 0},          {"-", 1},           {"1.", 2},
        {"1e", 2},         {".5", 0},         {"+1", 0},         {"tru", 0},         {"trues", 0},       {"1 1", 2},
        {"\"a", 2},        {"\"a\nb\"", 2},   {"\"\\x\"", 2},    {"\"\\u12g4\"", 5}, {"\"\\u0000\"", 3}, {"[1", 2},
        {"{\"a\":[1}", 7}, {"nan", 0},        {"[Infinity]", 1}, {"'a'", 0},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t where = 999;
        if (check(bad[i].text, &where)) fail_msg("passed: %s", bad[i].text);
        if (where != bad[i].where) fail_msg("at %zu, expected %zu: %s", where, bad[i].where, bad[i].text);
    }
}

// Text cut off or changed anywhere never crashes, and whatever the checker passes, cJSON reads too.
static void test_any_damage_is_survived(void **state)
{
    (void)state;
    const char *whole =
        "{ \"lope\": 1, // x\n \"level\": [ {\"box\": [1, 2.5e1, 3], \"name\": \"a\\u00e4\"} ], \"characters\": [ {} ] }";
    const char *file = LOPE_TEST_OUT "/json_damaged.json";
    char text[256];
    size_t length = strlen(whole);
    uint32_t seed = 20240607u;
    print_message("seed %u\n", (unsigned)seed);
    for (size_t i = 0; i < 1500; i++) {
        seed = seed * 1664525u + 1013904223u;
        memcpy(text, whole, length + 1);
        size_t size = length;
        if (i < length)
            size = i;
        else
            text[(seed >> 8) % length] = (char)(seed >> 24);
        tool_write(file, text, size);
        lope_json_source source;
        lope_scene_fault fault = {0};
        bool good = lope_json_open(&source, file, &fault);
        assert_int_equal(good, fault.status == 0);
        if (!good) assert_null(strstr(fault.text, "cannot be read as JSON"));
        lope_json_close(&source);
    }
    remove(file);
}

static void test_nearest_word(void **state)
{
    (void)state;
    static const char *const known[] = {"max_step_height", "max_walk_speed", "up", "yaw", "jump", NULL};
    assert_string_equal(lope_scene_nearest("max_stp_height", known), "max_step_height");
    assert_string_equal(lope_scene_nearest("max_step_hieght", known), "max_step_height");
    assert_string_equal(lope_scene_nearest("max_wlak_speed", known), "max_walk_speed");
    assert_string_equal(lope_scene_nearest("jmup", known), "jump");
    assert_string_equal(lope_scene_nearest("yaw", known), "yaw");
    assert_null(lope_scene_nearest("gravity", known));
    assert_null(lope_scene_nearest("xy", known));
    assert_null(lope_scene_nearest("", known));
    assert_null(lope_scene_nearest("a_word_that_is_much_longer_than_any_key_could_ever_be_and_then_some_more", known));
}

static void test_paths_name_the_place(void **state)
{
    (void)state;
    const char *file = LOPE_TEST_OUT "/json_paths.json";
    tool_write_text(file, "{ \"a\": [ {\"b\": 1}, {\"b\": \"x\"} ] }");
    lope_json_source source;
    lope_scene_fault fault = {0};
    lope_json list, element;
    double number = 0.0;
    assert_true(lope_json_open(&source, file, &fault));
    lope_json root = lope_json_root(&source);
    assert_true(lope_json_member(&root, "a", &list));
    assert_true(lope_json_first(&list, &element));
    assert_true(lope_json_get_number(&element, "b", 0.0, 2.0, &number));
    assert_true(number == 1.0);
    assert_true(lope_json_next(&element));
    assert_false(lope_json_get_number(&element, "b", 0.0, 2.0, &number));
    assert_true(number == 1.0);
    assert_non_null(strstr(fault.text, "json_paths.json: a[1].b: found the text \"x\", expected a number from 0 to 2"));
    // The first fault stands, and nothing is read after it.
    lope_json_wrong(&root, "something else");
    assert_null(strstr(fault.text, "something else"));
    assert_false(lope_json_next(&element));
    lope_json_close(&source);
}

static void test_faults_are_one_line(void **state)
{
    (void)state;
    lope_scene_fault fault = {0};
    assert_false(lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT, "a\nb\tc%c", 7));
    assert_string_equal(fault.text, "a?b?c?");
    assert_int_equal(fault.status, LOPE_SCENE_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comments_become_blanks_in_place),
        cmocka_unit_test(test_good_syntax_passes),
        cmocka_unit_test(test_bad_syntax_is_found_where_it_is),
        cmocka_unit_test(test_any_damage_is_survived),
        cmocka_unit_test(test_nearest_word),
        cmocka_unit_test(test_paths_name_the_place),
        cmocka_unit_test(test_faults_are_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
