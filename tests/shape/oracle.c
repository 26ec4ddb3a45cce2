// oracle.c - the tests' own geometry: projections of points, one-dimensional searches, and proofs by support
// functions.
//
// Nothing here is fast and nothing is shared with the library. Start with oracle_segment; the reasons are in
// oracle.h.
#include "oracle.h"

#include <string.h>

static lope_point sub(lope_point a, lope_point b) { return lope_point_sub(a, b); }
static double dot(lope_point a, lope_point b) { return lope_point_dot(a, b); }
static lope_point mad(lope_point a, lope_point b, double s) { return lope_point_mad(a, b, s); }
static lope_point neg(lope_point a) { return lope_point_scale(a, -1.0); }
static double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

lope_point oracle_unit(lope_point v)
{
    double length = lope_point_length(v);
    return length > 0 ? lope_point_scale(v, 1 / length) : v;
}

lope_point oracle_any_perpendicular(lope_point v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    lope_point other = lope_point_make(x <= y && x <= z, y < x && y <= z, z < x && z < y);
    return oracle_unit(lope_point_cross(v, other));
}

double oracle_angle(lope_point a, lope_point b)
{
    return 2 * atan2(lope_point_length(sub(a, b)), lope_point_length(lope_point_add(a, b)));
}

// ---------------------------------------------------------------------------------------------------------------- making ready

static void add_face(oracle *o, lope_point a, lope_point b, lope_point c)
{
    // The two edges from the corner that is nearest to a right angle lose the fewest digits, but any will do
    // here.
    lope_point normal = oracle_unit(lope_point_cross(sub(b, a), sub(c, a)));
    o->face_normal[o->face_count] = normal;
    o->face_offset[o->face_count++] = dot(normal, a);
}

static void prepare_hull(oracle *o)
{
    const lope_hull *hull = &o->shape.as.hull;
    for (uint32_t i = 0; i < hull->triangle_count; i++) {
        const uint32_t *t = hull->triangles + 3 * i;
        add_face(o, hull->points[t[0]], hull->points[t[1]], hull->points[t[2]]);
        for (int k = 0; k < 3; k++) { // each edge is met twice, once in each sense
            uint32_t from = t[k], to = t[(k + 1) % 3];
            if (from < to) o->edge[o->edge_count++] = oracle_unit(sub(hull->points[to], hull->points[from]));
        }
    }
}

void oracle_prepare(oracle *o, const lope_shape *shape)
{
    o->kind = shape->kind;
    o->shape = *shape;
    o->round = 0;
    o->face_count = o->edge_count = 0;
    if (shape->kind == LOPE_SHAPE_SPHERE) o->round = shape->as.sphere.radius;
    if (shape->kind == LOPE_SHAPE_CAPSULE) o->round = shape->as.capsule.radius;
    if (shape->kind == LOPE_SHAPE_TRIANGLE) {
        const lope_point *v = shape->as.triangle.v;
        add_face(o, v[0], v[1], v[2]);
        for (int k = 0; k < 3; k++) o->edge[o->edge_count++] = oracle_unit(sub(v[(k + 1) % 3], v[k]));
    }
    if (shape->kind == LOPE_SHAPE_BOX) {
        for (int k = 0; k < 3; k++) o->face_normal[k] = o->edge[k] = shape->as.box.axis[k];
        o->face_count = o->edge_count = 3; // the opposite faces follow from trying both senses
    }
    if (shape->kind == LOPE_SHAPE_HULL) prepare_hull(o);
}

// --------------------------------------------------------------------------------------------------- support and single points

double oracle_support(const oracle *o, lope_point n)
{
    switch (o->kind) {
    case LOPE_SHAPE_SPHERE:
        return dot(n, o->shape.as.sphere.center);
    case LOPE_SHAPE_CAPSULE: {
        double a = dot(n, o->shape.as.capsule.a), b = dot(n, o->shape.as.capsule.b);
        return a > b ? a : b;
    }
    case LOPE_SHAPE_BOX: {
        const lope_box *box = &o->shape.as.box;
        double sum = dot(n, box->center);
        for (int k = 0; k < 3; k++) sum += box->half[k] * fabs(dot(n, box->axis[k]));
        return sum;
    }
    case LOPE_SHAPE_CYLINDER: {
        const lope_cylinder *c = &o->shape.as.cylinder;
        double along = dot(n, c->axis), across = lope_point_length(mad(n, c->axis, -along));
        return dot(n, c->center) + c->half_height * fabs(along) + c->radius * across;
    }
    default:
        break;
    }
    const lope_point *points = o->kind == LOPE_SHAPE_HULL ? o->shape.as.hull.points : o->shape.as.triangle.v;
    uint32_t count = o->kind == LOPE_SHAPE_HULL ? o->shape.as.hull.point_count : 3;
    double best = dot(n, points[0]);
    for (uint32_t i = 1; i < count; i++) {
        double d = dot(n, points[i]);
        if (d > best) best = d;
    }
    return best;
}

static lope_point on_segment(lope_point p, lope_point a, lope_point b)
{
    lope_point ab = sub(b, a);
    double length2 = dot(ab, ab);
    return length2 > 0 ? mad(a, ab, clamp(dot(sub(p, a), ab) / length2, 0, 1)) : a;
}

// The best of the three edges, and of the foot on the plane when that is inside.
static lope_point on_triangle(lope_point p, const lope_point *a, const lope_point *b, const lope_point *c, lope_point normal,
                              double offset)
{
    const lope_point *v[3] = {a, b, c};
    lope_point foot = mad(p, normal, offset - dot(normal, p));
    bool inside = true;
    for (int k = 0; k < 3; k++) {
        lope_point edge = sub(*v[(k + 1) % 3], *v[k]);
        if (dot(lope_point_cross(normal, edge), sub(foot, *v[k])) < 0) inside = false;
    }
    if (inside) return foot;
    lope_point best = on_segment(p, *a, *b);
    for (int k = 1; k < 3; k++) {
        lope_point q = on_segment(p, *v[k], *v[(k + 1) % 3]);
        if (dot(sub(p, q), sub(p, q)) < dot(sub(p, best), sub(p, best))) best = q;
    }
    return best;
}

static lope_point on_box(lope_point p, const lope_box *box)
{
    lope_point d = sub(p, box->center), q = p;
    for (int k = 0; k < 3; k++) {
        double x = dot(d, box->axis[k]);
        q = mad(q, box->axis[k], clamp(x, -box->half[k], box->half[k]) - x);
    }
    return q;
}

static lope_point on_cylinder(lope_point p, const lope_cylinder *c)
{
    lope_point d = sub(p, c->center), q = p;
    double along = dot(d, c->axis);
    lope_point across = mad(d, c->axis, -along);
    double distance = lope_point_length(across);
    q = mad(q, c->axis, clamp(along, -c->half_height, c->half_height) - along);
    return distance > c->radius ? mad(q, across, c->radius / distance - 1) : q;
}

// The nearest point is on a face that p is in front of. Faces that p is behind by rounding are looked at too:
// a flat face is cut into triangles whose planes differ in the last digit, and only one of them holds the
// foot.
static lope_point on_hull(const oracle *o, lope_point p)
{
    const lope_hull *hull = &o->shape.as.hull;
    lope_point best = p;
    double front[ORACLE_MAX_FACES], least = -1;
    bool inside = true;
    for (uint32_t i = 0; i < o->face_count; i++) {
        front[i] = dot(o->face_normal[i], p) - o->face_offset[i];
        if (front[i] > 0) inside = false;
    }
    for (uint32_t i = 0; i < o->face_count && !inside; i++) {
        if (front[i] <= -1e-9) continue;
        const uint32_t *t = hull->triangles + 3 * i;
        lope_point q =
            on_triangle(p, &hull->points[t[0]], &hull->points[t[1]], &hull->points[t[2]], o->face_normal[i], o->face_offset[i]);
        double d = dot(sub(p, q), sub(p, q));
        if (least < 0 || d < least) {
            least = d;
            best = q;
        }
    }
    return best;
}

double oracle_point(const oracle *o, lope_point p, lope_point *nearest)
{
    const lope_point *v = o->shape.as.triangle.v;
    switch (o->kind) {
    case LOPE_SHAPE_SPHERE:
        *nearest = o->shape.as.sphere.center;
        break;
    case LOPE_SHAPE_CAPSULE:
        *nearest = on_segment(p, o->shape.as.capsule.a, o->shape.as.capsule.b);
        break;
    case LOPE_SHAPE_BOX:
        *nearest = on_box(p, &o->shape.as.box);
        break;
    case LOPE_SHAPE_CYLINDER:
        *nearest = on_cylinder(p, &o->shape.as.cylinder);
        break;
    case LOPE_SHAPE_HULL:
        *nearest = on_hull(o, p);
        break;
    default:
        *nearest = on_triangle(p, &v[0], &v[1], &v[2], o->face_normal[0], o->face_offset[0]);
        break;
    }
    return lope_point_length(sub(p, *nearest));
}

// How deep p is in the solid, 0 outside: the nearest of the surfaces around it.
static double point_depth(const oracle *o, lope_point p)
{
    double least = 0;
    if (o->kind == LOPE_SHAPE_BOX) {
        const lope_box *box = &o->shape.as.box;
        for (int k = 0; k < 3; k++) {
            double in = box->half[k] - fabs(dot(sub(p, box->center), box->axis[k]));
            if (k == 0 || in < least) least = in;
        }
    } else if (o->kind == LOPE_SHAPE_CYLINDER) {
        const lope_cylinder *c = &o->shape.as.cylinder;
        double along = dot(sub(p, c->center), c->axis);
        double in = c->half_height - fabs(along);
        least = c->radius - lope_point_length(mad(sub(p, c->center), c->axis, -along));
        if (in < least) least = in;
    } else if (o->kind == LOPE_SHAPE_HULL) {
        for (uint32_t i = 0; i < o->face_count; i++) {
            double in = o->face_offset[i] - dot(o->face_normal[i], p);
            if (i == 0 || in < least) least = in;
        }
    }
    return least > 0 ? least : 0;
}

double oracle_point_signed(const oracle *o, lope_point p)
{
    lope_point q;
    return oracle_point(o, p, &q) - o->round - point_depth(o, p);
}

// ------------------------------------------------------------------------------------------------------------- segment distance

typedef struct probe {
    double s, value, slope;
    lope_point at, nearest, normal;
} probe;

static probe probe_at(const oracle *o, lope_point a, lope_point ab, double s)
{
    probe p;
    p.s = s;
    p.at = mad(a, ab, s);
    p.value = oracle_point(o, p.at, &p.nearest);
    p.normal = oracle_unit(sub(p.at, p.nearest));
    p.slope = dot(p.normal, ab);
    return p;
}

// Where to look next between low (falling) and high (rising): in turn where the slope would be 0 if it were
// straight (fast on smooth valleys), where the tangents meet (exact on sharp ones), and the middle (never
// stalls).
static double next_look(const double *low, const double *high, int turn) // each: place, value, slope
{
    double width = high[0] - low[0], s = low[0] + width / 2;
    if (turn % 3 == 0) s = low[0] - low[2] * width / (high[2] - low[2]);
    if (turn % 3 == 1) s = (high[1] - low[1] + low[2] * low[0] - high[2] * high[0]) / (low[2] - high[2]);
    if (!(s > low[0] && s < high[0])) s = low[0] + width / 2;
    return s;
}

// The distance of a moving point to a convex shape is convex, and smooth outside: so its slope is 0 at the
// least.
static probe least_on_segment(const oracle *o, lope_point a, lope_point b)
{
    lope_point ab = sub(b, a);
    double length = lope_point_length(ab);
    probe low = probe_at(o, a, ab, 0), high = probe_at(o, a, ab, 1);
    if (low.slope >= 0 || low.value <= 0) return low;
    if (high.slope <= 0 || high.value <= 0) return high;
    for (int i = 0; i < 150 && high.s - low.s > 1e-16; i++) {
        double l[3] = {low.s, low.value, low.slope}, h[3] = {high.s, high.value, high.slope};
        probe mid = probe_at(o, a, ab, next_look(l, h, i));
        if (mid.value <= 0 || fabs(mid.slope) <= 1e-13 * length) return mid;
        if (mid.slope < 0)
            low = mid;
        else
            high = mid;
    }
    return low.value < high.value ? low : high;
}

oracle_gap oracle_segment(const oracle *o, lope_point a, lope_point b)
{
    probe p = least_on_segment(o, a, b);
    oracle_gap gap;
    gap.distance = p.value;
    gap.s = p.s;
    gap.on_axis = p.at;
    gap.on_shape = p.nearest;
    gap.normal = p.normal;
    return gap;
}

double oracle_gap_along(const oracle *o, lope_point a, lope_point b, lope_point n)
{
    double low_a = dot(n, a), low_b = dot(n, b);
    return (low_a < low_b ? low_a : low_b) - oracle_support(o, n);
}

double oracle_proof_gap(const oracle *o, lope_point a, lope_point b, const oracle_gap *gap)
{
    double below = gap->distance > 0 ? oracle_gap_along(o, a, b, gap->normal) : 0;
    return gap->distance - (below > 0 ? below : 0);
}

// ------------------------------------------------------------------------------------------------------------------ penetration

enum { MAX_DIRECTIONS = 2 * (ORACLE_MAX_FACES + ORACLE_MAX_EDGES) + 64 };

typedef struct directions {
    lope_point n[MAX_DIRECTIONS];
    int count;
} directions;

static void add_both(directions *list, lope_point v)
{
    v = oracle_unit(v);
    if (dot(v, v) < 0.5 || list->count + 2 > MAX_DIRECTIONS) return;
    list->n[list->count++] = v;
    list->n[list->count++] = neg(v);
}

// A cylinder grown by a segment has its least depth on a cap, on the round side, or on a direction at right
// angles to the segment (elsewhere the depth is a sine of the angle to the axis, whose least is never
// positive). Those are a circle: walk it.
static void add_cylinder(const oracle *o, lope_point a, lope_point b, directions *list)
{
    const lope_cylinder *c = &o->shape.as.cylinder;
    lope_point e = oracle_unit(sub(b, a)), ends[2] = {a, b};
    add_both(list, c->axis);
    add_both(list, lope_point_cross(c->axis, e));
    add_both(list, oracle_any_perpendicular(c->axis));
    for (int k = 0; k < 2; k++) {
        lope_point d = sub(ends[k], c->center);
        add_both(list, mad(d, c->axis, -dot(d, c->axis)));
    }
    if (dot(e, e) < 0.5) return;
    enum { STEPS = 128 };
    const double turn = 6.283185307179586;
    lope_point x = oracle_any_perpendicular(e), y = lope_point_cross(e, x);
    double value[STEPS];
    for (int i = 0; i < STEPS; i++) {
        double angle = turn * i / STEPS;
        value[i] = -oracle_gap_along(o, a, b, mad(lope_point_scale(x, cos(angle)), y, sin(angle)));
    }
    for (int i = 0; i < STEPS; i++) {
        if (value[i] > value[(i + 1) % STEPS] || value[i] > value[(i + STEPS - 1) % STEPS]) continue;
        double low = turn * (i - 1) / STEPS, high = turn * (i + 1) / STEPS;
        for (int k = 0; k < 90; k++) { // thirds: the bracket holds one valley
            double p = low + (high - low) / 3, q = high - (high - low) / 3;
            double vp = -oracle_gap_along(o, a, b, mad(lope_point_scale(x, cos(p)), y, sin(p)));
            double vq = -oracle_gap_along(o, a, b, mad(lope_point_scale(x, cos(q)), y, sin(q)));
            if (vp < vq)
                high = q;
            else
                low = p;
        }
        if (list->count + 1 <= MAX_DIRECTIONS) list->n[list->count++] = mad(lope_point_scale(x, cos(low)), y, sin(low));
    }
}

// Every direction that can be a facet of the Minkowski difference: faces, and edges crossed with the segment.
static void collect_directions(const oracle *o, lope_point a, lope_point b, directions *list)
{
    lope_point e = oracle_unit(sub(b, a));
    list->count = 0;
    if (o->kind == LOPE_SHAPE_CYLINDER) {
        add_cylinder(o, a, b, list);
        return;
    }
    for (uint32_t i = 0; i < o->face_count; i++) add_both(list, o->face_normal[i]);
    for (uint32_t i = 0; i < o->edge_count; i++) {
        lope_point n = lope_point_cross(o->edge[i], e);
        if (dot(n, n) > 1e-18) add_both(list, n); // nearly parallel: the neighbouring facets are as good
    }
    if (o->kind == LOPE_SHAPE_SPHERE) add_both(list, dot(e, e) > 0.5 ? oracle_any_perpendicular(e) : lope_point_make(0, 1, 0));
    if (o->kind == LOPE_SHAPE_CAPSULE) {
        lope_point d = oracle_unit(sub(o->shape.as.capsule.b, o->shape.as.capsule.a)), n = lope_point_cross(d, e);
        if (dot(n, n) > 1e-18)
            add_both(list, n);
        else if (dot(e, e) > 0.5)
            add_both(list, oracle_any_perpendicular(e));
        else
            add_both(list, dot(d, d) > 0.5 ? oracle_any_perpendicular(d) : lope_point_make(0, 1, 0));
    }
}

oracle_depth oracle_penetration(const oracle *o, lope_point a, lope_point b)
{
    directions list;
    double depth[MAX_DIRECTIONS];
    int best = 0;
    depth[0] = 0;
    collect_directions(o, a, b, &list);
    for (int i = 0; i < list.count; i++) {
        depth[i] = -oracle_gap_along(o, a, b, list.n[i]);
        if (depth[i] < depth[best]) best = i;
    }
    oracle_depth result;
    result.depth = depth[best] > 0 ? depth[best] : 0;
    result.normal = list.n[best];
    result.unique = o->kind != LOPE_SHAPE_SPHERE; // a segment through a sphere's center may leave to every side
    for (int i = 0; i < list.count; i++)
        if (depth[i] < depth[best] + 1e-5 && oracle_angle(list.n[i], list.n[best]) > 1e-3) result.unique = false;
    return result;
}

double oracle_penetration_sampled(const oracle *o, lope_point a, lope_point b, int count)
{
    lope_point best = lope_point_make(0, 1, 0);
    double least = -oracle_gap_along(o, a, b, best);
    for (int i = 0; i < count; i++) { // a spiral with equal areas
        double y = 1 - (2 * i + 1.0) / count, angle = 2.399963229728653 * i, r = sqrt(1 - y * y);
        lope_point n = lope_point_make(r * cos(angle), y, r * sin(angle));
        double value = -oracle_gap_along(o, a, b, n);
        if (value < least) {
            least = value;
            best = n;
        }
    }
    for (double step = 0.1; step > 1e-9; step *= 0.7) {
        lope_point x = oracle_any_perpendicular(best), y = lope_point_cross(best, x);
        for (int k = 0; k < 12; k++) {
            double angle = 0.5235987755982988 * k;
            lope_point n = oracle_unit(mad(mad(best, x, step * cos(angle)), y, step * sin(angle)));
            double value = -oracle_gap_along(o, a, b, n);
            if (value < least) {
                least = value;
                best = n;
            }
        }
    }
    return least;
}

double oracle_separation(const oracle *o, const lope_capsule *capsule, lope_point *normal, bool *unique, double *core_distance)
{
    oracle_gap gap = oracle_segment(o, capsule->a, capsule->b);
    *normal = gap.normal;
    *unique = true; // two convex sets apart have one direction of least distance
    *core_distance = gap.distance;
    if (gap.distance > 1e-9) return gap.distance - o->round - capsule->radius;
    oracle_depth deep = oracle_penetration(o, capsule->a, capsule->b);
    *normal = deep.normal;
    *unique = deep.unique;
    *core_distance = -deep.depth;
    return -deep.depth - o->round - capsule->radius;
}

// ------------------------------------------------------------------------------------------------------------- sweeps and rays

// The distance of two convex shapes is a convex function of a translation: tangents bound it from below.
double oracle_sweep_least(const oracle *o, lope_point a, lope_point b, lope_point motion, double from, double to,
                          double threshold)
{
    double low[3], high[3], best = 1e300;
    for (int i = -2; i < 100; i++) {
        double at = i == -2 ? from : i == -1 ? to : next_look(low, high, i);
        oracle_gap gap = oracle_segment(o, mad(a, motion, at), mad(b, motion, at));
        double *side = i == -2 ? low : high;
        double slope = dot(gap.normal, motion);
        if (gap.distance < best) best = gap.distance;
        if (best <= threshold) return best;
        if (i == -2 && slope >= 0) return best;
        if (i == -1 && slope <= 0) return best;
        if (i >= 0 && slope < 0) side = low;
        side[0] = at;
        side[1] = gap.distance;
        side[2] = slope;
        if (i < -1) continue;
        double meet = next_look(low, high, 1);
        double below = low[1] + low[2] * (meet - low[0]);
        if (threshold >= 0 && below > threshold) return below;
        if (best - below < 1e-10 || high[0] - low[0] < 1e-16) return best;
    }
    return best;
}

double oracle_ray_least(const oracle *o, lope_point from, lope_point motion, double t0, double t1)
{
    double best = oracle_point_signed(o, mad(from, motion, t0)), last = oracle_point_signed(o, mad(from, motion, t1));
    if (last < best) best = last;
    for (int i = 0; i < 120 && t1 - t0 > 1e-16; i++) { // thirds: the signed distance is convex too
        double p = t0 + (t1 - t0) / 3, q = t1 - (t1 - t0) / 3;
        double vp = oracle_point_signed(o, mad(from, motion, p)), vq = oracle_point_signed(o, mad(from, motion, q));
        if (vp < best) best = vp;
        if (vq < best) best = vq;
        if (vp < vq)
            t1 = q;
        else
            t0 = p;
    }
    return best;
}

bool oracle_ray(const oracle *o, lope_point from, lope_point motion, double *fraction)
{
    probe low = probe_at(o, from, motion, 0), high = probe_at(o, from, motion, 1), in = low;
    bool found = low.value <= o->round;
    *fraction = 0;
    if (found) return true;
    if (low.value <= o->round + 1e-9)
        low.slope = -lope_point_length(motion); // on the surface the normal is rounding: the
                                                // steepest fall is a bound as good
    if (low.slope >= 0) return false;
    if (high.value <= o->round) {
        in = high;
        found = true;
    }
    if (!found && high.slope <= 0) return false;
    for (int i = 0; !found && i < 150 && high.s - low.s > 1e-16; i++) {
        double l[3] = {low.s, low.value, low.slope}, h[3] = {high.s, high.value, high.slope};
        in = probe_at(o, from, motion, next_look(l, h, i));
        found = in.value <= o->round;
        if (in.slope < 0)
            low = in;
        else
            high = in;
        double meet = next_look(l, h, 1);
        if (l[1] + l[2] * (meet - l[0]) > o->round + 1e-9) return false; // proven, and not by rounding
    }
    if (!found) return false;
    double out = low.value > o->round ? low.s : 0, inside = in.s;
    for (int i = 0; i < 100 && inside - out > 1e-17; i++) {
        double mid = out + (inside - out) / 2;
        lope_point q;
        if (oracle_point(o, mad(from, motion, mid), &q) <= o->round)
            inside = mid;
        else
            out = mid;
    }
    *fraction = inside;
    return true;
}
