// record.c - recordings made here and played back anywhere: the tour, and walkers of the park. Read next:
// golden.h.
#include "golden.h"
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORDED 6 // walkers of the park
#define RECORDED_TICKS 240

bool golden_append(golden_bytes *to, const lope_recorder *recorder)
{
    size_t size = 0;
    if (lope_recorder_write(recorder, NULL, 0, &size) != LOPE_OK) return false;
    unsigned char *more = realloc(to->bytes, to->size + size);
    if (more == NULL) return false;
    to->bytes = more;
    if (lope_recorder_write(recorder, more + to->size, size, NULL) != LOPE_OK) return false;
    to->size += size;
    return true;
}

static bool record_park(const obj_mesh *gym, golden_bytes *record)
{
    play p;
    bool good = play_open(&p, gym, 0);
    for (uint32_t i = 0; good && i < RECORDED; i++) {
        char name[32];
        snprintf(name, sizeof name, "walker %u", (unsigned)i);
        good = lope_character_record(p.walkers[i], &(lope_recorder_def){.queries = true, .name = name, .level = "park"}) != NULL;
    }
    for (uint32_t i = 0; good && i < RECORDED_TICKS; i++) good = play_step(&p);
    for (uint32_t i = 0; good && i < RECORDED; i++) good = golden_append(record, lope_character_recorder(p.walkers[i]));
    play_close(&p);
    return good;
}

bool golden_record(const obj_mesh *gym, const char *tour, golden_bytes *record, char *text)
{
    if (!golden_tour_record(gym, tour, record, text)) return false;
    if (record_park(gym, record)) return true;
    snprintf(text, 200, "recording the park was refused");
    return false;
}

static lope_level *level_of(const lope_recording_header *header, const obj_mesh *gym)
{
    lope_level *level = lope_level_create(NULL);
    if (strcmp(header->level, "park") == 0) {
        if (level != NULL && !play_fill(level, gym, 0)) return NULL;
        return level;
    }
    lope_level_add_mesh(level, &(lope_mesh_def){.points = gym->points,
                                                .point_count = gym->point_count,
                                                .indices = gym->indices,
                                                .triangle_count = gym->triangle_count});
    return level;
}

static bool replay(const lope_recording *recording, const obj_mesh *gym, char *text)
{
    const lope_recording_header *header = lope_recording_header_of(recording);
    lope_replay_report report = {0};
    lope_level *level = level_of(header, gym);
    if (level != NULL) {
        const lope_surroundings around = lope_level_surroundings(level);
        lope_replay(recording, &around, NULL, &report);
        lope_level_destroy(level);
    }
    if (report.equal && report.ticks == header->tick_count && report.ticks > 0) return true;
    snprintf(text, 200, "%.40s: tick %u: %.40s %.80s", header->name, (unsigned)report.tick, report.field, report.text);
    return false;
}

bool golden_replay(const obj_mesh *gym, const char *tour, const golden_bytes *record, char *text)
{
    golden_bytes own = {0};
    bool good = record->size > 0;
    for (size_t at = 0, used = 0; good && at < record->size; at += used) {
        lope_error error = {0};
        lope_recording *recording = lope_recording_read(record->bytes + at, record->size - at, &used, NULL, &error);
        if (recording == NULL) snprintf(text, 200, "%.47s: %.140s", error.field, error.text);
        good = recording != NULL && replay(recording, gym, text);
        lope_recording_destroy(recording);
    }
    if (good) good = golden_record(gym, tour, &own, text);
    if (good && (own.size != record->size || memcmp(own.bytes, record->bytes, own.size) != 0)) {
        snprintf(text, 200, "this machine records other bytes");
        good = false;
    }
    free(own.bytes);
    return good;
}
