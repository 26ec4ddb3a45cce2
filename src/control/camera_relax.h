// camera_relax.h - how what was contracted is let out again: by a half-life, and no faster than a speed.
#ifndef LOPE_CONTROL_CAMERA_RELAX_H
#define LOPE_CONTROL_CAMERA_RELAX_H

#include "control/decay.h"

// Returns what is left of `size` (m or rad, >= 0) after `seconds`. While the half-life asks for more than
// `most` a second, it shrinks evenly; from then on exponentially. Closed form, so frames may be cut anywhere.
// half_life 0: at once, as far as `most` allows. most 0: without a limit.
static inline double lope_relax(double size, double half_life, double most, double seconds)
{
    if (!(size > 0)) return 0;
    const double rate = lope_rate_of_half_life(half_life);
    // the size from which it is exponential
    const double even = most > 0 ? (rate > 0 ? most / rate : 0) : size;
    if (size > even) {
        const double time = (size - even) / most;
        if (time >= seconds) return size - most * seconds;
        size = even;
        seconds -= time;
    }
    return rate > 0 ? size * lope_exp_double(-rate * seconds) : 0;
}

#endif
