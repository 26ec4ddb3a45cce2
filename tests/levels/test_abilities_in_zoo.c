// test_abilities_in_zoo.c - in every scenario of levels/zoo twenty more characters with every ability press
// everything at random, among what moves, turns, flows and pulls there.
//
// They stand around the scenario's own characters, and meet them and each other. Judged are their own reports:
// no overlap is left that is not told (stuck, or pressed on in that tick), all numbers are finite, each start
// has its end, modes do not flicker. Run it with names to play only those. LOPE_SEED=n gives other lives.
// Read next: presser.h.
#include "lives.h"
#include "presser.h"

#include "../behaviour/check.h"
#include "../zoo/zoo.h"

#include <dirent.h>

#define IN 2e-3      // m, of overlap that is left and not told
#define PUT_AT 0.8   // m, from each other
#define FALL 60.0    // m below its start: it is put back
#define SECONDS 20.0 // at least; 60 with LOPE_LONG
#define FILES 200

typedef struct crowd {
    zoo *scene;
    lope_moveset moveset;
    lope_character *characters[WANDERERS];
    presser players[WANDERERS];
    lope_point starts[WANDERERS];
    presser_tally count;
} crowd;

static int chosen_count;
static char **chosen;

// Around the scenario's first characters, in rows.
static void add_characters(crowd *c)
{
    const uint32_t actors = lope_scene_player_actor_count(c->scene->player);
    lope_world *world = lope_scene_player_world(c->scene->player);
    for (int i = 0; i < WANDERERS; i++) {
        const lope_state *from = lope_character_state(lope_scene_player_actor(c->scene->player, (uint32_t)i % actors)->handle);
        const lope_vec3 side = lope_vec3_cross(from->up, from->forward);
        lope_point feet = lope_point_mad(from->feet, lope_vec3_to_point(side), PUT_AT * (i % 5 - 2));
        feet = lope_point_mad(feet, lope_vec3_to_point(from->forward), PUT_AT * (i / 5 - 1));
        c->starts[i] = lope_point_mad(feet, lope_vec3_to_point(from->up), 0.3);
        const lope_character_def def = {.feet = c->starts[i], .up = from->up, .moveset = &c->moveset};
        c->characters[i] = lope_character_create(world, &def);
        assert_non_null(c->characters[i]);
        c->players[i].state = *lope_character_state(c->characters[i]);
    }
}

static bool is_told(const presser *p, const lope_report *report)
{
    for (uint32_t i = 0; i < report->event_count; i++)
        if (report->events[i].kind == LOPE_EVENT_CRUSH || report->events[i].kind == LOPE_EVENT_STUCK) return true;
    return p->state.stuck_ticks > 0;
}

static void check(crowd *c, int i, uint32_t before, int input_changes, bool split)
{
    char text[96];
    presser *p = &c->players[i];
    const lope_report *report = lope_character_report(c->characters[i]);
    p->state = *lope_character_state(c->characters[i]);
    if (split)
        presser_skip(p, before, input_changes);
    else
        presser_check(p, &c->moveset, report, before, input_changes, &c->count);
    const bool told = is_told(p, report);
    if (!told && report->depth > c->count.deepest) c->count.deepest = report->depth;
    if (told || report->depth <= IN) return;
    snprintf(text, sizeof text, "%.2f mm deep and not told", report->depth * 1e3);
    presser_fault(p, &c->count.inside, text);
}

static void put_back(crowd *c, int i)
{
    presser *p = &c->players[i];
    if (lope_point_length(lope_point_sub(p->state.feet, c->starts[i])) < FALL) return;
    const lope_state_def def = {.feet = c->starts[i], .up = p->state.up};
    assert_int_equal(lope_state_init(&p->state, &def), LOPE_OK);
    assert_int_equal(lope_character_set_state(c->characters[i], &p->state), LOPE_OK);
    memset(p->running, 0, sizeof p->running);
    c->count.respawns++;
}

static void tick(crowd *c, int number)
{
    int input_changes[WANDERERS];
    uint32_t before[WANDERERS];
    lope_scene_fault fault = {0};
    const uint64_t ticks = lope_world_ticks(lope_scene_player_world(c->scene->player));
    for (int i = 0; i < WANDERERS; i++) {
        c->players[i].tick = number;
        before[i] = c->players[i].state.mode;
        input_changes[i] = presser_press(&c->players[i]);
        assert_int_equal(lope_character_set_input(c->characters[i], &c->players[i].input), LOPE_OK);
    }
    if (!lope_scene_player_tick(c->scene->player, &fault)) fail_msg("%s", fault.text);
    // of a tick that the scenario's own input splits, the report tells the last part alone
    const bool split = lope_world_ticks(lope_scene_player_world(c->scene->player)) != ticks + 1;
    for (int i = 0; i < WANDERERS; i++) {
        check(c, i, before[i], input_changes[i], split);
        put_back(c, i);
    }
}

static int play(const char *name)
{
    static crowd c;
    memset(&c, 0, sizeof c);
    const char *seed_text = getenv("LOPE_SEED");
    const uint32_t seed = seed_text ? (uint32_t)strtoul(seed_text, NULL, 10) : 9000;
    c.scene = zoo_open(name, PRESSER_RATE);
    presser_moveset(&c.moveset);
    for (int i = 0; i < WANDERERS; i++) c.players[i] = presser_begin(name, seed + (uint32_t)i, i);
    add_characters(&c);
#ifdef LOPE_QUICK
    const double seconds = 4;
#else
    const double seconds = getenv("LOPE_LONG") ? 60 : SECONDS;
#endif
    for (int n = 0; n < (int)(seconds * PRESSER_RATE); n++) tick(&c, n);
    zoo_close(c.scene);
    return presser_print(name, &c.count);
}

static bool is_chosen(const char *name)
{
    for (int i = 0; i < chosen_count; i++)
        if (strcmp(chosen[i], name) == 0) return true;
    return chosen_count == 0;
}

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

// Writes the names of the scenarios, without .json, in order. Returns how many.
static size_t list_scenarios(char names[FILES][64])
{
    size_t count = 0;
    DIR *folder = opendir(LOPE_SOURCE_DIR "/levels/zoo");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        if (length < 6 || length > 60 || strcmp(entry->d_name + length - 5, ".json") != 0) continue;
        assert_true(count < FILES);
        snprintf(names[count++], 64, "%.*s", (int)(length - 5), entry->d_name);
    }
    closedir(folder);
    qsort(names, count, sizeof names[0], by_name);
    return count;
}

static void everybody_presses_everything(void **unused)
{
    (void)unused;
    static char names[FILES][64];
    int faults = 0;
    const size_t count = list_scenarios(names);
    presser_print_head();
    for (size_t i = 0; i < count; i++)
        if (is_chosen(names[i])) faults += play(names[i]);
    if (faults) fail_msg("%d faults", faults);
}

int main(int argc, char **argv)
{
    chosen_count = argc - 1;
    chosen = argv + 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(everybody_presses_everything)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
