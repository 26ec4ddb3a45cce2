// inside.c - clips the core by the planes of a convex solid, and counts a mesh's faces on a ray up. See
// inside.h.
//
// Read next: motion/moving/depenetrate.c.
#include "motion/query/inside.h"

#include "motion/nearby/broadphase.h"

#define RUN_LEAST 4 // faces of the smallest solid

double lope_core_behind(const lope_capsule *core, lope_point on_plane, lope_point normal)
{
    double a = lope_point_dot(lope_point_sub(on_plane, core->a), normal);
    double b = lope_point_dot(lope_point_sub(on_plane, core->b), normal);
    return a > b ? a : b;
}

uint32_t lope_run_end(const lope_near_set *set, uint32_t first)
{
    const lope_near_triangle *t = &set->triangles[first];
    uint32_t end = first + 1;
    while (end < set->triangle_count && set->triangles[end].body == t->body && set->triangles[end].index == t->index) end++;
    return end;
}

bool lope_run_holds(const lope_space *space, const lope_capsule *core, const lope_near_set *set, uint32_t first, uint32_t end,
                    const lope_near_triangle **face)
{
    double from = 0, to = 1, least = 0, skin = LOPE_SKIN * space->unit;
    if (end - first < RUN_LEAST) return false;
    *face = NULL;
    for (uint32_t i = first; i < end; i++) {
        const lope_near_triangle *t = &set->triangles[i];
        if (t->two_sided) return false;
        double a = lope_point_dot(lope_point_sub(core->a, t->shape.v[0]), lope_near_normal(t)) + skin;
        double b = lope_point_dot(lope_point_sub(core->b, t->shape.v[0]), lope_near_normal(t)) + skin;
        if (a > 0 && b > 0) return false;
        if (a > 0 && a / (a - b) > from) from = a / (a - b);
        if (b > 0 && a / (a - b) < to) to = a / (a - b);
        if (from > to) return false;
        double way = a < b ? -a : -b;
        if (*face && way >= least - LOPE_TOUCH * space->unit) continue;
        *face = t;
        least = way;
    }
    return true;
}

// ---- a ray ----

void lope_crossings_begin(lope_crossings *ray, lope_point from, lope_point way)
{
    lope_point x = {1, 0, 0}, y = {0, 1, 0}, any = way.x < 0.7 && way.x > -0.7 ? x : y;
    ray->count = 0;
    ray->way = way;
    ray->from = from;
    ray->side = lope_point_cross(any, way);
    ray->side = lope_point_scale(ray->side, 1.0 / lope_point_length(ray->side));
    ray->other = lope_point_cross(way, ray->side);
}

// Returns on which side of the ray the edge p-q passes. Both triangles of an edge get the same answer,
// turned round. So a ray never slips through between the two, nor counts both.
static bool left_of(const double p[2], const double q[2])
{
    bool turned = q[0] < p[0] || (q[0] <= p[0] && q[1] < p[1]);
    const double *a = turned ? q : p, *b = turned ? p : q;
    bool left = a[0] * b[1] - a[1] * b[0] >= 0;
    return left != turned;
}

// Returns true when the ray crosses a triangle; *at: m along the ray up to there.
static bool crosses(const lope_crossings *ray, const lope_near_triangle *t, double *at)
{
    double flat[3][2];
    for (int i = 0; i < 3; i++) {
        lope_point v = lope_point_sub(t->shape.v[i], ray->from);
        flat[i][0] = lope_point_dot(v, ray->side);
        flat[i][1] = lope_point_dot(v, ray->other);
    }
    bool left = left_of(flat[0], flat[1]);
    if (left_of(flat[1], flat[2]) != left || left_of(flat[2], flat[0]) != left) return false;
    double slope = lope_point_dot(lope_near_normal(t), ray->way);
    if (slope <= 0 && slope >= 0) return false;
    *at = lope_point_dot(lope_near_normal(t), lope_point_sub(t->shape.v[0], ray->from)) / slope;
    return *at > 0;
}

// Notes a crossing, in order; of too many the farthest is lost.
static void note(lope_crossings *ray, double at, const lope_near_set *set, const lope_near_triangle *face)
{
    const uint32_t most = LOPE_CROSSINGS_MOST;
    if (ray->count == most && ray->at[most - 1] <= at) return;
    uint32_t i = ray->count < most ? ray->count++ : most - 1;
    for (; i > 0 && ray->at[i - 1] > at; i--) {
        ray->at[i] = ray->at[i - 1];
        ray->face[i] = ray->face[i - 1];
        ray->set[i] = ray->set[i - 1];
    }
    ray->at[i] = at;
    ray->face[i] = face;
    ray->set[i] = set;
}

void lope_crossings_find(lope_crossings *ray, const lope_nearby *nearby, double length, const lope_near_set *leave_out)
{
    lope_capsule start = {.a = ray->from, .b = ray->from};
    lope_near_query query = lope_near_query_capsule(&start, lope_point_scale(ray->way, length));
    lope_candidates walk;
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    double at;
    lope_candidates_begin(&walk, nearby, &query);
    while (lope_candidates_next(&walk, &triangle, &round)) {
        if (!triangle || triangle->two_sided || walk.set == leave_out) continue;
        if (crosses(ray, triangle, &at) && at <= length) note(ray, at, walk.set, triangle);
    }
}

int32_t lope_crossings_depth(const lope_crossings *ray)
{
    int32_t sum = 0, most = 0;
    for (uint32_t i = 0; i < ray->count; i++) {
        sum += lope_point_dot(lope_near_normal(ray->face[i]), ray->way) > 0 ? 1 : -1;
        if (sum > most) most = sum;
    }
    return most;
}

bool lope_mesh_holds(lope_space *space, lope_point feet, bool moving_alone, lope_contact *contact)
{
    lope_crossings ray;
    double length = LOPE_RAY * space->unit;
    lope_bounds bounds = lope_space_bounds(space, feet, lope_point_scale(space->up, length), 0.0);
    lope_crossings_begin(&ray, lope_point_mad(feet, space->up, 0.5 * space->height), space->up);
    if (lope_space_look(space, &bounds, moving_alone))
        lope_crossings_find(&ray, space->nearby, length, moving_alone ? &space->nearby->sets[0] : NULL);
    int32_t sum = 0;
    for (uint32_t i = 0; i < ray.count; i++) {
        sum += lope_point_dot(lope_near_normal(ray.face[i]), ray.way) > 0 ? 1 : -1;
        if (sum <= 0) continue;
        *contact = (lope_contact){.point = lope_point_mad(ray.from, ray.way, ray.at[i]), .normal = lope_near_normal(ray.face[i])};
        contact->depth = ray.at[i];
        lope_contact_describe(space, contact, ray.set[i], ray.face[i], NULL);
        return true;
    }
    return false;
}
