// avoidance.c - ./run bench avoidance: crowds that have to pass each other, beside DetourCrowd and RVO2, in one
// table; and crowds that are drawn by a seed.
#include "avoid_held_out.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 60.0
#define HEADING "## Avoidance"

static const char usage[] =
    "usage: avoidance [--rate HZ] [--only N] [--write FILE] the table, or one crowd; --write: into that Markdown file\n"
    "       avoidance drawn [FAMILY] [--runs N] [--seed N] [--only N] [--collide | --through] [--all]\n"
    "families: circle streams door door_both corridor bridge corner joining standing\n"
    "--collide, --through: all agents also collide with each other, or none; --all: a line for each crowd\n";

typedef struct named_crowd {
    const char *name;
    avoid_put *put;
    uint32_t count;
    double size, gap;
} named_crowd;

static const named_crowd crowds[] = {
    {"100 on a circle of 20 m", avoid_circle, 100, 20, 1}, {"two streams of 50 cross", avoid_streams, 100, 6, 1.2},
    {"60 through a door of 2 m", avoid_door, 60, 2, 1.1},  {"a corridor of 4 m, 100", avoid_corridor, 100, 4, 1.2},
    {"a bridge of 4 m, 200", avoid_bridge, 200, 4, 1.2},   {"a corner of 4 m, 40", avoid_corner, 40, 4, 1.4},
    {"40 join into 4 m", avoid_joining, 40, 4, 1.2},
};
#define CROWDS (sizeof crowds / sizeof *crowds)

static const char *arrival(const avoid_result *r)
{
    return table_text("%u of %u, %.1f s", (unsigned)r->arrived, (unsigned)r->count, r->mean);
}

static const char *smoothness(const avoid_result *r) { return table_text("%.2f, %.1f m/s2", r->way, r->change); }

static const char *overlap(const avoid_result *r) { return table_text("%.3f m, %u", r->deepest, (unsigned)r->fell); }

// Plays a scene with a rival, where there is one.
typedef bool rival_play(const avoid_scene *scene, double rate, avoid_result *result);
#ifdef LOPE_BENCH_DETOUR
static rival_play *const detour = avoid_play_detour;
#else
static rival_play *const detour = NULL;
#endif
#ifdef LOPE_BENCH_RVO
static rival_play *const rvo = avoid_play_rvo;
#else
static rival_play *const rvo = NULL;
#endif

// Adds a row of what each of the three has; a rival that was not played is NULL.
static void add_row(table *t, const char *what, const char *(*text)(const avoid_result *), const avoid_result *const of[3],
                    const char *target, const char *verdict)
{
    table_row(t, what, text(of[0]), target, verdict, of[1] ? text(of[1]) : "");
    table_second_rival(t, of[2] ? text(of[2]) : "");
}

static const char *cost(const avoid_result *r) { return table_text("%.2f us", r->us); }

// Plays one crowd with all, and adds its rows.
static void add_rows(table *t, const named_crowd *crowd, double rate)
{
    static avoid_scene scene;
    avoid_result lope, others[2];
    const avoid_kind kind = avoid_kind_plain(crowd->count, crowd->size, crowd->gap);
    const avoid_way way = {.rate = rate, .units = 1, .up = {0, 1, 0}, .threads = 1, .collide = true, .avoid = true};
    crowd->put(&scene, &kind);
    if (!avoid_play(&scene, &way, &lope)) return;
    const avoid_result *const of[3] = {&lope, detour && detour(&scene, rate, &others[0]) ? &others[0] : NULL,
                                       rvo && rvo(&scene, rate, &others[1]) ? &others[1] : NULL};
    table_row(t, crowd->name, "", "", "", "");
    add_row(t, "  arrived, at what time on average", arrival, of, "", "");
    add_row(t, "  way over the straight one, change", smoothness, of, "", "");
    add_row(t, "  deepest overlap, fell", overlap, of, "at most 0.010 m, 0",
            lope.deepest < 0.01 && lope.fell == 0 ? "met" : "missed");
    add_row(t, "  an agent-tick, with its movement", cost, of, "", "");
}

static void print_all(const table *t, FILE *out, double rate)
{
    fprintf(out, HEADING ", beside DetourCrowd and RVO2\n\n");
    fprintf(out, "Made by `./run bench avoidance --write`, never by hand. %g ticks a second; agents of 0.34 m and 6 m/s.\n",
            rate);
    fprintf(out, "lope's are whole characters that walk, collide and avoid; Detour's are points on a navigation mesh,\n");
    fprintf(out, "RVO2's points on a plane with walls. The change is that of an agent's velocity.\n\n");
    table_print(t, out);
}

// Writes the table to the end of a file, over the one that stands there.
static bool write_file(const table *t, const char *path, double rate)
{
    static char text[1 << 18];
    FILE *file = fopen(path, "r");
    size_t size = 0;
    if (file != NULL) {
        size = fread(text, 1, sizeof text - 1, file);
        fclose(file);
    }
    text[size] = 0;
    char *old = strstr(text, "\n" HEADING);
    if (old != NULL) *old = 0;
    file = fopen(path, "w");
    if (file == NULL) return false;
    fprintf(file, "%s\n", text);
    print_all(t, file, rate);
    return fclose(file) == 0;
}

static int print_table(double rate, int only, const char *path)
{
    static table t;
    table_row(&t, "crowd", "lope", "target", "", "DetourCrowd");
    table_second_rival(&t, rvo ? "RVO2" : "");
    for (uint32_t i = 0; i < CROWDS; i++)
        if (only < 0 || (uint32_t)only == i) add_rows(&t, &crowds[i], rate);
    print_all(&t, stdout, rate);
    if (!detour) printf("DetourCrowd was not found, so without it (Debian: apt-get install librecast-dev)\n");
    if (!rvo) printf("RVO2 was not found, so without it (./run bench avoidance gets it from npm's package rvo2)\n");
    return path == NULL || write_file(&t, path, rate) ? 0 : 1;
}

int main(int argc, char **argv)
{
    avoid_ask ask = {.runs = 8, .only = -1, .collide = -1, .seed = 1};
    const bool drawn = argc > 1 && strcmp(argv[1], "drawn") == 0;
    const char *path = NULL;
    double rate = RATE;
    for (int i = drawn ? 2 : 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        bool takes = true;
        if (strcmp(name, "--runs") == 0 && value)
            ask.runs = (uint32_t)strtoul(value, NULL, 10);
        else if (strcmp(name, "--seed") == 0 && value)
            ask.seed = strtoull(value, NULL, 10);
        else if (strcmp(name, "--only") == 0 && value)
            ask.only = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--rate") == 0 && value)
            rate = strtod(value, NULL);
        else if (strcmp(name, "--write") == 0 && value)
            path = value;
        else {
            takes = false;
            if (strcmp(name, "--collide") == 0)
                ask.collide = 1;
            else if (strcmp(name, "--through") == 0)
                ask.collide = 0;
            else if (strcmp(name, "--all") == 0)
                ask.all = true;
            else if (drawn && name[0] != '-')
                ask.family = name;
            else {
                fputs(usage, stderr);
                return 2;
            }
        }
        i += takes;
    }
    if (drawn) return avoid_held_out(&ask) == 0 ? 0 : 1;
    return rate > 0 ? print_table(rate, ask.only, path) : 2;
}
