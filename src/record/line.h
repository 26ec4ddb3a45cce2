// line.h - a line of text, written into the buffer of the caller with the same bits on every machine.
//
// printf would take the decimal sign from the locale. Read next: explain_words.h.
#ifndef LOPE_RECORD_LINE_H
#define LOPE_RECORD_LINE_H

#include <lope/base.h>

// A line that is being written. It never writes beyond `size`.
typedef struct lope_line {
    char *text;          // may be NULL when size is 0
    size_t size, length; // length: of the whole line, even where it is cut
} lope_line;

// Returns an empty line in a buffer of `size` bytes.
static inline lope_line lope_line_start(char *text, size_t size)
{
    lope_line line = {text, size, 0};
    if (size > 0) text[0] = 0;
    return line;
}

// Appends words.
void lope_line_put(lope_line *line, const char *words);
// Appends a name. Bytes under 32 become '?', so that a name cannot break the line.
void lope_line_name(lope_line *line, const char *name);
// Appends a whole number.
void lope_line_whole(lope_line *line, uint64_t number);
// Appends a number, rounded half away from zero to `decimals` (at most 6) digits behind the point. "-" stands
// only before digits that are not all zero. A number that is not finite, or beyond 1e12, becomes "?".
void lope_line_number(lope_line *line, double number, unsigned decimals);
// Appends a number as lope_line_number does, without zeros at its end: 12 in place of 12.0.
void lope_line_short(lope_line *line, double number, unsigned decimals);

#endif
