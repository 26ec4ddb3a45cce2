// sink.c - brings what gather hands out into the character's frame: doubles relative to the nearby's origin, triangles with their planes.
#include "motion/sink.h"
#include "base/memory.h"
#include "base/simd.h"

// Takes a body into the set. False: out of memory.
static inline bool keep_body(lope_sink *sink, const lope_sink_body *body)
{
    lope_near_set *set = sink->set;
    if (!lope_grow(sink->allocator, (void **)&set->bodies, &set->body_capacity, (size_t)set->body_count + 1, sizeof *set->bodies))
        return false;
    if (body->volume && !lope_grow(sink->allocator, (void **)&set->volumes, &set->volume_capacity, (size_t)set->volume_count + 1,
                                   sizeof *set->volumes))
        return false;
    set->bodies[set->body_count++] = *body;
    set->conveys = set->conveys || lope_body_conveys(body);
    if (body->volume) set->volumes[set->volume_count++] = *body->volume;
    return true;
}

void lope_sink_begin(lope_sink *sink, const lope_sink_body *body)
{
    if (sink->failed) return;
    if (sink->allocator && !keep_body(sink, body)) {
        sink->failed = LOPE_ERROR_MEMORY;
        return;
    }
    if (sink->watch) sink->watch->body(sink->watch->context, body);
    sink->local = body->pose;
    sink->local.position = lope_point_sub(body->pose.position, sink->origin);
    lope_quat r = body->pose.rotation;
    sink->upright = r.x == 0 && r.y == 0 && r.z == 0 && r.w == 1;
    sink->begun = true;
}

static bool ready(lope_sink *sink)
{
    if (!sink->failed && !sink->begun) sink->failed = LOPE_ERROR_STATE;
    return !sink->failed;
}

static lope_point place(const lope_sink *sink, lope_vec3 v)
{
    if (sink->upright) return lope_point_add(sink->local.position, lope_vec3_to_point(v));
    return lope_transform_apply(&sink->local, lope_vec3_to_point(v));
}

// Of a triangle with that normal: its own plane in the first lane, those on its edges in the others.
static inline void put_planes(lope_near_planes *planes, const lope_point v[3], lope_point normal)
{
    lope_d4 nx = lope_d4_splat(normal.x), ny = lope_d4_splat(normal.y), nz = lope_d4_splat(normal.z);
    lope_d4 px = lope_d4_make(v[0].x, v[0].x, v[1].x, v[2].x), ex = lope_d4_sub(lope_d4_make(v[1].x, v[1].x, v[2].x, v[0].x), px);
    lope_d4 py = lope_d4_make(v[0].y, v[0].y, v[1].y, v[2].y), ey = lope_d4_sub(lope_d4_make(v[1].y, v[1].y, v[2].y, v[0].y), py);
    lope_d4 pz = lope_d4_make(v[0].z, v[0].z, v[1].z, v[2].z), ez = lope_d4_sub(lope_d4_make(v[1].z, v[1].z, v[2].z, v[0].z), pz);
    lope_d4 x = lope_d4_sub(lope_d4_mul(ey, nz), lope_d4_mul(ez, ny)); // edge x normal: outward
    lope_d4 y = lope_d4_sub(lope_d4_mul(ez, nx), lope_d4_mul(ex, nz));
    lope_d4 z = lope_d4_sub(lope_d4_mul(ex, ny), lope_d4_mul(ey, nx));
    lope_d4 squared = lope_d4_add(lope_d4_add(lope_d4_mul(x, x), lope_d4_mul(y, y)), lope_d4_mul(z, z));
    lope_d4 over = lope_d4_div(lope_d4_splat(1.0), lope_d4_sqrt(squared));
    x = lope_d4_with_first(lope_d4_mul(x, over), normal.x);
    y = lope_d4_with_first(lope_d4_mul(y, over), normal.y);
    z = lope_d4_with_first(lope_d4_mul(z, over), normal.z);
    lope_d4_store(planes->x, x);
    lope_d4_store(planes->y, y);
    lope_d4_store(planes->z, z);
    lope_d4_store(planes->offset, lope_d4_add(lope_d4_add(lope_d4_mul(x, px), lope_d4_mul(y, py)), lope_d4_mul(z, pz)));
}

static inline void put_triangle(lope_sink *sink, const lope_point v[3], uint32_t index, uint32_t part, bool two_sided)
{
    lope_near_set *set = sink->set;
    lope_point normal = lope_point_cross(lope_point_sub(v[1], v[0]), lope_point_sub(v[2], v[0]));
    double squared = lope_point_dot(normal, normal);
    if (!(squared > 1e-28)) return; // m4: without area, nothing to stand on or to run into
    if (set->triangle_count >= sink->most) {
        sink->over = true;
        return;
    }
    if (set->triangle_count == set->triangle_capacity &&
        !lope_grow(sink->allocator, (void **)&set->triangles, &set->triangle_capacity, (size_t)set->triangle_count + 1,
                   sizeof *set->triangles)) {
        sink->failed = LOPE_ERROR_MEMORY;
        return;
    }
    lope_near_triangle *given = &set->triangles[set->triangle_count++];
    given->shape.v[0] = v[0];
    given->shape.v[1] = v[1];
    given->shape.v[2] = v[2];
    given->body = set->body_count - 1;
    given->index = index;
    given->part = part;
    given->two_sided = two_sided;
    given->joined = given->searched = 0;
    put_planes(&given->planes, v, lope_point_scale(normal, 1.0 / sqrt(squared)));
}

static void tell_triangle(const lope_sink *sink, const lope_vec3 v[3], uint32_t index, uint32_t part, bool two_sided)
{
    const lope_recorded_shape shape = {
        .kind = LOPE_RECORDED_TRIANGLE, .index = index, .part = part, .two_sided = two_sided, .a = v[0], .b = v[1], .c = v[2]};
    sink->watch->shape(sink->watch->context, &shape);
}

// The three corners of a triangle of a body that is not turned.
static inline void place_upright(lope_point at, const lope_vec3 v[3], lope_point placed[3])
{
    const float *from = (const float *)(const void *)v;
    double *to = (double *)(void *)placed;
    lope_d4_store(to, lope_d4_add(lope_d4_make(at.x, at.y, at.z, at.x), lope_d4_load_floats(from)));
    lope_d4_store(to + 4, lope_d4_add(lope_d4_make(at.y, at.z, at.x, at.y), lope_d4_load_floats(from + 4)));
    placed[2].z = at.z + (double)v[2].z;
}

void lope_sink_part(lope_sink *sink, const lope_vec3 v[3], uint32_t index, uint32_t part, bool two_sided)
{
    if (!ready(sink)) return;
    const lope_point placed[3] = {place(sink, v[0]), place(sink, v[1]), place(sink, v[2])};
    if (sink->watch) tell_triangle(sink, v, index, part, two_sided);
    put_triangle(sink, placed, index, part, two_sided);
}

void lope_sink_triangle(lope_sink *sink, lope_vec3 a, lope_vec3 b, lope_vec3 c, uint32_t index, bool two_sided)
{
    const lope_vec3 v[3] = {a, b, c};
    lope_sink_part(sink, v, index, 0, two_sided);
}

void lope_sink_faces(lope_sink *sink, const lope_sink_face *list, const uint32_t *which, uint32_t count)
{
    if (!ready(sink)) return;
    bool plain = sink->upright && !sink->watch;
    for (uint32_t i = 0; i < count && !sink->failed; i++) {
        const lope_sink_face *face = &list[which[i]];
        if (!plain) {
            lope_sink_part(sink, face->v, face->index, 0, face->two_sided != 0);
            continue;
        }
        lope_point placed[3];
        place_upright(sink->local.position, face->v, placed);
        put_triangle(sink, placed, face->index, 0, face->two_sided != 0);
    }
}

static void put_round(lope_sink *sink, const lope_shape *shape, uint32_t index)
{
    lope_near_set *set = sink->set;
    if (!sink->allocator) return;
    if (!lope_grow(sink->allocator, (void **)&set->rounds, &set->round_capacity, (size_t)set->round_count + 1,
                   sizeof *set->rounds)) {
        sink->failed = LOPE_ERROR_MEMORY;
        return;
    }
    lope_near_round *round = &set->rounds[set->round_count++];
    round->shape = *shape;
    round->body = set->body_count - 1;
    round->index = index;
}

void lope_sink_sphere(lope_sink *sink, lope_vec3 center, float radius, uint32_t index)
{
    if (!ready(sink)) return;
    lope_shape shape = {.kind = LOPE_SHAPE_SPHERE};
    shape.as.sphere.center = place(sink, center);
    shape.as.sphere.radius = (double)radius;
    if (sink->watch)
        sink->watch->shape(sink->watch->context,
                           &(lope_recorded_shape){.kind = LOPE_RECORDED_SPHERE, .index = index, .a = center, .radius = radius});
    put_round(sink, &shape, index);
}

void lope_sink_capsule(lope_sink *sink, lope_vec3 a, lope_vec3 b, float radius, uint32_t index)
{
    if (!ready(sink)) return;
    lope_shape shape = {.kind = LOPE_SHAPE_CAPSULE};
    shape.as.capsule.a = place(sink, a);
    shape.as.capsule.b = place(sink, b);
    shape.as.capsule.radius = (double)radius;
    if (sink->watch)
        sink->watch->shape(
            sink->watch->context,
            &(lope_recorded_shape){.kind = LOPE_RECORDED_CAPSULE, .index = index, .a = a, .b = b, .radius = radius});
    put_round(sink, &shape, index);
}

void lope_sink_cylinder(lope_sink *sink, lope_vec3 center, lope_quat rotation, float radius, float half_height, uint32_t index)
{
    if (!ready(sink)) return;
    lope_shape shape = {.kind = LOPE_SHAPE_CYLINDER};
    lope_point axis = lope_quat_rotate_point(lope_quat_normalize(rotation), lope_point_make(0, 1, 0));
    shape.as.cylinder.center = place(sink, center);
    axis = lope_quat_rotate_point(sink->local.rotation, axis);
    shape.as.cylinder.axis = lope_point_scale(axis, 1.0 / lope_point_length(axis));
    shape.as.cylinder.radius = (double)radius;
    shape.as.cylinder.half_height = (double)half_height;
    if (sink->watch)
        sink->watch->shape(sink->watch->context, &(lope_recorded_shape){.kind = LOPE_RECORDED_CYLINDER,
                                                                        .index = index,
                                                                        .a = center,
                                                                        .rotation = rotation,
                                                                        .radius = radius,
                                                                        .half_height = half_height});
    put_round(sink, &shape, index);
}

static lope_point half_axis(const lope_sink *sink, lope_quat turn, lope_point axis)
{
    axis = lope_quat_rotate_point(turn, axis);
    return sink->upright ? axis : lope_quat_rotate_point(sink->local.rotation, axis);
}

void lope_sink_box(lope_sink *sink, lope_vec3 center, lope_quat rotation, lope_vec3 half, uint32_t index)
{
    // Corner i has the sign of x, y, z in its bits 0, 1, 2. Two triangles a face, counter-clockwise from outside.
    static const uint8_t faces[12][3] = {{1, 3, 7}, {1, 7, 5}, {0, 4, 6}, {0, 6, 2}, {2, 6, 7}, {2, 7, 3},
                                         {0, 1, 5}, {0, 5, 4}, {4, 5, 7}, {4, 7, 6}, {0, 2, 3}, {0, 3, 1}};
    if (!ready(sink)) return;
    if (sink->watch)
        sink->watch->shape(
            sink->watch->context,
            &(lope_recorded_shape){.kind = LOPE_RECORDED_BOX, .index = index, .a = center, .b = half, .rotation = rotation});
    lope_quat turn = lope_quat_normalize(rotation);
    lope_point middle = place(sink, center), corner[8];
    lope_point x = half_axis(sink, turn, lope_point_make((double)half.x, 0, 0));
    lope_point y = half_axis(sink, turn, lope_point_make(0, (double)half.y, 0));
    lope_point z = half_axis(sink, turn, lope_point_make(0, 0, (double)half.z));
    for (uint32_t i = 0; i < 8; i++) {
        lope_point c = i & 1 ? lope_point_add(middle, x) : lope_point_sub(middle, x);
        c = i & 2 ? lope_point_add(c, y) : lope_point_sub(c, y);
        corner[i] = i & 4 ? lope_point_add(c, z) : lope_point_sub(c, z);
    }
    for (uint32_t f = 0; f < 12; f++) {
        lope_point v[3] = {corner[faces[f][0]], corner[faces[f][1]], corner[faces[f][2]]};
        put_triangle(sink, v, index, f, false);
    }
}

void lope_sink_hull(lope_sink *sink, const lope_vec3 *points, const uint32_t *triangles, uint32_t triangle_count, uint32_t index)
{
    for (uint32_t t = 0; t < triangle_count; t++) {
        const lope_vec3 v[3] = {points[triangles[3 * t]], points[triangles[3 * t + 1]], points[triangles[3 * t + 2]]};
        lope_sink_part(sink, v, index, t, false);
    }
}

static double least(double a, double b, double c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }

lope_bounds lope_triangle_bounds(const lope_triangle *t)
{
    lope_bounds bounds;
    bounds.lower.x = least(t->v[0].x, t->v[1].x, t->v[2].x);
    bounds.lower.y = least(t->v[0].y, t->v[1].y, t->v[2].y);
    bounds.lower.z = least(t->v[0].z, t->v[1].z, t->v[2].z);
    bounds.upper.x = -least(-t->v[0].x, -t->v[1].x, -t->v[2].x);
    bounds.upper.y = -least(-t->v[0].y, -t->v[1].y, -t->v[2].y);
    bounds.upper.z = -least(-t->v[0].z, -t->v[1].z, -t->v[2].z);
    return bounds;
}
