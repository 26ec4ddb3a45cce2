// test_reasons.c - the lines under the table of `lope run` that say why a character stopped or fell, and the
// floor in the first row of a trace.
//
// Crates, slopes and edges of drawn sizes, at three rates. The seed is printed. Read next: scene/reason.c,
// scene/first_floor.c.
#include "tool.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEED 20261126u

static const unsigned rates[] = {20, 60, 240};
static uint32_t generator = SEED;

static double random_in(double low, double high)
{
    generator = generator * 1664525u + 1013904223u;
    return low + (high - low) * ((double)(generator >> 8) / 16777216.0);
}

// A floor, further pieces, and a hero who walks along x from 0.
static tool_result play(const char *pieces, const char *hero, unsigned rate)
{
    char text[2000], call[200];
    snprintf(
        text, sizeof text,
        "{\"lope\": 1, \"duration\": 3, \"level\": [{\"name\": \"ground\", \"box\": [40, 1, 40], \"position\": [0, -0.5, 0]}%s],"
        " \"characters\": [{\"name\": \"hero\", \"feet\": [0, 0, 0], %s}]}",
        pieces, hero);
    tool_write_text(LOPE_TEST_OUT "/reasons.json", text);
    snprintf(call, sizeof call, "run reasons.json --rate %u --trace reasons.csv", rate);
    tool_result result = tool_call("reasons", NULL, call);
    if (result.status != 0) fail_msg("%s: %s", text, result.error);
    return result;
}

static void expect(const tool_result *result, const char *words)
{
    if (strstr(result->output, words) == NULL) fail_msg("'%s' is not said in: %s", words, result->output);
}

static const char walks[] = "\"input\": [{\"t\": 0, \"move\": [1, 0, 0]}]";

static void a_crate_is_named_with_its_height(void **state)
{
    (void)state;
    printf("seed %u\n", SEED);
    for (int i = 0; i < 30; i++) {
        const double height = 0.01 * floor(random_in(50, 170)), x = random_in(1, 5), face = x - 0.5 - 0.34;
        char piece[200], words[200];
        snprintf(piece, sizeof piece, ", {\"name\": \"crate\", %s\"box\": [1, %g, 4], \"position\": [%g, %g, 0]}",
                 i % 2 ? "\"as\": \"mesh\", " : "", height, x, height / 2);
        tool_result result = play(piece, walks, rates[i % 3]);
        expect(&result, "hero stopped at ");
        snprintf(words, sizeof words, "blocked by crate; it is %.2f m high there, over the step height of 0.45 m\n", height);
        expect(&result, words);
        // Uniform acceleration of 20.48 m/s2 to 6 m/s, then on at that speed.
        const double starts = 6 / 20.48, way = 3 * starts, when = face < way ? sqrt(2 * face / 20.48) : starts + (face - way) / 6;
        const double said = strtod(strstr(result.output, "hero stopped at ") + 16, NULL);
        if (fabs(said - when) > 0.011) fail_msg("a crate at %g is met at %g s, said %g", face, when, said); // two decimals
        tool_result_free(&result);
    }
}

static void walls_slopes_and_solids_are_told_apart(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        tool_result result = play(", {\"name\": \"wall\", \"box\": [1, 3, 4], \"position\": [3, 1.5, 0]}", walks, rates[i]);
        expect(&result, "blocked by wall; it is higher than the character there\n");
        tool_result_free(&result);
        result = play(", {\"name\": \"wall\", \"as\": \"mesh\", \"box\": [1, 3, 4], \"position\": [3, 1.5, 0]}", walks, rates[i]);
        expect(&result, "blocked by wall; it is higher than the character there\n");
        tool_result_free(&result);
        result =
            play(", {\"name\": \"ramp\", \"box\": [9, 1, 4], \"position\": [5, 2, 0], \"euler\": [0, 0, 60]}", walks, rates[i]);
        expect(&result, "blocked by ramp; it slopes 60 degrees there, over the limit of 44.8\n");
        tool_result_free(&result);
    }
}

static void a_fall_is_told_with_its_edge_and_depth(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        const double height = 0.01 * floor(random_in(60, 200));
        char piece[300], hero[300], words[200];
        snprintf(piece, sizeof piece, ", {\"name\": \"deck\", \"box\": [4, %g, 4], \"position\": [0, %g, 0]}", height,
                 height / 2);
        snprintf(hero, sizeof hero, "\"feet\": [0, %g, 0], %s", height, walks);
        char text[2000], call[200];
        snprintf(
            text, sizeof text,
            "{\"lope\": 1, \"duration\": 2, \"level\": [{\"name\": \"ground\", \"box\": [40, 1, 40], \"position\": [0, -0.5, "
            "0]}%s], \"characters\": [{\"name\": \"hero\", %s}]}",
            piece, hero);
        tool_write_text(LOPE_TEST_OUT "/reasons.json", text);
        snprintf(call, sizeof call, "run reasons.json --rate %u", rates[i % 3]);
        tool_result result = tool_call("reasons", NULL, call);
        snprintf(words, sizeof words, "s: walked off an edge of deck, %.2f m down to ground\n", height);
        expect(&result, "hero fell at ");
        expect(&result, words);
        tool_result_free(&result);
    }
}

static void who_walks_on_or_asks_nothing_has_no_reason(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        tool_result result = play("", walks, rates[i]);
        assert_null(strstr(result.output, "hero stopped"));
        assert_null(strstr(result.output, "hero fell"));
        tool_result_free(&result);
        result = play(", {\"box\": [1, 3, 4], \"position\": [3, 1.5, 0]}",
                      "\"input\": [{\"t\": 0, \"move\": [1, 0, 0]}, {\"t\": 2, \"move\": [0, 0, 0]}]", rates[i]);
        assert_null(strstr(result.output, "hero stopped"));
        tool_result_free(&result);
    }
}

// The first row names the floor and tells how far below the feet it is, and the state's hash is as it was.
static void the_first_row_knows_its_floor(void **state)
{
    (void)state;
    enum { WALKABLE = 12, DISTANCE = 13, BASE = 17 };
    for (int i = 0; i < 20; i++) {
        const double above = i % 4 == 0 ? 0 : 0.001 * floor(random_in(0, 20));
        char text[1000], row[512];
        snprintf(
            text, sizeof text,
            "{\"lope\": 1, \"duration\": 0.2, \"level\": [{\"name\": \"ground\", %s\"box\": [40, 1, 40], \"position\": [0, -0.5, "
            "0]}], \"characters\": [{\"name\": \"hero\", \"feet\": [%g, %g, %g], \"velocity\": [3, 0, 1], \"input\": []}]}",
            i % 2 ? "\"as\": \"mesh\", " : "", random_in(-9, 9), above, random_in(-9, 9));
        tool_write_text(LOPE_TEST_OUT "/reasons.json", text);
        tool_result result = tool_call("reasons", NULL, "run reasons.json --trace reasons.csv --quiet");
        assert_int_equal(result.status, 0);
        tool_result_free(&result);
        char *trace = tool_read(LOPE_TEST_OUT "/reasons.csv", NULL);
        tool_row(trace, 0, "hero", row, sizeof row);
        assert_int_equal((int)tool_cell(row, WALKABLE), 1);
        // 5 micrometres of fall in the instant that the look takes, and floats.
        if (fabs(tool_cell(row, DISTANCE) - above) > 1e-5) fail_msg("%g above the floor: %s", above, row);
        assert_non_null(strstr(row, ",ground,"));
        free(trace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crate_is_named_with_its_height),       cmocka_unit_test(walls_slopes_and_solids_are_told_apart),
        cmocka_unit_test(a_fall_is_told_with_its_edge_and_depth), cmocka_unit_test(who_walks_on_or_asks_nothing_has_no_reason),
        cmocka_unit_test(the_first_row_knows_its_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
