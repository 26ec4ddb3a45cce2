// dash.h - the dash: a straight burst of speed for a set time, on the ground and in the air.
//
// Add lope_dash_ability to a moveset (lope_moveset_add_ability), and the character dashes by a press of
// LOPE_BUTTON_DASH: along the input, else where it faces, at `speed` for `duration`. Nothing drives or brakes
// it meanwhile, so its level way is speed * duration at every tick rate, and it ends at that instant within a
// tick. On the ground it follows floor, slopes and steps, and goes along with a base. Over an edge it goes
// straight on. Walls take their part of the speed, as lope_tick_slide does; it goes on along them.
//
// At its end `end_speed` says what share of the level speed stays. It ends early in water, by a teleport, and
// with `jump_ends` by a press of jump, which keeps the speed; else no jump is possible meanwhile.
//
// Of the conditions `cooldown` is 0.5 s, `charges` 1 and `uses_in_air` 1: the ground, or another landing,
// gives the uses back. Refusals are those of the conditions (ability.h).
//
// Built on the public headers alone: src/ability/dash.c. Read next: ability.h, the guide's chapter 28.
#ifndef LOPE_DASH_H
#define LOPE_DASH_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// The settings, by the names of the fields.
typedef struct lope_dash_settings {
    float speed;        // 20 m/s, level
    float duration;     // 0.3 s
    float distance;     // 0 m: as `duration` has it; above 0: it lasts distance / speed in its place
    float end_speed;    // 0: share of the level speed that stays at the end
    uint32_t gravity;   // 0: it keeps its height in the air; 1: it falls meanwhile
    uint32_t jump_ends; // 0: no jump meanwhile; 1: a press of jump ends it and jumps
} lope_dash_settings;

// Returns the ability, "dash", which brings the mode "dashing": in the air without gravity. Static. A game
// that wants another button, name or conditions changes a copy. From any thread.
LOPE_API const lope_ability *lope_dash_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_dash_settings_default(lope_dash_settings *settings);

// Returns how long a dash lasts by its settings, s. From any thread.
LOPE_API double lope_dash_seconds(const lope_dash_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
