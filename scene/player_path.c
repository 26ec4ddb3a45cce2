// player_path.c - a path followed: its points turned and moved into the world, and what became of it told as events.
//
// Read next: lope/path.h.
#include "player_path.h"

#include "player_events.h"

#include <stdlib.h>

void lope_scene_path_start(lope_scene_control *control, const lope_scene_entry *entry)
{
    bool steers = (entry->has & (LOPE_SCENE_HAS_MOVE | LOPE_SCENE_HAS_STICK)) != 0;
    if (!entry->has_path && !steers) return;
    control->path = entry->has_path ? entry : NULL;
    control->follower = (lope_path_follower){0};
    if (!entry->has_path) return;
    control->move = lope_point_make(0, 0, 0);
    control->by_stick = false;
}

void lope_scene_path_follow(lope_scene_player *player, uint32_t actor, double now, double end, lope_input *input,
                            lope_requests *requests)
{
    lope_scene_control *control = &player->controls[actor];
    const lope_scene_entry *entry = control->path;
    lope_point two[2]; // the next point, and that there is one behind it
    if (entry == NULL) return;
    uint32_t next = control->follower.next, count = entry->path_count - next > 2 ? 2 : entry->path_count - next;
    const lope_scene_actor *of = &player->actors[actor];
    const lope_state *state = lope_character_state(of->handle);
    lope_path_end what = LOPE_PATH_OVER;
    for (;;) { // a point at a time: the whole path need not be turned in every tick
        for (uint32_t i = 0; i < count; i++) two[i] = lope_scene_frame_point(&player->frame, entry->path[next + i]);
        lope_path path = {.points = two, .count = count, .acceptance = (float)entry->acceptance};
        lope_path_follower part = control->follower;
        part.next = 0;
        what = lope_path_follow(&part, &path, state, &of->from->moveset.tuning, (float)(end - now), input, requests);
        uint32_t passed = part.next;
        part.next = next + passed;
        control->follower = part;
        if (what != LOPE_PATH_ARRIVED || part.next >= entry->path_count) break;
        control->follower.over = 0;
        next = part.next;
        count = entry->path_count - next > 2 ? 2 : entry->path_count - next;
    }
    if (what == LOPE_PATH_FOLLOWS || what == LOPE_PATH_OVER) return;
    lope_event event = {.kind = what == LOPE_PATH_ARRIVED ? LOPE_EVENT_ARRIVE : LOPE_EVENT_BLOCKED,
                        .body = LOPE_BODY_NONE,
                        .point = state->feet,
                        .body_from = LOPE_BODY_NONE};
    lope_scene_tell_event(player, actor, now, &event);
    if (what == LOPE_PATH_ARRIVED) control->path = NULL;
}
