// watch.c - `lope run SCENARIO --watch`: plays in real time, again and again, and takes up what changes in
// the file while it plays.
//
// Ten times a second the file is looked at. When it has changed, it is read anew. The tuning of each
// character that is still there by name, and the settings of its modes and abilities, replace the old ones
// between two ticks. The states go on, and what has changed is printed. Whatever else has changed counts from
// the next round on. A mistake in the file is told, and the old numbers go on. Read next:
// scene/player_moveset.c.
#include "lope.h"

#include "scene/clock.h"
#include "scene/read_file.h"

#include <stdlib.h>
#include <string.h>

#define LOOK_EVERY 0.1   // s of wall time
#define MOST (64u << 20) // bytes of a scenario
#define DEGREES 57.29577951308232

typedef struct watch {
    const char *file;
    lope_scenario *playing; // that the player plays
    lope_scenario *newest;  // that is on the disk, as far as it was read without a mistake; may be `playing`
    lope_scene_player *player;
    char *text; // of the file, when it was last looked at
    size_t length;
    double looked; // s of wall time
} watch;

// True when the file's text is another than before.
static bool has_changed(watch *w)
{
    lope_scene_fault fault = {0};
    size_t length = 0;
    char *text = lope_scene_read_file(w->file, MOST, "a scenario file", &length, &fault);
    if (text == NULL) return false; // an editor is about to write it
    bool same = w->text != NULL && length == w->length && memcmp(text, w->text, length) == 0;
    free(w->text);
    w->text = text;
    w->length = length;
    return !same;
}

static const lope_scene_character *find(const lope_scenario *scenario, const char *name)
{
    for (uint32_t i = 0; i < scenario->character_count; i++)
        if (strcmp(scenario->characters[i].name, name) == 0) return &scenario->characters[i];
    return NULL;
}

// Prints a number that has changed, angles in degrees. Returns whether it has. owner: a mode or ability, or
// "".
static bool tell_field(const watch *w, const char *name, const char *owner, const lope_field *field, double old, double new)
{
    double time = lope_scene_player_time(w->player), scale = field->kind == LOPE_FIELD_ANGLE ? DEGREES : 1.0;
    if (!(old < new || old > new)) return false;
    printf("%.2f s: %s: %s%s%s ", time, name, owner, owner[0] != 0 ? "." : "", field->name);
    if (field->kind == LOPE_FIELD_ENUM)
        printf("%s -> %s\n", field->choices[(int)old], field->choices[(int)new]);
    else
        printf("%.6g -> %.6g\n", old * scale, new *scale);
    return true;
}

// Prints each field of the tuning, and each setting of a mode or ability, that differs. Returns how many.
static uint32_t tell(const watch *w, const char *name, const lope_moveset *before, const lope_moveset *now)
{
    lope_setting setting;
    uint32_t changed = 0;
    double old = 0.0, new = 0.0;
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const lope_field *field = lope_tuning_field_at(i);
        lope_tuning_get(&before->tuning, field->name, &old);
        lope_tuning_get(&now->tuning, field->name, &new);
        changed += tell_field(w, name, "", field, old, new);
    }
    for (uint32_t i = 0; lope_moveset_setting_at(now, i, &setting); i++) {
        if (lope_moveset_get(before, setting.owner, setting.field->name, &old) != LOPE_OK) continue;
        lope_moveset_get(now, setting.owner, setting.field->name, &new);
        changed += tell_field(w, name, setting.owner, setting.field, old, new);
    }
    return changed;
}

static bool take_movesets(watch *w, const lope_scenario *next, lope_scene_fault *fault)
{
    uint32_t changed = 0;
    for (uint32_t i = 0; i < w->playing->character_count; i++) {
        const char *name = w->playing->characters[i].name;
        const lope_scene_character *before = find(w->newest, name), *now = find(next, name);
        if (before == NULL || now == NULL) continue;
        uint32_t fields = tell(w, name, &before->moveset, &now->moveset);
        changed += fields;
        if (fields > 0 && !lope_scene_player_retune(w->player, i, &now->moveset, fault)) return false;
    }
    if (changed == 0)
        printf("%.2f s: no tuning has changed; what has counts from the next round on\n", lope_scene_player_time(w->player));
    return true;
}

static bool look(watch *w, lope_scene_fault *fault)
{
    lope_scene_fault mistake = {0};
    if (!has_changed(w)) return true;
    lope_scenario *next = lope_scenario_load(w->file, NULL, &mistake);
    if (next == NULL) {
        printf("%.2f s: %s; the old one goes on\n", lope_scene_player_time(w->player), mistake.text);
        fflush(stdout);
        return true;
    }
    bool good = take_movesets(w, next, fault);
    if (w->newest != w->playing) lope_scenario_free(w->newest);
    w->newest = next;
    fflush(stdout);
    return good;
}

// One round, up to `most` ticks. No tick begins before its time on the clock has come.
static bool play(watch *w, uint64_t most, uint64_t *played, lope_scene_fault *fault)
{
    double began = lope_scene_clock_wall(), period = 1.0 / lope_scene_player_rate(w->player);
    uint64_t ticks = lope_scene_player_length(w->player);
    for (uint64_t i = 0; i < ticks && *played < most; i++) {
        double now = lope_scene_clock_wall(), due = began + (double)i * period;
        if (now < due) lope_scene_clock_sleep(due - now);
        if (now - w->looked >= LOOK_EVERY) {
            w->looked = now;
            if (!look(w, fault)) return false;
        }
        if (!lope_scene_player_tick(w->player, fault)) return false;
        ++*played;
    }
    return true;
}

static bool round_of(watch *w, const lope_scene_run_options *options, bool quiet, uint64_t *played, lope_scene_fault *fault)
{
    w->playing = w->newest;
    w->player = lope_scene_player_create(w->playing, &options->player, fault);
    bool good = w->player != NULL && play(w, options->has_ticks ? options->ticks : UINT64_MAX, played, fault);
    if (good && quiet) lope_scene_print_hash(w->player, stdout);
    if (good && !quiet) lope_scene_print_table(w->player, stdout);
    fflush(stdout);
    lope_scene_player_destroy(w->player);
    if (w->playing != w->newest) lope_scenario_free(w->playing);
    w->player = NULL;
    return good;
}

int tool_watch(const char *file, const lope_scene_run_options *options, bool quiet)
{
    lope_scene_fault fault = {0};
    watch w = {.file = file};
    uint64_t played = 0;
    has_changed(&w);
    w.newest = lope_scenario_load(file, NULL, &fault);
    bool good = w.newest != NULL;
    if (good && !quiet) printf("%s: played in real time and watched; Ctrl-C ends it\n", file);
    fflush(stdout);
    while (good && !(options->has_ticks && played >= options->ticks)) good = round_of(&w, options, quiet, &played, &fault);
    lope_scenario_free(w.newest);
    free(w.text);
    return good ? 0 : tool_report(&fault);
}
