// test_cameras.c - what `lope run --cameras` writes: the columns, a row a camera and tick, and where the
// cameras are.
//
// Everything goes through the program, as a user has it. Read next: scene/cameras.h.
#include "tool.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEADER "tick,time,name,x,y,z,yaw,pitch,fov,arm,blocked,near_clear"
#define SCENE                                                                                                                 \
    "{\"lope\": 1, \"duration\": 0.5, \"tick_rate\": 60, %s \"level\": [{\"box\": [60, 1, 60], \"position\": [0, -0.5, 0]},"  \
    "{\"box\": [8, 6, 0.5], \"position\": [0, 3, 2.25]}], \"characters\": ["                                                  \
    "{\"name\": \"u\", \"camera\": {\"rig\": \"unreal_spring_arm\", \"target_offset\": [0, 0.5, 0], \"probe_radius\": 0.2}}," \
    "{\"name\": \"t\", \"feet\": [10, 0, 0], \"camera\": {\"arm_length\": 2, \"view_pitch\": [-20, 30]},"                     \
    " \"input\": [{\"t\": 0, \"look\": [90, -60]}]},"                                                                         \
    "{\"name\": \"none\", \"feet\": [-10, 0, 0]}]}"

typedef struct row {
    char name[32];
    double tick, time, x, y, z, yaw, pitch, fov, arm, blocked, clear;
} row;

// Plays the scene; `more` are keys of the file. Returns the table, from malloc.
static char *play(const char *more)
{
    char text[2048];
    snprintf(text, sizeof text, SCENE, more);
    tool_write_text(LOPE_TEST_OUT "/cameras_played.json", text);
    tool_result result = tool_call("cameras", NULL, "run cameras_played.json --cameras cameras_played.csv --quiet");
    if (result.status != 0) fail_msg("status %d: %s", result.status, result.error);
    free(result.error);
    free(result.output);
    return tool_read(LOPE_TEST_OUT "/cameras_played.csv", NULL);
}

static row row_at(const char *table, size_t line)
{
    char text[512];
    row r;
    assert_true(tool_line(table, line, text, sizeof text));
    const int read = sscanf(text, "%lf,%lf,%31[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &r.tick, &r.time, r.name, &r.x, &r.y,
                            &r.z, &r.yaw, &r.pitch, &r.fov, &r.arm, &r.blocked, &r.clear);
    if (read != 12) fail_msg("line %zu: %s", line, text);
    return r;
}

static void assert_close(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.9g is not %.9g within %g", a, b, tolerance);
}

static void table_has_a_row_a_camera_and_tick(void **state)
{
    (void)state;
    char *table = play(""), line[512];
    assert_true(tool_line(table, 0, line, sizeof line));
    assert_string_equal(line, HEADER);
    size_t lines = 0;
    while (tool_line(table, lines, line, sizeof line)) lines++;
    assert_int_equal(lines, 1 + 2 * 31);
    const row first = row_at(table, 1), last = row_at(table, lines - 2), other = row_at(table, lines - 1);
    // Unreal's arm: the pivot over the middle, the probe's radius before the wall at z = 2
    assert_string_equal(first.name, "u");
    assert_true(first.tick <= 0 && last.tick >= 30 && fabs(last.time - 0.5) < 1e-9);
    assert_close(last.y, 0.88 + 0.5, 1e-6);
    assert_close(last.z, 1.8, 1e-6);
    assert_close(last.arm, 1.8, 1e-6);
    assert_true(last.blocked > 0);
    assert_close(last.clear, 0.3, 4e-3); // the near plane is 0.1 m before the camera
    // the limits of the view hold, and 90 degrees look along -x
    assert_string_equal(other.name, "t");
    assert_close(other.pitch, -20, 1e-4);
    assert_close(other.yaw, 90, 1e-4);
    assert_true(other.x > 11.5 && other.blocked <= 0);
    free(table);
}

// The same around another origin and turned: positions are those of the file.
static void cameras_are_told_in_the_files_space(void **state)
{
    (void)state;
    char *plain = play(""), *moved = play("\"origin\": [5000, 200, -3000], \"turn\": [0, 0.6, 0, 0.8],");
    for (size_t i = 1; i < 1 + 2 * 31; i++) {
        const row a = row_at(plain, i), b = row_at(moved, i);
        // rotations are floats, 1e-7 of some metres; the capsule's rest on the floor has a skin of 0.02 mm
        assert_close(a.x, b.x, 1e-4);
        assert_close(a.y, b.y, 1e-4);
        assert_close(a.z, b.z, 1e-4);
        assert_close(a.arm, b.arm, 1e-4);
    }
    free(plain);
    free(moved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(table_has_a_row_a_camera_and_tick),
                                       cmocka_unit_test(cameras_are_told_in_the_files_space)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
