// resident.c - reads the second number of /proc/self/statm: resident pages.
#if defined(__linux__)
#define _DEFAULT_SOURCE // sysconf
#include <unistd.h>
#endif

#include "resident.h"

#include <stdio.h>

double resident_bytes(void)
{
#if defined(__linux__)
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long whole = 0, resident = 0;
    const int read = file == NULL ? 0 : fscanf(file, "%lu %lu", &whole, &resident);
    if (file != NULL) fclose(file);
    return read == 2 ? (double)resident * (double)sysconf(_SC_PAGESIZE) : 0;
#else
    return 0;
#endif
}
