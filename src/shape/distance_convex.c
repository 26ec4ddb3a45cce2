// distance_convex.c - nearest points of a segment and a solid: box, cylinder with flat ends, convex hull.
//
// Box and cylinder: along the segment, the squared distance to a convex set is convex, with a continuous
// slope. The slope is the direction of the segment times the way out of the solid. Its zero is bracketed by
// the places where the segment passes from one region of the solid to another. Within one region it is linear
// (box) or smooth (cylinder). Where the slope is zero along a stretch, the start of the stretch is taken.
//
// Hull: the nearest point lies on a triangle that the segment is partly in front of; all others are skipped.
// Read next: distance.c for segment and triangle, sweep_convex.c for the users.

#include "shape/distance_convex.h"

#include "shape/distance.h"
#include "shape/segment.h"

// Returns how far x is beyond +-half, with its sign; 0 between.
static inline double lope_beyond(double x, double half) { return x > half ? x - half : (x < -half ? x + half : 0.0); }

lope_local_segment lope_segment_in_box(lope_point a, lope_point b, const lope_box *box)
{
    lope_local_segment local;
    lope_point ra = lope_point_sub(a, box->center), u = lope_point_sub(b, a);
    for (int i = 0; i < 3; i++) {
        local.p[i] = lope_point_dot(ra, box->axis[i]);
        local.u[i] = lope_point_dot(u, box->axis[i]);
    }
    return local;
}

static double lope_box_slope(const lope_local_segment *segment, const double *half, double s)
{
    double slope = 0.0;
    for (int i = 0; i < 3; i++) slope += segment->u[i] * lope_beyond(segment->p[i] + segment->u[i] * s, half[i]);
    return slope;
}

double lope_local_segment_box(const lope_local_segment *segment, const double *half)
{
    double lower = 0.0, upper = 1.0;
    double lower_slope = lope_box_slope(segment, half, 0.0), upper_slope = lope_box_slope(segment, half, 1.0);
    if (lower_slope >= 0.0) return 0.0;
    if (upper_slope < 0.0) return 1.0;
    for (int i = 0; i < 6; i++) {
        double u = segment->u[i >> 1], edge = (i & 1) != 0 ? half[i >> 1] : -half[i >> 1];
        double travel = edge - segment->p[i >> 1];
        // s = travel / u is taken only when it lies between 0 and 1, which also keeps the division in range.
        if (u > 0.0 ? (travel <= 0.0 || travel >= u) : (travel >= 0.0 || travel <= u)) continue;
        double s = travel / u;
        if (s <= lower || s >= upper) continue;
        double slope = lope_box_slope(segment, half, s);
        if (slope < 0.0) {
            lower = s;
            lower_slope = slope;
        } else {
            upper = s;
            upper_slope = slope;
        }
    }
    return lower + (upper - lower) * (lower_slope / (lower_slope - upper_slope));
}

double lope_segment_box(lope_point a, lope_point b, const lope_box *box, lope_point *on_segment, lope_point *on_box)
{
    lope_local_segment local = lope_segment_in_box(a, b, box);
    double s = lope_local_segment_box(&local, box->half), dd = 0.0;
    lope_point q = box->center;
    for (int i = 0; i < 3; i++) {
        double x = local.p[i] + local.u[i] * s, beyond = lope_beyond(x, box->half[i]);
        q = lope_point_mad(q, box->axis[i], x - beyond);
        dd += beyond * beyond;
    }
    *on_segment = lope_point_mad(a, lope_point_sub(b, a), s);
    *on_box = q;
    return dd;
}

lope_round_segment lope_segment_in_cylinder(lope_point a, lope_point b, const lope_cylinder *cylinder)
{
    lope_round_segment local;
    lope_point ra = lope_point_sub(a, cylinder->center), u = lope_point_sub(b, a);
    local.h = lope_point_dot(ra, cylinder->axis);
    local.hu = lope_point_dot(u, cylinder->axis);
    local.q = lope_point_mad(ra, cylinder->axis, -local.h);
    local.qu = lope_point_mad(u, cylinder->axis, -local.hu);
    local.ququ = lope_point_dot(local.qu, local.qu);
    return local;
}

// Returns half the slope of the squared distance at s, and its curvature, for safeguarded Newton.
static double lope_cylinder_slope(const lope_round_segment *segment, double radius, double half, double s, double *curvature)
{
    double high = lope_beyond(segment->h + segment->hu * s, half);
    lope_point q = lope_point_mad(segment->q, segment->qu, s);
    double rho = lope_point_length(q), slope = segment->hu * high;
    *curvature = high > 0.0 || high < 0.0 ? segment->hu * segment->hu : 0.0;
    if (rho > radius) {
        double along = lope_point_dot(q, segment->qu), ratio = radius / rho;
        slope += along * (1.0 - ratio);
        *curvature += segment->ququ * (1.0 - ratio) + ratio * along * along / (rho * rho);
    }
    return slope;
}

// A bracket of the zero of the slope: below zero at lower, not below at upper.
typedef struct lope_bracket {
    double lower, upper, lower_slope, upper_slope;
} lope_bracket;

static void lope_bracket_narrow(lope_bracket *bracket, const lope_round_segment *segment, double radius, double half, double s)
{
    double curvature;
    if (!(s > bracket->lower && s < bracket->upper)) return;
    double slope = lope_cylinder_slope(segment, radius, half, s, &curvature);
    if (slope < 0.0) {
        bracket->lower = s;
        bracket->lower_slope = slope;
    } else {
        bracket->upper = s;
        bracket->upper_slope = slope;
    }
}

// Narrows the bracket with the places where the segment passes the planes of the ends and the surface of the
// side.
static void lope_bracket_regions(lope_bracket *bracket, const lope_round_segment *segment, double radius, double half)
{
    for (int i = 0; i < 2; i++) {
        double travel = (i == 0 ? -half : half) - segment->h, hu = segment->hu;
        if (hu > 0.0 ? (travel > 0.0 && travel < hu) : (travel < 0.0 && travel > hu)) {
            lope_bracket_narrow(bracket, segment, radius, half, travel / hu);
        }
    }
    if (segment->ququ <= LOPE_TINY_SQUARED) return;
    double nearest = -lope_point_dot(segment->q, segment->qu) / segment->ququ;
    if (nearest < -1e6 || nearest > 1e6) return; // nearly along the axis
    lope_point q = lope_point_mad(segment->q, segment->qu, nearest);
    double inside = radius * radius - lope_point_dot(q, q);
    lope_bracket_narrow(bracket, segment, radius, half, nearest);
    if (inside <= 0.0) return;
    double reach = sqrt(inside / segment->ququ);
    lope_bracket_narrow(bracket, segment, radius, half, nearest - reach);
    lope_bracket_narrow(bracket, segment, radius, half, nearest + reach);
}

double lope_round_segment_cylinder(const lope_round_segment *segment, double radius, double half)
{
    double curvature;
    lope_bracket bracket = {0.0, 1.0, 0.0, 0.0};
    bracket.lower_slope = lope_cylinder_slope(segment, radius, half, 0.0, &curvature);
    if (bracket.lower_slope >= 0.0) return 0.0;
    bracket.upper_slope = lope_cylinder_slope(segment, radius, half, 1.0, &curvature);
    if (bracket.upper_slope < 0.0) return 1.0;
    lope_bracket_regions(&bracket, segment, radius, half);
    // The slope is linear over an end alone, and zero at an end of the bracket beside the side. There this is
    // the answer.
    double part = bracket.lower_slope / (bracket.lower_slope - bracket.upper_slope);
    double s = bracket.lower + (bracket.upper - bracket.lower) * part;
    // Newton within the bracket, with halving whenever a step would leave it. 3 to 5 rounds are usual; 100
    // would be enough for halving alone.
    for (int i = 0; i < 100; i++) {
        double slope = lope_cylinder_slope(segment, radius, half, s, &curvature);
        if (slope < 0.0) {
            bracket.lower = s;
        } else {
            bracket.upper = s;
        }
        double width = bracket.upper - bracket.lower;
        if (width <= 1e-15) break;
        double step = curvature > 0.0 && fabs(slope) < curvature * width ? -slope / curvature : 2.0;
        double next = s + step;
        if (!(next >= bracket.lower && next <= bracket.upper)) next = 0.5 * (bracket.lower + bracket.upper);
        double moved = fabs(next - s);
        s = next;
        if (moved <= 1e-15) break;
    }
    return s;
}

double lope_segment_cylinder(lope_point a, lope_point b, const lope_cylinder *cylinder, lope_point *on_segment,
                             lope_point *on_cylinder)
{
    lope_round_segment local = lope_segment_in_cylinder(a, b, cylinder);
    double s = lope_round_segment_cylinder(&local, cylinder->radius, cylinder->half_height);
    double h = local.h + local.hu * s, high = lope_beyond(h, cylinder->half_height);
    lope_point q = lope_point_mad(local.q, local.qu, s);
    double rho = lope_point_length(q), wide = rho > cylinder->radius ? rho - cylinder->radius : 0.0;
    lope_point foot = lope_point_mad(cylinder->center, cylinder->axis, h - high);
    *on_segment = lope_point_mad(a, lope_point_sub(b, a), s);
    *on_cylinder = lope_point_mad(foot, q, wide > 0.0 ? cylinder->radius / rho : 1.0);
    return high * high + wide * wide;
}

lope_triangle lope_hull_triangle(const lope_hull *hull, uint32_t index)
{
    lope_triangle triangle;
    for (uint32_t i = 0; i < 3; i++) triangle.v[i] = hull->points[hull->triangles[3 * index + i]];
    return triangle;
}

// The result of clipping a segment to behind all planes of a hull: the part that is left, and the triangle
// with the plane farthest below the whole segment.
typedef struct lope_hull_view {
    double enter, leave; // part of the segment behind all planes; none when enter > leave
    double farthest;     // height of the lower end over the plane of `first`; a lower bound of the distance
    uint32_t first;
} lope_hull_view;

static lope_hull_view lope_hull_look(lope_point a, lope_point b, const lope_hull *hull)
{
    lope_hull_view view = {0.0, 1.0, -1.0, 0};
    for (uint32_t i = 0; i < hull->triangle_count; i++) {
        lope_triangle triangle = lope_hull_triangle(hull, i);
        lope_point normal = lope_triangle_normal(&triangle);
        double ha = lope_point_dot(lope_point_sub(a, triangle.v[0]), normal);
        double hb = lope_point_dot(lope_point_sub(b, triangle.v[0]), normal);
        double low = ha < hb ? ha : hb;
        if (low > view.farthest) {
            view.farthest = low;
            view.first = i;
        }
        if (low > 0.0) {
            view.leave = -1.0;
        } else if (ha > 0.0 && ha / (ha - hb) > view.enter) {
            view.enter = ha / (ha - hb);
        } else if (hb > 0.0 && ha / (ha - hb) < view.leave) {
            view.leave = ha / (ha - hb);
        }
    }
    return view;
}

double lope_hull_plane_distance(lope_point a, lope_point b, const lope_hull *hull) { return lope_hull_look(a, b, hull).farthest; }

double lope_segment_hull(lope_point a, lope_point b, const lope_hull *hull, lope_point *on_segment, lope_point *on_hull)
{
    *on_segment = *on_hull = a;
    if (hull->triangle_count == 0) return 1e300;
    lope_hull_view view = lope_hull_look(a, b, hull);
    if (view.enter <= view.leave) {
        *on_segment = *on_hull = lope_point_mad(a, lope_point_sub(b, a), view.enter);
        return 0.0;
    }
    lope_triangle triangle = lope_hull_triangle(hull, view.first);
    double best = lope_segment_triangle(a, b, &triangle, on_segment, on_hull);
    for (uint32_t i = 0; i < hull->triangle_count; i++) {
        if (i == view.first) continue;
        triangle = lope_hull_triangle(hull, i);
        lope_point e = lope_point_sub(triangle.v[1], triangle.v[0]), f = lope_point_sub(triangle.v[2], triangle.v[0]);
        lope_point normal = lope_point_cross(e, f), on_a, on_b;
        double ha = lope_point_dot(lope_point_sub(a, triangle.v[0]), normal);
        double hb = lope_point_dot(lope_point_sub(b, triangle.v[0]), normal);
        double nn = lope_point_dot(normal, normal), low = ha < hb ? ha : hb, high = ha < hb ? hb : ha;
        bool sound = nn > 1e-10 * lope_point_dot(e, e) * lope_point_dot(f, f);
        if (sound && (high <= 0.0 || (low > 0.0 && low * low > best * nn))) continue;
        double dd = lope_segment_triangle(a, b, &triangle, &on_a, &on_b);
        if (dd < best) {
            best = dd;
            *on_segment = on_a;
            *on_hull = on_b;
        }
    }
    return best;
}
