// camera_rigs.c - the rigs and their settings: presets, the table of fields, names, the check. See
// lope/camera_rig.h.
//
// Numbers of the side-scroller are those of Epic's PlatformerGame sample: 3.12 m ahead, 7.8 m beside the
// lane, 1.3 m up, smoothing 5, and a height that a jump does not move. Those of the spring arm are Unreal's
// defaults. Read next: camera_arm.c, where they count.
#include <lope/camera_rig.h>

#include "base/error.h"

#include <string.h>

#define DEGREES (LOPE_PI / 180.0f)

static const char *const kinds[] = {
    "third_person", "first_person", "over_shoulder",     "side", "top_down", "lock_on", "free_fly",
    "fixed",        "rail",         "unreal_spring_arm", NULL};

static const lope_camera_settings third_person = {
    .kind = LOPE_CAMERA_THIRD_PERSON,
    .arm_length = 3.0f,
    .target_offset = {0, 0.5f, 0},
    .least_pitch = -80 * DEGREES,
    .most_pitch = 70 * DEGREES,
    .fov = 90 * DEGREES,
    .aspect = 16.0f / 9.0f,
    .near_distance = 0.1f,
    .lag_right = 14,
    .lag_up = 10,
    .lag_forward = 14,
    .lag_max_distance = 1.0f,
    .step_half_life = 0.06f,
    .crouch_half_life = 0.06f,
    .up_half_life = 0.15f,
    .teleport_distance = 2.0f,
    .arm_low = 1.1f,
    .arm_high = 0.6f,
    .fov_low = 1,
    .fov_high = 1,
    .speed_half_life = 0.25f,
    .probe_radius = 0.12f,
    .margin = 0.005f,
    .relax_half_life = 0.2f,
    .relax_speed = 6.0f,
    .thin_angle = 10 * DEGREES,
    .whisker_angle = 32 * DEGREES,
    .whisker_weight = 0.75f,
    .whisker_half_life = 0.12f,
    .recentre_half_life = 0.4f,
    .recentre_rate = 90 * DEGREES,
    .side_half_life = 0.1f,
    .fade_near = 0.5f,
    .fade_far = 0.9f,
};

// Sets what makes up a rig on the axis of a first person.
static void make_first_person(lope_camera_settings *s)
{
    s->arm_length = 0;
    s->target_offset[1] = 0.75f;
    s->least_pitch = -89 * DEGREES;
    s->most_pitch = 89 * DEGREES;
    s->lag_right = s->lag_up = s->lag_forward = s->lag_max_distance = 0;
    s->thin_angle = s->whisker_angle = 0;
}

static void make_over_shoulder(lope_camera_settings *s)
{
    s->arm_length = 1.6f;
    s->socket_offset[0] = 0.5f;
    s->socket_offset[1] = 0.1f;
    s->fov = 80 * DEGREES;
    s->lag_right = s->lag_forward = 20;
    s->fade_near = 0.35f;
    s->fade_far = 0.6f;
}

static void make_side(lope_camera_settings *s)
{
    s->arm_length = 7.8f;
    s->socket_offset[0] = 3.12f;
    s->socket_offset[1] = 1.3f;
    s->target_offset[1] = 0;
    s->own_view = 1;
    s->own_yaw = 90 * DEGREES;
    s->arm_low = s->arm_high = 1;
    s->lag_right = s->lag_up = s->lag_forward = 5;
    s->air_hold = 2.0f;
    s->lag_max_distance = 0; // a held height is far behind when it is let go
    s->thin_angle = s->whisker_angle = 0;
}

static void make_top_down(lope_camera_settings *s)
{
    s->arm_length = 9.0f;
    s->own_view = 1;
    s->own_pitch = -60 * DEGREES;
    s->arm_low = s->arm_high = 1;
    s->lag_right = s->lag_forward = 8;
    s->thin_angle = s->whisker_angle = 0;
}

static void make_unreal(lope_camera_settings *s)
{
    const lope_camera_settings rest = {.kind = LOPE_CAMERA_UNREAL};
    *s = rest;
    s->arm_length = 3.0f;
    s->least_pitch = -89.9f * DEGREES;
    s->most_pitch = 89.9f * DEGREES;
    s->fov = 90 * DEGREES;
    s->aspect = 16.0f / 9.0f;
    s->near_distance = 0.1f;
    s->probe_radius = 0.12f;
    s->teleport_distance = 0; // a teleport drags it, as it does Unreal's
    s->arm_low = s->arm_high = s->fov_low = s->fov_high = 1;
    s->fade_near = 0;
    s->fade_far = 0;
}

lope_camera_settings lope_camera_rig(uint32_t kind)
{
    lope_camera_settings s = third_person;
    if (kind < LOPE_CAMERA_KIND_COUNT) s.kind = kind;
    if (kind == LOPE_CAMERA_FIRST_PERSON || kind == LOPE_CAMERA_FREE_FLY) make_first_person(&s);
    if (kind == LOPE_CAMERA_FREE_FLY) s.fly_speed = 8;
    if (kind == LOPE_CAMERA_OVER_SHOULDER) make_over_shoulder(&s);
    if (kind == LOPE_CAMERA_SIDE) make_side(&s);
    if (kind == LOPE_CAMERA_TOP_DOWN) make_top_down(&s);
    if (kind == LOPE_CAMERA_LOCK_ON) s.rotation_lag = 8;
    if (kind == LOPE_CAMERA_FIXED || kind == LOPE_CAMERA_RAIL) s.thin_angle = s.whisker_angle = 0;
    if (kind == LOPE_CAMERA_RAIL) s.lag_right = s.lag_forward = 4;
    if (kind == LOPE_CAMERA_UNREAL) make_unreal(&s);
    return s;
}

uint32_t lope_camera_find(const char *name)
{
    uint32_t kind = 0;
    while (name && kind < LOPE_CAMERA_KIND_COUNT && strcmp(kinds[kind], name) != 0) kind++;
    return name ? kind : LOPE_CAMERA_KIND_COUNT;
}

const char *lope_camera_name(uint32_t kind) { return kind < LOPE_CAMERA_KIND_COUNT ? kinds[kind] : NULL; }

#define AT(member) (uint32_t) offsetof(lope_camera_settings, member)
#define ROW(name_, unreal_, unit_, kind_, low_, high_, initial_, member, text_)                                       \
    {                                                                                                                 \
        .name = name_, .unreal_name = unreal_, .unit = unit_, .text = text_, .kind = LOPE_FIELD_##kind_, .low = low_, \
        .high = high_, .initial = initial_, .unreal_scale = 1, .offset = AT(member)                                   \
    }
#define METRES(name, low, high, initial, text) ROW(#name, NULL, "m", FLOAT, low, high, initial, name, text)
#define PART(name, member, initial, text) ROW(name, NULL, "m", FLOAT, -1000, 1000, initial, member, text)
#define SECONDS(name, initial, text) ROW(#name, NULL, "s", FLOAT, 0, 3600, initial, name, text)
#define RATE(name, high, initial, text) ROW(#name, NULL, "1/s", FLOAT, 0, high, initial, name, text)
#define SHARE(name, low, high, initial, text) ROW(#name, NULL, "", FLOAT, low, high, initial, name, text)
#define ANGLE(name, low, high, initial, text) ROW(#name, NULL, "rad", ANGLE, low, high, initial, name, text)
#define YES(name, text) ROW(#name, NULL, "", BOOL, 0, 1, 0, name, text)

static const lope_field fields[] = {
    {.name = "rig",
     .text = "which rig",
     .kind = LOPE_FIELD_ENUM,
     .high = LOPE_CAMERA_KIND_COUNT - 1,
     .offset = AT(kind),
     .choices = kinds},
    METRES(arm_length, 0, 1000, 3, "distance behind the pivot"),
    PART("socket_offset_x", socket_offset[0], 0, "the arm begins beside the pivot: right"),
    PART("socket_offset_y", socket_offset[1], 0, "up, in the camera's frame"),
    PART("socket_offset_z", socket_offset[2], 0, "backward"),
    PART("target_offset_x", target_offset[0], 0, "the pivot, from the capsule's middle"),
    PART("target_offset_y", target_offset[1], 0.5f, "along up"),
    PART("target_offset_z", target_offset[2], 0, "the pivot, from the capsule's middle"),
    ANGLE(least_pitch, -1.5708f, 1.5708f, -80 * DEGREES, "lower limit of the view's pitch"),
    ANGLE(most_pitch, -1.5708f, 1.5708f, 70 * DEGREES, "upper limit of the view's pitch"),
    ANGLE(own_yaw, -6.2832f, 6.2832f, 0, "yaw of a rig that has a view of its own"),
    ANGLE(own_pitch, -1.5708f, 1.5708f, 0, "pitch of a rig that has a view of its own"),
    YES(own_view, "the control rotation does not count"),
    ANGLE(fov, 0.0175f, 2.967f, 90 * DEGREES, "horizontal field of view"),
    SHARE(aspect, 0.1f, 10, 16.0f / 9.0f, "width over height"),
    METRES(near_distance, 0.001f, 10, 0.1f, "of the near plane"),
    RATE(lag_right, 1000, 14, "location lag along the view's right"),
    RATE(lag_up, 1000, 10, "location lag along up"),
    RATE(lag_forward, 1000, 14, "location lag along the view's level forward"),
    RATE(rotation_lag, 1000, 0, "lag of yaw and pitch"),
    METRES(lag_max_distance, 0, 1000, 1, "the location lags by no more; 0: without a limit"),
    SECONDS(step_half_life, 0.06f, "half-life of the height of a step"),
    SECONDS(crouch_half_life, 0.06f, "half-life of a change of the capsule's height"),
    SECONDS(up_half_life, 0.15f, "half-life of a turn of gravity"),
    METRES(dead_radius, 0, 1000, 0, "the character moves within it alone"),
    METRES(dead_height, 0, 1000, 0, "the character rises and sinks within it alone"),
    METRES(air_hold, 0, 1000, 0, "a jump rises so far before the camera follows; 0: it always follows"),
    METRES(teleport_distance, 0, 1000, 2, "a way that velocity does not explain is a teleport; 0: none is"),
    SHARE(arm_low, 0, 10, 1.1f, "the arm's length at least_pitch, in shares"),
    SHARE(arm_high, 0, 10, 0.6f, "the arm's length at most_pitch, in shares"),
    SHARE(fov_low, 0.1f, 10, 1, "field of view at least_pitch, in shares"),
    SHARE(fov_high, 0.1f, 10, 1, "field of view at most_pitch, in shares"),
    ROW("speed_full", NULL, "m/s", FLOAT, 0, 1000, 0, speed_full, "speed at which speed_arm and speed_fov count in full"),
    SHARE(speed_arm, -0.9f, 10, 0, "share of the arm that speed adds"),
    SHARE(speed_fov, -0.9f, 10, 0, "share of the field of view that speed adds"),
    SECONDS(speed_half_life, 0.25f, "half-life of that speed"),
    YES(no_collision, "nothing is swept"),
    METRES(probe_radius, 0, 10, 0.12f, "of the sphere that is swept; the near plane's is taken where it is larger"),
    METRES(margin, 0, 1, 0.005f, "stays between the near plane's corners and what is in the way"),
    SECONDS(relax_half_life, 0.2f, "half-life of letting the arm out"),
    ROW("relax_speed", NULL, "m/s", FLOAT, 0, 1000, 6, relax_speed, "the arm is let out no faster; 0: without a limit"),
    SECONDS(hold_time, 0, "the arm is not let out so soon after a contraction"),
    ANGLE(thin_angle, 0, 0.8f, 10 * DEGREES, "what is narrower, seen from the hand, is looked past; 0: nothing is"),
    ANGLE(whisker_angle, 0, 1.5f, 32 * DEGREES, "of the outer feelers; 0: there are none"),
    SHARE(whisker_weight, 0, 1, 0.75f, "share by which what an inner feeler meets shortens the arm"),
    SECONDS(whisker_half_life, 0.12f, "half-life of what feelers say"),
    ROW("whisker_turn", NULL, "rad/s", ANGLE, 0, 10, 0, whisker_turn, "the view turns away from what feelers meet"),
    SECONDS(recentre_wait, 0, "without look input until the view turns behind the character; 0: never"),
    SECONDS(recentre_half_life, 0.4f, "half-life of that turn"),
    ROW("recentre_rate", NULL, "rad/s", ANGLE, 0, 100, 90 * DEGREES, recentre_rate, "it turns no faster; 0: without a limit"),
    SECONDS(side_half_life, 0.1f, "half-life of a swap of shoulders"),
    METRES(fade_near, 0, 1000, 0.5f, "nearer to the character's axis its body is not drawn"),
    METRES(fade_far, 0, 1000, 0.9f, "farther away it is drawn in full"),
    ROW("fly_speed", NULL, "m/s", FLOAT, 0, 1000, 0, fly_speed, "of free fly"),
};

#define FIELDS (sizeof fields / sizeof *fields)

const lope_field *lope_camera_fields(uint32_t *count)
{
    if (count) *count = (uint32_t)FIELDS;
    return fields;
}

// Checks one field.
static lope_result check_field(const lope_camera_settings *s, const lope_field *field, lope_error *error)
{
    const unsigned char *at = (const unsigned char *)s + field->offset;
    if (field->kind == LOPE_FIELD_FLOAT || field->kind == LOPE_FIELD_ANGLE) {
        float value;
        memcpy(&value, at, sizeof value);
        // a limit in radians is a float near to the one that is meant
        const double slack = field->kind == LOPE_FIELD_ANGLE ? 1e-5 : 0;
        return lope_check_number(error, field->name, (double)value, (double)field->low - slack, (double)field->high + slack);
    }
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return lope_check_number(error, field->name, (double)value, 0, (double)field->high);
}

lope_result lope_camera_settings_check(const lope_camera_settings *s, lope_error *error)
{
    if (!s) return lope_refuse(error, LOPE_ERROR_NULL, "settings", "settings is NULL; lope_camera_rig makes some");
    for (size_t i = 0; i < FIELDS; i++) {
        const lope_result result = check_field(s, &fields[i], error);
        if (result != LOPE_OK) return result;
    }
    if (s->least_pitch > s->most_pitch)
        return lope_refuse(error, LOPE_ERROR_RANGE, "least_pitch", "least_pitch is %g, over most_pitch, %g",
                           (double)s->least_pitch, (double)s->most_pitch);
    return LOPE_OK;
}
