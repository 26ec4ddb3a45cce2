// grid.c - see grid.h.
#include "grid.h"
#include "../behaviour/check.h"

#include <time.h>

#define GOLDEN 0.61803398874989484820

static double fraction_of(double x) { return x - floor(x); }

static double seconds(void) { return (double)clock() / (double)CLOCKS_PER_SEC; }

void grid_begin(grid *g, const char *name, const char *unit, double share)
{
    memset(g, 0, sizeof *g);
    g->name = name;
    g->unit = unit;
    g->tag = "";
    g->share = share;
    g->only = -1;
    const char *seed = getenv("LOPE_SEED"), *cell = getenv("LOPE_GRID_CELL"), *all = getenv("LOPE_GRID_ALL");
    g->seed = seed ? strtoull(seed, NULL, 10) : 1;
    if (cell) g->only = (int64_t)strtoull(cell, NULL, 10);
#ifdef LOPE_QUICK
    g->share *= 0.1;
#else
    const char *quick = getenv("LOPE_QUICK");
    double part = quick ? atof(quick) : 1;
    if (quick) g->share *= part > 0 && part < 1 ? part : 0.1;
#endif
    if (all) g->share = 1;
    g->started = seconds();
}

static bool is_chosen(const grid *g, uint64_t index)
{
    if (g->only >= 0) return (int64_t)index == g->only;
    return fraction_of((double)index * GOLDEN + (double)(g->seed % 1000003) * 0.7548776662466927) < g->share;
}

bool grid_next(grid *g)
{
    uint64_t index = g->cells++;
    g->cell_failed = false;
    bool chosen = is_chosen(g, index);
    g->run += chosen;
    return chosen;
}

bool grid_pass(grid *g, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (is_chosen(g, g->cells + i)) return false;
    g->cells += count;
    return true;
}

double grid_phase(const grid *g) { return fraction_of((double)g->cells * 0.7548776662466927); }

void grid_measure(grid *g, double value, const char *where, ...)
{
    if (g->measured && !(value > g->worst)) return;
    g->measured = true;
    g->worst = value;
    va_list list;
    va_start(list, where);
    vsnprintf(g->worst_where, GRID_TEXT, where, list);
    va_end(list);
}

static grid_class *class_of(grid *g, const char *name)
{
    for (int i = 0; i < g->class_count; i++)
        if (strcmp(g->classes[i].name, name) == 0 && strcmp(g->classes[i].tag, g->tag) == 0) return &g->classes[i];
    if (g->class_count == GRID_CLASSES) return &g->classes[GRID_CLASSES - 1];
    g->classes[g->class_count].name = name;
    snprintf(g->classes[g->class_count].tag, sizeof g->classes[0].tag, "%s", g->tag);
    return &g->classes[g->class_count++];
}

void grid_fail(grid *g, const char *name, const char *where, ...)
{
    if (!g->cell_failed) g->failed_cells++;
    g->cell_failed = true;
    grid_class *class = class_of(g, name);
    if (class->count++ > 0) return;
    int used = snprintf(class->first, GRID_TEXT, "cell %llu: ", (unsigned long long)(g->cells - 1));
    va_list list;
    va_start(list, where);
    vsnprintf(class->first + used, (size_t)(GRID_TEXT - used), where, list);
    va_end(list);
}

uint64_t grid_report(grid *g)
{
    printf("  %s: %llu of %llu cells (seed %llu), %llu failed", g->name, (unsigned long long)g->run, (unsigned long long)g->cells,
           (unsigned long long)g->seed, (unsigned long long)g->failed_cells);
    if (g->measured) printf("; worst %.3g %s (%s)", g->worst, g->unit, g->worst_where);
    printf("; %.1f s\n", seconds() - g->started);
    for (int i = 0; i < g->class_count; i++)
        printf("    FAILED %s%s%s: %llu times, first %s\n", g->classes[i].name, *g->classes[i].tag ? ", " : "", g->classes[i].tag,
               (unsigned long long)g->classes[i].count, g->classes[i].first);
    fflush(stdout);
    return g->failed_cells;
}

void grid_end(grid *g)
{
    grid_report(g);
    if (g->run == 0 && g->only < 0) fail_msg("%s: no cell ran", g->name);
    if (g->failed_cells) fail_msg("%s: %llu cells failed", g->name, (unsigned long long)g->failed_cells);
}
