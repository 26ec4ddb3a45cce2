// ledge_hang.h - hanging on ledges: catch, hang, shimmy round corners, climb up, jump off, drop to hang.
//
// Add lope_ledge_hang_ability to a moveset (lope_moveset_add_ability). In the air it takes hold of the edge
// of a level top above an upright wall when the hands reach it. The character hangs at a fixed place before
// the edge, in the frame of the ledge's body, so the ledge may move and turn. Gravity does not act.
//
// With t the time, the character has shimmied `shimmy_speed` * t along the edge, times how far the stick is
// pressed to the side. A corner is a part of that way: outside the capsule's axis goes on a circle about the
// corner, inside the character turns on the spot as fast. So on a round wall it is the axis that has the
// speed, from outside, and the hands, from inside, however finely the wall is cut. The axis keeps its
// distance from the wall within 1 mm. It stops `hands` before the end of a ledge.
//
// While it hangs: jump climbs up (`climb_by`), or jumps off with input away from the wall; crouch lets go.
// The state may be read: the ability's phase is a lope_ledge_hang_phase.
//
// Refusals: LOPE_REFUSAL_NO_INPUT, _TOO_FAST, _GROUND_NEAR, _NO_WALL, _TOO_HIGH, _TOO_LOW, _NOT_WALKABLE,
// _NO_ROOM, _COOLDOWN, with the place. Built on the public headers alone. Read next: ability.h, probe.h.
#ifndef LOPE_LEDGE_HANG_H
#define LOPE_LEDGE_HANG_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// What the character is doing: the phase of the ability.
typedef enum lope_ledge_hang_phase {
    LOPE_LEDGE_HANG_CATCH,  // it is brought to where it hangs
    LOPE_LEDGE_HANG_HANG,   // it hangs still
    LOPE_LEDGE_HANG_SHIMMY, // it moves along the edge
    LOPE_LEDGE_HANG_CORNER, // it is on its way round a corner of 20 degrees and more
    LOPE_LEDGE_HANG_END,    // it would shimmy, and the ledge ends or something is in the way
    LOPE_LEDGE_HANG_CLIMB,  // it climbs up
    LOPE_LEDGE_HANG_DROP    // it lets itself down from the top
} lope_ledge_hang_phase;

// What takes hold of a ledge in the air.
typedef enum lope_ledge_hang_catch {
    LOPE_LEDGE_CATCH_TOWARD, // input toward it
    LOPE_LEDGE_CATCH_ITSELF, // nothing else; without input the ledge ahead
    LOPE_LEDGE_CATCH_BUTTON  // LOPE_BUTTON_GRAB, pressed or held
} lope_ledge_hang_catch;

// What climbs up.
typedef enum lope_ledge_hang_climb {
    LOPE_LEDGE_CLIMB_JUMP,        // a press of jump, unless the input is away from the wall
    LOPE_LEDGE_CLIMB_JUMP_TOWARD, // a press of jump with input toward the wall
    LOPE_LEDGE_CLIMB_TOWARD       // as JUMP, and input toward the wall once it has hung for climb_wait
} lope_ledge_hang_climb;

// What lets the character down from the top, in place of walking off.
typedef enum lope_ledge_hang_drop {
    LOPE_LEDGE_DROP_NEVER,
    LOPE_LEDGE_DROP_GRAB,  // LOPE_BUTTON_GRAB is held
    LOPE_LEDGE_DROP_CROUCH // LOPE_BUTTON_CROUCH is held
} lope_ledge_hang_drop;

// Which query has refused: lope_refused.query. Those of a climb are the mantle's (lope_mantle_query).
typedef enum lope_ledge_hang_query {
    LOPE_LEDGE_QUERY_WALL = 1, // the look ahead
    LOPE_LEDGE_QUERY_TOP,      // the edge that was found
    LOPE_LEDGE_QUERY_FLOOR,    // the floor below
    LOPE_LEDGE_QUERY_ROOM      // the capsule on its way to where it hangs
} lope_ledge_hang_query;

// The settings, by the names of the fields. Metres are for a character of 1.76 m, and grow with it.
typedef struct lope_ledge_hang_settings {
    uint32_t catch_by;      // lope_ledge_hang_catch: TOWARD
    uint32_t climb_by;      // lope_ledge_hang_climb: JUMP
    uint32_t drop_by;       // lope_ledge_hang_drop: GRAB
    uint32_t marked_only;   // 1: only bodies on LOPE_CHANNEL_LEDGE
    float reach;            // 0.3 m, from the capsule to the wall
    float above, below;     // 0.1 and 0.3 m: how far above and below the hands the edge may be
    float rise_speed_most;  // 1 m/s: it takes no hold while it rises faster
    float fall_speed_most;  // 15 m/s: nor while it falls faster
    float ground_clearance; // 0.3 m: nor with the ground nearer below
    float hang_height;      // 1: the edge above the feet, as a share of the capsule's height
    float wall_gap;         // 0.03: between capsule and wall, as a share of the capsule's height
    float catch_seconds;    // 0.15 s, to be brought to where it hangs
    float shimmy_speed;     // 1.2 m/s
    float hands;            // 0.2 m: so far before the end of a ledge it stops
    float corner_most;      // 100 degrees: sharper corners end the ledge
    float gap_most;         // 0.3 m: wider gaps end the ledge
    float step_most;        // 0.15 m: higher differences of height end the ledge
    float climb_seconds;    // 0.8 s
    float climb_into;       // 0.45 m behind the edge, where it comes to stand
    float climb_wait;       // 0.3 s
    float jump_away;        // 5 m/s off the wall
    float jump_up;          // 5 m/s
    float drop_speed_most;  // 3 m/s: faster ones walk off, unless backwards
    float drop_seconds;     // 0.5 s, to let itself down
    float pause;            // 0.4 s after an end until the next start
} lope_ledge_hang_settings;

// Returns the ability, "ledge_hang", with its modes "ledge_hanging" and "ledge_climbing". Static. From any
// thread.
LOPE_API const lope_ability *lope_ledge_hang_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_ledge_hang_settings_default(lope_ledge_hang_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
