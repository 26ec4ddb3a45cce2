// main.c - the `lope` program: picks the verb.
//
// Exit status 0; 2 for a bad scenario, file or command line (one line on stderr says what and what would be right); 1 for a fault
// of its own, or a replay that differs. Read next: run.c.
#include "lope.h"

#include <string.h>

static const char *const help[] = {
    "lope - character movement, played from scenario files\n\n",
    "  lope run SCENARIO.json     plays a scenario and prints where everybody ended\n",
    "  lope run MESH              drops a wanderer onto the floor of a level and tells what happened\n",
    "  lope replay F              plays recordings anew and names the first tick and field that differ\n",
    "  lope convert MESH OUT.lmesh\n",
    "                             writes lope's own little-endian mesh file\n",
    "  lope plot TRACE.csv... [OUT.svg]\n",
    "                             draws speed, height, floor and the path from above\n",
    "  lope bench                 walks a crowd over a flat floor and prints the time a character takes\n",
    "  lope tuning                prints every tuning field: its name, range, defaults\n",
    "  lope presets               prints the presets' numbers, and what they come to\n",
    "  lope --help, --version\n\n",
    "lope run takes\n",
    "  --trace F.csv              one row a character a tick\n",
    "  --events F.ndjson          one JSON object an event\n",
    "  --replay F.html            writes a page that shows every tick in 3D; any browser opens it from the disk\n",
    "  --against F.rec            on that page beside it: a run recorded before, and where the two first differ\n",
    "  --ticks N                  plays N ticks in place of the scenario's duration\n",
    "  --rate HZ                  ticks a second, 10 to 1000\n",
    "  --at X,Y,Z                 plays the same scenario around another origin\n",
    "  --threads N                steps characters on N threads; the result is the same\n",
    "  --every N                  traces each N-th tick and the last\n",
    "  --record F                 writes a recording of every character, one behind the other\n",
    "  --queries                  with every query that they made\n",
    "  --watch                    plays in real time, again and again, and takes up tunings that change in the file;\n",
    "                             with --ticks N it ends after so many\n",
    "  --quiet                    prints only the hash\n\n",
    "lope replay takes\n",
    "  --level FILE               a scenario or mesh in place of the one that the recording names\n",
    "  --at X,Y,Z                 where that level has its origin\n",
    "  --quiet                    prints only differences\n\n",
    "lope plot takes\n",
    "  --name CHARACTER           of several\n",
    "  --events F.ndjson          marks what happened\n",
    "  --against TRACE2.csv       another run in the same picture, and the first tick that differs\n",
    "  --from S, --to S           only this time\n",
    "  --show path,speed,...      only some of path, speed, height, floor\n",
    "  --title TEXT\n",
    "  --quiet                    does not print the picture's name\n\n",
    "lope bench takes\n",
    "  --count N                  characters, 1000 without it\n",
    "  --threads N\n\n",
    "Exit status: 0; 2 for a bad scenario, file or command line; 1 for a fault of lope's own, or a replay that differs.\n",
};

static int print_help(void)
{
    for (size_t i = 0; i < sizeof help / sizeof help[0]; i++) fputs(help[i], stdout);
    return 0;
}

static int unknown_verb(const char *verb)
{
    static const char *const verbs[] = {"run",    "replay",  "convert", "plot",      "bench",
                                        "tuning", "presets", "--help",  "--version", NULL};
    lope_scene_fault fault = {0};
    const char *meant = lope_scene_nearest(verb, verbs);
    if (meant != NULL)
        lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT, "lope: unknown verb %.60s, did you mean %s?", verb, meant);
    else
        lope_scene_fail(
            &fault, LOPE_SCENE_BAD_INPUT,
            "lope: unknown verb %.60s, expected run, replay, convert, plot, bench, tuning, presets, --help or --version", verb);
    return tool_report(&fault);
}

// What was printed may not have reached its end (a full disk): that is a fault too.
static int flushed(int status)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0) return status;
    if (status == 0) fprintf(stderr, "lope: the output cannot be written\n");
    return status == 0 ? LOPE_SCENE_OWN_FAULT : status;
}

int main(int count, char **arguments)
{
    if (count < 2) {
        fprintf(stderr,
                "lope: a verb is missing, expected run, replay, convert, plot, bench, tuning, presets, --help or --version\n");
        return LOPE_SCENE_BAD_INPUT;
    }
    const char *verb = arguments[1];
    if (strcmp(verb, "--help") == 0 || strcmp(verb, "-h") == 0 || strcmp(verb, "help") == 0) return flushed(print_help());
    if (strcmp(verb, "--version") == 0) {
        printf("lope %s\n", lope_version());
        return flushed(0);
    }
    if (strcmp(verb, "run") == 0) return flushed(tool_run(count - 2, arguments + 2));
    if (strcmp(verb, "replay") == 0) return flushed(tool_replay(count - 2, arguments + 2));
    if (strcmp(verb, "convert") == 0) return flushed(tool_convert(count - 2, arguments + 2));
    if (strcmp(verb, "plot") == 0) return flushed(tool_plot(count - 2, arguments + 2));
    if (strcmp(verb, "tuning") == 0) return flushed(tool_tuning(count - 2, arguments + 2));
    if (strcmp(verb, "presets") == 0) return flushed(tool_presets(count - 2, arguments + 2));
    if (strcmp(verb, "bench") == 0) return flushed(tool_bench(count - 2, arguments + 2));
    return unknown_verb(verb);
}
