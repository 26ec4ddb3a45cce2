// spawn.h - finds a good place to put a character down in a level that nobody has described.
//
// Read next: spawn.c for what makes a place good.
#ifndef LOPE_SCENE_SPAWN_H
#define LOPE_SCENE_SPAWN_H

#include "scenario.h"

// The feet of a character of this size: on a walkable floor, with room around it, near the middle. The same for the same level.
// Fault: there is no such place.
bool lope_scene_find_spawn(const lope_scenario *scenario, double radius, double height, lope_point *feet,
                           lope_scene_fault *fault);

#endif
