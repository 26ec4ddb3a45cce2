// sink.c - brings what a gather hands out into the nearby's frame: doubles relative to its origin, triangles
// with their planes.
//
// Rule: planes of one triangle and of two at a time have the same bits. Read next: near_set.h.
#include "motion/nearby/sink.h"
#include "base/hot_cold.h"
#include "base/memory.h"
#include "base/prefetch.h"
#include "base/simd.h"

// Takes a body into the set. Returns false when out of memory.
static inline bool keep_body(lope_sink *sink, const lope_sink_body *body)
{
    lope_near_set *set = sink->set;
    if (!lope_near_grow(sink->allocator, (void **)&set->bodies, &set->body_capacity, (size_t)set->body_count + 1,
                        sizeof *set->bodies, 2))
        return false;
    const bool volume = body->volume && !sink->solids; // a look does not need volumes
    if (volume && !lope_near_grow(sink->allocator, (void **)&set->volumes, &set->volume_capacity, (size_t)set->volume_count + 1,
                                  sizeof *set->volumes, 1))
        return false;
    set->bodies[set->body_count++] = *body;
    set->conveys = set->conveys || lope_body_conveys(body);
    set->one_way = set->one_way || body->surface.one_way;
    if (body->moving && !body->character && lope_body_moves(body)) set->moves = true;
    if (!volume) set->bodies[set->body_count - 1].volume = NULL;
    if (volume) set->volumes[set->volume_count++] = *body->volume;
    return true;
}

// Says whether a body passes the filter and is of the kind that was asked for: a gather may hand out more.
static inline bool was_asked_for(const lope_sink *sink, const lope_sink_body *body)
{
    bool on_channels = body->channels == 0 || (body->channels & sink->filter.channels) != 0;
    return on_channels && body->id != sink->filter.ignore && body->moving == (sink->kind == LOPE_MOVING);
}

void lope_sink_begin(lope_sink *sink, const lope_sink_body *body)
{
    if (sink->failed) return;
    sink->begun = true;
    sink->passed_over = !sink->takes_all && !was_asked_for(sink, body);
    if (sink->passed_over) return;
    if (sink->watch) sink->watch->body(sink->watch->context, body);
    lope_sink_body at_part;
    if (body->moving && LOPE_UNLIKELY(!lope_is_whole_tick(sink->part))) {
        at_part = *body;
        lope_body_in_part(&at_part, sink->part);
        body = &at_part;
    }
    if (sink->allocator && !keep_body(sink, body)) {
        sink->failed = LOPE_ERROR_MEMORY;
        return;
    }
    sink->local = body->pose;
    sink->local.position = lope_point_sub(body->pose.position, sink->origin);
    lope_quat r = body->pose.rotation;
    const lope_surface *surface = &body->surface;
    sink->ground = (lope_near_ground){.id = body->id,
                                      .material = surface->material,
                                      .by_angle = surface->walkable == LOPE_WALKABLE_BY_ANGLE,
                                      .no_step_up = surface->no_step_up,
                                      .no_base = surface->no_base};
    sink->upright = r.x == 0 && r.y == 0 && r.z == 0 && r.w == 1;
}

// Returns whether shapes may be taken: nothing has failed, and there is a body that was asked for.
static bool ready(lope_sink *sink)
{
    if (!sink->failed && !sink->begun) sink->failed = LOPE_ERROR_STATE;
    return !sink->failed && !sink->passed_over;
}

// Brings a point of the present body into the nearby's frame.
static lope_point place(const lope_sink *sink, lope_vec3 v)
{
    if (sink->upright) return lope_point_add(sink->local.position, lope_vec3_to_point(v));
    return lope_transform_apply(&sink->local, lope_vec3_to_point(v));
}

// Writes the planes of a triangle with unit normal `normal`: its own in the first lane, those on its edges in
// the others.
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

// Returns the place of one more triangle. NULL: there is none, and the sink says why.
static inline lope_near_triangle *next_triangle(lope_sink *sink)
{
    lope_near_set *set = sink->set;
    if (set->triangle_count >= sink->most) {
        sink->over = true;
        return NULL;
    }
    if (set->triangle_count == set->triangle_capacity &&
        !lope_near_grow(sink->allocator, (void **)&set->triangles, &set->triangle_capacity, (size_t)set->triangle_count + 1,
                        sizeof *set->triangles, LOPE_NEAR_STEP)) {
        sink->failed = LOPE_ERROR_MEMORY;
        return NULL;
    }
    return &set->triangles[set->triangle_count++];
}

// Writes all of a triangle but its corners and planes.
static inline void name_triangle(lope_near_triangle *given, const lope_sink *sink, uint32_t index, uint32_t part, bool two_sided)
{
    given->ground = sink->ground;
    given->body = sink->set->body_count - 1;
    given->index = index;
    given->part = part;
    given->two_sided = two_sided;
    given->joined = given->searched = 0;
}

#define LEAST_SQUARED 1e-28 // m4, a doubled area squared: without area there is nothing to touch

// Takes a triangle with corners in the nearby's frame, unless it has no area.
static inline void put_triangle(lope_sink *sink, const lope_point v[3], uint32_t index, uint32_t part, bool two_sided)
{
    lope_point normal = lope_point_cross(lope_point_sub(v[1], v[0]), lope_point_sub(v[2], v[0]));
    double squared = lope_point_dot(normal, normal);
    if (!(squared > LEAST_SQUARED)) return;
    lope_near_triangle *given = next_triangle(sink);
    if (!given) return;
    given->shape.v[0] = v[0];
    given->shape.v[1] = v[1];
    given->shape.v[2] = v[2];
    name_triangle(given, sink, index, part, two_sided);
    put_planes(&given->planes, v, lope_point_scale(normal, 1.0 / sqrt(squared)));
}

// Hands a triangle in the body's frame to the watch.
static void tell_triangle(const lope_sink *sink, const lope_vec3 v[3], uint32_t index, uint32_t part, bool two_sided)
{
    const lope_recorded_shape shape = {
        .kind = LOPE_RECORDED_TRIANGLE, .index = index, .part = part, .two_sided = two_sided, .a = v[0], .b = v[1], .c = v[2]};
    sink->watch->shape(sink->watch->context, &shape);
}

// Brings the corners of a triangle of a body that is not turned into the nearby's frame. at: the body's place
// there.
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

// A point or a direction of each of two triangles. The functions named two_... do for both what those of
// vec.h do for one point, with the same bits.
typedef struct two_points {
    lope_d2 x, y, z;
} two_points;

// Returns a - b.
static inline two_points two_sub(two_points a, two_points b)
{
    return (two_points){lope_d2_sub(a.x, b.x), lope_d2_sub(a.y, b.y), lope_d2_sub(a.z, b.z)};
}

// Returns the cross products a x b.
static inline two_points two_cross(two_points a, two_points b)
{
    return (two_points){lope_d2_sub(lope_d2_mul(a.y, b.z), lope_d2_mul(a.z, b.y)),
                        lope_d2_sub(lope_d2_mul(a.z, b.x), lope_d2_mul(a.x, b.z)),
                        lope_d2_sub(lope_d2_mul(a.x, b.y), lope_d2_mul(a.y, b.x))};
}

// Returns the dot products.
static inline lope_d2 two_dot(two_points a, two_points b)
{
    return lope_d2_add(lope_d2_add(lope_d2_mul(a.x, b.x), lope_d2_mul(a.y, b.y)), lope_d2_mul(a.z, b.z));
}

// Returns a scaled, each point by its own number.
static inline two_points two_scale(two_points a, lope_d2 by)
{
    return (two_points){lope_d2_mul(a.x, by), lope_d2_mul(a.y, by), lope_d2_mul(a.z, by)};
}

// Returns 1 / sqrt(squared) for both.
static inline lope_d2 two_over_root(lope_d2 squared) { return lope_d2_div(lope_d2_make(1.0, 1.0), lope_d2_sqrt(squared)); }

// Returns corner k of both triangles.
static inline two_points two_corners(const lope_near_triangle *s, const lope_near_triangle *t, int k)
{
    const lope_point *a = &s->shape.v[k], *b = &t->shape.v[k];
    return (two_points){lope_d2_make(a->x, b->x), lope_d2_make(a->y, b->y), lope_d2_make(a->z, b->z)};
}

// Writes the planes of two triangles, with the bits of put_planes. Returns false when one of them has no
// area; then nothing is written.
static bool put_planes_of_two(lope_near_triangle *s, lope_near_triangle *t)
{
    two_points corner[3] = {two_corners(s, t, 0), two_corners(s, t, 1), two_corners(s, t, 2)}, plane[4];
    lope_d2 offset[4];
    two_points normal = two_cross(two_sub(corner[1], corner[0]), two_sub(corner[2], corner[0]));
    lope_d2 squared = two_dot(normal, normal);
    if (!lope_d2_both_greater(squared, LEAST_SQUARED)) return false;
    plane[0] = two_scale(normal, two_over_root(squared));
    offset[0] = two_dot(plane[0], corner[0]);
    for (int k = 0; k < 3; k++) {
        two_points side = two_cross(two_sub(corner[(k + 1) % 3], corner[k]), plane[0]); // outward
        plane[1 + k] = two_scale(side, two_over_root(two_dot(side, side)));
        offset[1 + k] = two_dot(plane[1 + k], corner[k]);
    }
    lope_d2_store_turned(s->planes.x, t->planes.x, plane[0].x, plane[1].x, plane[2].x, plane[3].x);
    lope_d2_store_turned(s->planes.y, t->planes.y, plane[0].y, plane[1].y, plane[2].y, plane[3].y);
    lope_d2_store_turned(s->planes.z, t->planes.z, plane[0].z, plane[1].z, plane[2].z, plane[3].z);
    lope_d2_store_turned(s->planes.offset, t->planes.offset, offset[0], offset[1], offset[2], offset[3]);
    return true;
}

// Takes one triangle of a mesh.
static void put_face(lope_sink *sink, const lope_sink_face *face)
{
    lope_sink_part(sink, face->v, face->index, 0, face->two_sided != 0);
}

// Makes room for so many more triangles. Returns false when there is none; the sink says why.
static bool make_room(lope_sink *sink, uint32_t count)
{
    lope_near_set *set = sink->set;
    size_t needed = (size_t)set->triangle_count + count;
    sink->over = sink->over || needed > sink->most;
    if (sink->over) return false;
    if (lope_near_grow(sink->allocator, (void **)&set->triangles, &set->triangle_capacity, needed, sizeof *set->triangles,
                       LOPE_NEAR_STEP))
        return true;
    sink->failed = LOPE_ERROR_MEMORY;
    return false;
}

// Writes all of a triangle but its planes, of a body that is not turned.
static inline void put_placed(lope_near_triangle *given, const lope_sink *sink, lope_point at, const lope_sink_face *face)
{
    place_upright(at, face->v, given->shape.v);
    name_triangle(given, sink, face->index, 0, face->two_sided != 0);
}

// Prefetches the memory of `count` triangles from number `first` on.
static inline void ahead_of(const lope_near_set *set, uint32_t first, uint32_t count)
{
    if (first + (size_t)count > set->triangle_capacity) return;
    for (uint32_t i = 0; i < count; i++) lope_prefetch(&set->triangles[first + i], sizeof *set->triangles);
}

// Takes triangles of a mesh that is not turned; there is room for all. Two at a time: of an odd number the
// last one is written twice.
static void put_faces(lope_sink *sink, const lope_sink_face *list, const uint32_t *which, uint32_t count)
{
    lope_near_set *set = sink->set;
    const lope_point at = sink->local.position;
    for (uint32_t i = 0; i < count; i += 2) {
        uint32_t more = i + 1 < count ? 1 : 0;
        const lope_sink_face *a = &list[which[i]], *b = &list[which[i + more]];
        lope_near_triangle *to = &set->triangles[set->triangle_count];
        ahead_of(set, set->triangle_count + LOPE_SINK_PREFETCH, 2);
        put_placed(to, sink, at, a);
        put_placed(to + more, sink, at, b);
        if (put_planes_of_two(to, to + more)) {
            set->triangle_count += 1 + more;
            continue;
        }
        put_face(sink, a);
        if (more) put_face(sink, b);
    }
}

void lope_sink_faces(lope_sink *sink, const lope_sink_face *list, const uint32_t *which, uint32_t count)
{
    if (!ready(sink)) return;
    if (sink->upright && !sink->watch) {
        if (make_room(sink, count)) put_faces(sink, list, which, count);
        return;
    }
    for (uint32_t i = 0; i < count && !sink->failed; i++) put_face(sink, &list[which[i]]);
}

// Takes a sphere, capsule or cylinder in the nearby's frame.
static void put_round(lope_sink *sink, const lope_shape *shape, uint32_t index)
{
    lope_near_set *set = sink->set;
    if (!sink->allocator || sink->failed) return;
    if (!lope_near_grow(sink->allocator, (void **)&set->rounds, &set->round_capacity, (size_t)set->round_count + 1,
                        sizeof *set->rounds, 2)) {
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

// Turns a half axis of a box into the nearby's frame. turn: the box's rotation in the body.
static lope_point half_axis(const lope_sink *sink, lope_quat turn, lope_point axis)
{
    axis = lope_quat_rotate_point(turn, axis);
    return sink->upright ? axis : lope_quat_rotate_point(sink->local.rotation, axis);
}

// Takes a box as a solid, for a look.
static void put_box(lope_sink *sink, lope_vec3 center, lope_quat turn, lope_vec3 half, uint32_t index)
{
    lope_shape shape = {.kind = LOPE_SHAPE_BOX};
    shape.as.box = (lope_box){.center = place(sink, center), .half = {(double)half.x, (double)half.y, (double)half.z}};
    shape.as.box.axis[0] = half_axis(sink, turn, lope_point_make(1, 0, 0));
    shape.as.box.axis[1] = half_axis(sink, turn, lope_point_make(0, 1, 0));
    shape.as.box.axis[2] = half_axis(sink, turn, lope_point_make(0, 0, 1));
    put_round(sink, &shape, index);
}

// Returns the number of a point among the points of its hull, which begin at `first`. Without weld, or when
// the point is new, it is added.
static uint32_t keep_point(lope_near_solids *solids, size_t first, lope_point p, bool weld)
{
    for (size_t i = first; weld && i < solids->point_count; i++) {
        const lope_point *q = &solids->points[i];
        if (!(q->x < p.x || q->x > p.x || q->y < p.y || q->y > p.y || q->z < p.z || q->z > p.z)) return (uint32_t)(i - first);
    }
    solids->points[solids->point_count] = p;
    return (uint32_t)(solids->point_count++ - first);
}

// Takes a hull as a solid, for a look. Where its triangles share no points, equal points are welded: a query
// must know both triangles at an edge.
static void put_hull(lope_sink *sink, const lope_vec3 *points, const uint32_t *triangles, uint32_t count, uint32_t index)
{
    lope_near_solids *solids = sink->solids;
    size_t corners = 3 * (size_t)count, first = solids->point_count, highest = 0;
    for (size_t i = 0; i < corners; i++) highest = triangles[i] > highest ? triangles[i] : highest;
    bool apart = highest + 1 == corners;
    size_t most = count == 0 ? 0 : highest + 1;
    if (!lope_grow(sink->allocator, (void **)&solids->points, &solids->point_capacity, first + most, sizeof *solids->points) ||
        !lope_grow(sink->allocator, (void **)&solids->corners, &solids->corner_capacity, solids->corner_count + corners,
                   sizeof *solids->corners)) {
        sink->failed = LOPE_ERROR_MEMORY;
        return;
    }
    for (size_t i = 0; !apart && i < most; i++) keep_point(solids, first, place(sink, points[i]), false);
    for (size_t i = 0; i < corners; i++)
        solids->corners[solids->corner_count++] =
            apart ? keep_point(solids, first, place(sink, points[triangles[i]]), true) : triangles[i];
    lope_shape shape = {.kind = LOPE_SHAPE_HULL};
    shape.as.hull.point_count = (uint32_t)(solids->point_count - first);
    shape.as.hull.triangle_count = count;
    if (count > 0) put_round(sink, &shape, index);
}

void lope_sink_box(lope_sink *sink, lope_vec3 center, lope_quat rotation, lope_vec3 half, uint32_t index)
{
    // Corner i has the sign of x, y, z in its bits 0, 1, 2. Two triangles a face, counter-clockwise from
    // outside.
    static const uint8_t faces[12][3] = {{1, 3, 7}, {1, 7, 5}, {0, 4, 6}, {0, 6, 2}, {2, 6, 7}, {2, 7, 3},
                                         {0, 1, 5}, {0, 5, 4}, {4, 5, 7}, {4, 7, 6}, {0, 2, 3}, {0, 3, 1}};
    if (!ready(sink)) return;
    if (sink->watch)
        sink->watch->shape(
            sink->watch->context,
            &(lope_recorded_shape){.kind = LOPE_RECORDED_BOX, .index = index, .a = center, .b = half, .rotation = rotation});
    lope_quat turn = lope_quat_normalize(rotation);
    if (sink->solids) {
        put_box(sink, center, turn, half, index);
        return;
    }
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
    if (sink->solids && !ready(sink)) return;
    for (uint32_t t = 0; t < triangle_count && (!sink->solids || sink->watch); t++) {
        const lope_vec3 v[3] = {points[triangles[3 * t]], points[triangles[3 * t + 1]], points[triangles[3 * t + 2]]};
        if (sink->solids)
            tell_triangle(sink, v, index, t, false);
        else
            lope_sink_part(sink, v, index, t, false);
    }
    if (sink->solids) put_hull(sink, points, triangles, triangle_count, index);
}

// Returns the least of three.
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
