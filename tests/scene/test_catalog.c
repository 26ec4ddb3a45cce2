// test_catalog.c - a scenario names modes and abilities that its program brings along: their settings,
// buttons and events stand in files by names, and what is wrong is refused with its place.
#include "scene/catalog.h"
#include "scene/events.h"
#include "scene/player.h"
#include "scene/player_moveset.h"
#include "scene/trace.h"

#include "tool.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define FILE_NAME LOPE_TEST_OUT "/catalog.json"
#define OUT_NAME LOPE_TEST_OUT "/catalog.txt"

typedef struct glide_settings {
    float speed, bank;
    uint32_t side;
} glide_settings;

static const char *const sides[] = {"left", "right", NULL};
static const lope_field glide_fields[] = {
    {.name = "speed", .unit = "m/s", .low = 1, .high = 9, .initial = 3, .offset = offsetof(glide_settings, speed)},
    {.name = "bank", .kind = LOPE_FIELD_ANGLE, .high = 0.5235988f, .offset = offsetof(glide_settings, bank)},
    {.name = "side", .kind = LOPE_FIELD_ENUM, .choices = sides, .high = 1, .offset = offsetof(glide_settings, side)},
};

static double glide_along(lope_tick *tick, double seconds)
{
    const glide_settings *settings = lope_tick_settings(tick);
    double speed = (double)settings->speed * (settings->side ? 1 : -1);
    lope_tick_set_velocity(tick, lope_point_make(speed, 0, 0));
    lope_tick_slide(tick, lope_point_make(speed * seconds, 0, 0));
    return 0;
}

static const lope_mode glide = {.name = "glide",
                                .run = glide_along,
                                .fields = glide_fields,
                                .field_count = sizeof glide_fields / sizeof *glide_fields,
                                .settings_size = sizeof(glide_settings)};
static const lope_mode drift = {.name = "drift", .run = glide_along};

typedef struct dash_settings {
    float speed, duration;
} dash_settings;

static const lope_field dash_fields[] = {
    {.name = "speed", .unit = "m/s", .high = 20, .initial = 8, .offset = offsetof(dash_settings, speed)},
    {.name = "duration", .unit = "s", .high = 5, .initial = 0.25f, .offset = offsetof(dash_settings, duration)},
};

static void dash_law(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law)
{
    (void)tick;
    law->max_speed = ((const dash_settings *)self->settings)->speed;
}

static double dash_piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    (void)tick;
    double rest = (double)((const dash_settings *)self->settings)->duration - self->seconds;
    return rest < left ? rest : left;
}

static const lope_ability dash = {.name = "dash",
                                  .button = LOPE_BUTTON_GAME,
                                  .fields = dash_fields,
                                  .field_count = sizeof dash_fields / sizeof *dash_fields,
                                  .settings_size = sizeof(dash_settings),
                                  .conditions = {.grounded = true, .cooldown = 1},
                                  .law = dash_law,
                                  .piece = dash_piece};

static const lope_mode *const modes[] = {&drift, &glide};
static const lope_ability *const abilities[] = {&dash};
static const lope_scene_catalog catalog = {modes, abilities, 2, 1};

static lope_scenario *load(const char *character, const lope_scene_catalog *with, lope_scene_fault *fault)
{
    char text[2048];
    snprintf(text, sizeof text,
             "{ \"lope\": 1, \"duration\": 1, \"level\": [ {\"box\": [90, 1, 90], \"position\": [0, -0.5, 0]} ], "
             "\"characters\": [ {\"name\": \"hero\", %s} ] }",
             character);
    tool_write_text(FILE_NAME, text);
    *fault = (lope_scene_fault){0};
    return lope_scenario_load(FILE_NAME, with, fault);
}

static double setting_of(const lope_moveset *moveset, const char *owner, const char *name)
{
    double value = NAN;
    assert_int_equal(lope_moveset_get(moveset, owner, name, &value), LOPE_OK);
    return value;
}

static void settings_stand_in_files(void **unused)
{
    (void)unused;
    lope_scene_fault fault;
    lope_scenario *plain = load("\"modes\": {\"glide\": {}}, \"abilities\": {\"dash\": {}}", &catalog, &fault);
    if (!plain) fail_msg("%s", fault.text);
    lope_scenario *set =
        load("\"modes\": {\"glide\": {\"speed\": 5, \"bank\": 30, \"side\": \"right\"}}, "
             "\"abilities\": {\"dash\": {\"duration\": 0.5, \"cooldown\": 2, \"charges\": 2}}, \"stamina\": {\"most\": 50}",
             &catalog, &fault);
    if (!set) fail_msg("%s", fault.text);
    const lope_moveset *before = &plain->characters[0].moveset, *now = &set->characters[0].moveset;
    assert_float_equal(setting_of(before, "glide", "speed"), 3, 0);
    assert_float_equal(setting_of(before, "dash", "cooldown"), 1, 0);
    assert_float_equal(setting_of(now, "glide", "speed"), 5, 0);
    assert_float_equal(setting_of(now, "glide", "bank"), (double)0.5235988f, 0);
    assert_float_equal(setting_of(now, "glide", "side"), 1, 0);
    assert_float_equal(setting_of(now, "dash", "speed"), 8, 0);
    assert_float_equal(setting_of(now, "dash", "duration"), 0.5, 0);
    assert_float_equal(setting_of(now, "dash", "cooldown"), 2, 0);
    assert_float_equal(setting_of(now, "dash", "charges"), 2, 0);
    assert_float_equal(setting_of(now, "stamina", "most"), 50, 0);
    assert_true(before->hash != now->hash);
    lope_scenario_free(plain);
    lope_scenario_free(set);
}

static void refuses(const char *character, const lope_scene_catalog *with, const char *expected)
{
    lope_scene_fault fault;
    lope_scenario *scenario = load(character, with, &fault);
    if (scenario) fail_msg("%s was taken", character);
    assert_int_equal(fault.status, LOPE_SCENE_BAD_INPUT);
    if (strstr(fault.text, expected) == NULL) fail_msg("\"%s\" is not in: %s", expected, fault.text);
}

static void what_is_wrong_is_told(void **unused)
{
    (void)unused;
    refuses("\"modes\": {\"glid\": {}}", &catalog, "characters[0].modes.glid: unknown, did you mean glide?");
    refuses("\"abilities\": {\"drift\": {}}", &catalog, "characters[0].abilities.drift: unknown");
    refuses("\"abilities\": {\"leap\": {}}", NULL, "characters[0].abilities.leap: unknown, known here: slide, mantle");
    refuses("\"input\": [{\"t\": 0, \"slide\": true}]", NULL,
            "characters[0].input[0].slide: given for a character without it, expected slide in its abilities");
    refuses("\"input\": [{\"t\": 0, \"mantle\": true}]", NULL,
            "characters[0].input[0].mantle: given for a character without it, expected mantle in its abilities");
    refuses("\"modes\": {\"glide\": {\"sped\": 2}}", &catalog, "characters[0].modes.glide.sped: unknown, did you mean speed?");
    refuses("\"modes\": {\"glide\": {\"speed\": 10}}", &catalog,
            "characters[0].modes.glide.speed: found 10, expected a number from 1 to 9");
    refuses("\"modes\": {\"glide\": {\"bank\": 31}}", &catalog, "characters[0].modes.glide.bank: found 31");
    refuses("\"modes\": {\"glide\": {\"side\": \"up\"}}", &catalog, "characters[0].modes.glide.side: ");
    refuses("\"modes\": {\"drift\": {\"speed\": 2}}", &catalog, "characters[0].modes.drift: drift has no settings, expected {}");
    refuses("\"modes\": {\"glide\": 5}", &catalog, "characters[0].modes.glide: found 5, expected an object");
    refuses("\"modes\": [\"glide\"]", &catalog, "characters[0].modes: found a list of 1, expected an object");
    refuses("\"abilities\": {\"dash\": {\"charges\": 1.5}}", &catalog, "characters[0].abilities.dash.charges: found 1.5");
    refuses("\"stamina\": {\"most\": 1}", &catalog, "characters[0].stamina: given without abilities");
    refuses("\"abilities\": {\"dash\": {}, \"dash\": {}}", &catalog, "given twice");
    refuses("\"mode\": \"glide\"", &catalog, "characters[0].mode: ");
    refuses("\"input\": [{\"t\": 0, \"dash\": true}]", &catalog, "characters[0].input[0].dash: given for a character without it");
    refuses("\"abilities\": {\"dash\": {}}, \"input\": [{\"t\": 0, \"dash\": 1}]", &catalog,
            "characters[0].input[0].dash: found 1");
}

static FILE *events;

static void tell(void *context, const lope_scene_player *player, uint32_t actor, uint64_t tick, double time,
                 const lope_event *event)
{
    (void)context;
    lope_scene_event_line(player, actor, tick, time, event, events);
}

static const char *all_of(const char *file)
{
    static char text[1 << 18];
    FILE *in = fopen(file, "rb");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = 0;
    fclose(in);
    return text;
}

static uint32_t count_of(const char *text, const char *word)
{
    uint32_t count = 0;
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) count++;
    return count;
}

// Presses by the ability's name, at 0.2 s, and again at 0.7 s where the cooldown refuses; glides from the
// start on in a second character.
static void buttons_modes_and_events_go_by_names(void **unused)
{
    (void)unused;
    lope_scene_fault fault;
    lope_scene_player_options options = {.listener = tell};
    lope_scenario *scenario =
        load("\"abilities\": {\"dash\": {}}, \"input\": [{\"t\": 0, \"move\": [1, 0, 0]}, {\"t\": 0.2, \"dash\": true}, "
             "{\"t\": 0.6, \"dash\": false}, {\"t\": 0.7, \"dash\": true}]}, "
             "{\"name\": \"bird\", \"feet\": [0, 9, 4], \"mode\": \"glide\", \"modes\": {\"glide\": {\"side\": \"right\"}}, "
             "\"input\": [{\"t\": 0.5, \"mode\": \"falling\"}, {\"t\": 0.6, \"mode\": \"glide\"}]",
             &catalog, &fault);
    if (!scenario) fail_msg("%s", fault.text);
    lope_scene_player *player = lope_scene_player_create(scenario, &options, &fault);
    if (!player) fail_msg("%s", fault.text);
    FILE *trace = fopen(OUT_NAME, "wb");
    events = fopen(LOPE_TEST_OUT "/catalog_events.txt", "wb");
    for (uint32_t i = 0; i < 60; i++) {
        if (!lope_scene_player_tick(player, &fault)) fail_msg("%s", fault.text);
        lope_scene_trace_rows(player, trace);
    }
    fclose(trace);
    fclose(events);
    // 0.25 s at 60 ticks a second: at work after the ticks 12 to 26, that is 15 rows less the last, in which
    // it ends
    uint32_t rows = count_of(all_of(OUT_NAME), ",dash,");
    if (rows < 14 || rows > 16) fail_msg("dash in %u rows", rows);
    assert_int_equal(count_of(all_of(OUT_NAME), "bird,glide,"), 54);
    const char *told = all_of(LOPE_TEST_OUT "/catalog_events.txt");
    assert_int_equal(count_of(told, "\"event\": \"ability\", \"ability\": \"dash\", \"phase\": \"start\"}"), 1);
    assert_int_equal(count_of(told, "\"ability\": \"dash\", \"phase\": \"end\", \"reason\": \"done\"}"), 1);
    assert_int_equal(count_of(told, "\"phase\": \"refuse\", \"reason\": \"not again so soon\"}"), 1);
    lope_scene_player_destroy(player);
    lope_scenario_free(scenario);
}

// What is read anew while it plays counts from the next tick on.
static void settings_are_taken_up_while_playing(void **unused)
{
    (void)unused;
    lope_scene_fault fault;
    lope_scene_player_options options = {0};
    lope_scenario *slow =
        load("\"mode\": \"glide\", \"modes\": {\"glide\": {\"side\": \"right\"}}, \"feet\": [0, 9, 0]", &catalog, &fault);
    if (!slow) fail_msg("%s", fault.text);
    lope_scenario *fast = load("\"modes\": {\"glide\": {\"speed\": 9, \"side\": \"right\"}}, \"tuning\": {\"max_walk_speed\": 2}",
                               &catalog, &fault);
    if (!fast) fail_msg("%s", fault.text);
    lope_scene_player *player = lope_scene_player_create(slow, &options, &fault);
    if (!player) fail_msg("%s", fault.text);
    for (uint32_t i = 0; i < 60; i++) {
        if (i == 30 && !lope_scene_player_retune(player, 0, &fast->characters[0].moveset, &fault)) fail_msg("%s", fault.text);
        if (!lope_scene_player_tick(player, &fault)) fail_msg("%s", fault.text);
    }
    const lope_state *state = lope_character_state(lope_scene_player_actor(player, 0)->handle);
    // 0.5 s at 3 m/s and 0.5 s at 9 m/s; velocities are floats, so 60 ticks stray by less than 60 * 9 * 2^-24
    // / 60 m
    assert_float_equal(state->feet.x, 6, 1e-6);
    lope_scene_player_destroy(player);
    lope_scenario_free(slow);
    lope_scenario_free(fast);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_stand_in_files),
        cmocka_unit_test(what_is_wrong_is_told),
        cmocka_unit_test(buttons_modes_and_events_go_by_names),
        cmocka_unit_test(settings_are_taken_up_while_playing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
