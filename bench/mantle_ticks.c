// mantle_ticks.c - each tick of a mantle once, for a profiler: `mantle_ticks [turns]` prints how many there were.
#include "mantle_cost.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    (void)argv;
    const uint32_t ticks = mantle_cost_count(argc > 1);
    printf("ticks %u\n", (unsigned)ticks);
    return ticks > 0 ? 0 : 1;
}
