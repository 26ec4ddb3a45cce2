// shape.h - pure geometry with no world: how a moving capsule, or a ray, meets a shape.
//
// All shapes stand in one common frame, in doubles, in any unit of length. Every function is pure: it may be
// called from any thread and allocates nothing. Numbers are not checked; pointers must not be NULL. A shape
// of no known kind is never met.
//
// Methods: distances between a segment and a shape are closed forms (Ericson, Real-Time Collision Detection,
// chapter 5, for segment and triangle). Sweeps of round shapes and triangles are closed forms on the
// Minkowski sum. For the others the distance of two convex shapes is a convex function of a translation. So
// Newton's method from the left never overshoots. Read next: level.h for a world of shapes.
#ifndef LOPE_SHAPE_H
#define LOPE_SHAPE_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

// Every point within `radius` of the segment from a to b. a == b makes it a sphere.
typedef struct lope_capsule {
    lope_point a, b;
    double radius;
} lope_capsule;
// Every point within `radius` of the center.
typedef struct lope_sphere {
    lope_point center;
    double radius;
} lope_sphere;
// One triangle, counter-clockwise seen from its front.
typedef struct lope_triangle {
    lope_point v[3];
} lope_triangle;
// A solid box. Its axes are unit and at right angles.
typedef struct lope_box {
    lope_point center, axis[3];
    double half[3]; // half the size along each axis
} lope_box;
// A solid cylinder with flat ends. Its axis is unit.
typedef struct lope_cylinder {
    lope_point center, axis;
    double radius, half_height;
} lope_cylinder;
// A convex polytope. Triangles are counter-clockwise seen from outside; flat faces may be cut into several
// triangles.
typedef struct lope_hull {
    const lope_point *points;
    const uint32_t *triangles; // 3 * triangle_count indices into points
    uint32_t point_count, triangle_count;
} lope_hull;

// Which member of lope_shape.as counts.
typedef enum lope_shape_kind {
    LOPE_SHAPE_TRIANGLE,
    LOPE_SHAPE_SPHERE,
    LOPE_SHAPE_CAPSULE,
    LOPE_SHAPE_BOX,
    LOPE_SHAPE_CYLINDER,
    LOPE_SHAPE_HULL,
    LOPE_SHAPE_KIND_COUNT
} lope_shape_kind;

// Any of the shapes above.
typedef struct lope_shape {
    uint32_t kind; // lope_shape_kind
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
    double distance;    // between the surfaces; negative: the depth of overlap, the least way that parts them
    lope_point point;   // on the shape's surface, nearest to the capsule's segment
    lope_point on_axis; // on the capsule's segment
    lope_point normal;  // unit, from shape to capsule: moving the capsule by normal * -distance parts them
} lope_separation;

// Where a swept capsule first touches a shape.
typedef struct lope_sweep_hit {
    double fraction;   // of the motion, 0 to 1
    lope_point point;  // on the shape
    lope_point normal; // contact normal: unit, from point toward the capsule's segment
    double depth;      // > 0: the sweep started inside by this much; fraction is 0, normal is the way out
} lope_sweep_hit;

// Where a ray first meets a shape.
typedef struct lope_ray_hit {
    double fraction; // of the ray, 0 to 1
    // point: where. normal: of the surface, unit, facing the ray's start; against the ray when it started
    // inside.
    lope_point point, normal;
    bool inside; // the ray started inside a solid; fraction is 0
} lope_ray_hit;

// Returns how far a capsule is from a shape, or how deep it overlaps it.
LOPE_API lope_separation lope_capsule_separation(const lope_capsule *capsule, const lope_shape *shape);

// Returns true when a capsule and a shape touch or overlap. Quicker than lope_capsule_separation.
LOPE_API bool lope_capsule_overlap(const lope_capsule *capsule, const lope_shape *shape);

// Moves a capsule by `motion`. Returns true, and fills *hit, when it touches the shape on the way; else *hit
// is undefined. A sweep that starts in touch (within 1e-9 of the radius) and moves away or along is free; one
// that moves in is a hit at fraction 0. A sweep that starts inside is a hit at fraction 0 with depth,
// whichever way it moves.
LOPE_API bool lope_capsule_sweep(const lope_capsule *capsule, lope_point motion, const lope_shape *shape, lope_sweep_hit *hit);

// Casts a ray from `from` to from + motion. Returns true, and fills *hit, when it meets the shape; else *hit
// is undefined. A triangle is met from both sides. Solids are solid: a ray may start inside.
LOPE_API bool lope_shape_ray(lope_point from, lope_point motion, const lope_shape *shape, lope_ray_hit *hit);

// Finds the nearest points of the segments p0-p1 and q0-q1: p0 + (p1 - p0) * *s and q0 + (q1 - q0) * *t, with
// *s and *t in [0, 1]. Returns the square of their distance.
LOPE_API double lope_segment_segment(lope_point p0, lope_point p1, lope_point q0, lope_point q1, double *s, double *t);

// Finds which part of the segment from `from` to from + motion lies in a solid: the fractions *enter to
// *leave, within 0 to 1. Returns false when none of it does. With a motion of zero it tells whether the point
// is inside, and then 0 to 1. Only spheres, capsules, boxes and cylinders: hulls and triangles return false.
LOPE_API bool lope_shape_span(const lope_shape *shape, lope_point from, lope_point motion, double *enter, double *leave);

// Returns the point of a triangle that is nearest to p.
LOPE_API lope_point lope_closest_on_triangle(lope_point p, const lope_triangle *triangle);

// Returns the least axis-aligned box around a shape. Empty for a shape of no known kind.
LOPE_API lope_bounds lope_shape_bounds(const lope_shape *shape);

#ifdef __cplusplus
}
#endif
#endif
