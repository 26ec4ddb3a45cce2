// lope.h - what the verbs of the `lope` program share: their options, and their exit statuses.
//
// Each verb takes what stands behind its name on the command line and returns the exit status: 0, 1 for a fault of its own, 2
// for a bad file or command line. Read next: main.c.
#ifndef LOPE_TOOL_H
#define LOPE_TOOL_H

#include "scene/scene.h"

#include <stdio.h>

// One option of a verb. Exactly one of the targets is set; a flag takes no value.
typedef struct tool_option {
    const char *name;  // "--trace"
    const char *value; // in the help: "F.csv"; NULL: none
    const char *help;  // what it does; further lines stand behind '\n'
    const char **text;
    uint64_t *whole;
    double *number;
    lope_point *point; // X,Y,Z
    bool *flag;        // also set when another target is filled
    double low, high;  // of whole and number
} tool_option;

// Sorts a verb's arguments into options and files. `files` receives up to `most` of them; fewer than `least`
// or more than `most` are a fault, explained with `usage`. A name of NULL ends the options. Where --help or
// -h is among them, prints usage and options, and returns false without a fault.
bool tool_parse(int count, char **arguments, const tool_option *options, const char **files, int least, int most,
                const char *usage, lope_scene_fault *fault);

// Prints the fault on stderr as one line, if there is one, and returns its status.
int tool_report(const lope_scene_fault *fault);

// --scale and --up: the unit and the axes of a mesh file.
typedef struct tool_units_wish {
    double scale;   // 0: not given
    const char *up; // NULL: not given
} tool_units_wish;
#define TOOL_UNITS_OPTIONS(wish)                                                                                         \
    {.name = "--scale",                                                                                                  \
     .value = "S",                                                                                                       \
     .help = "metres in one unit of a mesh file: 0.01 for centimetres",                                                  \
     .number = &(wish).scale,                                                                                            \
     .low = 1e-6,                                                                                                        \
     .high = 1e6},                                                                                                       \
    {                                                                                                                    \
        .name = "--up", .value = "AXIS", .help = "the axis of a mesh file that points up: x, y or z", .text = &(wish).up \
    }
bool tool_units_read(const tool_units_wish *wish, lope_scene_units *units, lope_scene_fault *fault);
bool tool_units_given(const tool_units_wish *wish);
// Prints how large a level is, and asks where that is unlikely and nothing was wished.
void tool_units_tell(const char *file, const lope_scene_mesh *mesh, const tool_units_wish *wish, FILE *out);
// Puts the same questions behind the text of a fault.
void tool_units_hint(const char *file, const lope_scene_mesh *mesh, const tool_units_wish *wish, lope_scene_fault *fault);

// What happened to a wanderer, in words.
void tool_tell_story(const lope_scene_player *player, lope_point start, FILE *out);

// --replay: the page that a run is to write, see page/page.h. Where this program was built without zlib, opening says so.
typedef struct tool_page_wish {
    const char *file;    // NULL: none
    const char *against; // recordings of another run to show beside this one; NULL: none
} tool_page_wish;
struct tool_page;
bool tool_page_open(const tool_page_wish *wish, struct tool_page **page, lope_scene_watcher *watcher, lope_scene_fault *fault);
// Writes the page, unless the run has failed (then player is NULL), and destroys it.
bool tool_page_close(const tool_page_wish *wish, struct tool_page *page, const lope_scene_player *player,
                     lope_scene_fault *fault);

// `lope run FILE --watch`.
int tool_watch(const char *file, const lope_scene_run_options *options, bool quiet);

int tool_run(int count, char **arguments);
int tool_replay(int count, char **arguments);
int tool_convert(int count, char **arguments);
int tool_plot(int count, char **arguments);
int tool_tuning(int count, char **arguments);
int tool_presets(int count, char **arguments);
int tool_keys(int count, char **arguments);
int tool_net(int count, char **arguments);
int tool_serve(int count, char **arguments);
int tool_join(int count, char **arguments);
int tool_bench(int count, char **arguments);

#endif
