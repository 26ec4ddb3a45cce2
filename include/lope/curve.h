// curve.h - a value over x, given by a few points: the strength of a layered move over its time, the height
// of a leap.
//
// Both functions are pure and may be called from any thread. A curve that a moveset has taken
// (lope_moveset_add_curve) has been checked; the functions do not check again. Read next: layer.h, which uses
// curves.
#ifndef LOPE_CURVE_H
#define LOPE_CURVE_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_CURVE_POINTS 12 // a curve has at most so many points

// How a curve leads from point to point.
typedef enum lope_curve_kind {
    LOPE_CURVE_LINEAR = 0, // straight
    LOPE_CURVE_SMOOTH = 1, // with a continuous slope, never beyond two neighbours' values (monotone cubic)
    LOPE_CURVE_STEPS = 2   // each value holds until the next point
} lope_curve_kind;

// Before the first point the curve has the first value, after the last point the last value.
typedef struct lope_curve {
    uint32_t kind, count;                             // lope_curve_kind; 1 to LOPE_CURVE_POINTS points
    float x[LOPE_CURVE_POINTS], y[LOPE_CURVE_POINTS]; // x ascending, no two equal
} lope_curve;

// Returns the curve's value at x. A curve without points is 1 everywhere.
LOPE_API double lope_curve_at(const lope_curve *curve, double x);
// Returns the integral of the curve from a to b, in closed form. With b < a it is minus that from b to a.
LOPE_API double lope_curve_area(const lope_curve *curve, double a, double b);

#ifdef __cplusplus
}
#endif
#endif
