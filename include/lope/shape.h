// shape.h - pure geometry with no world: how a moving capsule (or a ray) meets a shape.
//
// All shapes stand in one common frame, in doubles, in any unit of length. A capsule is every point within `radius` of the
// segment a-b; a == b makes it a sphere. Functions are pure and may run on any thread.
//
// Methods: distances between a segment and a shape are closed forms (Ericson, Real-Time Collision Detection, chapter 5, for
// segment and triangle); sweeps of round shapes and triangles are closed forms on the Minkowski sum; the others use that the
// distance of two convex shapes is a convex function of a translation, so Newton's method from the left never overshoots.
#ifndef LOPE_SHAPE_H
#define LOPE_SHAPE_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_capsule {
    lope_point a, b;
    double radius;
} lope_capsule;
typedef struct lope_sphere {
    lope_point center;
    double radius;
} lope_sphere;
typedef struct lope_triangle {
    lope_point v[3];
} lope_triangle; // counter-clockwise seen from its front
// Axes are unit and at right angles. half: half the size along each axis.
typedef struct lope_box {
    lope_point center, axis[3];
    double half[3];
} lope_box;
// A solid cylinder with flat ends. axis is unit.
typedef struct lope_cylinder {
    lope_point center, axis;
    double radius, half_height;
} lope_cylinder;
// A convex polytope. Triangles are counter-clockwise seen from outside; flat faces may be cut into several triangles.
typedef struct lope_hull {
    const lope_point *points;
    const uint32_t *triangles; // 3 * triangle_count indices into points
    uint32_t point_count, triangle_count;
} lope_hull;

typedef enum lope_shape_kind {
    LOPE_SHAPE_TRIANGLE,
    LOPE_SHAPE_SPHERE,
    LOPE_SHAPE_CAPSULE,
    LOPE_SHAPE_BOX,
    LOPE_SHAPE_CYLINDER,
    LOPE_SHAPE_HULL,
    LOPE_SHAPE_KIND_COUNT
} lope_shape_kind;

typedef struct lope_shape {
    lope_shape_kind kind;
    union {
        lope_triangle triangle;
        lope_sphere sphere;
        lope_capsule capsule;
        lope_box box;
        lope_cylinder cylinder;
        lope_hull hull;
    } as;
} lope_shape;

// How far apart a capsule and a shape are.
typedef struct lope_separation {
    double distance;    // of the surfaces; negative: the depth of overlap, the least way that parts them
    lope_point point;   // on the shape's surface, nearest to the capsule's segment
    lope_point on_axis; // on the capsule's segment
    lope_point normal;  // unit, from the shape toward the capsule: moving the capsule by normal * -distance parts them
} lope_separation;

// Where a swept capsule first touches a shape.
typedef struct lope_sweep_hit {
    double fraction;   // of the motion, 0 to 1
    lope_point point;  // on the shape
    lope_point normal; // contact normal: unit, from point toward the capsule's segment
    double depth;      // > 0: the sweep started inside by this much (fraction is 0, normal is the way out)
} lope_sweep_hit;

typedef struct lope_ray_hit {
    double fraction; // of the ray, 0 to 1
    lope_point point,
        normal; // normal: unit, the surface's, facing the ray's start; when the ray starts inside a solid: fraction 0, normal against the ray
    bool inside;
} lope_ray_hit;

LOPE_API lope_separation lope_capsule_separation(const lope_capsule *capsule, const lope_shape *shape);

// True when they touch or overlap.
LOPE_API bool lope_capsule_overlaps(const lope_capsule *capsule, const lope_shape *shape);

// Moves the capsule by `motion`. True when it touches the shape on the way. Starts in touch (within 1e-9 of its radius):
// moving away or along is free, moving in is a hit at fraction 0. Starts inside: a hit at 0 with depth, whichever way it moves.
LOPE_API bool lope_capsule_sweep(const lope_capsule *capsule, lope_point motion, const lope_shape *shape, lope_sweep_hit *hit);

// A triangle is met from both sides. Solids are solid.
LOPE_API bool lope_ray_cast(lope_point from, lope_point motion, const lope_shape *shape, lope_ray_hit *hit);

// Nearest points of two segments. s, t in [0, 1]. Returns the distance squared.
LOPE_API double lope_segment_segment(lope_point p0, lope_point p1, lope_point q0, lope_point q1, double *s, double *t);

// The shares of a segment, from `from` to from + motion, that are in a solid: from *enter to *leave, in 0 to 1. False: it is in none of it.
// With a motion of zero: whether the point is in it, and then 0 to 1. Hulls and triangles: false.
LOPE_API bool lope_shape_span(const lope_shape *shape, lope_point from, lope_point motion, double *enter, double *leave);

LOPE_API lope_point lope_closest_on_triangle(lope_point p, const lope_triangle *triangle);

LOPE_API lope_bounds lope_shape_bounds(const lope_shape *shape);

#ifdef __cplusplus
}
#endif
#endif
