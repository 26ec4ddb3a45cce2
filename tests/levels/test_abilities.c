// test_abilities.c - twenty wanderers with every ability of the library press everything at random for a
// minute in every real level beside the project.
//
// Judged by level_data.h, brute force in doubles over all triangles: the capsule is in nothing, its core
// passes through no triangle, all numbers are finite. Of the rules: each start has its end; the mode at the
// ticks' ends changes at most 6 times in any second, or hardly more often than the input did; 30 ticks run
// again from any tick give the same state. Run it with level names to play only those. LOPE_SEED=n gives
// other lives, LOPE_WANDERER=n one. Read next: test_wanderers.c for the same without abilities.
#include "lives.h"
#include "presser.h"

#include "../behaviour/check.h"

#define DT (1.0f / PRESSER_RATE)
#define SECONDS 60
#define PARK_DEPTH 50.0 // m below the lowest point of the level a fall is over
#define AGAIN 30        // ticks that are run again
#define IN 2e-3         // m: the millimetre that the library promises, and one for the next tick's depenetration

typedef struct wanderer {
    presser player;
    lope_state saved;
    lope_input last[AGAIN];
    lope_nearby *nearby;
    brute_point spawn;
} wanderer;

// The place where a life is lived.
typedef struct place {
    level_data *level;
    const lope_moveset *moveset;
    const lope_surroundings *around;
} place;

static void respawn(wanderer *w)
{
    lope_state_def def = {.feet = {w->spawn.x, w->spawn.y, w->spawn.z}};
    assert_int_equal(lope_state_init(&w->player.state, &def), LOPE_OK);
    memset(w->player.running, 0, sizeof w->player.running);
}

static void check_depth(level_data *level, const presser *p, const brute_point core[2], presser_tally *count)
{
    char text[96];
    const double radius = (double)p->state.radius, depth = radius - level_distance(level, core[0], core[1], radius, NULL);
    if (p->state.stuck_ticks > 0) return;
    if (depth > count->deepest) count->deepest = depth;
    if (depth <= IN) return;
    snprintf(text, sizeof text, "%.2f mm deep and not reported stuck", depth * 1e3);
    presser_fault(p, &count->inside, text);
}

// Neither end of the core passes through a triangle. Only asked of a way that is nearly straight: in a
// built-in mode that goes on, without a push out or a change of size.
static void check_place(level_data *level, const presser *p, const lope_state *before, const lope_report *report,
                        presser_tally *count)
{
    char text[96];
    brute_point core[2][2];
    core_of(before, feet_of(before), core[0]);
    core_of(&p->state, feet_of(&p->state), core[1]);
    check_depth(level, p, core[1], count);
    if (report->moved_by_depenetration > 0 || p->state.height != before->height) return;
    if (p->state.mode != before->mode || p->state.mode >= LOPE_MODE_COUNT) return;
    for (int end = 0; end < 2; end++) {
        int triangle;
        if (!level_segment_hits(level, core[0][end], core[1][end], &triangle)) continue;
        snprintf(text, sizeof text, "its core went through triangle %d", triangle);
        presser_fault(p, &count->through, text);
        return;
    }
}

// Runs again from the saved state when as many ticks have gone.
static void check_again(wanderer *w, const place *at, presser_tally *count)
{
    if (w->player.tick % AGAIN != AGAIN - 1) return;
    lope_state again = w->saved;
    lope_report report;
    for (int i = 0; i < AGAIN; i++)
        assert_int_equal(lope_move(&again, &w->last[i], at->moveset, at->around, w->nearby, DT, &report), LOPE_OK);
    if (lope_state_hash(&again) != lope_state_hash(&w->player.state))
        presser_fault(&w->player, &count->again, "not the same when run again");
}

static void live(wanderer *w, const place *at, int ticks, presser_tally *count)
{
    presser *p = &w->player;
    bool gone = false;
    for (p->tick = 0; p->tick < ticks; p->tick++) {
        const int input_changes = presser_press(p);
        const lope_state before = p->state;
        if (p->tick % AGAIN == 0) w->saved = p->state, gone = false;
        w->last[p->tick % AGAIN] = p->input;
        lope_report report;
        assert_int_equal(lope_move(&p->state, &p->input, at->moveset, at->around, w->nearby, DT, &report), LOPE_OK);
        check_place(at->level, p, &before, &report, count);
        presser_check(p, at->moveset, &report, before.mode, input_changes, count);
        if (!gone) check_again(w, at, count);
        if (p->state.feet.y > at->level->lower.y - PARK_DEPTH) continue;
        respawn(w);
        gone = true;
        count->respawns++;
    }
}

static uint32_t from_environment(const char *name, uint32_t otherwise)
{
    const char *text = getenv(name);
    return text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static void live_in(level_data *data, const char *name, const brute_point spawns[64], int spawn_count, presser_tally *count)
{
#ifdef LOPE_QUICK
    bool quick = true;
#else
    bool quick = getenv("LOPE_QUICK") != NULL;
#endif
    const int wanderers = quick ? 5 : WANDERERS, ticks = (quick ? 10 : SECONDS) * PRESSER_RATE;
    const uint32_t only = from_environment("LOPE_WANDERER", WANDERERS);
    lope_level *level = level_of(data, name);
    const lope_surroundings around = lope_level_surroundings(level);
    lope_moveset moveset;
    presser_moveset(&moveset);
    const place at = {.level = data, .moveset = &moveset, .around = &around};
    lope_nearby *nearby = lope_nearby_create(NULL);
    for (int i = 0; i < wanderers; i++) {
        const uint32_t seed = from_environment("LOPE_SEED", 5000) + (uint32_t)i;
        wanderer w = {.player = presser_begin(name, seed, i), .nearby = nearby, .spawn = spawns[i % spawn_count]};
        respawn(&w);
        if (only == WANDERERS || only == (uint32_t)i) live(&w, &at, ticks, count);
    }
    lope_nearby_destroy(nearby);
    lope_level_destroy(level);
}

static bool play(const char *name)
{
    presser_tally count = {0};
    level_data data;
    if (!level_of_name(&data, name)) return true;
    brute_point spawns[64];
    const int spawn_count = level_wander_spawns(name, spawns);
    if (spawn_count == 0) fail_msg("%s yields no spawn", name);
    live_in(&data, name, spawns, spawn_count, &count);
    level_free(&data);
    return presser_print(name, &count) == 0;
}

static void everybody_presses_everything(void **unused)
{
    (void)unused;
    printf("  seeds from %u; depth in mm; worst: changes of the mode in a second\n",
           (unsigned)from_environment("LOPE_SEED", 5000));
    presser_print_head();
    levels_play(play);
}

int main(int argc, char **argv)
{
    levels_choose(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test(everybody_presses_everything)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
