// clock.c - the clocks of POSIX, and the median. Read next: walk.c.
#define _POSIX_C_SOURCE 199309L // clock_gettime
#include "clock.h"

#include <stdlib.h>
#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double clock_thread(void) { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }
double clock_process(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }
double clock_wall(void) { return seconds_of(CLOCK_MONOTONIC); }

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double clock_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return count % 2 == 1 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}
