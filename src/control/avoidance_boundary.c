// avoidance_boundary.c - see avoidance_boundary.h.
//
// What stays: triangles that are not sure to be floor, as they may be walls, where an agent may meet them;
// floor with an edge over which no other triangle is sure to go on that is floor; and floor that comes so
// near to such an edge that it may be found beyond it. All of it holds for any up near that of the making, so
// that on a round planet not every step gathers anew. Read next: avoidance_edges.c.
#include "control/avoidance_boundary.h"
#include "control/avoidance_plan.h"
#include "motion/nearby/broadphase.h"

#include <string.h>

#define TURN 0.02     // by which the up may turn (length of the change) while a boundary holds
#define MARGIN 0.0201 // by which a rise is sure then: more than TURN, for rounding
#define ON_FACE 1e-4  // m, by which a corner must lie beyond an edge
#define SPARE 1e-3    // m, more than a place may be beside a triangle on which it counts: avoidance_edges.c
#define SORTED 1024   // triangles that are sorted out, at most; of a larger set all stay
#define BUCKETS 1024  // of edges, found by the highest ten bits of their marks
#define NO_EDGE UINT16_MAX
#define WORDS (SORTED / 64)

static bool same(const lope_point *a, const lope_point *b)
{
    return !(a->x < b->x) && !(a->x > b->x) && !(a->y < b->y) && !(a->y > b->y) && !(a->z < b->z) && !(a->z > b->z);
}

bool lope_boundary_holds(const lope_boundary *made, const lope_boundary *wanted)
{
    const lope_point turn = lope_point_sub(wanted->up, made->up);
    if (!(lope_point_dot(turn, turn) <= TURN * TURN)) return false;
    if (made->limit < wanted->limit || made->limit > wanted->limit) return false;
    return !(made->step < wanted->step) && !(made->beyond < wanted->beyond);
}

bool lope_edge_goes_on(const lope_near_triangle *triangle, int edge, const lope_near_triangle *other)
{
    const lope_point *from = &triangle->shape.v[edge], *to = &triangle->shape.v[edge == 2 ? 0 : edge + 1];
    const lope_point *v = other->shape.v;
    const int first = same(&v[0], from) ? 0 : same(&v[1], from) ? 1 : same(&v[2], from) ? 2 : 3;
    const int second = same(&v[0], to) ? 0 : same(&v[1], to) ? 1 : same(&v[2], to) ? 2 : 3;
    if (first == 3 || second == 3 || first == second) return false;
    const lope_point *apex = &v[3 - first - second];
    const lope_near_planes *planes = &triangle->planes;
    const int k = edge + 1;
    return planes->x[k] * apex->x + planes->y[k] * apex->y + planes->z[k] * apex->z - planes->offset[k] > ON_FACE;
}

// A set that is sorted out. An edge's number is three times its triangle and its corner.
typedef struct sorting {
    const lope_boundary *boundary;
    const lope_bounds *within;          // for which the set was gathered
    const lope_boundary_agents *agents; // NULL: all walls count
    lope_bounds walls;                  // within which they do, with agents
    lope_near_set *set;
    uint64_t stays[WORDS], may_be_floor[WORDS]; // bit i: triangle i
    uint16_t first[BUCKETS], next[3 * SORTED];  // edges of what is sure to be floor, in chains by marks
    uint32_t marks[3 * SORTED];                 // of the edges of what may be floor
} sorting;

static uint64_t bits_of(double x)
{
    uint64_t bits;
    x += 0; // both zeros are the same place
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Returns a hash of an edge's two ends, in either order. The marks of near_boxes.h, of 16 bits and without
// height, are the same for many edges of a town.
static uint32_t mark_of(const lope_point *a, const lope_point *b)
{
    uint64_t hash = bits_of(a->x + b->x) * UINT64_C(0x9e3779b97f4a7c15) + bits_of(a->y + b->y) * UINT64_C(0xc2b2ae3d27d4eb4f) +
                    bits_of(a->z + b->z) * UINT64_C(0x165667b19e3779f9);
    hash = (hash ^ (hash >> 29)) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32);
}

static uint32_t bucket_of(uint32_t mark) { return mark >> 22; }

static void note_marks(sorting *sort, uint32_t triangle)
{
    const lope_point *v = sort->set->triangles[triangle].shape.v;
    for (uint32_t edge = 0; edge < 3; edge++) sort->marks[3 * triangle + edge] = mark_of(&v[edge], &v[edge == 2 ? 0 : edge + 1]);
}

static void add_edges(sorting *sort, uint32_t triangle)
{
    for (uint32_t which = 3 * triangle; which < 3 * triangle + 3; which++) {
        const uint32_t bucket = bucket_of(sort->marks[which]);
        sort->next[which] = sort->first[bucket];
        sort->first[bucket] = (uint16_t)which;
    }
}

static bool touch(const lope_bounds *a, const lope_bounds *b)
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y && b->lower.y <= a->upper.y &&
           a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

static double least_of(double a, double b, double c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }
static double greatest_of(double a, double b, double c) { return a > b ? (a > c ? a : c) : (b > c ? b : c); }

static lope_bounds bounds_of_triangle(const lope_triangle *shape)
{
    const lope_point *v = shape->v;
    return (lope_bounds){
        {least_of(v[0].x, v[1].x, v[2].x), least_of(v[0].y, v[1].y, v[2].y), least_of(v[0].z, v[1].z, v[2].z)},
        {greatest_of(v[0].x, v[1].x, v[2].x), greatest_of(v[0].y, v[1].y, v[2].y), greatest_of(v[0].z, v[1].z, v[2].z)}};
}

// Returns the distance (m) along an axis from a place to the farther end of an extent.
static double farther_end(double low, double high, double from) { return high - from > from - low ? high - from : from - low; }

// Returns the bounds in which walls count for the agents of a boundary, with any up that it holds for: their
// extents along an axis change by no more than the up does.
static lope_bounds bounds_of_walls(const lope_boundary *boundary, const lope_boundary_agents *agents)
{
    const double more = MARGIN * (agents->around + agents->tall) + SPARE, around = agents->around;
    const lope_bounds a = lope_avoidance_bounds(agents->feet.lower, boundary->up, around, 0, agents->tall),
                      b = lope_avoidance_bounds(agents->feet.upper, boundary->up, around, 0, agents->tall);
    return (lope_bounds){{a.lower.x - more, a.lower.y - more, a.lower.z - more},
                         {b.upper.x + more, b.upper.y + more, b.upper.z + more}};
}

// Returns the greatest product of a number and a distance along an axis from a place to one in an extent.
static double most_along(double low, double high, double from, double number)
{
    return ((number > 0 ? high : low) - from) * number;
}

// Returns whether one of the agents may be before the face of a triangle, as seen from above: see segment_of
// in avoidance_walls.c.
static bool has_agent_before(const sorting *sort, const lope_near_triangle *triangle)
{
    const lope_point n = lope_near_normal(triangle), up = sort->boundary->up, v = triangle->shape.v[0];
    const lope_point across = lope_point_mad(n, up, -lope_point_dot(n, up));
    const lope_bounds *feet = &sort->agents->feet;
    const double most = most_along(feet->lower.x, feet->upper.x, v.x, across.x) +
                        most_along(feet->lower.y, feet->upper.y, v.y, across.y) +
                        most_along(feet->lower.z, feet->upper.z, v.z, across.z);
    const double far = farther_end(feet->lower.x, feet->upper.x, v.x) + farther_end(feet->lower.y, feet->upper.y, v.y) +
                       farther_end(feet->lower.z, feet->upper.z, v.z);
    return triangle->two_sided || most + 2 * MARGIN * far + SPARE >= 0;
}

// Returns whether a triangle that is sure not to be floor may be a wall to one of the agents.
static bool may_be_wall(const sorting *sort, const lope_near_triangle *triangle)
{
    if (sort->agents == NULL) return true;
    const lope_bounds bounds = bounds_of_triangle(&triangle->shape);
    return touch(&bounds, &sort->walls) && has_agent_before(sort, triangle);
}

// Finds what is sure to be floor, and what may be. What is not sure to be floor stays, where it may be a
// wall.
static void find_floor(sorting *sort)
{
    for (uint32_t i = 0; i < sort->set->triangle_count; i++) {
        const lope_near_triangle *triangle = &sort->set->triangles[i];
        const uint64_t bit = UINT64_C(1) << i % 64;
        const double up = lope_point_dot(lope_near_normal(triangle), sort->boundary->up);
        const double rise = triangle->two_sided && up < 0 ? -up : up;
        const double limit = lope_floor_limit(&sort->set->bodies[triangle->body].surface, sort->boundary->limit);
        if (rise >= limit - MARGIN) {
            sort->may_be_floor[i / 64] |= bit;
            note_marks(sort, i);
        }
        if (rise >= limit + MARGIN)
            add_edges(sort, i);
        else if (rise >= limit - MARGIN || may_be_wall(sort, triangle))
            sort->stays[i / 64] |= bit;
    }
}

// Returns whether a triangle that is sure to be floor goes on over an edge.
static bool floor_goes_on(const sorting *sort, uint32_t triangle, int edge)
{
    const lope_near_triangle *triangles = sort->set->triangles;
    const uint32_t mark = sort->marks[3 * triangle + (uint32_t)edge];
    for (uint32_t which = sort->first[bucket_of(mark)]; which != NO_EDGE; which = sort->next[which]) {
        if (sort->marks[which] != mark || which / 3 == triangle) continue;
        if (lope_edge_goes_on(&triangles[triangle], edge, &triangles[which / 3])) return true;
    }
    return false;
}

// Returns the bounds of an edge, larger by `by` (m) to both sides of each axis.
static lope_bounds around_edge(const lope_near_triangle *triangle, int edge, lope_point by)
{
    const lope_point *a = &triangle->shape.v[edge], *b = &triangle->shape.v[edge == 2 ? 0 : edge + 1];
    return (lope_bounds){
        {(a->x < b->x ? a->x : b->x) - by.x, (a->y < b->y ? a->y : b->y) - by.y, (a->z < b->z ? a->z : b->z) - by.z},
        {(a->x > b->x ? a->x : b->x) + by.x, (a->y > b->y ? a->y : b->y) + by.y, (a->z > b->z ? a->z : b->z) + by.z}};
}

// Lets stay what may be floor and touches bounds: floor beyond an edge may be found on it.
static void keep_near(sorting *sort, const lope_bounds *bounds)
{
    const lope_near_window window = lope_near_window_of(sort->set, bounds);
    for (uint32_t i = 0; i < sort->set->triangle_count; i += LOPE_BLOCK)
        sort->stays[i / 64] |= (uint64_t)lope_near_block_touches(&sort->set->triangle_blocks[i / LOPE_BLOCK], &window) << i % 64 &
                               sort->may_be_floor[i / 64];
}

// Marks the edges that are sure to be none of the floor. Lets stay what is near to the others.
static void find_edges(sorting *sort)
{
    const double level = sort->boundary->beyond + SPARE, step = sort->boundary->step;
    const lope_point up = sort->boundary->up,
                     by = {level + step * ((up.x < 0 ? -up.x : up.x) + TURN), level + step * ((up.y < 0 ? -up.y : up.y) + TURN),
                           level + step * ((up.z < 0 ? -up.z : up.z) + TURN)};
    for (uint32_t i = 0; i < sort->set->triangle_count; i++) {
        lope_near_triangle *triangle = &sort->set->triangles[i];
        if ((sort->may_be_floor[i / 64] >> i % 64 & 1) == 0) continue;
        for (int edge = 0; edge < 3; edge++) {
            const bool goes_on = floor_goes_on(sort, i, edge);
            const lope_bounds bounds = goes_on ? *sort->within : around_edge(triangle, edge, by);
            if (goes_on || !touch(&bounds, sort->within))
                triangle->joined |= (uint8_t)(1u << edge);
            else
                keep_near(sort, &bounds);
        }
    }
}

// Marks in `stays` what stays of a set of triangles. Returns how many do.
static uint32_t sort_out(sorting *sort)
{
    uint32_t count = 0;
    memset(sort->stays, 0, sizeof sort->stays);
    memset(sort->may_be_floor, 0, sizeof sort->may_be_floor);
    memset(sort->first, 0xff, sizeof sort->first);
    find_floor(sort);
    find_edges(sort);
    for (uint32_t i = 0; i < sort->set->triangle_count; i++) count += sort->stays[i / 64] >> i % 64 & 1;
    return count;
}

// Returns whether a triangle is floor to an agent with the boundary's up, as lope_agent_floor does.
static bool is_floor(const lope_boundary *boundary, const lope_near_set *set, const lope_near_triangle *triangle)
{
    const double up = lope_point_dot(lope_near_normal(triangle), boundary->up), rise = triangle->two_sided && up < 0 ? -up : up;
    return rise > LOPE_FLOOR_RISE && rise >= lope_floor_limit(&set->bodies[triangle->body].surface, boundary->limit);
}

// Notes which triangles of the set that stays are floor.
static void note_floor(lope_boundary *boundary, const lope_near_set *set)
{
    memset(boundary->floor, 0, sizeof boundary->floor);
    boundary->has_kinds = set->triangle_count <= LOPE_BOUNDARY_KINDS;
    for (uint32_t i = 0; i < set->triangle_count && boundary->has_kinds; i++)
        if (is_floor(boundary, set, &set->triangles[i])) boundary->floor[i / 64] |= UINT64_C(1) << i % 64;
}

// Copies the `count` triangles that stay, in order. whole: all do.
static void copy_triangles(const sorting *sort, bool whole, uint32_t count, lope_near_set *to)
{
    lope_near_set *from = sort->set;
    uint32_t named = 0;
    for (uint32_t i = 0; i < from->triangle_count; i++)
        if (whole || (sort->stays[i / 64] >> i % 64 & 1) != 0) from->order[named++] = i;
    lope_near_set_sort_named(from, count);
    for (uint32_t i = 0; i < count; i++) to->triangles[i] = from->triangles[from->order[i]];
    to->triangle_count = count;
}

// Copies all but the triangles.
static void copy_others(const lope_near_set *from, lope_near_set *to)
{
    for (uint32_t i = 0; i < from->body_count; i++) to->bodies[i] = from->bodies[i];
    for (uint32_t i = 0; i < from->body_count; i++) to->bodies[i].volume = NULL;
    for (uint32_t i = 0; i < from->round_count; i++) to->rounds[i] = from->rounds[i];
    to->body_count = from->body_count;
    to->round_count = from->round_count;
    to->corner = from->corner;
    to->steps = from->steps;
}

bool lope_boundary_copy(lope_boundary *boundary, lope_nearby *scout, const lope_boundary_agents *agents,
                        const lope_allocator *allocator, lope_near_set *to)
{
    lope_near_set *from = &scout->sets[0];
    sorting sort;
    sort.boundary = boundary;
    sort.within = &scout->bounds;
    sort.agents = agents;
    if (agents != NULL) sort.walls = bounds_of_walls(boundary, agents);
    sort.set = from;
    const bool whole = from->triangle_count > SORTED;
    for (uint32_t i = 0; i < from->triangle_count; i++) from->triangles[i].joined = 0;
    const uint32_t count = whole ? from->triangle_count : sort_out(&sort);
    lope_near_set_clear(to);
    if (!lope_near_set_reserve_exactly(allocator, to, count, from->round_count, from->body_count)) return false;
    if (!lope_near_set_reserve_order(&scout->allocator, from, count)) return false;
    copy_triangles(&sort, whole, count, to);
    copy_others(from, to);
    note_floor(boundary, to);
    if (count + from->round_count > 0 && !lope_near_set_boxes(allocator, to)) return false;
    if (count > 0) lope_near_set_edges(to);
    return true;
}
