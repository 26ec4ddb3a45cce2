// read_file.h - a whole file in memory, for the readers of text.
//
// Read next: json_syntax.c, trace_read.c.
#ifndef LOPE_SCENE_READ_FILE_H
#define LOPE_SCENE_READ_FILE_H

#include "fault.h"

#include <stddef.h>

// From malloc, with a zero behind it; NULL after a fault. most: bytes; expected: "a scenario file", for the fault's text.
char *lope_scene_read_file(const char *file, size_t most, const char *expected, size_t *length, lope_scene_fault *fault);

#endif
