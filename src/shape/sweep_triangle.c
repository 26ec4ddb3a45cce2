// sweep_triangle.c - sweeps a capsule against a triangle, in closed form: the hottest loop of the library.
//
// In the frame of the capsule's end a, the triangle swept along the segment is a slanted prism: two
// triangles, three parallelograms (an edge x the segment), nine edges, six corners. Four pairs of parallel
// planes hold it. The ray is cut with the four slabs, thickened by the radius. That rejects most triangles,
// gives a lower bound of the fraction, and names the face entered last. If the ray is over that face then,
// the bound is the answer. Only otherwise edges and corners are tried. Read next: rounded.h for edges and
// corners, distance.c for a sweep that starts near.

#include "shape/sweep_triangle.h"

#include "shape/distance.h"
#include "shape/rounded.h"
#include "shape/separation.h"

// Sine squared of the angle between an edge and the segment, below which their parallelogram is left out. Its
// width is then under 1e-5 of the edge. The cylinders along its sides cover that to 1e-10, while its normal
// would be off by 1e-11.
#define LOPE_FLAT_SINE_SQUARED 1e-10

typedef struct lope_prism {
    lope_point v[3];  // triangle's corners
    lope_point wa[3]; // a - v[i]
    lope_point e[3];  // v[i + 1] - v[i]
    lope_point u;     // b - a
    lope_point m;     // motion
    double uu, radius;
    // Per pair of planes: 0 of the triangle, 1 + i of edge i. A length of 0 marks a pair that is left out.
    lope_point normal[4];      // not unit; the triangle's is
    double length[4];          // of the normal
    double place[4], speed[4]; // of the start over the edge (or triangle) along the normal; of the motion
    double across[4];          // far side of the prism: the opposite corner, or the triangle under b
    double ee[3];              // e[i].e[i]
} lope_prism;

// The latest entry into the slabs so far.
typedef struct lope_slabs {
    double enter; // fraction; 0 while inside all of them
    int face;     // the slab that was entered last; -1 none
    int side;     // +1 when the start is on its normal's positive side
    bool clear;   // the start is apart from the prism by more than the touch tolerance
} lope_slabs;

// Cuts with a slab: the points with a place along its normal from lower to upper. Returns false when the ray
// misses it, or enters it too late.
static inline bool lope_slabs_cut(lope_slabs *slabs, const lope_prism *prism, int face, double lower, double upper,
                                  double max_fraction)
{
    double thick = prism->radius * prism->length[face], place = prism->place[face], speed = prism->speed[face], gap;
    int side = 1;
    if (place > upper + thick) {
        gap = place - upper - thick;
        speed = -speed;
    } else if (place < lower - thick) {
        gap = lower - thick - place;
        side = -1;
    } else {
        return true;
    }
    if (speed <= 0.0) return false; // apart, and not approaching
    bool touching = gap <= lope_touch_tolerance(prism->radius) * prism->length[face];
    if (gap > speed * max_fraction) return touching; // too slow; in touch the exact distance decides
    if (!touching) slabs->clear = true;
    double t = gap / speed;
    if (t < slabs->enter) return true;
    slabs->enter = t;
    slabs->face = face;
    slabs->side = side;
    return true;
}

static inline int lope_before(int i) { return i == 0 ? 2 : i - 1; }

// Cuts with the triangle's own pair of planes, which alone rejects most triangles.
static inline bool lope_prism_first_slab(lope_prism *prism, double max_fraction, lope_slabs *slabs)
{
    slabs->enter = 0.0;
    slabs->face = -1;
    slabs->side = 1;
    slabs->clear = false;
    double across = -lope_point_dot(prism->normal[0], prism->u);
    prism->across[0] = across;
    prism->length[0] = 1.0;
    prism->place[0] = lope_point_dot(prism->wa[0], prism->normal[0]);
    prism->speed[0] = lope_point_dot(prism->m, prism->normal[0]);
    return lope_slabs_cut(slabs, prism, 0, across < 0.0 ? across : 0.0, across > 0.0 ? across : 0.0, max_fraction);
}

static inline bool lope_prism_side_slabs(lope_prism *prism, double max_fraction, lope_slabs *slabs)
{
    for (int i = 0; i < 3; i++) {
        lope_point normal = lope_point_cross(prism->e[i], prism->u);
        double nn = lope_point_dot(normal, normal);
        prism->length[1 + i] = 0.0;
        prism->ee[i] = lope_point_dot(prism->e[i], prism->e[i]);
        if (nn <= LOPE_FLAT_SINE_SQUARED * prism->ee[i] * prism->uu || nn <= LOPE_TINY_SQUARED * LOPE_TINY_SQUARED) continue;
        double across = -lope_point_dot(prism->e[lope_before(i)], normal);
        prism->across[1 + i] = across;
        prism->normal[1 + i] = normal;
        prism->length[1 + i] = sqrt(nn);
        prism->place[1 + i] = lope_point_dot(prism->wa[i], normal);
        prism->speed[1 + i] = lope_point_dot(prism->m, normal);
        double lower = across < 0.0 ? across : 0.0, upper = across > 0.0 ? across : 0.0;
        if (!lope_slabs_cut(slabs, prism, 1 + i, lower, upper, max_fraction)) return false;
    }
    return true;
}

// Returns whether an end of the segment is over the triangle at fraction t. `start`: of the end, relative to
// v[0]. Fills in the point below it.
static bool lope_prism_over_triangle(const lope_prism *prism, lope_point start, double t, lope_point *point)
{
    lope_point p = lope_point_mad(start, prism->m, t), n = prism->normal[0];
    lope_point p1 = lope_point_sub(p, prism->e[0]), p2 = lope_point_add(p, prism->e[2]);
    if (lope_point_dot(lope_point_cross(prism->e[0], p), n) < 0.0) return false;
    if (lope_point_dot(lope_point_cross(prism->e[1], p1), n) < 0.0) return false;
    if (lope_point_dot(lope_point_cross(prism->e[2], p2), n) < 0.0) return false;
    *point = lope_point_add(prism->v[0], lope_point_mad(p, n, -lope_point_dot(p, n)));
    return true;
}

// Returns whether the ray at t is over the parallelogram of edge i: the points v[i] + s * e[i] - l * u. Fills
// in the point of the edge.
static bool lope_prism_over_side(const lope_prism *prism, int i, double t, lope_point *point)
{
    lope_point n = prism->normal[1 + i], p = lope_point_mad(prism->wa[i], prism->m, t);
    double nn = prism->length[1 + i] * prism->length[1 + i];
    double s = lope_point_dot(lope_point_cross(p, prism->u), n), l = -lope_point_dot(lope_point_cross(prism->e[i], p), n);
    if (s < 0.0 || s > nn || l < 0.0 || l > nn) return false;
    *point = lope_point_mad(prism->v[i], prism->e[i], s / nn);
    return true;
}

// Finds the hit on the face of the slab that was entered last. When the ray is over it there, that is the
// first touch for certain.
static bool lope_prism_face_hit(const lope_prism *prism, const lope_slabs *slabs, lope_sweep_hit *hit)
{
    int face = slabs->face;
    if (face < 0) return false;
    if (face == 0) {
        bool foremost_b = slabs->side > 0 ? prism->across[0] > 0.0 : prism->across[0] < 0.0;
        lope_point start = foremost_b ? lope_point_add(prism->wa[0], prism->u) : prism->wa[0];
        if (!lope_prism_over_triangle(prism, start, slabs->enter, &hit->point)) return false;
    } else {
        // On this side the opposite corner may be foremost, not the edge.
        if (slabs->side > 0 ? prism->across[face] > 0.0 : prism->across[face] < 0.0) return false;
        if (!lope_prism_over_side(prism, face - 1, slabs->enter, &hit->point)) return false;
    }
    hit->fraction = slabs->enter;
    hit->normal = lope_point_scale(prism->normal[face], (double)slabs->side / prism->length[face]);
    hit->depth = 0.0;
    return true;
}

// Tries a face as a slab of its own: 0 the triangle under end a, 1 to 3 the parallelograms, 4 the triangle
// under end b. The ray enters the prism at a face only if it is not past that face, by more than rounding,
// when it enters the last slab. So this finds something only where faces lie in one plane or back to back: a
// segment along the plane of the triangle, or a needle.
static void lope_prism_try_face(lope_entry *entry, const lope_prism *prism, int face, double enter)
{
    int slab = face == 4 ? 0 : face;
    double length = prism->length[slab], place = prism->place[slab], speed = prism->speed[slab];
    if (face == 4) place -= prism->across[0];
    double side = place < 0.0 ? -1.0 : 1.0, gap = place * side - prism->radius * length;
    speed *= -side;
    if (gap < 0.0 || speed <= 0.0 || gap > speed * entry->fraction) return;
    double past = enter * speed - gap, t = gap / speed;
    if (past > 100.0 * lope_touch_tolerance(prism->radius) * length) return;
    lope_point point, start = face == 4 ? lope_point_add(prism->wa[0], prism->u) : prism->wa[0];
    bool over = slab == 0 ? lope_prism_over_triangle(prism, start, t, &point) : lope_prism_over_side(prism, face - 1, t, &point);
    if (over) lope_entry_take(entry, t, lope_point_scale(prism->normal[slab], side / length), point);
}

// Finds the faces that the motion goes against, numbered as in lope_prism_try_face. Faces with an uncertain
// outside count as such. The ray does not enter at an edge or corner when the motion goes along with, or away
// from, all of its faces.
static void lope_prism_fronts(const lope_prism *prism, const lope_entry *entry, bool *front)
{
    double slack = 1e-9 * lope_point_length(entry->motion);
    double thick = prism->across[0], outward = thick > 0.0 ? -1.0 : 1.0;
    bool flat = thick * thick <= 1e-12 * prism->uu;
    front[0] = flat || prism->speed[0] * outward < slack;
    front[4] = flat || prism->speed[0] * -outward < slack;
    for (int i = 0; i < 3; i++) {
        double length = prism->length[1 + i], wide = prism->across[1 + i];
        // A length of 0, or an opposite corner that is nearly in the plane of the face: its outside is not
        // certain.
        bool certain = !flat && length > 0.0 && wide * wide > 1e-18 * prism->ee[lope_before(i)] * length * length;
        front[1 + i] = !certain || (wide > 0.0 ? -prism->speed[1 + i] : prism->speed[1 + i]) < slack * length;
    }
}

// Finds the earliest of all pieces: faces that tie, edges, corners.
static bool lope_prism_rounded_hit(const lope_prism *prism, double enter, double max_fraction, lope_sweep_hit *hit)
{
    lope_entry entry = lope_entry_start(prism->m, prism->radius, max_fraction);
    bool has_segment = prism->uu > LOPE_TINY_SQUARED, front[5];
    lope_prism_fronts(prism, &entry, front);
    for (int face = 0; face < 5; face++) {
        if (front[face] && prism->length[face == 4 ? 0 : face] > 0.0) lope_prism_try_face(&entry, prism, face, enter);
    }
    lope_edge_direction along = lope_edge_direction_make(&entry, lope_point_scale(prism->u, -1.0));
    for (int i = 0; i < 3; i++) {
        lope_point wa = prism->wa[i], wb = lope_point_add(wa, prism->u), v = prism->v[i];
        bool side = front[1 + i], sides = side || front[1 + lope_before(i)];
        if (side || front[0] || front[4]) {
            lope_edge_direction edge = lope_edge_direction_make(&entry, prism->e[i]);
            if (side || front[0]) lope_entry_try_edge(&entry, &edge, wa, v);
            if (has_segment && (side || front[4])) lope_entry_try_edge(&entry, &edge, wb, v);
        }
        if (sides || front[0]) lope_entry_try_ball(&entry, wa, v);
        if (!has_segment) continue;
        if (sides || front[4]) lope_entry_try_ball(&entry, wb, v);
        if (sides) lope_entry_try_segment(&entry, &along, wa, v);
    }
    return lope_entry_finish(&entry, hit);
}

// m: two points that are less apart than this do not tell a direction well.
#define LOPE_SURE_APART 1e-3

// Handles a start within a slab of every pair of planes, or nearly: the exact distance decides. The sweep is
// free, too, when the planes through the nearest points, with nothing between them, are still apart after
// max_fraction.
static lope_start lope_triangle_start(const lope_capsule *capsule, lope_point motion, const lope_triangle *triangle,
                                      lope_point unit_normal, double length, double max_fraction, lope_sweep_hit *hit)
{
    lope_point on_segment, on_triangle;
    double distance = sqrt(lope_segment_triangle(capsule->a, capsule->b, triangle, &on_segment, &on_triangle));
    lope_point facing = lope_point_scale(unit_normal, lope_point_dot(unit_normal, motion) > 0.0 ? -1.0 : 1.0);
    lope_point normal = lope_point_unit(lope_point_sub(on_segment, on_triangle), facing);
    lope_start start = lope_start_of(distance - capsule->radius, capsule->radius, normal, motion, length);
    if (start == LOPE_START_INSIDE) {
        lope_separation apart = lope_separation_triangle(capsule, triangle);
        lope_start_hit(&apart, start, hit);
    } else if (start == LOPE_START_TOUCH) {
        hit->fraction = 0.0;
        hit->point = on_triangle;
        hit->normal = normal;
        hit->depth = 0.0;
    } else if (start == LOPE_START_CLEAR && distance > LOPE_SURE_APART) {
        double closer = -lope_point_dot(motion, normal) * max_fraction;
        double spare = 100.0 * lope_touch_tolerance(capsule->radius);
        if (distance - capsule->radius > closer + spare) return LOPE_START_FREE;
    }
    return start;
}

bool lope_sweep_capsule_triangle(const lope_capsule *capsule, lope_point motion, const lope_triangle *triangle,
                                 lope_point unit_normal, double max_fraction, lope_sweep_hit *hit)
{
    lope_prism prism;
    lope_slabs slabs;
    const lope_point *v = triangle->v;
    prism.u = lope_point_sub(capsule->b, capsule->a);
    prism.wa[0] = lope_point_sub(capsule->a, v[0]);
    prism.normal[0] = unit_normal;
    prism.m = motion;
    prism.radius = capsule->radius;
    if (!lope_prism_first_slab(&prism, max_fraction, &slabs)) return false;
    prism.uu = lope_point_dot(prism.u, prism.u);
    for (int i = 0; i < 3; i++) {
        prism.v[i] = v[i];
        prism.wa[i] = lope_point_sub(capsule->a, v[i]);
        prism.e[i] = lope_point_sub(v[i == 2 ? 0 : i + 1], v[i]);
    }
    if (!lope_prism_side_slabs(&prism, max_fraction, &slabs)) return false;
    double length = lope_motion_length(motion);
    if (!slabs.clear) {
        lope_start start = lope_triangle_start(capsule, motion, triangle, unit_normal, length, max_fraction, hit);
        if (start != LOPE_START_CLEAR) return start != LOPE_START_FREE;
    }
    if (length <= 0.0) return false;
    if (lope_prism_face_hit(&prism, &slabs, hit)) return true;
    return lope_prism_rounded_hit(&prism, slabs.enter, max_fraction, hit);
}
