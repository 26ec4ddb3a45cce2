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
// Refusals: LOPE_REFUSAL_ON_THE_GROUND, _COOLDOWN, _FORBIDDEN, and _NO_WALL with the place that was met, or
// with the feet where nothing was. Built on the public headers alone. Read next: ability.h.
#ifndef LOPE_WALL_JUMP_H
#define LOPE_WALL_JUMP_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// The settings, by the names of the fields. Of the conditions `cooldown` is 0.2 s.
typedef struct lope_wall_jump_settings {
    float speed; // 12 m/s
    float share; // 0.75: of the direction away from the wall; 0 is straight up, 1 level
    float keep;  // 1: share of the level velocity along the wall that stays
    float reach; // 0.1 m, from the capsule to the wall
} lope_wall_jump_settings;

// Returns the ability, "wall_jump". Static. From any thread.
LOPE_API const lope_ability *lope_wall_jump_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_wall_jump_settings_default(lope_wall_jump_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
