// play.c - plays scenarios without a mesh and prints, for each, its name and the hash that `lope run --quiet`
// prints of it: play FILE.json... For wasm; scripts/determinism.sh builds it and compares with the native program.
#include "scene/run.h"
#include "scene/table.h"

#include <stdio.h>

static bool play(const char *file)
{
    const lope_scene_run_options options = {0};
    lope_scene_fault fault = {0};
    lope_scene_player *player = NULL;
    lope_scenario *scenario = lope_scenario_load(file, NULL, &fault);
    if (scenario != NULL) player = lope_scene_run(scenario, &options, &fault);
    printf("%s ", file);
    if (player != NULL)
        lope_scene_print_hash(player, stdout);
    else
        printf("%s\n", fault.text);
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
