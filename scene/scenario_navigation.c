// scenario_navigation.c - see scenario_navigation.h.
#include "scenario_navigation.h"

#include "navigation.h"
#include "scenario_fields.h"

void lope_scene_read_navigation(const lope_json *root, lope_scenario *scenario)
{
    static const char *const keys[] = {"cell", "cell_height", "tile_cells", "drop_height", "links", "moving", NULL};
    lope_scene_navigation_def *navigation = &scenario->navigation;
    lope_json value, member;
    double tile = 0.0;
    if (!lope_json_member(root, "navigation", &value)) return;
    if (!lope_scene_has_navigation()) {
        lope_json_wrong(&value, LOPE_SCENE_NO_NAVIGATION);
        return;
    }
    if (lope_json_has(root, "turn"))
        lope_json_wrong(&value, "found in a turned scenario, expected no turn beside it: the mesh's up is y");
    if (!lope_json_keys(&value, keys)) return;
    navigation->given = navigation->links = true;
    lope_json_get_number(&value, "cell", 0.01, LOPE_SCENE_LARGE, &navigation->cell);
    lope_json_get_number(&value, "cell_height", 0.005, LOPE_SCENE_LARGE, &navigation->cell_height);
    if (lope_json_member(&value, "tile_cells", &member) && lope_json_whole(&member, 16.0, 1024.0, &tile))
        navigation->tile_cells = (uint32_t)tile;
    lope_json_get_positive(&value, "drop_height", LOPE_SCENE_LARGE, &navigation->drop_height);
    lope_json_get_bool(&value, "links", &navigation->links);
    lope_json_get_bool(&value, "moving", &navigation->moving);
}

bool lope_scene_read_goal(const lope_json *value, const lope_scenario *scenario, lope_point *goal)
{
    if (!lope_json_get_vector(value, "goal", LOPE_SCENE_FAR, goal)) return false;
    if (scenario->navigation.given) return true;
    if (lope_scene_has_navigation())
        lope_json_wrong_member(value, "goal",
                               "given without a mesh to go by, expected \"navigation\": {} at the top of the file");
    else
        lope_json_wrong_member(value, "goal", LOPE_SCENE_NO_NAVIGATION);
    return false;
}
