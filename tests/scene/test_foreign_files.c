// test_foreign_files.c - what other programs write into mesh files: FBX axes and units, numbers of .obj
// without a leading zero, text in UTF-16, names of kinds that are not read.
//
// ./test files plays whole files of every kind; these are single traits, in every form. The seed is printed.
// Read next: scene/mesh_fbx.c, scene/mesh_obj.c.
#include "scene/mesh.h"

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

static uint32_t generator = SEED;

static double random_in(double low, double high)
{
    generator = generator * 1664525u + 1013904223u;
    return low + (high - low) * ((double)(generator >> 8) / 16777216.0);
}

static void write_file(const char *name, const char *text)
{
    char file[600];
    snprintf(file, sizeof file, "%s/%s", LOPE_TEST_OUT, name);
    tool_write_text(file, text);
}

static lope_scene_mesh read_file(const char *name)
{
    char file[600];
    lope_scene_fault fault = {0};
    lope_scene_mesh mesh;
    snprintf(file, sizeof file, "%s/%s", LOPE_TEST_OUT, name);
    if (!lope_scene_mesh_read(&mesh, file, &fault)) fail_msg("%s", fault.text);
    return mesh;
}

static double area_up(const lope_scene_mesh *mesh)
{
    const float *a = &mesh->points[3 * mesh->indices[0]], *b = &mesh->points[3 * mesh->indices[1]],
                *c = &mesh->points[3 * mesh->indices[2]];
    return 0.5 * (double)((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]));
}

// A triangle that faces up, in the axes and the unit of the file: axis and sign of right, up and front.
static void write_fbx(const double points[9], const int axis[3], const int sign[3], double centimetres)
{
    char text[2000];
    double p[9];
    for (int i = 0; i < 9; i++) p[3 * (i / 3) + axis[i % 3]] = sign[i % 3] * points[i] * 100.0 / centimetres;
    // Where the file's axes are mirrored, a face that is counter-clockwise there is clockwise here.
    const bool odd = (axis[1] - axis[0] + 3) % 3 != 1;
    const bool mirrored = (sign[0] * sign[1] * sign[2] < 0) != odd;
    snprintf(text, sizeof text,
             "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n"
             "GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n"
             "\t\tP: \"UpAxis\", \"int\", \"Integer\", \"\",%d\n\t\tP: \"UpAxisSign\", \"int\", \"Integer\", \"\",%d\n"
             "\t\tP: \"FrontAxis\", \"int\", \"Integer\", \"\",%d\n\t\tP: \"FrontAxisSign\", \"int\", \"Integer\", \"\",%d\n"
             "\t\tP: \"CoordAxis\", \"int\", \"Integer\", \"\",%d\n\t\tP: \"CoordAxisSign\", \"int\", \"Integer\", \"\",%d\n"
             "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\",%.9g\n\t}\n}\n"
             "Objects:  {\n\tGeometry: 100, \"Geometry::t\", \"Mesh\" {\n\t\tVertices: *9 {\n"
             "\t\t\ta: %.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n\t\t}\n\t\tPolygonVertexIndex: *3 {\n\t\t\ta: %s\n\t\t}\n"
             "\t\tGeometryVersion: 124\n\t}\n\tModel: 200, \"Model::t\", \"Mesh\" {\n\t\tVersion: 232\n\t}\n}\n"
             "Connections:  {\n\tC: \"OO\",100,200\n\tC: \"OO\",200,0\n}\n",
             axis[1], sign[1], axis[2], sign[2], axis[0], sign[0], centimetres, p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7],
             p[8], mirrored ? "0,2,-2" : "0,1,-3");
    write_file("foreign.fbx", text);
}

// Every axis up, to the front and to the right, with either sign, in three units: the same triangle comes
// out, and faces up.
static void axes_and_units_of_fbx_are_undone(void **state)
{
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    static const double units[] = {1, 100, 2.54};
    printf("seed %u\n", SEED);
    for (int i = 0; i < 6 * 8 * 3; i++) {
        const int *axis = orders[i % 6], sign[3] = {i / 6 & 1 ? -1 : 1, i / 6 & 2 ? -1 : 1, i / 6 & 4 ? -1 : 1};
        const double x = random_in(-9, 9), y = random_in(-9, 9), z = random_in(-9, 9);
        const double points[9] = {x, y, z, x, y, z + 3, x + 2, y, z};
        write_fbx(points, axis, sign, units[i / 48]);
        lope_scene_mesh mesh = read_file("foreign.fbx");
        assert_int_equal(mesh.triangle_count, 1);
        for (uint32_t k = 0; k < 3; k++) {
            double nearest = 1e9;
            for (int c = 0; c < 3; c++) {
                const float *p = &mesh.points[3 * mesh.indices[k]];
                const double off[3] = {(double)p[0] - points[3 * c], (double)p[1] - points[3 * c + 1],
                                       (double)p[2] - points[3 * c + 2]};
                nearest = fmin(nearest, sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]));
            }
            // Floats of a few metres, in centimetres and back.
            if (nearest > 1e-4)
                fail_msg("axes %d %d %d, signs %d %d %d, unit %g: corner %u is %g m off", axis[0], axis[1], axis[2], sign[0],
                         sign[1], sign[2], units[i / 48], (unsigned)k, nearest);
        }
        if (fabs(area_up(&mesh) - 3.0) > 1e-3)
            fail_msg("axes %d %d %d, signs %d %d %d: faces down", axis[0], axis[1], axis[2], sign[0], sign[1], sign[2]);
        lope_scene_mesh_free(&mesh);
    }
}

// "-0.250" as "-.250", and so on.
static const char *without_zero(double value, char text[32])
{
    snprintf(text, 32, "%.3f", value);
    char *zero = strstr(text, "0.");
    if (zero != NULL && (zero == text || zero[-1] == '-')) memmove(zero, zero + 1, strlen(zero));
    return text;
}

// The same points with and without zeros before the point, between spaces, tabs, joined lines and comments.
static void numbers_of_obj_may_begin_with_their_point(void **state)
{
    (void)state;
    static const char *const gaps[] = {" ", "\t", "  ", " \\\n ", " \\\r\n"};
    for (int round = 0; round < 100; round++) {
        char text[2][2000] = {"# .5 before v .5\n", "# .5 before v .5\n"}, number[32];
        for (int i = 0; i < 12; i++) {
            for (int k = 0; k < 3; k++) {
                const double value = floor(random_in(-1200, 1200)) / 1000;
                const char *gap = gaps[(size_t)random_in(0, 5)];
                for (int c = 0; c < 2; c++) {
                    snprintf(text[c] + strlen(text[c]), sizeof text[c] - strlen(text[c]), "%s%s", k == 0 ? "v" : "", gap);
                    if (c == 0) snprintf(number, sizeof number, "%.3f", value);
                    strcat(text[c], c == 0 ? number : without_zero(value, number));
                }
            }
            for (int c = 0; c < 2; c++) strcat(text[c], i % 3 == 0 ? " # .25\n" : i % 3 == 1 ? "\r\n" : "\n");
        }
        for (int c = 0; c < 2; c++) strcat(text[c], "f 1 2 3\nf 4 5 6\nf 7 8 9 10\nf 10 11 12\n");
        write_file("foreign_zero.obj", text[0]);
        write_file("foreign_bare.obj", text[1]);
        lope_scene_mesh zero = read_file("foreign_zero.obj"), bare = read_file("foreign_bare.obj");
        assert_int_equal(zero.point_count, bare.point_count);
        assert_int_equal(zero.triangle_count, bare.triangle_count);
        assert_memory_equal(zero.points, bare.points, 12 * (size_t)zero.point_count);
        assert_memory_equal(zero.indices, bare.indices, 12 * (size_t)zero.triangle_count);
        lope_scene_mesh_free(&zero);
        lope_scene_mesh_free(&bare);
    }
}

static void expect_refusal(const char *file, const char *bytes, size_t size, const char *words)
{
    char path[600], call[600];
    snprintf(path, sizeof path, "%s/%s", LOPE_TEST_OUT, file);
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    fwrite(bytes, 1, size, stream);
    fclose(stream);
    snprintf(call, sizeof call, "run %s", file);
    tool_result result = tool_call("foreign", NULL, call);
    assert_int_equal(result.status, 2);
    if (strstr(result.error, words) == NULL) fail_msg("%s: '%s' is not said in: %s", file, words, result.error);
    assert_int_equal(tool_count_lines(result.error), 1);
    tool_result_free(&result);
}

static void kinds_that_are_not_read_say_what_to_do(void **state)
{
    (void)state;
    static const char *const texts[] = {"obj", "ply", "off", "gltf"};
    for (size_t i = 0; i < 8; i++) {
        char name[64];
        snprintf(name, sizeof name, "foreign_wide_%d.%s", (int)(i & 1), texts[i / 2]);
        expect_refusal(name, i & 1 ? "\xff\xfev\0 \0" : "\xfe\xff\0v\0 ", 6, "expected UTF-8; save it again as UTF-8");
    }
    expect_refusal("foreign.wrl", "#VRML V2.0 utf8\n", 16, "convert it to .glb");
    expect_refusal("foreign.usdz", "PK\3\4", 4, "convert it to .glb");
    expect_refusal("foreign.skp", "\xff\xfe\xff\x0e", 4, "convert it to .glb");
    expect_refusal("foreign.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", 32, "expected some that have an area");
    expect_refusal("foreign_far.obj", "v 0 0 0\nv 0 0 1e10\nv 2 0 0\nf 1 2 3\n", 35, "a scale makes it smaller");
    // A wall of a level whose z axis points up.
    expect_refusal("foreign_up.obj", "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nf 1 2 3 4\n", 42, "--up z");
}

// A scenario may have any name.
static void a_scenario_may_have_another_name(void **state)
{
    (void)state;
    write_file("foreign.scene",
               "\xEF\xBB\xBF // a comment\n{\"lope\": 1, \"level\": [{\"box\": [4, 1, 4], \"position\": [0, -0.5, 0]}],"
               "\"characters\": [{\"feet\": [0, 0, 0]}]}");
    tool_result result = tool_call("foreign", NULL, "run foreign.scene --ticks 3 --quiet");
    assert_string_equal(result.error, "");
    assert_int_equal(result.status, 0);
    tool_result_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_and_units_of_fbx_are_undone),
        cmocka_unit_test(numbers_of_obj_may_begin_with_their_point),
        cmocka_unit_test(kinds_that_are_not_read_say_what_to_do),
        cmocka_unit_test(a_scenario_may_have_another_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
