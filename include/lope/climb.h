// climb.h - climbing on walls on LOPE_CHANNEL_CLIMB: up, down, sideways, round corners, over the top.
//
// Add lope_climb_ability to a moveset (lope_moveset_add_ability). A press of LOPE_BUTTON_GRAB takes hold of a
// wall of that channel ahead: by the input, or else the facing; on the ground and in the air. Without
// `by_button` the input into the wall does so too. On a floor above the wall, with the input over the edge,
// the character turns round and goes down. A press that finds nothing is told as refused, with query and
// place.
//
// On the wall the input's part into it is up, out of it is down, across it is sideways: way = speed * time,
// at every tick rate. It follows walls that bend, and goes round inner and outer corners up to `corner`. At
// the top it goes over onto the floor, or stays where there is no room. It ends on the floor, by a jump off,
// by a crouch press, where the wall ends below or is gone, and when the stamina is used up: `drain` by
// the second and `drain_way` by the metre, at the instant at which none is left.
//
// The wall's body takes the character along, and its velocity stays when the character leaves. Lengths are
// for a character of 1.76 m and scale with the standing height. Read next: ladder.h.
#ifndef LOPE_CLIMB_H
#define LOPE_CLIMB_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// Which of the climb's queries has refused: lope_refused.query.
typedef enum lope_climb_query {
    LOPE_CLIMB_QUERY_FACE = 1, // the sweep toward the wall
    LOPE_CLIMB_QUERY_LEAN,     // the wall's lean
    LOPE_CLIMB_QUERY_WAY       // the capsule on its way past the edge
} lope_climb_query;

// The settings, by the names of the fields.
typedef struct lope_climb_settings {
    float up, down, side, over; // m/s: 1.5, 1.5, 1.2; over the edge at the top 2
    float jump, jump_up;        // m/s off the wall, and up: 4, 3
    float gap;                  // m between the capsule and the wall: 0.05
    float reach;                // m beyond the gap, at which it is taken hold of: 0.25
    float lean, overhang;       // rad from upright: 30, 30 degrees
    float corner;               // rad, that it goes round: 100 degrees
    float half_life;            // s, of the turn to the wall: 0.06
    float drain, drain_way;     // stamina by the second and by the metre: 0, 0
    float least;                // stamina that must be there at the start: 10
    uint32_t by_button;         // 1: a press must ask for it: 1
} lope_climb_settings;

// Returns the ability, "climb", with the mode that it brings, "climbing". Static. From any thread.
LOPE_API const lope_ability *lope_climb_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_climb_settings_default(lope_climb_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
