// face.h - what ladder and climb share: an upright face that the character holds on to, found, followed and
// left over its top. Read next: face.c, face_find.c.
#ifndef LOPE_ABILITY_FACE_H
#define LOPE_ABILITY_FACE_H

#include <lope/ability.h>
#include <lope/tick.h>

// What the character does on a face.
typedef enum lope_face_kind {
    LOPE_FACE_ON,   // holds on to it, and goes along it
    LOPE_FACE_OVER, // goes over the top, onto the floor
    LOPE_FACE_DOWN, // goes over the edge of the floor, down to the face
    LOPE_FACE_ROUND // goes round a corner, to the face behind it
} lope_face_kind;

// The law of a face, from the settings of an ability. Lengths in m, as the character has them: scaled.
typedef struct lope_face_rules {
    uint32_t channel;            // LOPE_CHANNEL_...: what faces are on
    double gap, rungs, reach;    // m from the capsule; between rungs; at which one is taken hold of
    double lean, overhang;       // rad from upright
    double up, down, side, over; // m/s
    double slide;                // m/s while the crouch button is held; 0: it does not slide
    double jump, jump_up;        // m/s
    double half_life;            // s, of the turn to the face
    double drain, drain_way;     // stamina by the second and by the metre
    double corner;               // rad, up to which it goes round; 0: the face is one plane
    double least;                // stamina that must be there at the start
    bool by_button, lets_go;     // a press must ask for it; a crouch press lets go
} lope_face_rules;

// What the mode keeps in the state.
typedef struct lope_face_data {
    lope_body_pose at; // a place on the face; its y leads out of the face
    lope_point way[2]; // m, in the frame of at.body: places that the feet still go to
    uint32_t kind;     // lope_face_kind
    uint32_t leg;      // of the way
    uint32_t ability;  // its number
    uint32_t reserved;
} lope_face_data;

// A face in the world, as it is for the character at a place.
typedef struct lope_face {
    uint64_t body;
    lope_point point;             // m, on the face in front of the feet
    lope_point out, along, aside; // unit: out of it, up along it, and to the right, as seen from before it
    double scale;                 // of lengths
    lope_point normal;            // unit, of the surface at `point`
} lope_face;

// Which of the queries has refused: lope_refused.query. Both abilities count so.
typedef enum lope_face_query {
    LOPE_FACE_QUERY_FACE = 1, // the sweep toward the face
    LOPE_FACE_QUERY_LEAN,     // the face's lean
    LOPE_FACE_QUERY_WAY,      // the capsule on its way
    LOPE_FACE_QUERY_STAND     // the capsule where it would stand
} lope_face_query;

// try_start and passed of both abilities.
uint32_t lope_face_try(lope_tick *tick, const lope_ability_self *self, const lope_face_rules *rules);
bool lope_face_passed(lope_tick *tick, const lope_ability_self *self, double seconds);
// Ended, perhaps from outside, as by a teleport: the character lets go. by_itself: the ability takes hold
// without a press, but not again at once.
void lope_face_end(lope_tick *tick, const lope_ability_self *self, bool by_itself);
// Moves the character for `seconds`. Returns the s not used.
double lope_face_run(lope_tick *tick, const lope_face_rules *rules, double seconds);

#endif
