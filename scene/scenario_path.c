// scenario_path.c - a path that a character is told to follow: its points, and how near counts as there.
//
// Read next: player_path.c, which has it followed.
#include "scenario_path.h"

#include "scenario_fields.h"

void lope_scene_read_path(const lope_json *value, lope_scenario *scenario, lope_scene_entry *entry)
{
    lope_json list, point;
    bool accepts = lope_json_get_positive(value, "acceptance", LOPE_SCENE_LARGE, &entry->acceptance);
    if (!lope_json_member(value, "path", &list)) {
        if (accepts) lope_json_wrong_member(value, "acceptance", "given alone, expected path beside it");
        return;
    }
    if ((entry->has & (LOPE_SCENE_HAS_MOVE | LOPE_SCENE_HAS_STICK)) != 0)
        lope_json_wrong(&list, "given beside move or stick, expected one of them");
    if (!lope_json_list(&list, 1, "a list of at least one point to follow [[x, y, z], ...]; \"move\": [0, 0, 0] ends a path",
                        &entry->path_count))
        return;
    entry->path = lope_scene_allocate(&scenario->arena, entry->path_count, sizeof *entry->path);
    entry->has_path = true;
    if (entry->path == NULL) {
        lope_scene_out_of_memory(&list);
        return;
    }
    for (bool more = lope_json_first(&list, &point); more; more = lope_json_next(&point))
        lope_json_vector(&point, LOPE_SCENE_FAR, &entry->path[point.index]);
}
