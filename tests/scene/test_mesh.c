// test_mesh.c - meshes: reading, welding, lope's own file, and what damage does to it.
//
// Read next: scene/mesh.h.
#include "scene/mesh.h"
#include "scene/mesh_data.h"
#include "scene/mesh_file.h"
#include "scene/mesh_obj.h"

#include "tool.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const two_objects = "o left\nusemtl stone\nv 0 0 0\nv 1 0 0\nv 0 0 1\nv 0.1 0 -0\nf 1 3 2\nf 1 2 4\n"
                                       "o right\nusemtl grass\nv 5 0 0\nv 6 0 0\nv 6 0 1\nv 5 0 1\nf 5 8 7 6\n";

static lope_scene_mesh read_text(const char *name, const char *text)
{
    char file[512];
    lope_scene_fault fault = {0};
    lope_scene_mesh mesh;
    snprintf(file, sizeof file, "%s/%s", LOPE_TEST_OUT, name);
    tool_write_text(file, text);
    if (!lope_scene_mesh_read(&mesh, file, &fault)) fail_msg("%s", fault.text);
    return mesh;
}

static void assert_same(const lope_scene_mesh *a, const lope_scene_mesh *b)
{
    assert_int_equal(a->point_count, b->point_count);
    assert_int_equal(a->triangle_count, b->triangle_count);
    assert_int_equal(a->object_count, b->object_count);
    assert_int_equal(a->material_count, b->material_count);
    assert_memory_equal(a->points, b->points, 12 * (size_t)a->point_count);
    assert_memory_equal(a->indices, b->indices, 12 * (size_t)a->triangle_count);
    for (uint32_t i = 0; i < a->object_count; i++) {
        assert_string_equal(a->objects[i].name, b->objects[i].name);
        assert_int_equal(a->objects[i].first_triangle, b->objects[i].first_triangle);
        assert_int_equal(a->objects[i].triangle_count, b->objects[i].triangle_count);
        assert_int_equal(a->objects[i].material, b->objects[i].material);
    }
    for (uint32_t i = 0; i < a->material_count; i++) assert_string_equal(a->materials[i], b->materials[i]);
}

static void test_objects_keep_their_ranges(void **state)
{
    (void)state;
    lope_scene_mesh mesh = read_text("mesh_two.obj", two_objects);
    assert_int_equal(mesh.triangle_count, 4);
    assert_int_equal(mesh.object_count, 2);
    assert_string_equal(mesh.objects[0].name, "left");
    assert_string_equal(mesh.objects[1].name, "right");
    assert_int_equal(mesh.objects[0].first_triangle, 0);
    assert_int_equal(mesh.objects[0].triangle_count, 2);
    assert_int_equal(mesh.objects[1].first_triangle, 2);
    assert_int_equal(mesh.objects[1].triangle_count, 2);
    assert_string_equal(mesh.materials[mesh.objects[0].material], "stone");
    assert_string_equal(mesh.materials[mesh.objects[1].material], "grass");
    // Corners that are shared are one point, and all that is used is there: 4 of the left, 4 of the right.
    assert_int_equal(mesh.point_count, 8);
    lope_scene_mesh_free(&mesh);
}

// One triangle (0,0,0) (0,0,1) (1,0,0) under two nodes: a child that turns it a quarter about y below a
// parent that moves it, and a mirror. Both must still face up, and the mirrored one must not be inside out.
static void test_gltf_nodes_are_baked_in(void **state)
{
    (void)state;
    lope_scene_mesh mesh = read_text(
        "mesh_nodes.gltf",
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,2]}],\"nodes\":[{\"name\":\"moved\","
        "\"translation\":[5,1,0],"
        "\"children\":[1]},{\"name\":\"inner\",\"mesh\":0,\"rotation\":[0,0.7071067811865476,0,0.7071067811865476]},{\"name\":"
        "\"mirrored\","
        "\"mesh\":0,\"scale\":[-1,1,1]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
        "\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,0,1]},{\"bufferView\":"
        "1,"
        "\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":"
        "0,"
        "\"byteOffset\":36,\"byteLength\":6}],\"buffers\":[{\"byteLength\":42,\"uri\":\"data:application/octet-stream;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/AAACAAEA\"}]}");
    // by object: moved by (5, 1, 0) after x went to -z and z to x; x mirrored
    static const float expected[2][3][3] = {{{5, 1, 0}, {6, 1, 0}, {5, 1, -1}}, {{0, 0, 0}, {0, 0, 1}, {-1, 0, 0}}};
    assert_int_equal(mesh.object_count, 2);
    assert_string_equal(mesh.objects[0].name, "inner");
    assert_string_equal(mesh.objects[1].name, "mirrored");
    for (uint32_t i = 0; i < 2; i++) {
        const float *corner[3];
        assert_int_equal(mesh.objects[i].triangle_count, 1);
        for (uint32_t k = 0; k < 3; k++) corner[k] = &mesh.points[3 * mesh.indices[3 * mesh.objects[i].first_triangle + k]];
        float ax = corner[1][0] - corner[0][0], az = corner[1][2] - corner[0][2];
        float bx = corner[2][0] - corner[0][0], bz = corner[2][2] - corner[0][2];
        // twice the area, upward; the quarter turn is made of floats, good to 1e-6
        assert_true(fabsf(az * bx - ax * bz - 1.0f) < 1e-6f);
        for (uint32_t e = 0; e < 3; e++) {
            bool found = false;
            for (uint32_t k = 0; k < 3; k++) {
                float distance = 0.0f;
                for (uint32_t axis = 0; axis < 3; axis++) distance += fabsf(corner[k][axis] - expected[i][e][axis]);
                found = found || distance < 1e-6f;
            }
            assert_true(found);
        }
    }
    lope_scene_mesh_free(&mesh);
}

static void test_weld_joins_equal_bits_only(void **state)
{
    (void)state;
    float points[] = {0.0f, 1.0f, 2.0f, -0.0f, 1.0f, 2.0f, 0.0f, 1.0f, 2.0000002f, 0.0f, 1.0f, 2.0f};
    uint32_t indices[] = {0, 1, 2, 3, 2, 1};
    lope_scene_mesh mesh = {.points = points, .indices = indices, .point_count = 4, .triangle_count = 2};
    assert_true(lope_scene_mesh_weld(&mesh));
    assert_int_equal(mesh.point_count, 2);
    const uint32_t welded[] = {0, 0, 1, 0, 1, 0};
    assert_memory_equal(indices, welded, sizeof welded);
}

static void test_own_file_gives_the_same_mesh(void **state)
{
    (void)state;
    lope_scene_mesh mesh = read_text("mesh_trip.obj", two_objects), again;
    lope_scene_fault fault = {0};
    const char *file = LOPE_TEST_OUT "/mesh_trip.lmesh";
    assert_true(lope_scene_mesh_write(&mesh, file, &fault));
    assert_true(lope_scene_mesh_read(&again, file, &fault));
    assert_same(&mesh, &again);
    lope_scene_mesh_free(&again);
    lope_scene_mesh_free(&mesh);
}

// The layout is a promise: these bytes are the same on every machine.
static void test_own_file_is_laid_out_as_written(void **state)
{
    (void)state;
    float points[] = {0.0f, 1.0f, -2.0f, 0.5f, 0.0f, 0.0f, 0.0f, 0.0f, 3.0f};
    uint32_t indices[] = {0, 1, 2};
    char name[] = "ab";
    lope_scene_object object = {.name = name, .triangle_count = 1, .material = LOPE_SCENE_NO_MATERIAL};
    lope_scene_mesh mesh = {
        .points = points, .indices = indices, .objects = &object, .point_count = 3, .triangle_count = 1, .object_count = 1};
    static const unsigned char expected[] = {
        'L', 'M', 'E', 'S', 'H',  '\r', '\n', 0x1a, 1, 0, 0,    0,    3, 0, 0, 0,    1,   0,  0, 0,    1, 0, 0, 0, 0, 0, 0, 0,
        2,   0,   0,   0,   0,    0,    0,    0,    0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0,   0,  0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0,
        0,   0,   0,   0,   0,    0,    0,    0,    0, 0, 0x40, 0x40, 0, 0, 0, 0,    1,   0,  0, 0,    2, 0, 0, 0, 0, 0, 0, 0,
        1,   0,   0,   0,   0xff, 0xff, 0xff, 0xff, 0, 0, 0,    0,    2, 0, 0, 0,    'a', 'b'};
    size_t size;
    unsigned char *bytes = lope_scene_mesh_encode(&mesh, &size);
    assert_non_null(bytes);
    assert_int_equal(size, sizeof expected + 8);
    assert_memory_equal(bytes, expected, sizeof expected);
    uint64_t hash = lope_scene_mesh_hash(expected, sizeof expected);
    for (unsigned i = 0; i < 8; i++) assert_int_equal(bytes[sizeof expected + i], (unsigned char)(hash >> (8 * i)));
    free(bytes);
}

// FNV-1a's published value of "a", so that the hash is the one that the format names.
static void test_hash_is_fnv(void **state)
{
    (void)state;
    assert_true(lope_scene_mesh_hash((const unsigned char *)"a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
}

static void put_hash(unsigned char *bytes, size_t size)
{
    uint64_t hash = lope_scene_mesh_hash(bytes, size - 8);
    for (unsigned i = 0; i < 8; i++) bytes[size - 8 + i] = (unsigned char)(hash >> (8 * i));
}

// Every bit of every byte, and every shorter length: refused, for the hash covers all. With the hash made
// right again the file may load, but then everything in it is in range.
static void test_damage_is_refused_or_harmless(void **state)
{
    (void)state;
    lope_scene_mesh mesh = read_text("mesh_damage.obj", two_objects), read;
    size_t size, loaded = 0;
    unsigned char *bytes = lope_scene_mesh_encode(&mesh, &size);
    unsigned char *copy = malloc(size);
    assert_non_null(bytes);
    assert_non_null(copy);
    for (size_t i = 0; i < size; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            lope_scene_fault fault = {0};
            memcpy(copy, bytes, size);
            copy[i] ^= (unsigned char)(1u << bit);
            assert_false(lope_scene_mesh_decode(&read, copy, size, "damaged", &fault));
            assert_int_equal(fault.status, LOPE_SCENE_BAD_INPUT);
            if (i >= size - 8) continue;
            put_hash(copy, size);
            fault = (lope_scene_fault){0};
            if (!lope_scene_mesh_decode(&read, copy, size, "damaged", &fault)) {
                assert_int_equal(fault.status, LOPE_SCENE_BAD_INPUT);
                continue;
            }
            for (size_t k = 0; k < 3 * (size_t)read.triangle_count; k++) assert_true(read.indices[k] < read.point_count);
            for (size_t k = 0; k < 3 * (size_t)read.point_count; k++) assert_true(read.points[k] - read.points[k] == 0.0f);
            loaded++;
            lope_scene_mesh_free(&read);
        }
    }
    assert_true(loaded > 0);
    for (size_t length = 0; length < size; length++) {
        lope_scene_fault fault = {0};
        assert_false(lope_scene_mesh_decode(&read, bytes, length, "short", &fault));
    }
    free(copy);
    free(bytes);
    lope_scene_mesh_free(&mesh);
}

static void test_another_version_is_named(void **state)
{
    (void)state;
    lope_scene_mesh mesh = read_text("mesh_version.obj", two_objects), read;
    lope_scene_fault fault = {0};
    size_t size;
    unsigned char *bytes = lope_scene_mesh_encode(&mesh, &size);
    assert_non_null(bytes);
    bytes[8] = 2;
    put_hash(bytes, size);
    assert_false(lope_scene_mesh_decode(&read, bytes, size, "new.lmesh", &fault));
    assert_string_equal(fault.text, "new.lmesh: .lmesh version 2, expected 1; make it again with lope convert");
    free(bytes);
    lope_scene_mesh_free(&mesh);
}

static void assert_obj_fault(const char *text, const char *expected)
{
    lope_scene_fault fault = {0};
    tool_write_text(LOPE_TEST_OUT "/mesh_bad.obj", text);
    assert_false(lope_scene_obj_check(LOPE_TEST_OUT "/mesh_bad.obj", &fault));
    assert_string_equal(fault.text, expected);
}

static void test_obj_faults_name_their_line(void **state)
{
    (void)state;
    assert_obj_fault("v 0 0 0\nv 1 inf 0\n", LOPE_TEST_OUT "/mesh_bad.obj:2: found inf, expected a finite number");
    assert_obj_fault("v 0 1e999 0\n", LOPE_TEST_OUT "/mesh_bad.obj:1: found 1e999, expected a finite number");
    assert_obj_fault("# c\r\nv 0 x1 0\r\n", LOPE_TEST_OUT "/mesh_bad.obj:2: found x1, expected a finite number");
    assert_obj_fault("v 0 1\n", LOPE_TEST_OUT "/mesh_bad.obj:1: found the end of the line, expected 3 coordinates after v");
    assert_obj_fault("v 0 0 0\nf 1/1 0/1 1/1\n",
                     LOPE_TEST_OUT "/mesh_bad.obj:2: found 0/1, expected a vertex number from 1 to 1");
    assert_obj_fault("v 0 0 0\nf -1 -2 1\n",
                     LOPE_TEST_OUT "/mesh_bad.obj:2: found -2, expected a vertex number from 1 to 1 back");
    lope_scene_fault fault = {0};
    tool_write_text(LOPE_TEST_OUT "/mesh_fine.obj",
                    "vn 0 1 0\nvt 0 0\nv 0 0 1e-3 1.0\n  v 1 0 0\nv\t1 0 1\nf 1//1 2//1 3//1\nf -1 -2 -3");
    assert_true(lope_scene_obj_check(LOPE_TEST_OUT "/mesh_fine.obj", &fault));
}

static void test_convert_and_run_the_same(void **state)
{
    (void)state;
    char scenario[512], hashes[2][64];
    tool_write_text(LOPE_TEST_OUT "/mesh_floor.obj", "v -9 0 -9\nv 9 0.5 -9\nv 9 0 9\nv -9 0.25 9\nf 1 4 3\nf 1 3 2\n");
    tool_result result = tool_call("mesh", NULL, "convert mesh_floor.obj mesh_floor.lmesh");
    assert_int_equal(result.status, 0);
    assert_string_equal(result.output, "mesh_floor.lmesh: 2 triangles, 4 points, 1 object, 1 material\n");
    tool_result_free(&result);
    for (int i = 0; i < 2; i++) {
        snprintf(scenario, sizeof scenario,
                 "{ \"lope\": 1, \"level\": [ {\"mesh\": \"mesh_floor.%s\"} ], \"characters\": [ {\"feet\": [0, 1, 0],"
                 "\"input\": [ {\"t\": 0, \"random\": {\"seed\": 4, \"every\": 0.7, \"jump\": 0.3}} ]} ] }",
                 i == 0 ? "obj" : "lmesh");
        tool_write_text(LOPE_TEST_OUT "/mesh_run.json", scenario);
        result = tool_call("mesh", NULL, "run mesh_run.json --quiet");
        assert_int_equal(result.status, 0);
        assert_int_equal(strlen(result.output), 22);
        memcpy(hashes[i], result.output, 23);
        tool_result_free(&result);
    }
    assert_string_equal(hashes[0], hashes[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_objects_keep_their_ranges),       cmocka_unit_test(test_gltf_nodes_are_baked_in),
        cmocka_unit_test(test_weld_joins_equal_bits_only),      cmocka_unit_test(test_own_file_gives_the_same_mesh),
        cmocka_unit_test(test_own_file_is_laid_out_as_written), cmocka_unit_test(test_hash_is_fnv),
        cmocka_unit_test(test_damage_is_refused_or_harmless),   cmocka_unit_test(test_another_version_is_named),
        cmocka_unit_test(test_obj_faults_name_their_line),      cmocka_unit_test(test_convert_and_run_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
