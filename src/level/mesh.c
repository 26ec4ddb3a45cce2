// mesh.c - reads a mesh, refuses what cannot be meant, drops flawed triangles and builds the hierarchy. See
// mesh.h.
//
// All checks come before anything is kept. Working memory is released before the call ends. Triangles are
// stored whole (not as indices), in leaf order, so that a walk reads memory in one direction. Read next:
// parts.c, bvh.c.
#include "level/mesh.h"

#include "base/error.h"
#include "base/memory.h"
#include "level/cavities.h"
#include "level/frame.h"
#include "level/parts.h"

#include <stdio.h>
#include <string.h>

enum { MOST_TRIANGLES = 1 << 27 };

// Working memory of one build.
typedef struct build {
    const lope_mesh_def *def;
    const lope_allocator *allocator;
    uint32_t triangle_count;
    lope_vec3 *points;
    uint32_t *corners;
    uint8_t *flags;
    uint32_t *roots; // of the parts, a number for each triangle
    lope_bvh_item *items;
} build;

// Refuses an element of a list: the field becomes "list[at]". text: a format for `value` and `limit`.
static lope_result refuse_indexed(lope_error *error, lope_result code, const char *list, size_t at, const char *text,
                                  double value, double limit)
{
    char field[48];
    snprintf(field, sizeof field, "%s[%zu]", list, at);
    return lope_refuse(error, code, field, text, value, limit);
}

lope_result lope_points_read(const float *points, uint32_t count, uint32_t stride, lope_vec3 *out, lope_error *error)
{
    size_t step = stride == 0 ? 3 * sizeof(float) : stride;
    const char *bytes = (const char *)points;
    for (uint32_t i = 0; i < count; ++i) {
        lope_vec3 p;
        memcpy(&p, bytes + i * step, sizeof p);
        if (!lope_finite_vec3(p)) {
            char field[48];
            snprintf(field, sizeof field, "points[%u]", (unsigned)i);
            return lope_refuse(error, LOPE_ERROR_NOT_FINITE, field, "(%g, %g, %g) has a number that is not finite", (double)p.x,
                               (double)p.y, (double)p.z);
        }
        out[i] = lope_vec3_make(p.x + 0.0f, p.y + 0.0f, p.z + 0.0f);
    }
    return LOPE_OK;
}

// Checks the counts and strides of a definition, and finds how many triangles there are.
static lope_result counts_check(build *b, lope_error *error)
{
    const lope_mesh_def *def = b->def;
    b->triangle_count = def->triangle_count;
    if (!def->indices && b->triangle_count == 0) b->triangle_count = def->point_count / 3;
    if (def->point_count == 0) return lope_refuse(error, LOPE_ERROR_EMPTY, "point_count", "a mesh needs points");
    if (!def->points)
        return lope_refuse(error, LOPE_ERROR_NULL, "points", "point_count is %u, but points is NULL", (unsigned)def->point_count);
    if (b->triangle_count == 0)
        return lope_refuse(error, LOPE_ERROR_EMPTY, "triangle_count", "a mesh needs at least one triangle");
    if (def->point_stride != 0 && def->point_stride < 12)
        return lope_refuse(error, LOPE_ERROR_RANGE, "point_stride", "%u bytes is less than a point's 12",
                           (unsigned)def->point_stride);
    if (b->triangle_count > MOST_TRIANGLES)
        return lope_refuse(error, LOPE_ERROR_RANGE, "triangle_count", "%u is over the limit of %d", (unsigned)b->triangle_count,
                           MOST_TRIANGLES);
    if (def->sides != LOPE_SIDES_AUTO && def->sides != LOPE_SIDES_TWO && def->sides != LOPE_SIDES_ONE)
        return lope_refuse(error, LOPE_ERROR_RANGE, "sides", "%d is not one of lope_sides", (int)def->sides);
    if (!def->indices && (size_t)b->triangle_count * 3 > def->point_count)
        return lope_refuse(error, LOPE_ERROR_RANGE, "triangle_count",
                           "%u triangles without indices need %zu points, point_count is %u", (unsigned)b->triangle_count,
                           (size_t)b->triangle_count * 3, (unsigned)def->point_count);
    return LOPE_OK;
}

// Reads the indices of all triangles. Refuses one that points outside the points.
static lope_result corners_read(build *b, lope_error *error)
{
    for (size_t i = 0; i < (size_t)b->triangle_count * 3; ++i) {
        uint32_t corner = b->def->indices ? b->def->indices[i] : (uint32_t)i;
        if (corner >= b->def->point_count)
            return refuse_indexed(error, LOPE_ERROR_INDEX, "indices", i, "is %.0f, but point_count is %.0f", (double)corner,
                                  (double)b->def->point_count);
        b->corners[i] = corner;
    }
    return LOPE_OK;
}

// Allocates the working memory. Returns false when memory is short.
static bool build_begin(build *b)
{
    size_t t = b->triangle_count;
    b->points = lope_allocate(b->allocator, (size_t)b->def->point_count * sizeof(lope_vec3));
    b->corners = lope_allocate(b->allocator, 3 * t * sizeof(uint32_t));
    b->flags = lope_allocate(b->allocator, t);
    b->roots = lope_allocate(b->allocator, t * sizeof(uint32_t));
    b->items = lope_allocate(b->allocator, t * sizeof(lope_bvh_item));
    return b->points && b->corners && b->flags && b->roots && b->items;
}

// Releases the working memory.
static void build_end(build *b)
{
    size_t t = b->triangle_count;
    lope_release(b->allocator, b->points, (size_t)b->def->point_count * sizeof(lope_vec3));
    lope_release(b->allocator, b->corners, 3 * t * sizeof(uint32_t));
    lope_release(b->allocator, b->flags, t);
    lope_release(b->allocator, b->roots, t * sizeof(uint32_t));
    lope_release(b->allocator, b->items, t * sizeof(lope_bvh_item));
}

// Fills in the item of a triangle: its box and its number.
static void item_fill(const build *b, uint32_t t, lope_bvh_item *item)
{
    const uint32_t *corner = &b->corners[3 * (size_t)t];
    lope_vec3 p = b->points[corner[0]], q = b->points[corner[1]], r = b->points[corner[2]];
    const float v[3][3] = {{p.x, q.x, r.x}, {p.y, q.y, r.y}, {p.z, q.z, r.z}};
    for (int a = 0; a < 3; ++a) {
        float low = v[a][0] < v[a][1] ? v[a][0] : v[a][1], high = v[a][0] < v[a][1] ? v[a][1] : v[a][0];
        item->lower[a] = v[a][2] < low ? v[a][2] : low;
        item->minus_upper[a] = -(v[a][2] > high ? v[a][2] : high);
    }
    item->item = t;
    item->unused = 0;
}

// Copies the triangles that are kept, in leaf order, and finds the bounds.
static void triangles_fill(const build *b, lope_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->report.triangles; ++i) {
        lope_mesh_triangle *to = &mesh->triangles[i];
        uint32_t t = b->items[i].item;
        for (size_t k = 0; k < 3; ++k) to->v[k] = b->points[b->corners[3 * (size_t)t + k]];
        to->index = t;
        to->two_sided = (b->flags[t] & LOPE_PART_TWO_SIDED) != 0;
    }
    const lope_bvh_box *root = &mesh->bvh.box;
    mesh->bounds.lower = lope_point_make((double)root->lower[0], (double)root->lower[1], (double)root->lower[2]);
    mesh->bounds.upper = lope_point_make((double)root->upper[0], (double)root->upper[1], (double)root->upper[2]);
}

// Refuses a mesh for want of memory.
static lope_result out_of_memory(lope_error *error, uint32_t triangles)
{
    return lope_refuse(error, LOPE_ERROR_MEMORY, "allocator", "no memory for a mesh of %u triangles", (unsigned)triangles);
}

// Builds a mesh, with working memory that the caller releases.
static lope_result build_run(build *b, lope_mesh *mesh, lope_error *error)
{
    if (!build_begin(b)) return out_of_memory(error, b->triangle_count);
    lope_result result = lope_points_read(b->def->points, b->def->point_count, b->def->point_stride, b->points, error);
    if (result == LOPE_OK) result = corners_read(b, error);
    if (result != LOPE_OK) return result;
    if (!lope_parts_find(b->points, b->def->point_count, b->corners, b->triangle_count, b->def->sides, b->allocator, b->flags,
                         b->roots, &mesh->report))
        return out_of_memory(error, b->triangle_count);
    if (mesh->report.triangles == 0)
        return lope_refuse(error, LOPE_ERROR_EMPTY, "triangle_count",
                           "all %u triangles are degenerate (an altitude under 10 micrometres), expected some that have an area",
                           (unsigned)b->triangle_count);
    mesh->has_inside = b->def->sides != LOPE_SIDES_ONE || mesh->report.parts_closed == mesh->report.parts;
    uint32_t kept = 0;
    for (uint32_t t = 0; t < b->triangle_count; ++t)
        if (!(b->flags[t] & LOPE_PART_DROPPED)) item_fill(b, t, &b->items[kept++]);
    mesh->triangles = lope_allocate(b->allocator, kept * sizeof(lope_mesh_triangle));
    if (!mesh->triangles || !lope_bvh_build(&mesh->bvh, b->allocator, b->items, kept))
        return out_of_memory(error, b->triangle_count);
    mesh->bvh.items = mesh->triangles;
    mesh->bvh.item_bytes = sizeof(lope_mesh_triangle);
    triangles_fill(b, mesh);
    if (mesh->report.parts_inside_out > 0 && mesh->report.parts_closed > 0) lope_cavities_open(mesh, b->flags, b->roots);
    return LOPE_OK;
}

lope_result lope_mesh_build(lope_mesh *mesh, const lope_mesh_def *def, const lope_allocator *allocator, lope_error *error)
{
    build b = {.def = def, .allocator = allocator};
    memset(mesh, 0, sizeof *mesh);
    lope_result result = counts_check(&b, error);
    if (result != LOPE_OK) return result;
    result = build_run(&b, mesh, error);
    build_end(&b);
    if (result != LOPE_OK) lope_mesh_free(mesh, allocator);
    return result;
}

void lope_mesh_free(lope_mesh *mesh, const lope_allocator *allocator)
{
    lope_release(allocator, mesh->triangles, mesh->report.triangles * sizeof(lope_mesh_triangle));
    lope_bvh_free(&mesh->bvh, allocator);
    memset(mesh, 0, sizeof *mesh);
}
