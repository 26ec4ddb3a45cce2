// rope.h - hanging and swinging on a rope, or on a grapple.
//
// Add lope_rope_ability to a moveset (lope_moveset_add_ability). A press of LOPE_BUTTON_GRAB, or with
// `auto_catch` the fall past it, takes hold of a rope: a thin body of LOPE_CHANNEL_ROPE within `reach` of the
// capsule. Its length is the longest axis of its frame, through its origin. An axis that leans at most `lean`
// from up makes it a rope that hangs from its upper end, the anchor; others are ziplines (zipline.h). With
// `grapple` a press without a rope near sends one along the look, to the first thing within so many m.
//
// The hands, `hands` of the capsule's height above the feet, then are the weight of a pendulum about the
// anchor. The rope is as long as from the anchor to the hands at the start. For L the length and g gravity:
//   small swings take 2 pi sqrt(L / g); the energy stays, at every tick rate, but for `drag`;
//   the rope goes slack where its tension would be below 0 (`rod`: never), and the fall ends when it is taut,
//   which takes the speed along the rope;
//   level input accelerates by `pump`, up to `pump_speed` along the input;
//   the upward part of the input climbs by `climb_speed`, the downward part by `descend_speed`; with
//   `grab_climbs` so does the input along the facing while LOPE_BUTTON_GRAB is held. The angular momentum
//   stays.
// The anchor may move: its velocity counts, and stays when the character lets go. The capsule is swept, so
// what stands in the way takes its part of the velocity.
//
// Ends: a press of jump, with `jump_speed` up and `jump_share` of the velocity; a press of crouch; the
// anchor's body is gone; something keeps the hands off the rope by more than the capsule's radius; another
// mode. Then the character falls. Refusals: LOPE_REFUSAL_NONE_NEAR (no rope near, or nothing that a grapple
// meets; place and body as far as known), LOPE_REFUSAL_TOO_LOW (the rope would be shorter than `least`),
// _NO_INPUT, and those of the conditions. Phase: lope_rope_phase.
//
// Built on the public headers alone. Read next: zipline.h.
#ifndef LOPE_ROPE_H
#define LOPE_ROPE_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// The ability's phase.
typedef enum lope_rope_phase { LOPE_ROPE_SWINGS = 0, LOPE_ROPE_GRAPPLES = 1 } lope_rope_phase;

// The settings, by the names of the fields. Of the conditions `cooldown` is 0.3 s, from a start on.
typedef struct lope_rope_settings {
    float reach;                      // 0.5 m, from the capsule to the rope; for a character of 1.76 m
    float lean;                       // 0.785 rad: ropes lean less, ziplines more
    float hands;                      // 0.9: share of the capsule's height at which it holds on
    float pump;                       // 4 m/s2
    float pump_speed;                 // 8 m/s
    float climb_speed, descend_speed; // 1.5 and 3 m/s
    float least;                      // 0.5 m: the shortest rope
    float drag;                       // 0 1/s
    float jump_speed;                 // 4 m/s up, when a jump lets go
    float jump_share;                 // 1: share of the velocity that such a jump keeps
    float grapple;                    // 0 m: how far a grapple reaches; 0: there is none
    uint32_t auto_catch;              // 0: 1 takes hold in the air without a press, unless it rises
    uint32_t rod;                     // 0: 1 is a rope that is never slack
    uint32_t grab_climbs;             // 0
} lope_rope_settings;

// Returns the ability, "rope", with the mode that it brings, "roping". Static. From any thread.
LOPE_API const lope_ability *lope_rope_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_rope_settings_default(lope_rope_settings *settings);

// Hangs the character on a rope of the game's own: in the `start` of a game's ability, or in a mode. ability:
// the rope's number in the moveset. anchor: m, in the world; it goes along with `body`, or LOPE_BODY_NONE.
// length: m; 0: as far as it is to the hands. Returns false, with nothing changed, for numbers that are not
// finite, a length shorter than the way to the hands or than the setting `least`, and an ability that is not
// the rope.
LOPE_API bool lope_rope_hang(lope_tick *tick, uint32_t ability, lope_point anchor, uint64_t body, double length);

#ifdef __cplusplus
}
#endif
#endif
