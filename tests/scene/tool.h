// tool.h - what the tests of this room share: running the `lope` program, and files as text and as lines.
//
// Files go into the folder that CMake made for tests (LOPE_TEST_OUT); each test program uses names of its
// own, since they may run at the same time. Read next: test_broken.c.
#ifndef LOPE_TESTS_SCENE_TOOL_H
#define LOPE_TESTS_SCENE_TOOL_H

#include <stddef.h>

typedef struct tool_result {
    int status;           // exit status; -1: it did not end by itself
    char *output, *error; // what it printed, from malloc
    size_t error_lines;
} tool_result;

// Runs `lope ARGUMENTS` in `folder` (NULL: LOPE_TEST_OUT). `tag` keeps the output files of test programs
// apart.
tool_result tool_call(const char *tag, const char *folder, const char *arguments);
void tool_result_free(tool_result *result);

char *tool_read(const char *file, size_t *size);                   // from malloc, with a zero behind it; NULL when absent
void tool_write(const char *file, const void *bytes, size_t size); // fails the test when it cannot
void tool_write_text(const char *file, const char *text);

// The n-th line (from 0) of a text without its line break, copied to `line`; false past the last.
int tool_line(const char *text, size_t n, char *line, size_t size);
size_t tool_count_lines(const char *text);
// The n-th value (from 0) of a row without quotes, as a number.
double tool_cell(const char *row, size_t n);
// The row of a trace for a tick and a name; fails the test when there is none.
void tool_row(const char *trace, unsigned tick, const char *name, char *row, size_t size);

#endif
