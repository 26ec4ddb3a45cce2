// play.c - plays scenarios without a mesh and prints, for each, its name and the hash that `lope run --quiet`
// prints of it; where there are cameras, also a hash of all that they gave in every tick: play FILE.json...
// For wasm; scripts/determinism.sh builds it, also for this machine, and compares.
#include "scene/cameras.h"
#include "scene/run.h"
#include "scene/table.h"
#include "tests/repeat/fold.h"

#include <stdio.h>

// The cameras of a run.
typedef struct films {
    uint32_t count;
    uint64_t hash;
} films;

static uint64_t fold_view(uint64_t hash, const lope_camera_output *v)
{
    hash = fold_point(fold_point(fold_point(hash, v->position), v->pivot), v->hand);
    hash = fold_float(fold_float(fold_float(fold_float(hash, v->rotation.x), v->rotation.y), v->rotation.z), v->rotation.w);
    hash = fold_double(fold_double(fold_double(hash, v->view.pitch), v->view.yaw), v->arm);
    return fold_u64(fold_float(hash, v->fov), (uint64_t)v->blocked * 2 + v->looked_past);
}

// Called before the first tick and after each.
static bool film(void *context, const lope_scene_player *player, lope_scene_fault *fault)
{
    films *f = context;
    const lope_scene_cameras *cameras = lope_scene_player_cameras(player);
    (void)fault;
    f->count = lope_scene_cameras_count(cameras);
    for (uint32_t i = 0; i < f->count; i++) {
        uint32_t actor;
        f->hash = fold_view(f->hash, lope_scene_cameras_output(cameras, i, &actor));
    }
    return true;
}

static bool play(const char *file)
{
    films f = {.hash = FOLD_START};
    const lope_scene_run_options options = {.watcher = {.tick = film, .context = &f}};
    lope_scene_fault fault = {0};
    lope_scene_player *player = NULL;
    lope_scenario *scenario = lope_scenario_load(file, NULL, &fault);
    if (scenario != NULL) player = lope_scene_run(scenario, &options, &fault);
    printf("%s ", file);
    if (player != NULL)
        lope_scene_print_hash(player, stdout);
    else
        printf("%s\n", fault.text);
    // in two halves: not every C library's printf knows 64 bits
    if (player != NULL && f.count > 0)
        printf("%s cameras %08lx%08lx\n", file, (unsigned long)(f.hash >> 32), (unsigned long)(f.hash & UINT32_MAX));
    lope_scene_player_destroy(player);
    lope_scenario_free(scenario);
    return player != NULL;
}

int main(int count, char **files)
{
    bool good = count > 1;
    for (int i = 1; i < count; i++) good = play(files[i]) && good;
    return good ? 0 : 1;
}
