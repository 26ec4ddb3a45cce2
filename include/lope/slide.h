// slide.h - the slide: low over the ground, along slopes and under bars, as in Unreal's PlatformerGame
// sample.
//
// Add lope_slide_ability to a moveset (lope_moveset_add_ability), and the character slides: by
// LOPE_BUTTON_SLIDE, pressed or held, on the ground, faster than twice the least speed. Input does not steer
// it. The capsule is lower meanwhile, with the feet where they were (report.h: mesh_offset).
//
// It ends at the least speed, where the ground ends, by a jump, which keeps the speed, and when another
// ability or a mode takes over. It ends only where there is room to stand: else it goes on, on the ground as
// a crawl at the least speed, which input steers, and ends at the instant at which there is room.
//
// Two laws (lope_slide_law). `exact`, the same at every tick rate: for the level speed v on ground that
// slopes by a, straight down (a > 0) or up,
//   v' = gravity g sin a cos a - friction g cos^2 a - drag v,   held at max_speed.
// `platformer_game`, the sample's rule, of which the times hang on the tick rate: each tick
//   C += k dt, v += C, held between min_speed and max_speed; C begins at 0;
//   k = reduction (1 + |d|) downhill, -reduction (1 + |d|) uphill, -reduction on level ground; d = sin a,
// with the walking mode's input, friction and braking in the same tick.
//
// Speeds are relative to what carries the character. Built on the public headers alone: src/ability/slide.c
// is a pattern for abilities of a game's own. Read next: ability.h, the guide's chapter 25.
#ifndef LOPE_SLIDE_H
#define LOPE_SLIDE_H

#include <lope/ability.h>
#include <lope/moveset.h>
#include <lope/state.h>

#ifdef __cplusplus
extern "C" {
#endif

// How the speed changes.
typedef enum lope_slide_law { LOPE_SLIDE_EXACT, LOPE_SLIDE_PLATFORMER_GAME, LOPE_SLIDE_LAW_COUNT } lope_slide_law;

// What a press of jump does.
typedef enum lope_slide_jump {
    LOPE_SLIDE_JUMP_OUT,   // ends the slide and jumps; refused where there is no room to stand
    LOPE_SLIDE_JUMP_WAITS, // the same; without room the press waits for the slide's end, as in the sample
    LOPE_SLIDE_JUMP_COUNT
} lope_slide_jump;

// The phase of the ability.
typedef enum lope_slide_phase {
    LOPE_SLIDE_SLIDES,
    LOPE_SLIDE_CRAWLS, // at the least speed, for lack of room
    LOPE_SLIDE_FALLS   // in the air, for lack of room
} lope_slide_phase;

// The settings, by the names of the fields. Of the conditions `trigger` is held, and `cooldown` 0.
typedef struct lope_slide_settings {
    uint32_t law;          // lope_slide_law
    float min_speed;       // 2 m/s: at which it ends
    float max_speed;       // 11 m/s
    float start_speed;     // m/s, above which it starts; 0: twice min_speed; at least min_speed
    float height;          // 0.8 m, of the capsule, whole, at least two radii; 0 or less: it keeps its height
    float gravity;         // 1: share of the gravity along a slope that acts
    float friction;        // 0.4: of the ground, per weight on it
    float drag;            // 0.2 1/s
    float reduction;       // 0.3 m/s2: `platformer_game`'s SlideVelocityReduction
    uint32_t jump;         // lope_slide_jump
    float hop;             // 0 m/s: that a jump out of the slide adds along the velocity
    uint32_t release_ends; // 1: letting the button go ends it
} lope_slide_settings;

// Returns the ability, "slide". Static. A game that wants another button, name or conditions changes a copy.
// From any thread.
LOPE_API const lope_ability *lope_slide_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_slide_settings_default(lope_slide_settings *settings);

// A slide at work, for an animation system.
typedef struct lope_slide_report {
    uint32_t phase;    // lope_slide_phase
    float seconds;     // since its start
    float mesh_offset; // m along up: as in lope_report
} lope_slide_report;

// Finds the slide at work in a state. Returns false when there is none, with *report untouched. moveset: the
// state's. Pure; from any thread.
LOPE_API bool lope_slide_report_of(const lope_moveset *moveset, const lope_state *state, lope_slide_report *report);

#ifdef __cplusplus
}
#endif
#endif
