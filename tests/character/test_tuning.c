// test_tuning.c - the table of tuning fields against the struct it describes, setting by either name, ranges,
// and moveset hashes.
#include <lope/moveset.h>

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool is_whole(const lope_tuning_field *field)
{
    return field->kind == LOPE_FIELD_BOOL || field->kind == LOPE_FIELD_INT || field->kind == LOPE_FIELD_ENUM;
}

// Puts any bits past the checks of lope_tuning_set.
static void force_float(lope_tuning *tuning, const lope_tuning_field *field, float value)
{
    assert_false(is_whole(field));
    memcpy((char *)tuning + field->offset, &value, sizeof value);
}

static void force_int(lope_tuning *tuning, const lope_tuning_field *field, int32_t value)
{
    assert_true(is_whole(field));
    memcpy((char *)tuning + field->offset, &value, sizeof value);
}

static bool same(const lope_tuning *a, const lope_tuning *b)
{
    for (uint32_t i = 0; i < lope_tuning_field_count(); ++i) {
        double x, y;
        const char *name = lope_tuning_field_at(i)->name;
        assert_int_equal(lope_tuning_get(a, name, &x), LOPE_OK);
        assert_int_equal(lope_tuning_get(b, name, &y), LOPE_OK);
        if (x != y) return false;
    }
    return true;
}

// Members of 4 bytes, one row each, in order: so none is forgotten and none has another's offset.
static void table_covers_the_struct(void **state)
{
    (void)state;
    assert_int_equal(lope_tuning_field_count() * 4, sizeof(lope_tuning));
    for (uint32_t i = 0; i < lope_tuning_field_count(); ++i) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        assert_int_equal(field->offset, i * 4);
        assert_ptr_equal(lope_tuning_field_find(field->name), field);
    }
    assert_null(lope_tuning_field_at(lope_tuning_field_count()));
    assert_null(lope_tuning_field_at(UINT32_MAX));
    assert_null(lope_tuning_field_find("no_such_field"));
    assert_null(lope_tuning_field_find("MaxWalkSpeed"));
    assert_null(lope_tuning_field_find(NULL));
}

static void rows_are_complete(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < lope_tuning_field_count(); ++i) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        size_t length = strlen(field->text);
        assert_true(length > 10 && field->text[length - 1] == '.');
        assert_non_null(field->unit);
        assert_true(field->low < field->high);
        assert_true(field->unreal_scale > 0.0f);
        assert_true((field->kind == LOPE_FIELD_ENUM) == (field->choices != NULL));
        assert_true((field->kind == LOPE_FIELD_ANGLE) == (strcmp(field->unit, "rad") == 0));
        if (field->kind == LOPE_FIELD_BOOL) assert_true(field->low == 0.0f && field->high == 1.0f);
        if (field->unreal_name != NULL) {
            assert_int_equal(field->kind == LOPE_FIELD_BOOL, field->unreal_name[0] == 'b');
            // Lengths, speeds and accelerations are in centimetres there.
            // A half height is there what is a whole one here.
            bool half = strstr(field->unreal_name, "HalfHeight") != NULL;
            if (field->unit[0] == 'm') assert_true(field->unreal_scale == (half ? 0.02f : 0.01f));
        }
        for (uint32_t j = 0; j < i; ++j) assert_string_not_equal(lope_tuning_field_at(j)->name, field->name);
    }
}

static void integrator_choices_are_named_in_order(void **state)
{
    (void)state;
    const lope_tuning_field *field = lope_tuning_field_find("integrator");
    assert_non_null(field);
    assert_string_equal(field->choices[LOPE_INTEGRATOR_EXACT], "exact");
    assert_string_equal(field->choices[LOPE_INTEGRATOR_UNREAL], "unreal");
    assert_null(field->choices[2]);
    assert_true(field->high == 1.0f);
}

// The numbers in the comments of tuning.h.
static void defaults_are_those_of_the_header(void **state)
{
    (void)state;
    const struct {
        const char *name;
        double value;
    } expected[] = {
        {"units_per_metre", 1},
        {"integrator", LOPE_INTEGRATOR_EXACT},
        {"gravity_scale", 1},
        {"max_acceleration", 20.48},
        {"braking_friction_factor", 2},
        {"braking_friction", 0},
        {"use_separate_braking_friction", 0},
        {"terminal_speed", 40},
        {"mass", 100},
        {"max_simulation_time_step", 0.05},
        {"max_simulation_iterations", 8},
        {"braking_sub_step_time", 1.0 / 33},
        {"max_jump_apex_attempts", 2},
        {"force_max_acceleration", 0},
        {"max_custom_movement_speed", 6},
        {"default_land_mode", LOPE_MODE_WALKING},
        {"default_water_mode", LOPE_MODE_SWIMMING},
        {"up_follows_gravity", 1},
        {"max_walk_speed", 6},
        {"min_analog_walk_speed", 0},
        {"ground_friction", 8},
        {"braking_deceleration_walking", 20.48},
        {"max_step_height", 0.45},
        {"walkable_floor_angle", acos(0.71)},
        {"snap_distance", -1},
        {"perch_radius_threshold", 0},
        {"perch_additional_height", 0.4},
        {"ledge_check_threshold", 0.04},
        {"can_walk_off_ledges", 1},
        {"can_walk_off_ledges_when_crouching", 0},
        {"maintain_horizontal_ground_velocity", 1},
        {"turn_instantly", 0},
        {"can_crouch", 1},
        {"crouched_height", 0.8},
        {"max_walk_speed_crouched", 3},
        {"ignore_base_rotation", 0},
        {"impart_base_velocity_x", 1},
        {"impart_base_velocity_y", 1},
        {"impart_base_velocity_z", 1},
        {"impart_base_angular_velocity", 1},
        {"stay_based_in_air", 0},
        {"stay_based_in_air_height", 10},
        {"former_base_velocity_half_life", 0},
        {"jump_speed", 4.2},
        {"jump_max_hold_time", 0},
        {"jump_max_count", 1},
        {"jump_off_jump_z_factor", 0.5},
        {"dont_fall_below_jump_speed", 1},
        {"air_control", 0.05},
        {"air_control_boost_multiplier", 2},
        {"air_control_boost_velocity_threshold", 0.25},
        {"falling_lateral_friction", 0},
        {"braking_deceleration_falling", 0},
        {"apply_gravity_while_jumping", 1},
        {"coyote_time", 0.1},
        {"jump_buffer_time", 0.1},
        {"max_swim_speed", 3},
        {"braking_deceleration_swimming", 0},
        {"buoyancy", 1},
        {"max_out_of_water_step_height", 0.4},
        {"out_of_water_speed", 4.2},
        {"jump_out_of_water_pitch", 11.25 / 180 * 3.14159265358979},
        {"max_fly_speed", 6},
        {"braking_deceleration_flying", 0},
        {"fly_stop_instantly", 0},
        {"sweep_while_nav_walking", 1},
        {"project_nav_walking", 1},
        {"nav_projection_interval", 0.1},
        {"nav_projection_interp_speed", 12},
        {"nav_walking_floor_dist_tolerance", 0.1},
        {"requested_move_use_acceleration", 1},
        {"use_acceleration_for_paths", 0},
        {"use_fixed_braking_distance_for_paths", 0},
        {"fixed_path_braking_distance", 0},
        {"rotation_rate", 6.28318530717959},
        {"rotation_rate_pitch", 0},
        {"rotation_rate_roll", 0},
        {"orient_rotation_to_movement", 0},
        {"use_controller_desired_rotation", 0},
        {"use_controller_rotation_yaw", 1},
        {"keep_upright", 1},
        {"knockback_control", 0},
        {"push_law", LOPE_PUSH_LIMITED},
        {"enable_physics_interaction", 1},
        {"max_push_force", 500},
        {"standing_downward_force_scale", 1},
        {"initial_push_force_factor", 5},
        {"push_force_factor", 7500},
        {"push_force_scaled_to_mass", 0},
        {"scale_push_force_to_velocity", 1},
        {"push_force_using_z_offset", 0},
        {"push_force_point_z_offset_factor", -0.75},
        {"touch_force_scaled_to_mass", 1},
        {"touch_force_factor", 1},
        {"min_touch_force", -0.01},
        {"max_touch_force", 2.5},
        {"repulsion_force", 0.025},
        {"constrain_to_plane", 0},
        {"plane_normal_x", 0},
        {"plane_normal_y", 0},
        {"plane_normal_z", 1},
        {"plane_offset", 0},
        {"footstep_distance", 0},
    };
    const uint32_t count = sizeof expected / sizeof expected[0];
    assert_int_equal(count, lope_tuning_field_count());
    lope_tuning tuning = lope_tuning_default(), unreal = lope_tuning_unreal();
    for (uint32_t i = 0; i < count; ++i) {
        double value, there;
        assert_int_equal(lope_tuning_get(&tuning, expected[i].name, &value), LOPE_OK);
        assert_true(value == (double)(float)expected[i].value);
        assert_int_equal(lope_tuning_get(&unreal, expected[i].name, &there), LOPE_OK);
        static const char *const ours[] = {"integrator", "coyote_time", "jump_buffer_time", "push_law"};
        bool other = false;
        for (size_t k = 0; k < sizeof ours / sizeof *ours; k++) other |= strcmp(expected[i].name, ours[k]) == 0;
        if (!other) assert_true(there == value);
    }
    assert_int_equal(unreal.integrator, LOPE_INTEGRATOR_UNREAL);
    assert_true(unreal.coyote_time == 0.0f && unreal.jump_buffer_time == 0.0f);
    assert_int_equal(unreal.push_law, LOPE_PUSH_UNREAL);
}

static void presets_have_names(void **state)
{
    (void)state;
    lope_tuning tuning, expected = lope_tuning_default();
    assert_int_equal(lope_tuning_preset("default", &tuning), LOPE_OK);
    assert_true(same(&tuning, &expected));
    assert_int_equal(lope_tuning_check(&tuning, NULL), LOPE_OK);
    expected = lope_tuning_unreal();
    assert_int_equal(lope_tuning_preset("unreal", &tuning), LOPE_OK);
    assert_true(same(&tuning, &expected));
    assert_int_equal(lope_tuning_check(&tuning, NULL), LOPE_OK);
    assert_int_equal(lope_tuning_preset("Default", &tuning), LOPE_ERROR_UNKNOWN_NAME);
    assert_int_equal(lope_tuning_preset(NULL, &tuning), LOPE_ERROR_NULL);
    assert_int_equal(lope_tuning_preset("default", NULL), LOPE_ERROR_NULL);
    assert_true(same(&tuning, &expected)); // a refusal changes nothing
}

// Each field alone changes: what was set is read back and nothing else has moved.
static void setting_changes_one_field(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < lope_tuning_field_count(); ++i) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        const double ends[] = {(double)field->low, (double)field->high};
        for (int end = 0; end < 2; ++end) {
            lope_tuning tuning = lope_tuning_default(), before = tuning;
            assert_int_equal(lope_tuning_set(&tuning, field->name, ends[end]), LOPE_OK);
            double value;
            assert_int_equal(lope_tuning_get(&tuning, field->name, &value), LOPE_OK);
            assert_true(value == ends[end]);
            assert_int_equal(lope_tuning_check(&tuning, NULL), LOPE_OK);
            memcpy((char *)&tuning + field->offset, (const char *)&before + field->offset, 4);
            assert_memory_equal(&tuning, &before, sizeof tuning);
        }
    }
}

static void setting_refuses_what_is_out_of_range(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < lope_tuning_field_count(); ++i) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        lope_tuning tuning = lope_tuning_default(), before = tuning;
        double below = is_whole(field) ? (double)field->low - 1 : (double)nextafterf(field->low, -INFINITY);
        double above = is_whole(field) ? (double)field->high + 1 : (double)nextafterf(field->high, INFINITY);
        assert_int_equal(lope_tuning_set(&tuning, field->name, below), LOPE_ERROR_RANGE);
        assert_int_equal(lope_tuning_set(&tuning, field->name, above), LOPE_ERROR_RANGE);
        assert_int_equal(lope_tuning_set(&tuning, field->name, DBL_MAX), LOPE_ERROR_RANGE);
        assert_int_equal(lope_tuning_set(&tuning, field->name, -DBL_MAX), LOPE_ERROR_RANGE);
        assert_int_equal(lope_tuning_set(&tuning, field->name, (double)NAN), LOPE_ERROR_NOT_FINITE);
        assert_int_equal(lope_tuning_set(&tuning, field->name, (double)INFINITY), LOPE_ERROR_NOT_FINITE);
        if (is_whole(field)) assert_int_equal(lope_tuning_set(&tuning, field->name, 0.5), LOPE_ERROR_RANGE);
        assert_memory_equal(&tuning, &before, sizeof tuning);
    }
}

static void setting_refuses_what_is_not_there(void **state)
{
    (void)state;
    lope_tuning tuning = lope_tuning_default();
    double value = 17;
    assert_int_equal(lope_tuning_set(&tuning, "max_walk_sped", 6), LOPE_ERROR_UNKNOWN_NAME);
    assert_int_equal(lope_tuning_set(&tuning, "", 6), LOPE_ERROR_UNKNOWN_NAME);
    assert_int_equal(lope_tuning_set(&tuning, NULL, 6), LOPE_ERROR_NULL);
    assert_int_equal(lope_tuning_set(NULL, "mass", 6), LOPE_ERROR_NULL);
    assert_int_equal(lope_tuning_get(&tuning, "max_walk_sped", &value), LOPE_ERROR_UNKNOWN_NAME);
    assert_int_equal(lope_tuning_get(NULL, "mass", &value), LOPE_ERROR_NULL);
    assert_int_equal(lope_tuning_get(&tuning, NULL, &value), LOPE_ERROR_NULL);
    assert_int_equal(lope_tuning_get(&tuning, "mass", NULL), LOPE_ERROR_NULL);
    assert_true(value == 17);
    assert_int_equal(lope_tuning_set_unreal(&tuning, "max_walk_speed", 6), LOPE_ERROR_UNKNOWN_NAME);
    assert_int_equal(lope_tuning_set_unreal(&tuning, NULL, 6), LOPE_ERROR_NULL);
    assert_int_equal(lope_tuning_set_unreal(NULL, "Mass", 6), LOPE_ERROR_NULL);
    assert_int_equal(lope_tuning_set_unreal(&tuning, "Mass", (double)NAN), LOPE_ERROR_NOT_FINITE);
    assert_int_equal(lope_tuning_set_unreal(&tuning, "MaxWalkSpeed", -1), LOPE_ERROR_RANGE);
    assert_int_equal(lope_tuning_set_unreal(&tuning, "Mass", DBL_MAX), LOPE_ERROR_RANGE);
}

// A range that begins at 0.001f includes 0.001, although that is the smaller of the two.
static void limits_are_compared_as_floats(void **state)
{
    (void)state;
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_tuning_set(&tuning, "units_per_metre", 0.001), LOPE_OK);
    assert_int_equal(lope_tuning_set(&tuning, "walkable_floor_angle", acos(0.0)), LOPE_OK);
    assert_int_equal(lope_tuning_set_unreal(&tuning, "WalkableFloorAngle", 90), LOPE_OK);
    assert_true(tuning.walkable_floor_angle == 0.5f * LOPE_PI);
}

static void snap_distance_takes_minus_one_or_a_length(void **state)
{
    (void)state;
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_tuning_set(&tuning, "snap_distance", 0), LOPE_OK);
    assert_int_equal(lope_tuning_set(&tuning, "snap_distance", -1), LOPE_OK);
    assert_int_equal(lope_tuning_set(&tuning, "snap_distance", -0.5), LOPE_ERROR_RANGE);
    assert_int_equal(lope_tuning_set(&tuning, "snap_distance", -2), LOPE_ERROR_RANGE);
    assert_true(tuning.snap_distance == -1.0f);
    tuning.snap_distance = -0.5f;
    lope_error error;
    assert_int_equal(lope_tuning_check(&tuning, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "snap_distance");
    assert_non_null(strstr(error.text, "only -1"));
}

// What cannot be the mode on land, or in water, is refused by name, with those that can.
static void default_modes_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *field;
        double mode;
        bool taken;
    } cases[] = {
        {"default_land_mode", LOPE_MODE_NONE, true},      {"default_land_mode", LOPE_MODE_WALKING, true},
        {"default_land_mode", LOPE_MODE_FALLING, false},  {"default_land_mode", LOPE_MODE_SWIMMING, false},
        {"default_land_mode", LOPE_MODE_FLYING, true},    {"default_land_mode", LOPE_MODE_NAV_WALKING, true},
        {"default_water_mode", LOPE_MODE_NONE, false},    {"default_water_mode", LOPE_MODE_WALKING, true},
        {"default_water_mode", LOPE_MODE_FALLING, false}, {"default_water_mode", LOPE_MODE_SWIMMING, true},
        {"default_water_mode", LOPE_MODE_FLYING, true},   {"default_water_mode", LOPE_MODE_NAV_WALKING, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lope_tuning tuning = lope_tuning_default();
        lope_result wanted = cases[i].taken ? LOPE_OK : LOPE_ERROR_RANGE;
        assert_int_equal(lope_tuning_set(&tuning, cases[i].field, cases[i].mode), wanted);
        force_int(&tuning, lope_tuning_field_find(cases[i].field), (int32_t)cases[i].mode);
        lope_error error = {0};
        assert_int_equal(lope_tuning_check(&tuning, &error), wanted);
        if (cases[i].taken) continue;
        assert_string_equal(error.field, cases[i].field);
        assert_non_null(strstr(error.text, "it takes one of"));
        assert_non_null(strstr(error.text, "walking, "));
        lope_moveset moveset;
        assert_int_equal(lope_moveset_make(&moveset, &tuning, &error), LOPE_ERROR_RANGE);
    }
}

// Unreal's own defaults, by its names and in its units, must come out as the preset.
static void unreal_values_give_the_unreal_preset(void **state)
{
    (void)state;
    const struct {
        const char *name;
        double value;
    } there[] = {
        {"GravityScale", 1},
        {"MaxAcceleration", 2048},
        {"BrakingFrictionFactor", 2},
        {"BrakingFriction", 0},
        {"bUseSeparateBrakingFriction", 0},
        {"TerminalVelocity", 4000},
        {"Mass", 100},
        {"MaxSimulationTimeStep", 0.05},
        {"MaxSimulationIterations", 8},
        {"MaxWalkSpeed", 600},
        {"MinAnalogWalkSpeed", 0},
        {"GroundFriction", 8},
        {"BrakingDecelerationWalking", 2048},
        {"MaxStepHeight", 45},
        {"WalkableFloorAngle", 44.7650847},
        {"PerchRadiusThreshold", 0},
        {"bCanWalkOffLedges", 1},
        {"bMaintainHorizontalGroundVelocity", 1},
        {"JumpZVelocity", 420},
        {"JumpMaxHoldTime", 0},
        {"JumpMaxCount", 1},
        {"AirControl", 0.05},
        {"AirControlBoostMultiplier", 2},
        {"AirControlBoostVelocityThreshold", 25},
        {"FallingLateralFriction", 0},
        {"BrakingDecelerationFalling", 0},
        {"bApplyGravityWhileJumping", 1},
        {"BrakingSubStepTime", 1.0 / 33},
        {"MaxJumpApexAttemptsPerSimulation", 2},
        {"bForceMaxAccel", 0},
        {"MaxCustomMovementSpeed", 600},
        {"PerchAdditionalHeight", 40},
        {"LedgeCheckThreshold", 4},
        {"bCanWalkOffLedgesWhenCrouching", 0},
        {"bCanCrouch", 1},
        {"CrouchedHalfHeight", 40},
        {"MaxWalkSpeedCrouched", 300},
        {"bIgnoreBaseRotation", 0},
        {"bImpartBaseVelocityX", 1},
        {"bImpartBaseVelocityY", 1},
        {"bImpartBaseVelocityZ", 1},
        {"bImpartBaseAngularVelocity", 1},
        {"bStayBasedInAir", 0},
        {"StayBasedInAirHeight", 1000},
        {"FormerBaseVelocityDecayHalfLife", 0},
        {"JumpOffJumpZFactor", 0.5},
        {"bDontFallBelowJumpZVelocityDuringJump", 1},
        {"MaxSwimSpeed", 300},
        {"BrakingDecelerationSwimming", 0},
        {"Buoyancy", 1},
        {"MaxOutOfWaterStepHeight", 40},
        {"OutofWaterZ", 420},
        {"JumpOutOfWaterPitch", 11.25},
        {"MaxFlySpeed", 600},
        {"BrakingDecelerationFlying", 0},
        {"bCheatFlying", 0},
        {"bSweepWhileNavWalking", 1},
        {"bProjectNavMeshWalking", 1},
        {"NavMeshProjectionInterval", 0.1},
        {"NavMeshProjectionInterpSpeed", 12},
        {"NavWalkingFloorDistTolerance", 10},
        {"bRequestedMoveUseAcceleration", 1},
        {"bUseAccelerationForPaths", 0},
        {"bUseFixedBrakingDistanceForPaths", 0},
        {"FixedPathBrakingDistance", 0},
        {"RotationRate", 360},
        {"bOrientRotationToMovement", 0},
        {"bUseControllerDesiredRotation", 0},
        {"bUseControllerRotationYaw", 1},
        {"bEnablePhysicsInteraction", 1},
        {"StandingDownwardForceScale", 1},
        {"InitialPushForceFactor", 500},
        {"PushForceFactor", 750000},
        {"bPushForceScaledToMass", 0},
        {"bScalePushForceToVelocity", 1},
        {"bPushForceUsingZOffset", 0},
        {"PushForcePointZOffsetFactor", -0.75},
        {"bTouchForceScaledToMass", 1},
        {"TouchForceFactor", 1},
        {"MinTouchForce", -1},
        {"MaxTouchForce", 250},
        {"RepulsionForce", 2.5},
        {"bConstrainToPlane", 0},
        {"DefaultLandMovementMode", 1},
        {"DefaultWaterMovementMode", 4},
    };
    const uint32_t count = sizeof there / sizeof there[0];
    uint32_t named = 0;
    lope_tuning expected = lope_tuning_unreal(), tuning = expected;
    for (uint32_t i = 0; i < lope_tuning_field_count(); ++i) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        if (field->unreal_name == NULL) continue;
        named += 1;
        assert_int_equal(lope_tuning_set(&tuning, field->name, (double)field->high), LOPE_OK);
    }
    assert_int_equal(named, count);
    for (uint32_t i = 0; i < count; ++i)
        assert_int_equal(lope_tuning_set_unreal(&tuning, there[i].name, there[i].value), LOPE_OK);
    assert_true(same(&tuning, &expected));
}

static void check_names_the_field_and_its_range(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < lope_tuning_field_count(); ++i) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        lope_tuning tuning = lope_tuning_default();
        const float bad[] = {NAN, INFINITY, -INFINITY, field->high * 2.0f + 1.0f, field->low - 1.0f, FLT_MAX};
        for (size_t j = 0; j < sizeof bad / sizeof bad[0] && !is_whole(field); ++j) {
            lope_error error;
            memset(&error, 0, sizeof error);
            force_float(&tuning, field, bad[j]);
            lope_result expected = isfinite(bad[j]) ? LOPE_ERROR_RANGE : LOPE_ERROR_NOT_FINITE;
            assert_int_equal(lope_tuning_check(&tuning, &error), expected);
            assert_int_equal(error.code, expected);
            assert_string_equal(error.field, field->name);
            assert_ptr_equal(strstr(error.text, field->name), error.text);
            assert_true(strlen(error.text) < sizeof error.text - 1); // not cut
            char range[64];
            snprintf(range, sizeof range, "from %g to %g", (double)field->low, (double)field->high);
            assert_non_null(strstr(error.text, range));
        }
        if (is_whole(field)) {
            lope_error error;
            force_int(&tuning, field, INT32_MIN);
            assert_int_equal(lope_tuning_check(&tuning, NULL), LOPE_ERROR_RANGE);
            force_int(&tuning, field, INT32_MAX);
            assert_int_equal(lope_tuning_check(&tuning, &error), LOPE_ERROR_RANGE);
            assert_string_equal(error.field, field->name);
        }
    }
    lope_error error;
    assert_int_equal(lope_tuning_check(NULL, &error), LOPE_ERROR_NULL);
    assert_string_equal(error.field, "tuning");
}

static void moveset_is_made_of_a_good_tuning_only(void **state)
{
    (void)state;
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset, untouched;
    memset(&moveset, 0x5a, sizeof moveset);
    untouched = moveset;
    lope_error error;
    tuning.mass = 0.0f;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "mass");
    assert_int_equal(lope_moveset_make(&moveset, NULL, &error), LOPE_ERROR_NULL);
    assert_string_equal(error.field, "tuning");
    assert_memory_equal(&moveset, &untouched, sizeof moveset);
    assert_int_equal(lope_moveset_make(NULL, &tuning, &error), LOPE_ERROR_NULL);
    assert_string_equal(error.field, "moveset");
    tuning.mass = 70.0f;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    assert_true(same(&moveset.tuning, &tuning));
}

static uint64_t hash_of(const lope_tuning *tuning)
{
    lope_moveset moveset;
    assert_int_equal(lope_moveset_make(&moveset, tuning, NULL), LOPE_OK);
    return moveset.hash;
}

static void every_field_counts_in_the_hash(void **state)
{
    (void)state;
    lope_tuning first = lope_tuning_default();
    uint64_t hashes[256], standard = hash_of(&first);
    uint32_t count = lope_tuning_field_count();
    assert_true(count <= 256);
    for (uint32_t i = 0; i < count; ++i) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        lope_tuning tuning = first;
        double value;
        assert_int_equal(lope_tuning_get(&tuning, field->name, &value), LOPE_OK);
        double other = value == (double)field->high ? (double)field->low : (double)field->high;
        assert_int_equal(lope_tuning_set(&tuning, field->name, other), LOPE_OK);
        hashes[i] = hash_of(&tuning);
        assert_true(hashes[i] != standard);
        for (uint32_t j = 0; j < i; ++j) assert_true(hashes[j] != hashes[i]);
    }
    assert_true(hash_of(&first) == standard);
    first.braking_friction = -0.0f; // equal to 0, so the same moveset
    assert_true(hash_of(&first) == standard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_covers_the_struct),
        cmocka_unit_test(rows_are_complete),
        cmocka_unit_test(integrator_choices_are_named_in_order),
        cmocka_unit_test(defaults_are_those_of_the_header),
        cmocka_unit_test(presets_have_names),
        cmocka_unit_test(setting_changes_one_field),
        cmocka_unit_test(setting_refuses_what_is_out_of_range),
        cmocka_unit_test(setting_refuses_what_is_not_there),
        cmocka_unit_test(limits_are_compared_as_floats),
        cmocka_unit_test(snap_distance_takes_minus_one_or_a_length),
        cmocka_unit_test(default_modes_that_cannot_be_are_refused),
        cmocka_unit_test(unreal_values_give_the_unreal_preset),
        cmocka_unit_test(check_names_the_field_and_its_range),
        cmocka_unit_test(moveset_is_made_of_a_good_tuning_only),
        cmocka_unit_test(every_field_counts_in_the_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
