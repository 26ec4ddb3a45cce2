// mantle.h - the mantle: up onto a ledge that is too high to be stepped onto, as in the Advanced Locomotion
// System (ALS).
//
// Add lope_mantle_ability to a moveset (lope_moveset_add_ability), and the character mantles: by a press of
// jump on the ground with a direction asked for, by a press of jump in the air, by LOPE_BUTTON_MANTLE, and by
// itself in the air with a direction asked for. A press that finds no ledge is told as refused, with the
// query and the place that refused, and jumps.
//
// The direction is the input's. A ledge is looked for with the probe (probe.h): heights and reach are
// settings. It is taken when it can be stood upon, when it cannot be stepped onto, in the air when no ground
// is near below it, and when the character's own capsule has room on the whole way: aside where it must, up,
// over, down. All lengths are for a character of 1.76 m by 0.34 m, and scale with the standing height.
//
// The body goes one of three ways (lope_mantle_way), all in the time that the asset gives, in the frame of
// the ledge's body: a ledge may move, turn, sink or speed up. At the end the character walks, with the ledge
// as its base. It falls when there is no floor, when the ledge is gone, or when something blocks it for good.
//
// Built on the public headers alone: src/ability/mantle.c is a pattern for abilities of a game's own. Read
// next: probe.h, the guide's chapter 24.
#ifndef LOPE_MANTLE_H
#define LOPE_MANTLE_H

#include <lope/ability.h>
#include <lope/moveset.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

// The way of the body.
typedef enum lope_mantle_way {
    LOPE_MANTLE_CLEAR, // up, over and down with its own sweeps: it never enters anything
    LOPE_MANTLE_ALS,   // the formula of ALS: by correction curves, through what is in the way
    LOPE_MANTLE_ROOT,  // that of ALS-Refactored: by the root of the animation, through what is in the way
    LOPE_MANTLE_WAY_COUNT
} lope_mantle_way;

// What the mantle is: ALS's mantle type. The phase of the ability.
typedef enum lope_mantle_kind {
    LOPE_MANTLE_LOW,          // up to `high_above`
    LOPE_MANTLE_HIGH,         // higher
    LOPE_MANTLE_FALLING_CATCH // begun in the air
} lope_mantle_kind;

// Which of the mantle's queries has refused: lope_refused.query.
typedef enum lope_mantle_query {
    LOPE_MANTLE_QUERY_WALL = 1, // the sweep forward
    LOPE_MANTLE_QUERY_TOP,      // the rays down behind the wall
    LOPE_MANTLE_QUERY_FLOOR,    // the ray down before the ledge
    LOPE_MANTLE_QUERY_STAND,    // the capsule where it would stand
    LOPE_MANTLE_QUERY_ASIDE,    // the capsule on its way to where it goes up
    LOPE_MANTLE_QUERY_UP,
    LOPE_MANTLE_QUERY_OVER,
    LOPE_MANTLE_QUERY_BASE // the capsule where the ledge's body brings it within the tick
} lope_mantle_query;

// An asset: when an animation is entered, and how the body is brought to it and along it. Times are seconds
// of the animation. Each correction goes from 0 to 1 by a cubic with level ends, between its two times.
typedef struct lope_mantle_asset {
    float back, down;                         // m: where the animation begins, seen from where it ends
    float low_height, low_rate, low_start;    // at this height (m) and below: play rate, and where it starts
    float high_height, high_rate, high_start; // at this height and above; between them in proportion
    float length;                             // s, where the animation ends
    float position_from, position_to;         // of the position along the animation
    float level_from, level_to;               // of the level correction, and of the turn
    float upward_from, upward_to;             // of the upward correction
    float blend_in;                           // s: from the body's own place to the animation's
    float warp_from, warp_to;                 // `root`: from the frame of the start to that of the end
} lope_mantle_asset;

// The settings, by the names of the fields: "way", "ledge_height_least" and so on.
typedef struct lope_mantle_settings {
    uint32_t way;                                        // lope_mantle_way
    float ledge_height_least, ledge_height_most;         // m above the feet, from the ground
    float air_ledge_height_least, air_ledge_height_most; // m above the feet, in the air
    float reach, air_reach;                              // m, from the capsule's axis to the wall
    float high_above;                                    // m: higher ones are LOPE_MANTLE_HIGH
    float into;                                          // m behind the edge, where it comes to stand
    float slope_limit;                                   // rad: steeper tops are not taken
    float max_ledge_speed;                               // m/s; 0: any. ALS: 0.1
    // m: in the air no ledge is taken that has a floor nearer below it
    float ground_clearance;
    uint32_t auto_in_air; // 1: by itself in the air
    int32_t variant;      // the game's number for the animation: ALS's overlay state
    // channels of walls that may be mantled, and of tops that may be stood upon; 0: what it collides with
    int32_t mantle_channels, stand_channels;
    // `root`: 1 + the number of the moveset's curve of m over s; 0: made of the asset's numbers
    int32_t root_forward, root_up;
    lope_mantle_asset low, high; // ALS's of 1 m and of 2 m
} lope_mantle_settings;

// Returns the ability, "mantle", with the modes that it brings. Static. From any thread.
LOPE_API const lope_ability *lope_mantle_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_mantle_settings_default(lope_mantle_settings *settings);

// A mantle at work, for an animation system.
typedef struct lope_mantle_report {
    uint32_t kind;         // lope_mantle_kind
    uint32_t way;          // lope_mantle_way
    int32_t variant;       // the game's number, as it was at the start
    float height;          // m, of the ledge above the feet at the start
    float time, seconds;   // s since the start, and in all
    float rate;            // play rate
    float position;        // s, where the animation is
    float blend;           // weight of the animation against the pose before, 0 to 1
    float corrections[3];  // of position, level and upward, 0 to 1 (lope_mantle_asset)
    lope_vec3 root;        // m: the animation's root since its start: x 0, y up, -z forward
    lope_body_pose target; // the feet and the facing at the end, in the frame of the ledge's body
} lope_mantle_report;

// Finds the mantle at work in a state. Returns false when there is none, with *report untouched. moveset: the
// state's. Pure; from any thread.
LOPE_API bool lope_mantle_report_of(const lope_moveset *moveset, const lope_state *state, lope_mantle_report *report);

// Returns the name of ALS's animation for a kind of mantle and an overlay state (0 default, 1 masculine, 2
// feminine, 3 injured, 4 hands tied, 5 rifle, 6 and 7 pistol in one hand and in two, 8 bow, 9 torch, 10
// binoculars, 11 box, 12 barrel; others: default): "Mantle_1m_LH". Static text. From any thread.
LOPE_API const char *lope_mantle_animation(uint32_t kind, int32_t variant);

#ifdef __cplusplus
}
#endif
#endif
