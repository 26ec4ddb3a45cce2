// test_result.c - texts of the result codes, the version, how refusals are written, and what counts as
// finite.
#include "helpers.h"

#include "base/error.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static void every_code_has_its_own_sentence(void **state)
{
    (void)state;
    for (int i = 0; i < LOPE_RESULT_COUNT; ++i) {
        const char *text = lope_result_text((lope_result)i);
        assert_non_null(text);
        size_t length = strlen(text);
        assert_true(length > 5 && text[length - 1] == '.');
        for (int j = 0; j < i; ++j) assert_string_not_equal(text, lope_result_text((lope_result)j));
    }
    assert_string_equal(lope_result_text(LOPE_RESULT_COUNT), "Not a result code.");
    assert_string_equal(lope_result_text((lope_result)77), "Not a result code.");
}

static void version_is_that_of_the_header(void **state)
{
    (void)state;
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", LOPE_VERSION_MAJOR, LOPE_VERSION_MINOR, LOPE_VERSION_PATCH);
    assert_string_equal(lope_version(), expected);
}

static void refusal_names_the_field(void **state)
{
    (void)state;
    lope_error error;
    memset(&error, 0xee, sizeof error);
    lope_result result = lope_refuse(&error, LOPE_ERROR_INDEX, "indices[7]", "%d of %s", 12, "ten");
    assert_int_equal(result, LOPE_ERROR_INDEX);
    assert_int_equal(error.code, LOPE_ERROR_INDEX);
    assert_string_equal(error.field, "indices[7]");
    assert_string_equal(error.text, "12 of ten");
    assert_int_equal(lope_refuse(NULL, LOPE_ERROR_EMPTY, "points", "none"), LOPE_ERROR_EMPTY);
    lope_refuse(&error, LOPE_ERROR_NULL, NULL, "no field");
    assert_string_equal(error.field, "");
}

static void refusal_is_cut_to_fit(void **state)
{
    (void)state;
    char lengthy[400];
    memset(lengthy, 'x', sizeof lengthy - 1);
    lengthy[sizeof lengthy - 1] = '\0';
    lope_error error;
    lope_refuse(&error, LOPE_ERROR_RANGE, lengthy, "%s", lengthy);
    assert_int_equal(strlen(error.field), sizeof error.field - 1);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void finite_is_neither_nan_nor_infinite(void **state)
{
    (void)state;
    const float good[] = {0.0f, -0.0f, 0x1p-149f, FLT_MIN, FLT_MAX, -FLT_MAX};
    const float bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; ++i) {
        assert_true(lope_finite(good[i]));
        assert_true(lope_finite_double((double)good[i]));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        assert_false(lope_finite(bad[i]));
        assert_false(lope_finite_double((double)bad[i]));
    }
    assert_true(lope_finite_double(DBL_MAX));
    assert_true(lope_finite_double(0x1p-1074));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_its_own_sentence),
        cmocka_unit_test(version_is_that_of_the_header),
        cmocka_unit_test(refusal_names_the_field),
        cmocka_unit_test(refusal_is_cut_to_fit),
        cmocka_unit_test(finite_is_neither_nan_nor_infinite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
