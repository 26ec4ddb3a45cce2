// ladder.h - ladders: up and down a face on LOPE_CHANNEL_LADDER, and over its top.
//
// A ladder is any body on that channel, solid or not, with an upright face: a box, a mesh, or rungs one above
// another that are at most `rungs` apart. Add lope_ladder_ability to a moveset (lope_moveset_add_ability).
// The character takes hold of a ladder when the input leads into it, on the ground and in the air; and, on a
// floor above it, when the input leads over the edge: then it turns round and goes down. With `by_button` a
// press of LOPE_BUTTON_GRAB must ask for it. A press that finds nothing is told as refused, with the query
// and the place (lope_ladder_query).
//
// On the ladder the input's part into the face is up, out of it is down, across it is sideways:
//   way along the ladder = speed * time, at every tick rate
// With the crouch button held the character slides down. Its feet have the ladder in front of them: the
// ladder ends for it where its feet come past the last rung. There it goes over onto the floor, or stays
// where there is no room. At the foot it walks off on the floor, or falls where the ladder ends in the air.
// A jump leads off the face. It falls too when the ladder goes away or leans too far.
//
// The ladder's body takes the character along, and its velocity stays when the character leaves. Lengths are
// for a character of 1.76 m and scale with the standing height. Read next: climb.h.
#ifndef LOPE_LADDER_H
#define LOPE_LADDER_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// Which of the ladder's queries has refused: lope_refused.query.
typedef enum lope_ladder_query {
    LOPE_LADDER_QUERY_FACE = 1, // the sweep toward the ladder
    LOPE_LADDER_QUERY_LEAN,     // the ladder's lean
    LOPE_LADDER_QUERY_WAY       // the capsule on its way past the edge
} lope_ladder_query;

// The settings, by the names of the fields.
typedef struct lope_ladder_settings {
    float up, down, side, slide; // m/s: 2.5, 2.5, 1; 6 with the crouch button held, 0: no slide
    float over;                  // m/s, over the edge at the top: 2.5
    float jump, jump_up;         // m/s off the face, and up: 3, 1.5
    float gap;                   // m between the capsule and the face: 0.05
    float reach;                 // m beyond the gap, at which it is taken hold of: 0.1
    float rungs;                 // m between two rungs of one ladder: 0.35
    float lean, overhang;        // rad from upright: 30, 5 degrees
    float half_life;             // s, of the turn to the face: 0.06
    uint32_t by_button;          // 1: a press must ask for it
} lope_ladder_settings;

// Returns the ability, "ladder", with the mode that it brings, "on_ladder". Static. From any thread.
LOPE_API const lope_ability *lope_ladder_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_ladder_settings_default(lope_ladder_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
