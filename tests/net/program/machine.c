// machine.c - plays one network match on a virtual clock and prints what it ends in: the same on every machine.
// Compiled for each by scripts/net_machines.py: machine SCENARIO CLIENTS SECONDS
#include "scene/match.h"
#include "scene/mesh.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Its levels have no mesh files.
bool lope_scene_mesh_read(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    return lope_scene_mesh_read_units(mesh, file, NULL, fault);
}

bool lope_scene_mesh_read_units(lope_scene_mesh *mesh, const char *file, const lope_scene_units *units, lope_scene_fault *fault)
{
    (void)mesh;
    (void)units;
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: a match on several machines reads no mesh", file);
}

bool lope_scene_mesh_is_named(const char *file)
{
    (void)file;
    return false;
}

int main(int count, char **arguments)
{
    static lope_scene_match_result result;
    lope_scene_fault fault = {0};
    if (count != 4) return 2;
    const lope_scene_match_options options = {
        .clients = (uint32_t)atoi(arguments[2]),
        .seconds = atof(arguments[3]),
        .line = {.delay = 0.05, .jitter = 0.01, .loss = 0.05, .burst = 0.5, .doubled = 0.02},
        .seed = 1,
        .launches = 0.5,
        .jostles = strstr(arguments[1], "knot") != NULL,
        .bound = strstr(arguments[1], "knot") != NULL ? LOPE_NET_TRUTH : 0,
        .clock = 1,
    };
    lope_scenario *scenario = lope_scenario_load(arguments[1], NULL, &fault);
    const bool played = scenario != NULL && lope_scene_match_play(scenario, &options, &result, &fault);
    if (!played) fprintf(stderr, "%s\n", fault.text);
    if (!played) return 1;
    printf("%016" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", result.hash, result.digests_checked,
           result.digests_wrong, result.states_sent, result.replaced);
    lope_scenario_free(scenario);
    return 0;
}
