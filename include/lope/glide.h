// glide.h - the glide: slow sinking and steering in the air while its button is held, as with a paraglider.
//
// Add lope_glide_ability to a moveset (lope_moveset_add_ability). While LOPE_BUTTON_GLIDE is held in the air
// the fall is slowed by a drag. The speed v of the fall follows
//   v' = g - k v,  k = g / sink_rate:   v = s + (v0 - s) e^(-k t),  s the sink rate, v0 at the start.
// Rising is as without. So after 5 / k seconds it sinks at 0.7 % of the first difference from `sink_rate`,
// whatever the gravity g. The solution is exact at every tick rate.
//
// The level velocity follows the input up to `speed`; above it, and without input, `braking` slows it. The
// character turns and moves by the velocity law's friction `turn`.
//
// It ends when the button is let go, where the character lands or swims, and when another ability or a mode
// takes over. Refusals are those of the conditions: LOPE_REFUSAL_ON_THE_GROUND, and LOPE_REFUSAL_TUNING where
// no gravity pulls down.
//
// Built on the public headers alone: src/ability/glide.c. Read next: ability.h, the guide's chapter 28.
#ifndef LOPE_GLIDE_H
#define LOPE_GLIDE_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// The phase of the ability.
typedef enum lope_glide_phase { LOPE_GLIDE_RISES, LOPE_GLIDE_SINKS } lope_glide_phase;

// The settings, by the names of the fields. Of the conditions `trigger` is held.
typedef struct lope_glide_settings {
    float sink_rate;    // 2 m/s, to which the fall comes
    float speed;        // 8 m/s, level, with input
    float acceleration; // 8 m/s2, of the input
    float turn;         // 2 1/s: how fast the level velocity turns into the input's direction
    float braking;      // 2 m/s2, without input and above `speed`
} lope_glide_settings;

// Returns the ability, "glide", which brings the mode "gliding". Static. A game that wants another button,
// name or conditions changes a copy. From any thread.
LOPE_API const lope_ability *lope_glide_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_glide_settings_default(lope_glide_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
