// clock.c - wall time and the calling thread's processor time.
//
// POSIX has a clock for one thread; elsewhere C's clock() stands in for it. Read next: player.c.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "clock.h"

#include <time.h>

double lope_scene_clock_wall(void)
{
    struct timespec now;
#if defined(CLOCK_MONOTONIC)
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0.0;
#else
    if (timespec_get(&now, TIME_UTC) == 0) return 0.0;
#endif
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double lope_scene_clock_cpu(void)
{
#if defined(CLOCK_THREAD_CPUTIME_ID) && !defined(_WIN32)
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
#endif
    return (double)clock() / (double)CLOCKS_PER_SEC;
}
