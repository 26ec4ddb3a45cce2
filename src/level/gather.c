// gather.c - gives every shape near some bounds to a sink. See gather.h.
//
// The bounds are brought into the frame of each body and grown by the error that its turning and its motion
// may cost. The shapes that touch them there are given in that frame, as stored. The result may hold more
// than touches, never less, so every rounding goes outward. Read next: surroundings.c, query.c.
#include "level/gather.h"

#include "base/error.h"
#include "level/body.h"
#include "level/bvh_walk.h"

#include <string.h>

// A gather on its way through the level.
typedef struct gatherer {
    const lope_sink_calls *calls;
    lope_sink *sink;
    const lope_level_body *body;
    lope_bounds bounds; // in the body's frame
    lope_bvh_box box;   // the same in floats, for a height field
    bool begun;
} gatherer;

// Returns bounds in the frame of the body that hold the world's bounds at any time of its motion.
static lope_bounds bounds_in_body(const lope_level_body *b, const lope_bounds *world)
{
    lope_point back = lope_point_scale(b->pose.position, -1);
    lope_bounds near_body = lope_bounds_move(*world, back);
    // Moving by the position rounds: half a unit of the last place of 1e7 m is 1e-9 m.
    double slack = 1e-9 + 1e-15 * (fabs(back.x) + fabs(back.y) + fabs(back.z));
    if (b->moved) near_body = lope_bounds_join(near_body, lope_bounds_move(*world, lope_point_scale(b->start.position, -1)));
    lope_bounds local = lope_frame_turn_bounds(&b->frame, near_body, true);
    if (b->moved) {
        lope_frame before = lope_frame_make(&b->start);
        local = lope_bounds_join(local, lope_frame_turn_bounds(&before, near_body, true));
        slack += b->reach * lope_turn_stray(b->motion.rotation);
    }
    return lope_bounds_grow(local, slack);
}

// Fills in a body as the seam has it.
static inline void describe(const lope_level_body *b, lope_sink_body *to)
{
    memset(to, 0, sizeof *to);
    to->id = b->id;
    to->pose = b->pose;
    to->motion = b->motion;
    to->surface = b->surface;
    to->channels = b->channels;
    to->moving = b->moving;
    to->volume = b->has_volume ? &b->volume : NULL;
}

// Begins the present body at the sink, before its first shape.
static void begin(gatherer *g)
{
    if (g->begun) return;
    lope_sink_body to;
    describe(g->body, &to);
    g->calls->begin(g->sink, &to);
    g->begun = true;
}

// Returns whether the range of three coordinates touches the range from lower to upper.
static bool axis_touches(float a, float b, float c, float lower, float upper)
{
    float least = a < b ? a : b, most = a < b ? b : a;
    return (least < c ? least : c) <= upper && (most > c ? most : c) >= lower;
}

// Returns whether the box of a triangle touches the bounds.
static bool triangle_touches(const gatherer *g, const lope_vec3 v[3])
{
    const lope_bvh_box *q = &g->box;
    return axis_touches(v[0].x, v[1].x, v[2].x, q->lower[0], q->upper[0]) &&
           axis_touches(v[0].y, v[1].y, v[2].y, q->lower[1], q->upper[1]) &&
           axis_touches(v[0].z, v[1].z, v[2].z, q->lower[2], q->upper[2]);
}

// Gives a triangle to the sink, when its box touches the bounds.
static void triangle_give(gatherer *g, const lope_vec3 v[3], uint32_t index, bool two_sided)
{
    if (!triangle_touches(g, v)) return;
    begin(g);
    g->calls->triangle(g->sink, v[0], v[1], v[2], index, two_sided);
}

enum { FOUND_MOST = 128 }; // triangles that are sorted at once; more come in several runs

// Triangles of a mesh that were found: the number of each and, in the lower half, its place. The first entry
// is less than all others. The last takes one too many.
typedef struct found_list {
    uint64_t list[1 + FOUND_MOST + 1];
    uint32_t count;
} found_list;

// Sorts by number. A walk returns most in order, so few have to move.
static void found_sort(found_list *found)
{
    for (uint32_t i = 2; i <= found->count; ++i) {
        uint64_t one = found->list[i], *at = &found->list[i - 1];
        for (; *at > one; --at) at[1] = *at;
        at[1] = one;
    }
}

// Gives the triangles that were found, in order of their numbers, and empties the list.
static void found_give(gatherer *g, const lope_mesh *mesh, found_list *found)
{
    uint32_t which[FOUND_MOST];
    if (found->count == 0) return;
    found_sort(found);
    for (uint32_t i = 0; i < found->count; ++i) which[i] = (uint32_t)found->list[1 + i];
    begin(g);
    g->calls->faces(g->sink, mesh->triangles, which, found->count);
    found->count = 0;
}

// Adds a triangle to the list when `touches` is 1. It has no branch: with 0 the next one takes its place.
static inline void found_put(found_list *found, const lope_mesh *mesh, uint32_t place, uint32_t touches)
{
    found->list[1 + found->count] = (uint64_t)mesh->triangles[place].index << 32 | place;
    found->count += touches;
}

// Finds the triangles of a leaf that touch the box, two at a time.
static inline void leaf_find(found_list *found, const lope_mesh *mesh, const lope_bvh_box *box, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 2) {
        uint32_t a = first + i, b = i + 1 < count ? a + 1 : a;
        uint32_t touch = lope_mesh_two_touch(&mesh->triangles[a], &mesh->triangles[b], box);
        found_put(found, mesh, a, touch & 1);
        found_put(found, mesh, b, b > a ? touch >> 1 : 0);
    }
}

// Gives the triangles in order of their numbers, which spares a sink that keeps them sorted most of the work.
static void mesh_give(gatherer *g, const lope_mesh *mesh)
{
    lope_bvh_walk walk;
    lope_bvh_child leaves[FOUND_MOST];
    found_list found;
    found.list[0] = found.count = 0;
    lope_bvh_walk_begin(&walk, &mesh->bvh, &g->bounds);
    for (uint32_t n; (n = lope_bvh_walk_leaves(&walk, leaves, FOUND_MOST)) > 0;)
        for (uint32_t i = 0; i < n; ++i) {
            if (found.count + leaves[i].count > FOUND_MOST) found_give(g, mesh, &found);
            leaf_find(&found, mesh, &walk.box, leaves[i].first, leaves[i].count);
        }
    found_give(g, mesh, &found);
}

// Gives the triangles of a height field.
static void field_give(gatherer *g, const lope_height_field *field)
{
    lope_cells cells;
    lope_vec3 corners[2][3];
    float range[2];
    if (!lope_height_field_cells(field, &g->bounds, &cells)) return;
    g->box = lope_bvh_box_around(&g->bounds);
    for (uint32_t row = cells.first_row; row <= cells.last_row; ++row)
        for (uint32_t column = cells.first_column; column <= cells.last_column; ++column) {
            if (!lope_height_field_cell(field, column, row, corners, range)) continue;
            uint32_t index = lope_height_field_index(field, column, row);
            for (uint32_t k = 0; k < 2; ++k) triangle_give(g, corners[k], index + k, true);
        }
}

// Gives a body that is one solid.
static void solid_give(gatherer *g, const lope_body_shape *s)
{
    lope_vec3 origin = {0, 0, 0};
    float radius = s->as.round.radius, half = 0.5f * s->as.round.height;
    if (!lope_bounds_touch(&g->bounds, &g->body->local)) return;
    begin(g);
    switch (s->kind) {
    case LOPE_BODY_BOX:
        g->calls->box(g->sink, origin, lope_quat_identity(), lope_vec3_scale(s->as.box, 0.5f), 0);
        break;
    case LOPE_BODY_SPHERE:
        g->calls->sphere(g->sink, origin, radius, 0);
        break;
    case LOPE_BODY_CAPSULE:
        g->calls->capsule(g->sink, lope_vec3_make(0, radius - half, 0), lope_vec3_make(0, half - radius, 0), radius, 0);
        break;
    case LOPE_BODY_CYLINDER:
        g->calls->cylinder(g->sink, origin, lope_quat_identity(), radius, half, 0);
        break;
    case LOPE_BODY_HULL:
        g->calls->hull(g->sink, s->as.hull.points, s->as.hull.triangles, s->as.hull.triangle_count, 0);
        break;
    case LOPE_BODY_MESH:
    case LOPE_BODY_HEIGHT_FIELD:
        break;
    }
}

// Gives the shapes of a body that touch the world's bounds.
static void body_give(gatherer *g, const lope_level_body *body, const lope_bounds *world)
{
    g->body = body;
    g->begun = false;
    g->bounds = bounds_in_body(body, world);
    if (body->shape.kind == LOPE_BODY_MESH)
        mesh_give(g, &body->shape.as.mesh);
    else if (body->shape.kind == LOPE_BODY_HEIGHT_FIELD)
        field_give(g, &body->shape.as.field);
    else
        solid_give(g, &body->shape);
}

// Returns whether all limits are finite.
static bool bounds_finite(const lope_bounds *b) { return lope_finite_point(b->lower) && lope_finite_point(b->upper); }

// Returns whether a view has a place for a body.
static bool has_place(const lope_level_view *view, uint32_t index)
{
    uint32_t low = 0, high = view->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (view->places[middle].body.index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < view->count && view->places[low].body.index == index;
}

// Gives the bodies of the tree of a kind, but for those that a view has a place for.
static void tree_give(gatherer *g, const lope_level *level, const lope_level_view *view, const lope_bounds *bounds,
                      lope_filter filter, lope_gather_kind kind)
{
    const lope_tree *tree = &level->trees[kind == LOPE_MOVING ? 1 : 0];
    bool enter;
    for (uint32_t n = lope_tree_first(tree); n != LOPE_TREE_NONE; n = lope_tree_next(tree, n, enter)) {
        enter = lope_bounds_touch(&tree->nodes[n].bounds, bounds);
        if (!enter || !lope_tree_leaf(tree, n)) continue;
        const lope_level_body *body = &level->bodies[tree->nodes[n].item];
        if (!lope_body_passes(body, filter) || !lope_bounds_touch(&body->bounds, bounds)) continue;
        if (view == NULL || !has_place(view, tree->nodes[n].item)) body_give(g, body, bounds);
    }
}

// Gives the bodies of a view's places. Each is given as a copy of the level's that is elsewhere.
static void places_give(gatherer *g, const lope_level_view *view, const lope_bounds *bounds, lope_filter filter)
{
    for (uint32_t i = 0; i < view->count; ++i) {
        const lope_body_place *place = &view->places[i];
        if (place->absent || !lope_bounds_touch(&place->bounds, bounds)) continue;
        const lope_level_body *body = lope_level_body_at(view->level, place->body);
        if (!body || !body->moving || !lope_body_passes(body, filter)) continue;
        lope_level_body there = *body;
        there.start = place->start;
        there.pose = place->pose;
        there.motion = place->motion;
        there.frame = lope_frame_make(&place->pose);
        there.moved = true;
        body_give(g, &there, bounds);
    }
}

// Gathers from a level, or from a view of it; view NULL: the level as it is.
static lope_result gather(const lope_level *level, const lope_level_view *view, const lope_bounds *bounds, lope_filter filter,
                          lope_gather_kind kind, const lope_sink_calls *calls, lope_sink *sink)
{
    if (!level || !bounds) return LOPE_ERROR_NULL;
    if (kind != LOPE_STATIC && kind != LOPE_MOVING) return LOPE_ERROR_RANGE;
    const lope_tree *tree = &level->trees[kind == LOPE_MOVING ? 1 : 0];
    if (kind == LOPE_MOVING && lope_tree_first(tree) == LOPE_TREE_NONE) return LOPE_OK; // asked in every tick
    if (!bounds_finite(bounds)) return LOPE_ERROR_NOT_FINITE;
    if (lope_bounds_empty(bounds)) return LOPE_OK;
    gatherer g = {.calls = calls, .sink = sink};
    tree_give(&g, level, view, bounds, filter, kind);
    if (view != NULL && kind == LOPE_MOVING) places_give(&g, view, bounds, filter);
    return LOPE_OK;
}

lope_result lope_level_gather(const lope_level *level, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                              const lope_sink_calls *calls, lope_sink *sink)
{
    return gather(level, NULL, bounds, filter, kind, calls, sink);
}

lope_result lope_level_gather_view(const lope_level_view *view, const lope_bounds *bounds, lope_filter filter,
                                   lope_gather_kind kind, const lope_sink_calls *calls, lope_sink *sink)
{
    return gather(view->level, kind == LOPE_MOVING ? view : NULL, bounds, filter, kind, calls, sink);
}

bool lope_level_give_body(const lope_level *level, const lope_level_view *view, uint64_t id, lope_sink_body *body)
{
    const lope_body handle = lope_level_find(level, id);
    const lope_level_body *b = lope_level_body_at(level, handle);
    if (!b || b->nav) return false;
    describe(b, body);
    for (uint32_t i = 0; view && b->moving && i < view->count; ++i) {
        const lope_body_place *place = &view->places[i];
        if (place->body.index != handle.index || place->body.generation != handle.generation) continue;
        body->pose = place->pose;
        body->motion = place->motion;
        return !place->absent;
    }
    return true;
}
