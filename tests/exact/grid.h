// grid.h - a grid of cells, each a small scenario: which cells run, what the worst of them measured, which
// failed, and one printed line a grid.
//
// A test walks all its cells in nested loops and asks grid_next at each. With LOPE_QUICK (or a share under 1)
// only some run, chosen by the fractional part of the cell's number times the golden ratio: such a choice is
// even over the whole grid and over every row, column and plane of it, whatever their lengths. A failure is
// recorded under a class (a fixed text) with its numbers and does not stop the grid; grid_end prints every
// class with its count and first example, and fails the test if there was any.
//
// In the environment: LOPE_SEED=n chooses other cells, LOPE_GRID_ALL=1 runs all, LOPE_GRID_CELL=n runs that
// one only.
#ifndef LOPE_TESTS_GRID_H
#define LOPE_TESTS_GRID_H

#include <stdbool.h>
#include <stdint.h>

#define GRID_CLASSES 64
#define GRID_TEXT 240

typedef struct grid_class {
    const char *name;
    char tag[48];
    uint64_t count;
    char first[GRID_TEXT];
} grid_class;

typedef struct grid {
    const char *name;
    double share;          // of the cells that run
    uint64_t seed;         // shifts the choice
    const char *tag;       // set by the test, e.g. the form of the cell: failures are counted apart by it
    uint64_t cells, run;   // walked over, run
    uint64_t failed_cells; // run and failed, whatever the number of failures in each
    bool cell_failed;
    bool measured;
    double worst;
    const char *unit;
    char worst_where[GRID_TEXT];
    grid_class classes[GRID_CLASSES];
    int class_count;
    double started; // s of processor time
    int64_t only;   // LOPE_GRID_CELL, or -1
} grid;

// share: 1 for all cells; with LOPE_QUICK a tenth of that, or what it says if that is between 0 and 1. unit: of what grid_measure gets, for the printed line.
void grid_begin(grid *g, const char *name, const char *unit, double share);

// The next cell: true when it shall run. Its number is g->cells - 1.
bool grid_next(grid *g);

// Passes over the next `count` cells if none of them shall run: then what only they need is not made.
bool grid_pass(grid *g, uint64_t count);

// A number of this cell; the line shows the largest of all, and where it was.
void grid_measure(grid *g, double value, const char *where, ...) __attribute__((format(printf, 3, 4)));

// This cell failed. name: a string that lives on, the class; the rest says where, with all that is needed to
// run it again.
void grid_fail(grid *g, const char *name, const char *where, ...) __attribute__((format(printf, 3, 4)));

// A number from 0 to 1 that belongs to this cell alone, for phases that should differ from cell to cell.
double grid_phase(const grid *g);

// Prints the line. Returns the number of failed cells.
uint64_t grid_report(grid *g);

// The same, and fails the running test if any cell failed or none ran.
void grid_end(grid *g);

#endif
