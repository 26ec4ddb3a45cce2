// trace.h - writes a trace: a table of all characters, tick by tick. Read next: trace.c.
#ifndef LOPE_SCENE_TRACE_H
#define LOPE_SCENE_TRACE_H

#include "player.h"

#include <stdio.h>

// Writes the first row, with the names of the columns.
void lope_scene_trace_header(FILE *out);

// Writes one row a character, for the tick that was just played.
void lope_scene_trace_rows(const lope_scene_player *player, FILE *out);

#endif
