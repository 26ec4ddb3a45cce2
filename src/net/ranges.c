// ranges.c - replaced ticks as ranges. Read first: ranges.h.
#include "net/ranges.h"

// Returns how many of `left` ticks, from `tick` back, have the bit `value`.
static uint32_t run_of(const lope_ranges *ranges, uint32_t tick, uint32_t left, bool value)
{
    uint32_t run = 0;
    while (run < left && lope_ranges_has(ranges, tick - run) == value) run++;
    return run;
}

void lope_ranges_pass(lope_bits *bits, lope_ranges *ranges, uint32_t last, uint32_t count)
{
    uint32_t done = 0;
    bool value = false;
    if (!bits->writes) *ranges = (lope_ranges){{0}};
    const bool any = lope_bits_flag(bits, bits->writes && run_of(ranges, last, count, false) < count);
    while (any && done < count && !bits->bad) {
        const uint32_t left = count - done;
        uint32_t run = bits->writes ? run_of(ranges, last - done, left, value) : 0;
        run = lope_bits_small(bits, run);
        if (run > left) bits->bad = true;
        for (uint32_t i = 0; !bits->writes && !bits->bad && i < run; i++) lope_ranges_set(ranges, last - done - i, value);
        done += run;
        if (run == 0 && done > 0) bits->bad = true; // only the first run may be empty
        value = !value;
    }
}
