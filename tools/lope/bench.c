// bench.c - `lope bench`: the crowd walk on a flat floor, a figure for this machine in a few seconds.
//
// A thousand characters walk 4 m/s in directions that change every second (a linear congruential generator, one a character).
// The full benchmark, with the town, is the program `crowd`. Read next: scene/clock.h.
#include "lope.h"

#include <stdlib.h>

#define WARM_UP 120 // ticks in which they fall and land
#define MEASURED 600

typedef struct crowd {
    lope_world *world;
    lope_character **walkers;
    uint32_t count;
    lope_moveset moveset;
} crowd;

static bool fail(lope_scene_fault *fault, const char *what, const lope_error *error)
{
    return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "lope: bench: %s: %s %s", what, error->field, error->text);
}

static bool make_moveset(crowd *c, lope_scene_fault *fault)
{
    lope_error error = {0};
    lope_tuning tuning = lope_tuning_default();
    tuning.max_walk_speed = 4.0f;
    tuning.turn_instantly = 1;
    tuning.walkable_floor_angle = 0.78539816f; // 45 degrees
    tuning.max_step_height = 0.40f;
    tuning.snap_distance = 0.50f;
    return lope_moveset_make(&c->moveset, &tuning, &error) == LOPE_OK || fail(fault, "tuning", &error);
}

static bool make_crowd(crowd *c, uint32_t threads, lope_scene_fault *fault)
{
    lope_error error = {0};
    c->walkers = calloc(c->count, sizeof(lope_character *));
    c->world = lope_world_create(&(lope_world_def){.gravity = {0.0f, -9.81f, 0.0f}, .threads = threads, .error = &error});
    if (c->walkers == NULL || c->world == NULL) return fail(fault, "world", &error);
    lope_box_def floor = {.body = {.position = {0.0, -0.5, 0.0}, .error = &error}, .size = {200.0f, 1.0f, 200.0f}};
    lope_body body = lope_world_add_box(c->world, &floor);
    if (body.index == 0 && body.generation == 0) return fail(fault, "floor", &error);
    uint32_t side = 1;
    while (side * side < c->count) side++;
    for (uint32_t i = 0; i < c->count; i++) {
        double x = -90.0 + 180.0 * ((double)(i % side) + 0.5) / (double)side,
               z = -90.0 + 180.0 * ((double)(i / side) + 0.5) / (double)side;
        lope_character_def def = {.feet = {x, 6.0, z}, .radius = 0.35f, .height = 1.80f, .moveset = &c->moveset, .error = &error};
        c->walkers[i] = lope_character_create(c->world, &def);
        if (c->walkers[i] == NULL) return fail(fault, "character", &error);
    }
    return true;
}

static bool steer(const crowd *c, uint32_t second)
{
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t s = i * 7919u + second + 1u;
        for (int k = 0; k < 3; k++) s = s * 1664525u + 1013904223u;
        double degrees = 360.0 * (double)s / 4294967296.0;
        lope_input input = {.move = {(float)lope_scene_cos(degrees), 0.0f, (float)lope_scene_sin(degrees)}};
        if (lope_character_set_input(c->walkers[i], &input) != LOPE_OK) return false;
    }
    return true;
}

// Seconds in the measured steps; threads: by the wall clock.
static bool walk(const crowd *c, bool wall, double *seconds, lope_scene_fault *fault)
{
    *seconds = 0.0;
    for (uint32_t tick = 0; tick < WARM_UP + MEASURED; tick++) {
        bool good = tick % 60 != 0 || steer(c, tick / 60);
        double before = wall ? lope_scene_clock_wall() : lope_scene_clock_cpu();
        good = good && lope_world_step(c->world, 1.0f / 60.0f) == LOPE_OK;
        double after = wall ? lope_scene_clock_wall() : lope_scene_clock_cpu();
        if (!good) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "lope: bench: tick %u was refused", (unsigned)tick);
        if (tick >= WARM_UP) *seconds += after - before;
    }
    return true;
}

static void print(const crowd *c, uint32_t threads, double seconds)
{
    uint32_t grounded = 0;
    for (uint32_t i = 0; i < c->count; i++) grounded += lope_character_state(c->walkers[i])->mode == LOPE_MODE_WALKING ? 1u : 0u;
    printf("%u characters on a flat floor, %d ticks, %u thread%s\n", (unsigned)c->count, MEASURED, (unsigned)threads,
           threads == 1 ? "" : "s");
    printf("%.3f microseconds per character-tick (%s), %u of %u on the ground\n", seconds * 1e6 / ((double)c->count * MEASURED),
           threads > 1 ? "wall time" : "thread CPU time", (unsigned)grounded, (unsigned)c->count);
    printf("hash %016llx\n", (unsigned long long)lope_world_hash(c->world));
}

int tool_bench(int count, char **arguments)
{
    uint64_t characters = 1000, threads = 1;
    double seconds = 0.0;
    lope_scene_fault fault = {0};
    const tool_option list[] = {
        {.name = "--count",
         .value = "N",
         .help = "characters, 1000 without it",
         .whole = &characters,
         .low = 1.0,
         .high = 100000.0},
        {.name = "--threads",
         .value = "N",
         .help = "by which they are stepped, 1 without it",
         .whole = &threads,
         .low = 1.0,
         .high = 256.0},
        {0},
    };
    if (!tool_parse(count, arguments, list, NULL, 0, 0, "lope bench [options]", &fault)) return tool_report(&fault);
    crowd c = {.count = (uint32_t)characters};
    bool good = make_moveset(&c, &fault) && make_crowd(&c, (uint32_t)threads, &fault) && walk(&c, threads > 1, &seconds, &fault);
    if (good) print(&c, (uint32_t)threads, seconds);
    lope_world_destroy(c.world);
    free(c.walkers);
    return good ? 0 : tool_report(&fault);
}
