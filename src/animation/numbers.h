// numbers.h - the settings of an animation with their defaults filled in.
//
// A zero in the settings is the default, and the defaults' lengths scale with the tuning's units_per_metre.
// What is computed reads these numbers, never the settings. Read next: lope/animation.h.
#ifndef LOPE_ANIMATION_NUMBERS_H
#define LOPE_ANIMATION_NUMBERS_H

#include <lope/animation.h>

// m/s for a world in metres: slower than this the character stands. Braking ends there: the velocity law's
// own limit.
#define LOPE_ANIMATION_STILL 1e-4

// Settings as numbers; units as in lope_animation_settings.
typedef struct lope_animation_numbers {
    uint32_t parts, foot_count, samples;
    bool stop_held;
    double still; // m/s under which the character stands
    double walk_speed, run_speed, walk_stride, run_stride, crouched_stride;
    double moving_speed, turn_most, turn_settle, lean_most, lean_time;
    double trajectory_seconds, farthest;
    double foot_radius, foot_reach;
    lope_animation_foot_place feet[LOPE_ANIMATION_FEET_MOST];
} lope_animation_numbers;

// Checks settings (NULL: all defaults) for a moveset that was made, and fills in the numbers. Returns what
// lope_animation_settings_check does.
lope_result lope_animation_numbers_make(lope_animation_numbers *numbers, const lope_animation_settings *settings,
                                        const lope_moveset *moveset, lope_error *error);

// A tick's way on the ground.
typedef struct lope_animation_stretch {
    double distance, seconds; // m, s
    double from, to;          // m/s: level speeds at its ends
    bool crouched;
} lope_animation_stretch;

// Returns how many strides a tick's way is.
double lope_animation_strides(const lope_animation_numbers *numbers, const lope_animation_stretch *stretch);

// Returns the length of a stride (m) at a level speed (m/s).
double lope_animation_stride(const lope_animation_numbers *numbers, double speed, bool crouched);

#endif
