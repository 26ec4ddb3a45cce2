// visit.c - visits every triangle of a body in world space, for drawing and for navigation builders.
//
// Round shapes are cut into 24 segments around and 6 rings a half sphere, with corners on the surface. Their
// triangles are numbered in the order of the visit. Those of meshes and height fields have their stable
// numbers. Read next: lope/level.h.
#include "level/body.h"

#include "base/error.h"

enum { SEGMENTS = 24, RINGS = 6 };

// A visit on its way through a body.
typedef struct visitor {
    const lope_frame *frame;
    lope_triangle_visitor visit;
    void *context;
    uint32_t next;
    bool stopped;
} visitor;

// Gives a triangle of the body's frame to the callback, unless it has said stop.
static void give(visitor *v, lope_point a, lope_point b, lope_point c, uint32_t index)
{
    if (v->stopped) return;
    const lope_point corners[3] = {lope_frame_to_world(v->frame, a), lope_frame_to_world(v->frame, b),
                                   lope_frame_to_world(v->frame, c)};
    v->stopped = !v->visit(v->context, corners, index);
}

// Gives a triangle of floats.
static void give_floats(visitor *v, const lope_vec3 c[3], uint32_t index)
{
    give(v, lope_vec3_to_point(c[0]), lope_vec3_to_point(c[1]), lope_vec3_to_point(c[2]), index);
}

// Gives two triangles. a, b, c, d are counter-clockwise seen from outside.
static void give_quad(visitor *v, lope_point a, lope_point b, lope_point c, lope_point d)
{
    give(v, a, b, c, v->next++);
    give(v, a, c, d, v->next++);
}

// Gives the triangles of a mesh.
static void visit_mesh(visitor *v, const lope_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->report.triangles && !v->stopped; ++i)
        give_floats(v, mesh->triangles[i].v, mesh->triangles[i].index);
}

// Gives the triangles of a height field.
static void visit_field(visitor *v, const lope_height_field *f)
{
    lope_vec3 corners[2][3];
    float range[2];
    for (uint32_t row = 0; row + 1 < f->rows && !v->stopped; ++row)
        for (uint32_t column = 0; column + 1 < f->columns && !v->stopped; ++column) {
            if (!lope_height_field_cell(f, column, row, corners, range)) continue;
            uint32_t index = lope_height_field_index(f, column, row);
            for (uint32_t k = 0; k < 2; ++k) give_floats(v, corners[k], index + k);
        }
}

// Gives the triangles of a hull.
static void visit_hull(visitor *v, const lope_solid_hull *h)
{
    for (uint32_t t = 0; t < h->triangle_count && !v->stopped; ++t) {
        const uint32_t *i = &h->triangles[3 * (size_t)t];
        give(v, h->exact[i[0]], h->exact[i[1]], h->exact[i[2]], t);
    }
}

// Gives the twelve triangles of a box.
static void visit_box(visitor *v, lope_vec3 size)
{
    // The corner with bit 0, 1, 2 set is on the upper side along x, y, z.
    static const uint8_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    lope_point corner[8], half = lope_point_scale(lope_vec3_to_point(size), 0.5);
    for (int k = 0; k < 8; ++k)
        corner[k] = lope_point_make(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z);
    for (int f = 0; f < 6; ++f) give_quad(v, corner[faces[f][0]], corner[faces[f][1]], corner[faces[f][2]], corner[faces[f][3]]);
}

// Returns a point at a height and a distance from the y axis, where a segment starts.
static lope_point around(double radius, double y, int segment)
{
    float angle = 2.0f * LOPE_PI * (float)(segment % SEGMENTS) / (float)SEGMENTS;
    return lope_point_make(radius * (double)lope_sin(angle), y, radius * (double)lope_cos(angle));
}

// Gives the strip between two circles around the y axis, the second above or inside the first.
static void give_strip(visitor *v, double radius_a, double y_a, double radius_b, double y_b)
{
    for (int s = 0; s < SEGMENTS && !v->stopped; ++s) {
        lope_point a = around(radius_a, y_a, s), b = around(radius_a, y_a, s + 1);
        lope_point c = around(radius_b, y_b, s + 1), d = around(radius_b, y_b, s);
        if (radius_a <= 0)
            give(v, a, c, d, v->next++);
        else if (radius_b <= 0)
            give(v, a, b, d, v->next++);
        else
            give_quad(v, a, b, c, d);
    }
}

// Gives a sphere or a capsule. straight: m, the length between the half spheres.
static void visit_round(visitor *v, double radius, double straight)
{
    double last_radius = 0, last_y = -radius - 0.5 * straight;
    for (int ring = 1; ring <= 2 * RINGS; ++ring) {
        float angle = LOPE_PI * (float)ring / (float)(2 * RINGS);
        double r = ring == 2 * RINGS ? 0 : radius * (double)lope_sin(angle);
        double y = -radius * (double)lope_cos(angle) + (ring <= RINGS ? -0.5 : 0.5) * straight;
        if (ring == RINGS + 1 && straight > 0) {
            give_strip(v, last_radius, last_y, last_radius, last_y + straight);
            last_y += straight;
        }
        give_strip(v, last_radius, last_y, r, y);
        last_radius = r;
        last_y = y;
    }
}

// Gives the bottom, the side and the top of a cylinder.
static void visit_cylinder(visitor *v, double radius, double height)
{
    give_strip(v, 0, -0.5 * height, radius, -0.5 * height);
    give_strip(v, radius, -0.5 * height, radius, 0.5 * height);
    give_strip(v, radius, 0.5 * height, 0, 0.5 * height);
}

lope_result lope_level_visit_triangles(const lope_level *level, lope_body body, lope_triangle_visitor visit, void *context)
{
    if (!level || !visit) return LOPE_ERROR_NULL;
    const lope_level_body *b = lope_level_body_at(level, body);
    if (!b) return LOPE_ERROR_HANDLE;
    visitor v = {.frame = &b->frame, .visit = visit, .context = context};
    const lope_body_shape *s = &b->shape;
    double radius = (double)s->as.round.radius, height = (double)s->as.round.height;
    switch (s->kind) {
    case LOPE_BODY_MESH:
        visit_mesh(&v, &s->as.mesh);
        break;
    case LOPE_BODY_HEIGHT_FIELD:
        visit_field(&v, &s->as.field);
        break;
    case LOPE_BODY_HULL:
        visit_hull(&v, &s->as.hull);
        break;
    case LOPE_BODY_BOX:
        visit_box(&v, s->as.box);
        break;
    case LOPE_BODY_SPHERE:
        visit_round(&v, radius, 0);
        break;
    case LOPE_BODY_CAPSULE:
        visit_round(&v, radius, height - 2 * radius);
        break;
    case LOPE_BODY_CYLINDER:
        visit_cylinder(&v, radius, height);
        break;
    }
    return LOPE_OK;
}
