// course.h - the crowd walk's course: where everybody starts and where each second sends them, for lope and its rivals alike.
//
// The course is fixed to the last number, so that figures of different engines, machines and versions compare. Read next: walk.h.
#ifndef LOPE_BENCH_COURSE_H
#define LOPE_BENCH_COURSE_H

#include <stdint.h>

#define COURSE_WARM_UP_TICKS 120 // they fall and land
#define COURSE_TICKS 600         // measured
#define COURSE_TICKS_PER_SECOND 60
#define COURSE_SPEED 4.0        // m/s
#define COURSE_GRAVITY 9.81     // m/s2
#define COURSE_STEP_HEIGHT 0.40 // m
#define COURSE_SNAP 0.50        // m, stick to floor
#define COURSE_RADIUS 0.35      // m
#define COURSE_HEIGHT 1.80      // m
#define COURSE_START_Y 6.0      // m
#define COURSE_FELL_BELOW -20.0 // m
#define COURSE_PI 3.14159265358979323846

// Columns of the square grid that holds them all: 32 for 1,000, 100 for 10,000.
static inline uint32_t course_columns(uint32_t count)
{
    uint32_t columns = 1;
    while ((uint64_t)columns * columns < count) columns++;
    return columns;
}

// Of column or row `at`, m.
static inline double course_start(uint32_t at, uint32_t columns) { return -90.0 + 180.0 * ((double)at + 0.5) / (double)columns; }

// Where character `character` walks in a second: rad, from x towards z.
static inline double course_heading(uint32_t character, uint32_t second)
{
    uint32_t seed = character * 7919u + second + 1u;
    for (int i = 0; i < 3; i++) seed = seed * 1664525u + 1013904223u;
    return (double)seed / 4294967296.0 * 2.0 * COURSE_PI;
}

#endif
