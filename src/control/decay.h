// decay.h - exponential approach in closed form, so that what a camera smooths does not depend on how a
// second is cut into frames.
//
// A lagged value x follows a target y by dx/dt = rate (y - x). What is kept is the offset e = x - y, for
// which de/dt = -rate e - dy/dt. While y moves along a cubic of known end velocities, the solution is a
// sum of three integrals: exact for a target that stands, moves evenly or is evenly accelerated. Read
// next: camera_lag.c.
#ifndef LOPE_CONTROL_DECAY_H
#define LOPE_CONTROL_DECAY_H

#include <lope/vec.h>

#define LOPE_LN2 0.69314718055994530942

// The weights of one stretch of time.
typedef struct lope_decay {
    double keeps;    // share of the offset that is left at the end: e^(-rate t)
    double share[3]; // integrals of e^(-rate (T - t)) (t / T)^n over the stretch, divided by T
} lope_decay;

// Returns the weights of `seconds` at `rate` (1/s). A rate of 0 is no lag: nothing is kept.
static inline lope_decay lope_decay_make(double rate, double seconds)
{
    lope_decay d = {0, {0, 0, 0}};
    const double x = rate * seconds;
    if (!(rate > 0)) return d;
    d.keeps = lope_exp_double(-x);
    if (x > 0.1) {
        d.share[0] = (1 - d.keeps) / x;
        d.share[1] = (1 - d.share[0]) / x;
        d.share[2] = (1 - 2 * d.share[1]) / x;
        return d;
    }
    // The differences above lose digits when x is small. Series in x: share[n] = sum of (-x)^k n! / (n +
    // k + 1)!. The ninth term is under 0.1^9 / 10!, far below a double's last digit.
    for (int n = 0; n < 3; n++) {
        double term = 1.0 / (n + 1);
        for (int k = 1; k <= 9; k++) {
            d.share[n] += term;
            term *= -x / (n + k + 1);
        }
    }
    return d;
}

// Returns the offset at the end of the stretch of `seconds`. offset: at its beginning. moved: how far the
// target came. v0, v1: its velocity at both ends.
static inline double lope_decay_follow(const lope_decay *d, double offset, double moved, double v0, double v1, double seconds)
{
    // velocity of the cubic over s = t / T: v0 + b s + c s^2
    const double mean = seconds > 0 ? moved / seconds : 0;
    const double b = 6 * mean - 4 * v0 - 2 * v1, c = 3 * (v0 + v1) - 6 * mean;
    return offset * d->keeps - seconds * (v0 * d->share[0] + b * d->share[1] + c * d->share[2]);
}

// Returns the offset after a target that moves evenly.
static inline double lope_decay_follow_even(const lope_decay *d, double offset, double moved)
{
    return offset * d->keeps - moved * d->share[0];
}

// Returns the rate (1/s) that halves an offset in `half_life` seconds; 0, at once, for 0.
static inline double lope_rate_of_half_life(double half_life) { return half_life > 0 ? LOPE_LN2 / half_life : 0; }

// Returns the share of an offset that is left after `seconds` at a half-life (s); 0 for a half-life of 0.
static inline double lope_half_life_keeps(double half_life, double seconds)
{
    return half_life > 0 ? lope_exp_double(-seconds * LOPE_LN2 / half_life) : 0;
}

// Returns what is left of an offset after `seconds` at a half-life (s). Most frames have none.
static inline double lope_half_life_leaves(double offset, double half_life, double seconds)
{
    const bool none = offset >= 0 && offset <= 0;
    return none ? 0 : offset * lope_half_life_keeps(half_life, seconds);
}

#endif
