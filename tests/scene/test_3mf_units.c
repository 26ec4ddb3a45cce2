// test_3mf_units.c - the unit that a 3MF file says, in every form in which it may be written.
//
// The archives are made here, not packed; that in files/plain.3mf is packed. ./test files plays whole files of
// each unit. Read next: scene/mesh_3mf.c, scene/zip_entry.c.
#include "scene/mesh.h"
#include "scene/mesh_3mf.h"

#include "tool.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FILE_NAME LOPE_TEST_OUT "/units.3mf"

typedef struct archive {
    unsigned char bytes[4000];
    size_t size, entries, at[3];
    const char *names[3];
    size_t lengths[3];
} archive;

static void put(archive *zip, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) zip->bytes[zip->size++] = (unsigned char)(value >> 8 * i);
}

static void put_text(archive *zip, const char *text)
{
    memcpy(zip->bytes + zip->size, text, strlen(text));
    zip->size += strlen(text);
}

static void add(archive *zip, const char *name, const char *text)
{
    const uint32_t length = (uint32_t)strlen(text);
    zip->names[zip->entries] = name;
    zip->lengths[zip->entries] = length;
    zip->at[zip->entries++] = zip->size;
    put(zip, 0x04034B50u, 4);
    for (int i = 0; i < 7; i++) put(zip, 0, 2); // version to check sum: nothing of it is read
    put(zip, length, 4);
    put(zip, length, 4);
    put(zip, (uint32_t)strlen(name), 2);
    put(zip, 0, 2);
    put_text(zip, name);
    put_text(zip, text);
}

static void add_table(archive *zip)
{
    const size_t begin = zip->size;
    for (size_t i = 0; i < zip->entries; i++) {
        put(zip, 0x02014B50u, 4);
        for (int k = 0; k < 8; k++) put(zip, 0, 2);
        put(zip, (uint32_t)zip->lengths[i], 4);
        put(zip, (uint32_t)zip->lengths[i], 4);
        put(zip, (uint32_t)strlen(zip->names[i]), 2);
        for (int k = 0; k < 6; k++) put(zip, 0, 2);
        put(zip, (uint32_t)zip->at[i], 4);
        put_text(zip, zip->names[i]);
    }
    const size_t size = zip->size - begin;
    put(zip, 0x06054B50u, 4);
    put(zip, 0, 4);
    put(zip, (uint32_t)zip->entries, 2);
    put(zip, (uint32_t)zip->entries, 2);
    put(zip, (uint32_t)size, 4);
    put(zip, (uint32_t)begin, 4);
    put(zip, 0, 2);
}

static void write_bytes(const unsigned char *bytes, size_t size)
{
    FILE *out = fopen(FILE_NAME, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

// Returns the metres of a unit in a file with that model; rels: NULL, it has none.
static double metres(const char *rels, const char *name, const char *model, lope_scene_fault *fault)
{
    archive zip = {.size = 0};
    if (rels) add(&zip, "_rels/.rels", rels);
    add(&zip, name, model);
    add_table(&zip);
    write_bytes(zip.bytes, zip.size);
    return lope_scene_3mf_metres(FILE_NAME, fault);
}

static void expect(const char *model, double asked)
{
    lope_scene_fault fault = {0};
    const double got = metres(NULL, "3D/3dmodel.model", model, &fault);
    if (got != asked) fail_msg("%s: %g m, asked %g m; %s", model, got, asked, fault.text);
}

static void every_unit_is_read(void **unused)
{
    (void)unused;
    expect("<model unit=\"micron\">", 1e-6);
    expect("<model unit=\"millimeter\">", 1e-3);
    expect("<model unit=\"centimeter\">", 1e-2);
    expect("<model unit=\"inch\">", 0.0254);
    expect("<model unit=\"foot\">", 0.3048);
    expect("<model unit=\"meter\">", 1.0);
    expect("<model>", 1e-3);
    expect("<model xml:lang=\"en\"><x unit=\"foot\"/></model>", 1e-3);
    expect("<?xml version=\"1.0\"?>\n<!-- <model unit=\"inch\"> -->\n<m:model a=\"unit='inch'\"\n unit = 'foot' >", 0.3048);
}

static void the_model_is_where_the_archive_says(void **unused)
{
    (void)unused;
    lope_scene_fault fault = {0};
    const char *rels = "<Relationships><Relationship Target=\"/a.png\" Type=\"http://x/thumbnail\"/>"
                       "<Relationship Type=\"http://x/3dmodel\" Target=\"/Other/A.model\"/></Relationships>";
    assert_true(metres(rels, "other/a.model", "<model unit=\"inch\">", &fault) == 0.0254);
    assert_true(metres(rels, "3D/3dmodel.model", "<model unit=\"inch\">", &fault) == 0.0);
    assert_non_null(strstr(fault.text, "Other/A.model is not in the archive"));
}

static void a_bad_unit_is_named(void **unused)
{
    (void)unused;
    lope_scene_fault fault = {0};
    assert_true(metres(NULL, "3D/3dmodel.model", "<model unit=\"parsec\">", &fault) == 0.0);
    assert_non_null(strstr(fault.text, "units.3mf: the unit of its model is \"parsec\", expected micron, millimeter"));
    assert_int_equal(fault.status, LOPE_SCENE_BAD_INPUT);
    fault = (lope_scene_fault){0}; // the first one is kept
    assert_true(metres(NULL, "3D/3dmodel.model", "no element", &fault) == 0.0);
    assert_non_null(strstr(fault.text, "begins with no element"));
}

// A packed archive, with single bytes changed, ends no reader: under the sanitizers this is a test of bounds.
static void changed_archives_are_read_or_refused(void **unused)
{
    (void)unused;
    size_t size = 0, read = 0;
    char *bytes = tool_read(LOPE_SOURCE_DIR "/tests/scene/files/plain.3mf", &size);
    assert_non_null(bytes);
    write_bytes((unsigned char *)bytes, size);
    lope_scene_fault fault = {0};
    assert_true(lope_scene_3mf_metres(FILE_NAME, &fault) == 1.0);
    for (size_t i = 0; i < size; i++) {
        const char was = bytes[i];
        bytes[i] = (char)(was ^ (char)(1 + 37 * i % 255));
        write_bytes((unsigned char *)bytes, size);
        const double got = lope_scene_3mf_metres(FILE_NAME, &fault);
        read += got > 0.0;
        assert_true(got >= 0.0 && got <= 1.0);
        bytes[i] = was;
    }
    printf("  of %zu changed archives %zu were read\n", size, read);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unit_is_read),
        cmocka_unit_test(the_model_is_where_the_archive_says),
        cmocka_unit_test(a_bad_unit_is_named),
        cmocka_unit_test(changed_archives_are_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
