// player_look.c - look input of the input list, and locks on targets: lope/controller.h and lope/lock_on.h applied.
//
// The look of a scenario's character is an angle that may turn evenly. Look input adds to it, within the
// limits of a controller. A lock looks from the eyes to the middle of another character, or to the place of a
// piece, as they stand when a step begins. Read next: player_input.c.
#include "player_look.h"

#include "player_events.h"
#include "player_level.h"

#include <lope/controller.h>
#include <lope/lock_on.h>

#include <stdlib.h>
#include <string.h>

#define EYES 0.92 // of the capsule's height: where a lock looks from

// Returns the look at `t` as a controller.
static lope_controller controller_at(const lope_scene_control *control, double t)
{
    const double yaw = control->yaw + control->turn * (t - control->yaw_time);
    return (lope_controller){
        .view = {.pitch = control->pitch * (double)LOPE_SCENE_RADIANS, .yaw = lope_scene_wrap(yaw) * (double)LOPE_SCENE_RADIANS},
        .look_ignores = control->look_ignores};
}

// Takes the controller's view as the look from `t` on. A turn goes on.
static void take_view(lope_scene_control *control, const lope_controller *controller, double t)
{
    control->yaw = controller->view.yaw / (double)LOPE_SCENE_RADIANS;
    control->pitch = controller->view.pitch / (double)LOPE_SCENE_RADIANS;
    control->yaw_time = t;
}

// Returns the id of what has that name: a character or a piece; LOPE_BODY_NONE: nothing has.
static uint64_t id_of(const lope_scene_player *player, const char *name)
{
    for (uint32_t i = 0; i < player->actor_count; i++)
        if (strcmp(player->actors[i].name, name) == 0) return lope_character_state(player->actors[i].handle)->own_body;
    for (size_t i = 0; i < player->bodies.count; i++) {
        const lope_scene_body *body = &player->bodies.list[i];
        const char *piece = player->scenario->pieces[body->piece].name;
        if (piece != NULL && strcmp(piece, name) == 0) return body->id;
    }
    return LOPE_BODY_NONE;
}

static lope_point middle_of(const lope_state *state)
{
    return lope_point_mad(state->feet, lope_vec3_to_point(state->up), 0.5 * (double)state->height);
}

// Finds the place of a target. Returns false when it is gone.
static bool find_target(const lope_scene_player *player, uint64_t id, lope_point *point)
{
    lope_transform pose;
    for (uint32_t i = 0; i < player->actor_count; i++) {
        const lope_state *state = lope_character_state(player->actors[i].handle);
        if (state->own_body != id) continue;
        *point = middle_of(state);
        return true;
    }
    if (!lope_scene_pose_of(player, id, &pose, NULL)) return false;
    *point = pose.position;
    return true;
}

static void tell(lope_scene_player *player, uint32_t actor, double t, uint64_t body, uint32_t end)
{
    const lope_event event = {.kind = LOPE_EVENT_LOCK_ON, .from = end, .body = body, .body_from = LOPE_BODY_NONE};
    lope_scene_tell_event(player, actor, t, &event);
}

// Locks on to what has that name; NULL ends the lock.
static void lock_to(lope_scene_player *player, uint32_t actor, const char *name, double t)
{
    lope_lock_on *lock = &player->controls[actor].lock;
    const uint64_t before = lock->target, id = name != NULL ? id_of(player, name) : LOPE_BODY_NONE;
    lope_lock_on_clear(lock);
    if (before != 0) tell(player, actor, t, before, LOPE_LOCK_CLEARED);
    if (id == LOPE_BODY_NONE) return;
    *lock = (lope_lock_on){.target = id};
    tell(player, actor, t, id, LOPE_LOCK_HOLDS);
}

static uint16_t counted(uint16_t count, int32_t step) { return (uint16_t)(step > 0 ? count + 1 : count > 0 ? count + step : 0); }

void lope_scene_look_entry(lope_scene_player *player, uint32_t actor, const lope_scene_entry *entry)
{
    lope_scene_control *control = &player->controls[actor];
    control->look_ignores = counted(control->look_ignores, entry->ignores_look);
    control->move_ignores = counted(control->move_ignores, entry->ignores_move);
    if (entry->pitch_input < 0 || entry->pitch_input > 0 || entry->yaw_input < 0 || entry->yaw_input > 0) {
        lope_controller controller = controller_at(control, entry->t);
        lope_controller_add_look(&controller, entry->yaw_input * (double)LOPE_SCENE_RADIANS,
                                 entry->pitch_input * (double)LOPE_SCENE_RADIANS, 0);
        lope_controller_update(&controller, NULL);
        take_view(control, &controller, entry->t);
    }
    for (int i = 0; i < 2 && (entry->has & LOPE_SCENE_HAS_FLICK) != 0; i++) control->flick[i] = (float)entry->flick[i];
    if ((entry->has & LOPE_SCENE_HAS_LOCK_ON) != 0) lock_to(player, actor, entry->lock_on, entry->t);
}

void lope_scene_look_turn(lope_scene_player *player, uint32_t actor, double t, lope_view turn)
{
    lope_scene_control *control = &player->controls[actor];
    if (!(turn.yaw < 0 || turn.yaw > 0 || turn.pitch < 0 || turn.pitch > 0)) return;
    lope_controller controller = controller_at(control, t);
    lope_controller_add_look(&controller, turn.yaw, turn.pitch, 0);
    lope_controller_update(&controller, NULL);
    take_view(control, &controller, t);
}

// Returns true when something of the scenario locks on to something.
static bool has_locks(const lope_scenario *scenario)
{
    for (uint32_t i = 0; i < scenario->character_count; i++) {
        const lope_scene_character *from = &scenario->characters[i];
        if (from->lock_on != NULL) return true;
        for (uint32_t k = 0; k < from->input_count; k++)
            if (from->input[k].lock_on != NULL) return true;
    }
    return false;
}

bool lope_scene_look_start(lope_scene_player *player, lope_scene_fault *fault)
{
    if (!has_locks(player->scenario)) return true;
    player->look = lope_nearby_create(NULL);
    player->targets = calloc((size_t)player->actor_count + 1, sizeof *player->targets);
    if (player->look == NULL || player->targets == NULL)
        return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", player->scenario->file);
    for (uint32_t i = 0; i < player->actor_count; i++) {
        const char *name = player->actors[i].from->lock_on;
        if (name != NULL) player->controls[i].lock.target = id_of(player, name);
    }
    return true;
}

// Lists what the lock of a character may be on: the target that it has, and while the stick flicks all other
// characters. Returns how many.
static uint32_t list_targets(lope_scene_player *player, uint32_t actor)
{
    const lope_scene_control *control = &player->controls[actor];
    const uint64_t id = control->lock.target;
    const bool flicks = control->flick[0] < 0 || control->flick[0] > 0 || control->flick[1] < 0 || control->flick[1] > 0;
    uint32_t count = 0;
    lope_point point;
    if (find_target(player, id, &point)) player->targets[count++] = (lope_lock_target){.id = id, .body = id, .point = point};
    for (uint32_t i = 0; flicks && i < player->actor_count; i++) {
        const lope_state *state = lope_character_state(player->actors[i].handle);
        if (i == actor || state->own_body == id) continue;
        player->targets[count++] = (lope_lock_target){.id = state->own_body, .body = state->own_body, .point = middle_of(state)};
    }
    return count;
}

bool lope_scene_look_lock(lope_scene_player *player, uint32_t actor, double now, double end, lope_scene_fault *fault)
{
    lope_scene_control *control = &player->controls[actor];
    const lope_scene_character *from = player->actors[actor].from;
    const lope_state *state = lope_character_state(player->actors[actor].handle);
    const uint64_t id = control->lock.target;
    if (id == 0) return true;
    const lope_lock_settings settings = {.soft_half_life = (float)from->soft_lock};
    const lope_lock_scene scene = {.surroundings = &player->around,
                                   .look = player->look,
                                   .state = state,
                                   .eye =
                                       lope_point_mad(state->feet, lope_vec3_to_point(state->up), EYES * (double)state->height),
                                   .targets = player->targets,
                                   .count = list_targets(player, actor),
                                   .flick = {control->flick[0], control->flick[1]},
                                   .units_per_metre = from->moveset.tuning.units_per_metre};
    lope_controller controller = controller_at(control, now);
    const lope_result result = lope_lock_on_update(&control->lock, &settings, &scene, &controller, end - now);
    if (result != LOPE_OK)
        return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: %s: lock_on refused: %s", player->scenario->file,
                               player->actors[actor].name, lope_result_text(result));
    if (control->lock.target == 0) {
        tell(player, actor, now, id, control->lock.ended);
        return true;
    }
    if (control->lock.target != id) tell(player, actor, now, control->lock.target, LOPE_LOCK_HOLDS);
    take_view(control, &controller, now);
    if (!(from->soft_lock > 0)) control->turn = 0;
    return true;
}
