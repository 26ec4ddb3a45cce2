// separation_convex.c - the distance or the depth of overlap of a capsule and a box, cylinder or hull.
//
// Depths are exact. The faces of a polytope swept along the segment have the normals of the polytope, or an
// edge x the segment. A swept cylinder has flat ends, a side with normals square to the axis, and two curved
// strips. The strips are the rims drawn along the segment, with normals square to the segment. Seen along the
// segment a strip is half an ellipse. Read next: depth.h.

#include "shape/separation_convex.h"

#include "shape/depth.h"
#include "shape/distance.h"
#include "shape/distance_convex.h"

// Offers normal and -normal for a box. The normal is given in the axes of the box.
static void lope_way_out_try_box(lope_way_out *way, const lope_box *box, const lope_local_segment *local, const double *n)
{
    double reach = 0.0, pa = 0.0, pu = 0.0;
    lope_point normal = lope_point_make(0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++) {
        reach += box->half[i] * fabs(n[i]);
        pa += local->p[i] * n[i];
        pu += local->u[i] * n[i];
        normal = lope_point_mad(normal, box->axis[i], n[i]);
    }
    double low = pu < 0.0 ? pa + pu : pa, high = pu < 0.0 ? pa : pa + pu;
    lope_way_out_take(way, normal, reach - low);
    lope_way_out_take(way, lope_point_scale(normal, -1.0), reach + high);
}

static void lope_way_out_of_box(lope_way_out *way, const lope_box *box, const lope_local_segment *local)
{
    const double *u = local->u;
    double uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    for (int i = 0; i < 3; i++) {
        double n[3] = {0.0, 0.0, 0.0};
        n[i] = 1.0;
        lope_way_out_try_box(way, box, local, n);
    }
    for (int i = 0; i < 3; i++) {
        int j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
        double across = u[j] * u[j] + u[k] * u[k], n[3];
        if (across <= 1e-24 * uu || across <= LOPE_TINY_SQUARED) continue;
        double scale = 1.0 / sqrt(across);
        n[i] = 0.0;
        n[j] = -u[k] * scale;
        n[k] = u[j] * scale;
        lope_way_out_try_box(way, box, local, n);
    }
}

lope_separation lope_separation_box(const lope_capsule *capsule, const lope_box *box)
{
    lope_separation result;
    double dd = lope_segment_box(capsule->a, capsule->b, box, &result.on_axis, &result.point);
    double scale = box->half[0] + box->half[1] + box->half[2] + capsule->radius;
    if (lope_separation_apart(capsule, dd, scale, &result)) return result;
    lope_local_segment local = lope_segment_in_box(capsule->a, capsule->b, box);
    lope_way_out way = lope_way_out_start(capsule);
    lope_way_out_of_box(&way, box, &local);
    lope_capsule moved = lope_way_out_moved(&way, capsule, false);
    lope_segment_box(moved.a, moved.b, box, &result.on_axis, &result.point);
    lope_way_out_finish(&way, capsule, &result);
    return result;
}

// Offers one direction, of any length but 0, for a cylinder.
static void lope_way_out_try_cylinder(lope_way_out *way, const lope_cylinder *cylinder, lope_point direction)
{
    double length = lope_point_length(direction);
    if (length <= 1e-30) return;
    lope_point n = lope_point_scale(direction, 1.0 / length);
    double along = lope_point_dot(n, cylinder->axis);
    double across = lope_point_length(lope_point_mad(n, cylinder->axis, -along));
    double reach = cylinder->radius * across + cylinder->half_height * fabs(along);
    double pa = lope_point_dot(lope_point_sub(way->a, cylinder->center), n);
    double pb = lope_point_dot(lope_point_sub(way->b, cylinder->center), n);
    lope_way_out_take(way, n, reach - (pb < pa ? pb : pa));
}

// Finds the normal at the point of the upper half (y >= 0) of an ellipse that is nearest to (x, y). The point
// lies within the ellipse or below its middle, and x >= 0. The half axes are 1 along x and `minor` along y.
// sine^2 = 1 - minor^2, an argument of its own because that keeps the digits for a near circle. Returns false
// when a point below has no nearest one in the upper half.
//
// Method: the root z of (k x / (z + k - 1))^2 + (y / (minor z))^2 = 1 with k = 1 / minor^2, after Eberly,
// "Distance from a Point to an Ellipse".
static bool lope_ellipse_normal(double x, double y, double minor, double sine, double *nx, double *ny)
{
    double k = 1.0 / (minor * minor), more = sine * sine * k, kx = k * x, yy = y / minor, lower, upper;
    if (fabs(yy) < 1e-12) yy = 1e-12;
    bool above = yy > 0.0;
    if (above) {
        double far_end = sqrt(kx * kx + yy * yy);
        lower = yy;
        upper = far_end > 1.0 ? far_end : 1.0;
    } else {
        // Between two poles the left side is convex. Its least place comes first; the wanted root is above
        // it.
        lower = -more;
        upper = 0.0;
        for (int i = 0; i < 100; i++) {
            double z = 0.5 * (lower + upper), p = z + more;
            if (z <= lower || z >= upper) break;
            // Sign of the slope: kx^2 / p^3 against yy^2 / (-z)^3.
            if (kx * kx * (-z * z * z) < yy * yy * p * p * p) {
                upper = z;
            } else {
                lower = z;
            }
        }
        lower = upper;
        upper = 0.0;
        double p = lower + more;
        if (!(p > 0.0 && lower < 0.0) || kx * kx * lower * lower + yy * yy * p * p > p * p * lower * lower) return false;
    }
    for (int i = 0; i < 200; i++) {
        double z = 0.5 * (lower + upper), p = z + more;
        if (z <= lower || z >= upper) break;
        bool outside = kx * kx * z * z + yy * yy * p * p > p * p * z * z;
        if (outside == above) {
            lower = z;
        } else {
            upper = z;
        }
    }
    double z = above ? upper : lower;
    *nx = kx / (z + more);
    *ny = (yy / z) * minor * k; // of the gradient (x, y / minor^2) at the nearest point
    return *nx >= 0.0 && *ny > 0.0;
}

// Offers the way over a rim: a direction square to the segment and slanted to the axis.
static void lope_way_out_try_rim(lope_way_out *way, const lope_cylinder *cylinder)
{
    lope_point u = lope_point_sub(way->b, way->a);
    double uu = lope_point_dot(u, u);
    if (uu <= LOPE_TINY_SQUARED) return;
    u = lope_point_scale(u, 1.0 / sqrt(uu));
    double minor = fabs(lope_point_dot(u, cylinder->axis));
    lope_point across = lope_point_cross(cylinder->axis, u);
    double sine = lope_point_length(across);
    if (minor < 1e-12 || sine < 1e-13 || cylinder->radius <= 0.0) return;
    across = lope_point_scale(across, 1.0 / sine);
    across = lope_point_mad(across, u, -lope_point_dot(across, u));
    across = lope_point_scale(across, 1.0 / lope_point_length(across));
    lope_point up = lope_point_cross(u, across); // the axis seen along the segment, unit
    if (lope_point_dot(up, cylinder->axis) < 0.0) up = lope_point_scale(up, -1.0);
    lope_point r = lope_point_sub(way->a, cylinder->center);
    double x = lope_point_dot(r, across), y = lope_point_dot(r, up), nx, ny;
    double rise = (fabs(y) - cylinder->half_height * sine) / cylinder->radius;
    if (!lope_ellipse_normal(fabs(x) / cylinder->radius, rise, minor, sine, &nx, &ny)) return;
    lope_point n = lope_point_scale(across, x < 0.0 ? -nx : nx);
    lope_way_out_try_cylinder(way, cylinder, lope_point_mad(n, up, y < 0.0 ? -ny : ny));
}

// Returns the unit vector along v, made square to the unit axis; zero when nothing is left. Even if v is all
// rounding along the axis, the first pass leaves the part across. The second pass removes the first one's own
// rounding.
static lope_point lope_unit_across(lope_point v, lope_point axis)
{
    lope_point zero = lope_point_make(0.0, 0.0, 0.0), n = lope_point_unit(v, zero);
    for (int i = 0; i < 2; i++) n = lope_point_unit(lope_point_mad(n, axis, -lope_point_dot(n, axis)), zero);
    return n;
}

// Offers the ways over the side. Seen along the axis the segment of the capsule is a segment in a disc. The
// way is out through its point nearest to the middle. When that point is within the segment, or the middle
// itself, the way is square to the segment, because the nearest point gives that only as a small difference.
// All ways must be square to the axis to the last digit: a slant costs the slant times the height.
static void lope_way_out_try_side(lope_way_out *way, const lope_cylinder *cylinder)
{
    lope_round_segment local = lope_segment_in_cylinder(way->a, way->b, cylinder);
    double s = local.ququ > LOPE_TINY_SQUARED ? lope_clamp01(-lope_point_dot(local.q, local.qu) / local.ququ) : 0.0;
    lope_point out = lope_unit_across(lope_point_mad(local.q, local.qu, s), cylinder->axis);
    lope_point u = lope_point_sub(way->b, way->a);
    lope_point square = lope_unit_across(lope_point_cross(cylinder->axis, u), cylinder->axis);
    lope_way_out_try_cylinder(way, cylinder, square);
    lope_way_out_try_cylinder(way, cylinder, lope_point_scale(square, -1.0));
    lope_way_out_try_cylinder(way, cylinder, out);
    // The segment may lie along the axis or be a point of it. Then every way is equally good.
    if (!(lope_point_dot(square, square) > 0.5 || lope_point_dot(out, out) > 0.5)) {
        lope_way_out_try_cylinder(way, cylinder, lope_point_perpendicular(cylinder->axis));
    }
}

// Finds the least way out. It is where the largest ball inside the swept cylinder touches its surface, so
// where the surface has one normal. That is at an end, on the side (round, or flat where the segment drew it
// out), or on a strip. At the rims themselves normals fan out, and no ball inside can touch.
static void lope_way_out_of_cylinder(lope_way_out *way, const lope_cylinder *cylinder)
{
    lope_way_out_try_cylinder(way, cylinder, cylinder->axis);
    lope_way_out_try_cylinder(way, cylinder, lope_point_scale(cylinder->axis, -1.0));
    lope_way_out_try_side(way, cylinder);
    lope_way_out_try_rim(way, cylinder);
}

lope_separation lope_separation_cylinder(const lope_capsule *capsule, const lope_cylinder *cylinder)
{
    lope_separation result;
    double dd = lope_segment_cylinder(capsule->a, capsule->b, cylinder, &result.on_axis, &result.point);
    double scale = cylinder->radius + cylinder->half_height + capsule->radius;
    if (lope_separation_apart(capsule, dd, scale, &result)) return result;
    lope_way_out way = lope_way_out_start(capsule);
    lope_way_out_of_cylinder(&way, cylinder);
    lope_capsule moved = lope_way_out_moved(&way, capsule, false);
    lope_segment_cylinder(moved.a, moved.b, cylinder, &result.on_axis, &result.point);
    lope_way_out_finish(&way, capsule, &result);
    return result;
}

static void lope_way_out_of_hull(lope_way_out *way, const lope_hull *hull)
{
    lope_point u = lope_point_sub(way->b, way->a);
    for (uint32_t i = 0; i < hull->triangle_count; i++) {
        lope_triangle triangle = lope_hull_triangle(hull, i);
        lope_way_out_try_points(way, lope_triangle_normal(&triangle), hull->points, hull->point_count);
    }
    for (uint32_t i = 0; i < hull->triangle_count; i++) {
        const uint32_t *index = hull->triangles + 3 * (size_t)i;
        for (uint32_t j = 0; j < 3; j++) {
            uint32_t from = index[j], to = index[j == 2 ? 0 : j + 1];
            if (from > to) continue; // both triangles of an edge have it
            lope_point edge = lope_point_sub(hull->points[to], hull->points[from]);
            lope_way_out_try_points(way, lope_cross_unit(edge, u), hull->points, hull->point_count);
        }
    }
}

lope_separation lope_separation_hull(const lope_capsule *capsule, const lope_hull *hull)
{
    lope_separation result;
    double dd = lope_segment_hull(capsule->a, capsule->b, hull, &result.on_axis, &result.point);
    double scale = capsule->radius;
    if (hull->triangle_count > 0) {
        const uint32_t *index = hull->triangles;
        scale += lope_point_length(lope_point_sub(hull->points[index[1]], hull->points[index[0]]));
    }
    bool apart = lope_separation_apart(capsule, dd, scale, &result);
    if (apart && !lope_separation_uncertain(dd, scale)) return result;
    lope_way_out way = lope_way_out_start(capsule);
    if (apart) lope_way_out_try_points(&way, result.normal, hull->points, hull->point_count);
    double measured = way.depth;
    lope_way_out_of_hull(&way, hull);
    if (apart && way.depth >= measured) return result;
    if (!way.found) lope_way_out_take(&way, lope_point_perpendicular(lope_point_sub(capsule->b, capsule->a)), 0.0);
    lope_capsule moved = lope_way_out_moved(&way, capsule, apart);
    lope_segment_hull(moved.a, moved.b, hull, &result.on_axis, &result.point);
    lope_way_out_finish(&way, capsule, &result);
    return result;
}
