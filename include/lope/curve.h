// curve.h - a value over time, by a few points: strength of a layered move, height of a leap.
#ifndef LOPE_CURVE_H
#define LOPE_CURVE_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_CURVE_POINTS 12

typedef enum lope_curve_kind {
    LOPE_CURVE_LINEAR = 0, // straight from point to point
    LOPE_CURVE_SMOOTH = 1, // through the points with a continuous slope, never beyond two neighbours (monotone cubic)
    LOPE_CURVE_STEPS = 2   // each value until the next point
} lope_curve_kind;

// Before the first point its value, after the last one its value.
typedef struct lope_curve {
    uint32_t kind, count;                             // lope_curve_kind; 1 to LOPE_CURVE_POINTS
    float x[LOPE_CURVE_POINTS], y[LOPE_CURVE_POINTS]; // x ascending
} lope_curve;

LOPE_API double lope_curve_at(const lope_curve *curve, double x);
// The integral from a to b, in closed form.
LOPE_API double lope_curve_area(const lope_curve *curve, double a, double b);

#ifdef __cplusplus
}
#endif
#endif
