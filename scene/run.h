// run.h - plays a scenario to its end and writes what happened: trace, events and the table that `lope run` prints.
//
// Read next: run.c, trace.c, events.c, table.c.
#ifndef LOPE_SCENE_RUN_H
#define LOPE_SCENE_RUN_H

#include "player.h"

// What looks on at a run besides the trace: before the first tick and after each, and at each event.
typedef struct lope_scene_watcher {
    bool (*tick)(void *context, const lope_scene_player *player, lope_scene_fault *fault); // NULL: none
    lope_scene_listener event;                                                             // NULL: none
    void *context;
} lope_scene_watcher;

typedef struct lope_scene_run_options {
    lope_scene_player_options player; // its listener is set by the run
    const char *trace, *events;       // files to write; NULL: none
    const char *animation;            // file for the table of animation reports; NULL: none
    const char *cameras;              // file to write where cameras are; NULL: none
    const char *record;               // file for recordings of all characters; NULL: none
    bool queries;                     // recorded too
    bool has_ticks;
    uint64_t ticks; // in place of the scenario's duration
    uint64_t every; // rows of the trace: each N-th tick and the last; 0: 1
    lope_scene_watcher watcher;
    bool progress; // on stderr, for runs of more than half a second
} lope_scene_run_options;

// The player after its last tick, to be destroyed by the caller; NULL on a fault.
lope_scene_player *lope_scene_run(const lope_scenario *scenario, const lope_scene_run_options *options, lope_scene_fault *fault);

#endif
