// table.c - the benchmark's table, and what it was measured on. Read next: bench.c.
#define _POSIX_C_SOURCE 200809L // sysconf, gmtime_r
#include "table.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TEXTS 12

const char *table_text(const char *format, ...)
{
    static char texts[TEXTS][TABLE_CELL];
    static int next;
    char *text = texts[next++ % TEXTS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, TABLE_CELL, format, arguments);
    va_end(arguments);
    return text;
}

void table_row(table *t, const char *what, const char *value, const char *target, const char *verdict, const char *rival)
{
    if (t->rows == TABLE_ROWS_MOST) return;
    const char *const texts[TABLE_COLUMNS] = {what, value, target, verdict, rival, ""};
    for (int i = 0; i < TABLE_COLUMNS; i++) snprintf(t->cells[t->rows][i], TABLE_CELL, "%s", texts[i]);
    t->rows++;
}

void table_second_rival(table *t, const char *text)
{
    if (t->rows > 0) snprintf(t->cells[t->rows - 1][TABLE_COLUMNS - 1], TABLE_CELL, "%s", text);
}

static bool stands_right(int column) { return column == 1 || column >= 4; }

void table_print(const table *t, FILE *out)
{
    const int columns = t->rows > 0 && t->cells[0][TABLE_COLUMNS - 1][0] != 0 ? TABLE_COLUMNS : TABLE_COLUMNS - 1;
    int width[TABLE_COLUMNS] = {0};
    for (int row = 0; row < t->rows; row++)
        for (int i = 0; i < columns; i++) {
            const int length = (int)strlen(t->cells[row][i]);
            if (length > width[i]) width[i] = length;
        }
    for (int row = 0; row < t->rows; row++) {
        for (int i = 0; i < columns; i++) fprintf(out, stands_right(i) ? "| %*s " : "| %-*s ", width[i], t->cells[row][i]);
        fputs("|\n", out);
        for (int i = 0; row == 0 && i < columns; i++) {
            fputs("|-", out);
            for (int k = 0; k < width[i]; k++) fputc('-', out);
            fputc(stands_right(i) ? ':' : '-', out);
        }
        if (row == 0) fputs("|\n", out);
    }
}

static void processor(char *name, size_t size)
{
    snprintf(name, size, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL) continue;
        snprintf(name, size, "%s", colon + 2);
        name[strcspn(name, "\n")] = 0;
        break;
    }
    if (file != NULL) fclose(file);
}

// Processes that wanted a processor over the last minutes: when far more than this program's own one or two, others disturbed it.
static void print_load(FILE *out)
{
    FILE *file = fopen("/proc/loadavg", "r");
    double one, five;
    if (file != NULL && fscanf(file, "%lf %lf", &one, &five) == 2)
        fprintf(out, "- load of the machine over the last 1 and 5 minutes: %.1f, %.1f\n", one, five);
    if (file != NULL) fclose(file);
}

void table_machine(FILE *out, const char *commit, const char *flags)
{
    char name[200], date[32];
    const time_t now = time(NULL);
    struct tm day;
    processor(name, sizeof name);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &day));
    fprintf(out, "- processor: %s, %ld cores\n", name, sysconf(_SC_NPROCESSORS_ONLN));
#if defined(__clang__)
    fprintf(out, "- compiler: clang %s, %s\n", __clang_version__, flags);
#else
    fprintf(out, "- compiler: gcc %s, %s\n", __VERSION__, flags);
#endif
    fprintf(out, "- date: %s, commit: %s\n", date, commit);
    print_load(out);
    fputs("- times: thread CPU time of the characters' ticks alone, medians of rounds in which all take turns\n\n", out);
}
