// test_fliers.c - fliers in every real level beside the project: seeded, in all three directions, every third
// one with falls and walks in between. Nobody goes through anything, is deep in a wall, becomes NaN, leaps,
// outruns its speed or hangs where the way is free.
//
// A character that leaves the level's bounds turns back in. The second opinion is level_data.h. Run it with
// level names to play only those; levels that are absent are skipped, which is said.
#include "lives.h"

#include "../behaviour/check.h"

#include <lope/lope.h>

#ifndef LOPE_SHARED_DIR
#define LOPE_SHARED_DIR "../shared"
#endif

#define RATE 60
#define DT (1.0f / RATE)
#define FLIERS 6
#define SECONDS 30
#define OUT 4.0        // m beyond the level's bounds at which one turns back
#define FARTHEST 120.0 // m beyond them that nobody comes: OUT, and what a fall gets on to until it turns
#define STILL_WAY 0.01 // m in half a second: it hangs

typedef struct tally {
    int faults, flies, walks, falls, stuck, blocked;
    double deepest, way;
} tally;

typedef struct flier {
    const char *level;
    level_data *data;
    uint32_t seed, random;
    int tick;
    bool changes; // its mode, now and then
    lope_state state;
    lope_input input;
    lope_requests requests;
    brute_point still_at; // and since when
    int still_ticks;
    tally *count;
} flier;

static void fault(flier *f, const char *what)
{
    brute_point at = feet_of(&f->state);
    if (f->count->faults++ < 6)
        printf("    FAULT %s seed %u tick %d at %.4f %.4f %.4f (%s): %s\n", f->level, (unsigned)f->seed, f->tick, at.x, at.y,
               at.z, lope_mode_name(f->state.mode), what);
}

// m beyond the level's bounds, along the axis where that is most; negative: inside.
static double outside(const level_data *level, brute_point p)
{
    double most = level->lower.x - p.x, other[5] = {p.x - level->upper.x, level->lower.y - p.y, p.y - level->upper.y,
                                                    level->lower.z - p.z, p.z - level->upper.z};
    for (int i = 0; i < 5; i++) most = other[i] > most ? other[i] : most;
    return most;
}

// ---- what it wants ------------------------------------------------------------------------------

static void ask_mode(flier *f, uint32_t mode)
{
    f->requests.asked |= LOPE_REQUEST_MODE;
    f->requests.mode = mode;
}

static void turn_back(flier *f)
{
    brute_point middle = brute_scale(brute_add(f->data->lower, f->data->upper), 0.5);
    brute_point way = brute_sub(middle, feet_of(&f->state));
    way = brute_scale(way, 1.0 / brute_length(way));
    f->input.move = lope_vec3_make((float)way.x, (float)way.y, (float)way.z);
    if (f->state.mode != LOPE_MODE_FLYING) ask_mode(f, LOPE_MODE_FLYING);
}

static void wander(flier *f)
{
    f->input.pressed = f->input.held = f->requests.asked = 0;
    if (outside(f->data, feet_of(&f->state)) > OUT) {
        turn_back(f);
        return;
    }
    if (f->changes && f->tick % (3 * RATE) == 0)
        ask_mode(f, f->state.mode == LOPE_MODE_FLYING ? LOPE_MODE_FALLING : LOPE_MODE_FLYING);
    if (f->tick % RATE != 0 && next_random(&f->random) % (2 * RATE) != 0) return;
    double angle = 6.283185307179586 * uniform(&f->random), rise = 1.8 * uniform(&f->random) - 0.9, level = sqrt(1 - rise * rise);
    double press = next_random(&f->random) % 8 == 0 ? 0 : 1; // now and then it lets itself drift
    f->input.move =
        lope_vec3_make((float)(press * level * cos(angle)), (float)(press * rise), (float)(press * level * sin(angle)));
    if (next_random(&f->random) % 10 < 2) f->input.pressed = f->input.held = LOPE_BUTTON_JUMP;
    if (next_random(&f->random) % 10 < 2) f->input.held |= LOPE_BUTTON_CROUCH;
}

// ---- what is judged -----------------------------------------------------------------------------

static void check_way(flier *f, const lope_state *before, const lope_report *report, float fastest)
{
    brute_point from = feet_of(before), to = feet_of(&f->state), was[2], is[2];
    double moved = brute_length(brute_sub(to, from)), now = (double)lope_vec3_length(f->state.velocity);
    double speed = (double)lope_vec3_length(before->velocity);
    f->count->way += moved;
    // It may speed up and slow down again within the tick, by no more than its acceleration or gravity; a
    // jump adds its own.
    double most = (speed > now ? speed : now) + (20.48 + 9.8) / RATE;
    for (uint32_t i = 0; i < report->event_count; i++) most += report->events[i].kind == LOPE_EVENT_JUMP ? 4.2 : 0;
    double told = report->moved_by_step + report->moved_by_snap + report->moved_by_depenetration + report->moved_by_crouch;
    if (moved > most * (double)DT + told + 1e-3) {
        char text[128];
        snprintf(text, sizeof text, "moved by %.4f %.4f %.4f m at %.3f m/s, then %.3f, and told of %.4f", to.x - from.x,
                 to.y - from.y, to.z - from.z, speed, now, told);
        fault(f, text);
    }
    bool flew = before->mode == LOPE_MODE_FLYING && f->state.mode == LOPE_MODE_FLYING;
    // A character that comes in faster, from a fall, is braked and never sped up; floats round.
    if (flew && now > (speed > (double)fastest ? speed : (double)fastest) + 1e-4) fault(f, "flies faster than it may");
    if (report->moved_by_depenetration > 0) return;
    int triangle;
    core_of(before, from, was);
    core_of(&f->state, to, is);
    for (int end = 0; end < 2; end++)
        if (before->height == f->state.height && level_segment_hits(f->data, was[end], is[end], &triangle))
            fault(f, "its core went through a triangle");
}

// A character that is not reported stuck is in nothing deeper than 2 mm, as walkers are; and in no closed
// solid.
static void check_place(flier *f)
{
    brute_point core[2];
    core_of(&f->state, feet_of(&f->state), core);
    if (f->tick % RATE == 0 && (level_in_solid(f->data, core[0]) || level_in_solid(f->data, core[1]))) fault(f, "is in a solid");
    if (outside(f->data, core[0]) > FARTHEST) fault(f, "is far outside");
    f->count->stuck += f->state.stuck_ticks > 0;
    if (f->state.stuck_ticks > 0) return;
    double radius = (double)f->state.radius, depth = radius - level_distance(f->data, core[0], core[1], radius, NULL);
    f->count->deepest = depth > f->count->deepest ? depth : f->count->deepest;
    if (depth > 2e-3) fault(f, "deep in a wall and not reported stuck");
}

// Half a second on one spot wanting to go one way: something must be in it within 5 cm. 1 mm of overlap is
// touch.
static void check_still(flier *f, lope_vec3 wanted)
{
    brute_point feet = feet_of(&f->state), core[2];
    lope_vec3 move = f->input.move;
    bool same = move.x == wanted.x && move.y == wanted.y && move.z == wanted.z && lope_vec3_length(move) > 0.5f;
    same = same && f->state.mode == LOPE_MODE_FLYING;
    if (!same || brute_length(brute_sub(feet, f->still_at)) > STILL_WAY) {
        f->still_at = feet;
        f->still_ticks = 0;
        return;
    }
    if (++f->still_ticks < RATE / 2) return;
    f->still_ticks = 0;
    double radius = (double)f->state.radius;
    for (int i = 1; i <= 5; i++) {
        brute_point on = brute_make(0.01 * i * (double)move.x, 0.01 * i * (double)move.y, 0.01 * i * (double)move.z);
        core_of(&f->state, brute_add(feet, on), core);
        if (level_distance(f->data, core[0], core[1], radius, NULL) < radius - 1e-3) {
            f->count->blocked++;
            return;
        }
    }
    fault(f, "hangs where the way is free");
}

static void live(flier *f, const lope_moveset *moveset, const lope_tuning *tuning, const lope_surroundings *around,
                 lope_nearby *nearby)
{
    for (f->tick = 0; f->tick < SECONDS * RATE; f->tick++) {
        lope_vec3 wanted = f->input.move;
        wander(f);
        lope_state before = f->state;
        lope_report report;
        f->input.requests = &f->requests;
        lope_result result = lope_move(&f->state, &f->input, moveset, around, nearby, DT, &report);
        if (result != LOPE_OK || !isfinite(brute_length(feet_of(&f->state))) || !isfinite(lope_vec3_length(f->state.velocity))) {
            fault(f, "refused, or a number is not finite");
            return;
        }
        if (!f->changes && f->state.mode != LOPE_MODE_FLYING) fault(f, "has ceased to fly");
        check_way(f, &before, &report, tuning->max_fly_speed);
        check_place(f);
        check_still(f, wanted);
        f->count->flies += f->state.mode == LOPE_MODE_FLYING;
        f->count->walks += f->state.mode == LOPE_MODE_WALKING;
        f->count->falls += f->state.mode == LOPE_MODE_FALLING;
    }
}

// ---- one level ----------------------------------------------------------------------------------

// LOPE_SEED in the environment gives other lives than the usual ones.
static uint32_t first_seed(void)
{
    const char *text = getenv("LOPE_SEED");
    return text ? (uint32_t)strtoul(text, NULL, 10) : 5000;
}

static int find_spawns(const char *name, brute_point spawns[64])
{
    char path[512];
    snprintf(path, sizeof path, "%s/levels/%s/%s.json", LOPE_SHARED_DIR, name, name);
    int n = strcmp(name, "town") == 0 ? 0 : level_spawns(path, "spawn_feet", spawns, 64);
    if (n == 0 && strcmp(name, "town") != 0) n = level_spawns(path, "auto_spawn_feet", spawns, 64);
    if (n == 0) spawns[n++] = brute_make(2.8, 6, 2.8);
    return n;
}

static void fly_one(level_data *data, const char *name, int number, brute_point spawn, const lope_surroundings *around,
                    tally *count)
{
    lope_tuning tuning = lope_tuning_default();
    tuning.fly_stop_instantly = (uint32_t)number % 2;
    tuning.braking_deceleration_flying = number % 4 < 2 ? 0 : 10;
    lope_moveset moveset;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    uint32_t seed = first_seed() + (uint32_t)number;
    flier f = {
        .level = name, .data = data, .seed = seed, .random = seed * 2654435761u, .changes = number % 3 == 2, .count = count};
    lope_state_def def = {.feet = {spawn.x, spawn.y, spawn.z}, .mode = LOPE_MODE_FLYING};
    assert_int_equal(lope_state_init(&f.state, &def), LOPE_OK);
    lope_nearby *nearby = lope_nearby_create(NULL);
    live(&f, &moveset, &tuning, around, nearby);
    lope_nearby_destroy(nearby);
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
    int n = find_spawns(name, spawns);
    lope_level *level = lope_level_create(NULL);
    lope_mesh_def def = {.points = data.points,
                         .point_count = (uint32_t)data.point_count,
                         .indices = data.indices,
                         .triangle_count = (uint32_t)data.triangle_count};
    assert_true(lope_level_valid(level, lope_level_add_mesh(level, &def)));
    lope_surroundings around = lope_level_surroundings(level);
    tally count = {0};
    for (int i = 0; i < FLIERS; i++) fly_one(&data, name, i, spawns[i % n], &around, &count);
    lope_level_destroy(level);
    double all = count.flies + count.walks + count.falls;
    printf("  %-26s flies %5.1f %% walks %5.1f %% falls %5.1f %%, %7.1f m, %4d blocked, %5d stuck, %.3f mm deep, %d faults\n",
           name, 100 * count.flies / all, 100 * count.walks / all, 100 * count.falls / all, count.way, count.blocked, count.stuck,
           count.deepest * 1e3, count.faults);
    level_free(&data);
    return count.faults == 0;
}

static void everybody_flies(void **unused)
{
    (void)unused;
    printf("  seeds from %u\n", (unsigned)first_seed());
    levels_play(play);
}

int main(int argc, char **argv)
{
    levels_choose(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test(everybody_flies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
