// vault.h - the vault: over an obstacle that is not deep, and down behind it.
//
// Low and thin obstacles are hurdled from a set speed on. Add lope_vault_ability to a moveset
// (lope_moveset_add_ability). A press of LOPE_BUTTON_VAULT on the ground asks for it; from `auto_speed` on it
// starts by itself. The direction is the input's, or else the facing. The probe (probe.h) finds the obstacle.
// Its height, depth and the floor behind must suit the settings, and the character's own capsule must have
// room on the whole way. All lengths are for a character of 1.76 m by
// 0.34 m, and scale with the standing height. A press that finds nothing is told as refused, with the query
// and the place that refused.
//
// The way leads straight over the edge in three parts of `seconds`, in the frame of the obstacle's body:
//   0 to 0.3    up to the height of the way, and level to 3 cm before the obstacle
//   0.3 to 0.7  level, until the whole capsule is 3 cm behind it
//   0.7 to 1    down onto the floor, and level by `beyond`
// In each part the level way goes evenly, and the height by a cubic with level ends. The floor is the one
// that is there by then: the obstacle may have sunk, risen or turned meanwhile. At the end the character
// walks with its share of the speed along the way. It falls where the floor or the obstacle is gone, or where
// something has blocked it for good. Read next: mantle.h, the guide's chapter 27.
#ifndef LOPE_VAULT_H
#define LOPE_VAULT_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// What the vault is. The phase of the ability.
typedef enum lope_vault_kind {
    LOPE_VAULT_HAND,  // a hand on the top: the feet go 2 cm over it
    LOPE_VAULT_HURDLE // the feet go `hurdle_clearance` over the top
} lope_vault_kind;

// Which of the vault's queries has refused: lope_refused.query.
typedef enum lope_vault_query {
    LOPE_VAULT_QUERY_WALL = 1, // the sweep forward
    LOPE_VAULT_QUERY_TOP,      // the rays down behind the wall
    LOPE_VAULT_QUERY_DEPTH,    // the ray back at the far side
    LOPE_VAULT_QUERY_STAND,    // the capsule where it would land
    LOPE_VAULT_QUERY_WAY       // the capsule on its way
} lope_vault_query;

// The settings, by the names of the fields.
typedef struct lope_vault_settings {
    float height_least, height_most;                 // m above the feet: 0.4, 1.3
    float depth_most;                                // m: 1
    float reach;                                     // m, from the capsule's axis to the wall: 1
    float speed_least;                               // m/s, level; 0: from a stand too
    float auto_speed;                                // m/s: it starts by itself when so fast; 0: never
    float drop_most;                                 // m: the floor behind may be so far below the feet: 1
    float beyond;                                    // m of level way while it comes down: 0.4
    float seconds;                                   // s, of a vault: 0.7
    float hurdle_height, hurdle_depth, hurdle_speed; // up to 0.7 m, 0.5 m, and from 3 m/s on: a hurdle
    float hurdle_clearance;                          // m: 0.1
    float hurdle_seconds;                            // s: 0.5
    float speed_kept;                                // share of the speed along the way: 1
} lope_vault_settings;

// Returns the ability, "vault", with the mode that it brings, "vaulting". Static. From any thread.
LOPE_API const lope_ability *lope_vault_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_vault_settings_default(lope_vault_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
