// step_landing.c - where a step up comes down: looks from above at what lies between two heights. See
// step_landing.h. The landing of a fall is in character/modes/falling.c.
//
// Rule: the axis is a disc that moves straight on. Each surface is cut to the part between the heights. The
// way to where the disc, or its centre, first meets that part is noted. Read next: step_up.c.
#include "motion/step/step_landing.h"
#include "motion/nearby/broadphase.h"

#define LANDING_INSIDE 5e-4 // m: a rim must be nearer than the support radius by this, to hold for certain
#define LANDING_CORNERS 5   // of a triangle that is cut at two heights

// Keeps a way within the query's range, once, in order; of too many the longest is lost.
static void keep_way(lope_step_list *list, const lope_step_landing_query *query, double way)
{
    if (way < query->from || way > query->to) return;
    uint32_t at = list->count;
    while (at > 0 && list->ways[at - 1] > way) at--;
    if (at > 0 && list->ways[at - 1] >= way) return; // the same way again
    if (at == LOPE_STEP_WAYS) return;
    if (list->count < LOPE_STEP_WAYS) list->count++;
    for (uint32_t i = list->count - 1; i > at; i--) list->ways[i] = list->ways[i - 1];
    list->ways[at] = way;
}

// A convex patch in the query's frame: x along the direction, y to its left, z along up, from the feet.
typedef struct lope_landing_patch {
    lope_point corners[LANDING_CORNERS];
    uint32_t count;
} lope_landing_patch;

// Returns a point in the query's frame.
static lope_point seen(const lope_space *space, const lope_step_landing_query *query, lope_point p)
{
    lope_point off = lope_point_sub(p, query->feet), left = lope_point_cross(space->up, query->direction);
    return lope_point_make(lope_point_dot(off, query->direction), lope_point_dot(off, left), lope_rise(space, off));
}

// Cuts off what lies above a height (m), or below it for side -1.
static void cut_patch(lope_landing_patch *patch, double height, double side)
{
    lope_landing_patch whole = *patch;
    patch->count = 0;
    for (uint32_t i = 0; i < whole.count; i++) {
        lope_point a = whole.corners[i], b = whole.corners[i + 1 < whole.count ? i + 1 : 0];
        double over_a = side * (a.z - height), over_b = side * (b.z - height);
        if (over_a <= 0 && patch->count < LANDING_CORNERS) patch->corners[patch->count++] = a;
        if ((over_a < 0 && over_b > 0) || (over_a > 0 && over_b < 0)) {
            double at = over_a / (over_a - over_b);
            if (patch->count < LANDING_CORNERS) patch->corners[patch->count++] = lope_point_mad(a, lope_point_sub(b, a), at);
        }
    }
}

// Returns the first x >= from at which (x, 0) is nearer than `within` to corner a or edge a-b. Returns 1e30
// when there is none.
static double first_near(lope_point a, lope_point b, double within, double from)
{
    double first = 1e30, square = within * within - a.y * a.y;
    if (square >= 0) {
        double x = a.x - sqrt(square);
        if (x >= from) first = x;
    }
    double ex = b.x - a.x, ey = b.y - a.y, length = sqrt(ex * ex + ey * ey);
    if (ey * ey <= 1e-18 * length * length || length <= 0) return first;
    for (int side = -1; side <= 1; side += 2) { // solves |cross| / length = within
        double x = a.x - (a.y * ex + side * within * length) / ey;
        double at = (x - a.x) * ex - a.y * ey;
        if (x >= from && x < first && at >= 0 && at <= length * length) first = x;
    }
    return first;
}

// Returns true when (x, 0) lies in the patch, or as near to it as `within`.
static bool is_near(const lope_landing_patch *patch, double x, double within)
{
    bool left = true, right = true;
    for (uint32_t i = 0; i < patch->count; i++) {
        lope_point a = patch->corners[i], b = patch->corners[i + 1 < patch->count ? i + 1 : 0];
        double ex = b.x - a.x, ey = b.y - a.y, px = x - a.x, py = -a.y, square = ex * ex + ey * ey;
        double side = ex * py - ey * px, at = square > 0 ? (px * ex + py * ey) / square : 0;
        if (side < 0) left = false;
        if (side > 0) right = false;
        at = at < 0 ? 0 : at > 1 ? 1 : at;
        px -= at * ex;
        py -= at * ey;
        if (px * px + py * py <= within * within) return true;
    }
    return patch->count > 2 && (left || right);
}

// Keeps the first way at which the axis is as near as `within` (m) to the patch.
static void keep_patch(const lope_step_landing_query *query, const lope_landing_patch *patch, double within, lope_step_list *list)
{
    double first = is_near(patch, query->from, within) ? query->from : 1e30;
    for (uint32_t i = 0; first > query->from && i < patch->count; i++) {
        double x = first_near(patch->corners[i], patch->corners[i + 1 < patch->count ? i + 1 : 0], within, query->from);
        if (x < first) first = x;
    }
    keep_way(list, query, first);
}

// Returns how far (m) beside the axis an edge is when its contact is just gentle enough to stand on, at most
// `support`. limit: the least rise of a normal on that body.
static double gentle_edge(const lope_space *space, double limit, double support)
{
    double aside = limit < 1 ? space->radius * sqrt(1 - limit * limit) - LANDING_INSIDE * space->unit : 0;
    return aside < support ? aside : support;
}

// Keeps the ways to a triangle: to within the support radius of it, where a rim holds; to where the round
// bottom rests gently on its edge; and to over it.
static void look_at_triangle(const lope_space *space, const lope_step_landing_query *query, const lope_near_triangle *triangle,
                             double support, double limit, lope_step_ways *ways)
{
    bool rises = false;
    for (int i = 0; i < 3; i++)
        rises |= lope_point_dot(query->normal, lope_point_sub(triangle->shape.v[i], query->floor)) > query->over;
    if (!rises) return;
    lope_landing_patch patch = {.count = 3};
    for (int i = 0; i < 3; i++) patch.corners[i] = seen(space, query, triangle->shape.v[i]);
    cut_patch(&patch, query->high, 1.0);
    cut_patch(&patch, query->low, -1.0);
    if (patch.count == 0) return;
    double gentle = gentle_edge(space, limit, support);
    keep_patch(query, &patch, support, &ways->rims);
    if (gentle > 0) keep_patch(query, &patch, gentle, &ways->faces);
    keep_patch(query, &patch, 0.0, &ways->faces);
}

// Keeps the ways to a disc or rounded bar: the segment a-b seen from above. near_by, on: m, distances of
// the axis from that segment. near_list: for the first of them.
static void look_at_bar(const lope_space *space, const lope_step_landing_query *query, lope_point a, lope_point b, double near_by,
                        double on, lope_step_list *near_list, lope_step_ways *ways)
{
    lope_landing_patch bar = {.corners = {seen(space, query, a), seen(space, query, b)}, .count = 2};
    keep_patch(query, &bar, near_by, near_list);
    keep_patch(query, &bar, on, &ways->faces);
}

// Returns how far (m) to the side of a rounded bar the axis is when their contact is just gentle enough to
// walk on; negative: it never is. axis_rise: of the bar's unit axis along up, which tilts every contact.
static double gentle_side(const lope_space *space, double radius, double axis_rise)
{
    double cosine = space->walkable_cosine, level = 1 - axis_rise * axis_rise;
    if (level <= cosine * cosine) return -1;
    return (radius + space->radius) * sqrt(1 - cosine * cosine / level) - LANDING_INSIDE * space->unit;
}

// Keeps the ways to a bar with round sides, from a to b.
static void look_at_side(const lope_space *space, const lope_step_landing_query *query, lope_point a, lope_point b, double radius,
                         lope_step_ways *ways)
{
    lope_point along = lope_point_sub(b, a);
    double length = lope_point_length(along),
           side = gentle_side(space, radius, length > 0 ? lope_rise(space, along) / length : 0);
    if (side > 0) look_at_bar(space, query, a, b, side, 0, &ways->faces, ways);
}

// Keeps the ways to a sphere, capsule or cylinder.
static void look_at_round(const lope_space *space, const lope_step_landing_query *query, const lope_near_round *round,
                          double support, lope_step_ways *ways)
{
    const lope_shape *shape = &round->shape;
    if (shape->kind == LOPE_SHAPE_SPHERE) {
        look_at_side(space, query, shape->as.sphere.center, shape->as.sphere.center, shape->as.sphere.radius, ways);
    } else if (shape->kind == LOPE_SHAPE_CAPSULE) {
        const lope_capsule *c = &shape->as.capsule;
        look_at_side(space, query, c->a, c->b, c->radius, ways);
        look_at_side(space, query, c->a, c->a, c->radius, ways);
        look_at_side(space, query, c->b, c->b, c->radius, ways);
    } else {
        const lope_cylinder *c = &shape->as.cylinder;
        lope_point half = lope_point_scale(c->axis, c->half_height);
        lope_point a = lope_point_sub(c->center, half), b = lope_point_add(c->center, half);
        double rise = lope_rise(space, c->axis);
        if (rise * rise < 0.5) { // it lies on its side
            look_at_side(space, query, a, b, c->radius, ways);
            look_at_bar(space, query, a, a, support, 0, &ways->rims, ways); // the rims of its ends
            look_at_bar(space, query, b, b, support, 0, &ways->rims, ways);
        } else {
            lope_point top = rise > 0 ? b : a;
            look_at_bar(space, query, top, top, c->radius + support, c->radius, &ways->rims, ways);
        }
    }
}

// Returns the box around all that the query may find.
static lope_bounds query_bounds(const lope_space *space, const lope_step_landing_query *query)
{
    double reach = space->radius > space->support_radius ? space->radius : space->support_radius;
    lope_bounds bounds = {{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}};
    for (int i = 0; i < 4; i++) {
        lope_point p = lope_point_mad(query->feet, query->direction, i & 1 ? query->to : query->from);
        p = lope_point_mad(p, space->up, i & 2 ? query->high : query->low);
        if (p.x - reach < bounds.lower.x) bounds.lower.x = p.x - reach;
        if (p.y - reach < bounds.lower.y) bounds.lower.y = p.y - reach;
        if (p.z - reach < bounds.lower.z) bounds.lower.z = p.z - reach;
        if (p.x + reach > bounds.upper.x) bounds.upper.x = p.x + reach;
        if (p.y + reach > bounds.upper.y) bounds.upper.y = p.y + reach;
        if (p.z + reach > bounds.upper.z) bounds.upper.z = p.z + reach;
    }
    return bounds;
}

void lope_step_landings_ahead(lope_space *space, const lope_step_landing_query *query, lope_step_ways *ways)
{
    lope_bounds bounds = query_bounds(space, query);
    ways->rims.count = ways->faces.count = 0;
    if (!lope_space_cover(space, &bounds)) return;
    double support = space->support_radius - LANDING_INSIDE * space->unit;
    if (support < 0) support = 0;
    lope_candidates walk = lope_candidates_in(space->nearby, &bounds);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        const lope_sink_body *body = &walk.set->bodies[triangle ? triangle->body : round->body];
        if (body->surface.no_step_up) continue;
        if (!triangle) {
            look_at_round(space, query, round, support, ways);
            continue;
        }
        double limit = lope_space_limit(space, body);
        if (lope_rise(space, lope_triangle_surface(triangle, space->up)) >= limit)
            look_at_triangle(space, query, triangle, support, limit, ways);
    }
}
