// test_swimmers.c - swimmers in every real level beside the project, each flooded to a height of its own:
// seeded, in all three directions, with jumps. Nobody goes through anything, ends deep in a wall or becomes
// NaN, and who swims is in water.
//
// A character that walks out of the water walks on, and comes back in as the dice fall. The second opinion is
// level_data.h. Run it with level names to play only those; levels that are absent are skipped, which is
// said.
#include "lives.h"

#include "../behaviour/check.h"

#include <lope/lope.h>

#ifndef LOPE_SHARED_DIR
#define LOPE_SHARED_DIR "../shared"
#endif

#define RATE 60
#define DT (1.0f / RATE)
#define SWIMMERS 6
#define SECONDS 20
#define DEPTH 4.0   // m of water over the place where it begins
#define SHALLOW 1.0 // m, for every other one: it wades

typedef struct tally {
    int faults, swims, walks, falls, climbs, entered, left, stuck;
    double deepest, way;
} tally;

static void wander(lope_input *input, uint32_t *seed, int tick)
{
    input->pressed = input->held = 0;
    if (tick % RATE != 0 && next_random(seed) % (2 * RATE) != 0) return;
    double angle = 6.283185307179586 * uniform(seed), rise = 1.6 * uniform(seed) - 0.8, level = sqrt(1 - rise * rise);
    input->move = lope_vec3_make((float)(level * cos(angle)), (float)rise, (float)(level * sin(angle)));
    input->look_pitch = (float)(0.6 * uniform(seed) - 0.3);
    if (next_random(seed) % 10 < 4) input->pressed = input->held = LOPE_BUTTON_JUMP;
}

static void fault(const char *level, uint32_t seed, int tick, const lope_state *state, const char *what, tally *count)
{
    brute_point f = feet_of(state);
    if (count->faults++ < 6)
        printf("    FAULT %s seed %u tick %d at %.4f %.4f %.4f (%s): %s\n", level, (unsigned)seed, tick, f.x, f.y, f.z,
               lope_mode_name(state->mode), what);
}

static void check(level_data *data, const char *name, uint32_t seed, int tick, const lope_state *before, const lope_state *after,
                  const lope_report *report, double surface, tally *count)
{
    brute_point from[2], to[2];
    int triangle;
    core_of(before, feet_of(before), from);
    core_of(after, feet_of(after), to);
    count->way += brute_length(brute_sub(to[0], from[0]));
    count->stuck += after->stuck_ticks > 0;
    if (report->moved_by_depenetration <= 0)
        for (int end = 0; end < 2; end++)
            if (level_segment_hits(data, from[end], to[end], &triangle))
                fault(name, seed, tick, after, "its core went through a triangle", count);
    double radius = (double)after->radius, depth = radius - level_distance(data, to[0], to[1], radius, NULL);
    if (after->stuck_ticks == 0 && depth > count->deepest) count->deepest = depth;
    if (after->stuck_ticks == 0 && depth > 2e-3) fault(name, seed, tick, after, "deep in a wall and not reported stuck", count);
    double wet = (surface - after->feet.y) / (double)after->height;
    wet = wet < 0 ? 0 : wet > 1 ? 1 : wet;
    if (fabs(wet - (double)after->immersion) > 1e-4)
        fault(name, seed, tick, after, "another immersion than its height says", count);
    if (after->mode == LOPE_MODE_SWIMMING && wet < 0.499) fault(name, seed, tick, after, "swims out of the water", count);
    if (after->mode == LOPE_MODE_WALKING && wet > 0.501 + 0.35 / 1.76) fault(name, seed, tick, after, "walks under water", count);
}

static void live(level_data *data, const char *name, uint32_t seed, brute_point spawn, const lope_surroundings *around,
                 lope_nearby *nearby, double surface, tally *count)
{
    lope_moveset moveset;
    lope_tuning tuning = lope_tuning_default();
    tuning.buoyancy = seed % 3 ? 1.2f : 1.0f;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_state state;
    lope_state_def def = {.feet = {spawn.x, spawn.y, spawn.z}, .mode = LOPE_MODE_SWIMMING};
    assert_int_equal(lope_state_init(&state, &def), LOPE_OK);
    lope_input input = {0};
    uint32_t random = seed * 2654435761u;
    for (int tick = 0; tick < SECONDS * RATE; tick++) {
        wander(&input, &random, tick);
        lope_state before = state;
        lope_report report;
        lope_result result = lope_move(&state, &input, &moveset, around, nearby, DT, &report);
        if (result != LOPE_OK || !isfinite(brute_length(feet_of(&state)))) {
            fault(name, seed, tick, &before, "refused, or a number is not finite", count);
            return;
        }
        check(data, name, seed, tick, &before, &state, &report, surface, count);
        count->swims += state.mode == LOPE_MODE_SWIMMING;
        count->walks += state.mode == LOPE_MODE_WALKING;
        count->falls += state.mode == LOPE_MODE_FALLING;
        for (uint32_t i = 0; i < report.event_count; i++) {
            count->entered += report.events[i].kind == LOPE_EVENT_ENTER;
            count->left += report.events[i].kind == LOPE_EVENT_LEAVE;
            count->climbs += report.events[i].kind == LOPE_EVENT_LAND;
        }
        if (state.feet.y < data->lower.y - 20) return; // off the level's edge
    }
    if (count->entered < count->left || count->entered > count->left + SWIMMERS)
        fault(name, seed, -1, &state, "left more often than entered", count);
}

static bool play(const char *name)
{
    char path[512];
    level_data data;
    snprintf(path, sizeof path, "%s/levels/%s/%s.obj", LOPE_SHARED_DIR, name, name);
    if (!level_load(&data, path)) {
        printf("  %-26s skipped: %s is not there\n", name, path);
        return true;
    }
    brute_point spawns[64];
    snprintf(path, sizeof path, "%s/levels/%s/%s.json", LOPE_SHARED_DIR, name, name);
    int n = strcmp(name, "town") == 0 ? 0 : level_spawns(path, "spawn_feet", spawns, 64);
    if (n == 0) n = strcmp(name, "town") == 0 ? 0 : level_spawns(path, "auto_spawn_feet", spawns, 64);
    if (n == 0) spawns[n++] = brute_make(2.8, 6, 2.8);
    tally count = {0};
    for (int i = 0; i < SWIMMERS; i++) {
        brute_point spawn = spawns[i % n];
        double surface = spawn.y + (i % 2 ? SHALLOW : DEPTH), low = data.lower.y - 100;
        lope_level *level = lope_level_create(NULL);
        lope_mesh_def def = {.points = data.points,
                             .point_count = (uint32_t)data.point_count,
                             .indices = data.indices,
                             .triangle_count = (uint32_t)data.triangle_count};
        assert_true(lope_level_valid(level, lope_level_add_mesh(level, &def)));
        const lope_volume water = {.water = true};
        lope_box_def pool = {.size = {2000, (float)(surface - low), 2000}};
        pool.body.position = lope_point_make(spawn.x, surface - 0.5 * (double)pool.size.y, spawn.z);
        pool.body.volume = &water;
        assert_true(lope_level_valid(level, lope_level_add_box(level, &pool)));
        lope_surroundings around = lope_level_surroundings(level);
        lope_nearby *nearby = lope_nearby_create(NULL);
        live(&data, name, 3000 + (uint32_t)i, spawn, &around, nearby, surface, &count);
        lope_nearby_destroy(nearby);
        lope_level_destroy(level);
    }
    int all = count.swims + count.walks + count.falls;
    printf("  %-26s swims %5.1f %% walks %5.1f %% falls %5.1f %%, %7.1f m, %3d landings, %5d stuck, %.3f mm deep, %d faults\n",
           name, 100.0 * count.swims / all, 100.0 * count.walks / all, 100.0 * count.falls / all, count.way, count.climbs,
           count.stuck, count.deepest * 1e3, count.faults);
    level_free(&data);
    return count.faults == 0;
}

static void everybody_swims(void **unused)
{
    (void)unused;
    levels_play(play);
}

int main(int argc, char **argv)
{
    levels_choose(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test(everybody_swims)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
