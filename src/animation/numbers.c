// numbers.c - settings of an animation: checks, defaults, and the stride. See numbers.h.
#include "animation/numbers.h"
#include "base/error.h"

#include <stddef.h>

// ---- a table of the settings' numbers -----------------------------------------------------------------

// A float of the settings, and what it takes.
typedef struct field {
    const char *name;
    size_t at;
    float least, most;
} field;

#define FIELD(name, least, most)                                        \
    {                                                                   \
#name, offsetof(lope_animation_settings, name), (least), (most) \
    }

static const field fields[] = {
    FIELD(walk_speed, 0, 1e6f),     FIELD(run_speed, 0, 1e6f),        FIELD(walk_stride, 0, 1e6f), FIELD(run_stride, 0, 1e6f),
    FIELD(crouched_stride, 0, 100), FIELD(foot_spacing, 0, 1e6f),     FIELD(foot_radius, 0, 1e6f), FIELD(foot_reach, 0, 1e6f),
    FIELD(moving_speed, 0, 1e6f),   FIELD(turn_most, 0, 1e6f),        FIELD(turn_settle, 0, 1e6f), FIELD(lean_most, 0, 1.5f),
    FIELD(lean_time, -1e6f, 1e6f),  FIELD(trajectory_seconds, 0, 10), FIELD(farthest, 0, 60),
};

// Returns what is wrong with a place of a foot, or LOPE_OK.
static lope_result check_foot(const lope_animation_foot_place *foot, lope_error *error)
{
    lope_result result = lope_check_number(error, "feet.right", (double)foot->right, -1e6, 1e6);
    if (result == LOPE_OK) result = lope_check_number(error, "feet.ahead", (double)foot->ahead, -1e6, 1e6);
    if (result == LOPE_OK) result = lope_check_number(error, "feet.phase", (double)foot->phase, 0, 0.9999999);
    return result;
}

// Returns a setting, or its default.
static double or_else(float setting, double initially) { return setting > 0 || setting < 0 ? (double)setting : initially; }

lope_result lope_animation_settings_check(const lope_animation_settings *settings, lope_error *error)
{
    if (!settings) return lope_refuse(error, LOPE_ERROR_NULL, "settings", "settings are required");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const float *number = (const float *)(const void *)((const char *)settings + fields[i].at);
        lope_result result =
            lope_check_number(error, fields[i].name, (double)*number, (double)fields[i].least, (double)fields[i].most);
        if (result != LOPE_OK) return result;
    }
    if (settings->parts & ~LOPE_ANIMATION_ALL)
        return lope_refuse(error, LOPE_ERROR_RANGE, "parts", "has bits that there are not: 0x%x", (unsigned)settings->parts);
    if (settings->foot_count > LOPE_ANIMATION_FEET_MOST)
        return lope_refuse(error, LOPE_ERROR_RANGE, "foot_count", "is %u; at most %d", (unsigned)settings->foot_count,
                           LOPE_ANIMATION_FEET_MOST);
    if (settings->samples > LOPE_ANIMATION_SAMPLES_MOST)
        return lope_refuse(error, LOPE_ERROR_RANGE, "samples", "is %u; at most %d", (unsigned)settings->samples,
                           LOPE_ANIMATION_SAMPLES_MOST);
    if (settings->stop_held > 1) return lope_refuse(error, LOPE_ERROR_RANGE, "stop_held", "must be 0 or 1");
    for (uint32_t i = 0; i < settings->foot_count; i++) {
        lope_result result = check_foot(&settings->feet[i], error);
        if (result != LOPE_OK) return result;
    }
    // A default scales with the units, which are not known here: numbers_make looks at the two together.
    if (settings->walk_speed > 0 && settings->run_speed > 0 && settings->run_speed <= settings->walk_speed)
        return lope_refuse(error, LOPE_ERROR_RANGE, "run_speed", "is %g; it must be above walk_speed, which is %g",
                           (double)settings->run_speed, (double)settings->walk_speed);
    return LOPE_OK;
}

// Fills in the feet: the settings' own, or a left and a right one.
static void set_feet(lope_animation_numbers *n, const lope_animation_settings *s, double unit)
{
    const float half = (float)(0.5 * or_else(s->foot_spacing, 0.2 * unit));
    n->foot_count = s->foot_count > 0 ? s->foot_count : 2;
    for (uint32_t i = 0; i < s->foot_count; i++) n->feet[i] = s->feet[i];
    if (s->foot_count > 0) return;
    n->feet[0] = (lope_animation_foot_place){.right = -half};
    n->feet[1] = (lope_animation_foot_place){.right = half, .phase = 0.5f};
}

lope_result lope_animation_numbers_make(lope_animation_numbers *numbers, const lope_animation_settings *settings,
                                        const lope_moveset *moveset, lope_error *error)
{
    static const lope_animation_settings none = {0};
    const lope_animation_settings *s = settings ? settings : &none;
    const double unit = (double)moveset->tuning.units_per_metre;
    lope_result result = lope_animation_settings_check(s, error);
    if (result != LOPE_OK) return result;
    *numbers = (lope_animation_numbers){.parts = s->parts ? s->parts : LOPE_ANIMATION_ALL,
                                        .samples = s->samples ? s->samples : 10,
                                        .stop_held = s->stop_held != 0,
                                        .still = LOPE_ANIMATION_STILL * unit,
                                        .walk_speed = or_else(s->walk_speed, 1.5 * unit),
                                        .run_speed = or_else(s->run_speed, 6.0 * unit),
                                        .walk_stride = or_else(s->walk_stride, 1.5 * unit),
                                        .run_stride = or_else(s->run_stride, 3.0 * unit),
                                        .crouched_stride = or_else(s->crouched_stride, 0.75),
                                        .moving_speed = or_else(s->moving_speed, 0.1 * unit),
                                        .turn_most = or_else(s->turn_most, 2.0 * 3.14159265358979323846 / 3.0),
                                        .turn_settle = or_else(s->turn_settle, 0.1),
                                        .lean_most = or_else(s->lean_most, 0.5),
                                        .lean_time = or_else(s->lean_time, 0.1),
                                        .trajectory_seconds = or_else(s->trajectory_seconds, 1.0),
                                        .farthest = or_else(s->farthest, 4.0),
                                        .foot_radius = (double)s->foot_radius,
                                        .foot_reach = or_else(s->foot_reach, (double)moveset->tuning.max_step_height)};
    set_feet(numbers, s, unit);
    if (numbers->run_speed > numbers->walk_speed) return LOPE_OK;
    return lope_refuse(error, LOPE_ERROR_RANGE, s->run_speed > 0 ? "run_speed" : "walk_speed",
                       "the walk is as fast as the run: %g and %g", numbers->walk_speed, numbers->run_speed);
}

double lope_animation_stride(const lope_animation_numbers *n, double speed, bool crouched)
{
    double share = (speed - n->walk_speed) / (n->run_speed - n->walk_speed);
    share = share > 0 ? share < 1 ? share : 1 : 0;
    const double stride = n->walk_stride + share * (n->run_stride - n->walk_stride);
    return crouched ? stride * n->crouched_stride : stride;
}

// By Simpson's rule over the time: the integral of speed / stride over that of the speed, times the way. The
// speed in the middle is the one that makes up the way: in a tick that starts, brakes or reaches its top
// speed it is not the mean of the two ends. At an even speed this is the way over the stride, exactly.
double lope_animation_strides(const lope_animation_numbers *n, const lope_animation_stretch *stretch)
{
    const double from = stretch->from, to = stretch->to, most = from > to ? from : to;
    double middle = 0.25 * (6.0 * stretch->distance / stretch->seconds - from - to), way = 0, strides = 0;
    if (!(stretch->distance > 0)) return 0;
    // What was put ahead, as by a step up, is no speed.
    middle = middle > 0 ? middle < 2 * most ? middle : most : 0;
    const double speeds[3] = {from, middle, to}, weights[3] = {1, 4, 1};
    for (int i = 0; i < 3; i++) {
        way += weights[i] * speeds[i];
        strides += weights[i] * speeds[i] / lope_animation_stride(n, speeds[i], stretch->crouched);
    }
    if (!(way > 6 * n->still)) return stretch->distance / lope_animation_stride(n, to, stretch->crouched);
    return stretch->distance * (strides / way);
}
