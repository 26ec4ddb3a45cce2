// tuning.c - the one table of tuning fields, and all that is done with a tuning by name.
//
// Also sets defaults, and checks a tuning against its ranges. Files, sliders, docs and bindings all read this
// table. A new field is a member at the end of lope_tuning, a row at the end here, and a line in
// lope_tuning_default. Rows stand in the order of the members, and moveset hashes go by rows. In a new row 0
// means that all is as before: then the hash stays, too (move/moveset_hash.c). Read first: tuning.h.
#include "base/error.h"
#include "character/tuning/field.h"
#include <lope/moveset.h>

#include <string.h>

static const char *const integrator_names[] = {"exact", "unreal", NULL};
static const char *const mode_names[] = {"none", "walking", "falling", "swimming", "flying", "nav_walking", NULL};
static const char *const push_names[] = {"limited", "unreal", NULL};

// One of Unreal's units in lope's units.
#define SAME 1.0f
#define CENTIMETRE 0.01f
#define DEGREE 0.0174532925f
#define DIAMETER 0.02f // half a height in centimetres
#define NEWTON 0.01f   // kg cm/s2

// Upper limits. They stop typing errors and overflow, not games: a world in centimetres has lengths and
// speeds in the thousands.
#define MUCH 1.0e6f
#define FAR 1.6e7f // of a place: floats tell places apart to a metre there
#define LONG_TIME 60.0f
#define MANY_TURNS 1000.0f // rad/s

// A row of the table. least, most: range. scale: lope's value = Unreal's * scale. names: choices, or NULL.
// but: bits of choices that are refused.
#define ROW(of_kind, member, unreal, of_unit, least, most, scale, names, but, sentence)                                         \
    {                                                                                                                           \
        .kind = of_kind, .name = #member, .unreal_name = unreal, .unit = of_unit, .text = sentence, .low = least, .high = most, \
        .unreal_scale = scale, .offset = (uint32_t)offsetof(lope_tuning, member), .choices = names, .refused = but              \
    }
#define FLOAT(member, unreal, unit, low, high, scale, text) \
    ROW(LOPE_FIELD_FLOAT, member, unreal, unit, low, high, scale, NULL, 0, text)
#define ANGLE(member, unreal, low, high, text) ROW(LOPE_FIELD_ANGLE, member, unreal, "rad", low, high, DEGREE, NULL, 0, text)
#define FLAG(member, unreal, text) ROW(LOPE_FIELD_BOOL, member, unreal, "", 0.0f, 1.0f, SAME, NULL, 0, text)
#define COUNT(member, unreal, low, high, text) ROW(LOPE_FIELD_INT, member, unreal, "", low, high, SAME, NULL, 0, text)
#define CHOICE(member, unreal, high, names, text) ROW(LOPE_FIELD_ENUM, member, unreal, "", 0.0f, high, SAME, names, 0, text)
#define MODE(member, unreal, low, but, text) ROW(LOPE_FIELD_ENUM, member, unreal, "", low, 5.0f, SAME, mode_names, but, text)
#define BIT(choice) (1u << (choice))

static const lope_tuning_field fields[] = {
    FLOAT(units_per_metre, NULL, "", 0.001f, 10000.0f, SAME,
          "How many world units make a metre: scales the library's tolerances, not these fields."),
    CHOICE(integrator, NULL, 1.0f, integrator_names,
           "Closed forms that give the same path at every tick rate, or Unreal's per-tick formulas."),

    FLOAT(gravity_scale, "GravityScale", "", 0.0f, 1000.0f, SAME, "Multiplies the world's gravity."),
    FLOAT(max_acceleration, "MaxAcceleration", "m/s2", 0.0f, MUCH, CENTIMETRE, "Acceleration that full input asks for."),
    FLOAT(braking_friction_factor, "BrakingFrictionFactor", "", 0.0f, 1000.0f, SAME, "Multiplies the friction while braking."),
    FLOAT(braking_friction, "BrakingFriction", "1/s", 0.0f, MUCH, SAME,
          "Friction while braking, where use_separate_braking_friction is set."),
    FLAG(use_separate_braking_friction, "bUseSeparateBrakingFriction",
         "Brake with braking_friction rather than with the friction of the mode."),
    FLOAT(terminal_speed, "TerminalVelocity", "m/s", 0.0f, MUCH, CENTIMETRE, "Greatest speed along gravity."),
    FLOAT(mass, "Mass", "kg", 0.001f, MUCH, SAME, "Divides impulses and forces, and weighs on what is stood upon."),
    FLOAT(max_simulation_time_step, "MaxSimulationTimeStep", "s", 0.001f, 1.0f, SAME,
          "Longest step that a tick is done in; longer ticks are cut."),
    COUNT(max_simulation_iterations, "MaxSimulationIterations", 1.0f, 100.0f,
          "Most steps that one tick is cut into, in Unreal's per-tick formulas."),
    FLOAT(braking_sub_step_time, "BrakingSubStepTime", "s", 0.001f, 1.0f, SAME,
          "Longest sub-step of braking, in Unreal's per-tick formulas."),
    COUNT(max_jump_apex_attempts, "MaxJumpApexAttemptsPerSimulation", 0.0f, 100.0f,
          "Most steps that are cut at the apex of a jump in one tick, in Unreal's per-tick formulas."),
    FLAG(force_max_acceleration, "bForceMaxAccel", "Full acceleration however far the stick is pressed, also without input."),
    FLOAT(max_custom_movement_speed, "MaxCustomMovementSpeed", "m/s", 0.0f, MUCH, CENTIMETRE,
          "Greatest speed of a custom mode that names none."),
    MODE(default_land_mode, "DefaultLandMovementMode", 0.0f, BIT(LOPE_MODE_FALLING) | BIT(LOPE_MODE_SWIMMING),
         "Mode at birth and out of the water; also on landing where it is a mode on the ground, else walking."),
    MODE(default_water_mode, "DefaultWaterMovementMode", 1.0f, BIT(LOPE_MODE_NONE) | BIT(LOPE_MODE_FALLING),
         "Mode in water; with walking or nav_walking water makes no character swim."),
    FLAG(up_follows_gravity, NULL, "Whether the character stands against the gravity of the volume that it is in."),

    FLOAT(max_walk_speed, "MaxWalkSpeed", "m/s", 0.0f, MUCH, CENTIMETRE,
          "Greatest speed on the ground, and sideways in the air."),
    FLOAT(min_analog_walk_speed, "MinAnalogWalkSpeed", "m/s", 0.0f, MUCH, CENTIMETRE,
          "Least speed that a half-pressed stick asks for."),
    FLOAT(ground_friction, "GroundFriction", "1/s", 0.0f, MUCH, SAME, "How fast the velocity turns toward the input."),
    FLOAT(braking_deceleration_walking, "BrakingDecelerationWalking", "m/s2", 0.0f, MUCH, CENTIMETRE,
          "Constant slowing on the ground without input."),
    FLOAT(max_step_height, "MaxStepHeight", "m", 0.0f, MUCH, CENTIMETRE, "Highest step that is walked up."),
    ANGLE(walkable_floor_angle, "WalkableFloorAngle", 0.0f, LOPE_PI * 0.5f, "Steepest floor that can be stood on."),
    FLOAT(snap_distance, NULL, "m", -1.0f, MUCH, SAME, "How far down a walker is kept on the floor; -1 takes max_step_height."),
    FLOAT(perch_radius_threshold, "PerchRadiusThreshold", "m", 0.0f, MUCH, CENTIMETRE,
          "Width of the ring at the capsule's rim in which support does not count."),
    FLOAT(perch_additional_height, "PerchAdditionalHeight", "m", 0.0f, MUCH, CENTIMETRE,
          "How far below a perched edge, beyond the step height, a floor still keeps the character standing."),
    FLOAT(ledge_check_threshold, "LedgeCheckThreshold", "m", 0.0f, MUCH, CENTIMETRE,
          "Depth beyond the step height that does not count as a ledge yet."),
    FLAG(can_walk_off_ledges, "bCanWalkOffLedges", "Whether walking may carry over a ledge; else it stops there."),
    FLAG(can_walk_off_ledges_when_crouching, "bCanWalkOffLedgesWhenCrouching",
         "Whether walking may carry over a ledge while crouched."),
    FLAG(maintain_horizontal_ground_velocity, "bMaintainHorizontalGroundVelocity",
         "Keep the horizontal speed on ramps, rather than the speed along the ramp."),
    FLAG(turn_instantly, NULL, "Velocity follows the input at once."),

    FLAG(can_crouch, "bCanCrouch", "Whether it may crouch at all."),
    FLOAT(crouched_height, "CrouchedHalfHeight", "m", 0.001f, MUCH, DIAMETER,
          "Whole height while crouched (Unreal's is half of it); at least twice the radius is kept."),
    FLOAT(max_walk_speed_crouched, "MaxWalkSpeedCrouched", "m/s", 0.0f, MUCH, CENTIMETRE,
          "Greatest speed on the ground while crouched."),

    FLAG(ignore_base_rotation, "bIgnoreBaseRotation", "A turning base carries the character round, but does not turn it."),
    FLAG(impart_base_velocity_x, "bImpartBaseVelocityY", "Add the base's velocity along the world's x on leaving it."),
    FLAG(impart_base_velocity_y, "bImpartBaseVelocityZ", "Add the base's velocity along the world's y (up) on leaving it."),
    FLAG(impart_base_velocity_z, "bImpartBaseVelocityX", "Add the base's velocity along the world's z on leaving it."),
    FLAG(impart_base_angular_velocity, "bImpartBaseAngularVelocity", "Add what the base's turn makes of it at the feet."),
    FLAG(stay_based_in_air, "bStayBasedInAir", "Go on following the base through the air."),
    FLOAT(stay_based_in_air_height, "StayBasedInAirHeight", "m", 0.0f, MUCH, CENTIMETRE,
          "How far above the base it is still followed through the air."),
    FLOAT(former_base_velocity_half_life, "FormerBaseVelocityDecayHalfLife", "s", 0.0f, LONG_TIME, SAME,
          "Half-life of the base's velocity in the air after leaving it; 0: it stays."),

    FLOAT(jump_speed, "JumpZVelocity", "m/s", 0.0f, MUCH, CENTIMETRE, "Upward speed at take-off."),
    FLOAT(jump_max_hold_time, "JumpMaxHoldTime", "s", 0.0f, LONG_TIME, SAME,
          "How long holding the button keeps the jump's speed up."),
    COUNT(jump_max_count, "JumpMaxCount", 0.0f, 1000.0f, "Jumps before the ground must be touched again."),
    FLOAT(jump_off_jump_z_factor, "JumpOffJumpZFactor", "", 0.0f, 1000.0f, SAME,
          "Part of jump_speed with which it leaps off a body that may not be stood upon."),
    FLAG(dont_fall_below_jump_speed, "bDontFallBelowJumpZVelocityDuringJump",
         "While a jump is held the upward speed does not sink below jump_speed."),
    FLOAT(air_control, "AirControl", "", 0.0f, 1000.0f, SAME, "Part of max_acceleration that is there in the air."),
    FLOAT(air_control_boost_multiplier, "AirControlBoostMultiplier", "", 0.0f, 1000.0f, SAME,
          "Multiplies air_control below the boost's threshold."),
    FLOAT(air_control_boost_velocity_threshold, "AirControlBoostVelocityThreshold", "m/s", 0.0f, MUCH, CENTIMETRE,
          "Horizontal speed below which air control is boosted."),
    FLOAT(falling_lateral_friction, "FallingLateralFriction", "1/s", 0.0f, MUCH, SAME,
          "Friction on the horizontal velocity in the air."),
    FLOAT(braking_deceleration_falling, "BrakingDecelerationFalling", "m/s2", 0.0f, MUCH, CENTIMETRE,
          "Constant horizontal slowing in the air without input."),
    FLAG(apply_gravity_while_jumping, "bApplyGravityWhileJumping", "Whether gravity pulls while the jump button is held."),
    FLOAT(coyote_time, NULL, "s", 0.0f, LONG_TIME, SAME,
          "How long after walking off a ledge a jump still counts as from the ground."),
    FLOAT(jump_buffer_time, NULL, "s", 0.0f, LONG_TIME, SAME, "How long before landing a press of jump is remembered."),

    FLOAT(max_swim_speed, "MaxSwimSpeed", "m/s", 0.0f, MUCH, CENTIMETRE, "Greatest speed in water."),
    FLOAT(braking_deceleration_swimming, "BrakingDecelerationSwimming", "m/s2", 0.0f, MUCH, CENTIMETRE,
          "Constant slowing in water without input."),
    FLOAT(buoyancy, "Buoyancy", "", 0.0f, 1000.0f, SAME, "Lift in water; 1 carries an immersed character, more lifts it."),
    FLOAT(max_out_of_water_step_height, "MaxOutOfWaterStepHeight", "m", 0.0f, MUCH, CENTIMETRE,
          "Highest shore that is climbed out of the water."),
    FLOAT(out_of_water_speed, "OutofWaterZ", "m/s", 0.0f, MUCH, CENTIMETRE, "Upward speed of the leap out of the water."),
    ANGLE(jump_out_of_water_pitch, "JumpOutOfWaterPitch", 0.0f, LOPE_PI * 0.5f,
          "Looking up by more than this it leaps out of the water at a wall."),
    FLOAT(max_fly_speed, "MaxFlySpeed", "m/s", 0.0f, MUCH, CENTIMETRE, "Greatest speed while flying."),
    FLOAT(braking_deceleration_flying, "BrakingDecelerationFlying", "m/s2", 0.0f, MUCH, CENTIMETRE,
          "Constant slowing while flying without input."),
    FLAG(fly_stop_instantly, "bCheatFlying", "Without input a flyer stands still at once."),

    FLAG(sweep_while_nav_walking, "bSweepWhileNavWalking", "Whether what is solid stops a nav walker."),
    FLAG(project_nav_walking, "bProjectNavMeshWalking", "Take the height from the real floor where one is near the nav surface."),
    FLOAT(nav_projection_interval, "NavMeshProjectionInterval", "s", 0.0f, LONG_TIME, SAME,
          "Time between two looks of a nav walker at the real floor."),
    FLOAT(nav_projection_interp_speed, "NavMeshProjectionInterpSpeed", "1/s", 0.0f, MUCH, SAME,
          "How fast a nav walker's height follows the real floor; 0: at once."),
    FLOAT(nav_walking_floor_dist_tolerance, "NavWalkingFloorDistTolerance", "m", 0.0f, MUCH, CENTIMETRE,
          "How far from the nav surface a floor counts as the same."),
    FLAG(requested_move_use_acceleration, "bRequestedMoveUseAcceleration",
         "Reach a requested velocity by acceleration, rather than at once."),
    FLAG(use_acceleration_for_paths, "bUseAccelerationForPaths", "A path presses the stick, rather than request a velocity."),
    FLAG(use_fixed_braking_distance_for_paths, "bUseFixedBrakingDistanceForPaths",
         "Brake at a path's end from fixed_path_braking_distance on."),
    FLOAT(fixed_path_braking_distance, "FixedPathBrakingDistance", "m", 0.0f, MUCH, CENTIMETRE,
          "How far before a path's end braking begins."),

    ANGLE(rotation_rate, "RotationRate", -MANY_TURNS, MANY_TURNS,
          "How fast it turns about up, a second; negative: at once, 0: never."),
    ANGLE(rotation_rate_pitch, NULL, -MANY_TURNS, MANY_TURNS, "The same for pitch."),
    ANGLE(rotation_rate_roll, NULL, -MANY_TURNS, MANY_TURNS, "The same for roll."),
    FLAG(orient_rotation_to_movement, "bOrientRotationToMovement", "Turn toward the acceleration."),
    FLAG(use_controller_desired_rotation, "bUseControllerDesiredRotation",
         "Turn toward the control rotation at the rotation rate."),
    FLAG(use_controller_rotation_yaw, "bUseControllerRotationYaw", "Face where the control rotation does, at once."),
    FLAG(keep_upright, NULL, "Pitch and roll stay 0 in every mode."),

    FLOAT(knockback_control, NULL, "", 0.0f, 1.0f, SAME, "Share of control that is left while it is knocked back."),

    CHOICE(push_law, NULL, 1.0f, push_names, "Push bodies with a limited force that makes no energy, or with Unreal's forces."),
    FLAG(enable_physics_interaction, "bEnablePhysicsInteraction", "Whether it pushes, weighs on and repels bodies at all."),
    FLOAT(max_push_force, NULL, "N", 0.0f, MUCH, SAME, "Greatest force with which it pushes a body, limited."),
    FLOAT(standing_downward_force_scale, "StandingDownwardForceScale", "", 0.0f, 1000.0f, SAME,
          "Part of its weight that rests on the body that it stands upon."),
    FLOAT(initial_push_force_factor, "InitialPushForceFactor", "N s", 0.0f, MUCH, NEWTON,
          "Impulse on a body at rest that it runs into, unreal."),
    FLOAT(push_force_factor, "PushForceFactor", "N", 0.0f, MUCH, NEWTON, "Force on a moving body that it runs into, unreal."),
    FLAG(push_force_scaled_to_mass, "bPushForceScaledToMass", "Multiply that force by the body's mass."),
    FLAG(scale_push_force_to_velocity, "bScalePushForceToVelocity", "Scale that force by the body's speed away."),
    FLAG(push_force_using_z_offset, "bPushForceUsingZOffset", "Push at a height of the body's bounds, not where it touches."),
    FLOAT(push_force_point_z_offset_factor, "PushForcePointZOffsetFactor", "", -1.0f, 1.0f, SAME,
          "That height: -1 the bottom, 1 the top."),
    FLAG(touch_force_scaled_to_mass, "bTouchForceScaledToMass", "Multiply the touch force by the body's mass."),
    FLOAT(touch_force_factor, "TouchForceFactor", "", 0.0f, MUCH, SAME, "Impulse on bodies that it overlaps, by its speed."),
    FLOAT(min_touch_force, "MinTouchForce", "N s", -1.0f, MUCH, NEWTON, "Least touch impulse; below 0: none."),
    FLOAT(max_touch_force, "MaxTouchForce", "N s", 0.0f, MUCH, NEWTON, "Greatest touch impulse."),
    FLOAT(repulsion_force, "RepulsionForce", "N/kg", 0.0f, MUCH, NEWTON, "Force on bodies that come into it, for each kg of it."),

    FLAG(constrain_to_plane, "bConstrainToPlane", "It stays in a plane."),
    FLOAT(plane_normal_x, NULL, "", -1.0f, 1.0f, SAME, "The plane's normal."),
    FLOAT(plane_normal_y, NULL, "", -1.0f, 1.0f, SAME, "The plane's normal."),
    FLOAT(plane_normal_z, NULL, "", -1.0f, 1.0f, SAME, "The plane's normal."),
    FLOAT(plane_offset, NULL, "m", -FAR, FAR, SAME, "The plane's distance from the world's origin along its normal."),

    FLOAT(footstep_distance, NULL, "m", 0.0f, MUCH, SAME, "Way on the ground from one footstep event to the next; 0: none."),
};

#define FIELD_COUNT ((uint32_t)(sizeof fields / sizeof fields[0]))

uint32_t lope_tuning_field_count(void) { return FIELD_COUNT; }

const lope_tuning_field *lope_tuning_field_at(uint32_t index) { return index < FIELD_COUNT ? &fields[index] : NULL; }

const lope_tuning_field *lope_tuning_field_find(const char *name)
{
    if (name == NULL) return NULL;
    for (uint32_t i = 0; i < FIELD_COUNT; ++i) {
        if (strcmp(fields[i].name, name) == 0) return &fields[i];
    }
    return NULL;
}

// Sets the defaults of crouching and moving bases.
static void default_crouch_and_base(lope_tuning *tuning)
{
    tuning->can_crouch = 1;
    tuning->crouched_height = 0.80f;
    tuning->max_walk_speed_crouched = 3.0f;
    tuning->impart_base_velocity_x = tuning->impart_base_velocity_y = tuning->impart_base_velocity_z = 1;
    tuning->impart_base_angular_velocity = 1;
    tuning->stay_based_in_air_height = 10.0f;
}

// Sets the defaults of swimming, flying, nav walking and paths.
static void default_fluids_and_paths(lope_tuning *tuning)
{
    tuning->max_swim_speed = 3.0f;
    tuning->buoyancy = 1.0f;
    tuning->max_out_of_water_step_height = 0.40f;
    tuning->out_of_water_speed = 4.2f;
    tuning->jump_out_of_water_pitch = 0.196349541f; // 11.25 degrees
    tuning->max_fly_speed = 6.0f;
    tuning->sweep_while_nav_walking = 1;
    tuning->project_nav_walking = 1;
    tuning->nav_projection_interval = 0.1f;
    tuning->nav_projection_interp_speed = 12.0f;
    tuning->nav_walking_floor_dist_tolerance = 0.10f;
    tuning->requested_move_use_acceleration = 1;
}

// Sets the defaults of rotation, pushes and the plane.
static void default_rotation_and_pushes(lope_tuning *tuning)
{
    tuning->rotation_rate = 2.0f * LOPE_PI;
    tuning->use_controller_rotation_yaw = 1;
    tuning->keep_upright = 1;
    tuning->enable_physics_interaction = 1;
    tuning->max_push_force = 500.0f;
    tuning->standing_downward_force_scale = 1.0f;
    tuning->initial_push_force_factor = 5.0f;
    tuning->push_force_factor = 7500.0f;
    tuning->scale_push_force_to_velocity = 1;
    tuning->push_force_point_z_offset_factor = -0.75f;
    tuning->touch_force_scaled_to_mass = 1;
    tuning->touch_force_factor = 1.0f;
    tuning->min_touch_force = -0.01f;
    tuning->max_touch_force = 2.5f;
    tuning->repulsion_force = 0.025f;
    tuning->plane_normal_z = 1.0f;
}

lope_tuning lope_tuning_default(void)
{
    lope_tuning tuning = {0};
    tuning.units_per_metre = 1.0f;
    tuning.integrator = LOPE_INTEGRATOR_EXACT;
    tuning.gravity_scale = 1.0f;
    tuning.max_acceleration = 20.48f;
    tuning.braking_friction_factor = 2.0f;
    tuning.terminal_speed = 40.0f;
    tuning.mass = 100.0f;
    tuning.max_simulation_time_step = 0.05f;
    tuning.max_simulation_iterations = 8;
    tuning.braking_sub_step_time = 1.0f / 33.0f;
    tuning.max_jump_apex_attempts = 2;
    tuning.max_custom_movement_speed = 6.0f;
    tuning.default_land_mode = LOPE_MODE_WALKING;
    tuning.default_water_mode = LOPE_MODE_SWIMMING;
    tuning.up_follows_gravity = 1;
    tuning.max_walk_speed = 6.0f;
    tuning.ground_friction = 8.0f;
    tuning.braking_deceleration_walking = 20.48f;
    tuning.max_step_height = 0.45f;
    tuning.walkable_floor_angle = 0.781298117f; // acos(0.71)
    tuning.snap_distance = -1.0f;
    tuning.perch_additional_height = 0.40f;
    tuning.ledge_check_threshold = 0.04f;
    tuning.can_walk_off_ledges = 1;
    tuning.maintain_horizontal_ground_velocity = 1;
    tuning.jump_speed = 4.2f;
    tuning.jump_max_count = 1;
    tuning.jump_off_jump_z_factor = 0.5f;
    tuning.dont_fall_below_jump_speed = 1;
    tuning.air_control = 0.05f;
    tuning.air_control_boost_multiplier = 2.0f;
    tuning.air_control_boost_velocity_threshold = 0.25f;
    tuning.apply_gravity_while_jumping = 1;
    tuning.coyote_time = 0.10f;
    tuning.jump_buffer_time = 0.10f;
    default_crouch_and_base(&tuning);
    default_fluids_and_paths(&tuning);
    default_rotation_and_pushes(&tuning);
    return tuning;
}

lope_tuning lope_tuning_unreal(void)
{
    lope_tuning tuning = lope_tuning_default();
    tuning.integrator = LOPE_INTEGRATOR_UNREAL;
    tuning.coyote_time = 0.0f;
    tuning.jump_buffer_time = 0.0f;
    tuning.push_law = LOPE_PUSH_UNREAL;
    return tuning;
}

// True for the field of which -1 stands for another field's value: nothing lies between that and 0.
static bool is_snap(const lope_tuning_field *field) { return field->offset == offsetof(lope_tuning, snap_distance); }

// Checks a value against the field's range.
static lope_result check_value(const lope_tuning_field *field, double value)
{
    lope_result result = lope_field_check(field, value);
    bool between = result == LOPE_OK && is_snap(field) && (float)value < 0.0f && (float)value != -1.0f;
    return between ? LOPE_ERROR_RANGE : result;
}

// Checks and writes a field's value. field may be NULL: an unknown name.
static lope_result set_field(lope_tuning *tuning, const lope_tuning_field *field, double value)
{
    if (field == NULL) return LOPE_ERROR_UNKNOWN_NAME;
    lope_result result = check_value(field, value);
    if (result == LOPE_OK) lope_field_write(tuning, field, value);
    return result;
}

lope_result lope_tuning_set(lope_tuning *tuning, const char *name, double value)
{
    if (tuning == NULL || name == NULL) return LOPE_ERROR_NULL;
    return set_field(tuning, lope_tuning_field_find(name), value);
}

lope_result lope_tuning_get(const lope_tuning *tuning, const char *name, double *value)
{
    if (tuning == NULL || name == NULL || value == NULL) return LOPE_ERROR_NULL;
    const lope_tuning_field *field = lope_tuning_field_find(name);
    if (field == NULL) return LOPE_ERROR_UNKNOWN_NAME;
    *value = lope_field_read(tuning, field);
    return LOPE_OK;
}

lope_result lope_tuning_check(const lope_tuning *tuning, lope_error *error)
{
    if (tuning == NULL) return lope_refuse(error, LOPE_ERROR_NULL, "tuning", "tuning is NULL; begin with lope_tuning_default()");
    for (uint32_t i = 0; i < FIELD_COUNT; ++i) {
        double value = lope_field_read(tuning, &fields[i]);
        lope_result result = check_value(&fields[i], value);
        if (result != LOPE_OK)
            return lope_field_refuse(error, result, &fields[i], value, is_snap(&fields[i]) ? " (below 0 only -1)" : "");
    }
    bool normal = tuning->plane_normal_x != 0 || tuning->plane_normal_y != 0 || tuning->plane_normal_z != 0;
    if (tuning->constrain_to_plane && !normal)
        return lope_refuse(error, LOPE_ERROR_RANGE, "plane_normal_x",
                           "the plane's normal is zero; it takes a direction, "
                           "e.g. plane_normal_z 1");
    return LOPE_OK;
}

// Returns what a value in that unit is hardly above, in metres; 0: there is no such limit.
static double doubtful_above(const char *unit)
{
    if (strcmp(unit, "m/s") == 0) return 200.0;
    if (strcmp(unit, "m/s2") == 0) return 1000.0;
    return strcmp(unit, "m") == 0 ? 20.0 : 0.0;
}

// True for a field that Unreal has in centimetres.
static bool is_length(const lope_tuning_field *field)
{
    return field->unreal_name != NULL && field->kind == LOPE_FIELD_FLOAT && field->unreal_scale < 2.0f * DIAMETER;
}

const lope_tuning_field *lope_tuning_doubt(const lope_tuning *tuning)
{
    for (uint32_t i = 0; tuning != NULL && i < FIELD_COUNT; ++i) {
        const double most = is_length(&fields[i]) ? doubtful_above(fields[i].unit) : 0.0;
        if (most > 0 && lope_field_read(tuning, &fields[i]) > most * (double)tuning->units_per_metre) return &fields[i];
    }
    return NULL;
}
