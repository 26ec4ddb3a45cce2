// frame.h - the pose of a body as a rotation matrix in doubles, and arithmetic of bounds.
//
// A query is turned into the frame of a body, instead of turning the body's triangles into the world. That is
// one point and one direction a query, and no digits are lost far from the origin. The quaternion is made
// unit again in doubles, so that lengths are kept to 1e-15. Read next: body.h.
#ifndef LOPE_LEVEL_FRAME_H
#define LOPE_LEVEL_FRAME_H

#include <lope/shape.h>

// A pose as a rotation matrix.
typedef struct lope_frame {
    lope_point origin;  // m, of the body in the world
    lope_point axis[3]; // the body's x, y, z axes in the world
    bool turned;        // false: the axes are the world's
} lope_frame;

// Returns the frame of a pose.
static inline lope_frame lope_frame_make(const lope_transform *pose)
{
    lope_frame f;
    double x = (double)pose->rotation.x, y = (double)pose->rotation.y, z = (double)pose->rotation.z;
    double w = (double)pose->rotation.w, n = x * x + y * y + z * z + w * w, s = n > 0 ? 2 / n : 0;
    f.origin = pose->position;
    f.axis[0] = lope_point_make(1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y));
    f.axis[1] = lope_point_make(s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x));
    f.axis[2] = lope_point_make(s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y));
    f.turned = x != 0 || y != 0 || z != 0;
    return f;
}

// Returns a direction or a displacement of the body's frame in the world's axes.
static inline lope_point lope_frame_turn(const lope_frame *f, lope_point v)
{
    if (!f->turned) return v;
    return lope_point_mad(lope_point_mad(lope_point_scale(f->axis[0], v.x), f->axis[1], v.y), f->axis[2], v.z);
}

// Returns a direction or a displacement of the world in the body's axes.
static inline lope_point lope_frame_unturn(const lope_frame *f, lope_point v)
{
    if (!f->turned) return v;
    return lope_point_make(lope_point_dot(f->axis[0], v), lope_point_dot(f->axis[1], v), lope_point_dot(f->axis[2], v));
}

// Returns a point of the body's frame in the world.
static inline lope_point lope_frame_to_world(const lope_frame *f, lope_point p)
{
    return lope_point_add(lope_frame_turn(f, p), f->origin);
}

// Returns a point of the world in the body's frame.
static inline lope_point lope_frame_to_body(const lope_frame *f, lope_point p)
{
    return lope_frame_unturn(f, lope_point_sub(p, f->origin));
}

// Returns the larger of two numbers.
static inline double lope_larger(double a, double b) { return a > b ? a : b; }
// Returns the smaller of two numbers.
static inline double lope_smaller(double a, double b) { return a < b ? a : b; }

// Returns bounds that hold nothing: each lower limit is above the upper one.
static inline lope_bounds lope_bounds_none(void)
{
    lope_bounds b = {{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
    return b;
}

// Returns bounds that hold a point as well.
static inline lope_bounds lope_bounds_add(lope_bounds b, lope_point p)
{
    b.lower = lope_point_make(lope_smaller(b.lower.x, p.x), lope_smaller(b.lower.y, p.y), lope_smaller(b.lower.z, p.z));
    b.upper = lope_point_make(lope_larger(b.upper.x, p.x), lope_larger(b.upper.y, p.y), lope_larger(b.upper.z, p.z));
    return b;
}

// Returns bounds that hold both.
static inline lope_bounds lope_bounds_join(lope_bounds a, lope_bounds b)
{
    return lope_bounds_add(lope_bounds_add(a, b.lower), b.upper);
}

// Returns bounds that are larger by `by` m on all sides.
static inline lope_bounds lope_bounds_grow(lope_bounds b, double by)
{
    b.lower = lope_point_make(b.lower.x - by, b.lower.y - by, b.lower.z - by);
    b.upper = lope_point_make(b.upper.x + by, b.upper.y + by, b.upper.z + by);
    return b;
}

// Returns bounds that are moved.
static inline lope_bounds lope_bounds_move(lope_bounds b, lope_point by)
{
    b.lower = lope_point_add(b.lower, by);
    b.upper = lope_point_add(b.upper, by);
    return b;
}

// Returns whether bounds hold nothing.
static inline bool lope_bounds_empty(const lope_bounds *b)
{
    return !(b->lower.x <= b->upper.x && b->lower.y <= b->upper.y && b->lower.z <= b->upper.z);
}

// Returns whether two bounds touch.
static inline bool lope_bounds_touch(const lope_bounds *a, const lope_bounds *b)
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y && b->lower.y <= a->upper.y &&
           a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

// Returns whether `inner` lies within `outer`, borders included.
static inline bool lope_bounds_within(const lope_bounds *inner, const lope_bounds *outer)
{
    return outer->lower.x <= inner->lower.x && inner->upper.x <= outer->upper.x && outer->lower.y <= inner->lower.y &&
           inner->upper.y <= outer->upper.y && outer->lower.z <= inner->lower.z && inner->upper.z <= outer->upper.z;
}

// Returns bounds around turned bounds: from the body's axes to the world's, or with `back` from the world's
// to the body's. Turns only, does not move.
lope_bounds lope_frame_turn_bounds(const lope_frame *f, lope_bounds b, bool back);

// Returns how far a point strays, at most, from the straight line between the start and the end of a turn,
// for a point at a distance of 1 from the origin. The turn is an axis times an angle in radians. Formula: 1 -
// cos(angle / 2), from above.
static inline double lope_turn_stray(lope_vec3 rotation)
{
    double angle = lope_point_length(lope_vec3_to_point(rotation)), stray = angle * angle * 0.125;
    return stray < 1 ? stray : 1;
}

#endif
