// player_way.c - see player_way.h. Read next: player_goal.c, player_path.c.
#include "player_way.h"

#include "player_goal.h"
#include "player_private.h"

uint32_t lope_scene_player_way(const lope_scene_player *player, uint32_t actor, uint32_t *next)
{
    const lope_scene_control *control = &player->controls[actor];
    const lope_follow_path *path = lope_scene_goal_path(player, actor, next);
    if (path != NULL) return path->count;
    if (control->path == NULL) return 0;
    *next = control->follower.next;
    return control->path->path_count;
}

lope_follow_point lope_scene_player_way_point(const lope_scene_player *player, uint32_t actor, uint32_t index)
{
    uint32_t next;
    const lope_follow_path *path = lope_scene_goal_path(player, actor, &next);
    if (path != NULL) return path->points[index];
    return (lope_follow_point){.point = lope_scene_frame_point(&player->frame, player->controls[actor].path->path[index])};
}
