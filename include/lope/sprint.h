// sprint.h - the sprint: a higher top speed while its button is held, paid for with stamina.
//
// Add lope_sprint_ability to a moveset (lope_moveset_add_ability). While LOPE_BUTTON_SPRINT is held on the
// ground, and the input is within `angle` of where the character faces, the top speed is `speed`; above the
// walking top speed `acceleration` is that of the input. A jump keeps the top speed. It does not count while
// crouched or low, and it ends when the button is let go.
//
// Stamina (lope_moveset.stamina) goes down by `drain` a second while the character really moves faster than
// the walking top speed, on the ground. With none left the sprint is drained: it stays at work without
// effect, button or not, until the stamina is back at `again`. So it does not flutter.
//
// In closed form, from a run at the top speed of stamina S: it lasts S / drain seconds; drained for
// stamina.delay + again / stamina.recovery seconds. Both instants are exact within a tick.
//
// Refusals: LOPE_REFUSAL_CROUCHED, LOPE_REFUSAL_STAMINA without any, and those of the conditions (ability.h).
// Built on the public headers alone: src/ability/sprint.c. Read next: ability.h, the guide's chapter 28.
#ifndef LOPE_SPRINT_H
#define LOPE_SPRINT_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// The phase of the ability.
typedef enum lope_sprint_phase {
    LOPE_SPRINT_READY,  // not above the walking top speed
    LOPE_SPRINT_RUNS,   // above it, and draining
    LOPE_SPRINT_DRAINED // out of stamina, until it is back at `again`
} lope_sprint_phase;

// The settings, by the names of the fields. Of the conditions `trigger` is held.
typedef struct lope_sprint_settings {
    float speed;        // 9 m/s: the top speed; below the walking one it does nothing
    float acceleration; // 0 m/s2, above the walking top speed; 0: the walking mode's own
    float angle;        // rad, 50 degrees: of the input to the facing, at most; 180: any
    float drain;        // 20 1/s, of stamina; 0: none
    float again;        // 30: stamina at which a drained one is over, at most all there is
} lope_sprint_settings;

// Returns the ability, "sprint". Static. A game that wants another button, name or conditions changes a copy.
// From any thread.
LOPE_API const lope_ability *lope_sprint_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_sprint_settings_default(lope_sprint_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
