// player.c - makes the world of a scenario and steps it.
//
// A tick reads as lope_scene_player_tick: what is due is told, the step ends at the next instant at which anybody's input changes
// or at the tick's end, moving pieces get their pose there, the world steps, and what happened is counted and passed on.
// Read next: player_input.c, player_level.c.
#include "player.h"

#include "bullet.h"
#include "cameras.h"
#include "clock.h"
#include "first_floor.h"
#include "player_events.h"
#include "player_goal.h"
#include "player_input.h"
#include "player_level.h"
#include "player_look.h"
#include "player_moveset.h"
#include "player_private.h"
#include "reason_notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_id(const void *a, const void *b)
{
    const lope_scene_body *left = a, *right = b;
    return left->id < right->id ? -1 : left->id > right->id ? 1 : 0;
}

static bool build_level(lope_scene_player *player, lope_level *level, lope_scene_fault *fault)
{
    if (!lope_scene_build_level(level, player->scenario, &player->frame, &player->bodies, fault)) return false;
    if (player->bodies.count > 1) qsort(player->bodies.list, player->bodies.count, sizeof *player->bodies.list, by_id);
    return true;
}

static bool create_bullet(lope_scene_player *player, lope_scene_fault *fault)
{
    player->picture = lope_level_create(NULL);
    if (player->picture == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", player->scenario->file);
    if (!build_level(player, player->picture, fault)) return false;
    player->bullet = lope_scene_bullet_create(player->scenario, &player->frame, player->picture, &player->bodies, fault);
    return player->bullet != NULL;
}

// What falls has left the level when it is this far (m) below all of it. It is then seen in the trace for
// about a second.
#define BELOW 5.0

static void find_lowest(lope_scene_player *player)
{
    const lope_bounds bounds = lope_level_bounds(lope_scene_player_level(player));
    player->lowest = bounds.lower.y - BELOW;
}

static bool put_back(lope_scene_player *player, uint32_t index, double now, lope_scene_fault *fault)
{
    lope_scene_actor *actor = &player->actors[index];
    if (!actor->from->put_back || !(lope_character_state(actor->handle)->feet.y < player->lowest)) return true;
    actor->put_back++;
    return lope_scene_control_put_back(player, index, now, fault);
}

// Prints what the library has to say of a scenario, but for how each mesh was read.
static void print_log(void *context, const char *text)
{
    const lope_scene_player *player = context;
    if (player->has_level) fprintf(stderr, "%s: %s\n", player->scenario->file, text);
}

static bool create_world(lope_scene_player *player, uint32_t threads, lope_scene_fault *fault)
{
    const lope_scenario *scenario = player->scenario;
    lope_error error = {0};
    lope_world_def def = {.tick_rate = (float)player->rate,
                          .gravity = lope_scene_frame_vector(&player->frame, scenario->gravity),
                          .gravity_as_given = true,
                          .threads = threads,
                          .log = {print_log, player},
                          .error = &error};
    lope_surroundings surroundings;
    if (scenario->bullet) {
        if (!create_bullet(player, fault)) return false;
        surroundings = lope_scene_bullet_surroundings(player->bullet);
        def.surroundings = &surroundings;
    }
    player->world = lope_world_create(&def);
    if (player->world == NULL)
        return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: no world: %s %s", scenario->file, error.field, error.text);
    lope_world_set_time_scale(player->world, scenario->time_scale);
    return player->has_level = scenario->bullet || build_level(player, lope_world_level(player->world), fault);
}

// Instances stand in rows along x, as many in a row as there are rows.
static lope_point place_of(const lope_scene_character *from, uint32_t instance)
{
    uint32_t side = (uint32_t)sqrt((double)from->count - 1.0) + 1;
    lope_point shift = lope_point_make((double)(instance % side) * from->spacing, 0.0, (double)(instance / side) * from->spacing);
    return lope_point_add(from->feet, shift);
}

static bool create_actor(lope_scene_player *player, uint32_t character, uint32_t instance, lope_scene_fault *fault)
{
    const lope_scene_character *from = &player->scenario->characters[character];
    lope_scene_actor *actor = &player->actors[player->actor_count];
    lope_error error = {0};
    lope_character_def def = {.feet = lope_scene_frame_point(&player->frame, place_of(from, instance)),
                              .radius = (float)from->radius,
                              .height = (float)from->height,
                              .yaw = (float)(lope_scene_wrap(from->yaw) * LOPE_SCENE_RADIANS),
                              .velocity = lope_scene_frame_vector(&player->frame, from->velocity),
                              .mode = from->mode,
                              .up = lope_scene_frame_vector(&player->frame, from->up),
                              .forward = lope_scene_frame_vector(&player->frame, lope_point_make(0, 0, -1)),
                              .moveset = &player->movesets[character],
                              .channels = from->channels,
                              .no_stand = from->no_stand,
                              .overlap_channels = from->overlap_channels,
                              .overlap_channels_as_given = true,
                              .error = &error};
    if (from->count > 1)
        snprintf(actor->name, sizeof actor->name, "%.64s.%u", from->name, (unsigned)instance);
    else
        snprintf(actor->name, sizeof actor->name, "%.64s", from->name);
    actor->from = from;
    actor->instance = instance;
    actor->reason = (lope_scene_reason){
        .hit_body = LOPE_BODY_NONE, .floor_body = LOPE_BODY_NONE, .fell_from = LOPE_BODY_NONE, .landed_on = LOPE_BODY_NONE};
    actor->handle = lope_character_create(player->world, &def);
    if (actor->handle == NULL) {
        int status = error.code == LOPE_ERROR_MEMORY ? LOPE_SCENE_OWN_FAULT : LOPE_SCENE_BAD_INPUT;
        return lope_scene_fail(fault, status, "%s: characters[%u]: %s: %s", player->scenario->file, (unsigned)character,
                               error.field, error.text);
    }
    lope_scene_control_start(&player->controls[player->actor_count], player->scenario, from);
    lope_character_set_time_scale(actor->handle, (float)from->time_scale);
    if (from->avoids && lope_character_set_avoidance(actor->handle, &from->avoidance) != LOPE_OK)
        return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", player->scenario->file);
    player->actor_count++;
    return true;
}

// Sets the mode of each character that was given none: walking when there is floor; else falling, or swimming
// in water. It is what the first tick would find out. A character that may stand on others finds it out then.
static bool find_modes(lope_scene_player *player, lope_scene_fault *fault)
{
    lope_nearby *nearby = lope_nearby_create(NULL);
    if (nearby == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", player->scenario->file);
    for (uint32_t i = 0; i < player->actor_count; i++) {
        lope_character *character = player->actors[i].handle;
        lope_state state = *lope_character_state(character);
        lope_predicted born = {.mode = LOPE_MODE_WALKING};
        uint32_t count = 0;
        const lope_scene_character *from = player->actors[i].from;
        // nobody is seen before a step
        if (from->mode != 0 || from->channels & LOPE_CHANNEL_CHARACTER) continue;
        if (lope_character_predict(character, nearby, NULL, 1, NULL, &born, 1, &count) != LOPE_OK || count == 0) continue;
        if (lope_predicted_has(&born, LOPE_EVENT_LAND)) born.mode = LOPE_MODE_FALLING;
        bool walked = lope_predicted_has(&born, LOPE_EVENT_WALK_OFF); // there was floor
        if (walked || (born.mode != LOPE_MODE_FALLING && born.mode != LOPE_MODE_SWIMMING)) continue;
        state.mode = born.mode;
        lope_character_set_state(character, &state);
    }
    lope_nearby_destroy(nearby);
    return true;
}

static bool create_actors(lope_scene_player *player, lope_scene_fault *fault)
{
    const lope_scenario *scenario = player->scenario;
    size_t count = 0;
    for (uint32_t i = 0; i < scenario->character_count; i++) count += scenario->characters[i].count;
    player->actors = calloc(count + 1, sizeof *player->actors);
    player->controls = calloc(count + 1, sizeof *player->controls);
    if (player->actors == NULL || player->controls == NULL)
        return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", scenario->file);
    for (uint32_t i = 0; i < scenario->character_count; i++) {
        for (uint32_t k = 0; k < scenario->characters[i].count; k++) {
            if (!create_actor(player, i, k, fault)) return false;
        }
    }
    player->around = player->bullet != NULL ? lope_scene_bullet_surroundings(player->bullet)
                                            : lope_level_surroundings(lope_scene_player_level(player));
    return find_modes(player, fault) && lope_scene_find_first_floors(player, &player->around, fault) &&
           lope_scene_look_start(player, fault) && lope_scene_goal_start(player, fault);
}

lope_scene_player *lope_scene_player_create(const lope_scenario *scenario, const lope_scene_player_options *options,
                                            lope_scene_fault *fault)
{
    lope_scene_player_options none = {0};
    if (options == NULL) options = &none;
    lope_scene_player *player = calloc(1, sizeof *player);
    if (player == NULL) {
        lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", scenario->file);
        return NULL;
    }
    player->scenario = scenario;
    player->frame = (lope_scene_frame){scenario->turn, options->has_origin ? options->origin : scenario->origin};
    player->rate = options->tick_rate > 0.0 ? options->tick_rate : scenario->tick_rate;
    player->listener = options->listener;
    player->context = options->context;
    player->threaded = options->threads > 1;
    if (create_world(player, options->threads, fault) && lope_scene_player_make_movesets(player, fault) &&
        create_actors(player, fault) && (player->cameras = lope_scene_cameras_create(player, fault)) != NULL &&
        lope_scene_cameras_tick(player->cameras, player, fault)) {
        find_lowest(player);
        return player;
    }
    lope_scene_player_destroy(player);
    return NULL;
}

void lope_scene_player_destroy(lope_scene_player *player)
{
    if (player == NULL) return;
    lope_scene_cameras_destroy(player->cameras);
    lope_world_destroy(player->world);
    lope_scene_bullet_destroy(player->bullet);
    lope_level_destroy(player->picture);
    lope_nearby_destroy(player->look);
    free(player->targets);
    lope_scene_goal_end(player);
    free(player->bodies.list);
    free(player->actors);
    free(player->controls);
    free(player->movesets);
    free(player);
}

static bool set_poses(lope_scene_player *player, double t, lope_scene_fault *fault)
{
    lope_level *level = lope_scene_player_level(player);
    for (size_t i = 0; i < player->bodies.count; i++) {
        const lope_scene_body *body = &player->bodies.list[i];
        const lope_scene_piece *piece = &player->scenario->pieces[body->piece];
        if (piece->motion.kind == LOPE_SCENE_STILL) continue;
        lope_scene_pose pose = lope_scene_motion_pose(&piece->motion, &piece->pose, t);
        lope_transform place = lope_scene_place(&player->frame, &pose);
        lope_result result = lope_level_set_pose(level, body->body, &place);
        if (player->bullet != NULL) lope_scene_bullet_set_pose(player->bullet, body->id, &place);
        if (result == LOPE_OK) continue;
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: level[%u].motion: at %.6g s: %s", player->scenario->file,
                               (unsigned)body->piece, t, lope_result_text(result));
    }
    return true;
}

static uint32_t actor_of(const lope_scene_player *player, const lope_character *character)
{
    uint32_t number = lope_character_number(character); // in order of creation, from 0, as the actors are
    return number < player->actor_count ? number : 0;
}

// began: the world's time at the step's start, s.
static void collect(lope_scene_player *player, double start, double dt, double began)
{
    double scale = player->scenario->time_scale > 0.0 ? player->scenario->time_scale : 1.0;
    uint32_t count = 0;
    const lope_world_event *events = lope_world_events(player->world, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t actor = actor_of(player, events[i].character);
        lope_scene_tell_event(player, actor, start + (events[i].time - began) / scale, &events[i].event);
    }
    for (uint32_t i = 0; i < player->actor_count; i++) {
        lope_scene_actor *actor = &player->actors[i];
        const lope_state *state = lope_character_state(actor->handle);
        if (state->mode < LOPE_MODES) actor->mode_time[state->mode] += dt;
        actor->events_dropped += lope_character_report(actor->handle)->events_dropped;
        if (state->mode == LOPE_MODE_WALKING) actor->last_walked = start + dt;
        actor->stuck_for = state->stuck_ticks > 0 ? actor->stuck_for + dt : 0.0;
        if (actor->stuck_for > actor->longest_stuck) actor->longest_stuck = actor->stuck_for;
        lope_scene_reason_step(actor, start, start + dt);
    }
}

// What the characters pushed moves with Bullet's step; the picture follows.
static void step_bullet(lope_scene_player *player, double dt)
{
    uint32_t count = 0;
    const lope_push *pushes = lope_world_pushes(player->world, &count);
    lope_scene_bullet_step(player->bullet, pushes, count, dt);
    for (size_t i = 0; i < player->bodies.count; i++) {
        const lope_scene_body *body = &player->bodies.list[i];
        lope_transform pose;
        if (!(player->scenario->pieces[body->piece].mass > 0.0)) continue;
        if (lope_scene_bullet_pose(player->bullet, body->id, &pose, NULL))
            lope_level_set_pose(player->picture, body->body, &pose);
    }
    lope_level_end_tick(player->picture);
}

static bool step(lope_scene_player *player, double start, double end, lope_scene_fault *fault)
{
    double scale = player->scenario->time_scale, began = lope_world_time(player->world);
    if (!set_poses(player, end * scale, fault)) return false;
    // before the controls: a follower asks where its lift is
    if (player->bullet != NULL && lope_scene_bullet_update(player->bullet) != LOPE_OK)
        return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", player->scenario->file);
    for (uint32_t i = 0; i < player->actor_count; i++) {
        if (!lope_scene_control_hold(player, i, start, end, fault)) return false;
    }
    double before = player->threaded ? lope_scene_clock_wall() : lope_scene_clock_cpu();
    lope_result result = lope_world_step(player->world, (float)(end - start));
    player->spent += (player->threaded ? lope_scene_clock_wall() : lope_scene_clock_cpu()) - before;
    player->steps += player->actor_count;
    if (result != LOPE_OK) {
        return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: tick %llu refused: %s", player->scenario->file,
                               (unsigned long long)player->ticks + 1, lope_result_text(result));
    }
    if (player->bullet != NULL && scale > 0.0) step_bullet(player, (end - start) * scale);
    collect(player, start, end - start, began);
    return true;
}

// The first instant after `now` and before `end` at which an input changes; else `end`.
static double next_border(const lope_scene_player *player, double now, double end)
{
    double border = end;
    for (uint32_t i = 0; i < player->actor_count; i++) {
        double t = lope_scene_control_next(&player->controls[i], player->actors[i].from, now);
        if (t > now + LOPE_SCENE_INSTANT && t < end - LOPE_SCENE_INSTANT && t < border) border = t;
    }
    return border;
}

bool lope_scene_player_tick(lope_scene_player *player, lope_scene_fault *fault)
{
    double now = (double)player->ticks / player->rate, end = (double)(player->ticks + 1) / player->rate;
    while (now < end) {
        for (uint32_t i = 0; i < player->actor_count; i++) {
            if (!put_back(player, i, now, fault) || !lope_scene_control_apply(player, i, now, fault)) return false;
        }
        double border = next_border(player, now, end);
        if (!step(player, now, border, fault)) return false;
        now = border;
    }
    player->ticks++;
    return lope_scene_cameras_tick(player->cameras, player, fault);
}
