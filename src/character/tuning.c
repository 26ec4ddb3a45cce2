// tuning.c - the one table of tuning fields, and everything that is done with a tuning by name, in bulk or against its ranges.
//
// Files, sliders, docs and bindings all read this table, so a new field is a member in moveset.h, a row here and a line in
// lope_tuning_default. Rows stand in the order of the members, and moveset hashes go by rows: a moved or added row makes
// older recordings' hashes differ, as it should. Read first: moveset.h.
#include "base/error.h"
#include "base/hash.h"
#include <lope/moveset.h>

#include <string.h>

static const char *const integrator_names[] = {"exact", "unreal", NULL};

// What Unreal's unit is in ours: its centimetres, its degrees, or the same.
#define SAME 1.0f
#define CENTIMETRE 0.01f
#define DEGREE 0.0174532925f

// Upper limits that stop typing errors and overflow, not games: a world in centimetres has lengths and speeds in the thousands.
#define MUCH 1.0e6f
#define LONG_TIME 60.0f

#define ROW(of_kind, member, unreal, of_unit, least, most, scale, names, sentence)                                              \
    {                                                                                                                           \
        .kind = of_kind, .name = #member, .unreal_name = unreal, .unit = of_unit, .text = sentence, .low = least, .high = most, \
        .unreal_scale = scale, .offset = (uint32_t)offsetof(lope_tuning, member), .choices = names                              \
    }
#define FLOAT(member, unreal, unit, low, high, scale, text) \
    ROW(LOPE_FIELD_FLOAT, member, unreal, unit, low, high, scale, NULL, text)
#define ANGLE(member, unreal, low, high, text) ROW(LOPE_FIELD_ANGLE, member, unreal, "rad", low, high, DEGREE, NULL, text)
#define FLAG(member, unreal, text) ROW(LOPE_FIELD_BOOL, member, unreal, "", 0.0f, 1.0f, SAME, NULL, text)
#define COUNT(member, unreal, low, high, text) ROW(LOPE_FIELD_INT, member, unreal, "", low, high, SAME, NULL, text)
#define CHOICE(member, high, names, text) ROW(LOPE_FIELD_ENUM, member, NULL, "", 0.0f, high, SAME, names, text)

static const lope_tuning_field fields[] = {
    FLOAT(units_per_metre, NULL, "", 0.001f, 10000.0f, SAME,
          "How many world units make a metre: scales the library's tolerances, not these fields."),
    CHOICE(integrator, 1.0f, integrator_names,
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
    COUNT(max_simulation_iterations, "MaxSimulationIterations", 1.0f, 100.0f, "Most steps that one tick is cut into."),

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
    FLAG(can_walk_off_ledges, "bCanWalkOffLedges", "Whether walking may carry over a ledge; else it stops there."),
    FLAG(maintain_horizontal_ground_velocity, "bMaintainHorizontalGroundVelocity",
         "Keep the horizontal speed on ramps, rather than the speed along the ramp."),
    FLAG(turn_instantly, NULL, "Velocity follows the input at once."),

    FLOAT(jump_speed, "JumpZVelocity", "m/s", 0.0f, MUCH, CENTIMETRE, "Upward speed at take-off."),
    FLOAT(jump_max_hold_time, "JumpMaxHoldTime", "s", 0.0f, LONG_TIME, SAME,
          "How long holding the button keeps the jump's speed up."),
    COUNT(jump_max_count, "JumpMaxCount", 0.0f, 1000.0f, "Jumps before the ground must be touched again."),
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

static const lope_tuning_field *find_unreal(const char *unreal_name)
{
    for (uint32_t i = 0; i < FIELD_COUNT; ++i) {
        if (fields[i].unreal_name != NULL && strcmp(fields[i].unreal_name, unreal_name) == 0) return &fields[i];
    }
    return NULL;
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
    tuning.max_walk_speed = 6.0f;
    tuning.ground_friction = 8.0f;
    tuning.braking_deceleration_walking = 20.48f;
    tuning.max_step_height = 0.45f;
    tuning.walkable_floor_angle = 0.781298117f; // acos(0.71)
    tuning.snap_distance = -1.0f;
    tuning.can_walk_off_ledges = 1;
    tuning.maintain_horizontal_ground_velocity = 1;
    tuning.jump_speed = 4.2f;
    tuning.jump_max_count = 1;
    tuning.air_control = 0.05f;
    tuning.air_control_boost_multiplier = 2.0f;
    tuning.air_control_boost_velocity_threshold = 0.25f;
    tuning.apply_gravity_while_jumping = 1;
    tuning.coyote_time = 0.10f;
    tuning.jump_buffer_time = 0.10f;
    return tuning;
}

lope_tuning lope_tuning_unreal(void)
{
    lope_tuning tuning = lope_tuning_default();
    tuning.integrator = LOPE_INTEGRATOR_UNREAL;
    tuning.coyote_time = 0.0f;
    tuning.jump_buffer_time = 0.0f;
    return tuning;
}

lope_result lope_tuning_preset(const char *name, lope_tuning *tuning)
{
    if (name == NULL || tuning == NULL) return LOPE_ERROR_NULL;
    if (strcmp(name, "default") == 0) {
        *tuning = lope_tuning_default();
    } else if (strcmp(name, "unreal") == 0) {
        *tuning = lope_tuning_unreal();
    } else {
        return LOPE_ERROR_UNKNOWN_NAME;
    }
    return LOPE_OK;
}

static bool is_whole(const lope_tuning_field *field)
{
    return field->kind == LOPE_FIELD_BOOL || field->kind == LOPE_FIELD_INT || field->kind == LOPE_FIELD_ENUM;
}

static double read_field(const lope_tuning *tuning, const lope_tuning_field *field)
{
    const char *at = (const char *)tuning + field->offset;
    if (is_whole(field)) {
        int32_t whole;
        memcpy(&whole, at, sizeof whole);
        return (double)whole;
    }
    float value;
    memcpy(&value, at, sizeof value);
    return (double)value;
}

// The value must have passed check_value.
static void write_field(lope_tuning *tuning, const lope_tuning_field *field, double value)
{
    char *at = (char *)tuning + field->offset;
    if (is_whole(field)) {
        int32_t whole = (int32_t)value;
        memcpy(at, &whole, sizeof whole);
    } else {
        float rounded = (float)value;
        memcpy(at, &rounded, sizeof rounded);
    }
}

// Compared after rounding to float, since the limits are floats: 0.001 is in the range that 0.001f begins.
static lope_result check_value(const lope_tuning_field *field, double value)
{
    if (!lope_finite_double(value)) return LOPE_ERROR_NOT_FINITE;
    if (value < -1e30 || value > 1e30) return LOPE_ERROR_RANGE; // beyond every range, and perhaps beyond float
    float rounded = (float)value;
    if (rounded < field->low || rounded > field->high) return LOPE_ERROR_RANGE;
    if (is_whole(field) && value != floor(value)) return LOPE_ERROR_RANGE;
    // -1 stands for another field's value, so nothing lies between it and 0.
    if (field->offset == offsetof(lope_tuning, snap_distance) && rounded < 0.0f && rounded != -1.0f) return LOPE_ERROR_RANGE;
    return LOPE_OK;
}

static lope_result set_field(lope_tuning *tuning, const lope_tuning_field *field, double value)
{
    if (field == NULL) return LOPE_ERROR_UNKNOWN_NAME;
    lope_result result = check_value(field, value);
    if (result == LOPE_OK) write_field(tuning, field, value);
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
    *value = read_field(tuning, field);
    return LOPE_OK;
}

// The table's floats stand for these; in doubles 600 cm come out as exactly 6 m, and 90 degrees as the float nearest pi / 2.
static double exact_scale(float unreal_scale)
{
    if (unreal_scale == CENTIMETRE) return 0.01;
    if (unreal_scale == DEGREE) return 0.017453292519943295;
    return (double)unreal_scale;
}

lope_result lope_tuning_set_unreal(lope_tuning *tuning, const char *unreal_name, double value)
{
    if (tuning == NULL || unreal_name == NULL) return LOPE_ERROR_NULL;
    const lope_tuning_field *field = find_unreal(unreal_name);
    if (field == NULL) return LOPE_ERROR_UNKNOWN_NAME;
    if (!lope_finite_double(value)) return LOPE_ERROR_NOT_FINITE;
    return set_field(tuning, field, value * exact_scale(field->unreal_scale));
}

static lope_result refuse_value(lope_error *error, lope_result code, const lope_tuning_field *field, double value)
{
    const char *space = field->unit[0] != '\0' ? " " : "";
    const char *kind = is_whole(field) ? "a whole number" : "a number";
    const char *extra = field->offset == offsetof(lope_tuning, snap_distance) ? " (below 0 only -1)" : "";
    if (code == LOPE_ERROR_NOT_FINITE) {
        return lope_refuse(error, code, field->name, "%s is NaN or infinite; it takes %s from %g to %g%s%s%s", field->name, kind,
                           (double)field->low, (double)field->high, space, field->unit, extra);
    }
    return lope_refuse(error, code, field->name, "%s is %g; it takes %s from %g to %g%s%s%s", field->name, value, kind,
                       (double)field->low, (double)field->high, space, field->unit, extra);
}

lope_result lope_tuning_check(const lope_tuning *tuning, lope_error *error)
{
    if (tuning == NULL) return lope_refuse(error, LOPE_ERROR_NULL, "tuning", "tuning is NULL; begin with lope_tuning_default()");
    for (uint32_t i = 0; i < FIELD_COUNT; ++i) {
        double value = read_field(tuning, &fields[i]);
        lope_result result = check_value(&fields[i], value);
        if (result != LOPE_OK) return refuse_value(error, result, &fields[i], value);
    }
    return LOPE_OK;
}

static uint64_t hash_tuning(const lope_tuning *tuning)
{
    uint64_t hash = LOPE_HASH_START;
    for (uint32_t i = 0; i < FIELD_COUNT; ++i) {
        // A float and an int32_t are both exact as doubles.
        hash = lope_hash_double(hash, read_field(tuning, &fields[i]));
    }
    return hash;
}

lope_result lope_moveset_make(lope_moveset *moveset, const lope_tuning *tuning, lope_error *error)
{
    if (moveset == NULL) {
        return lope_refuse(error, LOPE_ERROR_NULL, "moveset", "moveset is NULL; it takes the address of a lope_moveset");
    }
    lope_result result = lope_tuning_check(tuning, error);
    if (result != LOPE_OK) return result;
    moveset->tuning = *tuning;
    moveset->hash = hash_tuning(tuning);
    moveset->walkable_cosine = lope_cos(tuning->walkable_floor_angle);
    return LOPE_OK;
}
