// bench.c - ./run bench: every figure that lope is measured by, in one table.
//
// The configurations of the crowd walk, the queries and the rival take turns, round after round, and each figure is the median of
// its rounds: so a busy machine hits all alike, and the ratios between them hold where the times do not. The slow ones (10,000
// characters, Bullet's) run every other round. Read next: walk.c, ask.c, rival_walk.c, table.c.
#include "ask.h"
#include "chase.h"
#include "clock.h"
#include "mantle_cost.h"
#include "state_cost.h"
#include "table.h"
#include "walk.h"

#ifdef LOPE_BENCH_BULLET
#include "rival_walk.h"
#endif

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 5
// Runs in a round, of which the median counts: what takes less than a second is too short for a clock that varies.
#define FLAT_RUNS 5
#define TOWN_RUNS 3
#define SEED 20261121

typedef enum run_kind {
    TOWN,
    FLAT,
    TOWN_THREADS,
    TOWN_COLLIDE,
    FLAT_COLLIDE,
    FLAT_ABILITIES,
    TOWN_MANY,
    FLAT_MANY,
    RUN_KINDS
} run_kind;

typedef struct run {
    const char *name;
    walk_options options;
    bool slow; // every other round
    double cpu[ROUNDS], wall[ROUNDS];
    int rounds;
    walk_figures figures; // of the last round, with the medians at the end
} run;

typedef struct bench {
    run runs[RUN_KINDS];
    lope_level *town, *flat;
    lope_surroundings around_town, around_flat;
    ask_bench *ask;
    bool threads_agree;
    chase chase;
    double loads[CHASE_SIZES][ROUNDS]; // ns
    double mesh_ms;                    // to add a mesh, for each 100,000 triangles
    double began;
    bullet_world *bullet_queries;
#ifdef LOPE_BENCH_BULLET
    bullet_world *rival_town, *rival_flat;
    double rival_cpu[2][ROUNDS]; // town, flat
    int rival_rounds;
    rival_figures rival[2];
#endif
} bench;

static void say(const bench *b, int round, const char *what)
{
    fprintf(stderr, "\r%4.0f s  round %d of %d: %-40s", clock_wall() - b->began, round + 1, ROUNDS, what);
    fflush(stderr);
}

// ---- the runs ------------------------------------------------------------------------------------------------------------

static void list_runs(bench *b)
{
    static const struct {
        const char *name;
        walk_options options;
        bool slow;
    } list[RUN_KINDS] = {
        [TOWN] = {"town", {.count = 1000, .threads = 1}, false},
        [FLAT] = {"flat", {.flat = true, .count = 1000, .threads = 1}, false},
        [TOWN_THREADS] = {"town, 2 threads", {.count = 1000, .threads = 2}, false},
        [TOWN_COLLIDE] = {"town, they collide", {.collide = true, .count = 1000, .threads = 1}, false},
        [FLAT_COLLIDE] = {"flat, they collide", {.flat = true, .collide = true, .count = 1000, .threads = 1}, false},
        [FLAT_ABILITIES] = {"flat, 20 abilities, idle", {.flat = true, .abilities = 20, .count = 1000, .threads = 1}, false},
        [TOWN_MANY] = {"town, 10,000", {.count = 10000, .threads = 1}, true},
        [FLAT_MANY] = {"flat, 10,000", {.flat = true, .count = 10000, .threads = 1}, true},
    };
    for (int i = 0; i < RUN_KINDS; i++) {
        b->runs[i].name = list[i].name;
        b->runs[i].options = list[i].options;
        b->runs[i].slow = list[i].slow;
    }
}

static bool run_once(bench *b, run *r, double *cpu, double *wall)
{
    const uint64_t hash = r->figures.hash;
    const bool first = r->rounds == 0 && hash == 0;
    r->options.nearby = first && !r->slow;
    const double nearby_bytes = r->figures.nearby_bytes;
    if (!walk_run(&r->options, r->options.flat ? &b->around_flat : &b->around_town, &r->figures)) return false;
    if (!first) r->figures.nearby_bytes = nearby_bytes;
    if (!first && r->figures.hash != hash) {
        fprintf(stderr, "\n%s: two runs ended differently\n", r->name);
        return false;
    }
    *cpu = r->figures.us_cpu;
    *wall = r->figures.us_wall;
    return true;
}

static bool run_round(bench *b, run *r)
{
    double cpu[FLAT_RUNS], wall[FLAT_RUNS];
    const int count = r->slow ? 1 : r->options.flat ? FLAT_RUNS : TOWN_RUNS;
    for (int i = 0; i < count; i++)
        if (!run_once(b, r, &cpu[i], &wall[i])) return false;
    r->cpu[r->rounds] = clock_median(cpu, count);
    r->wall[r->rounds++] = clock_median(wall, count);
    return true;
}

static bool rival_round(bench *b, int round)
{
#ifdef LOPE_BENCH_BULLET
    say(b, round, "town, Bullet's characters");
    bool good = rival_walk_run(b->rival_town, 1000, &b->rival[0]);
    say(b, round, "flat, Bullet's characters");
    good = good && rival_walk_run(b->rival_flat, 1000, &b->rival[1]);
    for (int i = 0; i < 2; i++) b->rival_cpu[i][b->rival_rounds] = b->rival[i].us_cpu;
    b->rival_rounds++;
    return good;
#else
    (void)b, (void)round;
    return true;
#endif
}

// What the machine itself is worth in that round.
static void chase_round(bench *b, int round)
{
    double ns[CHASE_SIZES];
    chase_run(&b->chase, ns);
    for (int i = 0; i < CHASE_SIZES; i++) b->loads[i][round] = ns[i];
}

// One run each with 1, 2, 3 and 8 threads; 1 and 2 are there already.
static bool compare_threads(bench *b)
{
    static const uint32_t counts[] = {3, 8};
    b->threads_agree = b->runs[TOWN].figures.hash == b->runs[TOWN_THREADS].figures.hash;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const walk_options options = {.count = 1000, .threads = counts[i]};
        walk_figures figures;
        say(b, ROUNDS - 1, counts[i] == 3 ? "town, 3 threads" : "town, 8 threads");
        if (!walk_run(&options, &b->around_town, &figures)) return false;
        b->threads_agree = b->threads_agree && figures.hash == b->runs[TOWN].figures.hash;
    }
    return true;
}

static bool all_rounds(bench *b)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < RUN_KINDS; i++) {
            if (b->runs[i].slow && round % 2 == 1) continue;
            say(b, round, b->runs[i].name);
            if (!run_round(b, &b->runs[i])) return false;
        }
        say(b, round, "queries");
        ask_round(b->ask);
        chase_round(b, round);
        if (round % 2 == 0 && !rival_round(b, round)) return false;
    }
    for (int i = 0; i < RUN_KINDS; i++) {
        run *r = &b->runs[i];
        double times[ROUNDS]; // the rounds themselves stay in order
        memcpy(times, r->cpu, sizeof times);
        r->figures.us_cpu = clock_median(times, r->rounds);
        memcpy(times, r->wall, sizeof times);
        r->figures.us_wall = clock_median(times, r->rounds);
    }
#ifdef LOPE_BENCH_BULLET
    for (int i = 0; i < 2; i++) {
        double times[ROUNDS];
        memcpy(times, b->rival_cpu[i], sizeof times);
        b->rival[i].us_cpu = clock_median(times, b->rival_rounds);
    }
#endif
    const bool good = compare_threads(b);
    fprintf(stderr, "\r%60s\r", "");
    return good;
}

// ---- the table -----------------------------------------------------------------------------------------------------------

static void at_most(table *t, const char *what, double value, double most, const char *unit, const char *rival)
{
    table_row(t, what, table_text("%.2f %s", value, unit), table_text("at most %.2f", most),
              value <= most ? "met" : table_text("missed: %.2f times", value / most), rival);
}

static void at_least(table *t, const char *what, double value, double least, const char *unit)
{
    table_row(t, what, table_text("%.2f %s", value, unit), table_text("at least %.1f", least), value >= least ? "met" : "missed",
              "");
}

// The median of the ratios of runs that stood in one round: what slows the machine for a while slows both.
static double ratio_of(const double *one, bool one_slow, const double *other, bool other_slow)
{
    double ratios[ROUNDS];
    int count = 0;
    for (int round = 0; round < ROUNDS; round++) {
        if (round % 2 == 1 && (one_slow || other_slow)) continue;
        ratios[count++] = one[one_slow ? round / 2 : round] / other[other_slow ? round / 2 : round];
    }
    return clock_median(ratios, count);
}

// A machine's clock says little of a program: how many times longer Bullet's characters take in the same rounds says more, and
// with what they took on the machine where all peers were measured it gives what lope would take there, which the targets mean.
static void put_times(table *t, const bench *b)
{
    const walk_figures *town = &b->runs[TOWN].figures, *flat = &b->runs[FLAT].figures;
#ifdef LOPE_BENCH_BULLET
    double over[2]; // Bullet's time over lope's
    for (int i = 0; i < 2; i++) over[i] = ratio_of(b->rival_cpu[i], true, b->runs[i == 0 ? TOWN : FLAT].cpu, false);
    at_most(t, "town, a character-tick", town->us_cpu, 1.0, "us", table_text("%.2f us", b->rival[0].us_cpu));
    at_most(t, "flat, a character-tick", flat->us_cpu, 0.40, "us", table_text("%.2f us", b->rival[1].us_cpu));
    table_row(t, "town, Bullet's time over lope's", table_text("%.1f times", over[0]), "", "", "");
    table_row(t, "flat, Bullet's time over lope's", table_text("%.1f times", over[1]), "", "", "");
    at_most(t, "town, on the peers' machine", RIVAL_REFERENCE_TOWN / over[0], 1.0, "us",
            table_text("%.1f us", RIVAL_REFERENCE_TOWN));
    at_most(t, "flat, on the peers' machine", RIVAL_REFERENCE_FLAT / over[1], 0.40, "us",
            table_text("%.1f us", RIVAL_REFERENCE_FLAT));
#else
    at_most(t, "town, a character-tick", town->us_cpu, 1.0, "us", "");
    at_most(t, "flat, a character-tick", flat->us_cpu, 0.40, "us", "");
#endif
}

// Loads one after another: at a clock of 3.6 GHz the first is 1.1 to 1.4 ns.
static void put_machine(table *t, const bench *b)
{
    double ns[CHASE_SIZES], times[ROUNDS];
    for (int i = 0; i < CHASE_SIZES; i++) {
        memcpy(times, b->loads[i], sizeof times);
        ns[i] = clock_median(times, ROUNDS);
    }
    table_row(t, "a load from 16 KiB, 1 MiB, 64 MiB", table_text("%.1f, %.1f, %.0f ns", ns[0], ns[1], ns[2]), "", "", "");
}

static void put_ratio(table *t, const bench *b, run_kind kind, run_kind plain, double most, const char *to)
{
    const run *one = &b->runs[kind], *other = &b->runs[plain];
    table_row(t, one->name, table_text("%.2f us", one->figures.us_cpu), "", "", "");
    at_most(t, to, ratio_of(one->cpu, one->slow, other->cpu, other->slow), most, "times", "");
}

static void put_threads(table *t, const bench *b)
{
    const double one = b->runs[TOWN].figures.us_wall, two = b->runs[TOWN_THREADS].figures.us_wall;
    table_row(t, "town, wall time, 1 thread", table_text("%.2f us", one), "", "", "");
    table_row(t, "town, wall time, 2 threads", table_text("%.2f us", two), "", "", "");
    at_least(t, "  speed against 1 thread", ratio_of(b->runs[TOWN].wall, false, b->runs[TOWN_THREADS].wall, false), 1.8, "times");
    table_row(t, "  hashes with 1, 2, 3, 8 threads", b->threads_agree ? "equal" : "DIFFERENT", "equal",
              b->threads_agree ? "met" : "missed", "");
}

static void put_walk(table *t, const bench *b, run_kind kind, bool rival)
{
    const run *r = &b->runs[kind];
    const walk_figures *f = &r->figures;
    const char *grounded = "", *kept = "";
#ifdef LOPE_BENCH_BULLET
    if (rival) grounded = table_text("%.2f %%", b->rival[r->options.flat].grounded * 100);
    if (rival) kept = table_text("%.2f %%", b->rival[r->options.flat].speed_kept * 100);
#else
    (void)rival;
#endif
    table_row(t, table_text("%s: on the ground", r->name), table_text("%.2f %%", f->grounded * 100), "at least 99.5 %",
              f->grounded >= 0.995 ? "met" : "missed", grounded);
    table_row(t, table_text("%s: speed kept", r->name), table_text("%.2f %%", f->speed_kept * 100), "at least 98 %",
              f->speed_kept >= 0.98 ? "met" : "missed", kept);
    table_row(t, table_text("%s: fell out of the level", r->name), table_text("%u", (unsigned)f->fell), "0",
              f->fell == 0 ? "met" : "missed", "");
    table_row(t, table_text("%s: gathers, sweeps, triangles", r->name),
              table_text("%.2f, %.2f, %.2f", f->gathers, f->sweeps, f->triangles), "", "", "");
    table_row(t, table_text("%s: a nearby, on average", r->name), table_text("%.0f bytes", f->nearby_bytes), "", "", "");
    table_row(t, table_text("%s: allocations after 1 s, 2 s", r->name),
              table_text("%" PRIu64 ", %" PRIu64, f->allocations, f->settled_allocations), "0",
              f->allocations == 0 ? "met" : "missed", "");
    table_row(t, table_text("%s: hash", r->name), table_text("%016" PRIx64, f->hash), "", "", "");
}

static void put_queries(table *t, const bench *b)
{
    for (ask_kind kind = 0; kind < ASK_KINDS; kind++) {
        if (!ask_has(b->ask, kind)) continue;
        const ask_figures f = ask_result(b->ask, kind);
        const char *other = b->bullet_queries == NULL ? "" : table_text("%.0f ns", f.bullet_ns);
        const char *agree = b->bullet_queries == NULL ? "" : table_text("agree: %.2f %%", f.agree * 100);
        table_row(t, ask_name(kind), table_text("%.0f ns", f.lope_ns), "", agree, other);
    }
}

#define MEMORY_MOST 24000.0 // bytes

// What the world holds through its allocator: the states, what is near, and its own records.
static void put_memory(table *t, const bench *b)
{
    const double bytes = b->runs[TOWN_MANY].figures.taken_bytes;
    table_row(t, "town, 10,000: memory of each", table_text("%.0f bytes", bytes), table_text("at most %.0f", MEMORY_MOST),
              bytes <= MEMORY_MOST ? "met" : "missed", "");
}

static void put_mesh(table *t, const bench *b)
{
    table_row(t, "a mesh of 100,000 triangles, added", table_text("%.1f ms", b->mesh_ms), "at most 100 ms",
              b->mesh_ms <= 100.0 ? "met" : "missed", "");
}

static void put_state(table *t)
{
    const state_cost cost = state_cost_run();
    table_row(t, "a state", table_text("%u bytes", (unsigned)sizeof(lope_state)), "at most 2048",
              sizeof(lope_state) <= 2048 ? "met" : "missed", "");
    table_row(t, "  a walker, packed", table_text("%u bytes", (unsigned)cost.bytes), "at most 400",
              cost.bytes <= 400 ? "met" : "missed", "");
    table_row(t, "  its hash", table_text("%.3f us", cost.hash), "", "", "");
    table_row(t, "  its digest", table_text("%.3f us", cost.digest), "at most 0.03 us", cost.digest <= 0.03 ? "met" : "missed",
              "");
    table_row(t, "  packing it", table_text("%.3f us", cost.pack), "at most 0.05 us", cost.pack <= 0.05 ? "met" : "missed", "");
    table_row(t, "  unpacking it", table_text("%.3f us", cost.unpack), "at most 0.05 us", cost.unpack <= 0.05 ? "met" : "missed",
              "");
}

static void put_mantle(table *t)
{
    for (int turns = 0; turns < 2; turns++) {
        const double us = mantle_cost_run(turns != 0);
        table_row(t, turns ? "a tick of a mantle, ledge that turns" : "a tick of a mantle", table_text("%.2f us", us),
                  "at most 3 us", us > 0 && us <= 3.0 ? "met" : "missed", "");
    }
}

static void fill_table(table *t, const bench *b)
{
    table_row(t, "crowd walk, 1,000 characters", "lope", "target", "", b->bullet_queries == NULL ? "" : "Bullet");
    put_times(t, b);
    put_ratio(t, b, TOWN_MANY, TOWN, 1.2, "  against 1,000");
    put_ratio(t, b, FLAT_MANY, FLAT, 1.2, "  against 1,000");
    put_ratio(t, b, TOWN_COLLIDE, TOWN, 1.3, "  against not colliding");
    put_ratio(t, b, FLAT_COLLIDE, FLAT, 1.3, "  against not colliding");
    put_ratio(t, b, FLAT_ABILITIES, FLAT, 1.01, "  against none");
    put_threads(t, b);
    put_walk(t, b, TOWN, true);
    put_walk(t, b, FLAT, true);
    put_memory(t, b);
    put_mesh(t, b);
    put_state(t);
    put_mantle(t);
    put_queries(t, b);
    put_machine(t, b);
}

// ---- the program ---------------------------------------------------------------------------------------------------------

// Adds the town as often as there are rounds.
static bool time_mesh(bench *b, const obj_mesh *town)
{
    double times[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        const double start = clock_thread();
        lope_level *level = walk_build_town(town);
        times[i] = (clock_thread() - start) * 1e3 * 1e5 / (double)town->triangle_count;
        if (level == NULL) return false;
        lope_level_destroy(level);
    }
    b->mesh_ms = clock_median(times, ROUNDS);
    return true;
}

static bool open_bench(bench *b, const char *path)
{
    obj_mesh town;
    char text[256] = "the town is not at ../shared/levels/town/town.obj; give its OBJ file with --level FILE";
    if (path == NULL) path = walk_find_town();
    if (path == NULL || !obj_read(path, &town, text, sizeof text)) {
        fprintf(stderr, "bench: %s\n", text);
        return false;
    }
    b->town = time_mesh(b, &town) ? walk_build_town(&town) : NULL;
    b->flat = walk_build_flat();
    b->ask = calloc(1, sizeof *b->ask);
    const bool chased = chase_open(&b->chase);
#ifdef LOPE_BENCH_BULLET
    b->bullet_queries = bullet_world_mesh(&town, 0);
    b->rival_town = bullet_world_mesh(&town, -1);
    b->rival_flat = bullet_world_flat();
#endif
    obj_release(&town);
    if (b->town == NULL || b->flat == NULL || b->ask == NULL || !chased) return false;
    b->around_town = lope_level_surroundings(b->town);
    b->around_flat = lope_level_surroundings(b->flat);
    ask_prepare(b->ask, b->town, b->bullet_queries, SEED);
    return true;
}

static void close_bench(bench *b)
{
#ifdef LOPE_BENCH_BULLET
    bullet_world_destroy(b->bullet_queries);
    bullet_world_destroy(b->rival_town);
    bullet_world_destroy(b->rival_flat);
#endif
    chase_close(&b->chase);
    ask_finish(b->ask);
    free(b->ask);
    lope_level_destroy(b->town);
    lope_level_destroy(b->flat);
}

static bool write_file(const char *path, const table *t, const char *commit)
{
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        fprintf(stderr, "bench: %s cannot be written\n", path);
        return false;
    }
    fputs("# What lope costs\n\nMade by `./run bench --write`, never by hand. What is measured and how: bench.c.\n\n", out);
    table_machine(out, commit, LOPE_BENCH_FLAGS);
    table_print(t, out);
    return fclose(out) == 0;
}

int main(int count, char **arguments)
{
    const char *path = NULL, *write = NULL, *commit = "unknown";
    for (int i = 1; i < count; i++) {
        const bool more = i + 1 < count;
        if (more && strcmp(arguments[i], "--level") == 0)
            path = arguments[++i];
        else if (more && strcmp(arguments[i], "--write") == 0)
            write = arguments[++i];
        else if (more && strcmp(arguments[i], "--commit") == 0)
            commit = arguments[++i];
        else {
            fputs("usage: bench [--level FILE] [--write RESULTS.md] [--commit NAME]\n", stderr);
            return 2;
        }
    }
    static bench b;
    static table t;
    b.began = clock_wall();
    list_runs(&b);
    bool good = open_bench(&b, path) && all_rounds(&b);
    if (good) {
        fill_table(&t, &b);
        table_machine(stdout, commit, LOPE_BENCH_FLAGS);
        table_print(&t, stdout);
        good = write == NULL || write_file(write, &t, commit);
    }
    close_bench(&b);
    return good ? 0 : 1;
}
