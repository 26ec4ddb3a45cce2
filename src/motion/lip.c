// lip.c - see lip.h. A rim is judged among all that is near, whatever body it belongs to.
#include "motion/lip.h"
#include "motion/candidates.h"

#define LIP_CANDIDATES 32
#define LIP_JOIN 2e-3   // m, between two surfaces that count as going on from one another
#define LIP_TOWARD 1e-5 // m, by which a surface that goes on must reach nearer to the axis

// A walkable surface beside the axis: its point nearest to the axis, seen from above.
typedef struct lope_lip {
    lope_contact contact;
    double beside; // m from the axis
    double height; // m along up from the feet
} lope_lip;

// The point of a triangle that is nearest to the axis through feet, seen along up. Zero distance when the axis goes through it. The
// triangle faces up, or down when it counts from both sides.
static double beside_triangle(const lope_space *space, lope_point feet, const lope_near_triangle *near, lope_point *nearest)
{
    const lope_point *v = near->shape.v;
    double rise = lope_rise(space, near->normal), best = 1e30;
    bool over = true;
    for (int i = 0; i < 3; i++) {
        lope_point a = lope_point_sub(v[i], feet), edge = lope_point_sub(v[i == 2 ? 0 : i + 1], v[i]);
        lope_point flat = lope_flat(space, edge), from = lope_flat(space, a);
        double side = lope_point_dot(space->up, lope_point_cross(from, flat)), squared = lope_point_dot(flat, flat);
        if (rise > 0 ? side < 0 : side > 0) over = false;
        double at = squared > 0 ? -lope_point_dot(from, flat) / squared : 0;
        at = at < 0 ? 0 : at > 1 ? 1 : at;
        lope_point off = lope_point_mad(from, flat, at);
        double apart = lope_point_dot(off, off);
        if (apart >= best) continue;
        best = apart;
        *nearest = lope_point_add(feet, lope_point_mad(a, edge, at));
    }
    return over ? 0 : sqrt(best);
}

static double beside_cylinder(const lope_space *space, lope_point feet, const lope_cylinder *cylinder, lope_point *nearest,
                              lope_point *end)
{
    *end = lope_point_scale(cylinder->axis, lope_rise(space, cylinder->axis) < 0 ? -1.0 : 1.0);
    lope_point top = lope_point_mad(cylinder->center, *end, cylinder->half_height);
    double rise = lope_rise(space, *end);
    if (rise < 1e-6) return 1e30;
    // where the axis meets the end's plane, then into the disc
    double along = lope_point_dot(*end, lope_point_sub(top, feet)) / rise;
    lope_point from = lope_point_sub(lope_point_mad(feet, space->up, along), top);
    double out = lope_point_length(from);
    if (out > cylinder->radius) from = lope_point_scale(from, cylinder->radius / out);
    *nearest = lope_point_add(top, from);
    return lope_point_length(lope_flat(space, lope_point_sub(*nearest, feet)));
}

static bool lip_of(const lope_space *space, lope_point feet, const lope_near_set *set, const lope_near_triangle *triangle,
                   const lope_near_round *round, lope_lip *lip)
{
    const lope_sink_body *body = &set->bodies[triangle ? triangle->body : round->body];
    lope_point surface;
    if (triangle) {
        surface = lope_triangle_surface(triangle, space->up);
        if (!lope_space_walkable(space, body, surface)) return false;
        lip->beside = beside_triangle(space, feet, triangle, &lip->contact.point);
    } else {
        if (round->shape.kind != LOPE_SHAPE_CYLINDER) return false;
        lip->beside = beside_cylinder(space, feet, &round->shape.as.cylinder, &lip->contact.point, &surface);
        if (!lope_space_walkable(space, body, surface)) return false;
    }
    if (lip->beside > space->support_radius) return false;
    lip->contact.surface = surface;
    lip->contact.normal = surface;
    lip->contact.body = body->id;
    lip->contact.index = triangle ? triangle->index : round->index;
    lip->contact.part = triangle ? triangle->part : 0;
    lip->contact.material = body->surface.material;
    lip->contact.no_step_up = body->surface.no_step_up;
    lip->contact.no_base = body->surface.no_base;
    lip->contact.moving = body->moving;
    lip->contact.character = body->character;
    lip->contact.walkable = true;
    lip->contact.smooth = false;
    lip->contact.fraction = 0;
    lip->contact.depth = 0;
    return true;
}

// Whether a walkable surface that touches `point` reaches nearer to the axis than `limit`.
static bool reaches_nearer(const lope_space *space, lope_point feet, lope_point point, double limit)
{
    double join = LIP_JOIN * space->unit;
    lope_point j = lope_point_make(join, join, join);
    lope_bounds around = {lope_point_sub(point, j), lope_point_add(point, j)};
    lope_candidates walk = lope_candidates_in(space, &around);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        if (!triangle) continue;
        const lope_sink_body *body = &walk.set->bodies[triangle->body];
        if (!lope_space_walkable(space, body, lope_triangle_surface(triangle, space->up))) continue;
        lope_point nearest;
        if (beside_triangle(space, feet, triangle, &nearest) > limit) continue;
        lope_point apart = lope_point_sub(lope_closest_on_triangle(point, &triangle->shape), point);
        if (lope_point_dot(apart, apart) <= join * join) return true;
    }
    return false;
}

bool lope_goes_on(const lope_space *space, lope_point feet, lope_point point)
{
    double beside = lope_point_length(lope_flat(space, lope_point_sub(point, feet)));
    double share = 0.25 * beside, most = 10 * LIP_JOIN * space->unit;
    return reaches_nearer(space, feet, point, beside - (share < most ? share : most));
}

static double across(double radius, double up) { return up * up < 1.0 ? radius * sqrt(1.0 - up * up) : 0.0; }

// Of the disc of the support radius around the axis, swept from `lowest` to `raise` m along up.
static lope_bounds disc_bounds(const lope_space *space, lope_point feet, double lowest, double raise)
{
    double s = space->support_radius;
    lope_point a = lope_point_mad(feet, space->up, lowest), b = lope_point_mad(feet, space->up, raise);
    lope_point r = {across(s, space->up.x), across(s, space->up.y), across(s, space->up.z)};
    lope_bounds bounds = {{(a.x < b.x ? a.x : b.x) - r.x, (a.y < b.y ? a.y : b.y) - r.y, (a.z < b.z ? a.z : b.z) - r.z},
                          {(a.x > b.x ? a.x : b.x) + r.x, (a.y > b.y ? a.y : b.y) + r.y, (a.z > b.z ? a.z : b.z) + r.z}};
    return bounds;
}

// A triangle of the very plane that the round bottom rests on is no rim above it.
static bool in_plane(const lope_space *space, const lope_near_triangle *triangle, const lope_contact *rest)
{
    if (!triangle || !rest) return false;
    double off = lope_point_dot(triangle->normal, lope_point_sub(rest->point, triangle->shape.v[0]));
    double along = lope_point_dot(triangle->normal, rest->surface), near_by = 0.05 * LIP_JOIN * space->unit;
    return off < near_by && off > -near_by && along * along > 1.0 - 1e-6;
}

// The higher first; of those as high the nearer, which is the rim if any is.
static bool sooner(const lope_space *space, const lope_lip *a, const lope_lip *b)
{
    double apart = a->height - b->height, same = LOPE_TOUCH * space->unit;
    if (apart > same || apart < -same) return apart > 0;
    return a->beside < b->beside;
}

// The walkable surfaces beside the axis with a point in the range of heights; of too many the soonest.
static uint32_t collect_lips(const lope_space *space, lope_point feet, double lowest, double raise, const lope_contact *rest,
                             lope_lip *lips)
{
    lope_bounds bounds = disc_bounds(space, feet, lowest, raise);
    lope_candidates walk = lope_candidates_in(space, &bounds);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    uint32_t count = 0;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        lope_lip lip;
        if (in_plane(space, triangle, rest) || !lip_of(space, feet, walk.set, triangle, round, &lip)) continue;
        lip.height = lope_rise(space, lope_point_sub(lip.contact.point, feet));
        if (lip.beside <= 0 || lip.height > raise || lip.height <= lowest) continue;
        if (count < LIP_CANDIDATES) {
            lips[count++] = lip;
            continue;
        }
        uint32_t last = 0;
        for (uint32_t i = 1; i < count; i++)
            if (sooner(space, &lips[last], &lips[i])) last = i;
        if (sooner(space, &lip, &lips[last])) lips[last] = lip;
    }
    return count;
}

bool lope_highest_lip(lope_space *space, lope_point feet, double lowest, double raise, const lope_contact *rest,
                      lope_contact *best, double *height)
{
    lope_lip lips[LIP_CANDIDATES];
    uint32_t count = collect_lips(space, feet, lowest, raise, rest, lips);
    while (count > 0) {
        uint32_t top = 0;
        for (uint32_t i = 1; i < count; i++)
            if (sooner(space, &lips[i], &lips[top])) top = i;
        if (!reaches_nearer(space, feet, lips[top].contact.point, lips[top].beside - LIP_TOWARD * space->unit)) {
            *best = lips[top].contact;
            *height = lips[top].height;
            return true;
        }
        lips[top] = lips[--count];
    }
    return false;
}
