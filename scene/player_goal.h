// player_goal.h - a character that goes to a goal by the navigation mesh of its level. Read next:
// player_goal.c.
#ifndef LOPE_SCENE_PLAYER_GOAL_H
#define LOPE_SCENE_PLAYER_GOAL_H

#include "player_private.h"

#include <lope/follow.h>

// Begins the goals that characters have from the start on.
bool lope_scene_goal_start(lope_scene_player *player, lope_scene_fault *fault);

// Begins the goal of an entry, or ends the one before when the entry moves the character in another way.
bool lope_scene_goal_entry(lope_scene_player *player, uint32_t actor, const lope_scene_entry *entry, lope_scene_fault *fault);

// Writes what following asks for in the step from `now` to `end` into its input and requests.
void lope_scene_goal_follow(lope_scene_player *player, uint32_t actor, double now, double end, lope_input *input,
                            lope_requests *requests);

// Returns the path that is followed to a goal, and in *next the point that comes next; NULL: there is none.
const lope_follow_path *lope_scene_goal_path(const lope_scene_player *player, uint32_t actor, uint32_t *next);

// Frees the goals and meshes of all characters.
void lope_scene_goal_end(lope_scene_player *player);

#endif
