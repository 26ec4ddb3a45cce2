// overlap.c - what a capsule overlaps, and which bodies are near: ordered lists without any memory of their
// own.
//
// The caller's array holds the lowest hits found so far as a heap with the highest on top; at the end it is
// sorted in place. So the order and the choice never depend on the trees, and any number of threads may ask
// at once. Triangles are judged by their surface alone, from either side: a capsule that reaches out of a
// closed mesh from within gets a normal that points inward (against surface_normal). One wholly inside a
// closed mesh gets its nearest triangle, with the way out. Boxes, spheres, capsules, cylinders and hulls are
// solid.
// Read next: visit.c.
#include "level/bvh_walk.h"
#include "level/enclosure.h"
#include "level/query.h"

// An overlap query on its way through the level. `count` counts all hits, `held` those in the array.
typedef struct collector {
    const lope_level *level;
    lope_level_hit *hits;
    uint32_t capacity, held, count;
    uint32_t index;
    const lope_level_body *body;
    lope_caster local; // in the body's frame
} collector;

// Returns whether a comes before b: by (id, triangle).
static bool hit_before(const lope_level_hit *a, const lope_level_hit *b)
{
    return lope_hit_before(a->id, a->triangle, b->id, b->triangle);
}

// Moves the hit at `at` down until none below it comes after it.
static void sift(lope_level_hit *hits, uint32_t at, uint32_t count)
{
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count) return;
        if (child + 1 < count && hit_before(&hits[child], &hits[child + 1])) ++child;
        if (!hit_before(&hits[at], &hits[child])) return;
        lope_level_hit swap = hits[at];
        hits[at] = hits[child];
        hits[child] = swap;
        at = child;
    }
}

// Counts a hit, and keeps it when it is among the lowest `capacity` so far.
static void keep(collector *c, const lope_found *found)
{
    c->count++;
    if (c->held < c->capacity) {
        lope_hit_fill(&c->hits[c->held++], c->level, c->index, found);
        if (c->held < c->capacity) return;
        for (uint32_t i = c->held / 2; i > 0; --i) sift(c->hits, i - 1, c->held);
    } else if (c->capacity > 0 && lope_hit_before(c->body->id, found->triangle, c->hits[0].id, c->hits[0].triangle)) {
        lope_hit_fill(&c->hits[0], c->level, c->index, found);
        sift(c->hits, 0, c->held);
    }
}

// Sorts the hits that are held.
static void hits_sort(collector *c)
{
    for (uint32_t i = c->held / 2; i > 0; --i) sift(c->hits, i - 1, c->held);
    for (uint32_t end = c->held; end > 1; --end) {
        lope_level_hit last = c->hits[end - 1];
        c->hits[end - 1] = c->hits[0];
        c->hits[0] = last;
        sift(c->hits, 0, end - 1);
    }
}

// Tests a triangle in the frame of the present body.
static void triangle_test(collector *c, const lope_vec3 v[3], uint32_t index, bool two_sided)
{
    lope_triangle triangle = lope_triangle_from(v);
    lope_found found = {.triangle = index};
    if (lope_caster_overlaps_triangle(&c->local, &triangle, two_sided, &found)) keep(c, &found);
}

// Tests the triangles of a mesh that touch the bounds. When none is overlapped, tests whether the mesh holds
// the capsule.
static void mesh_test(collector *c, const lope_mesh *mesh, const lope_bounds *bounds)
{
    lope_bvh_walk walk;
    uint32_t first, count, before = c->count;
    lope_found found = {0};
    lope_bvh_walk_begin(&walk, &mesh->bvh, bounds);
    while (lope_bvh_walk_next(&walk, &first, &count)) {
        const lope_mesh_triangle *t = &mesh->triangles[first];
        for (uint32_t i = 0; i < count; ++i)
            if (lope_mesh_triangle_touches(&t[i], &walk.box)) triangle_test(c, t[i].v, t[i].index, t[i].two_sided != 0);
    }
    if (c->count == before && lope_mesh_encloses(mesh, &c->local.capsule, &found)) keep(c, &found);
}

// Tests the triangles of a height field that touch the bounds.
static void field_test(collector *c, const lope_height_field *field, const lope_bounds *bounds)
{
    lope_cells cells;
    lope_vec3 v[2][3];
    float range[2];
    if (!lope_height_field_cells(field, bounds, &cells)) return;
    for (uint32_t row = cells.first_row; row <= cells.last_row; ++row)
        for (uint32_t column = cells.first_column; column <= cells.last_column; ++column) {
            if (!lope_height_field_cell(field, column, row, v, range)) continue;
            if ((double)range[0] > bounds->upper.y || (double)range[1] < bounds->lower.y) continue;
            uint32_t index = lope_height_field_index(field, column, row);
            for (uint32_t k = 0; k < 2; ++k) triangle_test(c, v[k], index + k, true);
        }
}

// Tests a body: turns the capsule into its frame first.
static void body_test(collector *c, uint32_t index)
{
    lope_shape shape;
    const lope_capsule world = c->local.capsule;
    c->index = index;
    c->body = &c->level->bodies[index];
    c->local.capsule = lope_query_capsule_in(&c->body->frame, &world);
    // 1e-9 of the size: what turning the capsule may have rounded.
    lope_bounds bounds = lope_query_capsule_bounds(&c->local.capsule);
    bounds = lope_bounds_grow(bounds, 1e-9 * (1 + c->body->reach));
    if (lope_body_solid(c->body, &shape)) {
        lope_found found = {0};
        if (lope_caster_overlaps_solid(&c->local, &shape, &found)) keep(c, &found);
    } else if (c->body->shape.kind == LOPE_BODY_MESH) {
        mesh_test(c, &c->body->shape.as.mesh, &bounds);
    } else {
        field_test(c, &c->body->shape.as.field, &bounds);
    }
    c->local.capsule = world;
}

lope_result lope_level_overlap(const lope_level *level, const lope_capsule *capsule, lope_filter filter, lope_level_hit *hits,
                               uint32_t capacity, uint32_t *count)
{
    if (count) *count = 0;
    if (!level || !capsule || !count) return LOPE_ERROR_NULL;
    if (!lope_query_capsule_valid(capsule)) return LOPE_ERROR_RANGE;
    filter = lope_query_filter(filter);
    collector c = {.level = level,
                   .hits = hits,
                   .capacity = hits ? capacity : 0,
                   .local = {.kind = LOPE_CASTER_CAPSULE, .capsule = *capsule}};
    // As many metres as the bodies' bounds may have rounded off.
    double slack = 1e-9 + 1e-15 * (fabs(capsule->a.x) + fabs(capsule->a.y) + fabs(capsule->a.z));
    lope_bounds bounds = lope_bounds_grow(lope_query_capsule_bounds(capsule), slack);
    bool enter;
    for (int k = 0; k < 2; ++k) {
        const lope_tree *tree = &level->trees[k];
        for (uint32_t n = lope_tree_first(tree); n != LOPE_TREE_NONE; n = lope_tree_next(tree, n, enter)) {
            enter = lope_bounds_touch(&tree->nodes[n].bounds, &bounds);
            if (!enter || !lope_tree_leaf(tree, n)) continue;
            if (lope_body_passes(&level->bodies[tree->nodes[n].item], filter)) body_test(&c, tree->nodes[n].item);
        }
    }
    hits_sort(&c);
    *count = c.count;
    return LOPE_OK;
}

// Moves the id at `at` down until none below it is greater.
static void ids_sift(uint64_t *ids, uint32_t at, uint32_t count)
{
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count) return;
        if (child + 1 < count && ids[child] < ids[child + 1]) ++child;
        if (ids[at] >= ids[child]) return;
        uint64_t swap = ids[at];
        ids[at] = ids[child];
        ids[child] = swap;
        at = child;
    }
}

// Makes a heap of ids with the greatest on top.
static void ids_heap(uint64_t *ids, uint32_t count)
{
    for (uint32_t i = count / 2; i > 0; --i) ids_sift(ids, i - 1, count);
}

// Keeps the lowest `capacity` ids. Returns how many are held.
static uint32_t id_keep(uint64_t *ids, uint32_t held, uint32_t capacity, uint64_t id)
{
    if (held < capacity) {
        ids[held++] = id;
        if (held == capacity) ids_heap(ids, held);
    } else if (capacity > 0 && id < ids[0]) {
        ids[0] = id;
        ids_sift(ids, 0, held);
    }
    return held;
}

// Sorts ids, the lowest first.
static void ids_sort(uint64_t *ids, uint32_t count)
{
    ids_heap(ids, count);
    for (uint32_t end = count; end > 1; --end) {
        uint64_t last = ids[end - 1];
        ids[end - 1] = ids[0];
        ids[0] = last;
        ids_sift(ids, 0, end - 1);
    }
}

lope_result lope_level_bodies_in(const lope_level *level, const lope_bounds *bounds, lope_filter filter, uint64_t *ids,
                                 uint32_t capacity, uint32_t *count)
{
    uint32_t held = 0;
    bool enter;
    if (count) *count = 0;
    if (!level || !bounds || !count) return LOPE_ERROR_NULL;
    if (lope_bounds_empty(bounds)) return LOPE_OK;
    if (!ids) capacity = 0;
    filter = lope_query_filter(filter);
    for (int k = 0; k < 2; ++k) {
        const lope_tree *tree = &level->trees[k];
        for (uint32_t n = lope_tree_first(tree); n != LOPE_TREE_NONE; n = lope_tree_next(tree, n, enter)) {
            enter = lope_bounds_touch(&tree->nodes[n].bounds, bounds);
            if (!enter || !lope_tree_leaf(tree, n)) continue;
            const lope_level_body *body = &level->bodies[tree->nodes[n].item];
            if (!lope_body_passes(body, filter) || !lope_bounds_touch(&body->bounds, bounds)) continue;
            ++*count;
            held = id_keep(ids, held, capacity, body->id);
        }
    }
    ids_sort(ids, held);
    return LOPE_OK;
}
