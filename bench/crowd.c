// crowd.c - the crowd walk: how long a character-tick takes, and what the crowd made of it.
//
// The program around walk.c: arguments, the median of its runs, and the figures as a table or as JSON. Read
// next: walk.c.
#include "clock.h"
#include "course.h"
#include "walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS_MOST 100
#define COUNT_MOST 1000000

typedef struct options {
    walk_options walk;
    bool json, help, record;
    double us_without;  // per character-tick without avoidance, CPU time
    double us_recorded; // per character-tick, CPU time
    uint32_t runs;      // of which the median counts
    const char *level;
} options;

// ---- arguments -----------------------------------------------------------------------------------------------------------

static int usage(FILE *out, int status)
{
    fputs("usage: crowd [town|flat] [--count N] [--collide] [--avoid] [--threads N] [--abilities N] [--own NAMES] [--record "
          "[--queries]] "
          "[--runs N] [--level FILE] [--json]\n"
          "  town          a mesh of 102,140 triangles (default); flat: one box of 200 x 1 x 200 m\n"
          "  --count N     characters, default 1000\n"
          "  --collide     characters block each other\n"
          "  --avoid       characters avoid each other; each run once more without, for what it costs\n"
          "  --threads N   threads of the world, default 1\n"
          "  --abilities N in the moveset, never asked for, at most 24; default 0\n"
          "  --own NAMES   of the library's abilities, with commas between, or all; no button is pressed\n"
          "  --record      each run once more with every character recorded; --queries: with every query\n"
          "  --runs N      of which the median counts, default 5\n"
          "  --level FILE  the town's OBJ file, when it does not lie at ../shared/levels/town/town.obj\n"
          "  --json        one JSON object in place of the table\n",
          out);
    return status;
}

static bool read_number(const char *text, uint32_t most, uint32_t *number)
{
    char *end;
    const unsigned long value = text == NULL ? 0 : strtoul(text, &end, 10);
    if (text == NULL || end == text || *end != 0 || text[0] == '-' || value == 0 || value > most) return false;
    *number = (uint32_t)value;
    return true;
}

static bool read_options(int count, char **arguments, options *wanted)
{
    *wanted = (options){.walk = {.count = 1000, .threads = 1}, .runs = 5};
    for (int i = 1; i < count; i++) {
        const char *name = arguments[i], *value = i + 1 < count ? arguments[i + 1] : NULL;
        bool good = true;
        if (strcmp(name, "town") == 0)
            wanted->walk.flat = false;
        else if (strcmp(name, "flat") == 0)
            wanted->walk.flat = true;
        else if (strcmp(name, "--collide") == 0)
            wanted->walk.collide = true;
        else if (strcmp(name, "--avoid") == 0)
            wanted->walk.avoid = true;
        else if (strcmp(name, "--own") == 0)
            good = (wanted->walk.own = value) != NULL, i++;
        else if (strcmp(name, "--record") == 0)
            wanted->record = true;
        else if (strcmp(name, "--queries") == 0)
            wanted->walk.queries = true;
        else if (strcmp(name, "--json") == 0)
            wanted->json = true;
        else if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
            wanted->help = true;
        else if (strcmp(name, "--count") == 0)
            good = read_number(value, COUNT_MOST, &wanted->walk.count), i++;
        else if (strcmp(name, "--threads") == 0)
            good = read_number(value, 64, &wanted->walk.threads), i++;
        else if (strcmp(name, "--abilities") == 0)
            good = read_number(value, LOPE_ABILITIES, &wanted->walk.abilities), i++;
        else if (strcmp(name, "--runs") == 0)
            good = read_number(value, RUNS_MOST, &wanted->runs), i++;
        else if (strcmp(name, "--level") == 0)
            good = (wanted->level = value) != NULL, i++;
        else
            good = false;
        if (!good) {
            fprintf(stderr, "crowd: cannot make sense of %s%s%s\n", name, value != NULL ? " " : "", value != NULL ? value : "");
            return false;
        }
    }
    if (wanted->walk.flat && wanted->level != NULL) fputs("crowd: flat is a box and takes no --level\n", stderr);
    return !wanted->walk.flat || wanted->level == NULL;
}

// ---- the runs ------------------------------------------------------------------------------------------------------------

static lope_level *build_level(const options *wanted)
{
    if (wanted->walk.flat) return walk_build_flat();
    const char *path = wanted->level != NULL ? wanted->level : walk_find_town();
    if (path == NULL) {
        fputs("crowd: the town is not at ../shared/levels/town/town.obj; give its OBJ file with --level FILE, or walk on the "
              "box: crowd flat\n",
              stderr);
        return NULL;
    }
    obj_mesh mesh;
    char text[256];
    if (!obj_read(path, &mesh, text, sizeof text)) {
        fprintf(stderr, "crowd: %s\n", text);
        return NULL;
    }
    lope_level *level = walk_build_town(&mesh);
    obj_release(&mesh);
    return level;
}

// The same run with recorders: it must end the same. The two take turns, so that both meet the same machine.
static bool run_recorded(const walk_options *plain, const lope_surroundings *surroundings, uint64_t hash, double *us)
{
    walk_options wanted = *plain;
    walk_figures figures;
    wanted.recorded = true;
    wanted.nearby = false;
    if (!walk_run(&wanted, surroundings, &figures)) return false;
    *us = figures.us_cpu;
    if (figures.hash != hash) fputs("crowd: the recorded run ended differently\n", stderr);
    return figures.hash == hash;
}

// The same run without avoidance. The two take turns, so that both meet the same machine.
static bool run_without(const walk_options *plain, const lope_surroundings *surroundings, double *us)
{
    walk_options wanted = *plain;
    walk_figures figures;
    wanted.avoid = wanted.nearby = false;
    if (!walk_run(&wanted, surroundings, &figures)) return false;
    *us = figures.us_cpu;
    return true;
}

// The first run alone tells how far the process grows: later ones live in memory that it has kept.
static bool run_all(options *all, const lope_surroundings *surroundings, walk_figures *out)
{
    walk_options *wanted = &all->walk;
    double cpu[RUNS_MOST], wall[RUNS_MOST], recorded[RUNS_MOST] = {0}, without[RUNS_MOST] = {0};
    uint64_t hash = 0;
    double resident = 0;
    for (int run = 0; run < (int)all->runs; run++) {
        wanted->nearby = run == (int)all->runs - 1;
        if (!walk_run(wanted, surroundings, out)) return false;
        if (run > 0 && out->hash != hash) {
            fputs("crowd: two runs ended differently\n", stderr);
            return false;
        }
        hash = out->hash;
        if (run == 0) resident = out->resident_bytes;
        cpu[run] = out->us_cpu;
        wall[run] = out->us_wall;
        if (all->record && !run_recorded(wanted, surroundings, hash, &recorded[run])) return false;
        if (wanted->avoid && !run_without(wanted, surroundings, &without[run])) return false;
    }
    all->us_without = clock_median(without, (int)all->runs);
    all->us_recorded = clock_median(recorded, (int)all->runs);
    out->us_cpu = clock_median(cpu, (int)all->runs);
    out->us_wall = clock_median(wall, (int)all->runs);
    out->resident_bytes = resident;
    return true;
}

// ---- what is printed -----------------------------------------------------------------------------------------------------

static void print_json(const options *wanted, const walk_figures *f)
{
    printf("{\"configuration\": \"%s%s\", \"count\": %u, \"threads\": %u, \"us_cpu\": %.4f, \"us_wall\": %.4f, \"us_recorded\": "
           "%.4f, "
           "\"grounded\": %.6f, \"speed_kept\": %.6f, \"fell\": %u, \"hash\": \"%016" PRIx64 "\", \"gathers\": %.4f, "
           "\"sweeps\": %.4f, \"triangles\": %.4f, \"state_bytes\": %u, \"nearby_bytes\": %.0f, \"resident_bytes\": %.0f}\n",
           wanted->walk.flat ? "flat" : "town", wanted->walk.collide ? "+collide" : "", wanted->walk.count, wanted->walk.threads,
           f->us_cpu, f->us_wall, wanted->us_recorded, f->grounded, f->speed_kept, f->fell, f->hash, f->gathers, f->sweeps,
           f->triangles, (unsigned)sizeof(lope_state), f->nearby_bytes, f->resident_bytes);
}

static void print_table(const options *wanted, const walk_figures *f)
{
    printf("crowd walk: %s, %u characters%s, %u thread%s, %d ticks, median of %d runs\n\n", wanted->walk.flat ? "flat" : "town",
           wanted->walk.count, wanted->walk.collide ? " that collide" : "", wanted->walk.threads,
           wanted->walk.threads == 1 ? "" : "s", COURSE_TICKS, (int)wanted->runs);
    printf("  %-34s %12.3f us\n", "per character-tick, CPU time", f->us_cpu);
    printf("  %-34s %12.3f us\n", "per character-tick, wall time", f->us_wall);
    if (wanted->walk.avoid)
        printf("  %-34s %12.3f us, avoidance %+.3f us\n", "without avoidance, CPU time", wanted->us_without,
               f->us_cpu - wanted->us_without);
    if (wanted->record)
        printf("  %-34s %12.3f us, %+.1f %%\n", wanted->walk.queries ? "recorded with queries, CPU time" : "recorded, CPU time",
               wanted->us_recorded, 100 * (wanted->us_recorded / f->us_cpu - 1));
    printf("  %-34s %12.2f %%\n", "on the ground", f->grounded * 100);
    printf("  %-34s %12.2f %%\n", "speed kept", f->speed_kept * 100);
    printf("  %-34s %12u\n", "fell out of the level", f->fell);
    printf("  %-34s %12.3f\n", "gathers per character-tick", f->gathers);
    printf("  %-34s %12.3f\n", "sweeps per character-tick", f->sweeps);
    printf("  %-34s %12.3f\n", "triangles per character-tick", f->triangles);
    printf("  %-34s %12u bytes\n", "a state", (unsigned)sizeof(lope_state));
    printf("  %-34s %12.0f bytes\n", "a nearby, on average", f->nearby_bytes);
    printf("  %-34s %12.0f bytes\n", "memory of the world, a character", f->taken_bytes);
    printf("  %-34s %12.0f bytes\n", "resident memory a character", f->resident_bytes);
    printf("\nhash %016" PRIx64 "\n", f->hash);
}

int main(int count, char **arguments)
{
    options wanted;
    if (!read_options(count, arguments, &wanted)) return usage(stderr, 2);
    if (wanted.help) return usage(stdout, 0);
    lope_level *level = build_level(&wanted);
    if (level == NULL) return 2;
    const lope_surroundings surroundings = lope_level_surroundings(level);
    walk_figures result;
    const bool good = run_all(&wanted, &surroundings, &result);
    if (good && wanted.json) print_json(&wanted, &result);
    if (good && !wanted.json) print_table(&wanted, &result);
    lope_level_destroy(level);
    return good ? 0 : 1;
}
