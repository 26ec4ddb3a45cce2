// What lope_abi tells, against what this program's compiler makes of the headers, and against the headers'
// text.
#include "world/world_help.h"

#include <lope/abi.h>

#include <ctype.h>

// The rows that this program counts by itself: all that a binding passes or reads by value or in arrays.
#define SIZE_OF(name)       \
    {                       \
#name, sizeof(name) \
    }
static const struct {
    const char *name;
    size_t size;
} sizes[] = {
    SIZE_OF(lope_state),         SIZE_OF(lope_input),     SIZE_OF(lope_requests),         SIZE_OF(lope_report),
    SIZE_OF(lope_event),         SIZE_OF(lope_tuning),    SIZE_OF(lope_moveset),          SIZE_OF(lope_world_def),
    SIZE_OF(lope_character_def), SIZE_OF(lope_body_def),  SIZE_OF(lope_mesh_def),         SIZE_OF(lope_level_hit),
    SIZE_OF(lope_cast_def),      SIZE_OF(lope_cast_hit),  SIZE_OF(lope_surroundings),     SIZE_OF(lope_sink_body),
    SIZE_OF(lope_sink_face),     SIZE_OF(lope_shape),     SIZE_OF(lope_world_event),      SIZE_OF(lope_pose),
    SIZE_OF(lope_predict_def),   SIZE_OF(lope_predicted), SIZE_OF(lope_recorded_tick),    SIZE_OF(lope_move_columns),
    SIZE_OF(lope_mover_state),   SIZE_OF(lope_error),     SIZE_OF(lope_projectile_state), SIZE_OF(lope_abi_info),
};

static void sizes_are_those_of_the_headers(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (lope_abi_size(sizes[i].name) != sizes[i].size)
            fail_msg("%s: %u bytes, %zu here", sizes[i].name, (unsigned)lope_abi_size(sizes[i].name), sizes[i].size);
    assert_int_equal(lope_abi_size("lope_nothing"), 0);
    assert_int_equal(lope_abi_size(NULL), 0);
    assert_int_equal(lope_abi()->size, sizeof(lope_abi_info));
}

static void version_is_that_of_the_library(void **unused)
{
    (void)unused;
    char text[64];
    const lope_abi_info *info = lope_abi();
    snprintf(text, sizeof text, "%u.%u.%u", (unsigned)info->major, (unsigned)info->minor, (unsigned)info->patch);
    assert_string_equal(text, lope_version());
}

static void constants_have_their_values(void **unused)
{
    (void)unused;
    assert_true(lope_abi_constant_find("LOPE_BODY_NONE")->value == LOPE_BODY_NONE);
    assert_true(lope_abi_constant_find("LOPE_BODY_CHARACTER")->value == LOPE_BODY_CHARACTER);
    assert_int_equal(lope_abi_constant_find("LOPE_REQUEST_FOLLOW")->value, LOPE_REQUEST_FOLLOW);
    assert_true(lope_abi_constant_find("LOPE_HOLE")->number == (double)LOPE_HOLE);
    assert_true(lope_abi_constant_find("LOPE_PI")->number == (double)LOPE_PI);
    assert_null(lope_abi_constant_find("LOPE_API"));
    assert_null(lope_abi_constant_find(NULL));
}

// Copies the word that follows `after` at the beginning of a line. Returns false when the line does not
// begin so.
static bool word_after(const char *line, const char *after, char *word, size_t most)
{
    size_t length = strlen(after), i = 0;
    if (strncmp(line, after, length) != 0) return false;
    for (const char *c = line + length; (isalnum((unsigned char)*c) || *c == '_') && i + 1 < most; c++) word[i++] = *c;
    word[i] = 0;
    return true;
}

static bool is_guard(const char *name)
{
    size_t length = strlen(name);
    return length > 2 && strcmp(name + length - 2, "_H") == 0;
}

// Looks up every struct and macro of a header's text.
static void check_header(const char *path, uint32_t *structs, uint32_t *constants)
{
    char line[512], name[128];
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("%s: cannot be read", path);
    while (fgets(line, sizeof line, file)) {
        if (word_after(line, "typedef struct ", name, sizeof name) && strchr(line, '{')) {
            if (lope_abi_size(name) == 0) fail_msg("%s: %s is not told: run scripts/abi_tables.py", path, name);
            ++*structs;
        } else if (word_after(line, "#define ", name, sizeof name) && !is_guard(name) && strcmp(name, "LOPE_API") != 0) {
            if (!lope_abi_constant_find(name)) fail_msg("%s: %s is not told: run scripts/abi_tables.py", path, name);
            ++*constants;
        }
    }
    fclose(file);
}

// Every header that lope.h includes, read as text.
static void every_struct_and_macro_is_told(void **unused)
{
    (void)unused;
    char line[512], path[512];
    uint32_t structs = 0, constants = 0;
    FILE *all = fopen(LOPE_SOURCE_DIR "/include/lope/lope.h", "r");
    assert_non_null(all);
    while (fgets(line, sizeof line, all)) {
        char *end = strstr(line, ".h>");
        if (strncmp(line, "#include <", 10) != 0 || !end) continue;
        end[2] = 0;
        snprintf(path, sizeof path, LOPE_SOURCE_DIR "/include/%.200s", line + 10);
        check_header(path, &structs, &constants);
    }
    fclose(all);
    assert_int_equal(structs, lope_abi()->struct_count); // and none is told that there is not
    assert_int_equal(constants, lope_abi()->constant_count);
    print_message("%u structs, %u constants\n", (unsigned)structs, (unsigned)constants);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_those_of_the_headers),
        cmocka_unit_test(version_is_that_of_the_library),
        cmocka_unit_test(constants_have_their_values),
        cmocka_unit_test(every_struct_and_macro_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
