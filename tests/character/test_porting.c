// test_porting.c - Unreal's names for the fields, presets by their list, and a moveset that gets another
// tuning while states live under it.
#include <lope/lope.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static double get(const lope_tuning *tuning, const char *name)
{
    double value = NAN;
    assert_int_equal(lope_tuning_get(tuning, name, &value), LOPE_OK);
    return value;
}

// Every name goes there and back, with and without its b.
static void names_go_both_ways(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        if (!field->unreal_name) continue;
        lope_tuning tuning = lope_tuning_unreal(), copy = tuning;
        double value;
        assert_int_equal(lope_tuning_get_unreal(&tuning, field->unreal_name, &value), LOPE_OK);
        assert_int_equal(lope_tuning_set_unreal(&copy, field->unreal_name, value), LOPE_OK);
        assert_true(fabs(get(&copy, field->name) - get(&tuning, field->name)) <= 1e-7 * fabs(get(&tuning, field->name)));
        if (field->kind != LOPE_FIELD_BOOL) continue;
        assert_int_equal(lope_tuning_set_unreal(&copy, field->unreal_name + 1, value != 0 ? 0 : 1), LOPE_OK);
        assert_true(get(&copy, field->name) != get(&tuning, field->name));
    }
}

static void names_beyond_the_table(void **unused)
{
    (void)unused;
    const struct {
        const char *unreal, *name;
        double there, own;
    } cases[] = {
        {"WalkableFloorZ", "walkable_floor_angle", 0.5, 1.0471975512},
        {"RotationRate.Yaw", "rotation_rate", 180, 3.1415926536},
        {"RotationRate.Pitch", "rotation_rate_pitch", 90, 1.5707963268},
        {"RotationRate.Roll", "rotation_rate_roll", -90, -1.5707963268},
        {"PlaneConstraintNormal.X", "plane_normal_z", 1, -1},
        {"PlaneConstraintNormal.Y", "plane_normal_x", 1, 1},
        {"PlaneConstraintNormal.Z", "plane_normal_y", 1, 1},
        {"DefaultLandMovementMode", "default_land_mode", 2, LOPE_MODE_NAV_WALKING}, // EMovementMode
        {"DefaultWaterMovementMode", "default_water_mode", 5, LOPE_MODE_FLYING},
        {"bImpartBaseVelocityZ", "impart_base_velocity_y", 0, 0}, // its z is our up
        {"bImpartBaseVelocityX", "impart_base_velocity_z", 0, 0},
        {"ImpartBaseVelocityY", "impart_base_velocity_x", 0, 0},
        {"CapsuleCrouchedHalfHeight", "crouched_height", 44, 0.88},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lope_tuning tuning = lope_tuning_unreal();
        double back;
        assert_int_equal(lope_tuning_set_unreal(&tuning, cases[i].unreal, cases[i].there), LOPE_OK);
        if (fabs(get(&tuning, cases[i].name) - cases[i].own) > 1e-6)
            fail_msg("%s: %g, wanted %g", cases[i].unreal, get(&tuning, cases[i].name), cases[i].own);
        assert_int_equal(lope_tuning_get_unreal(&tuning, cases[i].unreal, &back), LOPE_OK);
        assert_true(fabs(back - cases[i].there) < 1e-4);
    }
    lope_tuning tuning = lope_tuning_unreal();
    double value;
    assert_int_equal(lope_tuning_set_unreal(&tuning, "WalkableFloorZ", 2), LOPE_ERROR_RANGE);
    assert_int_equal(lope_tuning_set_unreal(&tuning, "DefaultLandMovementMode", 6),
                     LOPE_ERROR_RANGE); // custom has no number here
    assert_int_equal(lope_tuning_set_unreal(&tuning, "bJumpZVelocity", 1), LOPE_ERROR_UNKNOWN_NAME);
    assert_int_equal(lope_tuning_get_unreal(&tuning, "Nothing", &value), LOPE_ERROR_UNKNOWN_NAME);
    assert_int_equal(lope_tuning_get_unreal(&tuning, NULL, &value), LOPE_ERROR_NULL);
}

static void presets_are_listed(void **unused)
{
    (void)unused;
    const char *const wanted[] = {"default", "unreal", "platformer", "shooter", "heavy", "moon"};
    lope_moveset movesets[6];
    assert_int_equal(lope_preset_count(), 6);
    for (uint32_t i = 0; i < 6; i++) {
        lope_tuning tuning;
        assert_string_equal(lope_preset_name(i), wanted[i]);
        assert_true(strlen(lope_preset_text(i)) > 10);
        assert_int_equal(lope_tuning_preset(wanted[i], &tuning), LOPE_OK);
        assert_int_equal(lope_moveset_make(&movesets[i], &tuning, NULL), LOPE_OK);
        for (uint32_t k = 0; k < i; k++) assert_true(movesets[k].hash != movesets[i].hash);
    }
    assert_null(lope_preset_name(6));
    assert_null(lope_preset_text(6));
    lope_tuning tuning;
    assert_int_equal(lope_tuning_preset("quake", &tuning), LOPE_ERROR_UNKNOWN_NAME);
}

// Retuned it is as if it had been made so, whatever order things were added in; a bad tuning leaves it as it
// was.
static void a_moveset_is_retuned(void **unused)
{
    (void)unused;
    static const lope_mode mode = {.name = "dance"};
    const lope_curve curve = {.count = 1, .y = {1}};
    const lope_sensor sensor = {.radius = 1};
    lope_tuning tuning = lope_tuning_default(), other;
    lope_moveset a, b;
    assert_int_equal(lope_tuning_preset("heavy", &other), LOPE_OK);
    assert_int_equal(lope_moveset_make(&a, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_make(&b, &other, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&a, &mode, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_curve(&a, &curve, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_sensor(&a, &sensor, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_sensor(&b, &sensor, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&b, &mode, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_curve(&b, &curve, NULL, NULL), LOPE_OK);
    assert_true(a.hash != b.hash);
    assert_int_equal(lope_moveset_retune(&a, &other, NULL), LOPE_OK);
    assert_true(a.hash == b.hash && a.walkable_cosine == b.walkable_cosine && a.game_mode_count == b.game_mode_count);
    lope_moveset before = a;
    lope_error error = {0};
    other.mass = -1;
    assert_int_equal(lope_moveset_retune(&a, &other, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "mass");
    assert_true(a.hash == before.hash && a.tuning.mass == before.tuning.mass);
    lope_moveset empty = {0};
    assert_int_equal(lope_moveset_retune(&empty, &tuning, NULL), LOPE_ERROR_NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_go_both_ways),
        cmocka_unit_test(names_beyond_the_table),
        cmocka_unit_test(presets_are_listed),
        cmocka_unit_test(a_moveset_is_retuned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
