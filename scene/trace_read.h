// trace_read.h - a trace, read again: for plots and whatever else looks at a run afterwards.
//
// Columns are found by the names in the first row, so a trace may have more of them than are read here. A fault names file, line
// and column. Read next: trace_read.c, and trace.c, which writes what is read.
#ifndef LOPE_SCENE_TRACE_READ_H
#define LOPE_SCENE_TRACE_READ_H

#include "fault.h"

#include <lope/move.h>

// One character after one tick, in the scenario's own space.
typedef struct lope_scene_trace_row {
    uint64_t tick;
    double time;           // s
    lope_point feet;       // m
    lope_point velocity;   // m/s
    double floor_distance; // m, with has_floor
    uint64_t hash;         // of the state; 0 when the trace has none
    uint32_t mode;         // lope_mode_id, or the place of one of the game's own in the trace's modes
    bool has_floor;
} lope_scene_trace_row;

typedef struct lope_scene_track {
    char *name;
    lope_scene_trace_row *rows; // in order of time
    size_t row_count, row_room;
} lope_scene_track;

// The characters of a trace, in order of their first row.
typedef struct lope_scene_trace {
    char *modes[LOPE_MODES]; // names from LOPE_MODE_GAME on, of the game's own modes; NULL: none
    lope_scene_track *tracks;
    size_t track_count, track_room;
} lope_scene_trace;

// At least one row of one character, or a fault.
bool lope_scene_trace_read(lope_scene_trace *trace, const char *file, lope_scene_fault *fault);
void lope_scene_trace_free(lope_scene_trace *trace);
const char *lope_scene_trace_mode(const lope_scene_trace *trace, uint32_t mode);                // its name
const lope_scene_track *lope_scene_trace_find(const lope_scene_trace *trace, const char *name); // NULL: none of that name

#endif
