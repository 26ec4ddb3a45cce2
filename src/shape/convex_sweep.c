// convex_sweep.c - a ray against the difference of two convex shapes, by refining a portal.
//
// Seen along the ray, the set is a flat convex shape. The portal is a triangle of three of its points that
// covers the ray, seen so. Where there is none the ray misses. Then the set's farthest point along the
// portal's normal, toward where the ray comes from, takes the place of one of the three. This goes on until
// the portal lies in the surface. Its plane bounds the fraction from above. The plane through the farthest
// point bounds it from below, so the answer is never past the touch. For polytopes the two planes become one
// after a few rounds. After G. Snethen, "XenoCollide", Game Programming Gems 7: here with an exact fraction.
// Read next: convex_depth.c, which judges starts that are not apart.
#include "convex_sweep.h"
#include "convex_depth.h"
#include "rounded.h"

#define PORTAL_ROUNDS 100

// The pair, and two directions square to the motion: the plane on which the set is seen along the ray.
typedef struct lope_portal_search {
    const lope_convex *a, *b;
    lope_point motion, right, up; // right and up are unit
    double length, size;          // m: of the motion, of both shapes
} lope_portal_search;

// A vertex of the set and where it is seen.
typedef struct lope_seen {
    lope_difference from;
    double x, y;
} lope_seen;

typedef struct lope_portal {
    lope_seen corner[3];
} lope_portal;

static lope_seen see(const lope_portal_search *s, lope_difference from)
{
    lope_seen seen = {from, lope_point_dot(from.at, s->right), lope_point_dot(from.at, s->up)};
    return seen;
}

static lope_seen farthest(const lope_portal_search *s, double x, double y)
{
    lope_point direction = lope_point_mad(lope_point_scale(s->right, x), s->up, y);
    return see(s, lope_difference_support(s->a, s->b, direction));
}

static lope_portal_search search_of(const lope_convex *a, const lope_convex *b, lope_point motion, double length)
{
    lope_portal_search s = {.a = a, .b = b, .motion = motion, .length = length};
    lope_point along = lope_point_scale(motion, 1.0 / length);
    s.right = lope_point_perpendicular(along);
    s.up = lope_point_cross(along, s.right);
    s.size = lope_convex_size(a) + lope_convex_size(b);
    return s;
}

// A point inside the set, which is not seen where the ray is: from it the search knows on which side the
// ray lies.
static lope_seen begin_inside(const lope_portal_search *s)
{
    lope_difference middle;
    middle.on_a = lope_convex_middle(s->a);
    middle.on_b = lope_convex_middle(s->b);
    middle.at = lope_point_sub(middle.on_b, middle.on_a);
    lope_seen inside = see(s, middle), side;
    double least = 1e-3 * s->size;
    if (inside.x * inside.x + inside.y * inside.y > least * least) return inside;
    side = farthest(s, 1.0, 0.0);
    middle.on_a = lope_point_scale(lope_point_add(middle.on_a, side.from.on_a), 0.5);
    middle.on_b = lope_point_scale(lope_point_add(middle.on_b, side.from.on_b), 0.5);
    middle.at = lope_point_sub(middle.on_b, middle.on_a);
    return see(s, middle);
}

static inline double cross2(double ax, double ay, double bx, double by) { return ax * by - ay * bx; }

// Finds a portal. False: seen along the ray, the set lies beside it.
static bool portal_find(const lope_portal_search *s, lope_portal *portal)
{
    lope_seen inside = begin_inside(s), left, right;
    double x = -inside.x, y = -inside.y; // from the inside point to the ray
    lope_seen first = farthest(s, x, y);
    if (!(first.x * x + first.y * y > 0)) return false;
    // Two points between which the way from the inside point to the ray passes.
    double turn = cross2(x, y, first.x - inside.x, first.y - inside.y);
    lope_seen second = turn > 0 ? farthest(s, y, -x) : farthest(s, -y, x);
    left = turn > 0 ? first : second;
    right = turn > 0 ? second : first;
    for (int i = 0; i < PORTAL_ROUNDS; i++) {
        double ex = left.x - right.x, ey = left.y - right.y;
        double nx = ey, ny = -ex; // outward, since the left point lies to the left
        if (nx * right.x + ny * right.y >= 0) {
            portal->corner[0] = inside;
            portal->corner[1] = right;
            portal->corner[2] = left;
            return true;
        }
        lope_seen out = farthest(s, nx, ny);
        if (!(nx * out.x + ny * out.y > 0)) return false;
        if (cross2(x, y, out.x - inside.x, out.y - inside.y) > 0)
            left = out;
        else
            right = out;
    }
    return false;
}

// Twice the area of the triangle p, q and the ray's place, as seen.
static double area_with_ray(const lope_seen *p, const lope_seen *q) { return cross2(p->x, p->y, q->x, q->y); }

// How well a portal covers the ray: its least part, negative when the ray is beside it.
static double cover_of(const lope_seen *p, const lope_seen *q, const lope_seen *r, double *whole)
{
    double a = area_with_ray(p, q), b = area_with_ray(q, r), c = area_with_ray(r, p);
    *whole = a + b + c;
    if (*whole < 0) *whole = -*whole, a = -a, b = -b, c = -c;
    double least = a < b ? a : b;
    return least < c ? least : c;
}

// Puts the new vertex in place of one corner: of the three portals it can make, the one that covers the ray
// best.
static void portal_take(lope_portal *portal, const lope_seen *out, double size)
{
    int best = 0;
    double best_cover = -1e300, best_whole = -1;
    for (int i = 0; i < 3; i++) {
        double whole, cover = cover_of(out, &portal->corner[(i + 1) % 3], &portal->corner[(i + 2) % 3], &whole);
        double same = 1e-16 * size * size;
        bool better = cover > best_cover + same || (cover > best_cover - same && whole > best_whole);
        if (i > 0 && !better) continue;
        best = i;
        best_cover = cover;
        best_whole = whole;
    }
    portal->corner[best] = *out;
}

// Where the ray passes the portal: the parts that its corners have in that point.
static void portal_parts(const lope_portal *portal, double parts[3])
{
    const lope_seen *c = portal->corner;
    double a = area_with_ray(&c[1], &c[2]), b = area_with_ray(&c[2], &c[0]), d = area_with_ray(&c[0], &c[1]);
    double whole = a + b + d;
    bool flat = !(whole > 0 || whole < 0);
    parts[0] = flat ? 1.0 : lope_clamp01(a / whole);
    parts[1] = flat ? 0.0 : lope_clamp01(b / whole);
    parts[2] = lope_clamp01(1.0 - parts[0] - parts[1]);
}

typedef struct lope_entered {
    double fraction; // of the motion; negative: behind the start
    lope_point normal, point;
} lope_entered;

#define IDLE_ROUNDS 12    // without gain, near the surface: normals of thin portals are mostly rounding
#define NEAR_SURFACE 1e-8 // of the sizes

// Refines the portal until it lies in the surface. False: it is entered after max_fraction, or the ray only
// runs along the set. Each round bounds the fraction from below by a plane in front of the whole set, so
// the highest of these bounds is the answer.
static bool portal_refine(const lope_portal_search *s, lope_portal *portal, double max_fraction, lope_entered *entered)
{
    double parts[3];
    bool bounded = false;
    for (int i = 0, idle = 0; i < PORTAL_ROUNDS && idle < IDLE_ROUNDS; i++) {
        const lope_seen *c = portal->corner;
        lope_point normal =
            lope_point_cross(lope_point_sub(c[1].from.at, c[0].from.at), lope_point_sub(c[2].from.at, c[0].from.at));
        double length = lope_point_length(normal);
        if (!(length > LOPE_TINY_SQUARED)) break;
        normal = lope_point_scale(normal, 1.0 / length);
        double speed = lope_point_dot(normal, s->motion);
        if (speed > 0) normal = lope_point_scale(normal, -1.0), speed = -speed;
        if (!(speed < -1e-14 * s->length)) break; // seen as a line: the ray runs along it
        lope_seen out = see(s, lope_difference_support(s->a, s->b, normal));
        double reach = lope_point_dot(out.from.at, normal), fraction = reach / speed;
        if (fraction > max_fraction) return false;
        if (!bounded || fraction > entered->fraction + 1e-16) {
            bounded = true;
            idle = 0;
            entered->fraction = fraction;
            entered->normal = normal;
        }
        double sag = reach - lope_point_dot(c[0].from.at, normal), cosine = -speed / s->length, enough = 1e-13 * cosine;
        if (sag <= s->size * (enough > 2e-16 ? enough : 2e-16)) break;
        idle = sag < NEAR_SURFACE * s->size ? idle + 1 : 0;
        portal_take(portal, &out, s->size);
    }
    portal_parts(portal, parts);
    entered->point = lope_point_make(0, 0, 0);
    for (int i = 0; i < 3; i++) entered->point = lope_point_mad(entered->point, portal->corner[i].from.on_b, parts[i]);
    return bounded;
}

// Zero lies in or at the set, or the set lies behind it. Tells whether that start is a hit.
static bool start_hit(const lope_portal_search *s, double length, lope_sweep_hit *hit)
{
    lope_separation apart;
    double touch = lope_touch_tolerance(s->size);
    if (!lope_convex_overlap(s->a, s->b, touch, &apart)) return false;
    lope_start start = lope_start_of(apart.distance, s->size, apart.normal, s->motion, length);
    if (start == LOPE_START_FREE || start == LOPE_START_CLEAR) return false;
    return lope_start_hit(&apart, start, hit);
}

bool lope_convex_sweep(const lope_convex *a, lope_point motion, const lope_convex *b, double max_fraction, lope_sweep_hit *hit)
{
    double length = lope_motion_length(motion);
    if (length <= 0.0) {
        lope_portal_search still = {.a = a, .b = b, .motion = motion, .size = lope_convex_size(a) + lope_convex_size(b)};
        return start_hit(&still, 0.0, hit);
    }
    lope_difference ahead = lope_difference_support(a, b, motion);
    if (lope_point_dot(ahead.at, motion) < 0) return false; // all of b lies behind a
    lope_portal_search s = search_of(a, b, motion, length);
    lope_portal portal;
    lope_entered entered;
    if (!portal_find(&s, &portal) || !portal_refine(&s, &portal, max_fraction, &entered)) return false;
    if (entered.fraction < 0) return start_hit(&s, length, hit);
    hit->fraction = entered.fraction;
    hit->normal = entered.normal;
    hit->point = entered.point;
    hit->depth = 0.0;
    return true;
}
