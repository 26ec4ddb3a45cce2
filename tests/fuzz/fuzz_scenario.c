// fuzz_scenario.c - the scenario reader on any bytes: it must refuse with one line, or give a scenario that
// can be played a little.
//
// The bytes go through a file, as they do in life: fuzz_scenario_input.* in the working folder.
// Read next: bytes.h, replay.c; fuzz_files.c for mesh files.
#include "scene/player.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAYED_TICKS 3
#define MOST_PLAYED 16 // characters
#define MOST_PIECES 64 // of a level that is played
#define MOST_TRIANGLES 4096

// What a scenario may name: a mode and an ability with a setting of each kind.
typedef struct drift_settings {
    float speed, angle;
    int32_t count;
    uint32_t flag, side;
} drift_settings;

#define FIELD(member, of_kind) .name = #member, .kind = of_kind, .offset = offsetof(drift_settings, member)
static const char *const sides[] = {"left", "right", NULL};
static const lope_field fields[] = {
    {FIELD(speed, LOPE_FIELD_FLOAT), .low = -9, .high = 9},
    {FIELD(angle, LOPE_FIELD_ANGLE), .high = 3},
    {FIELD(count, LOPE_FIELD_INT), .high = 100},
    {FIELD(flag, LOPE_FIELD_BOOL), .high = 1},
    {FIELD(side, LOPE_FIELD_ENUM), .high = 1, .choices = sides},
};

static double drift_along(lope_tick *tick, double seconds)
{
    const drift_settings *settings = lope_tick_settings(tick);
    lope_tick_slide(tick, lope_point_make((double)settings->speed * seconds, 0, 0));
    return 0;
}

static const lope_mode drift = {
    .name = "drift", .run = drift_along, .fields = fields, .field_count = 5, .settings_size = sizeof(drift_settings)};
static const lope_ability dash = {.name = "dash",
                                  .button = LOPE_BUTTON_GAME,
                                  .fields = fields,
                                  .field_count = 5,
                                  .settings_size = sizeof(drift_settings),
                                  .conditions = {.grounded = true, .cooldown = 1}};
static const lope_mode *const modes[] = {&drift};
static const lope_ability *const abilities[] = {&dash};
static const lope_scene_catalog catalog = {modes, abilities, 1, 1};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void broken(const char *what, const lope_scene_fault *fault)
{
    fprintf(stderr, "INVARIANT scenario: %s; status %d, text \"%s\"\n", what, fault->status, fault->text);
    abort();
}

// After a refusal: a status that means something and one line of text. After success: none.
static void check_fault(const lope_scene_fault *fault, bool success)
{
    if (success) {
        if (fault->status != 0) broken("success with a fault", fault);
        return;
    }
    if (fault->status != LOPE_SCENE_OWN_FAULT && fault->status != LOPE_SCENE_BAD_INPUT) broken("refused without a status", fault);
    if (fault->text[0] == 0) broken("refused without a text", fault);
    if (memchr(fault->text, 0, sizeof fault->text) == NULL) broken("a text without an end", fault);
    for (const char *c = fault->text; *c != 0; c++)
        if ((unsigned char)*c < 32 || *c == 127) broken("a text of more than one line", fault);
}

static void write_file(const char *name, const uint8_t *data, size_t size)
{
    FILE *file = fopen(name, "wb");
    if (!file || (size > 0 && fwrite(data, 1, size, file) != size) || fclose(file) != 0) {
        fprintf(stderr, "cannot write %s in the working folder\n", name);
        exit(1);
    }
}

static bool small_enough(const lope_scenario *scenario)
{
    uint64_t characters = 0, triangles = 0;
    for (uint32_t i = 0; i < scenario->character_count; i++) characters += scenario->characters[i].count;
    for (uint32_t i = 0; i < scenario->piece_count; i++) triangles += scenario->pieces[i].mesh.triangle_count;
    return characters <= MOST_PLAYED && scenario->piece_count <= MOST_PIECES && triangles <= MOST_TRIANGLES;
}

static void play(const lope_scenario *scenario)
{
    lope_scene_fault fault = {0};
    lope_scene_player *player = lope_scene_player_create(scenario, NULL, &fault);
    check_fault(&fault, player != NULL);
    if (!player) return;
    bool played = true;
    for (int i = 0; i < PLAYED_TICKS && played; i++) played = lope_scene_player_tick(player, &fault);
    check_fault(&fault, played);
    lope_scene_player_destroy(player);
}

static void read_scenario(const uint8_t *data, size_t size)
{
    static const char name[] = "fuzz_scenario_input.json";
    lope_scene_fault fault = {0};
    write_file(name, data, size);
    lope_scenario *scenario = lope_scenario_load(name, &catalog, &fault);
    check_fault(&fault, scenario != NULL);
    if (scenario && small_enough(scenario)) play(scenario);
    lope_scenario_free(scenario);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_scenario(data, size);
    return 0;
}
