// marks_read.h - an events file, read again: the marks that a plot draws. Read next: marks_read.c, events.c.
#ifndef LOPE_SCENE_MARKS_READ_H
#define LOPE_SCENE_MARKS_READ_H

#include "fault.h"

#include <lope/move.h>

// One line of an events file, as far as it is drawn.
typedef struct lope_scene_mark {
    char *name; // of the character
    double time;
    uint32_t kind; // lope_event_kind
} lope_scene_mark;

typedef struct lope_scene_marks {
    lope_scene_mark *marks;
    size_t count, room;
} lope_scene_marks;

// Reads an events file. Returns false on a fault.
bool lope_scene_marks_read(lope_scene_marks *marks, const char *file, lope_scene_fault *fault);

// Frees what lope_scene_marks_read made.
void lope_scene_marks_free(lope_scene_marks *marks);

#endif
