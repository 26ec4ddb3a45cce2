// own_modes.c - a program whose characters have modes of its own, and that writes a replay page of them:
// page_own_modes FOLDER.
//
// "bird" glides and "crab" scuttles: different modes of different movesets, with the same id. The run that
// the page is compared with is the same, but for a mode that nobody enters and that stands before the others:
// there the ids are others.
#include "page/page.h"
#include "scene/player.h"

#include <stdio.h>
#include <string.h>

#define TICKS 90u
#define BEGINS 30u // the tick that enters the own modes
#define ENDS 60u   // and the one that leaves them

static double glide_along(lope_tick *tick, double seconds)
{
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 3));
    lope_tick_slide(tick, lope_point_make(0, 0, 3 * seconds));
    return 0;
}

static double scuttle_along(lope_tick *tick, double seconds)
{
    lope_tick_set_velocity(tick, lope_point_make(2, 0, 0));
    lope_tick_slide(tick, lope_point_make(2 * seconds, 0, 0));
    return 0;
}

static const lope_mode glide = {.name = "glide", .run = glide_along}, scuttle = {.name = "scuttle", .run = scuttle_along};
static const lope_mode unused = {.name = "unused", .run = glide_along};

static const char scene[] = "{ \"lope\": 1, \"name\": \"own modes\", \"duration\": 2, "
                            "\"level\": [ {\"name\": \"floor\", \"box\": [20, 1, 20], \"position\": [0, -0.5, 0]} ], "
                            "\"characters\": [ {\"name\": \"bird\"}, {\"name\": \"crab\", \"feet\": [-4, 0, 0]} ] }";

static bool add_modes(lope_scenario *scenario, bool other)
{
    for (uint32_t i = 0; i < 2; i++) {
        lope_moveset *moveset = &scenario->characters[i].moveset;
        if (other && lope_moveset_add_mode(moveset, &unused, NULL, NULL) != LOPE_OK) return false;
        if (lope_moveset_add_mode(moveset, i == 0 ? &glide : &scuttle, NULL, NULL) != LOPE_OK) return false;
    }
    return true;
}

// Both characters enter the last mode that their moveset has, and later walk on.
static bool ask(const lope_scene_player *player, uint32_t tick)
{
    for (uint32_t i = 0; i < 2; i++) {
        const lope_scene_actor *actor = lope_scene_player_actor(player, i);
        lope_requests requests = {.asked = LOPE_REQUEST_MODE};
        lope_input input = {.requests = &requests};
        requests.mode = tick == BEGINS ? LOPE_MODE_GAME + actor->from->moveset.game_mode_count - 1 : LOPE_MODE_WALKING;
        if ((tick == BEGINS || tick == ENDS) && lope_character_set_input(actor->handle, &input) != LOPE_OK) return false;
    }
    return true;
}

static bool play(lope_scene_player *player, tool_page *page, lope_scene_fault *fault)
{
    bool good = page == NULL || tool_page_watch(page, player, fault);
    for (uint32_t i = 0; good && i < TICKS; i++)
        good = ask(player, i) && lope_scene_player_tick(player, fault) && (page == NULL || tool_page_watch(page, player, fault));
    return good;
}

static bool record(const lope_scene_player *player, lope_scene_fault *fault)
{
    lope_recorder_def def = {.seconds = 2, .name = "bird"};
    bool made = lope_character_record(lope_scene_player_actor(player, 0)->handle, &def) != NULL;
    return made || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "no recorder");
}

static bool write_recording(const lope_scene_player *player, const char *file, lope_scene_fault *fault)
{
    static unsigned char bytes[1 << 20];
    size_t size = 0;
    lope_recorder *recorder = lope_character_recorder(lope_scene_player_actor(player, 0)->handle);
    FILE *out = fopen(file, "wb");
    bool good = out != NULL && lope_recorder_write(recorder, bytes, sizeof bytes, &size) == LOPE_OK &&
                fwrite(bytes, 1, size, out) == size;
    if (out != NULL) good = fclose(out) == 0 && good;
    return good || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be written", file);
}

// One run: with a page, or for the recording that the page is compared with.
static bool run(const char *scenario_file, const char *recording, const char *html, lope_scene_fault *fault)
{
    lope_scenario *scenario = lope_scenario_load(scenario_file, NULL, fault);
    tool_page *page = html != NULL ? tool_page_create(recording, fault) : NULL;
    lope_scene_player_options options = {.listener = page != NULL ? tool_page_event : NULL, .context = page};
    lope_scene_player *player = NULL;
    bool good = scenario != NULL && (html == NULL || page != NULL) && add_modes(scenario, page == NULL);
    if (good) player = lope_scene_player_create(scenario, &options, fault);
    good = player != NULL && (page != NULL || record(player, fault)) && play(player, page, fault);
    good = good && (page != NULL ? tool_page_write(page, player, html, fault) : write_recording(player, recording, fault));
    lope_scene_player_destroy(player);
    tool_page_destroy(page);
    lope_scenario_free(scenario);
    return good;
}

int main(int count, char **arguments)
{
    char file[1024], recording[1024], html[1024];
    lope_scene_fault fault = {0};
    if (count != 2) return 2;
    snprintf(file, sizeof file, "%s/own_modes.json", arguments[1]);
    snprintf(recording, sizeof recording, "%s/own_modes.rec", arguments[1]);
    snprintf(html, sizeof html, "%s/own_modes.html", arguments[1]);
    FILE *out = fopen(file, "wb");
    bool good = out != NULL && fputs(scene, out) >= 0;
    if (out != NULL) good = fclose(out) == 0 && good;
    good = good && run(file, recording, NULL, &fault) && run(file, recording, html, &fault);
    if (!good) fprintf(stderr, "page_own_modes: %s\n", fault.text);
    return good ? 0 : 1;
}
