// cases.c - builds the pairs of cases.h: a shape, a contact on it, a capsule laid against the contact, a
// motion that leads there.
#include "cases.h"
#include "hulls.h"

#include <stdlib.h>

static lope_point sub(lope_point a, lope_point b) { return lope_point_sub(a, b); }
static lope_point mad(lope_point a, lope_point b, double s) { return lope_point_mad(a, b, s); }
static double dot(lope_point a, lope_point b) { return lope_point_dot(a, b); }

// ----------------------------------------------------------------------------------------------------------------------- numbers

uint64_t rng_next(rng *r) // a counter through a mixer of 64 bits
{
    uint64_t x = r->state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

rng rng_make(uint64_t seed)
{
    rng r = {seed};
    r.state = rng_next(&r); // streams of neighbouring seeds start far apart
    return r;
}

double rng_unit(rng *r) { return (double)(rng_next(r) >> 11) * 0x1p-53; }
double rng_range(rng *r, double low, double high) { return low + (high - low) * rng_unit(r); }
double rng_log(rng *r, double low, double high) { return low * exp(rng_unit(r) * log(high / low)); }
int rng_pick(rng *r, int count) { return (int)(rng_next(r) % (uint64_t)count); }
bool rng_chance(rng *r, double chance) { return rng_unit(r) < chance; }

lope_point rng_direction(rng *r)
{
    for (;;) {
        lope_point v = lope_point_make(rng_range(r, -1, 1), rng_range(r, -1, 1), rng_range(r, -1, 1));
        double length2 = dot(v, v);
        if (length2 > 0.01 && length2 < 1) return oracle_unit(v);
    }
}

// ------------------------------------------------------------------------------------------------------------------------ shapes

typedef struct frame {
    lope_point origin, axis[3];
} frame;

static frame random_frame(rng *r, case_class kind)
{
    frame f;
    double reach = rng_chance(r, 0.05) && kind != CASE_SLIVER ? 1000 : 5; // rounding there would bend a 0.01 mm sliver
    if (kind == CASE_GRID) {
        f.origin = lope_point_make(rng_pick(r, 5) - 2, rng_pick(r, 5) - 2, rng_pick(r, 5) - 2);
        f.axis[0] = lope_point_make(1, 0, 0);
        f.axis[1] = lope_point_make(0, 1, 0);
        f.axis[2] = lope_point_make(0, 0, 1);
        return f;
    }
    f.origin = lope_point_make(rng_range(r, -reach, reach), rng_range(r, -reach, reach), rng_range(r, -reach, reach));
    f.axis[0] = rng_direction(r);
    f.axis[1] = oracle_unit(lope_point_cross(f.axis[0], rng_direction(r)));
    f.axis[2] = lope_point_cross(f.axis[0], f.axis[1]);
    return f;
}

static lope_point place(const frame *f, double x, double y, double z)
{
    return mad(mad(mad(f->origin, f->axis[0], x), f->axis[1], y), f->axis[2], z);
}

// A size: 0.1 to 10 m, now and then up to 100 m; halves on the grid; one of three is up to 100,000 times
// thinner in slivers.
static double size_make(rng *r, case_class kind, bool thin)
{
    if (kind == CASE_GRID) return 0.5 * (1 + rng_pick(r, 4));
    if (kind == CASE_SLIVER) return thin ? rng_log(r, 1e-5, 1e-1) : rng_range(r, 1, 3);
    return rng_log(r, 0.1, rng_chance(r, 0.03) ? 100 : 10);
}

static void make_triangle(lope_triangle *t, rng *r, const frame *f, case_class kind)
{
    double length = size_make(r, kind, false), width = size_make(r, kind, true);
    double foot = rng_range(r, -0.5, 1.5);
    if (kind == CASE_GRID) foot = 0.5 * rng_pick(r, 3);
    t->v[0] = place(f, 0, 0, 0);
    t->v[1] = place(f, length, 0, 0);
    t->v[2] = place(f, length * foot, width, 0);
    int turn = rng_pick(r, 3);
    lope_point first = t->v[0];
    for (int i = 0; i < turn; i++) { // which corner comes first, and which side is the front
        first = t->v[0];
        t->v[0] = t->v[1];
        t->v[1] = t->v[2];
        t->v[2] = first;
    }
    if (rng_chance(r, 0.5)) {
        first = t->v[0];
        t->v[0] = t->v[1];
        t->v[1] = first;
    }
}

static void make_hull(shape_case *c, rng *r, const frame *f, const double *size)
{
    lope_hull *hull = &c->shape.as.hull;
    hull_make(r, hull, c->points, c->triangles);
    for (uint32_t i = 0; i < hull->point_count; i++)
        c->points[i] = place(f, c->points[i].x * size[0], c->points[i].y * size[1], c->points[i].z * size[2]);
}

static void make_shape(shape_case *c, rng *r)
{
    frame f = random_frame(r, c->kind);
    int thin = rng_pick(r, 3), thin_too = rng_chance(r, 0.3) ? rng_pick(r, 3) : thin;
    double size[3];
    for (int k = 0; k < 3; k++) size[k] = size_make(r, c->kind, k == thin || k == thin_too);
    switch (c->shape.kind) {
    case LOPE_SHAPE_SPHERE:
        c->shape.as.sphere.center = f.origin;
        c->shape.as.sphere.radius = size[thin];
        break;
    case LOPE_SHAPE_CAPSULE:
        c->shape.as.capsule.a = f.origin;
        c->shape.as.capsule.b = place(&f, rng_chance(r, 0.05) ? 0 : size[0], 0, 0);
        c->shape.as.capsule.radius = size[1];
        break;
    case LOPE_SHAPE_BOX:
        c->shape.as.box.center = f.origin;
        for (int k = 0; k < 3; k++) {
            c->shape.as.box.axis[k] = f.axis[k];
            c->shape.as.box.half[k] = size[k];
        }
        break;
    case LOPE_SHAPE_CYLINDER:
        c->shape.as.cylinder.center = f.origin;
        c->shape.as.cylinder.axis = f.axis[rng_pick(r, 3)];
        c->shape.as.cylinder.radius = size[0];
        c->shape.as.cylinder.half_height = size[1];
        break;
    case LOPE_SHAPE_HULL:
        make_hull(c, r, &f, size);
        break;
    default:
        make_triangle(&c->shape.as.triangle, r, &f, c->kind);
        break;
    }
}

// ---------------------------------------------------------------------------------------------------------------------- contacts

// A point of the shape, a unit direction out of it, and a direction that lies along the shape there.
typedef struct contact {
    lope_point point, normal, along;
} contact;

static contact contact_on_triangle(const lope_point *a, const lope_point *b, const lope_point *p, rng *r, bool both_sides)
{
    contact k;
    lope_point face = oracle_unit(lope_point_cross(sub(*b, *a), sub(*p, *a)));
    double u = rng_unit(r), v = rng_unit(r) * (1 - u);
    k.point = mad(mad(*a, sub(*b, *a), u), sub(*p, *a), v);
    k.normal = both_sides && rng_chance(r, 0.5) ? lope_point_scale(face, -1) : face;
    k.along = oracle_unit(sub(*b, *a));
    if (!both_sides || rng_chance(r, 0.5)) return k;
    k.point = mad(*a, sub(*b, *a), u); // the edge a-b: from the face's normal round to straight out
    double angle = rng_range(r, 0, 1.5707963);
    k.normal = oracle_unit(mad(lope_point_scale(k.normal, cos(angle)), lope_point_cross(k.along, face), sin(angle)));
    return k;
}

static contact contact_on_hull(const lope_hull *hull, rng *r)
{
    const uint32_t *t = hull->triangles + 3 * (uint32_t)rng_pick(r, (int)hull->triangle_count);
    uint32_t from = t[0], to = t[1];
    contact k = contact_on_triangle(&hull->points[from], &hull->points[to], &hull->points[t[2]], r, false);
    if (rng_chance(r, 0.5)) return k;
    for (uint32_t i = 0; i < 3 * hull->triangle_count; i++) { // the face across the edge
        uint32_t first = i - i % 3;
        const uint32_t *n = hull->triangles + first;
        if (hull->triangles[i] != to || n[(i + 1) % 3] != from) continue;
        lope_point other = oracle_unit(
            lope_point_cross(sub(hull->points[n[1]], hull->points[n[0]]), sub(hull->points[n[2]], hull->points[n[0]])));
        k.point = mad(hull->points[from], sub(hull->points[to], hull->points[from]), rng_unit(r));
        k.normal = oracle_unit(mad(k.normal, other, rng_log(r, 0.01, 100)));
        break;
    }
    return k;
}

static contact contact_on_box(const lope_box *box, rng *r)
{
    contact k;
    int faces = 1 + rng_pick(r, 3), first = rng_pick(r, 3); // 1: a face, 2: an edge, 3: a corner
    k.point = box->center;
    k.normal = lope_point_make(0, 0, 0);
    for (int i = 0; i < 3; i++) {
        int axis = (first + i) % 3;
        double side = rng_chance(r, 0.5) ? 1 : -1;
        k.point = mad(k.point, box->axis[axis], box->half[axis] * (i < faces ? side : rng_range(r, -1, 1)));
        if (i < faces) k.normal = mad(k.normal, box->axis[axis], side * (faces == 1 ? 1 : rng_range(r, 0.05, 1)));
    }
    k.normal = oracle_unit(k.normal);
    k.along = box->axis[(first + 2) % 3];
    if (faces == 3) k.along = oracle_any_perpendicular(k.normal);
    return k;
}

static contact contact_on_cylinder(const lope_cylinder *c, rng *r)
{
    contact k;
    lope_point out = oracle_unit(lope_point_cross(c->axis, rng_direction(r)));
    double side = rng_chance(r, 0.5) ? 1 : -1;
    int where = rng_pick(r, 3); // side, cap, rim
    k.normal = where == 0 ? out : lope_point_scale(c->axis, side);
    k.along = where == 0 ? c->axis : lope_point_cross(c->axis, out);
    double up = where == 0 ? rng_range(r, -1, 1) : side;
    k.point = mad(mad(c->center, c->axis, c->half_height * up), out, c->radius * (where == 1 ? sqrt(rng_unit(r)) : 1));
    if (where == 2) k.normal = oracle_unit(mad(k.normal, out, rng_log(r, 0.05, 20)));
    return k;
}

static contact contact_make(const lope_shape *shape, rng *r)
{
    contact k;
    k.normal = rng_direction(r);
    k.along = oracle_any_perpendicular(k.normal);
    switch (shape->kind) {
    case LOPE_SHAPE_SPHERE:
        k.point = mad(shape->as.sphere.center, k.normal, shape->as.sphere.radius);
        break;
    case LOPE_SHAPE_CAPSULE: {
        const lope_capsule *c = &shape->as.capsule;
        lope_point ab = sub(c->b, c->a);
        bool side = rng_chance(r, 0.5) && dot(ab, ab) > 0;
        if (side) k.normal = oracle_unit(lope_point_cross(ab, k.normal));
        if (side) k.along = oracle_unit(ab);
        k.point = mad(side ? mad(c->a, ab, rng_unit(r)) : dot(ab, k.normal) > 0 ? c->b : c->a, k.normal, c->radius);
        break;
    }
    case LOPE_SHAPE_BOX:
        k = contact_on_box(&shape->as.box, r);
        break;
    case LOPE_SHAPE_CYLINDER:
        k = contact_on_cylinder(&shape->as.cylinder, r);
        break;
    case LOPE_SHAPE_HULL:
        k = contact_on_hull(&shape->as.hull, r);
        break;
    default: {
        const lope_point *v = shape->as.triangle.v;
        int i = rng_pick(r, 3);
        k = contact_on_triangle(&v[i], &v[(i + 1) % 3], &v[(i + 2) % 3], r, true);
        break;
    }
    }
    return k;
}

// ------------------------------------------------------------------------------------------------------------ capsule and motion

// The capsule's axis, unit: anything, flat on the contact, along the shape, or standing on the contact.
static lope_point axis_make(case_class kind, const contact *k, rng *r)
{
    int way = kind == CASE_PARALLEL ? 1 + rng_pick(r, 2) : kind == CASE_EDGE_ON ? 1 : rng_pick(r, 5);
    if (kind == CASE_GRID) {
        int axis = rng_pick(r, 3);
        return lope_point_make(axis == 0, axis == 1, axis == 2);
    }
    if (way == 1) return oracle_unit(lope_point_cross(k->normal, rng_direction(r)));
    if (way == 2) return k->along;
    if (way == 3) return k->normal;
    return rng_direction(r);
}

static lope_point motion_make(case_class kind, const contact *k, rng *r)
{
    double length = rng_log(r, 1e-3, 100);
    lope_point way = rng_direction(r);
    if (kind == CASE_ZERO_MOTION) return lope_point_make(0, 0, 0);
    if (kind == CASE_LONG) length = 100;
    if (kind == CASE_GRID) {
        double step = 0.5 * (1 + rng_pick(r, 8));
        int axis = rng_pick(r, 4);
        if (rng_chance(r, 0.5)) step = -step;
        return lope_point_make(axis == 0 || axis == 3 ? step : 0, axis == 1 ? step : 0, axis == 2 || axis == 3 ? step : 0);
    }
    if (kind == CASE_PARALLEL) way = rng_chance(r, 0.5) ? k->normal : oracle_unit(lope_point_cross(k->normal, k->along));
    if (kind == CASE_EDGE_ON || kind == CASE_GRAZING) way = oracle_unit(lope_point_cross(k->normal, way));
    if (kind == CASE_EDGE_ON && rng_chance(r, 0.3)) way = k->along;
    if (dot(way, k->normal) > 0 && kind != CASE_TOUCHING && kind != CASE_INSIDE) way = lope_point_scale(way, -1);
    return lope_point_scale(way, length);
}

// How far out of touch the capsule is laid, along the contact's normal. Negative: in.
static double offset_make(case_class kind, double radius, rng *r)
{
    static const double grazes[] = {0, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6, 1e-5, -1e-5, 2e-4, -2e-4};
    switch (kind) {
    case CASE_TOUCHING:
        return 0;
    case CASE_TOUCH_AT_END:
    case CASE_GRAZING:
        return grazes[rng_pick(r, (int)(sizeof grazes / sizeof grazes[0]))];
    case CASE_INSIDE:
        return -radius * rng_log(r, 1e-4, 10);
    case CASE_GRID:
        return 0.5 * (rng_pick(r, 4) - 1);
    case CASE_ZERO_MOTION:
        return radius * rng_range(r, -1, 1);
    case CASE_RANDOM:
        return rng_chance(r, 0.3) ? rng_range(r, -1, 1) : 0;
    default:
        return 0;
    }
}

static void lay_capsule(shape_case *c, rng *r)
{
    contact k = contact_make(&c->shape, r);
    bool grid = c->kind == CASE_GRID;
    double radius = grid ? 0.5 : rng_log(r, 0.02, 1), length = grid ? 0.5 * rng_pick(r, 5) : rng_log(r, 0.02, 3);
    lope_point axis = axis_make(c->kind, &k, r), motion = motion_make(c->kind, &k, r);
    if (c->kind == CASE_ZERO_SEGMENT || rng_chance(r, 0.05)) length = 0;
    if (c->kind == CASE_EDGE_ON && rng_chance(r, 0.5)) axis = oracle_unit(motion);
    double part = dot(axis, k.normal); // the end that is in front touches, or any point when it lies flat
    part = fabs(part) < 1e-12 ? (grid ? 0.5 * rng_pick(r, 3) : rng_unit(r)) : part > 0 ? 0 : 1;
    double offset = offset_make(c->kind, radius, r), share = rng_unit(r);
    lope_point touch = mad(k.point, k.normal, radius + offset);
    if (grid) touch = lope_point_make(floor(2 * touch.x) / 2, floor(2 * touch.y) / 2, floor(2 * touch.z) / 2);
    if (c->kind == CASE_RANDOM) { // some aside, so that all features are met, and some pass by
        touch = mad(touch, rng_direction(r), rng_chance(r, 0.5) ? 0 : rng_log(r, 1e-3, 3));
        if (rng_chance(r, 0.15)) share = 0; // starts about in touch
    }
    if (c->kind == CASE_TOUCHING || c->kind == CASE_INSIDE || c->kind == CASE_ZERO_MOTION) share = 0;
    if (c->kind == CASE_TOUCH_AT_END) share = 1;
    if (grid) share = 0.5 * rng_pick(r, 3);
    c->capsule.a = mad(mad(touch, axis, -part * length), motion, -share);
    c->capsule.b = mad(c->capsule.a, axis, length);
    c->capsule.radius = radius;
    c->motion = motion;
    c->share = share;
    c->contact = k.point;
    c->contact_normal = k.normal;
}

void case_make(shape_case *c, lope_shape_kind kind, uint32_t index, bool nasty)
{
    rng r = rng_make(CASE_SEED + 1000003 * (uint64_t)index + 101 * (uint64_t)kind + (nasty ? UINT64_C(1) << 40 : 0));
    c->kind = nasty ? (case_class)(1 + (int)(index % (CASE_CLASS_COUNT - 1))) : CASE_RANDOM;
    c->index = index;
    c->shape.kind = kind;
    make_shape(c, &r);
    lay_capsule(c, &r);
}

// --------------------------------------------------------------------------------------------------------------------- printing

const char *case_class_name(case_class kind)
{
    static const char *const names[] = {"random",      "touching",     "touch at end", "parallel", "edge on", "sliver",
                                        "zero motion", "zero segment", "long",         "inside",   "grazing", "grid"};
    return kind < CASE_CLASS_COUNT ? names[kind] : "?";
}

const char *case_shape_name(lope_shape_kind kind)
{
    static const char *const names[] = {"triangle", "sphere", "capsule", "box", "cylinder", "hull"};
    return kind < LOPE_SHAPE_KIND_COUNT ? names[kind] : "?";
}

static void print_point(FILE *out, const char *name, lope_point p)
{
    fprintf(out, "    %s = {%.17g, %.17g, %.17g}\n", name, p.x, p.y, p.z);
}

static void print_hull(FILE *out, const lope_hull *hull)
{
    for (uint32_t i = 0; i < hull->point_count; i++) print_point(out, "point", hull->points[i]);
    fprintf(out, "    triangles =");
    for (uint32_t i = 0; i < 3 * hull->triangle_count; i++)
        fprintf(out, "%s%u", i % 3 ? "," : "  ", (unsigned)hull->triangles[i]);
    fprintf(out, "\n");
}

void case_print(FILE *out, const shape_case *c)
{
    fprintf(out, "  case: %s, %s, index %u, seed %d\n", case_shape_name(c->shape.kind), case_class_name(c->kind),
            (unsigned)c->index, (int)CASE_SEED);
    switch (c->shape.kind) {
    case LOPE_SHAPE_SPHERE:
        print_point(out, "sphere.center", c->shape.as.sphere.center);
        fprintf(out, "    sphere.radius = %.17g\n", c->shape.as.sphere.radius);
        break;
    case LOPE_SHAPE_CAPSULE:
        print_point(out, "shape.a", c->shape.as.capsule.a);
        print_point(out, "shape.b", c->shape.as.capsule.b);
        fprintf(out, "    shape.radius = %.17g\n", c->shape.as.capsule.radius);
        break;
    case LOPE_SHAPE_BOX:
        print_point(out, "box.center", c->shape.as.box.center);
        for (int k = 0; k < 3; k++) print_point(out, "box.axis", c->shape.as.box.axis[k]);
        fprintf(out, "    box.half = %.17g, %.17g, %.17g\n", c->shape.as.box.half[0], c->shape.as.box.half[1],
                c->shape.as.box.half[2]);
        break;
    case LOPE_SHAPE_CYLINDER:
        print_point(out, "cylinder.center", c->shape.as.cylinder.center);
        print_point(out, "cylinder.axis", c->shape.as.cylinder.axis);
        fprintf(out, "    cylinder.radius = %.17g, half_height = %.17g\n", c->shape.as.cylinder.radius,
                c->shape.as.cylinder.half_height);
        break;
    case LOPE_SHAPE_HULL:
        print_hull(out, &c->shape.as.hull);
        break;
    default:
        for (int k = 0; k < 3; k++) print_point(out, "triangle.v", c->shape.as.triangle.v[k]);
        break;
    }
    print_point(out, "capsule.a", c->capsule.a);
    print_point(out, "capsule.b", c->capsule.b);
    fprintf(out, "    capsule.radius = %.17g\n", c->capsule.radius);
    print_point(out, "motion", c->motion);
}

static bool quick(void)
{
#ifdef LOPE_QUICK
    return true;
#else
    return getenv("LOPE_QUICK") != NULL;
#endif
}

uint32_t case_random_count(void) { return quick() ? 10000 : 100000; }
uint32_t case_nasty_count(void) { return quick() ? 1000 : 10000; }

bool case_nth(shape_case *c, lope_shape_kind kind, uint32_t i)
{
    uint32_t random = case_random_count();
    if (i >= random + case_nasty_count()) return false;
    case_make(c, kind, i < random ? i : i - random, i >= random);
    return true;
}
