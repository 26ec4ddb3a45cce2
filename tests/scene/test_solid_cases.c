// test_solid_cases.c - the cases of ../shared/cases that begin in solids (F2, F14, F16) and their controls,
// at three rates: out by the shortest way, never stuck, never below, and then off on foot. Skipped, and said
// so, where the folder is absent.
//
// Relatives of these are drawn in tests/behaviour/test_out_of_solids.c.
#include "tool.h"

#include <lope/lope.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifndef LOPE_SHARED_DIR
#define LOPE_SHARED_DIR "../shared"
#endif
#define CASES LOPE_SHARED_DIR "/cases/"

enum { X = 4, Y, Z };

static const struct {
    const char *name;
    double x, y, z; // m: where it stands before it walks
    double way;     // m, along x, that it walks by the end at least
} cases[] = {
    {"f02-inside-mesh", 2.34, 0, 0.1, 8}, {"f02-inside-box", 2.34, 0, 0.1, 8},  {"f02-inside-small-box", 1.59, 0, 0.1, 8},
    {"f14-thin-wall", 4.71, 0, 0.2, -4},  {"f14-thick-wall", 4.61, 0, 0.2, -4}, {"f14-plank", 5, 0.25, 0.2, -4},
    {"f16-deck", 5, 0, 0.2, -4},          {"f16-deck-less", 5, 0, 0.2, -4},
};

static void play(size_t i, unsigned rate)
{
    char call[1024], file[512];
    snprintf(file, sizeof file, CASES "%s.json", cases[i].name);
    char *text = tool_read(file, NULL);
    if (!text) {
        printf("%s is absent: skipped\n", file);
        skip();
    }
    free(text);
    snprintf(call, sizeof call, "run %s --rate %u --trace solid_cases.csv --events solid_cases.ndjson", file, rate);
    tool_result result = tool_call("solid_cases", NULL, call);
    if (result.status != 0) fail_msg("%s: status %d: %s", cases[i].name, result.status, result.error);
    char *trace = tool_read(LOPE_TEST_OUT "/solid_cases.csv", NULL),
         *events = tool_read(LOPE_TEST_OUT "/solid_cases.ndjson", NULL);
    char row[512];
    size_t last = tool_count_lines(trace) - 2; // after the header, from tick 0
    tool_row(trace, 2 * rate - 1, "hero", row, sizeof row);
    const double off[3] = {tool_cell(row, X) - cases[i].x, tool_cell(row, Y) - cases[i].y, tool_cell(row, Z) - cases[i].z};
    if (sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]) > 2e-3)
        fail_msg("%s at %u Hz: off its place by %g %g %g", cases[i].name, rate, off[0], off[1], off[2]);
    tool_row(trace, (unsigned)last, "hero", row, sizeof row);
    if ((tool_cell(row, X) - cases[i].x) / cases[i].way < 1) fail_msg("%s at %u Hz: ends at %s", cases[i].name, rate, row);
    if (strstr(events, "stuck") || strstr(events, "crush")) fail_msg("%s at %u Hz: stuck", cases[i].name, rate);
    for (unsigned tick = 0; tick <= last; tick++) {
        tool_row(trace, tick, "hero", row, sizeof row);
        if (tool_cell(row, Y) < -1e-3) fail_msg("%s at %u Hz: below the floor in tick %u", cases[i].name, rate, tick);
    }
    tool_result_free(&result);
    free(trace);
    free(events);
}

static void poses_in_solids_of_the_cases(void **state)
{
    (void)state;
    static const unsigned rates[] = {20, 60, 240};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < 3; k++) play(i, rates[k]);
}

// f02-overlap.c: a capsule whole inside a closed cube of triangles, and inside a box of that size. Each has
// it once.
static void a_capsule_inside_overlaps(void **state)
{
    (void)state;
    static const uint32_t indices[] = {0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1,
                                       2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};
    for (int k = 0; k < 6; k++) {
        const float half = k % 3 == 0 ? 1 : k % 3 == 1 ? 2 : 3.5f;
        float points[24];
        for (int i = 0; i < 8; i++) {
            points[3 * i] = i & 4 ? half : -half;
            points[3 * i + 1] = i & 2 ? 2 * half : 0;
            points[3 * i + 2] = i & 1 ? half : -half;
        }
        lope_mesh_def mesh = {.points = points, .point_count = 8, .indices = indices, .triangle_count = 12};
        lope_box_def box = {.body = {.position = {0, (double)half, 0}}, .size = {2 * half, 2 * half, 2 * half}};
        lope_level *level = lope_level_create(NULL);
        if (k < 3)
            lope_level_add_mesh(level, &mesh);
        else
            lope_level_add_box(level, &box);
        const lope_capsule capsule = {.a = {0.1, (double)half - 0.5, 0.2}, .b = {0.1, (double)half + 0.5, 0.2}, .radius = 0.34};
        lope_level_hit hits[4];
        uint32_t count = 0;
        const lope_filter filter = {.channels = LOPE_CHANNEL_SOLID, .ignore = LOPE_BODY_NONE};
        assert_int_equal(lope_level_overlap(level, &capsule, filter, hits, 4, &count), LOPE_OK);
        assert_int_equal(count, 1);
        assert_true(hits[0].depth > 0);
        lope_level_destroy(level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(poses_in_solids_of_the_cases),
                                       cmocka_unit_test(a_capsule_inside_overlaps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
