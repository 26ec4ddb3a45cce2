// roll.h - the roll: out of a hard landing, and as a dodge on the ground.
//
// Add lope_roll_ability to a moveset (lope_moveset_add_ability). LOPE_BUTTON_ROLL, held when the character
// lands or pressed within `buffer` (0.3 s) before, rolls out of a landing of at least `fall_speed`: at `keep`
// of the level speed, at least `least_speed`, for `seconds`. On the ground a press dodges: `dodge_way` in
// `dodge_seconds`, along the input, else where the character faces. So does a press that waited for a softer
// landing. The speed stays constant; its direction turns to the input's, the angle halved every `half_life`:
//   way = speed * seconds,  angle = angle0 * 2^(-t / half_life)
// at every tick rate, from the instant of the landing on.
//
// The capsule is lower meanwhile. The roll ends where there is room to stand; until then it goes on as a
// crawl at the crouched speed. A fall ends it. No jump is possible meanwhile.
//
// Refusals: LOPE_REFUSAL_SLOW for a softer landing, or a press on the ground, where `dodge` is off;
// LOPE_REFUSAL_IN_THE_AIR for a press that no landing followed in time; those of the conditions.
//
// Built on the public headers alone: src/ability/roll.c. Read next: ability.h, the guide's chapter 28.
#ifndef LOPE_ROLL_H
#define LOPE_ROLL_H

#include <lope/ability.h>
#include <lope/moveset.h>
#include <lope/state.h>

#ifdef __cplusplus
extern "C" {
#endif

// The phase of the ability.
typedef enum lope_roll_phase { LOPE_ROLL_DODGES, LOPE_ROLL_LANDS } lope_roll_phase;

// The settings, by the names of the fields. Of the conditions `trigger` is held and `buffer` 0.3 s.
typedef struct lope_roll_settings {
    float fall_speed;    // 7 m/s into the floor: softer landings need no roll
    float keep;          // 1: share of the level speed that a roll out of a landing has
    float least_speed;   // 3 m/s, that it has at least
    float seconds;       // 0.7 s, that it takes
    uint32_t dodge;      // 1: a press on the ground rolls too
    float dodge_way;     // 4 m
    float dodge_seconds; // 0.6 s
    float half_life;     // 0.1 s, of the angle to the input; 0: it does not turn; below 0.02 it is 0.02
    float height;        // 0.8 m, of the capsule, whole, at least two radii; 0: it keeps its height
} lope_roll_settings;

// Returns the ability, "roll". Static. A game that wants another button, name or conditions changes a copy.
// From any thread.
LOPE_API const lope_ability *lope_roll_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_roll_settings_default(lope_roll_settings *settings);

// A roll at work, for an animation system.
typedef struct lope_roll_report {
    uint32_t phase;    // lope_roll_phase
    float seconds;     // since its start
    float duration;    // s that it takes
    float fall_speed;  // m/s into the floor, of the landing; 0 for a dodge
    float mesh_offset; // m along up: as in lope_report
} lope_roll_report;

// Finds the roll at work in a state. Returns false when there is none, with *report untouched. moveset: the
// state's. Pure; from any thread.
LOPE_API bool lope_roll_report_of(const lope_moveset *moveset, const lope_state *state, lope_roll_report *report);

#ifdef __cplusplus
}
#endif
#endif
