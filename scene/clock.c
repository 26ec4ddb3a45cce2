// clock.c - wall time, the calling thread's processor time, and waiting.
//
// POSIX has a clock for one thread; elsewhere C's clock() stands in for it. Read next: player.c.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "clock.h"

#include <time.h>

#if defined(_WIN32)
#include <windows.h>
#endif

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
#if defined(__wasm__)
    return lope_scene_clock_wall(); // a process there has no clock of its own
#else
    return (double)clock() / (double)CLOCKS_PER_SEC;
#endif
}

void lope_scene_clock_sleep(double seconds)
{
    if (!(seconds > 0.0)) return;
#if defined(_WIN32)
    Sleep((DWORD)(seconds * 1000.0));
#else
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    nanosleep(&time, NULL);
#endif
}
