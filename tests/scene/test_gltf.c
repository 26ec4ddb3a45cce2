// test_gltf.c - glTF: each way to store geometry comes out where the format says, and what is broken is
// refused with its place.
//
// Read next: gltf_make.h, scene/gltf_read.h.
#include "scene/gltf_read.h"
#include "scene/mesh.h"

#include "gltf_make.h"
#include "tool.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FILE_NAME LOPE_TEST_OUT "/gltf_test.gltf"

// A triangle that faces up, in the order of the format: floats at byte 0, then the indices 0 1 2 as bytes at
// 36.
static const float up[9] = {0, 0, 0, 0, 0, 1, 1, 0, 0};

static gltf_bytes triangle_bytes(void)
{
    static const long indices[4] = {0, 1, 2, 0};
    gltf_bytes bytes = {.size = 0};
    gltf_put_floats(&bytes, up, 9);
    gltf_put_wholes(&bytes, indices, 4, 1);
    return bytes;
}

#define VIEWS "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}, {\"buffer\": 0, \"byteOffset\": 36, \"byteLength\": 3}]"
#define ACCESSORS                                                                                                          \
    "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"}, {\"bufferView\": 1, " \
    "\"componentType\": 5121, \"count\": 3, \"type\": \"SCALAR\"}]"
#define MESHES "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"indices\": 1}]}]"
#define GEOMETRY VIEWS ", " ACCESSORS ", " MESHES

static lope_scene_mesh expect_mesh(const gltf_bytes *bytes, const char *members, uint32_t triangles)
{
    lope_scene_fault fault = {0};
    lope_scene_mesh mesh;
    char *text = gltf_text(bytes, members);
    tool_write_text(FILE_NAME, text);
    free(text);
    if (!lope_scene_mesh_read(&mesh, FILE_NAME, &fault)) fail_msg("%s", fault.text);
    assert_int_equal(mesh.triangle_count, triangles);
    return mesh;
}

static void expect_refusal(const gltf_bytes *bytes, const char *members, const char *expected)
{
    lope_scene_fault fault = {0};
    lope_scene_mesh mesh;
    char *text = gltf_text(bytes, members);
    tool_write_text(FILE_NAME, text);
    free(text);
    if (lope_scene_mesh_read(&mesh, FILE_NAME, &fault)) fail_msg("read, where expected was: %s", expected);
    assert_int_equal(fault.status, LOPE_SCENE_BAD_INPUT);
    if (strncmp(fault.text, FILE_NAME, strlen(FILE_NAME)) != 0 || strstr(fault.text, expected) == NULL)
        fail_msg("\"%s\" has no \"%s\"", fault.text, expected);
}

// Corner k of triangle t is at x, y, z, to the rounding of floats.
static void expect_corner(const lope_scene_mesh *mesh, uint32_t t, uint32_t k, double x, double y, double z)
{
    const float *p = &mesh->points[3 * (size_t)mesh->indices[3 * (size_t)t + k]];
    double far = fabs((double)p[0] - x) + fabs((double)p[1] - y) + fabs((double)p[2] - z);
    if (far > 1e-6 * (1 + fabs(x) + fabs(y) + fabs(z)))
        fail_msg("corner %u of triangle %u at %g %g %g, expected %g %g %g", (unsigned)k, (unsigned)t, (double)p[0], (double)p[1],
                 (double)p[2], x, y, z);
}

// Twice the area of a triangle's shadow on the ground, more than 0 when it faces up.
static double shadow(const lope_scene_mesh *mesh, uint32_t t)
{
    const float *p[3];
    for (uint32_t k = 0; k < 3; k++) p[k] = &mesh->points[3 * (size_t)mesh->indices[3 * (size_t)t + k]];
    double ax = (double)(p[1][0] - p[0][0]), az = (double)(p[1][2] - p[0][2]);
    double bx = (double)(p[2][0] - p[0][0]), bz = (double)(p[2][2] - p[0][2]);
    return az * bx - ax * bz;
}

// Every kind of whole numbers, as they are and normalised, undone by the node's parts or its matrix.
static void test_quantized_positions_come_out_in_place(void **state)
{
    (void)state;
    static const struct {
        unsigned kind, size;
        long largest, least;
    } kinds[] = {{5120, 1, 127, -127}, {5121, 1, 255, 0}, {5122, 2, 32767, -32767}, {5123, 2, 65535, 0}};
    for (unsigned i = 0; i < 16; i++) {
        bool normalized = i / 4 % 2 == 1, matrix = i / 8 == 1;
        long most = kinds[i % 4].largest, least = kinds[i % 4].least;
        const long points[12] = {least, 0, least, 0, least, 0, most, 0, most, 0, least, 0}; // padded by 0
        double unit = normalized ? 1.0 : (double)most, scale = 4.0 / unit, low = least < 0 ? -1.0 : 0.0;
        char members[1200], place[200];
        gltf_bytes bytes = {.size = 0};
        gltf_put_wholes(&bytes, points, 12, kinds[i % 4].size);
        if (matrix)
            snprintf(place, sizeof place, "\"matrix\": [%.17g, 0, 0, 0, 0, %.17g, 0, 0, 0, 0, %.17g, 0, 5, 6, 7, 1]", scale,
                     scale, scale);
        else
            snprintf(place, sizeof place, "\"translation\": [5, 6, 7], \"scale\": [%.17g, %.17g, %.17g]", scale, scale, scale);
        snprintf(
            members, sizeof members,
            "\"extensionsUsed\": [\"KHR_mesh_quantization\"], \"extensionsRequired\": [\"KHR_mesh_quantization\"],"
            "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": %u, \"byteStride\": %u}], \"accessors\": [{\"bufferView\": 0, "
            "\"componentType\": %u, \"normalized\": %s, \"count\": 3, \"type\": \"VEC3\"}], \"meshes\": [{\"primitives\": "
            "[{\"attributes\": {\"POSITION\": 0}}]}], \"nodes\": [{\"mesh\": 0, %s}]",
            (unsigned)bytes.size, 4 * kinds[i % 4].size, kinds[i % 4].kind, normalized ? "true" : "false", place);
        lope_scene_mesh mesh = expect_mesh(&bytes, members, 1);
        expect_corner(&mesh, 0, 0, 5 + 4 * low, 6, 7 + 4 * low);
        expect_corner(&mesh, 0, 1, 5 + 4 * low, 6, 7 + 4);
        expect_corner(&mesh, 0, 2, 5 + 4, 6, 7 + 4 * low);
        lope_scene_mesh_free(&mesh);
    }
}

// A quad as a strip and as a fan, with indices and without: both triangles face up.
static void test_strips_and_fans_keep_their_sides(void **state)
{
    (void)state;
    static const float strip[15] = {0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 2, 0, 0},
                       fan[15] = {0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0, -1};
    static const long indices[5] = {0, 1, 2, 3, 4};
    for (int i = 0; i < 4; i++) {
        char members[1200];
        gltf_bytes bytes = {.size = 0};
        gltf_put_floats(&bytes, i % 2 == 0 ? strip : fan, 15);
        gltf_put_wholes(&bytes, indices, 5, 4);
        snprintf(
            members, sizeof members,
            "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 60}, {\"buffer\": 0, \"byteOffset\": 60, \"byteLength\": 20}],"
            "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 5, \"type\": \"VEC3\"}, {\"bufferView\": 1, "
            "\"componentType\": 5125, \"count\": 5, \"type\": \"SCALAR\"}], \"meshes\": [{\"primitives\": [{\"mode\": %d, "
            "\"attributes\": {\"POSITION\": 0}%s}]}], \"nodes\": [{\"mesh\": 0}]",
            i % 2 == 0 ? 5 : 6, i < 2 ? "" : ", \"indices\": 1");
        lope_scene_mesh mesh = expect_mesh(&bytes, members, 3);
        for (uint32_t t = 0; t < 3; t++) assert_true(fabs(shadow(&mesh, t) - 1.0) < 1e-6);
        assert_int_equal(mesh.point_count, 5);
        lope_scene_mesh_free(&mesh);
    }
}

static void test_points_and_lines_are_passed_over(void **state)
{
    (void)state;
    gltf_bytes bytes = triangle_bytes();
    lope_scene_mesh mesh =
        expect_mesh(&bytes,
                    VIEWS ", " ACCESSORS ", \"meshes\": [{\"primitives\": [{\"mode\": 0, \"attributes\": {\"POSITION\": 0}}, "
                          "{\"mode\": 3, \"attributes\": {\"POSITION\": 0}}, {\"attributes\": {\"POSITION\": 0}}]}],"
                          "\"nodes\": [{\"mesh\": 0}]",
                    1);
    lope_scene_mesh_free(&mesh);
}

static void test_names_are_those_of_nodes_and_materials(void **state)
{
    (void)state;
    gltf_bytes bytes = triangle_bytes();
    lope_scene_mesh mesh = expect_mesh(
        &bytes,
        VIEWS
        ", " ACCESSORS
        ", \"materials\": [{\"name\": \"stone\"}, {}], \"meshes\": [{\"name\": \"m\", \"primitives\": [{\"attributes\": "
        "{\"POSITION\": 0}, \"material\": 0}, {\"attributes\": {\"POSITION\": 0}}]}], \"nodes\": [{\"mesh\": 0}, {\"mesh\": 0, "
        "\"name\": \"own\"}]",
        4);
    assert_int_equal(mesh.object_count, 4);
    assert_string_equal(mesh.objects[0].name, "nodes[0]");
    assert_string_equal(mesh.objects[3].name, "own");
    assert_int_equal(mesh.objects[0].material, 0);
    assert_int_equal(mesh.objects[1].material, LOPE_SCENE_NO_MATERIAL);
    assert_int_equal(mesh.material_count, 2);
    assert_string_equal(mesh.materials[0], "stone");
    assert_string_equal(mesh.materials[1], "");
    lope_scene_mesh_free(&mesh);
}

// Two copies each: moved, turned a quarter about y, and mirrored.
static void test_instances_of_one_attribute_are_all_there(void **state)
{
    (void)state;
    static const float more[20] = {0, 0, 0, 3, 0, 0, 0, 0, 0, 1, 0, 0.70710678f, 0, 0.70710678f, 1, 1, 1, -1, 1, 1};
    static const char *const uses[3] = {"\"TRANSLATION\": 2", "\"ROTATION\": 3", "\"SCALE\": 4"};
    static const double last[3][3] = {{4, 0, 0}, {0, 0, -1}, {-1, 0, 0}}; // of the second copy
    for (int i = 0; i < 3; i++) {
        char members[2000];
        gltf_bytes bytes = triangle_bytes();
        gltf_put_floats(&bytes, more, 20);
        snprintf(
            members, sizeof members,
            "\"extensionsRequired\": [\"EXT_mesh_gpu_instancing\"], \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}, "
            "{\"buffer\": 0, "
            "\"byteOffset\": 36, \"byteLength\": 3}, {\"buffer\": 0, \"byteOffset\": 40, \"byteLength\": 80}], \"accessors\": "
            "[{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"}, {\"bufferView\": 1, "
            "\"componentType\": "
            "5121, \"count\": 3, \"type\": \"SCALAR\"}, {\"bufferView\": 2, \"componentType\": 5126, \"count\": 2, \"type\": "
            "\"VEC3\"}, {\"bufferView\": 2, \"byteOffset\": 24, \"componentType\": 5126, \"count\": 2, \"type\": \"VEC4\"}, "
            "{\"bufferView\": 2, \"byteOffset\": 56, \"componentType\": 5126, \"count\": 2, \"type\": \"VEC3\"}], " MESHES
            ", \"nodes\": [{\"mesh\": 0, \"extensions\": {\"EXT_mesh_gpu_instancing\": {\"attributes\": {%s}}}}]",
            uses[i]);
        lope_scene_mesh mesh = expect_mesh(&bytes, members, 2);
        assert_int_equal(mesh.object_count, 2);
        expect_corner(&mesh, 0, 2, 1, 0, 0);
        expect_corner(&mesh, 1, i == 2 ? 0 : 2, last[i][0], last[i][1], last[i][2]);
        for (uint32_t t = 0; t < 2; t++) assert_true(fabs(shadow(&mesh, t) - 1.0) < 1e-6);
        lope_scene_mesh_free(&mesh);
    }
    gltf_bytes bytes = triangle_bytes();
    expect_refusal(&bytes, GEOMETRY ", \"nodes\": [{\"mesh\": 0, \"extensions\": {\"EXT_mesh_gpu_instancing\": {}}}]",
                   "nodes[0].extensions: ");
    expect_refusal(&bytes,
                   GEOMETRY
                   ", \"nodes\": [{\"mesh\": 0, \"extensions\": {\"EXT_mesh_gpu_instancing\": {\"attributes\": {\"TRANSLATION\": "
                   "1}}}}]",
                   "accessors[1].type: found SCALAR, expected VEC3");
}

// Zeros but for the points 1 and 2, which are sparse.
static void test_sparse_accessors_replace_what_they_name(void **state)
{
    (void)state;
    static const float values[6] = {0, 0, 1, 1, 0, 0};
    static const char *const members = "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 24}, {\"buffer\": 0, \"byteOffset\": "
                                       "24, \"byteLength\": 4}], \"accessors\": "
                                       "[{\"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\", \"sparse\": {\"count\": 2, "
                                       "\"indices\": {\"bufferView\": 1, "
                                       "\"componentType\": 5123}, \"values\": {\"bufferView\": 0}}}], \"meshes\": "
                                       "[{\"primitives\": [{\"attributes\": {\"POSITION\": "
                                       "0}}]}], \"nodes\": [{\"mesh\": 0}]";
    static const long right[2] = {1, 2}, falling[2] = {2, 1}, beyond[2] = {1, 3};
    gltf_bytes bytes = {.size = 0}, bad;
    gltf_put_floats(&bytes, values, 6);
    bad = bytes;
    gltf_put_wholes(&bytes, right, 2, 2);
    lope_scene_mesh mesh = expect_mesh(&bytes, members, 1);
    for (uint32_t k = 0; k < 3; k++) expect_corner(&mesh, 0, k, (double)up[3 * k], 0, (double)up[3 * k + 2]);
    lope_scene_mesh_free(&mesh);
    bytes = bad;
    gltf_put_wholes(&bytes, falling, 2, 2);
    expect_refusal(&bytes, members, "accessors[0].sparse: ");
    bytes = bad;
    gltf_put_wholes(&bytes, beyond, 2, 2);
    expect_refusal(&bytes, members, "accessors[0].sparse: ");
}

#define SKIN_VIEWS                                                                                                               \
    "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}, {\"buffer\": 0, \"byteOffset\": 36, \"byteLength\": 3}, "            \
    "{\"buffer\": 0, "                                                                                                           \
    "\"byteOffset\": 40, \"byteLength\": 12}, {\"buffer\": 0, \"byteOffset\": 52, \"byteLength\": 12}, {\"buffer\": 0, "         \
    "\"byteOffset\": "                                                                                                           \
    "64, \"byteLength\": 128}], \"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": "           \
    "\"VEC3\"}, "                                                                                                                \
    "{\"bufferView\": 1, \"componentType\": 5121, \"count\": 3, \"type\": \"SCALAR\"}, {\"bufferView\": 2, \"componentType\": "  \
    "5121, "                                                                                                                     \
    "\"count\": 3, \"type\": \"VEC4\"}, {\"bufferView\": 3, \"componentType\": 5121, \"normalized\": true, \"count\": 3, "       \
    "\"type\": "                                                                                                                 \
    "\"VEC4\"}, {\"bufferView\": 4, \"componentType\": 5126, \"count\": 2, \"type\": \"MAT4\"}], \"meshes\": [{\"primitives\": " \
    "[{\"attributes\": {\"POSITION\": 0, \"JOINTS_0\": 2, \"WEIGHTS_0\": 3}, \"indices\": 1}]}]"

// Two joints, at 10 and 20 along x; the middle point hangs on both. The node of the mesh is elsewhere, which
// does not count.
static void test_skins_follow_their_joints_alone(void **state)
{
    (void)state;
    static const long joints[12] = {0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0},
                      weights[12] = {255, 0, 0, 0, 127, 127, 0, 0, 255, 0, 0, 0};
    static const float matrices[32] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -10, 0, 0, 1,
                                       1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -20, 0, 0, 1};
    gltf_bytes bytes = triangle_bytes();
    gltf_put_wholes(&bytes, joints, 12, 1);
    gltf_put_wholes(&bytes, weights, 12, 1);
    gltf_put_floats(&bytes, matrices, 32);
#define NODES                                                                                                                   \
    ", \"nodes\": [{\"mesh\": 0, \"skin\": 0, \"translation\": [0, 99, 0]}, {\"translation\": [10, 0, 0], \"children\": [2]}, " \
    "{\"translation\": [10, 0, 0]}]"
    lope_scene_mesh mesh = expect_mesh(&bytes, SKIN_VIEWS NODES ", \"skins\": [{\"joints\": [1, 2]}]", 1);
    expect_corner(&mesh, 0, 0, 10, 0, 0);
    expect_corner(&mesh, 0, 1, 15, 0, 1);
    expect_corner(&mesh, 0, 2, 21, 0, 0);
    lope_scene_mesh_free(&mesh);
    mesh = expect_mesh(&bytes, SKIN_VIEWS NODES ", \"skins\": [{\"joints\": [1, 2], \"inverseBindMatrices\": 4}]", 1);
    for (uint32_t k = 0; k < 3; k++) expect_corner(&mesh, 0, k, (double)up[3 * k], 0, (double)up[3 * k + 2]);
    lope_scene_mesh_free(&mesh);
    expect_refusal(&bytes, SKIN_VIEWS NODES ", \"skins\": [{\"joints\": []}]", "skins[0].joints: is empty");
    expect_refusal(&bytes, SKIN_VIEWS NODES ", \"skins\": [{}]", "skins[0].joints: is empty");
    expect_refusal(&bytes, SKIN_VIEWS NODES ", \"skins\": [{\"joints\": [1]}]",
                   "joint 1, expected less than its skin's 1 joints");
    expect_refusal(&bytes, SKIN_VIEWS NODES ", \"skins\": [{\"joints\": [1, 3]}]", "skins[0].joints: found 3");
    expect_refusal(&bytes, SKIN_VIEWS NODES ", \"skins\": [{\"joints\": [0, 1, 2], \"inverseBindMatrices\": 4}]",
                   "2 for 3 joints");
    expect_refusal(&bytes, SKIN_VIEWS NODES, "nodes[0].skin: refers to skins, of which the file has none");
}

static void test_morph_targets_count_by_their_weights(void **state)
{
    (void)state;
    gltf_bytes bytes = triangle_bytes();
    static const char *const members = VIEWS
        ", " ACCESSORS
        ", \"meshes\": [{\"weights\": [1], \"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"targets\": [{\"POSITION\": "
        "0}]}]}], \"nodes\": [{\"mesh\": 0}, {\"mesh\": 0, \"weights\": [0.5]}]";
    lope_scene_mesh mesh = expect_mesh(&bytes, members, 2);
    expect_corner(&mesh, 0, 2, 2, 0, 0);
    expect_corner(&mesh, 1, 2, 1.5, 0, 0);
    lope_scene_mesh_free(&mesh);
}

// 20,000 nodes in each other, each 1/1024 further: deep, and right.
static void test_nodes_nested_deep_add_up(void **state)
{
    (void)state;
    enum { DEEP = 20000 };
    size_t room = 1000 + (size_t)DEEP * 80, at = 0;
    char *members = malloc(room);
    assert_non_null(members);
    at += (size_t)snprintf(members, room, GEOMETRY ", \"scenes\": [{\"nodes\": [0]}], \"nodes\": [");
    for (int i = 0; i < DEEP - 1; i++)
        at += (size_t)snprintf(members + at, room - at, "{\"translation\": [0.0009765625, 0, 0], \"children\": [%d]}, ", i + 1);
    snprintf(members + at, room - at, "{\"mesh\": 0}]");
    gltf_bytes bytes = triangle_bytes();
    lope_scene_mesh mesh = expect_mesh(&bytes, members, 1);
    expect_corner(&mesh, 0, 0, (DEEP - 1) / 1024.0, 0, 0);
    lope_scene_mesh_free(&mesh);
    free(members);
}

static void test_nodes_that_are_no_tree_are_refused(void **state)
{
    (void)state;
    gltf_bytes bytes = triangle_bytes();
    static const char *const cases[][2] = {
        {"[{\"mesh\": 0, \"children\": [0]}]", "nodes[0].children: nodes lie in a circle"},
        {"[{\"mesh\": 0}, {\"children\": [2]}, {\"children\": [1]}]", "nodes[1].children: nodes lie in a circle"},
        {"[{\"children\": [2]}, {\"children\": [2]}, {\"mesh\": 0}]", "nodes[1].children: node 2 is the child of two nodes"},
        {"[{\"mesh\": 0, \"children\": [1]}]", "nodes[0].children: found 1, expected a number of its 1 nodes"},
        {"[{\"mesh\": 0, \"children\": 1}]", "nodes[0].children: found another kind of value"},
        {"[{\"mesh\": 0}, {\"mesh\": 0}], \"scenes\": [{\"nodes\": [1, 1]}]",
         "scenes[0].nodes: node 1 is no root, or is listed twice"},
        {"[{\"children\": [1]}, {\"mesh\": 0}], \"scenes\": [{\"nodes\": [1]}]", "scenes[0].nodes: node 1 is no root"},
        {"[{\"mesh\": 0}], \"scenes\": [{\"nodes\": [-1]}]", "scenes[0].nodes: found -1"},
        {"[{\"mesh\": 0}], \"scene\": 1, \"scenes\": [{\"nodes\": [0]}]", "scene: found 1"},
        {"[{\"mesh\": 0.5}]", "nodes[0].mesh: found 0.5"},
        {"[{\"mesh\": 0, \"scale\": [1, 2]}]", "nodes[0].scale: expected 3 finite numbers"},
        {"[{\"mesh\": 0, \"matrix\": [1e999]}]", "nodes[0].matrix: expected 16 finite numbers"},
        {"[{\"mesh\": 0, \"scale\": [1e300, 1e300, 1e300]}]", "is not finite"},
        {"[{}]", "no triangles in it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char members[1200];
        snprintf(members, sizeof members, GEOMETRY ", \"nodes\": %s", cases[i][0]);
        expect_refusal(&bytes, members, cases[i][1]);
    }
}

// What accessors, views and buffers may not say. Each stands in place of one part of a file that is right.
static void test_numbers_beyond_the_file_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"\"count\": 3, \"type\": \"VEC3\"", "\"count\": 4, \"type\": \"VEC3\"",
         "accessors[0]: 4 elements reach past the 36 bytes"},
        {"\"count\": 3, \"type\": \"VEC3\"", "\"count\": 2147483647, \"type\": \"VEC3\"", "accessors[0]: 2147483647 elements"},
        {"\"count\": 3, \"type\": \"VEC3\"", "\"count\": 1e30, \"type\": \"VEC3\"", "accessors[0].count: found 1e+30"},
        {"\"count\": 3, \"type\": \"VEC3\"", "\"count\": -3, \"type\": \"VEC3\"", "accessors[0].count: found -3"},
        {"\"count\": 3, \"type\": \"VEC3\"", "\"type\": \"VEC3\"", "accessors[0].count: is missing"},
        {"\"count\": 3, \"type\": \"VEC3\"", "\"count\": 3, \"type\": \"VEC2\"", "accessors[0].type: found VEC2, expected VEC3"},
        {"\"count\": 3, \"type\": \"VEC3\"", "\"count\": 3", "accessors[0].type: found nothing"},
        {"\"count\": 3, \"type\": \"VEC3\"", "\"count\": 3, \"byteOffset\": 1, \"type\": \"VEC3\"", "accessors[0]: 3 elements"},
        {"\"count\": 3, \"type\": \"VEC3\"", "\"count\": 3, \"byteOffset\": -12, \"type\": \"VEC3\"",
         "accessors[0].byteOffset: found -12"},
        {"\"bufferView\": 0, ", "\"bufferView\": 2, ", "accessors[0].bufferView: found 2"},
        {"5126", "5127", "accessors[0].componentType: found 5127"},
        {"5121", "5126", "accessors[1]"},
        {"5121", "5120", "accessors[1].componentType: expected 5121"},
        {"\"byteLength\": 36}", "\"byteLength\": 36, \"byteStride\": -12}", "bufferViews[0].byteStride: found -12"},
        {"\"byteLength\": 36}", "\"byteLength\": 36, \"byteStride\": 8}",
         "bufferViews[0].byteStride: found 8, expected at least the 12"},
        {"\"byteLength\": 36}", "\"byteLength\": 36, \"byteStride\": 16}", "accessors[0]: 3 elements"},
        {"\"byteLength\": 36}", "\"byteLength\": 41}", "bufferViews[0]: ends at byte 41, past the 40"},
        {"\"byteLength\": 36}", "\"byteLength\": 0}", "bufferViews[0].byteLength: found 0"},
        {"{\"buffer\": 0, \"byteLength\": 36}", "{\"byteLength\": 36}", "bufferViews[0].buffer: is missing"},
        {"{\"buffer\": 0, \"byteLength\": 36}", "{\"buffer\": 1, \"byteLength\": 36}", "bufferViews[0].buffer: found 1"},
        {"\"attributes\": {\"POSITION\": 0}", "\"attributes\": {\"POSITION\": 2}", "meshes[0].POSITION: found 2"},
        {"\"attributes\": {\"POSITION\": 0}", "\"mode\": 7, \"attributes\": {\"POSITION\": 0}", "meshes[0].mode: found 7"},
        {"\"attributes\": {\"POSITION\": 0}", "\"attributes\": {\"POSITION\": 0}, \"material\": 0",
         "meshes[0].material: refers to materials"},
        {"\"primitives\"", "\"primitive\"", "meshes[0].primitives: is missing"},
        {"\"accessors\": [", "\"accessors\": 3, \"ignored\": [", "accessors: found another kind of value"},
    };
    static const char *const whole = GEOMETRY ", \"nodes\": [{\"mesh\": 0}]";
    gltf_bytes bytes = triangle_bytes();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char members[1500];
        const char *at = strstr(whole, cases[i][0]);
        assert_non_null(at);
        snprintf(members, sizeof members, "%.*s%s%s", (int)(at - whole), whole, cases[i][1], at + strlen(cases[i][0]));
        expect_refusal(&bytes, members, cases[i][2]);
    }
    bytes.at[38] = 3;
    expect_refusal(&bytes, whole, "meshes[0]: index 3, expected less than its 3 vertices");
    bytes = triangle_bytes();
    memset(bytes.at, 255, 4);
    expect_refusal(&bytes, whole, "triangle 0 of object \"nodes[0]\" is not finite");
    // Zeros without any bytes are a legal accessor; that many triangles are too many.
    expect_refusal(
        &bytes,
        "\"accessors\": [{\"componentType\": 5126, \"count\": 2147483647, \"type\": \"VEC3\"}], \"meshes\": [{\"primitives\": "
        "[{\"attributes\": {\"POSITION\": 0}}]}], \"nodes\": [{\"mesh\": 0}]",
        "more than 20 million triangles");
    // Fewer, but far more than so small a file has any reason for.
    expect_refusal(&bytes,
                   "\"accessors\": [{\"componentType\": 5126, \"count\": 50000000, \"type\": \"VEC3\"}], \"meshes\": "
                   "[{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}], \"nodes\": [{\"mesh\": 0}]",
                   "repeat its meshes too often for its size");
}

static void expect_text_refusal(const char *text, const char *expected)
{
    lope_scene_fault fault = {0};
    lope_scene_mesh mesh;
    tool_write_text(FILE_NAME, text);
    assert_false(lope_scene_mesh_read(&mesh, FILE_NAME, &fault));
    assert_int_equal(fault.status, LOPE_SCENE_BAD_INPUT);
    if (strstr(fault.text, expected) == NULL) fail_msg("\"%s\" has no \"%s\"", fault.text, expected);
}

static void test_buffers_that_are_not_there_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{\"byteLength\": 40}", "buffers[0]: no uri and no binary chunk"},
        {"{\"byteLength\": 40, \"uri\": \"nowhere.bin\"}", "buffers[0].uri: " LOPE_TEST_OUT "/nowhere.bin cannot be read"},
        {"{\"byteLength\": 40, \"uri\": \".\"}", "cannot be read"},
        {"{\"byteLength\": 40, \"uri\": \"/dev/zero\"}", "buffers[0].uri: found \"/dev/zero\""},
        {"{\"byteLength\": 40, \"uri\": \"https://x.org/a.bin\"}", "buffers[0].uri: found \"https://x.org/a.bin\""},
        {"{\"byteLength\": 40, \"uri\": \"data:text/plain,abc\"}", "buffers[0].uri: data without ;base64,"},
        {"{\"byteLength\": 40, \"uri\": \"data:;base64,AA!A\"}", "buffers[0].uri: a character in its base64"},
        {"{\"byteLength\": 40, \"uri\": \"data:;base64,AAAA\"}", "buffers[0]: 3 of its 40 bytes are there"},
        {"{\"uri\": \"data:;base64,AAAA\"}", "buffers[0].byteLength: is missing"},
        {"{\"byteLength\": 40, \"extensions\": {\"EXT_meshopt_compression\": {\"fallback\": true}}}", "EXT_meshopt_compression"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1500];
        snprintf(text, sizeof text,
                 "{\"asset\": {\"version\": \"2.0\"}, \"buffers\": [%s], " GEOMETRY ", \"nodes\": [{\"mesh\": 0}]}", cases[i][0]);
        expect_text_refusal(text, cases[i][1]);
    }
}

static void test_buffer_in_a_file_beside_is_read(void **state)
{
    (void)state;
    gltf_bytes bytes = triangle_bytes();
    lope_scene_fault fault = {0};
    lope_scene_mesh mesh;
    tool_write(LOPE_TEST_OUT "/gltf a.bin", bytes.at, bytes.size);
    tool_write_text(
        FILE_NAME, "{\"asset\": {\"version\": \"2.0\"}, \"buffers\": [{\"byteLength\": 40, \"uri\": \"gltf%20a.bin\"}], " GEOMETRY
                   ", \"nodes\": [{\"mesh\": 0}]}");
    if (!lope_scene_mesh_read(&mesh, FILE_NAME, &fault)) fail_msg("%s", fault.text);
    expect_corner(&mesh, 0, 1, 0, 0, 1);
    lope_scene_mesh_free(&mesh);
    tool_write(LOPE_TEST_OUT "/gltf a.bin", bytes.at, 39);
    assert_false(lope_scene_mesh_read(&mesh, FILE_NAME, &fault));
    assert_non_null(strstr(fault.text, "buffers[0]: 39 of its 40 bytes are there, so the file was cut off"));
}

static void test_versions_and_syntax_are_named(void **state)
{
    (void)state;
    expect_text_refusal("{\"asset\": {\"version\": \"1.0\"}}", "asset.version: found 1.0, expected 2.0; export it as glTF 2.0");
    expect_text_refusal("{\"asset\": {\"version\": \"2.0\", \"minVersion\": \"2.1\"}}", "asset.minVersion: found 2.1");
    expect_text_refusal("{}", "asset.version: is missing");
    expect_text_refusal("[]", "begins neither as a .glb nor as a .gltf does");
    expect_text_refusal("{\"asset\": {\"version\": \"2.0\"}}", "no triangles in it");
    expect_text_refusal("{\"asset\": \n{\"version\" \"2.0\"}}", "gltf_test.gltf:2:12: ");
    expect_text_refusal("", "is empty");
    expect_text_refusal("{", "gltf_test.gltf:1:2: the file ends here");
}

// The names that others have, with what to do; what is only used is passed over.
static void test_required_extensions_are_known_or_refused_by_name(void **state)
{
    (void)state;
    static const char *const refused[][2] = {{"KHR_draco_mesh_compression", "without compression"},
                                             {"EXT_meshopt_compression", "without compression"},
                                             {"VENDOR_terrain", "export the level without it"},
                                             {"KHR_mesh_quantization2", "export the level without it"},
                                             {"KHR_materials", "export the level without it"}};
    static const char *const read[] = {"KHR_mesh_quantization", "KHR_materials_unlit", "KHR_texture_basisu",
                                       "KHR_texture_transform", "KHR_lights_punctual", "EXT_texture_webp"};
    gltf_bytes bytes = triangle_bytes();
    char members[1500];
    for (size_t i = 0; i < 5 + 5 + 6; i++) {
        bool known = i >= 5 && i % 2 == 0, used = i >= 5 && !known;
        const char *name = i < 5 ? refused[i][0] : known ? read[i % 6] : refused[i % 5][0];
        snprintf(members, sizeof members,
                 GEOMETRY ", \"nodes\": [{\"mesh\": 0}], \"extensionsUsed\": [\"%s\"], \"extensions%s\": [\"%s\"]", name,
                 used ? "Ignored" : "Required", name);
        if (i < 5) {
            expect_refusal(&bytes, members, refused[i][0]);
            expect_refusal(&bytes, members, refused[i][1]);
        } else {
            lope_scene_mesh mesh = expect_mesh(&bytes, members, 1);
            lope_scene_mesh_free(&mesh);
        }
    }
    // Not required, but the only form in which the points are there.
    expect_refusal(&bytes,
                   "\"accessors\": [{\"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"}], \"meshes\": [{\"primitives\": "
                   "[{\"attributes\": "
                   "{\"POSITION\": 0}, \"extensions\": {\"KHR_draco_mesh_compression\": {}}}]}], \"nodes\": [{\"mesh\": 0}]",
                   "KHR_draco_mesh_compression");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quantized_positions_come_out_in_place),
        cmocka_unit_test(test_strips_and_fans_keep_their_sides),
        cmocka_unit_test(test_points_and_lines_are_passed_over),
        cmocka_unit_test(test_names_are_those_of_nodes_and_materials),
        cmocka_unit_test(test_instances_of_one_attribute_are_all_there),
        cmocka_unit_test(test_sparse_accessors_replace_what_they_name),
        cmocka_unit_test(test_skins_follow_their_joints_alone),
        cmocka_unit_test(test_morph_targets_count_by_their_weights),
        cmocka_unit_test(test_nodes_nested_deep_add_up),
        cmocka_unit_test(test_nodes_that_are_no_tree_are_refused),
        cmocka_unit_test(test_numbers_beyond_the_file_are_refused),
        cmocka_unit_test(test_buffers_that_are_not_there_are_refused),
        cmocka_unit_test(test_buffer_in_a_file_beside_is_read),
        cmocka_unit_test(test_versions_and_syntax_are_named),
        cmocka_unit_test(test_required_extensions_are_known_or_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
