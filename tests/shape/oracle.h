// oracle.h - a slow, plain answer to "how far is a segment from a convex shape", for judging the library's
// own.
//
// Every shape is a core (point, segment, triangle, box, cylinder, polytope) plus a rounding radius. All
// answers are about the core; the caller subtracts `round` and the capsule's radius.
//
// Why it can be trusted: each distance carries both of its proofs. The two points that it names are in the
// segment and in the shape, so the distance is at most theirs; and the plane that it names has the segment on
// one side and the shape on the other, so the distance is at least what oracle_gap_along says. The second
// needs nothing but the support function, a line or two a shape. Where the two meet, no bug in the search can
// have made the answer wrong; oracle_proof_gap says how far they differ.
//
// The search (derivative root finding along the segment over plain projections of points) and the depth (all
// directions that can be facets of the Minkowski difference, held against a dense sampling of the sphere)
// share nothing with the library. Read next: cases.h, which makes the pairs to judge.
#ifndef TESTS_SHAPE_ORACLE_H
#define TESTS_SHAPE_ORACLE_H

#include <lope/shape.h>

enum { ORACLE_MAX_FACES = 256, ORACLE_MAX_EDGES = 384 };

// A shape made ready. Keeps a pointer into the shape's own arrays when it is a hull.
typedef struct oracle {
    lope_shape_kind kind;
    lope_shape shape;
    double round;                             // radius around the core: spheres and capsules; else 0
    lope_point face_normal[ORACLE_MAX_FACES]; // unit, of polytopes; outward (a triangle has one, its front)
    double face_offset[ORACLE_MAX_FACES];     // normal . x of the face's plane
    lope_point edge[ORACLE_MAX_EDGES];        // unit directions
    uint32_t face_count, edge_count;
} oracle;

// Nearest points of a segment and a core.
typedef struct oracle_gap {
    double distance; // of the cores; 0 when they meet
    double s;        // on the segment, 0 at a
    lope_point on_shape, on_axis;
    lope_point normal; // unit, from shape to segment; zero when distance is 0
} oracle_gap;

// A core that is cut by the segment: the least way that parts them.
typedef struct oracle_depth {
    double depth; // of the cores, at least 0
    lope_point normal;
    bool unique; // no other direction, more than 1e-3 rad away, is within 1e-5 of the depth
} oracle_depth;

void oracle_prepare(oracle *o, const lope_shape *shape);

// The largest normal . x over the core.
double oracle_support(const oracle *o, lope_point normal);

// Distance from p to the core (0 inside), and the nearest point.
double oracle_point(const oracle *o, lope_point p, lope_point *nearest);

// Signed distance from p to the rounded shape's surface; negative inside. A triangle has no inside.
double oracle_point_signed(const oracle *o, lope_point p);

oracle_gap oracle_segment(const oracle *o, lope_point a, lope_point b);

// How far the segment stands off the core along a unit normal: a lower bound of the distance, whatever the
// normal; negative: the way along the normal that parts them.
double oracle_gap_along(const oracle *o, lope_point a, lope_point b, lope_point normal);

// Distance minus its lower bound: what the oracle does not know about its own answer.
double oracle_proof_gap(const oracle *o, lope_point a, lope_point b, const oracle_gap *gap);

// For cores that meet.
oracle_depth oracle_penetration(const oracle *o, lope_point a, lope_point b);

// The same by sampling `count` directions over the sphere and refining the best: an upper bound that needs no
// theory.
double oracle_penetration_sampled(const oracle *o, lope_point a, lope_point b, int count);

// The least distance of the cores while the segment moves by motion * t, t from `from` to `to`. Stops early
// when it knows that the least is over `threshold` (then returns a lower bound over it) or not over it (then
// returns a distance that is reached). A negative threshold never stops it early.
double oracle_sweep_least(const oracle *o, lope_point a, lope_point b, lope_point motion, double from, double to,
                          double threshold);

// Signed separation of a capsule and a shape (negative: depth), and the unit normal where there is a distance
// between the cores.
double oracle_separation(const oracle *o, const lope_capsule *capsule, lope_point *normal, bool *unique, double *core_distance);

// First fraction of the ray from..from+motion in the rounded shape. False when it passes by.
bool oracle_ray(const oracle *o, lope_point from, lope_point motion, double *fraction);

// The least signed distance on the ray's part from t0 to t1.
double oracle_ray_least(const oracle *o, lope_point from, lope_point motion, double t0, double t1);

lope_point oracle_unit(lope_point v); // zero stays zero
lope_point oracle_any_perpendicular(lope_point v);
double oracle_angle(lope_point a, lope_point b); // of unit vectors, accurate when small

#endif
