// convex.h - convex shapes against each other by nothing but their support points: how far each reaches
// along a direction.
//
// What the closed forms of this folder lack are pairs without a capsule: a box, a cylinder or a hull that
// meets a triangle or another of them. A pair A and B is one set, the Minkowski difference B - A: every
// displacement of A at which the two touch. A sweep of A is a ray into that set from zero. How deep the two
// overlap is how far zero lies under the set's surface.
//
//        A --motion-->   B            the same, as a ray       .-----.
//       [ ]            .---.                             0 --->| B-A |
//                      '---'                                   '-----'
// Read next: convex_sweep.c (the ray), convex_depth.c (the depth), and pair.h, which chooses between them
// and the closed forms.
#ifndef LOPE_SHAPE_CONVEX_H
#define LOPE_SHAPE_CONVEX_H

#include <lope/shape.h>

// A shape that stands somewhere: shape's own frame is turned to `axis` and moved to `at`.
typedef struct lope_convex {
    const lope_shape *shape;
    lope_point at, axis[3]; // axis: unit, at right angles
    bool turned;            // false: the axes are those of the frame that it stands in
} lope_convex;

// A shape that stands where its own numbers say.
lope_convex lope_convex_of(const lope_shape *shape);

// The point of the shape that reaches farthest along `direction`, which may have any length. Of several the
// first by the shape's order.
lope_point lope_convex_support(const lope_convex *convex, lope_point direction);

// A point well inside the shape.
lope_point lope_convex_middle(const lope_convex *convex);

// A length of the size of the shape, for tolerances (m).
double lope_convex_size(const lope_convex *convex);

// A vertex of the difference B - A, and the two points it is made of.
typedef struct lope_difference {
    lope_point at, on_a, on_b; // at = on_b - on_a
} lope_difference;

static inline lope_difference lope_difference_support(const lope_convex *a, const lope_convex *b, lope_point direction)
{
    lope_difference d;
    d.on_b = lope_convex_support(b, direction);
    d.on_a = lope_convex_support(a, lope_point_scale(direction, -1.0));
    d.at = lope_point_sub(d.on_b, d.on_a);
    return d;
}

#endif
