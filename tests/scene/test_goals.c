// test_goals.c - characters with a goal in a scenario: they arrive at 20, 60 and 240 Hz, at 60 also far from
// the origin, and what has no way says so.
#include "../behaviour/check.h"

#include <lope/lope.h>
#include <scene/navigation.h>
#include <scene/player.h>

#define TOLD 64

typedef struct told_event {
    char name[32];
    uint32_t kind, to;
    double time;
} told_event;

static told_event told[TOLD];
static int told_count;

static void listen(void *context, const lope_scene_player *player, uint32_t actor, uint64_t tick, double time,
                   const lope_event *event)
{
    (void)context;
    (void)tick;
    if (event->kind != LOPE_EVENT_ARRIVE && event->kind != LOPE_EVENT_BLOCKED && event->kind != LOPE_EVENT_LINK) return;
    assert_true(told_count < TOLD);
    told_event *e = &told[told_count++];
    snprintf(e->name, sizeof e->name, "%.31s", lope_scene_player_actor(player, actor)->name);
    e->kind = event->kind;
    e->to = event->to;
    e->time = time;
}

static int count_of(const char *name, uint32_t kind, uint32_t to)
{
    int count = 0;
    for (int i = 0; i < told_count; i++) count += strcmp(told[i].name, name) == 0 && told[i].kind == kind && told[i].to == to;
    return count;
}

static lope_point place_of(const lope_scene_player *player, const char *name)
{
    for (uint32_t i = 0; i < lope_scene_player_actor_count(player); i++) {
        const lope_scene_actor *actor = lope_scene_player_actor(player, i);
        if (strcmp(actor->name, name) == 0) return lope_scene_player_to_file(player, lope_character_state(actor->handle)->feet);
    }
    fail_msg("%s is not there", name);
    return (lope_point){0, 0, 0};
}

static void check_at(const lope_scene_player *player, const char *name, double x, double y, double z)
{
    lope_point feet = place_of(player, name);
    // m: 1.1 radii, and 0.15 to stop in where a jump ends at the goal
    check_below(name, hypot(feet.x - x, feet.z - z), 0.34 * 1.1 + 0.15);
    check_near(name, feet.y, y, 0.02);
}

static void goals_are_reached(void **unused)
{
    (void)unused;
    static const double rates[] = {20, 60, 240};
#ifdef LOPE_QUICK
    const int first = 1, last = 1;
#else
    const int first = 0, last = 2;
#endif
    if (!lope_scene_has_navigation()) {
        print_message("skipped: Recast was not found (Debian: apt-get install librecast-dev)\n");
        skip();
    }
    for (int r = first; r <= last; r++)
        for (int far = 0; far < (r == 1 ? 2 : 1); far++) { // the mesh is searched for links in each: seconds
            lope_scene_fault fault = {0};
            lope_scenario *scenario = lope_scenario_load(LOPE_SOURCE_DIR "/tests/scene/goals.json", NULL, &fault);
            if (scenario == NULL) fail_msg("%s", fault.text);
            lope_scene_player_options options = {
                .tick_rate = rates[r], .has_origin = far, .origin = {5000, -300, 7000}, .listener = listen};
            told_count = 0;
            lope_scene_player *player = lope_scene_player_create(scenario, &options, &fault);
            if (player == NULL) fail_msg("%s", fault.text);
            while (lope_scene_player_ticks(player) < lope_scene_player_length(player))
                assert_true(lope_scene_player_tick(player, &fault));
            check_at(player, "walker", 0, 0, -12);
            check_at(player, "jumper", 20, 2, -9);
            check_at(player, "climber", -10, 0, 12);
            check_at(player, "up_the_ladder", -10, 0, 20);
            check_at(player, "by_lift", 1, 4, 27);
            assert_int_equal(count_of("walker", LOPE_EVENT_ARRIVE, 0), 1);
            assert_int_equal(count_of("jumper", LOPE_EVENT_ARRIVE, 0), 1);
            assert_int_equal(count_of("jumper", LOPE_EVENT_LINK, LOPE_LINK_JUMP), 1);
            assert_int_equal(count_of("climber", LOPE_EVENT_ARRIVE, 0), 2);
            assert_int_equal(count_of("climber", LOPE_EVENT_LINK, LOPE_LINK_MANTLE), 1);
            assert_int_equal(count_of("climber", LOPE_EVENT_LINK, LOPE_LINK_DROP), 1);
            assert_int_equal(count_of("up_the_ladder", LOPE_EVENT_ARRIVE, 0), 2);
            assert_int_equal(count_of("up_the_ladder", LOPE_EVENT_LINK, LOPE_LINK_LADDER), 1);
            assert_int_equal(count_of("up_the_ladder", LOPE_EVENT_LINK, LOPE_LINK_DROP), 1);
            assert_int_equal(count_of("by_lift", LOPE_EVENT_LINK, LOPE_LINK_LIFT), 1);
            assert_int_equal(count_of("lost", LOPE_EVENT_ARRIVE, 0), 0); // it cannot mantle
            assert_int_equal(count_of("lost", LOPE_EVENT_BLOCKED, 0), 1);
            assert_int_equal(count_of("called_off", LOPE_EVENT_ARRIVE, 0), 0);
            assert_true(place_of(player, "called_off").z < 16.5); // 6 m/s for a second
            lope_scene_player_destroy(player);
            lope_scenario_free(scenario);
        }
}

// A file with these characters is refused with this text.
static void check_refusal(const char *top, const char *character, const char *text)
{
    const char *file = LOPE_TEST_OUT "/goals_refused.json";
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fprintf(f, "{\"lope\": 1, \"level\": [], %s \"characters\": [%s]}\n", top, character);
    fclose(f);
    lope_scene_fault fault = {0};
    lope_scenario *scenario = lope_scenario_load(file, NULL, &fault);
    lope_scenario_free(scenario);
    assert_null(scenario);
    if (strstr(fault.text, text) == NULL) fail_msg("found: %s, expected: %s", fault.text, text);
}

static void refusals_name_the_remedy(void **unused)
{
    (void)unused;
    if (!lope_scene_has_navigation()) {
        check_refusal("", "{\"goal\": [1, 0, 0]}", "apt-get install librecast-dev");
        check_refusal("\"navigation\": {},", "{}", "apt-get install librecast-dev");
        return;
    }
    check_refusal("", "{\"goal\": [1, 0, 0]}", "characters[0].goal: given without a mesh to go by, expected \"navigation\": {}");
    check_refusal("", "{\"input\": [{\"t\": 0, \"goal\": [1, 0, 0]}]}", "characters[0].input[0].goal: given without a mesh");
    check_refusal("\"navigation\": {},", "{\"input\": [{\"t\": 0, \"goal\": [1, 0, 0], \"move\": [1, 0, 0]}]}",
                  "given beside move");
    check_refusal("\"navigation\": {},", "{\"goal\": 3}", "characters[0].goal: ");
    check_refusal("\"navigation\": {\"cel\": 1},", "{}", "navigation.cel: unknown, did you mean cell?");
    check_refusal("\"navigation\": {}, \"turn\": [0, 0, 0, 1],", "{}", "navigation: found in a turned scenario");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(goals_are_reached), cmocka_unit_test(refusals_name_the_remedy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
