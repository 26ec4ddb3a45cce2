// run.c - plays a scenario from the first tick to the last, with its outputs open beside it.
//
// Read next: player.c for a tick, trace.c and events.c for what is written.
#include "run.h"

#include "animation.h"
#include "cameras.h"
#include "clock.h"
#include "events.h"
#include "record.h"
#include "trace.h"

#include <errno.h>
#include <string.h>

typedef struct output {
    FILE *trace, *events, *animation, *cameras;
    lope_scene_animation *animations;
    const lope_scene_watcher *watcher;
    bool progress, shown;
    double began, last; // s of wall time
} output;

static void on_event(void *context, const lope_scene_player *player, uint32_t actor, uint64_t tick, double time,
                     const lope_event *event)
{
    output *o = context;
    if (o->events != NULL) lope_scene_event_line(player, actor, tick, time, event, o->events);
    if (o->watcher->event != NULL) o->watcher->event(o->watcher->context, player, actor, tick, time, event);
}

static bool open_output(FILE **stream, const char *file, lope_scene_fault *fault)
{
    if (file == NULL) return true;
    *stream = fopen(file, "wb");
    return *stream != NULL || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be written (%s)", file, strerror(errno));
}

static bool close_output(FILE *stream, const char *file, lope_scene_fault *fault)
{
    if (stream == NULL) return true;
    bool good = ferror(stream) == 0;
    good = fclose(stream) == 0 && good;
    return good || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be written to its end (%s)", file, strerror(errno));
}

// Writes the rows of the cameras.
static bool film(output *o, const lope_scene_player *player, lope_scene_fault *fault)
{
    return o->cameras == NULL || lope_scene_cameras_rows(lope_scene_player_cameras(player), player, o->cameras, fault);
}

static bool watch(const output *o, const lope_scene_player *player, lope_scene_fault *fault)
{
    return o->watcher->tick == NULL || o->watcher->tick(o->watcher->context, player, fault);
}

// Looks at the clock each tick, writes ten times a second, and only when the run has taken half a second already.
static void show_progress(output *o, uint64_t tick, uint64_t ticks)
{
    if (!o->progress) return;
    double now = lope_scene_clock_wall();
    if (now - o->began < 0.5 || now - o->last < 0.1) return;
    o->last = now;
    o->shown = true;
    fprintf(stderr, "\rtick %llu of %llu (%.0f %%)  ", (unsigned long long)tick, (unsigned long long)ticks,
            100.0 * (double)tick / (double)ticks);
    fflush(stderr);
}

// Also after a tick that was refused: then one wants to see it.
static bool write_records(const lope_scene_player *player, const char *file, lope_scene_fault *fault)
{
    uint32_t lost = 0;
    if (!lope_scene_record_write(player, file, &lost, fault)) return false;
    if (lost > 0)
        fprintf(stderr, "%s: %u recordings begin later than the run: they had no room for all of it\n", file, (unsigned)lost);
    return true;
}

static bool play(lope_scene_player *player, const lope_scene_run_options *options, output *o, lope_scene_fault *fault)
{
    uint64_t ticks = options->has_ticks ? options->ticks : lope_scene_player_length(player);
    uint64_t every = options->every > 0 ? options->every : 1;
    if (o->trace != NULL) {
        lope_scene_trace_header(o->trace);
        lope_scene_trace_rows(player, o->trace);
    }
    if (o->animation != NULL && (o->animations = lope_scene_animation_begin(player, o->animation, fault)) == NULL) return false;
    bool good = options->record == NULL || lope_scene_record_begin(player, ticks, options->queries, fault);
    if (o->cameras != NULL) lope_scene_cameras_header(o->cameras);
    good = good && film(o, player, fault) && watch(o, player, fault);
    for (uint64_t tick = 1; good && tick <= ticks; tick++) {
        good = lope_scene_player_tick(player, fault);
        const bool row = tick % every == 0 || tick == ticks;
        if (good && o->trace != NULL && row) lope_scene_trace_rows(player, o->trace);
        if (good && o->animations != NULL) good = lope_scene_animation_tick(o->animations, player, row, fault);
        good = good && (!row || film(o, player, fault));
        good = good && watch(o, player, fault);
        show_progress(o, tick, ticks);
    }
    if (o->shown) fprintf(stderr, "\r%40s\r", "");
    return options->record == NULL ? good : write_records(player, options->record, fault) && good;
}

lope_scene_player *lope_scene_run(const lope_scenario *scenario, const lope_scene_run_options *options, lope_scene_fault *fault)
{
    output o = {.watcher = &options->watcher, .progress = options->progress, .began = lope_scene_clock_wall()};
    lope_scene_player_options how = options->player;
    if (options->events != NULL || options->watcher.event != NULL) how.listener = on_event;
    how.context = &o;
    lope_scene_player *player = lope_scene_player_create(scenario, &how, fault);
    // The outputs are opened only now, so that a bad scenario leaves no empty files behind.
    bool good = player != NULL && open_output(&o.events, options->events, fault) &&
                open_output(&o.trace, options->trace, fault) && open_output(&o.animation, options->animation, fault) &&
                open_output(&o.cameras, options->cameras, fault);
    good = good && play(player, options, &o, fault);
    lope_scene_animation_end(o.animations);
    good = close_output(o.animation, options->animation, fault) && good;
    good = close_output(o.cameras, options->cameras, fault) && good;
    good = close_output(o.trace, options->trace, fault) && good;
    good = close_output(o.events, options->events, fault) && good;
    if (good) return player;
    lope_scene_player_destroy(player);
    return NULL;
}
