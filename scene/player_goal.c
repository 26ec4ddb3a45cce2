// player_goal.c - a goal followed: a path is searched, followed by lope/follow.h, and searched again where it
// is blocked, left or a link fails.
//
// Read next: navigation.h.
#include "player_goal.h"

#include "navigation.h"
#include "player_events.h"
#include "player_level.h"

#include <stdlib.h>

#define POINTS 2048 // of a path
#define SEARCHES 3  // that may follow the first one

struct lope_scene_goal {
    bool on;
    lope_point to; // m, in the world
    lope_follower follower;
    lope_follow_path path;
    uint32_t searches;  // made anew
    uint32_t link_told; // 1 + the index of the point that ends the last link told
    lope_follow_point points[POINTS];
};

static uint32_t character_of(const lope_scene_player *player, uint32_t actor)
{
    return (uint32_t)(player->actors[actor].from - player->scenario->characters);
}

// Adds the lifts of the scenario to a mesh: bodies that go up and down between stops.
static void add_lifts(lope_scene_player *player, lope_scene_navigation *mesh, const lope_moveset *moveset,
                      const lope_state *state)
{
    const lope_level *level = lope_scene_level_of(player);
    for (size_t i = 0; i < player->bodies.count; i++) {
        const lope_scene_piece *piece = &player->scenario->pieces[player->bodies.list[i].piece];
        lope_scene_pose poses[LOPE_SCENE_STOPS];
        lope_transform stops[LOPE_SCENE_STOPS];
        const uint32_t count = lope_scene_motion_stops(&piece->motion, &piece->pose, poses);
        if (count < 2 || piece->is_volume || !(piece->channels & LOPE_CHANNEL_SOLID)) continue;
        for (uint32_t k = 0; k < count; k++) stops[k] = lope_scene_place(&player->frame, &poses[k]);
        lope_scene_navigation_add_lift(mesh, moveset, state, lope_level_find(level, player->bodies.list[i].id), stops, count);
    }
}

// Returns the mesh for a character of the scenario: made when it is first asked for.
static lope_scene_navigation *mesh_of(lope_scene_player *player, uint32_t actor, lope_scene_fault *fault)
{
    const lope_scenario *scenario = player->scenario;
    uint32_t which = character_of(player, actor);
    if (player->navigations == NULL) player->navigations = calloc(scenario->character_count, sizeof *player->navigations);
    if (player->navigations == NULL) {
        lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", scenario->file);
        return NULL;
    }
    if (player->navigations[which] != NULL) return player->navigations[which];
    const lope_state *state = lope_character_state(player->actors[actor].handle);
    const lope_moveset *moveset = &player->movesets[which];
    lope_scene_navigation *mesh = lope_scene_navigation_create(scenario, lope_scene_level_of(player), moveset, state, fault);
    if (mesh != NULL && scenario->navigation.links) add_lifts(player, mesh, moveset, state);
    player->navigations[which] = mesh;
    return mesh;
}

static void tell(lope_scene_player *player, uint32_t actor, double now, lope_event_kind kind, lope_point point, uint32_t to)
{
    lope_event event = {.kind = (uint32_t)kind, .point = point, .to = to, .body = LOPE_BODY_NONE, .body_from = LOPE_BODY_NONE};
    lope_scene_tell_event(player, actor, now, &event);
}

// Searches a path from where the character is. Returns false when there is none.
static bool search(lope_scene_player *player, uint32_t actor)
{
    lope_scene_goal *goal = player->controls[actor].goal;
    const lope_state *state = lope_character_state(player->actors[actor].handle);
    lope_scene_navigation *mesh = player->navigations[character_of(player, actor)];
    lope_follow_begin(&goal->follower, state);
    goal->link_told = 0;
    goal->on = lope_scene_navigation_path(mesh, state->feet, goal->to, goal->points, POINTS, &goal->path);
    return goal->on;
}

static bool begin(lope_scene_player *player, uint32_t actor, double now, lope_point to, lope_scene_fault *fault)
{
    lope_scene_control *control = &player->controls[actor];
    if (mesh_of(player, actor, fault) == NULL) return false;
    if (control->goal == NULL) control->goal = calloc(1, sizeof *control->goal);
    if (control->goal == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", player->scenario->file);
    control->goal->to = lope_scene_frame_point(&player->frame, to);
    control->goal->searches = 0;
    control->path = NULL;
    control->move = lope_point_make(0, 0, 0);
    control->by_stick = false;
    if (!search(player, actor)) tell(player, actor, now, LOPE_EVENT_BLOCKED, control->goal->to, 0);
    return true;
}

bool lope_scene_goal_start(lope_scene_player *player, lope_scene_fault *fault)
{
    for (uint32_t i = 0; i < player->actor_count; i++)
        if (player->actors[i].from->has_goal && !begin(player, i, 0.0, player->actors[i].from->goal, fault)) return false;
    return true;
}

bool lope_scene_goal_entry(lope_scene_player *player, uint32_t actor, const lope_scene_entry *entry, lope_scene_fault *fault)
{
    lope_scene_goal *goal = player->controls[actor].goal;
    if ((entry->has & LOPE_SCENE_HAS_GOAL) != 0) return begin(player, actor, entry->t, entry->goal, fault);
    bool steers = (entry->has & (LOPE_SCENE_HAS_MOVE | LOPE_SCENE_HAS_STICK)) != 0 || entry->has_path;
    if (steers && goal != NULL) goal->on = false;
    return true;
}

// Tells what a tick of following came to, and searches anew where that may help.
static void conclude(lope_scene_player *player, uint32_t actor, double now, lope_follow_result result)
{
    lope_scene_goal *goal = player->controls[actor].goal;
    bool fails = result == LOPE_FOLLOW_BLOCKED || result == LOPE_FOLLOW_OFF_PATH || result == LOPE_FOLLOW_LINK_FAILED;
    if (result == LOPE_FOLLOW_ARRIVED) tell(player, actor, now, LOPE_EVENT_ARRIVE, goal->to, 0);
    if (result == LOPE_FOLLOW_PARTIAL || (fails && result != LOPE_FOLLOW_OFF_PATH))
        tell(player, actor, now, LOPE_EVENT_BLOCKED, lope_character_state(player->actors[actor].handle)->feet, 0);
    if (result == LOPE_FOLLOW_ARRIVED || result == LOPE_FOLLOW_PARTIAL) goal->on = false;
    if (fails) goal->on = goal->searches++ < SEARCHES && search(player, actor);
}

void lope_scene_goal_follow(lope_scene_player *player, uint32_t actor, double now, double end, lope_input *input,
                            lope_requests *requests)
{
    lope_scene_goal *goal = player->controls[actor].goal;
    const lope_scene_actor *of = &player->actors[actor];
    if (goal == NULL || !goal->on) return;
    const lope_follow_settings settings = {.surroundings = &player->around};
    lope_follow_result result = lope_follow_update(&goal->follower, &settings, &goal->path, lope_character_state(of->handle),
                                                   &of->from->moveset.tuning, (float)(end - now), input, requests);
    uint32_t kind = lope_follow_link(&goal->follower, &goal->path);
    if (kind != LOPE_LINK_WALK && goal->follower.phase > 0 && goal->link_told != 1 + goal->follower.next) {
        goal->link_told = 1 + goal->follower.next;
        tell(player, actor, now, LOPE_EVENT_LINK, lope_character_state(of->handle)->feet, kind);
    }
    conclude(player, actor, now, result);
}

const lope_follow_path *lope_scene_goal_path(const lope_scene_player *player, uint32_t actor, uint32_t *next)
{
    const lope_scene_goal *goal = player->controls[actor].goal;
    if (goal == NULL || !goal->on) return NULL;
    *next = goal->follower.next;
    return &goal->path;
}

void lope_scene_goal_end(lope_scene_player *player)
{
    for (uint32_t i = 0; player->controls != NULL && i < player->actor_count; i++) free(player->controls[i].goal);
    for (uint32_t i = 0; player->navigations != NULL && i < player->scenario->character_count; i++)
        lope_scene_navigation_destroy(player->navigations[i]);
    free(player->navigations);
}
