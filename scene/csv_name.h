// csv_name.h - names in comma-separated files.
#ifndef LOPE_SCENE_CSV_NAME_H
#define LOPE_SCENE_CSV_NAME_H

#include <stdio.h>

// Writes a name. One with a comma or a quote stands in quotes, with quotes doubled (RFC 4180).
void lope_scene_write_name(const char *name, FILE *out);

#endif
