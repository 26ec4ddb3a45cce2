// test_own_modes.c - a program that plays a scenario with modes of its own: tables, traces and events have
// them by their name.
#include "scene/events.h"
#include "scene/player.h"
#include "scene/run.h"
#include "scene/table.h"
#include "scene/trace.h"

#include "tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FILE_OF(name) LOPE_TEST_OUT "/own_modes_" name

static double glide_along(lope_tick *tick, double seconds)
{
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 3));
    lope_tick_slide(tick, lope_point_make(0, 0, 3 * seconds));
    return 0;
}
static const lope_mode glide = {.name = "glide", .run = glide_along};

static FILE *events;

static void tell(void *context, const lope_scene_player *player, uint32_t actor, uint64_t tick, double time,
                 const lope_event *event)
{
    (void)context;
    lope_scene_event_line(player, actor, tick, time, event, events);
}

static char *text_of(const char *file)
{
    static char text[65536];
    FILE *in = fopen(file, "rb");
    assert_non_null(in);
    size_t length = fread(text, 1, sizeof text - 1, in);
    text[length] = 0;
    fclose(in);
    return text;
}

static void names_are_the_modes_own(void **unused)
{
    (void)unused;
    lope_scene_fault fault = {0};
    tool_write_text(FILE_OF("scene.json"),
                    "{ \"lope\": 1, \"duration\": 0.5, \"level\": [ {\"box\": [9, 1, 9], \"position\": [0, -0.5, 0]} ], "
                    "\"characters\": [ {\"name\": \"bird\"} ] }");
    lope_scenario *scenario = lope_scenario_load(FILE_OF("scene.json"), NULL, &fault);
    if (!scenario) fail_msg("%s", fault.text);
    assert_int_equal(lope_moveset_add_mode(&scenario->characters[0].moveset, &glide, NULL, NULL), LOPE_OK);
    events = fopen(FILE_OF("events.jsonl"), "wb");
    FILE *trace = fopen(FILE_OF("trace.csv"), "wb"), *table = fopen(FILE_OF("table.txt"), "wb");
    assert_true(events && trace && table);
    lope_scene_player *player = lope_scene_player_create(scenario, &(lope_scene_player_options){.listener = tell}, &fault);
    if (!player) fail_msg("%s", fault.text);
    lope_scene_trace_header(trace);
    for (int i = 0; i < 30; i++) {
        if (i == 10) {
            lope_input input = {.requests = &(lope_requests){.asked = LOPE_REQUEST_MODE, .mode = LOPE_MODE_GAME}};
            assert_int_equal(lope_character_set_input(lope_scene_player_actor(player, 0)->handle, &input), LOPE_OK);
        }
        if (!lope_scene_player_tick(player, &fault)) fail_msg("%s", fault.text);
        lope_scene_trace_rows(player, trace);
    }
    lope_scene_print_table(player, table);
    fclose(events);
    fclose(trace);
    fclose(table);
    assert_non_null(strstr(text_of(FILE_OF("events.jsonl")), "\"from\": \"walking\", \"to\": \"glide\""));
    assert_non_null(strstr(text_of(FILE_OF("trace.csv")), ",bird,glide,"));
    const char *text = text_of(FILE_OF("table.txt"));
    printf("%s", text);
    assert_non_null(strstr(text, "  glide  "));
    assert_null(strchr(text, '?'));
    tool_result plotted = tool_call("own_modes", NULL, "plot own_modes_trace.csv own_modes_plot.svg --quiet");
    assert_string_equal(plotted.error, "");
    assert_int_equal(plotted.status, 0);
    assert_non_null(strstr(text_of(FILE_OF("plot.svg")), ">glide</text>"));
    tool_result_free(&plotted);
    lope_scene_player_destroy(player);
    lope_scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_are_the_modes_own)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
