// surroundings_seen.c - see surroundings_seen.h. A sink that keeps nothing hands everything to a watch.
#include "motion/nearby/surroundings_seen.h"
#include "base/hash.h"
#include "base/memory.h"
#include "motion/nearby/sink.h"

#include <stdlib.h>

static int by_id(const void *left, const void *right)
{
    const lope_sink_body *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

static int by_number(const void *left, const void *right)
{
    const lope_seen_shape *a = left, *b = right;
    if (a->body != b->body) return a->body < b->body ? -1 : 1;
    if (a->index != b->index) return a->index < b->index ? -1 : 1;
    if (a->part != b->part) return a->part < b->part ? -1 : 1;
    return (a->hash > b->hash) - (a->hash < b->hash);
}

static void keep_seen_body(void *context, const lope_sink_body *body)
{
    lope_seen *seen = context;
    seen->failed = seen->failed || !lope_grow(seen->allocator, (void **)&seen->bodies, &seen->body_capacity, seen->body_count + 1,
                                              sizeof *seen->bodies);
    if (!seen->failed) seen->bodies[seen->body_count++] = *body;
}

// Returns a point of a shape, in the body's frame.
static lope_point middle_of(const lope_recorded_shape *shape)
{
    const lope_point a = lope_vec3_to_point(shape->a), b = lope_vec3_to_point(shape->b), c = lope_vec3_to_point(shape->c);
    if (shape->kind == LOPE_RECORDED_TRIANGLE) return lope_point_scale(lope_point_add(lope_point_add(a, b), c), 1.0 / 3.0);
    return shape->kind == LOPE_RECORDED_CAPSULE ? lope_point_scale(lope_point_add(a, b), 0.5) : a;
}

static uint64_t hash_of(const lope_recorded_shape *s)
{
    uint64_t hash = lope_hash_u32(lope_hash_u32(LOPE_HASH_START, s->kind), s->two_sided);
    hash = lope_hash_vec3(lope_hash_vec3(lope_hash_vec3(hash, s->a), s->b), s->c);
    hash = lope_hash_float(lope_hash_float(hash, s->rotation.x), s->rotation.y);
    hash = lope_hash_float(lope_hash_float(hash, s->rotation.z), s->rotation.w);
    return lope_hash_float(lope_hash_float(hash, s->radius), s->half_height);
}

// Keeps a shape of the body that was begun last.
static void keep_shape(void *context, const lope_recorded_shape *shape)
{
    lope_seen *seen = context;
    seen->failed = seen->failed || !lope_grow(seen->allocator, (void **)&seen->shapes, &seen->shape_capacity,
                                              seen->shape_count + 1, sizeof *seen->shapes);
    if (seen->failed) return;
    const lope_sink_body *body = &seen->bodies[seen->body_count - 1];
    seen->shapes[seen->shape_count++] = (lope_seen_shape){.body = body->id,
                                                          .index = shape->index,
                                                          .part = shape->part,
                                                          .hash = hash_of(shape),
                                                          .point = lope_transform_apply(&body->pose, middle_of(shape))};
}

lope_result lope_seen_gather(lope_seen *seen, const lope_surroundings *surroundings, const lope_bounds *bounds,
                             lope_filter filter, lope_gather_kind kind)
{
    seen->body_count = seen->shape_count = 0;
    seen->failed = false;
    const lope_sink_watch watch = {seen, keep_seen_body, keep_shape};
    lope_near_set nothing = {0};
    lope_sink sink = {.set = &nothing, .filter = filter, .kind = kind, .takes_all = true, .watch = &watch};
    const lope_result result = surroundings->gather(surroundings->context, bounds, filter, kind, &sink);
    if (result != LOPE_OK || sink.failed) return result != LOPE_OK ? result : sink.failed;
    if (seen->failed) return LOPE_ERROR_MEMORY;
    if (seen->body_count > 0) qsort(seen->bodies, seen->body_count, sizeof *seen->bodies, by_id);
    if (seen->shape_count > 0) qsort(seen->shapes, seen->shape_count, sizeof *seen->shapes, by_number);
    return LOPE_OK;
}

void lope_seen_free(lope_seen *seen)
{
    lope_release(seen->allocator, seen->bodies, seen->body_capacity * sizeof *seen->bodies);
    lope_release(seen->allocator, seen->shapes, seen->shape_capacity * sizeof *seen->shapes);
    *seen = (lope_seen){.allocator = seen->allocator};
}

const lope_sink_body *lope_seen_body(const lope_seen *seen, uint64_t id)
{
    const lope_sink_body sought = {.id = id};
    return seen->body_count > 0 ? bsearch(&sought, seen->bodies, seen->body_count, sizeof sought, by_id) : NULL;
}

const lope_seen_shape *lope_seen_same(const lope_seen *seen, const lope_seen_shape *shape)
{
    return seen->shape_count > 0 ? bsearch(shape, seen->shapes, seen->shape_count, sizeof *shape, by_number) : NULL;
}
