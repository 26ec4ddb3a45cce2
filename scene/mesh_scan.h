// mesh_scan.h - words and numbers of a mesh file's text, with the line of each for faults.
//
// Read next: mesh_scan.c; mesh_ply.c, mesh_off.c.
#ifndef LOPE_SCENE_MESH_SCAN_H
#define LOPE_SCENE_MESH_SCAN_H

#include "fault.h"

#include <stddef.h>
#include <stdint.h>

typedef struct lope_scene_scan {
    const char *file;
    lope_scene_fault *fault;
    const char *at, *end;
    unsigned long line; // of `at`, from 1
} lope_scene_scan;

// Goes over spaces and line breaks to the next word and over it. Returns its length, 0 at the end of the
// text.
size_t lope_scene_scan_word(lope_scene_scan *scan, const char **word);

// The same within the line; returns 0 at its end, before the line break.
size_t lope_scene_scan_word_in_line(lope_scene_scan *scan, const char **word);

// Goes to the beginning of the next line.
void lope_scene_scan_next_line(lope_scene_scan *scan);

// Whether a word is a text, letter by letter.
bool lope_scene_scan_is(const char *word, size_t length, const char *text);

// Reads a word as a number, of which also nan is one here. Returns false, without a fault, when it is none.
bool lope_scene_scan_number(const char *word, size_t length, double *value);

// Reads a word as a whole number from 0 to `most`. Returns false, without a fault, when it is none.
bool lope_scene_scan_whole(const char *word, size_t length, uint64_t most, uint64_t *value);

// Fills the fault with file, line, what was found and what was expected. Returns false.
bool lope_scene_scan_fail(const lope_scene_scan *scan, const char *word, size_t length, const char *expected);

#endif
