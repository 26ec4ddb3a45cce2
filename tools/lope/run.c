// run.c - `lope run`: plays a scenario, or drops a wanderer onto the floor of a mesh.
//
// Read next: scene/run.h for what is written, story.c for the words after a mesh.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "lope.h"

#if defined(_WIN32)
#include <io.h>
#define isatty _isatty
#define fileno _fileno
#else
#include <unistd.h>
#endif

#define USAGE "lope run SCENARIO.json or MESH [options]"
#define WANDER_SECONDS 30.0
#define WANDER_SEED 1

static int finish(lope_scenario *scenario, lope_scene_player *player, const lope_scene_fault *fault)
{
    lope_scene_player_destroy(player);
    lope_scenario_free(scenario);
    return fault->status != 0 ? tool_report(fault) : 0;
}

// Plays, and writes the replay page when one is wanted. NULL on a fault.
static lope_scene_player *play(const lope_scenario *scenario, const lope_scene_run_options *options, const tool_page_wish *wish,
                               lope_scene_fault *fault)
{
    lope_scene_run_options how = *options;
    struct tool_page *page = NULL;
    if (wish->file != NULL && !tool_page_open(wish, &page, &how.watcher, fault)) return NULL;
    lope_scene_player *player = lope_scene_run(scenario, &how, fault);
    if (page != NULL && !tool_page_close(wish, page, player, fault)) {
        lope_scene_player_destroy(player);
        return NULL;
    }
    return player;
}

static int run_scenario(const char *file, const lope_scene_run_options *options, const tool_page_wish *wish, bool quiet)
{
    lope_scene_fault fault = {0};
    lope_scene_player *player = NULL;
    lope_scenario *scenario = lope_scenario_load(file, NULL, &fault);
    if (scenario != NULL) player = play(scenario, options, wish, &fault);
    if (player != NULL) {
        if (quiet)
            lope_scene_print_hash(player, stdout);
        else
            lope_scene_print_table(player, stdout);
    }
    return finish(scenario, player, &fault);
}

static int run_mesh(const char *file, const tool_units_wish *units_wish, const lope_scene_run_options *options,
                    const tool_page_wish *wish, bool quiet)
{
    lope_scene_fault fault = {0};
    lope_scene_player *player = NULL;
    lope_scenario *scenario = NULL;
    lope_scene_units units;
    if (tool_units_read(units_wish, &units, &fault))
        scenario = lope_scenario_wander(file, &units, WANDER_SEED, WANDER_SECONDS, &fault);
    if (scenario != NULL) {
        if (!quiet) tool_units_tell(file, &scenario->pieces[0].mesh, units_wish, stdout);
        lope_scene_character *wanderer = &scenario->characters[0];
        if (lope_scene_find_spawn(scenario, wanderer->radius, wanderer->height, &wanderer->feet, &fault)) {
            player = play(scenario, options, wish, &fault);
        } else if (fault.status == LOPE_SCENE_BAD_INPUT) {
            tool_units_hint(file, &scenario->pieces[0].mesh, units_wish, &fault);
        }
    }
    if (player != NULL) {
        if (!quiet) tool_tell_story(player, scenario->characters[0].feet, stdout);
        if (quiet)
            lope_scene_print_hash(player, stdout);
        else
            lope_scene_print_table(player, stdout);
    }
    return finish(scenario, player, &fault);
}

int tool_run(int count, char **arguments)
{
    lope_scene_run_options options = {0};
    lope_scene_fault fault = {0};
    const char *file = NULL;
    tool_page_wish wish = {0};
    tool_units_wish units = {0};
    bool quiet = false, watch = false;
    uint64_t threads = 0;
    const tool_option list[] = {
        {.name = "--trace", .value = "F.csv", .help = "one row a character a tick", .text = &options.trace},
        {.name = "--events", .value = "F.ndjson", .help = "one JSON object an event", .text = &options.events},
        {.name = "--animation",
         .value = "F.csv",
         .help = "one row a character a tick: what an animation needs (docs/guide/34-what-an-animation-needs.md)",
         .text = &options.animation},
        {.name = "--cameras",
         .value = "F.csv",
         .help = "one row a camera a tick: where it is, and how near to what is solid",
         .text = &options.cameras},
        {.name = "--replay",
         .value = "F.html",
         .help = "writes a page that shows every tick in 3D; any browser opens it from the disk",
         .text = &wish.file},
        {.name = "--against",
         .value = "F.rec",
         .help = "on that page beside it: a run recorded before, and where the two first differ",
         .text = &wish.against},
        {.name = "--ticks",
         .value = "N",
         .help = "plays N ticks in place of the scenario's duration",
         .whole = &options.ticks,
         .flag = &options.has_ticks,
         .low = 0.0,
         .high = 1e12},
        {.name = "--rate",
         .value = "HZ",
         .help = "ticks a second, 10 to 1000",
         .number = &options.player.tick_rate,
         .low = 10.0,
         .high = 1000.0},
        {.name = "--at",
         .value = "X,Y,Z",
         .help = "plays the same scenario around another origin",
         .point = &options.player.origin,
         .flag = &options.player.has_origin},
        {.name = "--threads",
         .value = "N",
         .help = "steps characters on N threads; the result is the same",
         .whole = &threads,
         .low = 1.0,
         .high = 256.0},
        {.name = "--every",
         .value = "N",
         .help = "traces each N-th tick and the last, and so --animation",
         .whole = &options.every,
         .low = 1.0,
         .high = 1e12},
        {.name = "--record",
         .value = "F",
         .help = "writes a recording of every character, one behind the other",
         .text = &options.record},
        {.name = "--queries", .help = "with every query that they made", .flag = &options.queries},
        {.name = "--quiet", .help = "prints only the hash", .flag = &quiet},
        {.name = "--watch",
         .help = "plays in real time, again and again, and takes up tunings that change in the file;\nwith --ticks N it ends "
                 "after so many",
         .flag = &watch},
        TOOL_UNITS_OPTIONS(units),
        {0},
    };
    if (!tool_parse(count, arguments, list, &file, 1, 1, USAGE, &fault)) return tool_report(&fault);
    if (wish.against != NULL && wish.file == NULL) {
        lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT,
                        "lope: --against: goes only with --replay F.html, the page that shows both runs");
        return tool_report(&fault);
    }
    if (options.queries && options.record == NULL) {
        lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT, "lope: --queries: found it alone, expected --record F with it");
        return tool_report(&fault);
    }
    if (tool_units_given(&units) && !lope_scene_mesh_is_named(file)) {
        lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT,
                        "lope: --scale, --up: go only with a mesh; in a scenario a mesh has the keys scale and up");
        return tool_report(&fault);
    }
    options.player.threads = (uint32_t)threads;
    if (watch) {
        bool writes = options.trace != NULL || options.events != NULL || options.record != NULL || options.animation != NULL ||
                      wish.file != NULL;
        if (!writes && !lope_scene_mesh_is_named(file)) return tool_watch(file, &options, quiet);
        lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT,
                        "lope: --watch: plays a scenario in real time without an end, expected none of --trace, --events, "
                        "--animation, --record and --replay with it, and no mesh");
        return tool_report(&fault);
    }
    options.progress = isatty(fileno(stderr)) != 0;
    return lope_scene_mesh_is_named(file) ? run_mesh(file, &units, &options, &wish, quiet)
                                          : run_scenario(file, &options, &wish, quiet);
}
