// wall_slide.h - a slow slide down an upright wall in the air.
//
// Add lope_wall_slide_ability to a moveset (lope_moveset_add_ability). It asks by itself: in a fall, not
// rising along the wall, with an upright wall within reach and the input toward it. Within 0.1 s the wall
// must not end on the way that the character goes along it, and no floor may come. The speed s of the slide
// relative to the wall follows
//   s(t) = speed + (s0 - speed) 2^(-t / half_life),
// from above as from below. Level motion is that of a fall. The character's size stays. A wall that moves or
// turns takes it along, and leaves it its velocity. Other characters are no walls.
//
// It ends on the ground, without a wall, `grace` seconds after the input left the wall, and by a press of
// jump: then the character falls and a wall jump of the moveset may start at once. It looks for the wall at
// least every 1/60 s. Refusals: LOPE_REFUSAL_NO_WALL, and LOPE_REFUSAL_NO_INPUT without input toward the
// wall. What asks by itself is refused without an event; a press of LOPE_BUTTON_GRAB asks too, and is told
// why it is refused. Built on the public headers alone. Read next: ability.h, wall_jump.h.
#ifndef LOPE_WALL_SLIDE_H
#define LOPE_WALL_SLIDE_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// The settings, by the names of the fields.
typedef struct lope_wall_slide_settings {
    float speed;     // 2 m/s, to which the slide comes
    float half_life; // 0.1 s, in which the difference to it halves
    float toward;    // 0.3: cosine of the input to the wall that is needed; 0: no input is needed
    float grace;     // 0.1 s without such input until it ends
    float reach;     // 0.1 m, from the capsule to the wall
} lope_wall_slide_settings;

// Returns the ability, "wall_slide". Static. From any thread.
LOPE_API const lope_ability *lope_wall_slide_ability(void);

// Writes the settings as the fields initially are. From any thread.
LOPE_API void lope_wall_slide_settings_default(lope_wall_slide_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
