// test_abilities.c - twenty wanderers with every ability of the library press everything at random for a
// minute in every real level beside the project.
//
// Judged by level_data.h, brute force in doubles over all triangles: the capsule is in nothing, its core
// passes through no triangle, all numbers are finite. Of the rules: each start has its end; the mode at
// the ticks' ends changes at most 6 times in any second, or as often as the input did; 30 ticks run again from any tick give the same
// state. Run it with level names to play only those. LOPE_SEED=n gives other lives, LOPE_WANDERER=n one.
// Read next: test_wanderers.c for the same without abilities.
#include "lives.h"

#include "../behaviour/check.h"

#include "scene/catalog.h"

#define RATE 60
#define DT (1.0f / RATE)
#define SECONDS 60
#define PARK_DEPTH 50.0 // m below the lowest point of the level a fall is over
#define CHANGES 6       // of the mode in a second, at most
#define AGAIN 30        // ticks that are run again
#define IN 2e-3         // m: the millimetre that the library promises, and one for the next tick's depenetration
#define BUTTONS 11

typedef struct tally {
    int starts[LOPE_ABILITIES], refusals;
    int inside, through, flicker, unpaired, again, not_finite;
    double deepest;
    int respawns, worst_flicker;
} tally;

typedef struct wanderer {
    const char *level;
    uint32_t seed, random;
    int number, tick;
    lope_state state, saved;
    lope_input input;
    lope_input last[AGAIN];
    lope_nearby *nearby;
    brute_point spawn;
    int running[LOPE_ABILITIES];            // starts without their end
    int changes[RATE], input_changes[RATE]; // of the last second, by tick
} wanderer;

static bool shown(const wanderer *w, int *kind, const char *what)
{
    brute_point f = feet_of(&w->state);
    if ((*kind)++ < 6)
        printf("    FAULT %s seed %u wanderer %d tick %d at %.4f %.4f %.4f, %s: %s\n", w->level, (unsigned)w->seed, w->number,
               w->tick, f.x, f.y, f.z, lope_mode_name(w->state.mode), what);
    return false;
}

static void respawn(wanderer *w)
{
    lope_state_def def = {.feet = {w->spawn.x, w->spawn.y, w->spawn.z}};
    assert_int_equal(lope_state_init(&w->state, &def), LOPE_OK);
    memset(w->running, 0, sizeof w->running);
}

// Presses, holds and lets go. Some hold a button for seconds, as players do. Returns how often the input changed.
static int press(wanderer *w)
{
    int changes = 0;
    w->input.pressed = 0;
    for (uint32_t button = 0; button < BUTTONS; button++) {
        uint32_t bit = 1u << button, rare = w->number % 2 ? 90 : 20;
        if (next_random(&w->random) % rare != 0) continue;
        w->input.held ^= bit;
        if (w->input.held & bit) w->input.pressed |= bit;
        changes++;
    }
    if (next_random(&w->random) % 40 == 0) {
        double angle = 6.283185307179586 * uniform(&w->random), length = uniform(&w->random) < 0.15 ? 0 : 1;
        w->input.move = lope_vec3_make((float)(length * cos(angle)), 0, (float)(length * sin(angle)));
        changes++;
    }
    return changes;
}

static void check_place(level_data *level, wanderer *w, const lope_state *before, const lope_report *report, tally *count)
{
    char text[128];
    brute_point core[2][2];
    core_of(before, feet_of(before), core[0]);
    core_of(&w->state, feet_of(&w->state), core[1]);
    const double radius = (double)w->state.radius;
    const double depth = radius - level_distance(level, core[1][0], core[1][1], radius, NULL);
    if (w->state.stuck_ticks == 0 && depth > count->deepest) count->deepest = depth;
    if (w->state.stuck_ticks == 0 && depth > IN) {
        snprintf(text, sizeof text, "%.2f mm deep and not reported stuck", depth * 1e3);
        shown(w, &count->inside, text);
    }
    if (report->moved_by_depenetration > 0 || w->state.height != before->height) return;
    for (int end = 0; end < 2; end++) {
        int triangle;
        if (!level_segment_hits(level, core[0][end], core[1][end], &triangle)) continue;
        // Over an edge and on within the tick: the straight line between both places is not the way.
        if (w->state.mode != before->mode || w->state.mode >= LOPE_MODE_COUNT) continue;
        snprintf(text, sizeof text, "its core went through triangle %d", triangle);
        shown(w, &count->through, text);
        return;
    }
}

static bool is_on(const lope_state *state, uint32_t id)
{
    for (int i = 0; i < LOPE_ACTIVE_ABILITIES; i++)
        if (state->abilities[i].id == id + 1) return true;
    return false;
}

static void check_flicker(wanderer *w, bool changed, int input_changes, tally *count)
{
    char text[128];
    int of_second = 0, of_input = 0;
    w->changes[w->tick % RATE] = changed;
    w->input_changes[w->tick % RATE] = input_changes;
    for (int i = 0; i < RATE; i++) of_second += w->changes[i], of_input += w->input_changes[i];
    if (of_second > count->worst_flicker) count->worst_flicker = of_second;
    if (of_second <= CHANGES || of_second <= of_input) return;
    snprintf(text, sizeof text, "%d changes of the mode in a second, %d of the input", of_second, of_input);
    shown(w, &count->flicker, text);
    memset(w->changes, 0, sizeof w->changes);
}

static void check_events(wanderer *w, const lope_moveset *moveset, const lope_report *report, tally *count)
{
    if (getenv("DBG") && w->tick > atoi(getenv("DBG")) - 70 && w->tick <= atoi(getenv("DBG")) + 5) {
 printf("%d %s feet %.4f %.4f %.4f v %.3f %.3f %.3f held %x h %.2f stuck %u out %.4f ab %u %u\n", w->tick, lope_moveset_mode_name(moveset,w->state.mode),w->state.feet.x,w->state.feet.y,w->state.feet.z,(double)w->state.velocity.x,(double)w->state.velocity.y,(double)w->state.velocity.z,w->input.held,(double)w->state.height,w->state.stuck_ticks,report->moved_by_depenetration,w->state.abilities[0].id,w->state.abilities[1].id);
 for (uint32_t i = 0; i < report->event_count; i++) { const lope_event *e = &report->events[i];  printf("      %s %u %u %.4f t %.5f\n", lope_event_name(e->kind), e->from, e->to, (double)e->value, (double)e->time); } }
    char text[128];
    for (uint32_t i = 0; i < report->event_count; i++) {
        const lope_event *e = &report->events[i];
        if (e->kind == LOPE_EVENT_ABILITY) w->running[e->from]++, count->starts[e->from]++;
        if (e->kind == LOPE_EVENT_ABILITY_END) w->running[e->from]--;
    }
    count->refusals += report->refused_count;
    for (uint32_t id = 0; id < LOPE_SCENE_OWN_ABILITIES && report->events_dropped == 0; id++) {
        if (w->running[id] == is_on(&w->state, id)) continue;
        snprintf(text, sizeof text, "%s: %d starts without an end, and it is %s", lope_moveset_ability_name(moveset, id),
                 w->running[id], is_on(&w->state, id) ? "on" : "off");
        shown(w, &count->unpaired, text);
        w->running[id] = is_on(&w->state, id);
    }
}

// Saves, and runs again from there when as many ticks have gone.
static void check_again(wanderer *w, const lope_moveset *moveset, const lope_surroundings *around, tally *count)
{
    if (w->tick % AGAIN != AGAIN - 1) return;
    lope_state again = w->saved;
    lope_report report;
    for (int i = 0; i < AGAIN; i++)
        assert_int_equal(lope_move(&again, &w->last[i], moveset, around, w->nearby, DT, &report), LOPE_OK);
    if (lope_state_hash(&again) != lope_state_hash(&w->state)) shown(w, &count->again, "not the same when run again");
}

static void live(level_data *level, wanderer *w, const lope_moveset *moveset, const lope_surroundings *around, int ticks,
                 tally *count)
{
    bool gone = false;
    for (w->tick = 0; w->tick < ticks; w->tick++) {
        const int input_changes = press(w);
        const lope_state before = w->state;
        if (w->tick % AGAIN == 0) w->saved = w->state, gone = false;
        w->last[w->tick % AGAIN] = w->input;
        lope_report report;
        const lope_result result = lope_move(&w->state, &w->input, moveset, around, w->nearby, DT, &report);
        const brute_point f = feet_of(&w->state);
        if (result != LOPE_OK || !isfinite(brute_length(f)) || !isfinite((double)lope_vec3_length(w->state.velocity))) {
            shown(w, &count->not_finite, lope_result_text(result));
            respawn(w);
            gone = true;
            continue;
        }
        check_place(level, w, &before, &report, count);
        check_events(w, moveset, &report, count);
        check_flicker(w, w->state.mode != before.mode, input_changes, count);
        if (!gone) check_again(w, moveset, around, count);
        if (f.y > level->lower.y - PARK_DEPTH) continue;
        respawn(w);
        gone = true;
        count->respawns++;
    }
}

static void add_all(lope_moveset *moveset)
{
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(moveset, &tuning, NULL), LOPE_OK);
    for (uint32_t i = 0; i < LOPE_SCENE_OWN_ABILITIES; i++)
        assert_int_equal(lope_moveset_add_ability(moveset, lope_scene_own_ability(i), NULL, NULL, NULL), LOPE_OK);
}

static uint32_t from_environment(const char *name, uint32_t otherwise)
{
    const char *text = getenv(name);
    return text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static void live_in(level_data *data, const char *name, const brute_point spawns[64], int spawn_count, tally *count)
{
#ifdef LOPE_QUICK
    bool quick = true;
#else
    bool quick = getenv("LOPE_QUICK") != NULL;
#endif
    const int wanderers = quick ? 5 : WANDERERS, ticks = (quick ? 10 : SECONDS) * RATE;
    const uint32_t only = from_environment("LOPE_WANDERER", WANDERERS);
    lope_level *level = level_of(data, name);
    const lope_surroundings around = lope_level_surroundings(level);
    lope_moveset moveset;
    add_all(&moveset);
    lope_nearby *nearby = lope_nearby_create(NULL);
    for (int i = 0; i < wanderers; i++) {
        wanderer w = {.level = name, .number = i, .nearby = nearby, .spawn = spawns[i % spawn_count]};
        w.seed = from_environment("LOPE_SEED", 5000) + (uint32_t)i;
        w.random = w.seed * 2654435761u;
        respawn(&w);
        if (only == WANDERERS || only == (uint32_t)i) live(data, &w, &moveset, &around, ticks, count);
    }
    lope_nearby_destroy(nearby);
    lope_level_destroy(level);
}

static bool play(const char *name)
{
    tally count = {0};
    level_data data;
    if (!level_of_name(&data, name)) return true;
    brute_point spawns[64];
    const int spawn_count = level_wander_spawns(name, spawns);
    if (spawn_count == 0) fail_msg("%s yields no spawn", name);
    live_in(&data, name, spawns, spawn_count, &count);
    level_free(&data);
    int starts = 0;
    for (uint32_t id = 0; id < LOPE_SCENE_OWN_ABILITIES; id++) starts += count.starts[id];
    printf("  %-26s %7d %7d %6d %6d %6d %6d %6d %6d %6d %8.2f\n", name, starts, count.refusals, count.respawns,
           count.worst_flicker, count.flicker, count.inside, count.through, count.unpaired, count.again, count.deepest * 1e3);
    for (uint32_t id = 0; id < LOPE_SCENE_OWN_ABILITIES; id++)
        printf("%s%s %d", id ? ", " : "      ", lope_scene_own_ability(id)->name, count.starts[id]);
    printf("\n");
    return count.flicker + count.inside + count.through + count.unpaired + count.again + count.not_finite == 0;
}

static void everybody_presses_everything(void **unused)
{
    (void)unused;
    printf("  seeds from %u; depth in mm; worst: changes of the mode in a second\n",
           (unsigned)from_environment("LOPE_SEED", 5000));
    printf("  %-26s %7s %7s %6s %6s %6s %6s %6s %6s %6s %8s\n", "level", "starts", "refused", "falls", "worst", "flickr",
           "inside", "throug", "unpair", "again", "depth");
    levels_play(play);
}

int main(int argc, char **argv)
{
    levels_choose(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test(everybody_presses_everything)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
