// free_space.c - see free_space.h.
#include "free_space.h"

#include <math.h>
#include <string.h>

enum { DIRECTIONS = 200, HALVINGS = 22 };
#define TOUCH 1e-5   // m: a core nearer than this begins in a solid
#define FREE_BY 2e-5 // m, of overlap that counts as a touch: as much as the library has

void free_space_add(free_space *space, const free_solid *solid)
{
    if (space->count < (int)(sizeof space->solids / sizeof *space->solids)) space->solids[space->count++] = *solid;
}

// How far x is beyond either end of -half to half, signed; 0 between.
static double beyond(double x, double half) { return x > half ? x - half : x < -half ? x + half : 0; }

// Distance of the segment from a to b to a box. The square of a point's distance is convex and smooth along
// the segment, so halving finds where its slope is 0.
static double box_distance(const free_solid *solid, brute_point a, brute_point b)
{
    double at[3], d[3], low = 0, high = 1, square = 0;
    brute_point from = brute_sub(a, solid->center), way = brute_sub(b, a);
    for (int k = 0; k < 3; k++) at[k] = brute_dot(from, solid->axis[k]), d[k] = brute_dot(way, solid->axis[k]);
    for (int i = 0; i < HALVINGS && low < high; i++) {
        double middle = 0.5 * (low + high), slope = 0;
        for (int k = 0; k < 3; k++) slope += d[k] * beyond(at[k] + middle * d[k], solid->half[k]);
        if (slope >= 0) high = middle;
        if (slope <= 0) low = middle;
    }
    for (int k = 0; k < 3; k++) square += pow(beyond(at[k] + 0.5 * (low + high) * d[k], solid->half[k]), 2);
    return sqrt(square);
}

// Distance of the upright segment from a to b to a ball or an upright pillar.
static double round_distance(const free_solid *solid, brute_point a, brute_point b)
{
    bool ball = solid->kind == FREE_BALL;
    double half = ball ? 0 : solid->half[1], middle = 0.5 * (a.y + b.y) - solid->center.y;
    double up = beyond(middle, half + 0.5 * (b.y - a.y));
    double across = hypot(a.x - solid->center.x, a.z - solid->center.z);
    if (ball) return fmax(0, hypot(across, up) - solid->half[0]);
    return hypot(fmax(0, across - solid->half[0]), up);
}

static double sheet_distance(const free_solid *solid, brute_point a, brute_point b, double enough)
{
    double best = INFINITY;
    for (int i = 0; i < solid->triangle_count; i++) {
        const brute_triangle *t = &solid->triangles[i];
        double far = fmin(best, enough);
        if (fmin(fmin(t->v[0].x, t->v[1].x), t->v[2].x) > a.x + far || fmax(fmax(t->v[0].x, t->v[1].x), t->v[2].x) < a.x - far ||
            fmin(fmin(t->v[0].z, t->v[1].z), t->v[2].z) > a.z + far || fmax(fmax(t->v[0].z, t->v[1].z), t->v[2].z) < a.z - far)
            continue;
        best = fmin(best, brute_distance(a, b, t, NULL));
    }
    return best;
}

// Distance of the core with those feet to a solid; any distance beyond `enough` will do for more.
static double core_distance(const free_space *space, const free_solid *solid, brute_point feet, double enough)
{
    brute_point a = feet, b = feet;
    a.y += space->radius;
    b.y += space->height - space->radius;
    brute_point middle = brute_scale(brute_add(a, b), 0.5);
    double bound = brute_length(brute_sub(middle, solid->center)) - solid->bound - 0.5 * (b.y - a.y);
    if (bound > enough) return bound;
    if (solid->kind == FREE_SHEET) return sheet_distance(solid, a, b, enough);
    if (solid->kind == FREE_BOX) return box_distance(solid, a, b);
    return round_distance(solid, a, b);
}

double free_depth(const free_space *space, brute_point feet)
{
    double deepest = 0;
    for (int i = 0; i < space->count; i++)
        deepest = fmax(deepest, space->radius - core_distance(space, &space->solids[i], feet, space->radius));
    return deepest;
}

static bool overlaps(const free_space *space, int i, brute_point feet)
{
    return core_distance(space, &space->solids[i], feet, space->radius) < space->radius - FREE_BY;
}

// *in_way: which solid was overlapped last; it is asked first.
static bool is_free(const free_space *space, brute_point feet, int *in_way)
{
    if (overlaps(space, *in_way, feet)) return false;
    for (int i = 0; i < space->count; i++)
        if (overlaps(space, i, feet)) {
            *in_way = i;
            return false;
        }
    return true;
}

// Which groups the core begins in: a bit each.
static unsigned long long begun_in(const free_space *space, brute_point feet)
{
    unsigned long long in = 0;
    for (int i = 0; i < space->count; i++)
        if (core_distance(space, &space->solids[i], feet, 1) < TOUCH) in |= 1ull << space->solids[i].group;
    return in;
}

static double clearance_at(const free_space *space, brute_point feet, unsigned long long in, double enough)
{
    double least = INFINITY;
    for (int i = 0; i < space->count; i++)
        if (!(in >> space->solids[i].group & 1))
            least = fmin(least, core_distance(space, &space->solids[i], feet, fmin(least, enough)));
    return least;
}

double free_clearance(const free_space *space, brute_point feet, brute_point way, double step)
{
    unsigned long long in = begun_in(space, feet);
    int steps = 1 + (int)(brute_length(way) / step);
    double least = INFINITY;
    for (int i = 0; i <= steps; i++)
        least = fmin(least, clearance_at(space, brute_add(feet, brute_scale(way, (double)i / steps)), in, 0.1));
    return isinf(least) ? -1 : least;
}

// The length of the way along one direction; `most` or more: none.
static double way_along(const free_space *space, brute_point feet, brute_point d, unsigned long long in, double most, double step)
{
    double at = 0;
    int in_way = 0;
    while (!is_free(space, brute_add(feet, brute_scale(d, at)), &in_way)) {
        at += step;
        if (at >= most) return most;
        if (clearance_at(space, brute_add(feet, brute_scale(d, at)), in, step) < 0.5 * step) return most;
    }
    for (double low = fmax(0, at - step), middle; at - low > 1e-4;) {
        middle = 0.5 * (low + at);
        if (is_free(space, brute_add(feet, brute_scale(d, middle)), &in_way))
            at = middle;
        else
            low = middle;
    }
    return at;
}

double free_shortest_way(const free_space *space, brute_point feet, double most, double step, brute_point *way)
{
    unsigned long long in = begun_in(space, feet);
    double best = most;
    brute_point zero = {0, 0, 0};
    *way = zero;
    for (int i = 0; i < DIRECTIONS + 6 * space->count; i++) {
        brute_point d;
        if (i < DIRECTIONS) { // a Fibonacci sphere
            double y = 1 - 2 * (i + 0.5) / DIRECTIONS, across = sqrt(1 - y * y), angle = 2.39996322972865 * i;
            d = brute_make(across * cos(angle), y, across * sin(angle));
        } else {
            const free_solid *solid = &space->solids[(i - DIRECTIONS) / 6];
            if (solid->kind != FREE_BOX) continue;
            d = brute_scale(solid->axis[i % 3], i % 6 < 3 ? 1.0 : -1.0);
        }
        double length = way_along(space, feet, d, in, best, step);
        if (length >= best) continue;
        best = length;
        *way = brute_scale(d, best);
    }
    return best < most ? best : 2 * most;
}
