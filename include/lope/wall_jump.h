// wall_jump.h - a jump off a wall in the air.
//
// Add lope_wall_jump_ability to a moveset (lope_moveset_add_ability). A press of LOPE_BUTTON_JUMP in the air,
// with an upright wall within reach, throws the character off the wall:
//   v = keep * (the level velocity along the wall) + the wall's own velocity
//       + speed * unit(lerp(up, normal, share)),      normal: the level direction away from the wall.
// So it does out of a run along a wall (wall_run.h), which ends then. It takes the press, so the built-in
// jump neither follows nor loses one of its jumps in the air. Without a wall it leaves the press to the
// built-in jump. It ends in the instant of its start. The fall after it is the falling mode's own, so with no
// input the height after t is v_up t - g t^2 / 2.
//
// Coyote time: for `coyote` s after the last wall has left its reach, or a run or slide along it has ended, a
// press is a jump off that wall still. `per_wall` limits the jumps off one wall: until the ground, or until
// another wall is within reach, no more than so many. The same wall: the same body, with a normal within 45
// degrees of the last one. For both the ability stays at work beside the wall as a watch
// (LOPE_ABILITY_WATCHES), in phase LOPE_WALL_JUMP_WATCHES.
//
// Refusals: LOPE_REFUSAL_ON_THE_GROUND, _BLOCKED, _COOLDOWN, _FORBIDDEN, _USED_UP by `per_wall`, and _NO_WALL
// with the place that was met, or with the feet where nothing was. Built on the public headers alone. Read
// next: ability.h.
#ifndef LOPE_WALL_JUMP_H
#define LOPE_WALL_JUMP_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_WALL_JUMP_WATCHES 1u // the phase while it is at work

// The settings, by the names of the fields. Of the conditions `cooldown` is 0.2 s.
typedef struct lope_wall_jump_settings {
    float speed; // 12 m/s
    float share; // 0.75: of the direction away from the wall; 0 is straight up, 1 level
    float keep;  // 1: share of the level velocity along the wall that stays
    // 0.2 m, from the capsule to the wall. Of the reaches of a wall run and a wall slide in the moveset the
    // greatest counts, so from where one is possible a jump is too
    float reach;
    float coyote;     // 0.1 s; 0: none
    int32_t per_wall; // 0: no limit
} lope_wall_jump_settings;

// Returns the ability, "wall_jump". Static. From any thread.
LOPE_API const lope_ability *lope_wall_jump_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_wall_jump_settings_default(lope_wall_jump_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
