// record.c - see record.h.
#include "record.h"

#include "mesh.h"
#include "player_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RING_BYTES 384   // a tick
#define QUERY_BYTES 2048 // a tick, with queries

// ---- the level ------------------------------------------------------------------------------------------------------------

static void fold(uint64_t *hash, const void *value, size_t bytes) // of 8 bytes: folded as a number, whatever the machine's order
{
    uint64_t bits = 0;
    memcpy(&bits, value, bytes);
    for (int i = 0; i < 8; i++) *hash = (*hash ^ (bits >> (8 * i) & 255u)) * UINT64_C(0x100000001b3);
}

static bool fold_triangle(void *context, const lope_point corners[3], uint32_t triangle)
{
    uint64_t number = triangle;
    fold(context, &number, sizeof number);
    for (int i = 0; i < 3; i++) {
        fold(context, &corners[i].x, sizeof corners[i].x);
        fold(context, &corners[i].y, sizeof corners[i].y);
        fold(context, &corners[i].z, sizeof corners[i].z);
    }
    return true;
}

uint64_t lope_scene_level_hash(const lope_scene_player *player)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const lope_level *level = lope_scene_player_level(player);
    for (size_t i = 0; i < player->bodies.count; i++) {
        const lope_scene_body *body = &player->bodies.list[i];
        if (player->scenario->pieces[body->piece].motion.kind != LOPE_SCENE_STILL) continue;
        fold(&hash, &body->id, sizeof body->id);
        lope_level_visit_triangles(level, body->body, fold_triangle, &hash);
    }
    return hash;
}

bool lope_scene_stage_open(lope_scene_stage *stage, const char *file, const lope_scene_units *units, const lope_point *origin,
                           lope_scene_fault *fault)
{
    lope_scene_player_options options = {.has_origin = origin != NULL};
    if (origin != NULL) options.origin = *origin;
    *stage = (lope_scene_stage){0};
    stage->scenario =
        lope_scene_mesh_is_named(file) ? lope_scenario_wander(file, units, 1, 1.0, fault) : lope_scenario_load(file, NULL, fault);
    if (stage->scenario != NULL) stage->player = lope_scene_player_create(stage->scenario, &options, fault);
    if (stage->player != NULL) {
        stage->hash = lope_scene_level_hash(stage->player);
        return true;
    }
    lope_scene_stage_close(stage);
    return false;
}

void lope_scene_stage_close(lope_scene_stage *stage)
{
    lope_scene_player_destroy(stage->player);
    lope_scenario_free(stage->scenario);
    *stage = (lope_scene_stage){0};
}

// Returns whether one of the stage's characters has an ability of that name.
static bool has_ability(const lope_scene_stage *stage, const char *name)
{
    for (uint32_t c = 0; c < stage->scenario->character_count; c++) {
        const lope_moveset *moveset = &stage->player->movesets[c];
        for (uint32_t i = 0; i < moveset->ability_count; i++)
            if (strcmp(moveset->abilities[i]->name, name) == 0) return true;
    }
    return false;
}

bool lope_scene_stage_give(const lope_scene_stage *stage, lope_recording *recording, const char *file, lope_scene_fault *fault)
{
    const char *name, *character = lope_recording_header_of(recording)->name;
    for (uint32_t c = 0; c < stage->scenario->character_count; c++) lope_recording_give(recording, &stage->player->movesets[c]);
    name = lope_recording_named_ability(recording, 0);
    if (name == NULL) return true;
    if (!has_ability(stage, name))
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                               "%s: %s: found the ability %s, which no character of %s has; expected the scenario that was "
                               "recorded, or a replay by its game (lope_recording_give)",
                               file, character, name, stage->scenario->file);
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                           "%s: %s: found the ability %s with other settings or tuning than in %s, expected the scenario as it "
                           "was when it was recorded",
                           file, character, name, stage->scenario->file);
}

// ---- recording ------------------------------------------------------------------------------------------------------------

// Steps in so many ticks, at most: each input splits one, and each draw of a wanderer.
static double most_steps(const lope_scene_player *player, double ticks)
{
    double steps = ticks, seconds = ticks / player->rate;
    for (uint32_t i = 0; i < player->scenario->character_count; i++) {
        const lope_scene_character *from = &player->scenario->characters[i];
        steps += from->input_count;
        for (uint32_t k = 0; k < from->input_count; k++)
            if ((from->input[k].has & LOPE_SCENE_HAS_RANDOM) && from->input[k].random.every > 0)
                steps += (double)from->count * seconds / from->input[k].random.every;
    }
    return steps < 4 * ticks + 64 ? steps : 4 * ticks + 64;
}

bool lope_scene_record_begin(lope_scene_player *player, uint64_t ticks, bool queries, lope_scene_fault *fault)
{
    const double steps = most_steps(player, (double)ticks), rate = player->rate < 1000 ? player->rate : 1000;
    const uint64_t hash = lope_scene_level_hash(player);
    lope_error error = {0};
    if (steps / rate > 86400 - 2)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "--record: found %.0f ticks, expected a day at most", steps);
    for (uint32_t i = 0; i < player->actor_count; i++) {
        char name[64], level[256];
        snprintf(name, sizeof name, "%.63s", player->actors[i].name);
        snprintf(level, sizeof level, "%.255s", player->scenario->file);
        const lope_recorder_def def = {.seconds = (float)(steps / rate + 1),
                                       .tick_rate = (float)rate,
                                       .queries = queries,
                                       .bytes = (size_t)(steps + rate) * (queries ? QUERY_BYTES : RING_BYTES),
                                       .name = name,
                                       .level = level,
                                       .level_hash = hash,
                                       .error = &error};
        if (lope_character_record(player->actors[i].handle, &def) == NULL)
            return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--record: %s: %s", error.field, error.text);
    }
    return true;
}

static bool write_one(const lope_recorder *recorder, FILE *out, const char *file, lope_scene_fault *fault)
{
    size_t size = 0;
    lope_recorder_write(recorder, NULL, 0, &size);
    void *bytes = malloc(size);
    if (bytes == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", file);
    bool good = lope_recorder_write(recorder, bytes, size, NULL) == LOPE_OK && fwrite(bytes, 1, size, out) == size;
    free(bytes);
    return good || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be written (%s)", file, strerror(errno));
}

bool lope_scene_record_write(const lope_scene_player *player, const char *file, uint32_t *lost, lope_scene_fault *fault)
{
    FILE *out = fopen(file, "wb");
    *lost = 0;
    if (out == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be written (%s)", file, strerror(errno));
    bool good = true;
    for (uint32_t i = 0; good && i < player->actor_count; i++) {
        const lope_recorder *recorder = lope_character_recorder(player->actors[i].handle);
        *lost += lope_recorder_tick_count(recorder) < lope_character_state(player->actors[i].handle)->ticks;
        good = write_one(recorder, out, file, fault);
    }
    if (fclose(out) == 0 && good) return true;
    return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be written to its end (%s)", file, strerror(errno));
}

// ---- reading --------------------------------------------------------------------------------------------------------------

static unsigned char *read_file(const char *file, size_t *size, lope_scene_fault *fault)
{
    FILE *in = fopen(file, "rb");
    unsigned char *bytes = NULL;
    size_t capacity = 0, got = 1;
    *size = 0;
    if (in == NULL) {
        lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: cannot be read (%s)", file, strerror(errno));
        return NULL;
    }
    while (got > 0) {
        if (*size == capacity) {
            capacity = capacity == 0 ? 1 << 16 : 2 * capacity;
            unsigned char *more = realloc(bytes, capacity);
            if (more == NULL) {
                lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", file);
                break;
            }
            bytes = more;
        }
        got = fread(bytes + *size, 1, capacity - *size, in);
        *size += got;
    }
    if (ferror(in)) lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: cannot be read (%s)", file, strerror(errno));
    fclose(in);
    if (fault->status == 0) return bytes;
    free(bytes);
    return NULL;
}

static bool read_next(lope_scene_recordings *all, const char *file, const unsigned char *bytes, size_t size, size_t *at,
                      lope_scene_fault *fault)
{
    lope_error error = {0};
    size_t used = 0;
    lope_recording **more = realloc(all->list, (all->count + 1) * sizeof *more);
    if (more == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", file);
    all->list = more;
    all->list[all->count] = lope_recording_read(bytes + *at, size - *at, &used, NULL, &error);
    if (all->list[all->count] == NULL)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: recording %u, from byte %zu on: %s: %s", file,
                               (unsigned)all->count, *at, error.field, error.text);
    all->count++;
    *at += used;
    return true;
}

bool lope_scene_recordings_read(lope_scene_recordings *recordings, const char *file, lope_scene_fault *fault)
{
    size_t size = 0, at = 0;
    *recordings = (lope_scene_recordings){0};
    unsigned char *bytes = read_file(file, &size, fault);
    bool good = bytes != NULL &&
                (size > 0 || lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: found nothing, expected recordings", file));
    while (good && at < size) good = read_next(recordings, file, bytes, size, &at, fault);
    free(bytes);
    if (!good) lope_scene_recordings_free(recordings);
    return good;
}

void lope_scene_recordings_free(lope_scene_recordings *recordings)
{
    for (uint32_t i = 0; i < recordings->count; i++) lope_recording_destroy(recordings->list[i]);
    free(recordings->list);
    *recordings = (lope_scene_recordings){0};
}
