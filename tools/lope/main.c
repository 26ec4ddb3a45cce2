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
    "  lope keys                  prints every key of a scenario file, its type, range, default; and the events\n",
    "  lope net SCENARIO          plays a network match of wanderers on a virtual clock, and prints what came of it\n",
    "  lope serve LEVEL           serves a network match over UDP; LEVEL: a scenario or a mesh\n",
    "  lope join HOST LEVEL       plays along in one, and prints what came of it\n",
    "  lope --help, --version     lope VERB --help: its options\n\n",
    "MESH is .lmesh, .gltf or .glb, which lope reads itself, or .obj, .ply, .off, .stl, .fbx, .dae, .3mf or another that\n",
    "assimp reads, in a process of its own. glTF compressed by Draco or meshopt is refused: export it without.\n\n",
    "Exit status: 0; 2 for a bad scenario, file or command line; 1 for a fault of lope's own, or a replay that differs.\n",
};

typedef struct verb {
    const char *name;
    int (*run)(int count, char **arguments);
} verb;

static const verb verbs[] = {
    {"run", tool_run},     {"replay", tool_replay}, {"convert", tool_convert}, {"plot", tool_plot},
    {"bench", tool_bench}, {"tuning", tool_tuning}, {"presets", tool_presets}, {"keys", tool_keys},
    {"net", tool_net},     {"serve", tool_serve},   {"join", tool_join},
};
#define VERBS (sizeof verbs / sizeof *verbs)

// Prints the verbs, and the options of each.
static int print_help(void)
{
    char option[] = "--help", *arguments[] = {option, NULL};
    for (size_t i = 0; i < sizeof help / sizeof help[0]; i++) fputs(help[i], stdout);
    for (size_t i = 0; i < VERBS; i++) {
        printf("\n");
        verbs[i].run(1, arguments);
    }
    return 0;
}

static int unknown_verb(const char *word)
{
    const char *names[VERBS + 3] = {NULL};
    char all[240] = "";
    lope_scene_fault fault = {0};
    for (size_t i = 0; i < VERBS; i++) names[i] = verbs[i].name;
    names[VERBS] = "--help";
    names[VERBS + 1] = "--version";
    for (size_t i = 0; i < VERBS + 2; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i == 0 ? "" : i == VERBS + 1 ? " or " : ", ", names[i]);
    const char *meant = word != NULL ? lope_scene_nearest(word, names) : NULL;
    if (word == NULL)
        lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT, "lope: a verb is missing, expected %s", all);
    else if (meant != NULL)
        lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT, "lope: unknown verb %.60s, did you mean %s?", word, meant);
    else
        lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT, "lope: unknown verb %.60s, expected %s", word, all);
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
    if (count < 2) return unknown_verb(NULL);
    const char *word = arguments[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) return flushed(print_help());
    if (strcmp(word, "--version") == 0) {
        printf("lope %s\n", lope_version());
        return flushed(0);
    }
    for (size_t i = 0; i < VERBS; i++)
        if (strcmp(word, verbs[i].name) == 0) return flushed(verbs[i].run(count - 2, arguments + 2));
    return unknown_verb(word);
}
