// replay.c - `lope replay F`: plays each character's recording anew and says whether every tick ends as it did.
//
// Read next: scene/record.h.
#include "lope.h"

#include <string.h>

#define USAGE "lope replay F [options]"

typedef struct replay_options {
    const char *level; // NULL: the one that the recording names
    lope_point origin;
    bool has_origin, quiet;
    tool_units_wish wish;
    lope_scene_units units; // of a mesh
} replay_options;

// Recordings of one file were mostly made on one level: the last one stays open.
typedef struct replay_stage {
    lope_scene_stage stage;
    char file[1024];
} replay_stage;

static bool open_level(replay_stage *open, const char *file, const lope_recording_header *header, const replay_options *options,
                       const char *level, lope_scene_fault *fault)
{
    if (level[0] == 0)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: found no level named in it, expected --level SCENARIO_OR_MESH",
                               file);
    if (tool_units_given(&options->wish) && !lope_scene_mesh_is_named(level))
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: --scale, --up: go only with a mesh; the level of %s is %s",
                               file, level);
    if (open->stage.player == NULL || strcmp(open->file, level) != 0) {
        lope_scene_stage_close(&open->stage);
        snprintf(open->file, sizeof open->file, "%s", level);
        if (!lope_scene_stage_open(&open->stage, level, &options->units, options->has_origin ? &options->origin : NULL, fault))
            return false;
    }
    if (header->level_hash != 0 && header->level_hash != open->stage.hash)
        fprintf(stderr, "%s: %s: the level is another one: its hash is %016llx, expected %016llx\n", level, header->name,
                (unsigned long long)open->stage.hash, (unsigned long long)header->level_hash);
    return true;
}

static bool replay_one(lope_recording *recording, replay_stage *open, const char *file, const replay_options *options,
                       bool *equal, lope_scene_fault *fault)
{
    const lope_recording_header *header = lope_recording_header_of(recording);
    const char *level = options->level != NULL ? options->level : header->level;
    if (!open_level(open, file, header, options, level, fault)) return false;
    if (!lope_scene_stage_give(&open->stage, recording, file, fault)) return false;
    const lope_surroundings around = lope_level_surroundings(lope_scene_player_level(open->stage.player));
    lope_replay_report report;
    lope_result result = lope_replay(recording, &around, NULL, &report);
    if (result != LOPE_OK) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: %s", file, lope_result_text(result));
    if (!report.equal)
        printf("%s: tick %u: %s %s\n", header->name, (unsigned)report.tick, report.field, report.text);
    else if (!options->quiet)
        printf("%s: all %u ticks equal\n", header->name, (unsigned)report.ticks);
    *equal = *equal && report.equal;
    return true;
}

int tool_replay(int count, char **arguments)
{
    replay_options options = {0};
    lope_scene_fault fault = {0};
    const char *file = NULL;
    const tool_option list[] = {
        {.name = "--level",
         .value = "FILE",
         .help = "a scenario or mesh in place of the one that the recording names",
         .text = &options.level},
        {.name = "--at",
         .value = "X,Y,Z",
         .help = "where that level has its origin",
         .point = &options.origin,
         .flag = &options.has_origin},
        {.name = "--quiet", .help = "prints only differences", .flag = &options.quiet},
        TOOL_UNITS_OPTIONS(options.wish),
        {0},
    };
    lope_scene_recordings recordings;
    replay_stage open = {0};
    bool equal = true, good = true;
    if (!tool_parse(count, arguments, list, &file, 1, 1, USAGE, &fault)) return tool_report(&fault);
    if (!tool_units_read(&options.wish, &options.units, &fault)) return tool_report(&fault);
    if (!lope_scene_recordings_read(&recordings, file, &fault)) return tool_report(&fault);
    for (uint32_t i = 0; good && i < recordings.count; i++)
        good = replay_one(recordings.list[i], &open, file, &options, &equal, &fault);
    lope_scene_stage_close(&open.stage);
    lope_scene_recordings_free(&recordings);
    if (!good) return tool_report(&fault);
    return equal ? 0 : LOPE_SCENE_OWN_FAULT;
}
