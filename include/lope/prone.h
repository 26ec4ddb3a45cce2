// prone.h - prone: flat on the ground, lower and slower than crouched.
//
// Add lope_prone_ability to a moveset (lope_moveset_add_ability). A press of LOPE_BUTTON_PRONE on the ground
// lies down, and another gets up; or, with `toggle` off, the button is held. The capsule is `height` m with
// the feet where they were. The walking law has figures of its own, those of Unreal's PredictedMovement: with
// input v' = acceleration up to `speed`; without v' = -deceleration - b v, b = braking_friction times the
// tuning's braking_friction_factor. So it stops from v after ln(1 + b v / deceleration) / b seconds.
//
// The character gets up no sooner than `exit_lock` after it lay down: a press before that is refused with
// LOPE_REFUSAL_COOLDOWN. It gets up only where there is room: else that is refused with LOPE_REFUSAL_NO_ROOM,
// and it gets up at the instant at which there is room, unless it is pressed again. The crouch button hands
// over to crouching, which takes less room. With `keeps_off_ledges` it does not crawl off edges. It does not
// jump, sprint or slide; a fall ends it.
//
// Built on the public headers alone: src/ability/prone.c. Read next: ability.h, the guide's chapter 28.
#ifndef LOPE_PRONE_H
#define LOPE_PRONE_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// The settings, by the names of the fields.
typedef struct lope_prone_settings {
    float height;              // 0.7 m, of the capsule, whole; at least two radii
    float speed;               // 1.68 m/s
    float acceleration;        // 2.56 m/s2
    float deceleration;        // 5.12 m/s2, without input
    float friction;            // 3 1/s: turns the velocity into the input's direction
    float braking_friction;    // 1 1/s, without input, times the tuning's braking_friction_factor
    float exit_lock;           // 1 s
    uint32_t toggle;           // 1: a press lies down and another gets up; 0: while the button is held
    uint32_t keeps_off_ledges; // 1
} lope_prone_settings;

// Returns the ability, "prone". Static. A game that wants another button, name or conditions changes a copy.
// From any thread.
LOPE_API const lope_ability *lope_prone_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_prone_settings_default(lope_prone_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
