// navigation.c - see navigation.h.
#include "navigation.h"

#include <adapters/recast/lope_recast.h>

#include <stdlib.h>

struct lope_scene_navigation {
    lope_recast *recast;
};

bool lope_scene_has_navigation(void) { return true; }

lope_scene_navigation *lope_scene_navigation_create(const lope_scenario *scenario, const lope_level *level,
                                                    const lope_moveset *moveset, const lope_state *state, lope_scene_fault *fault)
{
    const lope_scene_navigation_def *from = &scenario->navigation;
    lope_error error = {0};
    lope_recast_def def = {.level = level,
                           .cell = (float)from->cell,
                           .cell_height = (float)from->cell_height,
                           .tile_cells = from->tile_cells,
                           .moving = from->moving,
                           .error = &error};
    lope_nav_agent_of(state, moveset, &def.agent);
    if (from->drop_height > 0) def.agent.drop_height = (float)from->drop_height;
    lope_scene_navigation *navigation = calloc(1, sizeof *navigation);
    if (navigation == NULL) {
        lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", scenario->file);
        return NULL;
    }
    navigation->recast = lope_recast_create(&def);
    if (navigation->recast == NULL) {
        lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: navigation.%s: %s", scenario->file, error.field, error.text);
        free(navigation);
        return NULL;
    }
    const lope_recast_links_def links = {.moveset = moveset, .state = state};
    if (from->links) lope_recast_find_links(navigation->recast, &links);
    return navigation;
}

void lope_scene_navigation_add_lift(lope_scene_navigation *navigation, const lope_moveset *moveset, const lope_state *state,
                                    lope_body body, const lope_transform *stops, uint32_t count)
{
    const lope_recast_lift_def lift = {.moveset = moveset, .state = state, .body = body, .stops = stops, .stop_count = count};
    lope_recast_add_lift(navigation->recast, &lift);
}

void lope_scene_navigation_destroy(lope_scene_navigation *navigation)
{
    if (navigation == NULL) return;
    lope_recast_destroy(navigation->recast);
    free(navigation);
}

bool lope_scene_navigation_path(lope_scene_navigation *navigation, lope_point from, lope_point to, lope_follow_point *points,
                                uint32_t capacity, lope_follow_path *path)
{
    lope_recast_path found = {.points = points, .capacity = capacity};
    lope_recast_update(navigation->recast);
    if (!lope_recast_find_path(navigation->recast, from, to, &found)) return false;
    *path = (lope_follow_path){points, found.count, found.partial};
    return true;
}
