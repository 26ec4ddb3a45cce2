// record.h - recordings of a scenario's characters as a file, and the level that they were made on.
//
// A file holds one recording a character, one behind the other, in the order of the scenario.
// Read next: ../include/lope/record.h.
#ifndef LOPE_SCENE_RECORD_H
#define LOPE_SCENE_RECORD_H

#include "player.h"

// Records every character from now on for `ticks` ticks; split ticks are allowed for.
bool lope_scene_record_begin(lope_scene_player *player, uint64_t ticks, bool queries, lope_scene_fault *fault);
// Writes what has been recorded. *lost: recordings that do not go back to the beginning, for want of room.
bool lope_scene_record_write(const lope_scene_player *player, const char *file, uint32_t *lost, lope_scene_fault *fault);

// Over the ids and triangles of all that stands still.
uint64_t lope_scene_level_hash(const lope_scene_player *player);

// The level of a scenario or a mesh file. origin NULL: the scenario's own.
typedef struct lope_scene_stage {
    lope_scenario *scenario;
    lope_scene_player *player;
    uint64_t hash;
} lope_scene_stage;
// units: of a mesh file; NULL: metres, y up.
bool lope_scene_stage_open(lope_scene_stage *stage, const char *file, const lope_scene_units *units, const lope_point *origin,
                           lope_scene_fault *fault);
void lope_scene_stage_close(lope_scene_stage *stage);
// Gives a recording the abilities and modes of the stage's characters. Returns false on a fault: the recording
// has an ability that stays a mere name, and the fault says which, and what to do.
bool lope_scene_stage_give(const lope_scene_stage *stage, lope_recording *recording, const char *file, lope_scene_fault *fault);

// Recordings that have been read.
typedef struct lope_scene_recordings {
    lope_recording **list;
    uint32_t count;
} lope_scene_recordings;
bool lope_scene_recordings_read(lope_scene_recordings *recordings, const char *file, lope_scene_fault *fault);
void lope_scene_recordings_free(lope_scene_recordings *recordings);

#endif
