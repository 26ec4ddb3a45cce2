// nav.c - finds the point of the navigation surface straight under or over a place, or else the nearest point
// of its rim.
//
// A mesh that was added as `nav` stands in the static tree like any body, but on no channel, so nothing
// collides with it. A query looks at it along up: a triangle is its projection on the level plane, with a
// height over each point. The nearest point of the surface to a place beside it lies on the rim, because an
// edge with surface on both sides cannot be nearest. Read next: nav.h, mesh.h.
#include "level/nav.h"

#include "base/error.h"
#include "level/bvh_walk.h"
#include "level/query.h"

// Of the reach: a place this far beside an edge still is in the triangle, so that none falls between two of
// them.
#define ROUNDING 1e-9

// A query and the best answer so far, in the frame of the present body.
typedef struct nav_query {
    lope_point feet, up;
    double reach;
    double aside, height; // m, of the answer: distance beside the surface, and height along up from the feet
    double over;          // m, distance of the feet beyond the line of its edge
    uint64_t body;
    uint32_t triangle;
    bool found;
    lope_point point, normal, out; // relative to the feet; out: of the rim, level
} nav_query;

// The point of an edge that is nearest to the feet on the level plane.
typedef struct nav_edge {
    lope_point point, out;
    double over;
} nav_edge;

// Returns the part of v at right angles to up.
static lope_point level_of(const nav_query *q, lope_point v) { return lope_point_mad(v, q->up, -lope_point_dot(v, q->up)); }

// Returns the absolute value.
static double size_of(double x) { return x < 0 ? -x : x; }

// Returns whether a point is a better answer than the best so far: nearer beside, then nearer in height. At a
// corner several edges are equally near, and the one that the feet are farthest beyond belongs to the rim.
// Last comes the lower (id, triangle).
static bool better(const nav_query *q, double aside, double height, double over, uint64_t body, uint32_t triangle)
{
    if (!q->found || aside != q->aside) return !q->found || aside < q->aside;
    if (size_of(height) != size_of(q->height)) return size_of(height) < size_of(q->height);
    if (over != q->over) return over > q->over;
    return lope_hit_before(body, triangle, q->body, q->triangle);
}

// Finds the nearest point of an edge on the level plane, and returns its distance, m. to->out points out over
// the edge, and the feet are to->over m beyond it. A corner gives equal bits for all edges that meet there.
static double nearest_on_edge(const nav_query *q, lope_point a, lope_point b, double turn, nav_edge *to)
{
    lope_point flat = level_of(q, a), edge = level_of(q, lope_point_sub(b, a));
    double length = lope_point_length(edge), at = length > 0 ? -lope_point_dot(flat, edge) / (length * length) : 0;
    to->point = at <= 0 ? a : at >= 1 ? b : lope_point_mad(a, lope_point_sub(b, a), at);
    to->out = length > 0 ? lope_point_scale(lope_point_cross(edge, q->up), turn / length) : (lope_point){0, 0, 0};
    lope_point back = level_of(q, to->point);
    to->over = -lope_point_dot(back, to->out);
    return lope_point_length(back);
}

// Tries a triangle: takes its point for the feet when that is a better answer. Upright triangles have none.
static void look_at(nav_query *q, const lope_mesh_triangle *t, uint64_t body)
{
    lope_point v[3];
    nav_edge best = {.over = 0};
    for (int i = 0; i < 3; i++) v[i] = lope_point_sub(lope_vec3_to_point(t->v[i]), q->feet);
    lope_point normal = lope_point_cross(lope_point_sub(v[1], v[0]), lope_point_sub(v[2], v[0]));
    double area = lope_point_dot(normal, q->up), length = lope_point_length(normal);
    if (size_of(area) <= 1e-6 * length) return; // upright: nothing stands on it
    double turn = area < 0 ? -1 : 1, aside = 0;
    bool inside = true;
    for (int i = 0; i < 3 && inside; i++) {
        lope_point edge = lope_point_sub(v[(i + 1) % 3], v[i]);
        double across = turn * lope_point_dot(lope_point_cross(v[i], edge), q->up);
        inside = across >= -ROUNDING * q->reach * lope_point_length(level_of(q, edge));
    }
    if (inside) {
        best.point = lope_point_scale(q->up, lope_point_dot(normal, v[0]) / area);
    } else {
        aside = 2 * q->reach;
        for (int i = 0; i < 3; i++) {
            nav_edge to;
            double distance = nearest_on_edge(q, v[i], v[(i + 1) % 3], turn, &to);
            if (distance > aside || (distance == aside && to.over <= best.over)) continue;
            aside = distance;
            best = to;
        }
        if (aside > q->reach) return;
    }
    double height = lope_point_dot(best.point, q->up);
    if (size_of(height) > q->reach || !better(q, aside, height, best.over, body, t->index)) return;
    q->found = true;
    q->aside = aside;
    q->height = height;
    q->over = best.over;
    q->body = body;
    q->triangle = t->index;
    q->point = best.point;
    q->normal = lope_point_scale(normal, turn / length);
    q->out = best.out;
}

// Looks at the triangles of a body that come within `wide` m of the upright line through the feet. Returns
// whether one of them is a better answer.
static bool look_through(nav_query *q, const lope_level_body *body, double wide)
{
    lope_bvh_walk walk;
    lope_point up = lope_point_scale(q->up, q->reach);
    lope_bounds line =
        lope_bounds_add(lope_bounds_add(lope_bounds_none(), lope_point_add(q->feet, up)), lope_point_sub(q->feet, up));
    lope_bounds bounds = lope_bounds_grow(line, wide);
    uint32_t first, count, triangle = q->triangle;
    uint64_t id = q->body;
    bool found = q->found;
    lope_bvh_walk_begin(&walk, &body->shape.as.mesh.bvh, &bounds);
    while (lope_bvh_walk_next(&walk, &first, &count))
        for (uint32_t i = 0; i < count; i++) look_at(q, &body->shape.as.mesh.triangles[first + i], body->id);
    return q->found && (!found || id != q->body || triangle != q->triangle);
}

// Finds the answer among all surfaces. `wide`: m beside the line through the feet that is looked over.
static bool ask(const lope_level *level, lope_point feet, lope_point up, double reach, double wide, lope_nav_point *answer)
{
    nav_query q = {.reach = reach};
    const lope_tree *tree = &level->trees[0];
    lope_point to = lope_point_scale(up, reach);
    lope_bounds line = lope_bounds_add(lope_bounds_add(lope_bounds_none(), lope_point_add(feet, to)), lope_point_sub(feet, to));
    lope_bounds bounds = lope_bounds_grow(line, wide);
    bool enter;
    for (uint32_t n = lope_tree_first(tree); n != LOPE_TREE_NONE; n = lope_tree_next(tree, n, enter)) {
        enter = lope_bounds_touch(&tree->nodes[n].bounds, &bounds);
        if (!enter || !lope_tree_leaf(tree, n)) continue;
        const lope_level_body *body = &level->bodies[tree->nodes[n].item];
        if (!body->nav) continue;
        q.feet = lope_frame_to_body(&body->frame, feet);
        q.up = lope_frame_unturn(&body->frame, up);
        if (!look_through(&q, body, wide)) continue;
        answer->point = lope_point_add(feet, lope_frame_turn(&body->frame, q.point));
        answer->normal = lope_point_to_vec3(lope_frame_turn(&body->frame, q.normal));
        answer->polygon = q.triangle;
        answer->on_rim = q.aside > 0;
        answer->rim_normal = lope_point_to_vec3(lope_frame_turn(&body->frame, q.out));
    }
    return q.found;
}

bool lope_level_nav_point(const lope_level *level, lope_point feet, lope_vec3 up, float reach, lope_nav_point *point)
{
    if (!level || level->nav_count == 0 || !point || !lope_query_point_valid(feet) || !(reach > 0) || !lope_finite(reach))
        return false;
    lope_point axis = lope_vec3_to_point(up);
    double length = lope_point_length(axis), far = (double)reach;
    if (!(length > 0) || !lope_finite_double(length)) return false;
    axis = lope_point_scale(axis, 1 / length);
    lope_nav_point near_by = {.on_rim = true};
    bool found = ask(level, feet, axis, far, ROUNDING * far, &near_by);
    if (!found || near_by.on_rim) found = ask(level, feet, axis, far, far, &near_by);
    if (found) *point = near_by;
    return found;
}
