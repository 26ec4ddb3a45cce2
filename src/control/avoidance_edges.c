// avoidance_edges.c - edges of the floor as avoidance sees them. See avoidance_edges.h.
//
// An edge is that of a triangle to walk on over which no other one goes on, with no floor close beyond it
// where the agent would cross it. So the seams of a floor, also between bodies, are no edges.
// Read next: avoidance_boundary.c, avoidance_walls.c.
#include "control/avoidance_edges.h"
#include "control/avoidance_limits.h"
#include "control/avoidance_near.h"

#define EDGE_MARGIN 0.25   // radii, that the agent's axis keeps from an edge: its foot is wider than that
#define CROSSED_WITHIN 1.5 // radii, from the way: at most one aside of the edge, and one along it; sqrt(2)
#define ON_FACE 1e-4       // m, by which a point beside a triangle still counts as on it
#define EDGE_SLACK 1e-5    // m, by which a way may be too long: limits are met to within rounding

// Returns the bounds of a level way (m) from a point: so much wider to all sides, and higher and lower by
// `tall` along the up.
static lope_bounds bounds_along(const lope_agent_frame *frame, lope_point from, lope_point way, double wider, double tall)
{
    const double x = wider + tall * fabs(frame->up.x), y = wider + tall * fabs(frame->up.y), z = wider + tall * fabs(frame->up.z);
    return (lope_bounds){
        {from.x + (way.x < 0 ? way.x : 0) - x, from.y + (way.y < 0 ? way.y : 0) - y, from.z + (way.z < 0 ? way.z : 0) - z},
        {from.x + (way.x > 0 ? way.x : 0) + x, from.y + (way.y > 0 ? way.y : 0) + y, from.z + (way.z > 0 ? way.z : 0) + z}};
}

static bool is_between(double a, double b, double c, double x)
{
    const double low = a < b ? (a < c ? a : c) : (b < c ? b : c), high = a > b ? (a > c ? a : c) : (b > c ? b : c);
    return x >= low - ON_FACE && x <= high + ON_FACE;
}

// Returns whether a point of a triangle's plane lies on the triangle. Where two edges meet at a small angle
// the planes through them alone would let pass what is far beyond the corner.
static bool is_on_face(const lope_near_triangle *triangle, lope_point p)
{
    const lope_near_planes *planes = &triangle->planes;
    for (int k = 1; k < 4; k++)
        if (!(planes->x[k] * p.x + planes->y[k] * p.y + planes->z[k] * p.z - planes->offset[k] <= ON_FACE)) return false;
    const lope_point *v = triangle->shape.v;
    return is_between(v[0].x, v[1].x, v[2].x, p.x) && is_between(v[0].y, v[1].y, v[2].y, p.y) &&
           is_between(v[0].z, v[1].z, v[2].z, p.z);
}

// Returns whether there is floor at a point's place, no farther up or down than a step.
static bool floor_at(const lope_wall_look *look, const lope_agent_frame *frame, lope_point p)
{
    const lope_near_set *set = look->still;
    const double step = lope_agent_step(look);
    const lope_bounds bounds = bounds_along(frame, p, (lope_point){0, 0, 0}, 2 * ON_FACE, step);
    lope_triangle_walk walk = lope_triangles_in(set, &bounds, look->still_floor, true);
    for (const lope_near_triangle *triangle; (triangle = lope_triangles_next(&walk)) != NULL;) {
        if (look->still_floor == NULL && !lope_agent_floor(frame, set, triangle)) continue;
        const lope_near_planes *planes = &triangle->planes;
        const double rise = lope_point_dot(lope_near_normal(triangle), frame->up);
        const double over = planes->x[0] * p.x + planes->y[0] * p.y + planes->z[0] * p.z - planes->offset[0];
        if (fabs(over) > step * fabs(rise)) continue;
        if (is_on_face(triangle, lope_point_mad(p, frame->up, -over / rise))) return true;
    }
    return false;
}

// Returns whether floor goes on over an edge of a triangle.
static bool goes_on(const lope_agent_frame *frame, const lope_near_set *set, const lope_near_triangle *triangle, int edge)
{
    const uint32_t which = (uint32_t)(triangle - set->triangles), blocks = lope_near_blocks(set->triangle_count);
    const lope_near_edges *marks = lope_near_edges_of(set);
    const lope_s8 mark = lope_s8_splat(marks[which / LOPE_BLOCK].mark[edge][which % LOPE_BLOCK]);
    for (uint32_t block = 0; block < blocks; block++)
        for (uint32_t same = lope_near_have_edge(&marks[block], mark); same != 0; same &= same - 1) {
            const uint32_t other = block * LOPE_BLOCK + lope_lowest_bit(same);
            if (other >= set->triangle_count) break; // beyond the last there is the last again
            const lope_near_triangle *next = &set->triangles[other];
            if (other != which && lope_edge_goes_on(triangle, edge, next) && lope_agent_floor(frame, set, next)) return true;
        }
    return false;
}

// An edge that a way crosses.
typedef struct edge_crossing {
    lope_point at, out; // where, and level away from the floor, unit
    double left;        // m, from the agent to the edge's line
} edge_crossing;

// Finds where a way (m, level) crosses an edge of a triangle from its inside. Returns false when it does not.
static bool crosses(const lope_wall_look *look, const lope_agent_frame *frame, const lope_near_triangle *triangle, int edge,
                    lope_point way, edge_crossing *crossing)
{
    const lope_near_planes *planes = &triangle->planes;
    const int k = edge + 1;
    const lope_point across = lope_agent_level(frame, (lope_point){planes->x[k], planes->y[k], planes->z[k]});
    if (!(lope_point_dot(way, across) > 0)) return false;
    const double size = lope_point_length(across), radius = (double)look->state->radius, margin = EDGE_MARGIN * radius;
    if (!(size > 1e-6)) return false;
    const lope_point out = lope_point_scale(across, 1 / size), a = triangle->shape.v[edge], b = triangle->shape.v[(edge + 1) % 3];
    const double left = lope_point_dot(lope_point_sub(a, frame->feet), out), goes = lope_point_dot(way, out);
    if (left < -radius || !(goes > left - margin + EDGE_SLACK) || !(goes > 0)) return false;
    const lope_point run = lope_agent_level(frame, lope_point_sub(b, a));
    const double length = lope_point_length(run);
    if (!(length > 1e-6)) return false;
    const double time = left > 0 ? left / goes : 0;
    const lope_point from_a = lope_point_sub(lope_point_mad(frame->feet, way, time < 1 ? time : 1), a);
    double s = lope_point_dot(from_a, run) / length;
    if (s < -radius || s > length + radius) return false;
    s = s < 0 ? 0 : s > length ? length : s;
    *crossing = (edge_crossing){lope_point_mad(a, lope_point_sub(b, a), s / length), out, left};
    const double over = fabs(lope_agent_height(frame, crossing->at));
    return over <= lope_agent_step(look) + (left > 0 ? left : 0);
}

// An agent's way, level, and how far from it (m) at most an edge is crossed: see `crosses`.
typedef struct agent_way {
    lope_point way, ahead, aside; // m; unit along it and across it
    double length, around;        // m
} agent_way;

static agent_way way_along(const lope_wall_look *look, const lope_agent_frame *frame, lope_point way)
{
    const double length = lope_point_length(way);
    const lope_point ahead = lope_point_scale(way, length > 0 ? 1 / length : 0);
    return (agent_way){.way = way,
                       .ahead = ahead,
                       .aside = lope_point_cross(frame->up, ahead),
                       .length = length,
                       .around = CROSSED_WITHIN * (double)look->state->radius};
}

// Returns whether a triangle may have an edge that the way crosses: it comes near enough, seen from above.
static bool may_cross(const lope_agent_frame *frame, const agent_way *way, const lope_triangle *shape)
{
    double near_end = 0, far_end = 0, left = 0, right = 0;
    for (int i = 0; i < 3; i++) {
        const lope_point from = lope_point_sub(shape->v[i], frame->feet);
        const double along = lope_point_dot(from, way->ahead), aside = lope_point_dot(from, way->aside);
        if (i == 0 || along < near_end) near_end = along;
        if (i == 0 || along > far_end) far_end = along;
        if (i == 0 || aside < right) right = aside;
        if (i == 0 || aside > left) left = aside;
    }
    return near_end <= way->length + way->around && far_end >= -way->around && right <= way->around && left >= -way->around;
}

// Adds a limit for an edge of a triangle of the floor, where the way leads over it. Returns whether it does.
static bool hold_at(const lope_wall_look *look, const lope_agent_frame *frame, const lope_near_triangle *triangle, int edge,
                    lope_point way, lope_avoidance_plan *plan)
{
    const double beyond = LOPE_EDGE_BEYOND * (double)look->tuning->units_per_metre,
                 margin = EDGE_MARGIN * (double)look->state->radius;
    edge_crossing crossing;
    if (!crosses(look, frame, triangle, edge, way, &crossing)) return false;
    if (goes_on(frame, look->still, triangle, edge)) return false;
    if (floor_at(look, frame, lope_point_mad(crossing.at, crossing.out, beyond))) return false;
    return lope_avoidance_add_limit(plan, crossing.out, (crossing.left - margin) / (double)plan->settings->wall_horizon);
}

bool lope_edges_hold(lope_wall_look *look, lope_avoidance_plan *plan, lope_vec3 velocity)
{
    const lope_agent_frame frame = lope_agent_frame_of(look);
    const lope_near_set *set = look->still;
    const double horizon = (double)plan->settings->wall_horizon, margin = EDGE_MARGIN * (double)look->state->radius;
    const agent_way way =
        way_along(look, &frame, lope_point_scale(lope_agent_level(&frame, lope_vec3_to_point(velocity)), horizon));
    const lope_bounds bounds = bounds_along(&frame, frame.feet, way.way, way.around, lope_agent_step(look) + way.length + margin);
    lope_triangle_walk walk = lope_triangles_in(set, &bounds, look->still_floor, true);
    bool any = false;
    for (const lope_near_triangle *triangle; (triangle = lope_triangles_next(&walk)) != NULL;) {
        lope_agent_has_read(look, set, triangle);
        if (look->still_floor == NULL && !lope_agent_floor(&frame, set, triangle)) continue;
        if (!may_cross(&frame, &way, &triangle->shape)) continue;
        for (uint32_t open = 7u & ~(uint32_t)triangle->joined; open != 0; open &= open - 1)
            if (hold_at(look, &frame, triangle, (int)lope_lowest_bit(open), way.way, plan)) any = true;
    }
    return any;
}
