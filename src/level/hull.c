// hull.c - builds convex hulls by adding one point after the other, with exact decisions. See hull.h.
//
// Integers decide on which side of a face a point is. Each axis is scaled to 0..2^20 (convexity does not
// depend on scale), and the determinant of three differences of that size fits 64 bits. So the faces that a
// new point sees always form a disc with one rim, whatever the input is. The price: points nearer to a face
// than a millionth of the hull's size may count as on it. The points of the hull are the given floats to the
// bit. Read next: add.c.
#include "level/hull.h"

#include "base/error.h"
#include "base/memory.h"
#include "level/frame.h"
#include "level/mesh.h"
#include "level/parts.h"

#include <string.h>

#define NONE UINT32_MAX
#define GRID 1048576.0

// A point in steps of the grid.
typedef struct grid_point {
    int64_t x, y, z;
} grid_point;

// A triangle of the hull so far.
typedef struct face {
    uint32_t v[3], next[3]; // next[k]: the face across the edge v[k], v[k + 1]
    bool live, seen;
} face;

// An edge of the rim around the faces that a new point sees.
typedef struct rim_edge {
    uint32_t from, to, across;
} rim_edge;

// Working memory of one build.
typedef struct work {
    lope_vec3 *points;
    grid_point *grid;
    face *faces;
    rim_edge *rim;
    uint32_t *at; // by point: the new face at the rim edge from there; later its new number
    uint32_t count, rim_count, free_from;
    uint32_t used; // faces ever taken
    void *memory;
    size_t bytes;
} work;

// Allocates the working memory. Returns false when memory is short.
static bool work_begin(work *w, const lope_allocator *allocator)
{
    size_t n = w->count;
    // A closed surface of n points has 2 n - 4 triangles, and a rim has at most n edges.
    w->bytes = n * sizeof(grid_point) + 2 * n * sizeof(face) + n * (sizeof(rim_edge) + sizeof(uint32_t) + sizeof(lope_vec3));
    w->memory = lope_allocate(allocator, w->bytes);
    if (!w->memory) return false;
    w->grid = w->memory;
    w->faces = (face *)(void *)(w->grid + n);
    w->rim = (rim_edge *)(void *)(w->faces + 2 * n);
    w->at = (uint32_t *)(void *)(w->rim + n);
    w->points = (lope_vec3 *)(void *)(w->at + n);
    memset(w->faces, 0, 2 * n * sizeof(face));
    return true;
}

// Returns a coordinate in steps of the grid that spans lower to upper.
static int64_t to_grid(double x, double lower, double upper)
{
    return upper > lower ? (int64_t)floor((x - lower) * (GRID / (upper - lower)) + 0.5) : 0;
}

// Puts all points onto the grid. Returns their bounds, m.
static lope_bounds grid_fill(work *w)
{
    lope_bounds b = lope_bounds_none();
    for (uint32_t i = 0; i < w->count; ++i) b = lope_bounds_add(b, lope_vec3_to_point(w->points[i]));
    for (uint32_t i = 0; i < w->count; ++i) {
        lope_point p = lope_vec3_to_point(w->points[i]);
        w->grid[i].x = to_grid(p.x, b.lower.x, b.upper.x);
        w->grid[i].y = to_grid(p.y, b.lower.y, b.upper.y);
        w->grid[i].z = to_grid(p.z, b.lower.z, b.upper.z);
    }
    return b;
}

// Returns a - b.
static grid_point minus(grid_point a, grid_point b)
{
    grid_point d = {a.x - b.x, a.y - b.y, a.z - b.z};
    return d;
}

// Returns the cross product a x b.
static grid_point cross(grid_point a, grid_point b)
{
    grid_point c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c;
}

// Returns more than 0 when p is on the outer side of the face a, b, c.
static int64_t side(const work *w, const uint32_t v[3], uint32_t p)
{
    grid_point a = w->grid[v[0]], n = cross(minus(w->grid[v[1]], a), minus(w->grid[v[2]], a)), d = minus(w->grid[p], a);
    return n.x * d.x + n.y * d.y + n.z * d.z;
}

// Returns the squared length.
static int64_t length_squared(grid_point a) { return a.x * a.x + a.y * a.y + a.z * a.z; }

// Returns the squared size of a cross product. It does not fit 64 bits, and a comparison of sizes may round.
static double cross_size(const work *w, uint32_t a, uint32_t b, uint32_t p)
{
    grid_point c = cross(minus(w->grid[b], w->grid[a]), minus(w->grid[p], w->grid[a]));
    return (double)c.x * (double)c.x + (double)c.y * (double)c.y + (double)c.z * (double)c.z;
}

// Finds four points that span a body, as wide as is cheap to find. Returns false when all points lie in one
// plane.
static bool first_four(const work *w, uint32_t v[4])
{
    int64_t far_away = 0, deepest = 0;
    double widest = 0;
    v[0] = v[1] = v[2] = v[3] = 0;
    for (uint32_t i = 1; i < w->count; ++i)
        if (w->grid[i].x < w->grid[v[0]].x) v[0] = i;
    for (uint32_t i = 0; i < w->count; ++i) {
        int64_t d = length_squared(minus(w->grid[i], w->grid[v[0]]));
        if (d > far_away) far_away = d, v[1] = i;
    }
    for (uint32_t i = 0; i < w->count; ++i) {
        double d = cross_size(w, v[0], v[1], i);
        if (d > widest) widest = d, v[2] = i;
    }
    if (far_away == 0 || widest <= 0) return false;
    for (uint32_t i = 0; i < w->count; ++i) {
        int64_t d = side(w, v, i);
        if ((d < 0 ? -d : d) > (deepest < 0 ? -deepest : deepest)) deepest = d, v[3] = i;
    }
    if (deepest > 0) {
        uint32_t swap = v[0];
        v[0] = v[1];
        v[1] = swap;
    }
    return deepest != 0;
}

// Makes the first four faces from four points.
static void tetrahedron(work *w, const uint32_t v[4])
{
    // v[3] is behind v[0], v[1], v[2].
    const uint32_t corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    const uint32_t across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (uint32_t f = 0; f < 4; ++f) {
        for (int k = 0; k < 3; ++k) {
            w->faces[f].v[k] = v[corners[f][k]];
            w->faces[f].next[k] = across[f][k];
        }
        w->faces[f].live = true;
    }
    w->used = 4;
}

// Marks the faces that see p and collects the rim around them. Returns how many faces see p.
static uint32_t rim_find(work *w, uint32_t p)
{
    uint32_t seen = 0;
    w->rim_count = 0;
    for (uint32_t f = 0; f < w->used; ++f) {
        face *at = &w->faces[f];
        at->seen = at->live && side(w, at->v, p) > 0;
        if (at->seen) ++seen;
    }
    if (seen == 0) return 0;
    for (uint32_t f = 0; f < w->used; ++f) {
        const face *at = &w->faces[f];
        for (int k = 0; at->seen && k < 3; ++k) {
            if (w->faces[at->next[k]].seen) continue;
            rim_edge e = {at->v[k], at->v[(k + 1) % 3], at->next[k]};
            w->rim[w->rim_count++] = e;
        }
    }
    return seen;
}

// Returns a free face, which is live from now on.
static uint32_t face_take(work *w)
{
    while (w->faces[w->free_from].live) w->free_from++;
    w->faces[w->free_from].live = true;
    if (w->free_from >= w->used) w->used = w->free_from + 1;
    return w->free_from;
}

// Sets the face across the edge from `from` to `to` of face f.
static void across_set(work *w, uint32_t f, uint32_t from, uint32_t to, uint32_t next)
{
    for (int k = 0; k < 3; ++k)
        if (w->faces[f].v[k] == from && w->faces[f].v[(k + 1) % 3] == to) w->faces[f].next[k] = next;
}

// Replaces the faces that see p by a fan from p to the rim.
static void point_add(work *w, uint32_t p)
{
    if (rim_find(w, p) == 0) return;
    w->free_from = 0;
    for (uint32_t f = 0; f < w->used; ++f)
        if (w->faces[f].seen) w->faces[f].live = w->faces[f].seen = false;
    for (uint32_t i = 0; i < w->rim_count; ++i) {
        rim_edge e = w->rim[i];
        uint32_t f = face_take(w);
        const uint32_t v[3] = {e.from, e.to, p};
        memcpy(w->faces[f].v, v, sizeof v);
        w->faces[f].next[0] = e.across;
        across_set(w, e.across, e.to, e.from, f);
        w->at[e.from] = f;
    }
    for (uint32_t i = 0; i < w->rim_count; ++i) {
        uint32_t f = w->at[w->rim[i].from], after = w->at[w->rim[i].to];
        w->faces[f].next[1] = after;
        w->faces[after].next[2] = f;
    }
}

// Returns the thickness, m: the least distance, over all faces, from the plane of a face to the farthest
// point behind it.
static double thickness(const work *w)
{
    double least = 1e300;
    for (uint32_t f = 0; f < w->used; ++f) {
        const face *at = &w->faces[f];
        if (!at->live) continue;
        lope_point a = lope_vec3_to_point(w->points[at->v[0]]), deepest = {0, 0, 0};
        lope_point ab = lope_point_sub(lope_vec3_to_point(w->points[at->v[1]]), a);
        lope_point n = lope_point_cross(ab, lope_point_sub(lope_vec3_to_point(w->points[at->v[2]]), a));
        double length = lope_point_length(n), depth = 0;
        for (uint32_t i = 0; i < w->count && length > 0; ++i) {
            deepest = lope_point_sub(lope_vec3_to_point(w->points[i]), a);
            depth = lope_larger(depth, -lope_point_dot(deepest, n) / length);
        }
        if (length > 0) least = lope_smaller(least, depth);
    }
    return least;
}

// Copies the points and triangles that are left into the hull. Returns false when memory is short.
static bool hull_store(work *w, lope_solid_hull *hull, const lope_allocator *allocator)
{
    memset(w->at, 0xff, w->count * sizeof(uint32_t));
    for (uint32_t f = 0; f < w->used; ++f) {
        if (!w->faces[f].live) continue;
        hull->triangle_count++;
        for (int k = 0; k < 3; ++k) w->at[w->faces[f].v[k]] = 0;
    }
    for (uint32_t i = 0; i < w->count; ++i)
        if (w->at[i] != NONE) w->at[i] = hull->point_count++;
    hull->points = lope_allocate(allocator, hull->point_count * sizeof(lope_vec3));
    hull->exact = lope_allocate(allocator, hull->point_count * sizeof(lope_point));
    hull->triangles = lope_allocate(allocator, 3 * (size_t)hull->triangle_count * sizeof(uint32_t));
    if (!hull->points || !hull->exact || !hull->triangles) return false;
    for (uint32_t i = 0; i < w->count; ++i) {
        if (w->at[i] == NONE) continue;
        hull->points[w->at[i]] = w->points[i];
        hull->exact[w->at[i]] = lope_vec3_to_point(w->points[i]);
    }
    uint32_t *to = hull->triangles;
    for (uint32_t f = 0; f < w->used; ++f)
        for (int k = 0; w->faces[f].live && k < 3; ++k) *to++ = w->at[w->faces[f].v[k]];
    return true;
}

// Builds the hull of the points, or refuses points that lie in one plane.
static lope_result hull_run(work *w, lope_solid_hull *hull, const lope_allocator *allocator, lope_error *error)
{
    uint32_t v[4];
    hull->bounds = grid_fill(w);
    bool solid = first_four(w, v);
    if (solid) {
        tetrahedron(w, v);
        for (uint32_t i = 0; i < w->count; ++i) point_add(w, i);
        solid = thickness(w) >= LOPE_LEAST_ALTITUDE;
    }
    if (!solid)
        return lope_refuse(error, LOPE_ERROR_EMPTY, "points", "all %u points lie in one plane (within 10 micrometres): no hull",
                           (unsigned)w->count);
    if (!hull_store(w, hull, allocator)) return lope_refuse(error, LOPE_ERROR_MEMORY, "allocator", "no memory for a hull");
    return LOPE_OK;
}

lope_result lope_solid_hull_build(lope_solid_hull *hull, const lope_hull_def *def, const lope_allocator *allocator,
                                  lope_error *error)
{
    work w = {.count = def->point_count};
    memset(hull, 0, sizeof *hull);
    if (def->point_count < 4)
        return lope_refuse(error, LOPE_ERROR_EMPTY, "point_count", "%u points: a hull needs 4 or more",
                           (unsigned)def->point_count);
    if (!def->points)
        return lope_refuse(error, LOPE_ERROR_NULL, "points", "point_count is %u, but points is NULL", (unsigned)def->point_count);
    if (def->point_stride != 0 && def->point_stride < 12)
        return lope_refuse(error, LOPE_ERROR_RANGE, "point_stride", "%u bytes is less than a point's 12",
                           (unsigned)def->point_stride);
    if (def->point_count > 1u << 24)
        return lope_refuse(error, LOPE_ERROR_RANGE, "point_count", "%u is over the limit of 16777216",
                           (unsigned)def->point_count);
    if (!work_begin(&w, allocator)) return lope_refuse(error, LOPE_ERROR_MEMORY, "allocator", "no memory for a hull");
    lope_result result = lope_points_read(def->points, def->point_count, def->point_stride, w.points, error);
    if (result == LOPE_OK) result = hull_run(&w, hull, allocator, error);
    lope_release(allocator, w.memory, w.bytes);
    if (result != LOPE_OK) lope_solid_hull_free(hull, allocator);
    return result;
}

void lope_solid_hull_free(lope_solid_hull *hull, const lope_allocator *allocator)
{
    lope_release(allocator, hull->points, hull->point_count * sizeof(lope_vec3));
    lope_release(allocator, hull->exact, hull->point_count * sizeof(lope_point));
    lope_release(allocator, hull->triangles, 3 * (size_t)hull->triangle_count * sizeof(uint32_t));
    memset(hull, 0, sizeof *hull);
}
