// crowd.c - the crowd walk: how long a character-tick takes, and what the crowd made of it.
//
// A thousand characters fall onto a town (or a flat box) and walk where a small generator sends them, another way each second.
// The walk is fixed to the last number, so figures of different engines, machines and versions compare; beside the times stand
// counts and a hash, which are the same on every machine. Only lope_world_step is timed. Times are the median of RUNS runs.
// Read next: obj.c for the level, ../include/lope/world.h for what is called.
#define _POSIX_C_SOURCE 199309L // clock_gettime

#include <lope/lope.h>

#include "obj.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RUNS 5
#define WARM_UP_TICKS 120
#define MEASURED_TICKS 600
#define TICKS_PER_SECOND 60
#define SPEED 4.0f       // m/s
#define FELL_BELOW -20.0 // m
#define COUNT_MOST 1000000

typedef struct options {
    bool flat, collide, json, help;
    uint32_t count, threads;
    const char *level;
} options;

typedef struct figures {
    double us_cpu, us_wall;            // per character-tick
    double grounded, speed_kept;       // shares
    double gathers, sweeps, triangles; // per character-tick
    double nearby_bytes;               // mean
    uint32_t fell;
    uint64_t hash;
} figures;

typedef struct crowd {
    const options *wanted;
    const lope_surroundings *surroundings;
    lope_moveset moveset;
    lope_world *world;
    lope_character **characters;
} crowd;

// ---- arguments -----------------------------------------------------------------------------------------------------------

static int usage(FILE *out, int status)
{
    fputs("usage: crowd [town|flat] [--count N] [--collide] [--threads N] [--level FILE] [--json]\n"
          "  town          a mesh of 102,140 triangles (default); flat: one box of 200 x 1 x 200 m\n"
          "  --count N     characters, default 1000\n"
          "  --collide     characters block each other\n"
          "  --threads N   threads of the world, default 1\n"
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
    *wanted = (options){.count = 1000, .threads = 1};
    for (int i = 1; i < count; i++) {
        const char *name = arguments[i], *value = i + 1 < count ? arguments[i + 1] : NULL;
        bool good = true;
        if (strcmp(name, "town") == 0)
            wanted->flat = false;
        else if (strcmp(name, "flat") == 0)
            wanted->flat = true;
        else if (strcmp(name, "--collide") == 0)
            wanted->collide = true;
        else if (strcmp(name, "--json") == 0)
            wanted->json = true;
        else if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
            wanted->help = true;
        else if (strcmp(name, "--count") == 0)
            good = read_number(value, COUNT_MOST, &wanted->count), i++;
        else if (strcmp(name, "--threads") == 0)
            good = read_number(value, 64, &wanted->threads), i++;
        else if (strcmp(name, "--level") == 0)
            good = (wanted->level = value) != NULL, i++;
        else
            good = false;
        if (!good) {
            fprintf(stderr, "crowd: cannot make sense of %s%s%s\n", name, value != NULL ? " " : "", value != NULL ? value : "");
            return false;
        }
    }
    if (wanted->flat && wanted->level != NULL) fputs("crowd: flat is a box and takes no --level\n", stderr);
    return !wanted->flat || wanted->level == NULL;
}

// ---- the level -----------------------------------------------------------------------------------------------------------

static const char *find_town(const options *wanted)
{
    static const char *const places[] = {
#ifdef LOPE_SHARED_DIR
        LOPE_SHARED_DIR "/levels/town/town.obj",
#endif
        "../shared/levels/town/town.obj", "../../shared/levels/town/town.obj"};
    if (wanted->level != NULL) return wanted->level;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        FILE *file = fopen(places[i], "rb");
        if (file == NULL) continue;
        fclose(file);
        return places[i];
    }
    return NULL;
}

static bool build_town(const options *wanted, lope_level *level)
{
    const char *path = find_town(wanted);
    if (path == NULL) {
        fputs("crowd: the town is not at ../shared/levels/town/town.obj; give its OBJ file with --level FILE, or walk on the "
              "box: crowd flat\n",
              stderr);
        return false;
    }
    obj_mesh mesh;
    char text[256];
    if (!obj_read(path, &mesh, text, sizeof text)) {
        fprintf(stderr, "crowd: %s\n", text);
        return false;
    }
    lope_error error = {0};
    lope_level_add_mesh(level, &(lope_mesh_def){.points = mesh.points,
                                                .point_count = mesh.point_count,
                                                .indices = mesh.indices,
                                                .triangle_count = mesh.triangle_count,
                                                .error = &error});
    obj_release(&mesh);
    if (error.code != LOPE_OK) fprintf(stderr, "crowd: %s: %s: %s\n", path, error.field, error.text);
    return error.code == LOPE_OK;
}

static bool build_level(const options *wanted, lope_level *level)
{
    if (!wanted->flat) return build_town(wanted, level);
    lope_level_add_box(level, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {200, 1, 200}});
    return lope_level_body_count(level) == 1;
}

// ---- the walk ------------------------------------------------------------------------------------------------------------

static lope_input input_of(uint32_t character, uint32_t second)
{
    uint32_t seed = character * 7919u + second + 1u;
    for (int i = 0; i < 3; i++) seed = seed * 1664525u + 1013904223u;
    const float angle = (float)((double)seed / 4294967296.0 * 2.0 * 3.14159265358979323846);
    return (lope_input){.move = {lope_cos(angle), 0, lope_sin(angle)}, .look_yaw = 0};
}

// Columns of the square grid that holds them all: 32 for 1,000, 100 for 10,000.
static uint32_t columns_of(uint32_t count)
{
    uint32_t columns = 1;
    while ((uint64_t)columns * columns < count) columns++;
    return columns;
}

static bool make_moveset(lope_moveset *moveset)
{
    lope_tuning tuning = lope_tuning_default();
    tuning.max_walk_speed = SPEED;
    tuning.walkable_floor_angle = LOPE_PI / 4.0f;
    tuning.max_step_height = 0.40f;
    tuning.snap_distance = 0.50f;
    tuning.turn_instantly = 1;
    lope_error error = {0};
    if (lope_moveset_make(moveset, &tuning, &error) == LOPE_OK) return true;
    fprintf(stderr, "crowd: %s: %s\n", error.field, error.text);
    return false;
}

static bool populate(crowd *c)
{
    const uint32_t columns = columns_of(c->wanted->count);
    c->world = lope_world_create(
        &(lope_world_def){.gravity = {0, -9.81f, 0}, .surroundings = c->surroundings, .threads = c->wanted->threads});
    if (c->world == NULL) return false;
    for (uint32_t i = 0; i < c->wanted->count; i++) {
        const double x = -90.0 + 180.0 * ((double)(i % columns) + 0.5) / (double)columns;
        const double z = -90.0 + 180.0 * ((double)(i / columns) + 0.5) / (double)columns;
        c->characters[i] = lope_character_create(
            c->world,
            &(lope_character_def){.feet = {x, 6, z},
                                  .radius = 0.35f,
                                  .height = 1.80f,
                                  .moveset = &c->moveset,
                                  .collides_with = c->wanted->collide ? LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER : 0});
        if (c->characters[i] == NULL) return false;
    }
    return true;
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// What a tick did, summed over the crowd; not timed.
static void count_tick(const crowd *c, figures *sums)
{
    for (uint32_t i = 0; i < c->wanted->count; i++) {
        const lope_report *report = lope_character_report(c->characters[i]);
        sums->grounded += lope_character_state(c->characters[i])->mode == LOPE_MODE_WALKING ? 1 : 0;
        sums->speed_kept += sqrt(report->moved.x * report->moved.x + report->moved.z * report->moved.z);
        sums->gathers += report->gathers;
        sums->sweeps += report->sweeps;
        sums->triangles += report->triangles;
    }
}

static bool walk(const crowd *c, figures *sums)
{
    // with helpers, the processor time of all threads counts, not that of the calling one
    const clockid_t clock = c->wanted->threads > 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID;
    *sums = (figures){0};
    for (uint32_t tick = 0; tick < WARM_UP_TICKS + MEASURED_TICKS; tick++) {
        if (tick % TICKS_PER_SECOND == 0)
            for (uint32_t i = 0; i < c->wanted->count; i++) {
                const lope_input input = input_of(i, tick / TICKS_PER_SECOND);
                lope_character_set_input(c->characters[i], &input);
            }
        const double cpu = seconds_of(clock), wall = seconds_of(CLOCK_MONOTONIC);
        const lope_result result = lope_world_step(c->world, 1.0f / (float)TICKS_PER_SECOND);
        const double cpu_after = seconds_of(clock), wall_after = seconds_of(CLOCK_MONOTONIC);
        if (result != LOPE_OK) {
            fprintf(stderr, "crowd: tick %u: %s\n", tick, lope_result_text(result));
            return false;
        }
        if (tick < WARM_UP_TICKS) continue;
        sums->us_cpu += (cpu_after - cpu) * 1e6;
        sums->us_wall += (wall_after - wall) * 1e6;
        count_tick(c, sums);
    }
    return true;
}

// The working memory of a character on its way: the world's own is not to be seen, so the last second is walked once more with
// one nearby a character, from the states that the walk ended in.
static double measure_nearby(const crowd *c)
{
    double bytes = 0;
    for (uint32_t i = 0; i < c->wanted->count; i++) {
        lope_nearby *nearby = lope_nearby_create(NULL);
        if (nearby == NULL) return 0;
        lope_state state = *lope_character_state(c->characters[i]);
        const lope_input input = input_of(i, (WARM_UP_TICKS + MEASURED_TICKS) / TICKS_PER_SECOND - 1);
        for (int tick = 0; tick < TICKS_PER_SECOND; tick++)
            lope_move(&state, &input, &c->moveset, c->surroundings, nearby, 1.0f / (float)TICKS_PER_SECOND, NULL);
        bytes += (double)lope_nearby_bytes(nearby);
        lope_nearby_destroy(nearby);
    }
    return bytes / (double)c->wanted->count;
}

static bool run_once(crowd *c, figures *out, bool last)
{
    bool good = populate(c);
    if (!good) fputs("crowd: the world could not be made\n", stderr);
    good = good && walk(c, out);
    if (good) {
        const double ticks = (double)c->wanted->count * MEASURED_TICKS;
        const double asked = (double)SPEED / TICKS_PER_SECOND * ticks; // m
        out->us_cpu /= ticks;
        out->us_wall /= ticks;
        out->grounded /= ticks;
        out->speed_kept /= asked;
        out->gathers /= ticks;
        out->sweeps /= ticks;
        out->triangles /= ticks;
        out->hash = lope_world_hash(c->world);
        for (uint32_t i = 0; i < c->wanted->count; i++)
            if (lope_character_state(c->characters[i])->feet.y < FELL_BELOW) out->fell++;
        if (last) out->nearby_bytes = measure_nearby(c);
    }
    lope_world_destroy(c->world);
    return good;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool run_all(crowd *c, figures *out)
{
    double cpu[RUNS], wall[RUNS];
    uint64_t hash = 0;
    for (int run = 0; run < RUNS; run++) {
        if (!run_once(c, out, run == RUNS - 1)) return false;
        if (run > 0 && out->hash != hash) {
            fputs("crowd: two runs ended differently\n", stderr);
            return false;
        }
        hash = out->hash;
        cpu[run] = out->us_cpu;
        wall[run] = out->us_wall;
    }
    qsort(cpu, RUNS, sizeof cpu[0], compare_doubles);
    qsort(wall, RUNS, sizeof wall[0], compare_doubles);
    out->us_cpu = cpu[RUNS / 2];
    out->us_wall = wall[RUNS / 2];
    return true;
}

// ---- what is printed -----------------------------------------------------------------------------------------------------

static void print_json(const options *wanted, const figures *f)
{
    printf("{\"configuration\": \"%s%s\", \"count\": %u, \"threads\": %u, \"us_cpu\": %.4f, \"us_wall\": %.4f, "
           "\"grounded\": %.6f, \"speed_kept\": %.6f, \"fell\": %u, \"hash\": \"%016" PRIx64 "\", \"gathers\": %.4f, "
           "\"sweeps\": %.4f, \"triangles\": %.4f, \"state_bytes\": %u, \"nearby_bytes\": %.0f}\n",
           wanted->flat ? "flat" : "town", wanted->collide ? "+collide" : "", wanted->count, wanted->threads, f->us_cpu,
           f->us_wall, f->grounded, f->speed_kept, f->fell, f->hash, f->gathers, f->sweeps, f->triangles,
           (unsigned)sizeof(lope_state), f->nearby_bytes);
}

static void print_table(const options *wanted, const figures *f)
{
    printf("crowd walk: %s, %u characters%s, %u thread%s, %d ticks, median of %d runs\n\n", wanted->flat ? "flat" : "town",
           wanted->count, wanted->collide ? " that collide" : "", wanted->threads, wanted->threads == 1 ? "" : "s",
           MEASURED_TICKS, RUNS);
    printf("  %-34s %12.3f us\n", "per character-tick, CPU time", f->us_cpu);
    printf("  %-34s %12.3f us\n", "per character-tick, wall time", f->us_wall);
    printf("  %-34s %12.2f %%\n", "on the ground", f->grounded * 100);
    printf("  %-34s %12.2f %%\n", "speed kept", f->speed_kept * 100);
    printf("  %-34s %12u\n", "fell out of the level", f->fell);
    printf("  %-34s %12.3f\n", "gathers per character-tick", f->gathers);
    printf("  %-34s %12.3f\n", "sweeps per character-tick", f->sweeps);
    printf("  %-34s %12.3f\n", "triangles per character-tick", f->triangles);
    printf("  %-34s %12u bytes\n", "a state", (unsigned)sizeof(lope_state));
    printf("  %-34s %12.0f bytes\n", "a nearby, on average", f->nearby_bytes);
    printf("\nhash %016" PRIx64 "\n", f->hash);
}

int main(int count, char **arguments)
{
    options wanted;
    if (!read_options(count, arguments, &wanted)) return usage(stderr, 2);
    if (wanted.help) return usage(stdout, 0);
    lope_level *level = lope_level_create(&(lope_level_def){0});
    if (level == NULL || !build_level(&wanted, level)) {
        lope_level_destroy(level);
        return 2;
    }
    const lope_surroundings surroundings = lope_level_surroundings(level);
    crowd c = {.wanted = &wanted, .surroundings = &surroundings};
    c.characters = calloc(wanted.count, sizeof *c.characters);
    figures result = {0};
    const bool good = c.characters != NULL && make_moveset(&c.moveset) && run_all(&c, &result);
    if (good && wanted.json) print_json(&wanted, &result);
    if (good && !wanted.json) print_table(&wanted, &result);
    free(c.characters);
    lope_level_destroy(level);
    return good ? 0 : 1;
}
