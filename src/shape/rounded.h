// rounded.h - a ray against the pieces of a rounded convex set: the common part of the sweeps in closed form.
//
// A capsule with segment a-b hits a shape S when its end a, moving along the motion, comes within the radius
// of the set S + (a - b). That set is the shape swept along the segment. The rounded set is the union of
// cylinders around its edges, balls around its corners and slabs around its faces. Every piece lies inside
// the set, and together they make up its surface. So the entry into the set is the earliest entry into a
// piece. All entries here are for a ray that starts outside.
//
// Each quadratic is solved from the point of the ray that is nearest to the edge or corner, never from its
// start. For a start 100 m away b*b - a*c would lose four more digits than the distance itself has. Read
// next: sweep_triangle.c, sweep_round.c.
#ifndef LOPE_SHAPE_ROUNDED_H
#define LOPE_SHAPE_ROUNDED_H

#include "shape/segment.h"
#include <lope/shape.h>

// Returns the tolerance of touch, m: a gap up to it counts as in touch, and an overlap beyond it as inside.
static inline double lope_touch_tolerance(double radius) { return 1e-9 * (1.0 + radius); }

// The earliest entry found so far.
typedef struct lope_entry {
    lope_point motion;
    double inverse_mm; // 1 / motion.motion
    double rr;         // square of the rounding radius
    double fraction;   // of the earliest entry; at first the largest one of interest
    lope_point away;   // from the edge or corner to the point of the ray: the normal, not unit
    lope_point point;  // of the target, there
    bool found;
} lope_entry;

static inline lope_entry lope_entry_start(lope_point motion, double radius, double max_fraction)
{
    lope_entry entry;
    entry.motion = motion;
    entry.inverse_mm = 1.0 / lope_point_dot(motion, motion);
    entry.rr = radius * radius;
    entry.fraction = max_fraction;
    entry.away = entry.point = lope_point_make(0.0, 0.0, 0.0);
    entry.found = false;
    return entry;
}

// A direction that several edges share, with the numbers that do not depend on the place.
typedef struct lope_edge_direction {
    lope_point d;                      // the edge as a vector
    lope_point md;                     // motion x d
    double dd, inverse_dd, inverse_aa; // d.d; 1 / d.d; 1 / md.md
    bool usable;                       // else the ray enters by a corner or a face
} lope_edge_direction;

static inline lope_edge_direction lope_edge_direction_make(const lope_entry *entry, lope_point d)
{
    lope_edge_direction edge;
    edge.d = d;
    edge.dd = lope_point_dot(d, d);
    edge.md = lope_point_cross(entry->motion, d);
    double aa = lope_point_dot(edge.md, edge.md);
    edge.usable = edge.dd > LOPE_TINY_SQUARED && aa * entry->inverse_mm > 1e-28 * edge.dd;
    edge.inverse_dd = edge.usable ? 1.0 / edge.dd : 0.0;
    edge.inverse_aa = edge.usable ? 1.0 / aa : 0.0;
    return edge;
}

// Finds the entry into the cylinder around an edge from its start to start + d. w: the start of the ray less
// that of the edge. Fills in the fraction and the parameter along the edge. Returns false when the ray misses
// it, enters later than the best, or has passed it.
static inline bool lope_entry_cylinder(const lope_entry *entry, const lope_edge_direction *edge, lope_point w, double *fraction,
                                       double *parameter)
{
    lope_point wd = lope_point_cross(w, edge->d);
    double nearest = -lope_point_dot(wd, edge->md) * edge->inverse_aa;
    lope_point q = lope_point_mad(wd, edge->md, nearest); // |q| = least distance to the line * |d|
    double inside = entry->rr * edge->dd - lope_point_dot(q, q);
    if (inside < 0.0 || nearest < 0.0) return false;
    double t = nearest - sqrt(inside * edge->inverse_aa);
    if (t < 0.0 || t > entry->fraction) return false;
    double s = lope_point_dot(lope_point_mad(w, entry->motion, t), edge->d) * edge->inverse_dd;
    *fraction = t;
    *parameter = s;
    return s >= 0.0 && s <= 1.0;
}

// Finds the entry into the ball around a corner. w: the start of the ray less the corner.
static inline bool lope_entry_ball(const lope_entry *entry, lope_point w, double *fraction)
{
    double nearest = -lope_point_dot(w, entry->motion) * entry->inverse_mm;
    lope_point q = lope_point_mad(w, entry->motion, nearest);
    double inside = entry->rr - lope_point_dot(q, q);
    if (inside < 0.0 || nearest < 0.0) return false;
    *fraction = nearest - sqrt(inside * entry->inverse_mm);
    return *fraction >= 0.0 && *fraction <= entry->fraction;
}

static inline void lope_entry_take(lope_entry *entry, double fraction, lope_point away, lope_point point)
{
    entry->fraction = fraction;
    entry->away = away;
    entry->point = point;
    entry->found = true;
}

// Tries a corner of the swept set. w: the start of the ray less the corner. point: the point of the target
// there.
static inline void lope_entry_try_ball(lope_entry *entry, lope_point w, lope_point point)
{
    double t;
    if (lope_entry_ball(entry, w, &t)) lope_entry_take(entry, t, lope_point_mad(w, entry->motion, t), point);
}

// Tries an edge that belongs to the target: the touched point runs along it.
static inline void lope_entry_try_edge(lope_entry *entry, const lope_edge_direction *edge, lope_point w, lope_point point)
{
    double t, s;
    if (!edge->usable || !lope_entry_cylinder(entry, edge, w, &t, &s)) return;
    lope_point away = lope_point_mad(lope_point_mad(w, entry->motion, t), edge->d, -s);
    lope_entry_take(entry, t, away, lope_point_mad(point, edge->d, s));
}

// Tries an edge made by the segment of the capsule sliding over a point of the target.
static inline void lope_entry_try_segment(lope_entry *entry, const lope_edge_direction *edge, lope_point w, lope_point point)
{
    double t, s;
    if (!edge->usable || !lope_entry_cylinder(entry, edge, w, &t, &s)) return;
    lope_entry_take(entry, t, lope_point_mad(lope_point_mad(w, entry->motion, t), edge->d, -s), point);
}

// Fills in the hit. An entry at radius zero has no normal; then it is against the motion.
static inline bool lope_entry_finish(const lope_entry *entry, lope_sweep_hit *hit)
{
    if (!entry->found) return false;
    lope_point back = lope_point_scale(entry->motion, -sqrt(entry->inverse_mm));
    hit->fraction = entry->fraction;
    hit->point = entry->point;
    hit->normal = lope_point_unit(entry->away, back);
    hit->depth = 0.0;
    return true;
}

// The relation of capsule and target at the start of a sweep.
typedef enum lope_start {
    LOPE_START_CLEAR, // apart: go on
    LOPE_START_FREE,  // in touch and not moving in, or apart and not moving: no hit
    LOPE_START_TOUCH, // in touch and moving in: a hit at 0
    LOPE_START_INSIDE // overlapping: a hit at 0 with depth
} lope_start;

// Returns the relation at the start. gap: distance of the surfaces. normal: unit, toward the capsule. length:
// of the motion.
static inline lope_start lope_start_of(double gap, double radius, lope_point normal, lope_point motion, double length)
{
    double tolerance = lope_touch_tolerance(radius);
    if (gap < -tolerance) return LOPE_START_INSIDE;
    if (length <= 0.0) return LOPE_START_FREE;
    if (gap > tolerance) return LOPE_START_CLEAR;
    return lope_point_dot(motion, normal) >= -1e-12 * length ? LOPE_START_FREE : LOPE_START_TOUCH;
}

// Returns the length of a motion; 0 for one that is too short to have a direction.
static inline double lope_motion_length(lope_point motion)
{
    double mm = lope_point_dot(motion, motion);
    return mm > LOPE_TINY_SQUARED ? sqrt(mm) : 0.0;
}

// Fills in a hit at the start, from the separation there.
static inline bool lope_start_hit(const lope_separation *apart, lope_start start, lope_sweep_hit *hit)
{
    hit->fraction = 0.0;
    hit->point = apart->point;
    hit->normal = apart->normal;
    hit->depth = start == LOPE_START_INSIDE ? -apart->distance : 0.0;
    return true;
}

#endif
