// player_level.h - makes bodies of a scenario's pieces. Read next: player_level.c.
#ifndef LOPE_SCENE_PLAYER_LEVEL_H
#define LOPE_SCENE_PLAYER_LEVEL_H

#include "player_private.h"

// Adds every piece to a level, at its pose at time 0. bodies may be NULL; its list is from malloc. Returns false on a fault.
bool lope_scene_build_level(lope_level *level, const lope_scenario *scenario, const lope_scene_frame *frame,
                            lope_scene_bodies *bodies, lope_scene_fault *fault);

#endif
