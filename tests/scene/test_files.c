// test_files.c - mesh files of every kind that are cut off, changed or odd: each is read or refused in one
// line, soon, and none ends or hangs the program.
//
// The small files in files/ are 3MFs, which are zip archives: a box; the same with a thumbnail, on which
// assimp ends; and one of which a component refers to itself. All others are made here. Read next:
// test_gltf.c, scene/mesh_process.h.
#define _DEFAULT_SOURCE 1 // MAP_ANONYMOUS
#include "scene/mesh.h"
#include "scene/mesh_process.h"

#include "gltf_make.h"
#include "tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#if !defined(_WIN32)
#include <sys/mman.h>
#endif

#if defined(LOPE_QUICK)
#define CHANGES 10
#else
#define CHANGES 60
#endif

// Seconds that a small file may take on a machine with nothing else to do; tests run where others do, so the
// limit is wider.
#define SOON 10.0

static const double points[8][3] = {{-1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {-1, 1, 1},
                                    {1, -1, -1},  {1, -1, 1},  {1, 1, -1},  {1, 1, 1}};
static const unsigned quads[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};

typedef struct sample {
    const char *name; // its ending is that of the kind
    size_t size;
    unsigned char bytes[4096];
    size_t least; // a cut to fewer bytes is surely refused
} sample;

static void add_text(sample *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf((char *)s->bytes + s->size, sizeof s->bytes - s->size, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && s->size + (size_t)length < sizeof s->bytes);
    s->size += (size_t)length;
}

static void add_number(sample *s, uint32_t bits, unsigned size, bool big)
{
    assert_true(s->size + size <= sizeof s->bytes);
    for (unsigned i = 0; i < size; i++) s->bytes[s->size++] = (unsigned char)(bits >> (8 * (big ? size - 1 - i : i)) & 255u);
}

static uint32_t bits_of(double value)
{
    float small = (float)value;
    uint32_t bits;
    memcpy(&bits, &small, sizeof bits);
    return bits;
}

static void make_obj(sample *s)
{
    s->name = "files_box.obj";
    for (int i = 0; i < 8; i++) add_text(s, "v %g %g %g\n", points[i][0], points[i][1], points[i][2]);
    s->least = s->size + 5;
    for (int i = 0; i < 6; i++)
        add_text(s, "f %u %u %u %u\n", quads[i][0] + 1, quads[i][1] + 1, quads[i][2] + 1, quads[i][3] + 1);
}

static void make_off(sample *s)
{
    s->name = "files_box.off";
    add_text(s, "OFF\n# a box\n8 6 0\n");
    for (int i = 0; i < 8; i++) add_text(s, "%g %g %g\n", points[i][0], points[i][1], points[i][2]);
    for (int i = 0; i < 6; i++) add_text(s, "4 %u %u %u %u\n", quads[i][0], quads[i][1], quads[i][2], quads[i][3]);
    s->least = s->size - 1;
}

static void make_ply(sample *s, unsigned kind)
{
    static const char *const formats[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    s->name = "files_box.ply";
    add_text(s,
             "ply\nformat %s 1.0\ncomment a box\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n"
             "element face 6\nproperty list uchar int vertex_indices\nend_header\n",
             formats[kind]);
    for (int i = 0; i < 8; i++) {
        if (kind == 0) add_text(s, "%g %g %g\n", points[i][0], points[i][1], points[i][2]);
        for (int k = 0; k < 3 && kind > 0; k++) add_number(s, bits_of(points[i][k]), 4, kind == 2);
    }
    for (int i = 0; i < 6; i++) {
        if (kind == 0) add_text(s, "4 %u %u %u %u\n", quads[i][0], quads[i][1], quads[i][2], quads[i][3]);
        if (kind > 0) add_number(s, 4, 1, false);
        for (int k = 0; k < 4 && kind > 0; k++) add_number(s, quads[i][k], 4, kind == 2);
    }
    s->least = kind == 0 ? s->size - 1 : s->size;
}

static void make_stl(sample *s, bool text)
{
    s->name = "files_box.stl";
    if (text) {
        add_text(s, "solid box\n");
    } else {
        for (int i = 0; i < 80; i++) add_number(s, ' ', 1, false);
        add_number(s, 12, 4, false);
    }
    for (int t = 0; t < 12; t++) {
        const unsigned *quad = quads[t / 2], corners[3] = {quad[0], quad[t % 2 + 1], quad[t % 2 + 2]};
        if (text) add_text(s, "facet normal 0 0 0\nouter loop\n");
        for (int k = 0; k < 3 && !text; k++) add_number(s, 0, 4, false);
        for (int k = 0; k < 3; k++) {
            const double *p = points[corners[k]];
            if (text) add_text(s, "vertex %g %g %g\n", p[0], p[1], p[2]);
            for (int axis = 0; axis < 3 && !text; axis++) add_number(s, bits_of(p[axis]), 4, false);
        }
        if (text) add_text(s, "endloop\nendfacet\n");
        if (!text) add_number(s, 0, 2, false);
    }
    s->least = s->size;
    if (text) add_text(s, "endsolid box\n");
}

static void make_gltf(sample *s, bool binary)
{
    static const char *const members = "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 96}, {\"buffer\": 0, \"byteOffset\": "
                                       "96, \"byteLength\": 36}], \"accessors\": "
                                       "[{\"bufferView\": 0, \"componentType\": 5126, \"count\": 8, \"type\": \"VEC3\"}, "
                                       "{\"bufferView\": 1, \"componentType\": 5121, "
                                       "\"count\": 36, \"type\": \"SCALAR\"}], \"meshes\": [{\"primitives\": [{\"attributes\": "
                                       "{\"POSITION\": 0}, \"indices\": 1}]}], "
                                       "\"nodes\": [{\"mesh\": 0, \"name\": \"box\", \"translation\": [1, 2, 3], \"scale\": [1, "
                                       "1, 1], \"children\": []}], \"scene\": 0, "
                                       "\"scenes\": [{\"nodes\": [0]}]";
    gltf_bytes bytes = {.size = 0};
    for (int i = 0; i < 24; i++) {
        float value = (float)points[i / 3][i % 3];
        gltf_put_floats(&bytes, &value, 1);
    }
    for (int t = 0; t < 12; t++) {
        const unsigned *quad = quads[t / 2];
        const long corners[3] = {(long)quad[0], (long)quad[t % 2 + 1], (long)quad[t % 2 + 2]};
        gltf_put_wholes(&bytes, corners, 3, 1);
    }
    char *text = gltf_text(&bytes, members);
    unsigned char *whole = binary ? gltf_binary(&bytes, members, &s->size) : (unsigned char *)text;
    if (!binary) s->size = strlen(text);
    assert_true(s->size <= sizeof s->bytes);
    memcpy(s->bytes, whole, s->size);
    s->name = binary ? "files_box.glb" : "files_box.gltf";
    s->least = s->size;
    if (binary) free(whole);
    free(text);
}

static void make_3mf(sample *s)
{
    size_t size = 0;
    char *bytes = tool_read(LOPE_SOURCE_DIR "/tests/scene/files/plain.3mf", &size);
    assert_non_null(bytes);
    assert_true(size <= sizeof s->bytes);
    memcpy(s->bytes, bytes, size);
    free(bytes);
    s->size = size;
    s->name = "files_box.3mf";
    s->least = size - 22; // the end of the archive's table
}

#define KINDS 10u

static sample make(unsigned kind)
{
    sample s = {0};
    if (kind == 0) make_obj(&s);
    if (kind == 1) make_off(&s);
    if (kind >= 2 && kind <= 4) make_ply(&s, kind - 2);
    if (kind == 5 || kind == 6) make_stl(&s, kind == 5);
    if (kind == 7 || kind == 8) make_gltf(&s, kind == 8);
    if (kind == 9) make_3mf(&s);
    return s;
}

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Reads bytes as a file of that name. Returns the triangles, 0 when it was refused, which is one line that
// names the file.
static uint32_t read_bytes(const char *name, const unsigned char *bytes, size_t size, lope_scene_fault *fault)
{
    char file[512];
    lope_scene_mesh mesh;
    snprintf(file, sizeof file, "%s/%s", LOPE_TEST_OUT, name);
    tool_write(file, bytes, size);
    *fault = (lope_scene_fault){0};
    double begin = seconds();
    bool good = lope_scene_mesh_read(&mesh, file, fault);
    double taken = seconds() - begin;
    if (taken > SOON) fail_msg("%s of %u bytes took %.1f s", name, (unsigned)size, taken);
    assert_true(good == (fault->status == 0));
    if (!good) {
        if (fault->status != LOPE_SCENE_BAD_INPUT || strncmp(fault->text, file, strlen(file)) != 0 ||
            strchr(fault->text, '\n') != NULL)
            fail_msg("status %d: %s", fault->status, fault->text);
        return 0;
    }
    for (size_t i = 0; i < 3 * (size_t)mesh.triangle_count; i++) assert_true(mesh.indices[i] < mesh.point_count);
    for (size_t i = 0; i < 3 * (size_t)mesh.point_count; i++) assert_true(mesh.points[i] - mesh.points[i] == 0.0f);
    uint32_t count = mesh.triangle_count;
    lope_scene_mesh_free(&mesh);
    return count;
}

// Every length of each kind. What an .obj of fewer faces is cannot be told from a whole one.
static void test_cut_files_are_refused_soon(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        sample s = make(kind);
        lope_scene_fault fault;
        if (read_bytes(s.name, s.bytes, s.size, &fault) != 12) fail_msg("%s: %s", s.name, fault.text);
        size_t step = kind == 9 ? 7 : 1;
        for (size_t size = 0; size < s.size; size += step) {
            uint32_t count = read_bytes(s.name, s.bytes, size, &fault);
            if (count != 0 && size < s.least)
                fail_msg("%s cut to %u of %u bytes was read", s.name, (unsigned)size, (unsigned)s.size);
        }
    }
}

// A few bytes of each kind changed, again and again: read or refused.
static void test_changed_files_end_nothing(void **state)
{
    (void)state;
    const uint64_t seed = 20;
    printf("seed %u, %d changes of each of %u kinds\n", (unsigned)seed, CHANGES, KINDS);
    uint64_t random = seed;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        const sample whole = make(kind);
        bool quick = kind == 7 || kind == 8; // without a process
        for (int i = 0; i < (quick ? 10 * CHANGES : CHANGES); i++) {
            sample s = whole;
            lope_scene_fault fault;
            for (int k = 0; k <= i % 4; k++) {
                random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
                s.bytes[(random >> 33) % s.size] =
                    i % 2 == 0 ? (unsigned char)(random >> 24) : (unsigned char)('0' + (random >> 24) % 10);
            }
            read_bytes(s.name, s.bytes, s.size, &fault);
        }
    }
}

static void expect_text(const char *name, const char *text, uint32_t triangles, const char *expected)
{
    lope_scene_fault fault;
    uint32_t count = read_bytes(name, (const unsigned char *)text, strlen(text), &fault);
    if (count != triangles) fail_msg("%u triangles of \"%s\": %s", (unsigned)count, text, fault.text);
    if (triangles == 0 && strstr(fault.text, expected) == NULL) fail_msg("\"%s\" has no \"%s\"", fault.text, expected);
}

static void test_obj_lines_are_joined_and_marks_skipped(void **state)
{
    (void)state;
    const char *name = "files_lines.obj";
    expect_text(name, "v 0 0 0\nv 0 0 1\nv 1 0 \\\n  0\nf 1 2 \\\n 3\n", 1, "");
    expect_text(name, "v 0 0 0\r\nv 0 0 1\r\nv 1 \\\r\n0 \\\r\n 0\r\nf 1 \\\r\n2 3\\", 1, "");
    expect_text(name, "\xEF\xBB\xBFv 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n", 1, "");
    expect_text(name, "\xEF\xBB\xBF# C:\\levels\\\nv 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3 # C:\\\n", 1, "");
    expect_text(name, "  v 0 0 0\n\tv 0 0 1\nv\t1\t0\t0\n f 1 2 3\n", 1, "");
    expect_text(name, "v 0 0 0\rv 0 0 1\rv 1 0 0\rf 1 2 3\r", 1, "");
    expect_text(name, "v 0 0 0\nv 0 \\\n0 \\\nx\nf 1 2 3\n", 0, "files_lines.obj:4: found x, expected a finite number");
    expect_text(name, "v 0 0 0\nv 0 0 1\nv 1 \\\n0 0\nf 1 2 \\\n4\n", 0,
                "files_lines.obj:6: found 4, expected a vertex number from 1 to 3");
    expect_text(name, "v 0 0 \\", 0, "files_lines.obj:1: found the end of the line, expected 3 coordinates");
}

static void test_headers_are_checked(void **state)
{
    (void)state;
#define PLY "ply\nformat ascii 1.0\n"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
    const char *ply = "files_header.ply", *off = "files_header.off";
    expect_text(ply, PLY "element vertex 2000000000\n" XYZ "end_header\n0 0 0\n", 0, "files_header.ply:9: the file ends here");
    expect_text(ply, "ply\nformat binary_little_endian 1.0\nelement vertex 2000000000\n" XYZ "end_header\nabc", 0,
                "ends inside element 1");
    expect_text(ply, PLY "element vertex 99999999999\n", 0, ":3: found 99999999999, expected a name and a count");
    expect_text(ply, PLY "element vertex -1\n", 0, ":3: found -1, expected a name and a count");
    expect_text(ply, PLY "element vertex 4000000000\nend_header\n", 0,
                "files_header.ply: element 0 of its header has no property");
    expect_text(ply, PLY "property float x\n", 0, ":3: found property, expected an element before it");
    expect_text(ply, PLY "element vertex 1\nproperty real x\n", 0, ":4: found real, expected a type");
    expect_text(ply, "ply\nformat morse 1.0\n", 0, ":2: found morse, expected ascii");
    expect_text(ply, "ply\nelement vertex 0\nend_header\n0", 0, "expected a line that begins with format");
    expect_text(ply, PLY "element vertex 1\n" XYZ "end_header\n0 0 zero\n", 0, ":8: found zero, expected a number");
    expect_text(off, "OFF\n4000000000 1 0\n0 0 0\n", 0, "files_header.off:4: the file ends here");
    expect_text(off, "OFF\n3 1 0\n0 0 0\n0 0 1\n1 0 0\n3 0 1 3\n", 0, ":6: found 3, expected the number of a point");
    expect_text(off, "OFF 3 1 0\n\n0 0 0\n0 0 1 # c\n1 0 0\n3 0 1\n", 0,
                ":6: the line ends here, expected the number of a point");
    expect_text("files_header.stl",
                "solid\nfacet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 0\nendloop\nendfacet\n", 0,
                "expected endsolid");
}

static void test_archives_that_end_the_importer_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"thumbnail.3mf", "refers_to_itself.3mf"};
    for (int i = 0; i < 2; i++) {
        char arguments[600];
        snprintf(arguments, sizeof arguments, "run %s/tests/scene/files/%s --ticks 1", LOPE_SOURCE_DIR, names[i]);
        tool_result result = tool_call("files", NULL, arguments);
        assert_int_equal(result.status, 2);
        assert_int_equal(result.error_lines, 1);
        assert_non_null(strstr(result.error, "convert it to .glb or .obj"));
        tool_result_free(&result);
    }
}

#if !defined(_WIN32)

static bool reader_that_aborts(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    (void)mesh, (void)file, (void)fault;
    fprintf(stderr, "this must not be seen\n");
    abort();
}

static bool reader_that_hangs(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    (void)mesh, (void)fault;
    for (volatile const char *at = file; at != NULL;) at = file;
    return false;
}

static bool reader_that_leaves(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    (void)mesh, (void)file, (void)fault;
    exit(0);
}

static bool reader_that_refuses(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    (void)mesh;
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: not to its taste", file);
}

// Takes memory until there is none, 64 MB at a time. It asks the system: sanitizers touch what malloc gives.
static bool reader_that_takes(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    (void)mesh;
    for (int i = 0; i < 4096; i++) {
        if (mmap(NULL, (size_t)64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
            return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: no more after %d", file, i < 100);
    }
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: there was no end", file);
}

static void test_what_a_reader_does_is_a_fault_in_words(void **state)
{
    (void)state;
    static const struct {
        lope_scene_mesh_reader *reader;
        const char *expected;
    } cases[] = {{reader_that_aborts, "the importer for .x3d ended by a fault (signal 6)"},
                 {reader_that_hangs, "the importer for .x3d took longer than 0.8 s"},
                 {reader_that_leaves, "the importer for .x3d ended by a fault (status 0)"},
                 {reader_that_refuses, "a.x3d: not to its taste"},
                 {reader_that_takes, "a.x3d: no more after 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lope_scene_mesh mesh = {0};
        lope_scene_fault fault = {0};
        assert_false(lope_scene_mesh_read_apart(cases[i].reader, &mesh, "a.x3d", &fault));
        if (strstr(fault.text, cases[i].expected) == NULL) fail_msg("\"%s\" has no \"%s\"", fault.text, cases[i].expected);
        assert_int_equal(fault.status, LOPE_SCENE_BAD_INPUT);
    }
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_files_are_refused_soon),
        cmocka_unit_test(test_changed_files_end_nothing),
        cmocka_unit_test(test_obj_lines_are_joined_and_marks_skipped),
        cmocka_unit_test(test_headers_are_checked),
        cmocka_unit_test(test_archives_that_end_the_importer_are_refused),
#if !defined(_WIN32)
        cmocka_unit_test(test_what_a_reader_does_is_a_fault_in_words),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
