// plot_axis.c - axes with round ticks.
#include "plot.h"

#include <math.h>

#define MOST_DECIMALS 6

// The largest of 1, 2, 5 times a power of ten that gives at least `wanted` ticks over the span, nearly.
static void choose_step(plot_range *range, double span, double wanted)
{
    static const double round[] = {1, 2, 5};
    double power = 1e-6;
    int decimals = MOST_DECIMALS;
    range->step = power;
    range->decimals = decimals;
    for (int i = 0; i < 3 * 24; i++) {
        if (i > 0 && i % 3 == 0) {
            decimals = decimals > 0 ? decimals - 1 : 0;
            power *= 10;
        }
        range->step = round[i % 3] * power;
        range->decimals = decimals;
        if (span / range->step <= wanted) return;
    }
}

plot_range plot_range_make(double low, double high, double wanted)
{
    plot_range range = {.low = low, .high = high};
    if (!(high - low > 1e-6)) range.high = low + 1e-6;
    choose_step(&range, range.high - range.low, wanted);
    return range;
}

double plot_range_first(const plot_range *range) { return ceil(range->low / range->step - 1e-9) * range->step; }

void plot_range_text(const plot_range *range, double tick, char *text, size_t size)
{
    if (fabs(tick) < range->step / 2) tick = 0; // without a sign
    snprintf(text, size, "%.*f", range->decimals, tick);
}
