// ball_triangle.c - a ball against a triangle with known edge planes. Such a ball stands for an upright
// capsule above all that lies below its core.
//
// The center of the ball is placed against the planes upright on the edges, and that is most of the work.
// Over the face the plane decides. Only edges that the center lies beyond can be nearer than the face. Each
// such edge is the capsule around it: its cylinder, or the ball at the end past which the cylinder is
// entered. Start and end of the sweep are handled as in sweep_triangle.c. Read next: rounded.h.

#include "shape/ball_triangle.h"

#include "shape/rounded.h"

static int after(int i) { return i == 2 ? 0 : i + 1; }

double lope_ball_nearest(lope_point center, const lope_triangle *triangle, lope_point unit_normal, const double beyond[3],
                         lope_point *on_triangle)
{
    const lope_point *v = triangle->v;
    double best = -1.0;
    for (int i = 0; i < 3; i++) {
        if (!(beyond[i] > 0.0)) continue;
        lope_point edge = lope_point_sub(v[after(i)], v[i]);
        lope_point q = lope_point_mad(v[i], edge, lope_segment_parameter(v[i], edge, center));
        lope_point apart = lope_point_sub(center, q);
        double squared = lope_point_dot(apart, apart);
        if (best >= 0.0 && squared >= best) continue;
        best = squared;
        *on_triangle = q;
    }
    if (best >= 0.0) return best;
    double above = lope_point_dot(unit_normal, lope_point_sub(center, v[0]));
    *on_triangle = lope_point_mad(center, unit_normal, -above);
    return above * above;
}

// Tries the capsule around the edge from v to v + edge.
static void try_edge(lope_entry *entry, lope_point center, lope_point v, lope_point edge)
{
    lope_edge_direction direction = lope_edge_direction_make(entry, edge);
    lope_point w = lope_point_sub(center, v), end = lope_point_add(v, edge);
    bool first = true, second = true;
    if (direction.usable) {
        lope_point wd = lope_point_cross(w, edge);
        double nearest = -lope_point_dot(wd, direction.md) * direction.inverse_aa;
        lope_point q = lope_point_mad(wd, direction.md, nearest);
        double inside = entry->rr * direction.dd - lope_point_dot(q, q);
        if (inside < 0.0) return; // past even the endless cylinder that holds the balls
        double t = nearest - sqrt(inside * direction.inverse_aa);
        if (t > entry->fraction) return;
        double s = lope_point_dot(lope_point_mad(w, entry->motion, t > 0.0 ? t : 0.0), edge) * direction.inverse_dd;
        if (t >= 0.0 && s >= 0.0 && s <= 1.0) {
            lope_point away = lope_point_mad(lope_point_mad(w, entry->motion, t), edge, -s);
            lope_entry_take(entry, t, away, lope_point_mad(v, edge, s));
            return;
        }
        // The ball comes into the cylinder past one end (or starts there), so only the ball at that end can
        // be met.
        first = !(s > 1.0);
        second = !(s < 0.0);
    }
    if (first) lope_entry_try_ball(entry, w, v);
    if (second) lope_entry_try_ball(entry, lope_point_sub(center, end), end);
}

// Returns whether the face itself is met; the center is then over it.
static bool face_hit(const lope_sphere *ball, lope_point motion, lope_point unit_normal, double above, double max_fraction,
                     const double beyond[3], const double passing[3], lope_sweep_hit *hit)
{
    double along = lope_point_dot(unit_normal, motion), side = above < 0.0 ? -1.0 : 1.0, approach = -along * side;
    double gap = above * side - ball->radius;
    if (gap < 0.0 || approach <= 0.0 || gap > max_fraction * approach) return false;
    double t = gap / approach;
    for (int i = 0; i < 3; i++)
        if (beyond[i] + t * passing[i] > 0.0) return false;
    hit->fraction = t;
    hit->normal = lope_point_scale(unit_normal, side);
    hit->point = lope_point_mad(lope_point_mad(ball->center, motion, t), unit_normal, -(above + t * along));
    hit->depth = 0.0;
    return true;
}

lope_ball_sweep lope_sweep_ball_triangle(const lope_sphere *ball, lope_point motion, const lope_triangle *triangle,
                                         lope_point unit_normal, const double beyond[3], const double passing[3],
                                         double max_fraction, lope_sweep_hit *hit)
{
    const lope_point *v = triangle->v;
    double above = lope_point_dot(unit_normal, lope_point_sub(ball->center, v[0])), length = lope_motion_length(motion);
    double touch = ball->radius + lope_touch_tolerance(ball->radius);
    if (length <= 0.0) return LOPE_BALL_UNSURE;
    if (above <= touch && above >= -touch) {
        lope_point nearest;
        double distance = sqrt(lope_ball_nearest(ball->center, triangle, unit_normal, beyond, &nearest));
        lope_point facing = lope_point_scale(unit_normal, lope_point_dot(unit_normal, motion) > 0.0 ? -1.0 : 1.0);
        lope_point normal = lope_point_unit(lope_point_sub(ball->center, nearest), facing);
        lope_start start = lope_start_of(distance - ball->radius, ball->radius, normal, motion, length);
        if (start == LOPE_START_INSIDE) return LOPE_BALL_UNSURE;
        if (start == LOPE_START_FREE) return LOPE_BALL_MISSES;
        if (start == LOPE_START_TOUCH) {
            hit->fraction = 0.0;
            hit->point = nearest;
            hit->normal = normal;
            hit->depth = 0.0;
            return LOPE_BALL_HITS;
        }
    }
    if (face_hit(ball, motion, unit_normal, above, max_fraction, beyond, passing, hit)) return LOPE_BALL_HITS;
    lope_entry entry = lope_entry_start(motion, ball->radius, max_fraction);
    for (int i = 0; i < 3; i++) // an edge that the center is never beyond is not nearer than the face
        if (beyond[i] > 0.0 || beyond[i] + max_fraction * passing[i] > 0.0)
            try_edge(&entry, ball->center, v[i], lope_point_sub(v[after(i)], v[i]));
    return lope_entry_finish(&entry, hit) ? LOPE_BALL_HITS : LOPE_BALL_MISSES;
}
