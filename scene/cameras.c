// cameras.c - runs the cameras of a scenario's characters, one frame a tick, and writes where they are.
//
// A camera sees what its character was told: the control rotation of the state. What a rig turns the view by
// (recentring, feelers, a target) is look input of the ticks that follow (lope_scene_look_turn), so the stick
// goes on from there. Read next: trace.c, for how rows are written.
#include "cameras.h"
#include "csv_name.h"

#include "player_look.h"
#include "player_private.h"
#include "trace.h"

#include <math.h>
#include <stdlib.h>

#define HALF_TURN 180.0

// The camera of an actor.
typedef struct filmed {
    uint32_t actor;
    lope_camera camera;
    lope_camera_input in;
    lope_camera_output out;
    lope_nearby *look;
} filmed;

struct lope_scene_cameras {
    filmed *list;
    lope_point *rail; // in the world, of the camera at hand
    uint32_t count, rail_capacity;
};

static bool out_of_memory(lope_scene_fault *fault)
{
    return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--cameras: out of memory");
}

lope_scene_cameras *lope_scene_cameras_create(const lope_scene_player *player, lope_scene_fault *fault)
{
    const uint32_t actors = lope_scene_player_actor_count(player);
    lope_scene_cameras *cameras = calloc(1, sizeof *cameras);
    if (cameras == NULL || (cameras->list = calloc((size_t)actors + 1, sizeof *cameras->list)) == NULL) {
        free(cameras);
        out_of_memory(fault);
        return NULL;
    }
    bool good = true;
    for (uint32_t i = 0; i < actors; i++) {
        const lope_scene_camera *of = &lope_scene_player_actor(player, i)->from->camera;
        if (!of->on) continue;
        filmed *f = &cameras->list[cameras->count++];
        f->actor = i;
        f->look = lope_nearby_create(NULL);
        good = good && f->look != NULL;
        if (of->rail_count > cameras->rail_capacity) cameras->rail_capacity = of->rail_count;
    }
    cameras->rail = calloc((size_t)cameras->rail_capacity + 1, sizeof *cameras->rail);
    if (good && cameras->rail != NULL) return cameras;
    lope_scene_cameras_destroy(cameras);
    out_of_memory(fault);
    return NULL;
}

void lope_scene_cameras_destroy(lope_scene_cameras *cameras)
{
    if (cameras == NULL) return;
    for (uint32_t i = 0; i < cameras->count; i++) lope_nearby_destroy(cameras->list[i].look);
    free(cameras->list);
    free(cameras->rail);
    free(cameras);
}

uint32_t lope_scene_cameras_count(const lope_scene_cameras *cameras) { return cameras->count; }

const lope_camera_output *lope_scene_cameras_output(const lope_scene_cameras *cameras, uint32_t index, uint32_t *actor)
{
    *actor = cameras->list[index].actor;
    return &cameras->list[index].out;
}

// Fills in what a camera is given in this tick.
static void fill_input(lope_scene_cameras *cameras, const lope_scene_player *player, filmed *f, lope_error *error)
{
    const lope_scene_actor *actor = lope_scene_player_actor(player, f->actor);
    const lope_scene_camera *of = &actor->from->camera;
    const lope_state *state = lope_character_state(actor->handle);
    const bool played = lope_scene_player_ticks(player) > 0;
    lope_camera_input *in = &f->in;
    in->subject = lope_camera_subject_of(state, played ? lope_character_report(actor->handle) : NULL);
    in->view = (lope_view){.pitch = (double)state->look_pitch, .yaw = (double)state->look_yaw};
    in->target = lope_scene_frame_point(&player->frame, of->target);
    in->has_target = of->has_target;
    in->left_side = of->left_side;
    in->place = lope_scene_frame_point(&player->frame, of->place);
    in->look_along_view = of->look_along_view;
    for (uint32_t i = 0; i < of->rail_count; i++) cameras->rail[i] = lope_scene_frame_point(&player->frame, of->rail[i]);
    in->rail = of->rail_count > 0 ? cameras->rail : NULL;
    in->rail_count = of->rail_count;
    in->units_per_metre = actor->from->moveset.tuning.units_per_metre;
    in->error = error;
}

static bool fail(const lope_scene_player *player, const filmed *f, lope_result result, const lope_error *error,
                 lope_scene_fault *fault)
{
    return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "the camera of %s: %s: %s",
                           lope_scene_player_actor(player, f->actor)->name, lope_result_text(result), error->text);
}

bool lope_scene_cameras_tick(lope_scene_cameras *cameras, lope_scene_player *player, lope_scene_fault *fault)
{
    const bool played = lope_scene_player_ticks(player) > 0;
    const double seconds = played ? 1.0 / lope_scene_player_rate(player) : 0.0;
    for (uint32_t i = 0; i < cameras->count; i++) {
        filmed *f = &cameras->list[i];
        lope_error error = {0};
        const lope_camera_settings *rig = &lope_scene_player_actor(player, f->actor)->from->camera.rig;
        fill_input(cameras, player, f, &error);
        const lope_result result = lope_camera_update(&f->camera, rig, &f->in, &player->around, f->look, seconds, &f->out);
        if (result != LOPE_OK) return fail(player, f, result, &error, fault);
        lope_scene_look_turn(player, f->actor, lope_scene_player_time(player), f->out.turn);
    }
    return true;
}

void lope_scene_cameras_header(FILE *out) { fputs("tick,time,name,x,y,z,yaw,pitch,fov,arm,blocked,near_clear\n", out); }

// Returns degrees in (-180, 180], with no more digits than a float has.
static double degrees_of(double radians)
{
    const double degrees = (double)(float)(remainder(radians, 2.0 * HALF_TURN * LOPE_SCENE_RADIANS) / LOPE_SCENE_RADIANS);
    return degrees <= -HALF_TURN || degrees > HALF_TURN ? HALF_TURN : degrees + 0.0;
}

bool lope_scene_cameras_rows(lope_scene_cameras *cameras, const lope_scene_player *player, FILE *out, lope_scene_fault *fault)
{
    for (uint32_t i = 0; i < cameras->count; i++) {
        filmed *f = &cameras->list[i];
        const lope_scene_actor *actor = lope_scene_player_actor(player, f->actor);
        lope_error error = {0};
        lope_camera_measures measured;
        fill_input(cameras, player, f, &error);
        const lope_result result =
            lope_camera_measure(&f->out, &actor->from->camera.rig, &f->in, &player->around, f->look, 0, &measured);
        if (result != LOPE_OK) return fail(player, f, result, &error, fault);
        const lope_point at = lope_scene_player_to_file(player, f->out.position);
        fprintf(out, "%llu,%.9g,", (unsigned long long)lope_scene_player_ticks(player), lope_scene_player_time(player));
        lope_scene_write_name(actor->name, out);
        fprintf(out, ",%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%d,%.9g\n", at.x + 0.0, at.y + 0.0, at.z + 0.0,
                degrees_of(f->out.view.yaw), degrees_of(f->out.view.pitch), degrees_of((double)f->out.fov), f->out.arm + 0.0,
                f->out.blocked ? 1 : 0, measured.near_clear + 0.0);
    }
    return true;
}
