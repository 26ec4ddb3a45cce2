// navigation.h - the navigation mesh of a scenario's level, for characters with a goal. Built by the Recast
// adapter; no_navigation.c stands in where Recast was not found.
//
// Read next: player_goal.c, adapters/recast/lope_recast.h.
#ifndef LOPE_SCENE_NAVIGATION_H
#define LOPE_SCENE_NAVIGATION_H

#include "scenario.h"

#include <lope/follow.h>
#include <lope/level.h>

#define LOPE_SCENE_NO_NAVIGATION                                                                                                 \
    "Recast is not in this build, which did not find it (Debian: apt-get install librecast-dev), expected no navigation and no " \
    "goal"

typedef struct lope_scene_navigation lope_scene_navigation;

// Returns whether this build has navigation.
bool lope_scene_has_navigation(void);

// Builds the mesh for a kind of character, with the links that its moveset reaches. Returns NULL on a fault.
lope_scene_navigation *lope_scene_navigation_create(const lope_scenario *scenario, const lope_level *level,
                                                    const lope_moveset *moveset, const lope_state *state,
                                                    lope_scene_fault *fault);
// Adds the links of a lift: a body of the level that moves, with the poses at which it may stop.
void lope_scene_navigation_add_lift(lope_scene_navigation *navigation, const lope_moveset *moveset, const lope_state *state,
                                    lope_body body, const lope_transform *stops, uint32_t count);
void lope_scene_navigation_destroy(lope_scene_navigation *navigation); // NULL is fine

// Searches a path, of which *path receives the points. Tiles under bodies that moved are built anew before.
// Returns false when there is none. A path that ends short of the goal is partial.
bool lope_scene_navigation_path(lope_scene_navigation *navigation, lope_point from, lope_point to, lope_follow_point *points,
                                uint32_t capacity, lope_follow_path *path);

#endif
