// animation.h - writes what an animation needs: a table of all characters, tick by tick. Read next: animation.c.
#ifndef LOPE_SCENE_ANIMATION_H
#define LOPE_SCENE_ANIMATION_H

#include "player.h"

#include <stdio.h>

typedef struct lope_scene_animation lope_scene_animation;

// Writes the first row, with the names of the columns. Keeps what animations remember; NULL on a fault.
lope_scene_animation *lope_scene_animation_begin(const lope_scene_player *player, FILE *out, lope_scene_fault *fault);
void lope_scene_animation_end(lope_scene_animation *animation); // NULL is fine

// Takes in the tick that was just played; writes: one row a character. False on a fault.
bool lope_scene_animation_tick(lope_scene_animation *animation, const lope_scene_player *player, bool writes,
                               lope_scene_fault *fault);

#endif
