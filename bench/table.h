// table.h - a small table that reads well on a terminal and is Markdown. Read next: table.c.
#ifndef LOPE_BENCH_TABLE_H
#define LOPE_BENCH_TABLE_H

#include <stdio.h>

#define TABLE_COLUMNS 6 // the last one is printed only where it is used
#define TABLE_ROWS_MOST 64
#define TABLE_CELL 64 // bytes

typedef struct table {
    int rows; // the first is the head
    char cells[TABLE_ROWS_MOST][TABLE_COLUMNS][TABLE_CELL];
} table;

// One of a few buffers that take turns: good until a dozen later calls.
const char *table_text(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;
void table_row(table *t, const char *what, const char *value, const char *target, const char *verdict, const char *rival);
// Puts a second rival's text into the row that was made last.
void table_second_rival(table *t, const char *text);
void table_print(const table *t, FILE *out);

// Processor, cores, compiler, flags, date, commit and load, a line each.
void table_machine(FILE *out, const char *commit, const char *flags);

#endif
