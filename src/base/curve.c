// curve.c - the value of a curve and the area under it. See lope/curve.h.
//
// The smooth kind is a monotone cubic. Its slopes at the points are those of Fritsch and Butland (1984), so
// no stretch goes beyond the values at its ends.
#include <lope/curve.h>

// Returns the slope of the straight line from point i to the next.
static double slope_between(const lope_curve *c, uint32_t i)
{
    return ((double)c->y[i + 1] - (double)c->y[i]) / ((double)c->x[i + 1] - (double)c->x[i]);
}

// Returns the slope of the smooth kind at point i. Inside: the weighted harmonic mean of the slopes on both
// sides, or zero where they differ in sign. At the ends: the slope of the end stretch.
static double slope_at(const lope_curve *c, uint32_t i)
{
    if (i == 0) return slope_between(c, 0);
    if (i + 1 == c->count) return slope_between(c, i - 1);
    double before = slope_between(c, i - 1), after = slope_between(c, i);
    if (!(before * after > 0)) return 0;
    double h0 = (double)c->x[i] - (double)c->x[i - 1], h1 = (double)c->x[i + 1] - (double)c->x[i];
    double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
    return (w0 + w1) / (w0 / before + w1 / after);
}

// Returns the stretch that x lies in: it ends at point i + 1.
static uint32_t stretch_of(const lope_curve *c, double x)
{
    uint32_t i = 0;
    while (i + 2 < c->count && x >= (double)c->x[i + 1]) i++;
    return i;
}

// Returns the integral over stretch i, from its beginning to x inside it.
static double area_in(const lope_curve *c, uint32_t i, double x)
{
    double h = (double)c->x[i + 1] - (double)c->x[i], t = (x - (double)c->x[i]) / h, y0 = (double)c->y[i],
           y1 = (double)c->y[i + 1];
    if (c->kind == LOPE_CURVE_STEPS) return h * t * y0;
    if (c->kind != LOPE_CURVE_SMOOTH) return h * t * (y0 + 0.5 * t * (y1 - y0));
    double a = slope_at(c, i) * h, b = slope_at(c, i + 1) * h, t2 = t * t, t3 = t2 * t, t4 = t2 * t2;
    return h * (y0 * (0.5 * t4 - t3 + t) + a * (0.25 * t4 - 2.0 / 3.0 * t3 + 0.5 * t2) + y1 * (t3 - 0.5 * t4) +
                b * (0.25 * t4 - t3 / 3.0));
}

double lope_curve_at(const lope_curve *curve, double x)
{
    uint32_t n = curve->count;
    if (n == 0) return 1;
    if (n == 1 || !(x > (double)curve->x[0])) return (double)curve->y[0];
    if (x >= (double)curve->x[n - 1]) return (double)curve->y[n - 1];
    uint32_t i = stretch_of(curve, x);
    double h = (double)curve->x[i + 1] - (double)curve->x[i], t = (x - (double)curve->x[i]) / h;
    double y0 = (double)curve->y[i], y1 = (double)curve->y[i + 1];
    if (curve->kind == LOPE_CURVE_STEPS) return y0;
    if (curve->kind != LOPE_CURVE_SMOOTH) return y0 + t * (y1 - y0);
    double a = slope_at(curve, i) * h, b = slope_at(curve, i + 1) * h, t2 = t * t, t3 = t2 * t;
    return y0 * (2 * t3 - 3 * t2 + 1) + a * (t3 - 2 * t2 + t) + y1 * (3 * t2 - 2 * t3) + b * (t3 - t2);
}

// Returns the integral from the first point to x; negative before the first point.
static double area_from_start(const lope_curve *c, double x)
{
    double start = (double)c->x[0], end = (double)c->x[c->count - 1];
    if (!(x > start)) return (x - start) * (double)c->y[0];
    double area = 0, most = x < end ? x : end;
    for (uint32_t i = 0; i + 1 < c->count && (double)c->x[i] < most; i++)
        area += area_in(c, i, (double)c->x[i + 1] < most ? (double)c->x[i + 1] : most);
    return x > end ? area + (x - end) * (double)c->y[c->count - 1] : area;
}

double lope_curve_area(const lope_curve *curve, double a, double b)
{
    if (curve->count == 0) return b - a;
    if (curve->count == 1) return (b - a) * (double)curve->y[0];
    return area_from_start(curve, b) - area_from_start(curve, a);
}
