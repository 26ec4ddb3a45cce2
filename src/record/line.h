// line.h - a line of text, written into the caller's buffer with the same bits on every machine.
//
// printf would take the decimal sign from the locale. Read next: facts.h.
#ifndef LOPE_RECORD_LINE_H
#define LOPE_RECORD_LINE_H

#include <lope/base.h>

typedef struct lope_line {
    char *text;          // may be NULL when size is 0
    size_t size, length; // length: of the line in full, also where it is cut
} lope_line;

static inline lope_line lope_line_start(char *text, size_t size)
{
    lope_line line = {text, size, 0};
    if (size > 0) text[0] = 0;
    return line;
}

void lope_line_put(lope_line *line, const char *words);
// Bytes under 32 become '?': a name cannot break the line.
void lope_line_name(lope_line *line, const char *name);
void lope_line_whole(lope_line *line, uint64_t number);
// Rounded half away from zero to `decimals` (at most 6) digits behind the point; "-" only when something is left of it. What is not finite,
// or beyond 1e12, is written as "?".
void lope_line_number(lope_line *line, double number, unsigned decimals);
// The same without zeros at its end: 12 in place of 12.0.
void lope_line_short(lope_line *line, double number, unsigned decimals);

#endif
