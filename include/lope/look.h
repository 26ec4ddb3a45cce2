// look.h - mouse, stick and touch into look input: dead zone, response curve, inversion, sensitivity,
// acceleration.
//
//     lope_stick_settings stick = {.turn_rate = 3.5};
//     double yaw, pitch;
//     lope_look_from_stick(&memory, &stick, right_x, right_y, frame_seconds, &yaw, &pitch);
//     lope_controller_add_look(&player, yaw, pitch, 0);
//
// A mouse and a finger give ways: what they turn does not depend on the frame rate. A stick gives a speed,
// which is summed up exactly over the frame, with its ramp. All zero settings are the defaults. Functions are
// pure. From any thread. Read next: controller.h.
#ifndef LOPE_LOOK_H
#define LOPE_LOOK_H

#include <lope/base.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a stick is read. A member of 0 has the default.
typedef struct lope_stick_settings {
    float dead_zone; // 0 to 0.95 of the whole way: below it the stick is at rest. 0: 0.2; negative: none
    float full_zone; // so far from the rim it is all the way out. 0: 0.05; negative: none
    float exponent;  // of the response between the two, 0.25 to 8. 0: 1, even
    bool axial;      // each axis has the dead zone by itself, which keeps straight lines straight
    bool invert_pitch, invert_yaw;
    float turn_rate;  // rad/s of yaw all the way out, at most 100. 0: 2.8
    float pitch_rate; // rad/s of pitch. 0: 0.7 of the turn rate
    // The turn speeds up to `boost` times while the stick stays all but out (0.9): after boost_delay (s),
    // within boost_time (s). 0: 1, no boost.
    float boost, boost_delay, boost_time;
} lope_stick_settings;

// What reading a stick remembers: s that it has been all but out. All zero at the beginning.
typedef struct lope_stick_memory {
    double out_seconds;
} lope_stick_memory;

// How a mouse or a finger is read. A member of 0 has the default.
typedef struct lope_pointer_settings {
    float sensitivity;       // rad a count (mouse) or a pixel (touch). 0: 0.0015
    float pitch_sensitivity; // the same of pitch. 0: as sensitivity
    bool invert_pitch, invert_yaw;
    // Sensitivity grows with the speed: by `acceleration` for each 1000 counts a second, up to `most` times.
    // 0: none.
    float acceleration, most;
} lope_pointer_settings;

// Shapes a stick: dead zone, full zone and response curve. x, y: -1 to 1; more is cut to length 1. Writes a
// vector no longer than 1. settings: NULL has the defaults. For a stick that moves the character too.
LOPE_API void lope_stick_shape(const lope_stick_settings *settings, float x, float y, float *out_x, float *out_y);

// Reads a stick that turns the view: x right, y forward (up), -1 to 1. Writes the look input (rad) of a frame
// of `seconds`. A frame cut in two gives the same sum.
LOPE_API void lope_look_from_stick(lope_stick_memory *memory, const lope_stick_settings *settings, float x, float y,
                                   double seconds, double *yaw, double *pitch);

// Reads a mouse or a finger: x right, y down, as screens count, in counts or pixels of this frame of
// `seconds`. Writes the look input (rad).
LOPE_API void lope_look_from_pointer(const lope_pointer_settings *settings, double x, double y, double seconds, double *yaw,
                                     double *pitch);

// Checks settings. *error (may be NULL) names the member and what it takes. Returns LOPE_OK,
// LOPE_ERROR_NOT_FINITE or LOPE_ERROR_RANGE.
LOPE_API lope_result lope_stick_settings_check(const lope_stick_settings *settings, lope_error *error);
// Does the same for those of a mouse or a finger.
LOPE_API lope_result lope_pointer_settings_check(const lope_pointer_settings *settings, lope_error *error);

#ifdef __cplusplus
}
#endif
#endif
