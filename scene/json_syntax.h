// json_syntax.h - opens a JSON file, and finds errors of syntax with their place. Read next: json_syntax.c.
#ifndef LOPE_SCENE_JSON_SYNTAX_H
#define LOPE_SCENE_JSON_SYNTAX_H

#include "json.h"

// Reads a whole file: `//` comments and a byte order mark are allowed. Syntax errors give `file:line:column`.
// Returns false on a fault.
bool lope_json_open(lope_json_source *source, const char *file, lope_scene_fault *fault);

// The same for a text in memory, in which comments are blanked. source: its file and fault. Returns false on
// a fault.
bool lope_json_parse(lope_json_source *source, char *text, size_t length);

// Frees what lope_json_open or lope_json_parse made.
void lope_json_close(lope_json_source *source);

// Blanks `//` comments outside texts; nothing moves. Public for its test.
void lope_json_strip_comments(char *text, size_t length);

// Checks that text is JSON. On a fault fills where (bytes from the start) and what (what is there, what would be right)
// and returns false.
bool lope_json_check(const char *text, size_t length, size_t *where, char *what, size_t what_size);

#endif
