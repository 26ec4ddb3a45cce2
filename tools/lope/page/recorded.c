// recorded.c - see recorded.h.
#include "recorded.h"

#include <stdlib.h>

#define RING 128u        // steps that a recorder holds
#define ENOUGH 48u       // steps after which it is read
#define STEP_BYTES 6144u // for a step's queries, events and moving shapes, twice what crowded places were seen to take

bool page_recorded_start(page_recorded *recorded, const page_bodies *bodies, const page_queries *queries, lope_scene_fault *fault)
{
    uint32_t actors = lope_scene_player_actor_count(bodies->player);
    float rate = (float)lope_scene_player_rate(bodies->player);
    recorded->foreign = actors > 0 && lope_character_recorder(lope_scene_player_actor(bodies->player, 0)->handle) != NULL;
    for (uint32_t i = 0; i < actors && !recorded->foreign; i++) {
        lope_error error = {0};
        lope_recorder_def def = {.seconds = (float)RING / rate,
                                 .tick_rate = rate,
                                 .queries = i < queries->count,
                                 .bytes = RING * STEP_BYTES,
                                 .error = &error};
        if (lope_character_record(lope_scene_player_actor(bodies->player, i)->handle, &def) == NULL)
            return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: no recorder: %s %s", error.field, error.text);
    }
    return true;
}

static bool count_steps(page_recorded *recorded, const page_bodies *bodies, lope_scene_fault *fault)
{
    if (recorded->ticks == recorded->capacity) {
        size_t capacity = recorded->capacity == 0 ? 1024 : recorded->capacity * 2;
        uint64_t *steps = realloc(recorded->steps, capacity * sizeof *steps);
        if (steps == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: out of memory");
        recorded->steps = steps;
        recorded->capacity = capacity;
    }
    uint32_t actors = lope_scene_player_actor_count(bodies->player);
    recorded->steps[recorded->ticks++] = actors > 0 ? lope_scene_player_steps(bodies->player) / actors : 0;
    return true;
}

// Steps first .. end - 1 of the run are what the recording's last ones are: give each to its tick.
static bool give(const page_recorded *recorded, const page_bodies *bodies, page_track *track, page_queries *queries,
                 uint32_t actor, const lope_recording *recording, lope_scene_fault *fault)
{
    uint64_t end = recorded->steps[recorded->ticks - 1], count = lope_recording_tick_count(recording);
    lope_point feet = {0};
    bool good = true;
    size_t tick = recorded->read, begun = 0;
    for (uint64_t i = 0; good && i < count; i++) {
        lope_recorded_tick step;
        uint64_t number = end - count + i;
        if (number < recorded->steps[recorded->read - 1] || !lope_recording_tick(recording, (uint32_t)i, &step)) continue;
        while (tick < recorded->ticks && recorded->steps[tick] <= number) tick++;
        if (tick != begun) feet = step.before.feet;
        begun = tick;
        page_row_recorded(page_track_row(track, tick, actor), bodies, &step);
        good = page_queries_add(queries, bodies, actor, tick, feet, &step, fault);
    }
    return good;
}

static bool read_actor(const page_recorded *recorded, const page_bodies *bodies, page_track *track, page_queries *queries,
                       uint32_t actor, page_bytes *buffer, lope_scene_fault *fault)
{
    lope_recorder *recorder = lope_character_recorder(lope_scene_player_actor(bodies->player, actor)->handle);
    size_t size = 0;
    lope_error error = {0};
    if (recorder == NULL || lope_recorder_tick_count(recorder) == 0) return true;
    lope_recorder_write(recorder, NULL, 0, &size);
    if (!page_bytes_room(buffer, size) || lope_recorder_write(recorder, buffer->data, size, &size) != LOPE_OK)
        return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: out of memory for a recording of %zu bytes", size);
    lope_recording *recording = lope_recording_read(buffer->data, size, NULL, NULL, &error);
    if (recording == NULL)
        return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: own recording refused: %s %s", error.field, error.text);
    bool good = give(recorded, bodies, track, queries, actor, recording, fault);
    lope_recording_destroy(recording);
    if (!recorded->foreign) lope_recorder_clear(recorder);
    return good;
}

bool page_recorded_tick(page_recorded *recorded, const page_bodies *bodies, page_track *track, page_queries *queries, bool last,
                        lope_scene_fault *fault)
{
    bool first = recorded->ticks == 0;
    if (!last && !count_steps(recorded, bodies, fault)) return false;
    if (first) recorded->read = 1; // nothing has led to the first row
    if (recorded->read >= recorded->ticks) return true;
    uint64_t waiting = recorded->steps[recorded->ticks - 1] - recorded->steps[recorded->read - 1];
    if (!last && (recorded->foreign || waiting < ENOUGH)) return true;
    page_bytes buffer = {0};
    bool good = true;
    for (uint32_t i = 0; good && i < lope_scene_player_actor_count(bodies->player); i++)
        good = read_actor(recorded, bodies, track, queries, i, &buffer, fault);
    page_bytes_free(&buffer);
    recorded->read = recorded->ticks;
    track->recorded = true;
    return good;
}

void page_recorded_free(page_recorded *recorded)
{
    free(recorded->steps);
    *recorded = (page_recorded){0};
}
