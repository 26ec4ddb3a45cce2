// rim.c - finds rims among all that is near, of whatever body. See rim.h.
//
// Rule: each walkable triangle or cylinder end beside the axis gives its point nearest to the axis, seen from
// above: a lip. The rim is the highest lip for which two things hold. No surface goes on from it toward the
// axis, but for risers and what is never walkable, and it is open above.
// Read next: motion/query/vertical_ray.h.
#include "motion/floor/rim.h"
#include "motion/query/query_log.h"
#include "motion/query/shortlist.h"
#include "motion/query/vertical_ray.h"

#define LIP_CANDIDATES 32 // most lips that are kept, the highest ones
#define LIP_JOIN 2e-3     // m, between two surfaces that count as going on from one another
#define LIP_TOWARD 1e-5   // m, by which a surface that goes on must reach nearer to the axis
// a normal with a lesser up component is that of a wall: no such surface is walkable
#define RIM_UPRIGHT 5e-5

// A walkable surface beside the axis, by its point nearest to the axis, seen from above. All that is needed
// of it is copied, because a gather moves the triangles.
typedef struct lope_lip {
    lope_contact contact;
    double beside; // m from the axis
    double height; // m along up from the feet
} lope_lip;

// Returns the edges of a triangle that the axis is beyond, as bits 1 to 3; none: the axis goes through it.
// at[i]: signed distance (m) of the feet from plane i, 0 the face's, 1 to 3 the edges'. rise[i]: the up
// component of normal i. at_plane, rise_of_plane: at[0] and rise[0]. Returns all three for an upright face.
static uint32_t edges_passed(lope_d4 at, lope_d4 rise, double at_plane, double rise_of_plane)
{
    if (rise_of_plane < 1e-9 && rise_of_plane > -1e-9) return 0xeu; // upright: any may be nearest
    lope_d4 through = lope_d4_add(at, lope_d4_mul(rise, lope_d4_splat(-at_plane / rise_of_plane)));
    return lope_d4_greater_bits(through, lope_d4_splat(0.0)) & 0xeu;
}

// Finds the point of a triangle nearest to the axis through feet, seen along up. It is on one of the edges
// `passed`, those that the axis is beyond. Returns its distance from the axis in m; 0 when there is no such
// edge.
static double beside_triangle(const lope_space *space, lope_point feet, const lope_near_triangle *near, uint32_t passed,
                              lope_point *nearest)
{
    double best = 1e30;
    for (int i = 0; i < 3; i++) {
        if (!(passed >> (i + 1) & 1u)) continue;
        lope_point from = lope_point_sub(near->shape.v[i], feet);
        lope_point edge = lope_point_sub(near->shape.v[i == 2 ? 0 : i + 1], near->shape.v[i]);
        lope_point flat = lope_flat(space, edge), start = lope_flat(space, from);
        double squared = lope_point_dot(flat, flat), at = squared > 0 ? -lope_point_dot(start, flat) / squared : 0;
        at = at < 0 ? 0 : at > 1 ? 1 : at;
        lope_point off = lope_point_mad(start, flat, at);
        double apart = lope_point_dot(off, off);
        if (apart >= best) continue;
        best = apart;
        *nearest = lope_point_add(feet, lope_point_mad(from, edge, at));
    }
    return passed ? sqrt(best) : 0;
}

// Finds the same for the upper end of a cylinder: exactly for a level end, nearly for a tilted one. *end:
// that end's normal. Returns 1e30 for an end with a level normal.
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

// Fills in a contact for a lip. surface: its normal, which is the contact normal too.
static lope_contact contact_of(const lope_shortlist_entry *neighbor, const lope_sink_body *body, lope_point point,
                               lope_point surface)
{
    const lope_near_triangle *triangle = neighbor->triangle;
    lope_contact contact = {.point = point,
                            .normal = surface,
                            .surface = surface,
                            .body = body->id,
                            .index = triangle ? triangle->index : neighbor->round->index,
                            .part = triangle ? triangle->part : 0,
                            .material = body->surface.material,
                            .no_step_up = body->surface.no_step_up,
                            .no_base = body->surface.no_base,
                            .moving = body->moving,
                            .character = body->character,
                            .walkable = true};
    return contact;
}

// Fills in the lip of a triangle or cylinder. passed: edges_passed of a triangle. Returns false when it is
// not walkable, or not beside the axis within the support radius.
static bool lip_of(const lope_space *space, lope_point feet, const lope_shortlist_entry *neighbor, uint32_t passed, lope_lip *lip)
{
    const lope_near_triangle *triangle = neighbor->triangle;
    const lope_sink_body *body = &neighbor->set->bodies[triangle ? triangle->body : neighbor->round->body];
    lope_point surface, point;
    if (triangle) {
        surface = lope_triangle_surface(triangle, space->up);
        if (!lope_space_walkable(space, body, surface)) return false;
        lip->beside = beside_triangle(space, feet, triangle, passed, &point);
    } else {
        if (neighbor->round->shape.kind != LOPE_SHAPE_CYLINDER) return false;
        lip->beside = beside_cylinder(space, feet, &neighbor->round->shape.as.cylinder, &point, &surface);
        if (!lope_space_walkable(space, body, surface)) return false;
    }
    if (lip->beside <= 0 || lip->beside > space->support_radius) return false;
    lip->height = lope_rise(space, lope_point_sub(point, feet));
    lip->contact = contact_of(neighbor, body, point, surface);
    return true;
}

// What is asked of the ground about a point: whether a surface goes on from there toward the axis.
typedef struct lope_toward_axis {
    lope_point feet, point;
    double limit;             // m from the axis, within which a triangle must come
    const lope_contact *face; // the contact at the point, or NULL: then no triangle is in its plane
    double face_limit;        // m; the limit of triangles in the contact's plane
} lope_toward_axis;

// Returns true when a triangle lies in the plane of the contact's surface. Of the face on which the bottom
// hemisphere rests such a triangle is no rim.
static bool in_plane(const lope_space *space, const lope_near_triangle *triangle, const lope_contact *rest)
{
    if (!triangle || !rest) return false;
    lope_point normal = lope_near_normal(triangle);
    double off = lope_point_dot(normal, lope_point_sub(rest->point, triangle->shape.v[0]));
    double along = lope_point_dot(normal, rest->surface), near_by = 0.05 * LIP_JOIN * space->unit;
    return off < near_by && off > -near_by && along * along > 1.0 - 1e-6;
}

// Returns true when a triangle goes on from the point: it is walkable or no riser, touches the point within
// LIP_JOIN, and comes within the limit of the axis.
static bool goes_on_with(const lope_space *space, const lope_near_set *set, const lope_near_triangle *triangle,
                         const lope_toward_axis *asked)
{
    double join = LIP_JOIN * space->unit,
           off = lope_point_dot(lope_near_normal(triangle), lope_point_sub(asked->point, triangle->shape.v[0]));
    if (off > join || off < -join) return false;
    double slope = lope_rise(space, lope_triangle_surface(triangle, space->up));
    double least = lope_space_limit(space, &set->bodies[triangle->body]);
    // what is never walkable is a drop too
    if (slope < least && (slope < lope_riser(least) || least > 1)) return false;
    const double limit = in_plane(space, triangle, asked->face) ? asked->face_limit : asked->limit;
    lope_point nearest;
    double at[4], rise[4];
    lope_d4 at4 = lope_d4_sub(lope_near_along(&triangle->planes, asked->feet), lope_d4_load(triangle->planes.offset));
    lope_d4 rise4 = lope_near_along(&triangle->planes, space->up);
    lope_d4_store(at, at4);
    lope_d4_store(rise, rise4);
    if (beside_triangle(space, asked->feet, triangle, edges_passed(at4, rise4, at[0], rise[0]), &nearest) > limit) return false;
    // last, because it costs the most
    lope_point apart = lope_point_sub(lope_closest_on_triangle(asked->point, &triangle->shape), asked->point);
    return lope_point_dot(apart, apart) <= join * join;
}

// Returns true when a triangle that goes on from the point comes within the limit of the axis.
static bool reaches_nearer(const lope_space *space, const lope_toward_axis *asked)
{
    const lope_shortlist_list *listed = &space->around->near_by;
    double height = lope_rise(space, lope_point_sub(asked->point, asked->feet));
    if (asked->limit <= space->support_radius && lope_shortlist_has_rims(space, asked->feet, height, height)) {
        for (uint32_t i = 0; i < listed->count; i++) {
            const lope_shortlist_entry *neighbor = &listed->list[i];
            if (neighbor->triangle && goes_on_with(space, neighbor->set, neighbor->triangle, asked)) return true;
        }
        return false;
    }
    lope_capsule around = {asked->point, asked->point, LIP_JOIN * space->unit};
    lope_near_query query = lope_near_query_capsule(&around, lope_point_make(0, 0, 0));
    lope_candidates walk;
    lope_candidates_begin(&walk, space->nearby, &query);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    while (lope_candidates_next(&walk, &triangle, &round))
        if (triangle && lope_near_reached(&triangle->planes, &query) && goes_on_with(space, walk.set, triangle, asked))
            return true;
    return false;
}

// Returns by how much (m) nearer to the axis than `beside` a surface must come to lead there.
static double nearer_by(const lope_space *space, double beside)
{
    const double share = 0.25 * beside, most = 10 * LIP_JOIN * space->unit;
    return share < most ? share : most;
}

bool lope_rim_ground_goes_on(const lope_space *space, lope_point feet, lope_point point)
{
    const double beside = lope_point_length(lope_flat(space, lope_point_sub(point, feet)));
    const lope_toward_axis asked = {.feet = feet, .point = point, .limit = beside - nearer_by(space, beside)};
    return reaches_nearer(space, &asked);
}

// The edge of a contact leads along both its face and the round bottom. The face lies on one side of that
// line, so it comes no nearer to the axis than the line does.
bool lope_rim_other_ground_goes_on(const lope_space *space, lope_point feet, const lope_contact *contact)
{
    const lope_point off = lope_flat(space, lope_point_sub(contact->point, feet));
    const lope_point edge = lope_flat(space, lope_point_cross(contact->surface, contact->normal));
    const double beside = lope_point_length(off), length = lope_point_length(edge);
    double line = beside;
    if (length > 1e-6) line = lope_point_length(lope_point_cross(off, lope_point_scale(edge, 1.0 / length)));
    const lope_toward_axis asked = {.feet = feet,
                                    .point = contact->point,
                                    .limit = beside - nearer_by(space, beside),
                                    .face = contact,
                                    .face_limit = line - nearer_by(space, line)};
    return reaches_nearer(space, &asked);
}

// Returns half the extent (m) of a level disc along a world axis. up: up's component along that axis.
static double across(double radius, double up) { return up * up < 1.0 ? radius * sqrt(1.0 - up * up) : 0.0; }

// The window in which rims are looked for: the disc of the support radius around the axis, from `lowest` to
// `raise` (m along up from the feet).
typedef struct lope_lip_window {
    lope_point feet;
    double lowest, raise;
    const lope_contact *rest; // the face that the bottom hemisphere rests on, or NULL
} lope_lip_window;

// Returns the box around a window.
static lope_bounds window_bounds(const lope_space *space, const lope_lip_window *window)
{
    double s = space->support_radius;
    lope_point a = lope_point_mad(window->feet, space->up, window->lowest);
    lope_point b = lope_point_mad(window->feet, space->up, window->raise);
    lope_point r = {across(s, space->up.x), across(s, space->up.y), across(s, space->up.z)};
    lope_bounds bounds = {{(a.x < b.x ? a.x : b.x) - r.x, (a.y < b.y ? a.y : b.y) - r.y, (a.z < b.z ? a.z : b.z) - r.z},
                          {(a.x > b.x ? a.x : b.x) + r.x, (a.y > b.y ? a.y : b.y) + r.y, (a.z > b.z ? a.z : b.z) + r.z}};
    return bounds;
}

// Returns true when a triangle may have a rim in the window, by its planes. Three things are asked. Its own
// plane comes into the window: over the disc its height varies by at most its slope times the radius. The
// planes of its edges leave it partly within the support radius. And the axis does not go through it;
// *passed: the edges that the axis is beyond.
static bool in_window(const lope_space *space, const lope_shortlist_entry *neighbor, const lope_lip_window *window,
                      uint32_t *passed)
{
    lope_point off = lope_point_sub(window->feet, space->around->home);
    lope_d4 rise4 = lope_d4_load(neighbor->rise);
    lope_d4 at4 = lope_d4_add(lope_d4_load(neighbor->home), lope_near_along(&neighbor->triangle->planes, off));
    double at[4], rise = neighbor->rise[0], steep = rise < 0 ? -rise : rise, wide = space->support_radius + LOPE_NEAR_SPARE;
    lope_d4_store(at, at4);
    double height = rise < 0 ? at[0] : -at[0], low = window->lowest * steep, high = window->raise * steep;
    double away = height < low ? low - height : height > high ? height - high : 0;
    if (away > LOPE_NEAR_SPARE && away * away > wide * wide * (1.0 - steep * steep) + LOPE_NEAR_SPARE) return false;
    lope_d4 lowest = lope_d4_mul(rise4, lope_d4_splat(window->lowest)), raise = lope_d4_mul(rise4, lope_d4_splat(window->raise));
    if (lope_d4_greater_bits(lope_d4_add(at4, lope_d4_min(lowest, raise)), lope_d4_splat(wide)) & 0xeu) return false;
    *passed = edges_passed(at4, rise4, at[0], rise);
    return *passed != 0;
}

// Returns true when lip `a` is to be judged before `b`: the higher first, of two as high the nearer.
static bool sooner(const lope_space *space, const lope_lip *a, const lope_lip *b)
{
    double apart = a->height - b->height, same = LOPE_TOUCH * space->unit;
    if (apart > same || apart < -same) return apart > 0;
    return a->beside < b->beside;
}

// Keeps a lip; in a full list it replaces the one that would be judged last.
static void keep_lip(const lope_space *space, const lope_lip *lip, lope_lip *lips, uint32_t *count)
{
    if (*count < LIP_CANDIDATES) {
        lips[(*count)++] = *lip;
        return;
    }
    uint32_t last = 0;
    for (uint32_t i = 1; i < *count; i++)
        if (sooner(space, &lips[last], &lips[i])) last = i;
    if (sooner(space, lip, &lips[last])) lips[last] = *lip;
}

// Returns the query for all that touches the window.
static lope_near_query window_query(const lope_space *space, const lope_lip_window *window)
{
    lope_near_query query = {.bounds = window_bounds(space, window),
                             .a = lope_point_mad(window->feet, space->up, window->lowest),
                             .core = lope_point_scale(space->up, window->raise - window->lowest),
                             .radius = space->support_radius};
    return query;
}

// Returns true when no character walks on a triangle, whatever its body says: it is upright, or seen from
// behind.
static bool is_wall(const lope_shortlist_entry *neighbor)
{
    double rise = neighbor->rise[0];
    return rise < RIM_UPRIGHT && (!neighbor->triangle->two_sided || rise > -RIM_UPRIGHT);
}

// Adds the lip of a short list's entry to `lips`, when it has one in the window.
static void try_lip(const lope_space *space, const lope_lip_window *window, const lope_shortlist_entry *neighbor, lope_lip *lips,
                    uint32_t *count)
{
    lope_lip lip;
    uint32_t passed = 0;
    const lope_near_triangle *triangle = neighbor->triangle;
    if (triangle && is_wall(neighbor)) return;
    if (triangle && (!in_window(space, neighbor, window, &passed) || in_plane(space, triangle, window->rest))) return;
    if (!lip_of(space, window->feet, neighbor, passed, &lip)) return;
    if (lip.height <= window->raise && lip.height > window->lowest) keep_lip(space, &lip, lips, count);
}

// Lists the lips in the window and returns how many. Of too many the ones judged first are kept.
static uint32_t collect_lips(const lope_space *space, const lope_lip_window *window, lope_lip *lips)
{
    uint32_t kept = 0;
    if (lope_shortlist_has_rims(space, window->feet, window->lowest, window->raise)) {
        const lope_shortlist_list *listed = &space->around->near_by;
        for (uint32_t i = 0; i < listed->count; i++) try_lip(space, window, &listed->list[i], lips, &kept);
        return kept;
    }
    lope_near_query query = window_query(space, window);
    lope_candidates walk;
    lope_candidates_begin(&walk, space->nearby, &query);
    lope_shortlist_entry neighbor;
    while (lope_candidates_next(&walk, &neighbor.triangle, &neighbor.round)) {
        neighbor.set = walk.set;
        if (neighbor.triangle) lope_shortlist_measure(space, &neighbor);
        try_lip(space, window, &neighbor, lips, &kept);
    }
    return kept;
}

// Gathers the window and what lope_lies_open looks at above it. Nothing more is gathered while rims are
// judged, so that all are judged against the same geometry. Returns false when the gather fails.
static bool cover_judging(lope_space *space, const lope_lip_window *window)
{
    double spare = 2 * LIP_JOIN * space->unit;
    lope_lip_window tall = *window;
    tall.raise += space->radius + spare;
    lope_bounds bounds = window_bounds(space, &tall);
    lope_point out = {spare, spare, spare};
    bounds.lower = lope_point_sub(bounds.lower, out);
    bounds.upper = lope_point_add(bounds.upper, out);
    return lope_space_cover(space, &bounds);
}

bool lope_highest_rim(lope_space *space, lope_point feet, double lowest, double raise, const lope_contact *rest,
                      lope_contact *best, double *height)
{
    lope_lip lips[LIP_CANDIDATES];
    lope_lip_window window = {.feet = feet, .lowest = lowest, .raise = raise, .rest = rest};
    if (!cover_judging(space, &window)) return false;
    uint32_t count = collect_lips(space, &window, lips);
    while (count > 0) {
        uint32_t top = 0;
        for (uint32_t i = 1; i < count; i++)
            if (sooner(space, &lips[i], &lips[top])) top = i;
        const lope_toward_axis asked = {
            .feet = feet, .point = lips[top].contact.point, .limit = lips[top].beside - LIP_TOWARD * space->unit};
        if (!reaches_nearer(space, &asked) && lope_lies_open(space, feet, &lips[top].contact)) {
            *best = lips[top].contact;
            *height = lips[top].height;
            if (space->log) lope_log_rim(space, feet, lowest, raise, best);
            return true;
        }
        lips[top] = lips[--count];
    }
    if (space->log) lope_log_rim(space, feet, lowest, raise, NULL);
    return false;
}
