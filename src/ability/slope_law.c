// slope_law.c - a speed along a line: see slope_law.h.
//
// Between two changes of direction the acceleration is c - drag v with a constant c. The speed comes to rest
// at most once; there the pull wins over the friction, or it stays.
//
// Data: none. Read next: zipline.c.
#include "slope_law.h"

#include <lope/vec.h>

#define SMALL 1e-6 // drag times s below which the series is exact

// Returns the speed after t s under c - drag v. way: m.
static double after(double c, double drag, double v, double t, double *way)
{
    const double x = drag * t;
    if (x < SMALL) {
        const double a = c - drag * v;
        *way = v * t + 0.5 * a * t * t;
        return v + a * t;
    }
    const double top = c / drag, share = lope_exp_double(-x);
    *way = top * t + (v - top) * (1 - share) / drag;
    return top + (v - top) * share;
}

// Returns when a speed comes to rest under c - drag v, or -1: never.
static double rest_after(double c, double drag, double v)
{
    if (v == 0 || c * v >= 0) return -1;
    const double x = -drag * v / c; // above 0
    if (x < SMALL) return -v / c * (1 - 0.5 * x);
    return lope_log_double(1 + x) / drag;
}

double lope_slope_rest(const lope_slope_law *law, double speed)
{
    return rest_after(law->pull - law->hold * (speed > 0 ? 1 : -1), law->drag, speed);
}

double lope_slope_run(const lope_slope_law *law, double *speed, double seconds)
{
    double way = 0, more, sign = *speed > 0 ? 1 : *speed < 0 ? -1 : 0;
    if (sign != 0) {
        const double c = law->pull - law->hold * sign, rest = rest_after(c, law->drag, *speed);
        if (rest < 0 || rest >= seconds) {
            *speed = after(c, law->drag, *speed, seconds, &way);
            return way;
        }
        after(c, law->drag, *speed, rest, &way);
        *speed = 0;
        seconds -= rest;
    }
    sign = law->pull > law->hold ? 1 : law->pull < -law->hold ? -1 : 0;
    if (sign == 0) return way;
    *speed = after(law->pull - law->hold * sign, law->drag, 0, seconds, &more);
    return way + more;
}
