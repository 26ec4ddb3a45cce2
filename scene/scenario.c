// scenario.c - reads the top of a scenario file: its world, its pieces and its characters.
//
// Read next: scenario_level.c and scenario_shape.c for pieces, scenario_character.c, scenario_input.c.
#include "scenario.h"

#include "bullet.h"
#include "bullet_here.h"
#include "json_syntax.h"
#include "mesh.h"
#include "scenario_character.h"
#include "scenario_control.h"
#include "scenario_fields.h"
#include "scenario_level.h"
#include "scenario_navigation.h"
#include "scenario_volume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_pieces(const lope_json *root, lope_scenario *scenario)
{
    lope_json list, element;
    const char *expected = "a list of pieces, which may be empty";
    if (!lope_json_required(root, "level", expected, &list)) return;
    if (!lope_json_list(&list, 0, expected, &scenario->piece_count)) return;
    scenario->level_count = scenario->piece_count;
    scenario->pieces = lope_scene_allocate(&scenario->arena, scenario->piece_count, sizeof *scenario->pieces);
    if (scenario->pieces == NULL) {
        scenario->piece_count = scenario->level_count = 0;
        lope_scene_out_of_memory(root);
        return;
    }
    for (bool more = lope_json_first(&list, &element); more; more = lope_json_next(&element)) {
        lope_scene_piece *piece = &scenario->pieces[element.index];
        lope_scene_read_piece(&element, scenario, piece);
        lope_scene_check_piece_name(&element, scenario, element.index);
    }
}

static void read_characters(const lope_json *root, lope_scenario *scenario)
{
    lope_json list, element;
    const char *expected = "a list of at least one character";
    if (!lope_json_required(root, "characters", expected, &list)) return;
    if (!lope_json_list(&list, 1, expected, &scenario->character_count)) return;
    scenario->characters = lope_scene_allocate(&scenario->arena, scenario->character_count, sizeof *scenario->characters);
    if (scenario->characters == NULL) {
        lope_scene_out_of_memory(root);
        return;
    }
    double instances = 0.0;
    for (bool more = lope_json_first(&list, &element); more; more = lope_json_next(&element)) {
        lope_scene_character *character = &scenario->characters[element.index];
        if (!lope_scene_read_character(&element, scenario, character)) return;
        instances += (double)character->count;
        if (instances > 1e6) lope_json_wrong_member(&element, "count", "more than a million characters in all, expected fewer");
        for (uint32_t i = 0; i < element.index; i++) {
            if (strcmp(scenario->characters[i].name, character->name) == 0) {
                lope_json_wrong_member(&element, "name", "\"%s\" is characters[%u] already, expected a name of its own",
                                       character->name, (unsigned)i);
            }
        }
    }
}

static void read_texts(const lope_json *root, lope_scenario *scenario)
{
    lope_json member;
    const char *text;
    if (lope_json_member(root, "$schema", &member)) lope_json_text(&member, 0, 4000, &text); // for editors alone
    lope_scene_read_name(root, scenario, 1000, &scenario->name);
    if (lope_json_member(root, "about", &member) && lope_json_text(&member, 0, 100000, &text)) {
        scenario->about = lope_scene_copy_text(&scenario->arena, text);
        if (scenario->about == NULL) lope_scene_out_of_memory(root);
    }
}

static void read_version(const lope_json *root)
{
    lope_json member;
    double version = 0.0;
    if (!lope_json_required(root, "lope", "1, the version of the format", &member)) return;
    if (!lope_json_is_number(&member) || !lope_json_number(&member, -1e300, 1e300, &version) || version != 1.0) {
        lope_json_expected(&member, "1, the version of the format");
    }
}

static void read_world(const lope_json *root, lope_scenario *scenario)
{
    static const char *const worlds[] = {"embedded", "bullet", NULL};
    lope_json member;
    uint32_t world = 0;
    if (!lope_json_member(root, "world", &member) || !lope_json_choice(&member, worlds, &world)) return;
    scenario->bullet = world == 1;
    if (scenario->bullet && !lope_scene_has_bullet()) lope_json_wrong(&member, LOPE_SCENE_NO_BULLET);
}

static void read_root(const lope_json *root, lope_scenario *scenario)
{
    static const char *const keys[] = {"lope",       "name",    "about",      "tick_rate", "duration",   "gravity",
                                       "world",      "turn",    "origin",     "level",     "characters", "volumes",
                                       "time_scale", "$schema", "navigation", NULL};
    if (!lope_json_keys(root, keys)) return;
    read_version(root);
    read_texts(root, scenario);
    lope_json_get_number(root, "tick_rate", 10.0, 1000.0, &scenario->tick_rate);
    lope_json_get_positive(root, "duration", LOPE_SCENE_LONG, &scenario->duration);
    lope_json_get_number(root, "time_scale", 0.0, LOPE_TIME_SCALE_MOST, &scenario->time_scale);
    lope_json_get_vector(root, "gravity", LOPE_SCENE_LARGE, &scenario->gravity);
    read_world(root, scenario);
    lope_json turn;
    if (lope_json_member(root, "turn", &turn)) lope_json_quat(&turn, &scenario->turn);
    lope_json_get_vector(root, "origin", LOPE_SCENE_FAR, &scenario->origin);
    read_pieces(root, scenario);
    lope_scene_read_volumes(root, scenario);
    lope_scene_read_navigation(root, scenario);
    read_characters(root, scenario);
}

// "stairs" for "levels/stairs.json".
static char *name_of_file(lope_scene_arena *arena, const char *file)
{
    const char *start = file;
    for (const char *c = file; *c != 0; c++) {
        if (*c == '/' || *c == '\\') start = c + 1;
    }
    char *name = lope_scene_copy_text(arena, start);
    char *point = name == NULL ? NULL : strrchr(name, '.');
    if (point != NULL && point != name) *point = 0;
    return name;
}

static lope_scenario *create(const char *file, lope_scene_fault *fault)
{
    lope_scenario *scenario = calloc(1, sizeof *scenario);
    if (scenario != NULL) {
        scenario->file = lope_scene_copy_text(&scenario->arena, file);
        scenario->name = name_of_file(&scenario->arena, file);
    }
    if (scenario == NULL || scenario->file == NULL || scenario->name == NULL) {
        lope_scenario_free(scenario);
        lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", file);
        return NULL;
    }
    scenario->tick_rate = 60.0;
    scenario->duration = 5.0;
    scenario->time_scale = 1.0;
    scenario->gravity = lope_point_make(0.0, -9.8, 0.0);
    scenario->turn = lope_scene_quat_identity();
    static const char *const built_in[] = {"solid", "character", "volume", "ladder", "climb", "rope", "ledge"};
    scenario->channel_count = sizeof built_in / sizeof *built_in;
    memcpy(scenario->channels, built_in, sizeof built_in);
    return scenario;
}

// Whether a file is called otherwise than a scenario, and does not begin as one either.
static bool is_another_kind(const char *file)
{
    const char *point = strrchr(file, '.');
    if (point == NULL || point == file || strchr(point, '/') != NULL || strcmp(point, ".json") == 0) return false;
    FILE *stream = fopen(file, "rb");
    if (stream == NULL) return false;
    char begin[8] = "";
    const size_t got = fread(begin, 1, sizeof begin - 1, stream);
    fclose(stream);
    const char *at = begin + (got >= 3 && memcmp(begin, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
    at += strspn(at, " \t\r\n");
    return *at != '{' && *at != '/'; // an object, or a comment before it
}

lope_scenario *lope_scenario_load(const char *file, const lope_scene_catalog *catalog, lope_scene_fault *fault)
{
    lope_json_source source;
    if (is_another_kind(file)) {
        lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                        "%s: neither a scenario (.json) nor a mesh of a kind that is read, expected .glb, .gltf, .obj, .fbx, "
                        ".lmesh or another that assimp reads; convert it to .glb",
                        file);
        return NULL;
    }
    lope_scenario *scenario = create(file, fault);
    if (scenario == NULL) return NULL;
    if (catalog != NULL) scenario->catalog = *catalog;
    bool fits =
        scenario->catalog.mode_count <= LOPE_SCENE_CATALOG_MOST && scenario->catalog.ability_count <= LOPE_SCENE_CATALOG_MOST;
    if (!fits) {
        lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: the catalog has more than %u modes or abilities, expected fewer", file,
                        LOPE_SCENE_CATALOG_MOST);
    } else if (lope_json_open(&source, file, fault)) {
        lope_json root = lope_json_root(&source);
        read_root(&root, scenario);
        lope_json_close(&source);
        if (fault->status == 0) lope_scene_check_lock_ons(scenario, fault);
    }
    if (fault->status == 0) return scenario;
    lope_scenario_free(scenario);
    return NULL;
}

lope_scenario *lope_scenario_wander(const char *mesh_file, const lope_scene_units *units, uint64_t seed, double duration,
                                    lope_scene_fault *fault)
{
    lope_scenario *scenario = create(mesh_file, fault);
    if (scenario == NULL) return NULL;
    scenario->duration = duration;
    scenario->pieces = lope_scene_allocate(&scenario->arena, 1, sizeof *scenario->pieces);
    scenario->characters = lope_scene_allocate(&scenario->arena, 1, sizeof *scenario->characters);
    lope_scene_entry *entry = lope_scene_allocate(&scenario->arena, 1, sizeof *entry);
    char *name = lope_scene_copy_text(&scenario->arena, "wanderer");
    lope_tuning tuning = lope_tuning_default();
    if (scenario->pieces == NULL || scenario->characters == NULL || entry == NULL || name == NULL) {
        lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", mesh_file);
    } else if (lope_scene_mesh_read_units(&scenario->pieces[0].mesh, mesh_file, units, fault)) {
        lope_scene_piece *piece = &scenario->pieces[0];
        lope_scene_character *character = &scenario->characters[0];
        scenario->piece_count = scenario->level_count = scenario->character_count = 1;
        piece->name = scenario->name;
        piece->shape = LOPE_SCENE_MESH;
        piece->pose.rotation = lope_scene_quat_identity();
        piece->channels = LOPE_CHANNEL_SOLID;
        *entry =
            (lope_scene_entry){.has = LOPE_SCENE_HAS_RANDOM, .random = {.seed = seed, .every = 1.0, .jump = 0.2, .move = true}};
        *character = (lope_scene_character){.name = name,
                                            .radius = 0.34,
                                            .height = 1.76,
                                            .channels = LOPE_CHANNEL_SOLID,
                                            .overlap_channels = LOPE_CHANNEL_VOLUME,
                                            .count = 1,
                                            .spacing = 1.0,
                                            .time_scale = 1.0,
                                            .input = entry,
                                            .input_count = 1,
                                            .put_back = true};
        if (lope_moveset_make(&character->moveset, &tuning, NULL) == LOPE_OK) return scenario;
        lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: the default tuning is refused", mesh_file);
    }
    lope_scenario_free(scenario);
    return NULL;
}

void lope_scenario_free(lope_scenario *scenario)
{
    if (scenario == NULL) return;
    for (uint32_t i = 0; i < scenario->piece_count; i++) lope_scene_mesh_free(&scenario->pieces[i].mesh);
    lope_scene_arena_free(&scenario->arena);
    free(scenario);
}
