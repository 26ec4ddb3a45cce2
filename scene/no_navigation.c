// no_navigation.c - stands in for navigation.c where Recast was not found: scenarios that want it are refused
// when they are read.
#include "navigation.h"

bool lope_scene_has_navigation(void) { return false; }

lope_scene_navigation *lope_scene_navigation_create(const lope_scenario *scenario, const lope_level *level,
                                                    const lope_moveset *moveset, const lope_state *state, lope_scene_fault *fault)
{
    (void)level;
    (void)moveset;
    (void)state;
    lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: navigation: " LOPE_SCENE_NO_NAVIGATION, scenario->file);
    return NULL;
}

void lope_scene_navigation_add_lift(lope_scene_navigation *navigation, const lope_moveset *moveset, const lope_state *state,
                                    lope_body body, const lope_transform *stops, uint32_t count)
{
    (void)navigation;
    (void)moveset;
    (void)state;
    (void)body;
    (void)stops;
    (void)count;
}

void lope_scene_navigation_destroy(lope_scene_navigation *navigation) { (void)navigation; }

bool lope_scene_navigation_path(lope_scene_navigation *navigation, lope_point from, lope_point to, lope_follow_point *points,
                                uint32_t capacity, lope_follow_path *path)
{
    (void)navigation;
    (void)from;
    (void)to;
    (void)points;
    (void)capacity;
    (void)path;
    return false;
}
